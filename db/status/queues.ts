import { and, asc, desc, eq, gte, lt, min, sql } from "drizzle-orm";
import { type Day, HOUR_MS } from "../../shared/calendar/day.ts";
import type { Database, Orm } from "../connect.ts";
import { recheck, slice, sweepHour, touchQueue, url } from "../schema/index.ts";
import { isBlocked } from "../urls/row.ts";
import { THIS_HOUR } from "../work/passes.ts";
import { isInSlice } from "../work/slices.ts";
import { COUNT_MAX, isOpenTouch } from "./counts.ts";
import { isRecentHour } from "./hours.ts";

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

export async function queueAges({ orm }: Database): Promise<QueueAges> {
  const open = orm
    .select({ day: touchQueue.day })
    .from(touchQueue)
    .where(isOpenTouch)
    .limit(COUNT_MAX)
    .as("open");
  const [touch] = await orm.select({ oldest: min(open.day) }).from(open);
  const [due] = await orm.select({ oldest: min(recheck.due) }).from(recheck);
  return {
    oldestTouch: touch?.oldest ?? null,
    oldestRecheck: due?.oldest ?? null,
    oldestNewUrlMs: await oldestNewUrl(orm),
  };
}

/** Ids are given in the order of arrival, and how far they had come is noted each hour. */
async function oldestNewUrl(orm: Orm): Promise<number | null> {
  const slices = await orm
    .select({ no: slice.no })
    .from(slice)
    .where(eq(slice.fresh, true))
    .orderBy(asc(slice.no))
    .limit(SLICES_LOOKED_AT);
  for (const { no } of slices) {
    const [oldest] = await orm
      .select({ id: url.id })
      .from(url)
      .where(and(isInSlice(no), lt(url.queried, 0 as Day), sql`not ${isBlocked}`))
      .orderBy(asc(url.id))
      .limit(1);
    if (oldest === undefined) continue;
    const [entered] = await orm
      .select({ hour: min(sweepHour.hour) })
      .from(sweepHour)
      .where(gte(sweepHour.lastUrl, oldest.id));
    return entered?.hour == null ? null : entered.hour * HOUR_MS;
  }
  return null;
}

/** What all crawlers together did in an hour of the database's clock. */
export interface SweepHour {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  /** When counting began in that hour. */
  readonly sinceMs: number;
  readonly checked: number;
  /** Without traffic, as their hosts were away (C5). */
  readonly inferred: number;
}

/** Checks, and results stored without one, in an hour as most hours are in which crawlers work. */
export interface UsualSweep {
  /** From so many hours. */
  readonly hours: number;
  readonly perHour: number;
}

/** The median of the hours of the last days in which something was done, without the one under way. */
export async function usualSweep({ orm }: Database, days: number): Promise<UsualSweep> {
  const done = sql`${sweepHour.checked} + ${sweepHour.inferred}`;
  const [row] = await orm
    .select({
      hours: sql<number>`count(*)::float8`,
      perHour: sql<number>`coalesce(percentile_cont(0.5) within group (order by ${done}), 0)`,
    })
    .from(sweepHour)
    .where(
      and(
        sql`${done} > 0`,
        lt(sweepHour.hour, THIS_HOUR),
        gte(sweepHour.hour, sql`${THIS_HOUR} - ${days}::bigint * 24`),
      ),
    );
  return row ?? { hours: 0, perHour: 0 };
}

/** Of the last day and the hour before, latest first; an hour in which nothing was done may be missing. */
export async function sweepHours({ orm }: Database): Promise<SweepHour[]> {
  const { hour, since, checked, inferred } = sweepHour;
  const rows = await orm
    .select({ hour, sinceMs: since, checked, inferred })
    .from(sweepHour)
    .where(isRecentHour(hour))
    .orderBy(desc(hour));
  return rows.map((row) => ({ ...row, startMs: row.hour * HOUR_MS })).map(({ hour: _, ...row }) => row);
}
