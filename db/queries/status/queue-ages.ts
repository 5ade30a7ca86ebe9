import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { BLOCKED_BIT, decodeDay, SLICE_IDS } from "../../url-row.ts";
import { COUNT_MAX } from "./totals.ts";

export interface QueueAges {
  /** The oldest day on which somebody asked for a page that no feeder read since (F5). */
  readonly oldestTouch: Day | null;
  /** The oldest day for which a recheck was due. */
  readonly oldestRecheck: Day | null;
  /** Since when the oldest URL that no crawler took up waits at least, milliseconds since 1970; null: none, or not known. */
  readonly oldestNewUrlMs: number | null;
}

/** Slices of which all URLs are blocked have none to wait for. */
const SLICES_LOOKED_AT = 5;

export async function queueAges(db: Database): Promise<QueueAges> {
  const [row] = await db.sql<{ touch: number; recheck: number }[]>`
    select coalesce((select min(day) from (
        select day from touch_queue where not taken or held > 0 limit ${COUNT_MAX}) q), -1) as touch,
      coalesce((select min(due) from recheck), -1) as recheck`;
  return {
    oldestTouch: decodeDay(row?.touch ?? -1),
    oldestRecheck: decodeDay(row?.recheck ?? -1),
    oldestNewUrlMs: await oldestNewUrl(db),
  };
}

/** Ids are given in the order of arrival, and how far they had come is noted each hour. */
async function oldestNewUrl({ sql }: Database): Promise<number | null> {
  const slices = await sql<{ no: number }[]>`
    select no from slice where fresh order by no limit ${SLICES_LOOKED_AT}`;
  for (const { no } of slices) {
    const from = no * SLICE_IDS;
    const [url] = await sql<{ id: number }[]>`
      select id from url where id >= ${from} and id < ${from + SLICE_IDS} and queried < 0 and flags & ${BLOCKED_BIT} = 0
      order by id limit 1`;
    if (url === undefined) continue;
    const [entered] = await sql<{ ms: number | null }[]>`
      select min(hour) * 3600000::float8 as ms from sweep_hour where last_url >= ${url.id}`;
    return entered?.ms ?? null;
  }
  return null;
}
