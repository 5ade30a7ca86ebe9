import { and, eq, gt, isNotNull, isNull, min, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";
import { isReadOrMarked } from "../pages/read.ts";
import type { DayOrNever } from "../schema/columns.ts";
import {
  dispatchHour,
  feedHour,
  feedPass,
  page,
  pageBatch,
  queueHour,
  sweepHour,
  urlIdSequence,
  wiki,
} from "../schema/index.ts";
import { excluded, sequenceRow } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";

/** The hour of the database's clock, since 1970. */
export const THIS_HOUR = sql<number>`extract(epoch from clock_timestamp())::bigint / 3600`;
const NOW = sql<number>`clock_timestamp()`;

/**
 * The lists of a wiki's criteria are due (F7): a pass begins, unless the one before is still under way and becomes an
 * endless loop. `restarted`: lists begin from their start, and with them the counts.
 */
export async function beginPass({ orm }: Database, id: WikiId, restarted: boolean): Promise<void> {
  await orm
    .insert(feedPass)
    .values({ wikiId: id, beganAt: NOW })
    .onConflictDoUpdate({
      target: feedPass.wikiId,
      set: {
        beganAt: sql`coalesce(${feedPass.beganAt}, ${excluded(feedPass.beganAt)})`,
        ...(restarted && { listed: 0, read: 0, passedOver: 0 }),
      },
    });
}

/** Counting is not repeated before this, and takes at most one second of so many. */
const EVERY_SECONDS = 600;
const ONE_SECOND_OF = 200;

/**
 * Counts a wiki's pages for `weboid status`, which cannot count hundreds of millions itself; seldom enough to cost nothing,
 * unless `now`.
 */
export async function countPages({ orm }: Database, id: WikiId, now: boolean): Promise<void> {
  const restSeconds = sql`greatest(${EVERY_SECONDS}, ${feedPass.countMs} * ${ONE_SECOND_OF}::float8 / 1000)`;
  const isRecent = sql`${feedPass.countedAt} > clock_timestamp() - make_interval(secs => ${restSeconds})`;
  const counted = now ? 0 : await orm.$count(feedPass, and(eq(feedPass.wikiId, id), isRecent));
  if (counted > 0) return;
  const listed = orm
    .select({ pages: sql<number>`coalesce(sum(cardinality(${pageBatch.pageids})), 0)` })
    .from(pageBatch)
    .where(eq(pageBatch.wikiId, id));
  const began = performance.now();
  const [row] = await orm
    .select({
      pages: sql<number>`count(*) filter (where ${isReadOrMarked})`,
      needUpdate: sql<number>`(count(*) filter (where ${page.needsUpdate}) + ${listed})::float8`,
      oldestTouch: sql<DayOrNever>`coalesce(${min(page.touched)}, -1)`,
    })
    .from(page)
    .where(eq(page.wikiId, id));
  const counts = { ...row, countedAt: NOW, countMs: Math.round(performance.now() - began) };
  await orm
    .insert(feedPass)
    .values({ wikiId: id, ...counts })
    .onConflictDoUpdate({ target: feedPass.wikiId, set: counts });
}

/**
 * A pass is over when the lists were read to their end, no page is to be read any more, and what stood in no list was
 * asked about (F3, F7); `nowMs`: the feeder's clock.
 * False: it goes on, or none was under way.
 */
export async function endPass({ orm }: Database, id: WikiId, nowMs: number): Promise<boolean> {
  const ended = await orm
    .update(feedPass)
    .set({
      seconds: sql`ceil(extract(epoch from clock_timestamp() - ${feedPass.beganAt}))`,
      beganAt: null,
      endedAt: NOW,
    })
    .from(wiki)
    .where(
      and(
        eq(feedPass.wikiId, id),
        eq(wiki.id, id),
        isNotNull(feedPass.beganAt),
        sql`not ${wiki.feed} ? 'listing'`,
        gt(wiki.fullDueAt, nowMs),
        sql`not exists (select 1 from ${page} where ${page.wikiId} = ${id} and ${page.needsUpdate})`,
        sql`not exists (select 1 from ${pageBatch} where ${pageBatch.wikiId} = ${id})`,
        isNull(wiki.leftoverAfter),
      ),
    );
  return ended.count > 0;
}

/** Hours of which no rate is shown any more. */
export async function expireTallies(
  { orm }: Database,
  { feedHours, sweepHours }: { readonly feedHours: number; readonly sweepHours: number },
): Promise<number> {
  const expired = [
    await orm.delete(feedHour).where(sql`${feedHour.hour} < ${THIS_HOUR} - ${feedHours}::bigint`),
    await orm.delete(sweepHour).where(sql`${sweepHour.hour} < ${THIS_HOUR} - ${sweepHours}::bigint`),
    await orm.delete(queueHour).where(sql`${queueHour.hour} < ${THIS_HOUR} - ${sweepHours}::bigint`),
    // As the crawlers' hours, by which its writes are measured.
    await orm.delete(dispatchHour).where(sql`${dispatchHour.hour} < ${THIS_HOUR} - ${sweepHours}::bigint`),
  ];
  return expired.reduce((sum, { count }) => sum + count, 0);
}

/** What a feeder did since it last said so. */
export interface FeedTally {
  readonly listed: number;
  readonly read: number;
  readonly passedOver: number;
  /** How many pages more are known, and how many more are to be read; negative: fewer. */
  readonly pages: number;
  readonly needUpdate: number;
}

/** Adds to a count, which does not fall below 0. */
const plus = (column: PgColumn, more: number) => sql`greatest(0, ${column} + ${more}::bigint)`;

/**
 * Adds it to the wiki's counts of this hour and of its pass (F7), and to how many pages there are, which nobody can count
 * all the time.
 */
export function tallyFeed(
  db: Database,
  wikiId: WikiId,
  { listed, read, passedOver, pages, needUpdate }: FeedTally,
): Promise<void> {
  return db.transaction(async ({ orm }) => {
    const first = { pages: Math.max(0, pages), needUpdate: Math.max(0, needUpdate) };
    await orm
      .insert(feedPass)
      .values({ wikiId, listed, read, passedOver, ...first, talliedAt: NOW })
      .onConflictDoUpdate({
        target: feedPass.wikiId,
        set: {
          listed: plus(feedPass.listed, listed),
          read: plus(feedPass.read, read),
          passedOver: plus(feedPass.passedOver, passedOver),
          pages: plus(feedPass.pages, pages),
          needUpdate: plus(feedPass.needUpdate, needUpdate),
          talliedAt: NOW,
        },
      });
    await orm
      .insert(feedHour)
      .values({ wikiId, hour: THIS_HOUR, listed, read })
      .onConflictDoUpdate({
        target: [feedHour.wikiId, feedHour.hour],
        set: { listed: plus(feedHour.listed, listed), read: plus(feedHour.read, read) },
      });
    // URLs are entered by feeders, so their ids are noted also while no crawler lives.
    const lastUrl = sql<UrlId>`(select case when is_called then last_value else 0 end from ${sequenceRow(urlIdSequence)})`;
    await orm
      .insert(sweepHour)
      .values({ hour: THIS_HOUR, lastUrl })
      .onConflictDoUpdate({
        target: sweepHour.hour,
        set: { lastUrl: sql`greatest(${sweepHour.lastUrl}, ${excluded(sweepHour.lastUrl)})` },
      });
  });
}

export interface SweepTally {
  readonly checked: number;
  /** Stored without traffic, as their hosts were away (C5). */
  readonly inferred: number;
}

/** Adds what a crawler did since it last said so to the fleet's counts of this hour (F7). */
export async function tallySweep({ orm }: Database, { checked, inferred }: SweepTally): Promise<void> {
  await orm
    .insert(sweepHour)
    .values({ hour: THIS_HOUR, checked, inferred })
    .onConflictDoUpdate({
      target: sweepHour.hour,
      set: { checked: plus(sweepHour.checked, checked), inferred: plus(sweepHour.inferred, inferred) },
    });
}
