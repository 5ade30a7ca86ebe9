import { and, asc, desc, eq, gt, inArray, not, sql } from "drizzle-orm";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { insertFrom } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { messageOf } from "../errors.ts";
import { checkMovesAgain } from "../moves/targets.ts";
import { isPageOf } from "../pages/read.ts";
import { markUsers, setNeedsUpdate } from "../pages/read-run.ts";
import { judgeAgain } from "../people/proposals.ts";
import { host, page, pageLink, spamScan, spamUse, url, urlIdSequence } from "../schema/index.ts";
import { evaluate, isAnyOf, sequenceRow, setLocal } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { decodeUrl } from "../urls/row.ts";
import { type ScanEntry, selectUrls, type UrlRow, urlsOfEntry, wordsOf } from "./find-urls.ts";

/** Of one step, some seconds unless lines are slow: entries that are looked up, URLs that they may find, ids that are gone over (of the pages of a wiki, and those of one page more), pages. */
const ENTRIES_PER_STEP = 100;
const FOUND_PER_STEP = 20_000;
const IDS_PER_STEP = 20_000;
const PAGES_PER_STEP = 500;
/** Ids of a range that one feeder goes over. */
const IDS_PER_RANGE = 5_000_000;
/** URLs whose pages are marked by one statement. */
const MARKED_AT_ONCE = 1_000;

/** Scans that feeders are at, by id; the first half reads "webs". */
const SCAN_LOCKS = 0x77656273;
/** More than there may be feeders at work beside this one. */
const SCANS_LOOKED_AT = 200;

type Scan = Readonly<typeof spamScan.$inferSelect>;

/** Which of the URLs an entry of the scan may concern. */
export type ScanTest = (
  scan: Pick<Scan, "id" | "entries">,
  urls: readonly NormalisedUrl[],
) => Promise<readonly boolean[]>;

/** The turn of farms; of a wiki's scans it is its id. */
const FARMS_TURN = 0;

export interface ScanStep {
  /** Whose turn it was. */
  readonly turn: number;
  readonly urls: number;
  /** Pages that are now marked to be read again. */
  readonly marked: number;
}

interface Step extends Omit<ScanStep, "turn"> {
  /** Where it goes on; null: everything was seen. */
  readonly next: number | null;
  /** Entries for wide scans. */
  readonly wide?: readonly ScanEntry[];
}

/**
 * Marks the pages of the wiki, or of the farm's wikis, that have these URLs, in transactions that hold nobody up: done again
 * after a crash it does no harm.
 */
async function mark(db: Database, { farm, wikiId }: Scan, ids: readonly UrlId[]): Promise<number> {
  let marked = 0;
  for (let at = 0; at < ids.length; at += MARKED_AT_ONCE)
    marked += await markUsers(db, ids.slice(at, at + MARKED_AT_ONCE), { farm, wikiId });
  return marked;
}

async function hitsOf(scan: Scan, rows: readonly UrlRow[], test: ScanTest): Promise<UrlId[]> {
  const hits = await test(scan, rows.map(decodeUrl));
  return rows.flatMap(({ id }, at) => (hits[at] === true ? id : []));
}

/** Entries with a text to search for: only what has that text is tried. The others are left to wide scans. */
async function lookUpStep(db: Database, scan: Scan, test: ScanTest): Promise<Step> {
  // What people proposed may be blocked now, too (H5), and where sites moved.
  if (scan.position === 0) {
    await judgeAgain(db, (urls) => test(scan, urls));
    await checkMovesAgain(db, (urls) => test(scan, urls));
  }
  const { rows, wide, end } = await db.transaction(({ orm }) => lookUp(orm, scan));
  const marked = await mark(db, scan, await hitsOf(scan, rows, test));
  return { urls: rows.length, marked, next: end < scan.entries.length ? end : null, wide };
}

async function lookUp(
  orm: Orm,
  { entries, position }: Scan,
): Promise<{ readonly rows: UrlRow[]; readonly wide: ScanEntry[]; readonly end: number }> {
  await setLocal(orm, { enable_seqscan: "off" });
  const rows = new Map<UrlId, UrlRow>();
  const wide: ScanEntry[] = [];
  let end = position;
  for (const entry of entries.slice(position, position + ENTRIES_PER_STEP)) {
    const found = await urlsOfEntry(orm, entry);
    if (found === null) wide.push(entry);
    else for (const row of found) rows.set(row.id, row);
    end += 1;
    if (rows.size >= FOUND_PER_STEP) break;
  }
  return { rows: [...rows.values()], wide, end };
}

