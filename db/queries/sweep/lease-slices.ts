import type { Day } from "../../../shared/calendar/day.ts";
import { addDays } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { SliceLease } from "../../types.ts";
import { latestCredible } from "./credible.ts";

export interface LeaseRequest {
  /** Name of the worker, for operators. */
  readonly worker: string;
  /** How many at most. */
  readonly count: number;
  readonly leaseSeconds: number;
  readonly today: Day;
  /** A slice is due again when its last sweep began at least so long ago. */
  readonly passDays: number;
}

/** A slice never swept stands at -1 and is always due. */
const dueDayOf = (today: Day, passDays: number): number =>
  Math.max(-1, today - passDays >= 0 ? addDays(today, -passDays) : -1);

/**
 * That a slice is due and nobody has it. A holder whose lease ran out died over it: a pass is still open then, and fresh
 * URLs are to be looked for again.
 */
export const leasable = ({ sql }: Database, today: Day, passDays: number) => sql`
  lease_until < clock_timestamp() and (fresh or holder is not null or pass_began >= 0
    or swept <= ${dueDayOf(today, passDays)} or swept > ${latestCredible(today)})`;

/**
 * Leases slices (design 2): those with never-contacted URLs first, those whose first pass is not over, then those whose
 * last pass began longest ago; at random among equals, so that a pass is spread over the whole table (C4). A pass that was
 * interrupted counts by its own beginning, so its rest waits behind what was not swept for longer. Each lease has a
 * token greater than all before. Empty: nothing is due, or others hold it.
 */
export async function leaseSlices(db: Database, request: LeaseRequest): Promise<SliceLease[]> {
  const { worker, count, leaseSeconds, today, passDays } = request;
  const dueDay = dueDayOf(today, passDays);
  const latest = latestCredible(today);
  const rows = await db.sql<SliceLease[]>`
    with due as (
      select no, case
          when pass_began between 0 and ${latest} then pass_began
          when swept <= ${dueDay} or swept > ${latest} then ${today}::int
        end as began
      from slice
      where ${leasable(db, today, passDays)}
      order by (fresh or (holder is not null and pass_began < 0)) desc, swept < 0 desc,
        case when pass_began between 0 and ${latest} then pass_began when swept <= ${latest} then swept else -1 end,
        random()
      limit ${count} for update skip locked
    )
    update slice s set holder = ${worker}, token = nextval('lease_token_seq'), fresh = false,
      pass_began = coalesce(due.began, -1),
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from due where s.no = due.no
    returning s.no as slice, s.token, case when due.began is null then 'fresh' else 'pass' end as kind,
      coalesce(due.began, ${today}::int) as began`;
  return [...rows];
}
