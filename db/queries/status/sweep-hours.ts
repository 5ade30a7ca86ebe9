import type { Database } from "../../connect.ts";

/** What all crawlers together did in an hour of the database's clock. */
export interface SweepHour {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  /** When counting began in that hour. */
  readonly sinceMs: number;
  readonly checked: number;
  /** Without traffic, as their hosts were away (C5). */
  readonly booked: number;
}

/** Of the last day and the hour before, latest first; an hour in which nothing was done may be missing. */
export async function sweepHours({ sql }: Database): Promise<SweepHour[]> {
  const rows = await sql<SweepHour[]>`
    select hour * 3600000::float8 as "startMs", (extract(epoch from since) * 1000)::float8 as "sinceMs",
      checked::float8, booked::float8
    from sweep_hour where hour >= extract(epoch from clock_timestamp())::bigint / 3600 - 25 order by hour desc`;
  return [...rows];
}
