import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database, Sql } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { decodeUrl, type UrlColumns } from "../../url-row.ts";
import type { ScanEntry } from "./store-spam-list.ts";

/** URLs of a step of a farm's scan, and pages of one of a wiki's. */
const URLS_PER_STEP = 10_000;
const PAGES_PER_STEP = 500;

interface Scan {
  readonly id: number;
  readonly farm: number;
  readonly wiki: WikiId | null;
  readonly entries: readonly ScanEntry[];
  readonly position: number;
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

type Row = UrlColumns & { readonly id: UrlId };

/** A farm's scan goes over the table of URLs: most of them are its own, and each is looked at once. */
async function farmStep(sql: Sql, scan: Scan, test: ScanTest): Promise<Step> {
  const rows = await sql<Row[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.id > ${scan.position} order by u.id limit ${URLS_PER_STEP}`;
  const hits = await test(scan, rows.map(decodeUrl));
  const ids = rows.flatMap(({ id }, at) => (hits[at] === true ? id : []));
  const { count } = await sql`
    with concerned as materialized (
      select l.wiki_id, l.pageid from page_link l where l.urls && ${ids}::bigint[]
    )
    update page p set needs_update = true from concerned c join wiki w on w.id = c.wiki_id and w.farm = ${scan.farm}
    where p.wiki_id = c.wiki_id and p.pageid = c.pageid and not p.needs_update`;
  const last = rows.at(-1);
  const complete = rows.length < URLS_PER_STEP || last === undefined;
  return { urls: rows.length, marked: count, next: complete ? null : last.id };
}

/** A wiki's scan goes over its pages: most URLs are none of its own. */
async function wikiStep(sql: Sql, scan: Scan, wiki: WikiId, test: ScanTest): Promise<Step> {
  const rows = await sql<(Row & { pageid: number })[]>`
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
      select id, farm, wiki_id as wiki, entries, position from spam_scan order by id limit 1 for update skip locked`;
    if (scan === undefined) return null;
    const { next, ...step } =
      scan.wiki === null ? await farmStep(sql, scan, test) : await wikiStep(sql, scan, scan.wiki, test);
    if (next === null) await sql`delete from spam_scan where id = ${scan.id}`;
    else await sql`update spam_scan set position = ${next} where id = ${scan.id}`;
    return step;
  });
}
