import type { Database, Sql } from "../connect.ts";
import type { PageRef, WikiId } from "../types.ts";

export interface PageBatch {
  /** The rows of the batch, for `deletePageBatches`. */
  readonly nos: readonly number[];
  /** Pages that are to be read; none: all were read by another way. */
  readonly pageids: readonly number[];
}

/** Rows looked at together, as a tree's categories are often small. */
const ROWS_MAX = 50;

interface From {
  /** The row after which it begins; 0: the first. */
  readonly after: number;
  /** Pages that are being read just now, by an earlier row. */
  readonly busy: readonly number[];
}

/** The next pages that the first run listed (F3); null: there are none. */
export async function nextPageBatch(
  db: Database,
  wiki: WikiId,
  limit: number,
  { after, busy }: From = { after: 0, busy: [] },
): Promise<PageBatch | null> {
  const rows = await db.sql<{ no: number; pageids: number[] }[]>`
    select b.no, coalesce(array_agg(p.pageid) filter (where p.pageid is not null), '{}') as pageids
    from (
      select no, pass, pageids, sum(cardinality(pageids)) over (order by no) as upto,
        row_number() over (order by no) as place
      from (
        select * from page_batch where wiki_id = ${wiki} and no > ${after} order by no limit ${ROWS_MAX}
      ) as next
    ) as b
    left join lateral unnest(b.pageids) as listed (id) on true
    left join page p on p.wiki_id = ${wiki} and p.pageid = listed.id and p.pass < b.pass
      and p.pageid <> all(${[...busy]}::bigint[])
    where b.upto <= ${limit} or b.place = 1
    group by b.no order by b.no`;
  if (rows.length === 0) return null;
  const ids = new Set(rows.flatMap(({ pageids }) => pageids));
  return { nos: rows.map(({ no }) => no), pageids: [...ids].sort((a, b) => a - b) };
}

export interface MarkedPage extends PageRef {
  /** Day on which its links were last read; -1: never. */
  readonly linksRead: number;
}

/**
 * The next pages of the second run (F3), those first whose links were read longest ago or never (F7), then by page id;
 * `after`: beyond this one.
 */
export async function pagesNeedingUpdate(
  db: Database,
  wiki: WikiId,
  limit: number,
  after: Pick<MarkedPage, "linksRead" | "pageid"> | null = null,
): Promise<MarkedPage[]> {
  const rows = await db.sql<MarkedPage[]>`
    select pageid, title, namespace, marked_read as "linksRead" from page
    where wiki_id = ${wiki} and needs_update and (marked_read, pageid) > (${after?.linksRead ?? -2}, ${after?.pageid ?? 0})
    order by marked_read, pageid limit ${limit}`;
  return [...rows];
}

/**
 * The pages that have these titles, as of when they were read last; of several that had one, the one that was read last. No
 * redirects, as what they lead to is not known here; where it is not known whether a page is one, those that have a link are none.
 */
export async function titledPages(
  { sql }: Database,
  wiki: WikiId,
  titles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ title: string; pageid: number }[]>`${titledSelect(sql, wiki, titles)}`;
  return new Map(rows.map(({ title, pageid }) => [title, pageid]));
}

/** For the test of its plan, too. */
export const titledSelect = (sql: Sql, wiki: WikiId, titles: readonly string[]) => sql`
    select given.title, found.pageid from unnest(${[...titles]}::text[]) as given (title)
    cross join lateral (
      select p.pageid from page p
      where p.wiki_id = ${wiki} and hashtext(p.title) = hashtext(given.title) and p.title = given.title
        and (p.redirect = false or p.redirect is null and exists (select from page_link l where l.wiki_id = p.wiki_id and l.pageid = p.pageid and l.urls <> '{}'))
      order by p.links_read desc, p.pageid desc limit 1
    ) found`;
