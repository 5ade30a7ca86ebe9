import type { Day } from "../../../shared/calendar/day.ts";
import { addDays } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { SliceLease } from "../../types.ts";

export interface LeaseRequest {
  /** Name of the worker, for operators. */
  readonly worker: string;
  /** How many at most. */
  readonly count: number;
  readonly leaseSeconds: number;
  readonly today: Day;
  /** A slice is due again when its last sweep is at least so long ago. */
  readonly passDays: number;
}

/**
 * Leases slices (design 2): those with never-contacted URLs or an interrupted sweep first, then those swept longest
 * ago, and at random among equals, so that a pass is spread over the whole table (C4). Each lease has a token greater
 * than all before. Empty: nothing is due, or others hold it.
 */
export async function leaseSlices(db: Database, request: LeaseRequest): Promise<SliceLease[]> {
  const { worker, count, leaseSeconds, today, passDays } = request;
  // A slice never swept stands at -1 and is always due.
  const dueDay = Math.max(-1, today - passDays >= 0 ? addDays(today, -passDays) : -1);
  const rows = await db.sql<SliceLease[]>`
    with due as (
      select no, swept <= ${dueDay} as pass from slice
      where lease_until < clock_timestamp() and (fresh or holder is not null or swept <= ${dueDay})
      order by (fresh or holder is not null) desc, swept, random()
      limit ${count} for update skip locked
    )
    update slice s set holder = ${worker}, token = nextval('lease_token_seq'), fresh = false,
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from due where s.no = due.no
    returning s.no as slice, s.token, case when due.pass then 'pass' else 'fresh' end as kind`;
  return [...rows];
}