/** Of a farm by ranges of ids, which feeders share; of a wiki by its pages, as most URLs are none of its own. */
async function insertWide(orm: Orm, { farm, wikiId }: Scan, wide: readonly ScanEntry[]): Promise<void> {
  // Those that a word finds are not held up by those that every URL has to be tried on.
  const { found = [], other = [] } = Object.groupBy(wide, (entry) =>
    wordsOf([entry]) === null ? "other" : "found",
  );
  for (const entries of [found, other]) {
    if (entries.length === 0) continue;
    if (wikiId === null) await insertRanges(orm, farm, entries);
    else await orm.insert(spamScan).values({ farm, wikiId, entries, wide: true });
  }
}

async function insertRanges(orm: Orm, farm: number, entries: readonly ScanEntry[]): Promise<void> {
  const [known] = await orm.select({ last: sql<number>`last_value` }).from(sequenceRow(urlIdSequence));
  const last = known?.last ?? 0;
  const position = sql`given.position`;
  const range = {
    farm: sql`${farm}::int`,
    entries: sql`${sql.param(entries, spamScan.entries)}::jsonb`,
    wide: sql`true`,
    position,
    until: sql`least(${position} + ${IDS_PER_RANGE}::bigint, ${last}::bigint)`,
  };
  await insertFrom(orm, spamScan, range, (found) =>
    found.from(sql`generate_series(0, ${last}::bigint, ${IDS_PER_RANGE}::bigint) as given (position)`),
  );
}

/** A farm's entries without a text to search for go over a range of the table of URLs. */
async function farmStep(db: Database, scan: Scan, test: ScanTest): Promise<Step> {
  const upto = Math.min(scan.position + IDS_PER_STEP, scan.until ?? 0);
  const patterns = wordsOf(scan.entries)?.map((word) => `%${word.replaceAll("_", "\\_")}%`);
  const text = sql`${host.name} || ' ' || ${url.port} || lower(${url.path} collate "C")`;
  const isAlike = patterns && sql`${text} like any (${sql.param(patterns)}::text[])`;
  const rows = await selectUrls(db.orm).where(
    and(sql`${url.id} > ${scan.position} and ${url.id} <= ${upto}`, isAlike),
  );
  const marked = await mark(db, scan, await hitsOf(scan, rows, test));
  return { urls: rows.length, marked, next: upto < (scan.until ?? 0) ? upto : null };
}

/** A wiki's go over its pages. */
async function wikiStep(db: Database, scan: Scan, wikiId: WikiId, test: ScanTest): Promise<Step> {
  const { pageid, urls } = pageLink;
  const next = db.orm
    .select({
      pageid,
      urls,
      before: sql`sum(cardinality(${urls})) over (order by ${pageid}) - cardinality(${urls})`.as("before"),
    })
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, wikiId), gt(pageid, scan.position)))
    .orderBy(asc(pageid))
    .limit(PAGES_PER_STEP)
    .as("next");
  const pages = await db.orm
    .select({ pageid: next.pageid, urls: next.urls })
    .from(next)
    .where(sql`${next.before} < ${IDS_PER_STEP}`)
    .orderBy(asc(next.pageid));
  const ids = [...new Set(pages.flatMap((page) => page.urls))];
  const rows = await selectUrls(db.orm).where(isAnyOf(url.id, ids));
  const hits = new Set(await hitsOf(scan, rows, test));
  const concerned = pages.filter((page) => page.urls.some((id) => hits.has(id)));
  const isConcerned = isPageOf(
    wikiId,
    concerned.map((page) => page.pageid),
  );
  const marked = await setNeedsUpdate(db, true, isConcerned);
  return { urls: rows.length, marked, next: pages.at(-1)?.pageid ?? null };
}

/** An error in a step of one scan, which is its `cause`. */
export class ScanError extends Error {
  override readonly name = "ScanError";
  readonly scan: number;

  constructor(scan: number, cause: unknown) {
    super(`scan ${scan}: ${messageOf(cause)}`, { cause });
    this.scan = scan;
  }
}

interface Turn {
  /** Whose turn the step before was; absent: a farm's. */
  readonly after?: number | undefined;
  /** Scans that are left alone. */
  readonly except?: readonly number[];
}

