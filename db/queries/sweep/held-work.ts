import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { sessionless } from "../operate/lifeless.ts";

export interface HeldWork {
  /** Name of the worker that has it in hand. */
  readonly holder: string;
  /** Its session is there. */
  readonly lives: boolean;
  /** Until the first of its leases runs out, if it is not prolonged. */
  readonly seconds: number;
}

/** Who else than `worker` has slices or rechecks that are due, alive or not; those first whose leases end soonest. */
export async function heldWork(db: Database, worker: string, today: Day): Promise<HeldWork[]> {
  return db.sql<HeldWork[]>`
    with held as (
      select holder, min(lease_until) as until from (
        select holder, lease_until from slice where lease_until >= clock_timestamp()
        union all
        select holder, lease_until from recheck where due <= ${today} and lease_until >= clock_timestamp()
      ) each where holder <> ${worker} group by holder
    )
    select holder, not ${sessionless(db, "holder")} as lives,
      extract(epoch from until - clock_timestamp())::float8 as seconds
    from held order by until`;
}
