import { candidatesOf } from "../../../shared/spam/candidates.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database, Sql } from "../../connect.ts";
import { storableJson } from "../../text.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { decodeUrl } from "../../url-row.ts";
import { type UrlRow, urlsWith } from "./scan-candidates.ts";
import type { ScanEntry } from "./store-spam-list.ts";

/** Of one step, a transaction of some seconds: entries that are looked up, URLs that they may find, ids that are gone over, pages. */
const ENTRIES_PER_STEP = 100;
const FOUND_PER_STEP = 20_000;
const IDS_PER_STEP = 20_000;
const PAGES_PER_STEP = 500;
/** Ids of a range that one feeder goes over. */
const IDS_PER_RANGE = 5_000_000;
/** URLs whose pages are marked by one statement. */
const MARKED_AT_ONCE = 1_000;

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
}

/** Marks the pages of the wiki, or of the farm's wikis, that have these URLs. */
async function mark(sql: Sql, { farm, wiki }: Scan, ids: readonly UrlId[]): Promise<number> {
  let marked = 0;
  for (let at = 0; at < ids.length; at += MARKED_AT_ONCE) {
    const { count } = await sql`
      with concerned as materialized (
        select l.wiki_id, l.pageid from page_link l where l.urls && ${ids.slice(at, at + MARKED_AT_ONCE)}::bigint[]
      )
      update page p set needs_update = true from concerned c join wiki w on w.id = c.wiki_id and w.farm = ${farm}
      where p.wiki_id = c.wiki_id and p.pageid = c.pageid and not p.needs_update
        and (w.id = ${wiki}::int or ${wiki}::int is null)`;
    marked += count;
  }
  return marked;
}

async function markHits(sql: Sql, scan: Scan, rows: readonly UrlRow[], test: ScanTest): Promise<number> {
  const hits = await test(scan, rows.map(decodeUrl));
  return mark(
    sql,
    scan,
    rows.flatMap(({ id }, at) => (hits[at] === true ? id : [])),
  );
}

/** Entries with a text to look for: only what has that text is looked at. The others are left to wide scans. */
async function lookUpStep(sql: Sql, scan: Scan, test: ScanTest): Promise<Step> {
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
  await insertWide(sql, scan, wide);
  const marked = await markHits(sql, scan, [...rows.values()], test);
  return { urls: rows.size, marked, next: place < scan.entries.length ? place : null };
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
    if (candidates?.kind === "literals") words.push(...candidates.literals);
    else if (candidates?.words) words.push(...candidates.words);
    else return null;
  }
  return words;
}

/** A farm's entries that no text tells go over a range of the table of URLs. */
async function farmStep(sql: Sql, scan: Scan, test: ScanTest): Promise<Step> {
  const upto = Math.min(scan.position + IDS_PER_STEP, scan.until ?? 0);
  const patterns = wordsOf(scan.entries)?.map((word) => `%${word.replaceAll("_", "\\_")}%`) ?? null;
  const rows = await sql<UrlRow[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.id > ${scan.position} and u.id <= ${upto} and (${patterns}::text[] is null
      or h.name || ' ' || u.port || lower(u.path collate "C") like any (${patterns}::text[]))`;
  const marked = await markHits(sql, scan, rows, test);
  return { urls: rows.length, marked, next: upto < (scan.until ?? 0) ? upto : null };
}

/** A wiki's go over its pages. */
async function wikiStep(sql: Sql, scan: Scan, wiki: WikiId, test: ScanTest): Promise<Step> {
  const rows = await sql<(UrlRow & { pageid: number })[]>`
    select l.pageid, u.id, u.scheme, h.name as host, u.port, u.path
    from (
      select pageid, urls from page_link where wiki_id = ${wiki} and pageid > ${scan.position}
      order by pageid limit ${PAGES_PER_STEP}
    ) l left join url u on u.id = any(l.urls) left join host h on h.id = u.host_id
    order by l.pageid`;
  const known = rows.filter(({ id }) => id !== null);
  const hits = await test(scan, known.map(decodeUrl));
  const pageids = [...new Set(known.flatMap(({ pageid }, at) => (hits[at] === true ? pageid : [])))];
  const { count } = await sql`
    update page set needs_update = true
    where wiki_id = ${wiki} and pageid = any(${pageids}::bigint[]) and not needs_update`;
  return { urls: known.length, marked: count, next: rows.at(-1)?.pageid ?? null };
}

/**
 * One step of one open scan that no other feeder is at; null: there is none. A step is a transaction: a crash repeats it.
 */
export function advanceScan(db: Database, test: ScanTest): Promise<ScanStep | null> {
  return db.transaction(async ({ sql }) => {
    const [scan] = await sql<Scan[]>`
      select id, farm, wiki_id as wiki, entries, wide, position, until from spam_scan
      order by wide, id limit 1 for update skip locked`;
    if (scan === undefined) return null;
    const { next, ...step } = await stepOf(sql, scan, test);
    if (next === null) await sql`delete from spam_scan where id = ${scan.id}`;
    else await sql`update spam_scan set position = ${next} where id = ${scan.id}`;
    return step;
  });
}

function stepOf(sql: Sql, scan: Scan, test: ScanTest): Promise<Step> {
  if (!scan.wide) return lookUpStep(sql, scan, test);
  return scan.wiki === null ? farmStep(sql, scan, test) : wikiStep(sql, scan, scan.wiki, test);
}
