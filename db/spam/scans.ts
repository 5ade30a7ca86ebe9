import { candidatesOf, inPunycode, trigramsOf } from "../../shared/spam/literals.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, Sql } from "../connect.ts";
import { judgeAgain } from "../people/replacements.ts";
import { storableJson } from "../text.ts";
import type { UrlId, WikiId } from "../types.ts";
import { decodeUrl, type UrlColumns } from "../urls/row.ts";
import type { ScanEntry } from "./lists.ts";

/** What stands in more hosts or URLs than this is no text to look for: going over all URLs is as good. */
const HOSTS_MAX = 20_000;
const URLS_MAX = 100_000;
/** Of a text so many of its trigrams are looked up, evenly spread: each costs, and few find other hosts than all. */
const TRIGRAMS_MAX = 6;

export type UrlRow = UrlColumns & { readonly id: UrlId };

/** URLs that have a text of host characters in their host, or behind `//` in their path; null: too many. */
export async function urlsWith(
  sql: Sql,
  literal: string,
  { nested }: { readonly nested: boolean },
): Promise<UrlRow[] | null> {
  const trigrams = someTrigrams(literal);
  const punycode = inPunycode(literal);
  const found = await sql<{ id: number; name: string }[]>`
    select id, name from host where weboid_trigrams(name) @> ${trigrams}::int[]
    ${punycode === null ? sql`` : sql`or weboid_trigrams(name) @> ${someTrigrams(punycode)}::int[]`}
    limit ${HOSTS_MAX + 1}`;
  if (found.length > HOSTS_MAX) return null;
  // The three characters may stand apart from each other.
  const has = (name: string) => name.includes(literal) || (punycode !== null && name.includes(punycode));
  const hosts = found.flatMap(({ id, name }) => (has(name) ? id : []));
  const urls = hosts.length === 0 ? [] : await urlsOf(sql, hosts);
  if (urls.length > URLS_MAX || !nested) return urls.length > URLS_MAX ? null : urls;
  const inPaths = await sql<UrlRow[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.path like '%//%' and weboid_nested(u.path) @> ${trigrams}::int[] limit ${URLS_MAX + 1}`;
  return inPaths.length > URLS_MAX ? null : [...urls, ...inPaths];
}

function someTrigrams(literal: string): number[] {
  const all = trigramsOf(literal);
  const every = Math.ceil(all.length / TRIGRAMS_MAX);
  return all.filter((_, at) => at % every === 0);
}

async function urlsOf(sql: Sql, hosts: readonly number[]): Promise<UrlRow[]> {
  const rows = await sql<UrlRow[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.host_id = any(${[...hosts]}::int[]) limit ${URLS_MAX + 1}`;
  return [...rows];
}

/** Of one step, some seconds unless lines are slow: entries that are looked up, URLs that they may find, ids that are gone over, pages. */
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

interface Scan {
  readonly id: number;
  readonly farm: number;
  readonly wiki: WikiId | null;
  readonly entries: readonly ScanEntry[];
  readonly wide: boolean;
  readonly position: number;
  readonly until: number | null;
}

/** Which of the URLs an entry of the scan may concern. */
export type ScanTest = (
  scan: Pick<Scan, "id" | "entries">,
  urls: readonly NormalisedUrl[],
) => Promise<readonly boolean[]>;

export interface ScanStep {
  readonly urls: number;
  /** Pages that are now marked to be read again. */
  readonly marked: number;
}

interface Step extends ScanStep {
  /** Where it goes on; null: everything was seen. */
  readonly next: number | null;
  /** Entries that wide scans are to look for. */
  readonly wide?: readonly ScanEntry[];
}

/**
 * Marks the pages of the wiki, or of the farm's wikis, that have these URLs, in transactions that hold nobody up: done again
 * after a crash it does no harm.
 */
async function mark(db: Database, { farm, wiki }: Scan, ids: readonly UrlId[]): Promise<number> {
  let marked = 0;
  for (let at = 0; at < ids.length; at += MARKED_AT_ONCE)
    marked += await db.transaction(async ({ sql }) => {
      const { count } = await sql`
        with concerned as materialized (
          select l.wiki_id, l.pageid from page_link l where l.urls && ${ids.slice(at, at + MARKED_AT_ONCE)}::bigint[]
        ), locked as materialized (
          select p.wiki_id, p.pageid from concerned c join wiki w on w.id = c.wiki_id and w.farm = ${farm}
          join page p on p.wiki_id = c.wiki_id and p.pageid = c.pageid
          where not p.needs_update and (w.id = ${wiki}::int or ${wiki}::int is null)
          order by p.wiki_id, p.pageid for no key update of p
        )
        update page p set needs_update = true from locked l where p.wiki_id = l.wiki_id and p.pageid = l.pageid`;
      return count;
    });
  return marked;
}

async function hitsOf(scan: Scan, rows: readonly UrlRow[], test: ScanTest): Promise<UrlId[]> {
  const hits = await test(scan, rows.map(decodeUrl));
  return rows.flatMap(({ id }, at) => (hits[at] === true ? id : []));
}

/** Entries with a text to look for: only what has that text is looked at. The others are left to wide scans. */
async function lookUpStep(db: Database, scan: Scan, test: ScanTest): Promise<Step> {
  // What people proposed may be blocked now, too (H5).
  if (scan.position === 0) await judgeAgain(db, (urls) => test(scan, urls));
  const { rows, wide, place } = await db.transaction(({ sql }) => lookUp(sql, scan));
  const marked = await mark(db, scan, await hitsOf(scan, rows, test));
  return { urls: rows.length, marked, next: place < scan.entries.length ? place : null, wide };
}

async function lookUp(
  sql: Sql,
  scan: Scan,
): Promise<{ readonly rows: UrlRow[]; readonly wide: ScanEntry[]; readonly place: number }> {
  await sql`select set_config('enable_seqscan', 'off', true)`;
  const rows = new Map<UrlId, UrlRow>();
  const wide: ScanEntry[] = [];
  let place = scan.position;
  const end = Math.min(scan.entries.length, place + ENTRIES_PER_STEP);
  for (; place < end && rows.size < FOUND_PER_STEP; place++) {
    const entry = scan.entries[place];
    const candidates = entry === undefined ? null : candidatesOf(entry);
    if (entry === undefined || candidates === null) continue;
    const found = candidates.kind === "all" ? null : await allWith(sql, candidates);
    if (found === null) wide.push(entry);
    else for (const row of found) rows.set(row.id, row);
  }
  return { rows: [...rows.values()], wide, place };
}

async function allWith(
  sql: Sql,
  { literals, nested }: { readonly literals: readonly string[]; readonly nested: boolean },
): Promise<UrlRow[] | null> {
  const all: UrlRow[] = [];
  for (const literal of literals) {
    const found = await urlsWith(sql, literal, { nested });
    if (found === null) return null;
    all.push(...found);
  }
  return all;
}

/** Of a farm by ranges of ids, which feeders share; of a wiki by its pages, as most URLs are none of its own. */
async function insertWide(sql: Sql, { farm, wiki }: Scan, entries: readonly ScanEntry[]): Promise<void> {
  // Those that a word tells are not held up by those that every URL has to be tried on.
  const [told, untold] = [
    entries.filter((entry) => wordsOf([entry]) !== null),
    entries.filter((entry) => wordsOf([entry]) === null),
  ];
  for (const some of [told, untold]) {
    if (some.length === 0) continue;
    const json = storableJson(some.map((entry) => ({ ...entry })));
    if (wiki === null)
      await sql`
        insert into spam_scan (farm, entries, wide, position, until)
        select ${farm}::int, ${json}::text::jsonb, true, start, least(start + ${IDS_PER_RANGE}::int, last)
        from (select last_value as last from url_id_seq) as known,
          generate_series(0, last, ${IDS_PER_RANGE}::int) as start order by start`;
    else
      await sql`
        insert into spam_scan (farm, wiki_id, entries, wide) values (${farm}, ${wiki}, ${json}::text::jsonb, true)`;
  }
}

/** Words of which each URL that the entries match has one; null: an entry has none. */
function wordsOf(entries: readonly ScanEntry[]): readonly string[] | null {
  const words: string[] = [];
  for (const entry of entries) {
    const candidates = candidatesOf(entry);
    if (candidates?.kind === "literals")
      words.push(...candidates.literals.flatMap((literal) => [literal, inPunycode(literal) ?? literal]));
    else if (candidates?.words) words.push(...candidates.words);
    else return null;
  }
  return words;
}

/** A farm's entries that no text tells go over a range of the table of URLs. */
async function farmStep(db: Database, scan: Scan, test: ScanTest): Promise<Step> {
  const upto = Math.min(scan.position + IDS_PER_STEP, scan.until ?? 0);
  const patterns = wordsOf(scan.entries)?.map((word) => `%${word.replaceAll("_", "\\_")}%`) ?? null;
  const rows = await db.sql<UrlRow[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.id > ${scan.position} and u.id <= ${upto} and (${patterns}::text[] is null
      or h.name || ' ' || u.port || lower(u.path collate "C") like any (${patterns}::text[]))`;
  const marked = await mark(db, scan, await hitsOf(scan, rows, test));
  return { urls: rows.length, marked, next: upto < (scan.until ?? 0) ? upto : null };
}

/** A wiki's go over its pages. */
async function wikiStep(db: Database, scan: Scan, wiki: WikiId, test: ScanTest): Promise<Step> {
  const rows = await db.sql<(UrlRow & { pageid: number })[]>`
    select l.pageid, u.id, u.scheme, h.name as host, u.port, u.path
    from (
      select pageid, urls from page_link where wiki_id = ${wiki} and pageid > ${scan.position}
      order by pageid limit ${PAGES_PER_STEP}
    ) l left join url u on u.id = any(l.urls) left join host h on h.id = u.host_id
    order by l.pageid`;
  const known = rows.filter(({ id }) => id !== null);
  const hits = await test(scan, known.map(decodeUrl));
  const pageids = [...new Set(known.flatMap(({ pageid }, at) => (hits[at] === true ? pageid : [])))];
  const marked = await db.transaction(async ({ sql }) => {
    const { count } = await sql`
      with locked as materialized (
        select pageid from page where wiki_id = ${wiki} and pageid = any(${pageids}::bigint[]) and not needs_update
        order by pageid for no key update
      )
      update page p set needs_update = true from locked where p.wiki_id = ${wiki} and p.pageid = locked.pageid`;
    return count;
  });
  return { urls: known.length, marked, next: rows.at(-1)?.pageid ?? null };
}

/**
 * One step of one open scan that no other feeder is at; null: there is none. `session` holds the scan, so that a
 * feeder that dies gives it back at once. URLs are judged outside of transactions, for however long the lines take;
 * a crash repeats the step.
 */
export async function advanceScan(db: Database, session: Database, test: ScanTest): Promise<ScanStep | null> {
  const [held] = await session.sql<{ id: number }[]>`
    select id from (select id from spam_scan order by wide, id limit ${SCANS_LOOKED_AT}) as open
    where pg_try_advisory_lock(${SCAN_LOCKS}::int, id) limit 1`;
  if (held === undefined) return null;
  try {
    // Now: another feeder may have gone on with it, or ended it, before it was ours.
    const [scan] = await db.sql<Scan[]>`
      select id, farm, wiki_id as wiki, entries, wide, position, until from spam_scan where id = ${held.id}`;
    if (scan === undefined) return { urls: 0, marked: 0 };
    const step = await stepOf(db, scan, test);
    await endStep(db, scan, step);
    return { urls: step.urls, marked: step.marked };
  } finally {
    await session.sql`select pg_advisory_unlock(${SCAN_LOCKS}::int, ${held.id}::int)`;
  }
}

/** Writes down how far it came, unless another feeder was as far meanwhile, as ours lost its connection. */
function endStep(db: Database, scan: Scan, { next, wide = [] }: Step): Promise<void> {
  return db.transaction(async ({ sql }) => {
    const [ours] = await sql`
      select 1 from spam_scan where id = ${scan.id} and position = ${scan.position} for update`;
    if (ours === undefined) return;
    await insertWide(sql, scan, wide);
    if (next === null) await sql`delete from spam_scan where id = ${scan.id}`;
    else await sql`update spam_scan set position = ${next} where id = ${scan.id}`;
  });
}

function stepOf(db: Database, scan: Scan, test: ScanTest): Promise<Step> {
  if (!scan.wide) return lookUpStep(db, scan, test);
  return scan.wiki === null ? farmStep(db, scan, test) : wikiStep(db, scan, scan.wiki, test);
}

/** Whether a list's change is still to be tried on known URLs. */
export async function hasScans({ sql }: Database): Promise<boolean> {
  const rows = await sql`select 1 from spam_scan limit 1`;
  return rows.length > 0;
}

/** Each step of a scan reads all of its entries: a whole list in one would cost its length squared. */
const ENTRIES_PER_SCAN = 1_000;

/** Has known URLs of the farm, or of the wiki's pages, tried on these entries. */
export async function openScans(
  sql: Sql,
  { farm, wiki }: { readonly farm: number; readonly wiki: WikiId | null },
  entries: readonly ScanEntry[],
): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_PER_SCAN) {
    const some = entries.slice(at, at + ENTRIES_PER_SCAN).map((entry) => ({ ...entry }));
    await sql`
      insert into spam_scan (farm, wiki_id, entries)
      values (${farm}, ${wiki}::int, ${storableJson(some)}::text::jsonb)`;
  }
}

/** Has a wiki judged anew by its lists as they are: pages with spam are read again, all others' URLs are tried on the entries. */
export async function reviewSpam(
  db: Database,
  { id, farm }: { readonly id: WikiId; readonly farm: number },
  entries: readonly ScanEntry[],
): Promise<void> {
  await db.transaction(async ({ sql }) => {
    await sql`
      with locked as materialized (
        select pageid from page p where p.wiki_id = ${id} and not p.needs_update
          and p.pageid in (select pageid from spam_use where wiki_id = ${id})
        order by pageid for no key update
      )
      update page p set needs_update = true from locked where p.wiki_id = ${id} and p.pageid = locked.pageid`;
    await openScans(sql, { farm, wiki: id }, entries);
  });
}
