import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";

/** H2: whoever acted before `acted` is not counted any more; H4: what nobody looked at since `proposed` is dropped. */
export async function expirePeople(
  { sql }: Database,
  before: { readonly acted: Day; readonly proposed: Day },
): Promise<number> {
  const tallies = await sql`delete from people_tally where day < ${before.acted}`;
  const proposals = await sql`delete from replacement where checked < 0 and proposed < ${before.proposed}`;
  return tallies.count + proposals.count;
}
