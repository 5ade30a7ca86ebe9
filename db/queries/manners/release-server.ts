import type { Database } from "../../connect.ts";

/** Gives a server back after a request; with `quietSeconds` nobody asks it anything for so long. */
export async function releaseServer(
  { sql }: Database,
  host: string,
  holder: string,
  quietSeconds: number,
): Promise<void> {
  await sql`
    update wiki_server set holder = null, lease_until = 'epoch',
      quiet_until = greatest(quiet_until, clock_timestamp() + make_interval(secs => ${quietSeconds}))
    where host = ${host} and holder = ${holder}`;
}
