import { and, desc, eq, min, sql } from "drizzle-orm";
import { type Day, HOUR_MS } from "../../shared/calendar/day.ts";
import type { Database, Orm } from "../connect.ts";
import { isFree } from "../lease/lease.ts";
import { isReadOrMarked } from "../pages/read.ts";
import { farm, feedHour, feedPass, nameOfWiki, page, pageBatch, wiki } from "../schema/index.ts";
import type { WikiId } from "../types.ts";
import { decodeDay } from "../urls/row.ts";
import { isRecentHour } from "./hours.ts";
import { EXACT_ROWS_MAX, tableRows } from "./table-rows.ts";

/** What a feeder did with a wiki in an hour of the database's clock. */
interface FeedHour {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly listed: number;
  readonly read: number;
}

/** Instants are milliseconds since 1970 by the database's clock, but `dueMs` and `changesDueMs`, which are the feeders'. */
export interface WikiCounts {
  readonly wiki: string;
  /** These two and `oldestTouch`: as of `countedAtMs`. */
  readonly pages: number;
  readonly needUpdate: number;
  /** Oldest day of a touch among its pages. */
  readonly oldestTouch: Day | null;
  /** As of when a feeder counted them; null: they were counted just now, as there are few, or there is none as no feeder had the wiki yet. */
  readonly countedAtMs: number | null;
  readonly error: string | null;
  readonly errorAtMs: number | null;
  /** It is left alone after trouble until then, by the feeders' clock; null: it is not. */
  readonly retryMs: number | null;
  readonly paused: boolean;
  /** When its lists are due again. */
  readonly dueMs: number;
  /** Its lists are being read (F2). */
  readonly listing: boolean;
  readonly lastTurnMs: number | null;
  /** The feeder that has it now. */
  readonly holder: string | null;
  /** How far its own changes are known (F4); null: not at all. */
  readonly changesAtMs: number | null;
  /** When it is asked for them again, by the feeders' clock. */
  readonly changesDueMs: number;
  /** Since when its pass is under way (F7); null: none is. */
  readonly passBeganMs: number | null;
  /** Of the pass under way, or of the last one. */
  readonly listed: number;
  readonly read: number;
  /** Pages of that pass about which the wiki said nothing, or failed each time. */
  readonly passedOver: number;
  readonly lastPassSeconds: number | null;
  /** Of the pages that are to be read: the day on which the one was read that waits for longest; null: none is marked, or it was never read. */
  readonly oldestRead: Day | null;
  /** Of the last day and the hour before, latest first. */
  readonly hours: readonly FeedHour[];
}

type PageCounts = Pick<WikiCounts, "pages" | "needUpdate" | "oldestTouch" | "countedAtMs">;

const NO_PAGES: PageCounts = { pages: 0, needUpdate: 0, oldestTouch: null, countedAtMs: null };

const isOf = (column: typeof page.wikiId | typeof pageBatch.wikiId, only: WikiId | null) =>
  only === null ? undefined : eq(column, only);

/** Row by row, where there are few pages. */
async function countedNow(orm: Orm, only: WikiId | null): Promise<ReadonlyMap<WikiId, PageCounts>> {
  const rows = await orm
    .select({
      id: page.wikiId,
      pages: sql<number>`count(*)`,
      marked: sql<number>`count(*) filter (where ${page.needsUpdate})`,
      oldestTouch: min(page.touched),
    })
    .from(page)
    .where(and(isOf(page.wikiId, only), isReadOrMarked))
    .groupBy(page.wikiId);
  const batches = await orm
    .select({ id: pageBatch.wikiId, pages: sql<number>`sum(cardinality(${pageBatch.pageids}))` })
    .from(pageBatch)
    .where(isOf(pageBatch.wikiId, only))
    .groupBy(pageBatch.wikiId);
  const listed = new Map(batches.map(({ id, pages }) => [id, Number(pages)]));
  return new Map(
    rows.map(({ id, pages, marked, oldestTouch }) => {
      const needUpdate = marked + (listed.get(id) ?? 0);
      return [id, { pages, needUpdate, oldestTouch: decodeDay(oldestTouch ?? -1), countedAtMs: null }];
    }),
  );
}

