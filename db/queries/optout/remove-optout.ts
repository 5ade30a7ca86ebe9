import type { Database } from "../../connect.ts";
import type { Optout } from "./list-optouts.ts";

/** False: it does not stand there. */
export async function removeOptout({ sql }: Database, { host, path }: Optout): Promise<boolean> {
  const { count } = await sql`delete from optout where host = ${host} and path = ${path}`;
  return count > 0;
}
