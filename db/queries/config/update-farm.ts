import type { Database } from "../../connect.ts";
import type { Farm } from "../../types.ts";

/** What may change of a farm; absent: stays. Inside a transaction it is bound to it. */
export async function updateFarm(
  { sql }: Database,
  name: string,
  { sites, internalHosts }: Partial<Pick<Farm, "sites" | "internalHosts">>,
): Promise<void> {
  await sql`
    update farm set sites = coalesce(${sites ?? null}, sites),
      internal_hosts = coalesce(${internalHosts ?? null}, internal_hosts)
    where name = ${name}`;
}