/**
 * One step of one open scan that no other feeder is at; null: there is none. A farm's lookups come first; then its other
 * scans and those of each wiki take turns, so that no wiki's lists hold up those of others. `session` holds the scan, so that
 * a feeder that dies gives it back at once. URLs are judged outside of transactions, for however long the lines take;
 * a crash repeats the step. Throws a ScanError for what the step throws.
 */
export async function advanceScan(
  db: Database,
  session: Database,
  test: ScanTest,
  { after = FARMS_TURN, except = [] }: Turn = {},
): Promise<ScanStep | null> {
  const isFirst = sql`${spamScan.wikiId} is null and not ${spamScan.wide}`;
  const turn = sql<number>`coalesce(${spamScan.wikiId}, ${FARMS_TURN}::int)`;
  const open = session.orm
    .select({ id: spamScan.id })
    .from(spamScan)
    .where(not(isAnyOf(spamScan.id, except)))
    .orderBy(desc(isFirst), sql`${turn} <= ${after}::int`, turn, spamScan.wide, spamScan.id)
    .limit(SCANS_LOOKED_AT)
    .as("open");
  const [held] = await session.orm
    .select({ id: open.id })
    .from(open)
    .where(sql`pg_try_advisory_lock(${SCAN_LOCKS}::int, ${open.id})`)
    .limit(1);
  if (held === undefined) return null;
  try {
    // Now: another feeder may have gone on with it, or ended it, before it was ours.
    const [scan] = await db.orm.select().from(spamScan).where(eq(spamScan.id, held.id));
    if (scan === undefined) return { urls: 0, marked: 0, turn: after };
    const step = await stepOf(db, scan, test);
    await endStep(db, scan, step);
    return { urls: step.urls, marked: step.marked, turn: scan.wikiId ?? FARMS_TURN };
  } catch (error) {
    throw new ScanError(held.id, error);
  } finally {
    await evaluate(session.orm, { given: sql`pg_advisory_unlock(${SCAN_LOCKS}::int, ${held.id}::int)` });
  }
}

/** Stores how far it came, unless another feeder was as far meanwhile, as ours lost its connection. */
function endStep(db: Database, scan: Scan, { next, wide = [] }: Step): Promise<void> {
  return db.transaction(async ({ orm }) => {
    const isScan = eq(spamScan.id, scan.id);
    const [ours] = await orm
      .select({ id: spamScan.id })
      .from(spamScan)
      .where(and(isScan, eq(spamScan.position, scan.position)))
      .for("update");
    if (ours === undefined) return;
    await insertWide(orm, scan, wide);
    if (next === null) await orm.delete(spamScan).where(isScan);
    else await orm.update(spamScan).set({ position: next }).where(isScan);
  });
}

function stepOf(db: Database, scan: Scan, test: ScanTest): Promise<Step> {
  if (!scan.wide) return lookUpStep(db, scan, test);
  return scan.wikiId === null ? farmStep(db, scan, test) : wikiStep(db, scan, scan.wikiId, test);
}

/** Whether a list's change is still to be tried on known URLs. */
export async function hasScans({ orm }: Database): Promise<boolean> {
  const rows = await orm.select({ id: spamScan.id }).from(spamScan).limit(1);
  return rows.length > 0;
}

/** Each step of a scan reads all of its entries: a whole list in one would cost its length squared. */
const ENTRIES_PER_SCAN = 1_000;

/** Has known URLs of the farm, or of the wiki's pages, tried on these entries. */
export async function openScans(
  orm: Orm,
  { farm, wiki: wikiId }: { readonly farm: number; readonly wiki: WikiId | null },
  entries: readonly ScanEntry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_PER_SCAN)
    await orm.insert(spamScan).values({ farm, wikiId, entries: entries.slice(at, at + ENTRIES_PER_SCAN) });
}

/** Has a wiki judged again by its lists as they are: pages with spam are read again, all others' URLs are tried on the entries. */
export async function reviewSpam(
  db: Database,
  { id, farm }: { readonly id: WikiId; readonly farm: number },
  entries: readonly ScanEntry[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const pages = tx.orm.select({ pageid: spamUse.pageid }).from(spamUse).where(eq(spamUse.wikiId, id));
    await setNeedsUpdate(tx, true, and(eq(page.wikiId, id), inArray(page.pageid, pages)));
    await openScans(tx.orm, { farm, wiki: id }, entries);
  });
}