/** The pages that are to be read next: those that are marked, and those of a pass under way. */
const oldestRead = sql<number | null>`least(
  (select ${page.markedRead} from ${page} where ${page.wikiId} = ${wiki.id} and ${page.needsUpdate}
    order by ${page.markedRead} limit 1),
  (select min(${page.linksRead}) from ${page}, (
    select ${pageBatch.pass} as pass, ${pageBatch.pageids} as pageids from ${pageBatch}
    where ${pageBatch.wikiId} = ${wiki.id} order by ${pageBatch.no} limit 1
  ) next where ${page.wikiId} = ${wiki.id} and ${page.pageid} = any(next.pageids) and ${page.pass} < next.pass))`;

/** Of wikis with their farm, and the pass of their feeder if there was one. */
const columns = {
  id: wiki.id,
  wiki: nameOfWiki,
  error: wiki.error,
  errorAtMs: wiki.errorAt,
  paused: wiki.paused,
  retryAt: wiki.retryAt,
  isLeftAlone: sql<boolean>`${wiki.retryAt} > now()`,
  dueMs: wiki.fullDueAt,
  listing: sql<boolean>`${wiki.feed} ? 'listing'`,
  servedAt: wiki.feedServedAt,
  holder: sql<string | null>`case when not ${isFree(wiki)} then ${wiki.holder} end`,
  changesAtMs: wiki.changesAt,
  changesDueMs: wiki.changesDueAt,
  oldestRead,
  pass: feedPass,
};

/** As feeders counted and added since. */
function countedBefore(pass: typeof feedPass.$inferSelect | null): PageCounts {
  if (pass === null) return NO_PAGES;
  const { pages, needUpdate, oldestTouch, countedAt, talliedAt } = pass;
  const counted = Math.max(countedAt ?? -1, talliedAt ?? -1);
  return {
    pages,
    needUpdate,
    oldestTouch: decodeDay(oldestTouch),
    countedAtMs: counted < 0 ? null : counted,
  };
}

async function hoursOf(orm: Orm): Promise<ReadonlyMap<WikiId, FeedHour[]>> {
  const { wikiId, hour, listed, read } = feedHour;
  const rows = await orm
    .select({ wikiId, hour, listed, read })
    .from(feedHour)
    .where(isRecentHour(hour))
    .orderBy(desc(hour));
  const hours = Map.groupBy(rows, (row) => row.wikiId);
  return new Map(
    [...hours].map(([id, some]) => [
      id,
      some.map((row) => ({ startMs: row.hour * HOUR_MS, listed: row.listed, read: row.read })),
    ]),
  );
}

/** `only`: of this wiki alone. */
export async function wikiCounts(db: Database, only: WikiId | null = null): Promise<WikiCounts[]> {
  const { orm } = db;
  const exact = (await tableRows(db, page)) <= EXACT_ROWS_MAX ? await countedNow(orm, only) : null;
  const rows = await orm
    .select(columns)
    .from(wiki)
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .leftJoin(feedPass, eq(feedPass.wikiId, wiki.id))
    .where(only === null ? undefined : eq(wiki.id, only))
    .orderBy(nameOfWiki);
  const hours = await hoursOf(orm);
  return rows.map(({ id, retryAt, isLeftAlone, servedAt, oldestRead: read, pass, ...row }) => ({
    ...row,
    ...(exact === null ? countedBefore(pass) : (exact.get(id) ?? NO_PAGES)),
    retryMs: isLeftAlone ? retryAt : null,
    lastTurnMs: servedAt === 0 ? null : servedAt,
    passBeganMs: pass?.beganAt ?? null,
    listed: pass?.listed ?? 0,
    read: pass?.read ?? 0,
    passedOver: pass?.passedOver ?? 0,
    lastPassSeconds: pass?.seconds ?? null,
    oldestRead: decodeDay(read ?? -1),
    hours: hours.get(id) ?? [],
  }));
}
