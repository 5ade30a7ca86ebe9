import type { Database } from "../../connect.ts";
import type { Optout } from "./list-optouts.ts";

/** False: it stands there already. */
export async function addOptout({ sql }: Database, { host, path }: Optout): Promise<boolean> {
  const { count } =
    await sql`insert into optout (host, path) values (${host}, ${path}) on conflict do nothing`;
  return count > 0;
}
