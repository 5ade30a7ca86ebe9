import type { Database } from "../../connect.ts";
import type { DispatchTally } from "../dispatch/tally-dispatch.ts";

/** What all dispatchers of an edge together did in an hour of the database's clock. */
export interface DispatchHour extends DispatchTally {
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly startMs: number;
}

/** Of the last day and the hour before, latest first; hours in which nothing was done are missing. */
export async function dispatchHours({ sql }: Database): Promise<DispatchHour[]> {
  const rows = await sql<DispatchHour[]>`
    select target, hour * 3600000::float8 as "startMs", batches, concerned, written, removed, exported
    from dispatch_hour where hour >= extract(epoch from clock_timestamp())::bigint / 3600 - 25
    order by hour desc, target`;
  return [...rows];
}
