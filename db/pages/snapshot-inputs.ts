import { NOTHING_KNOWN, type UrlFacts } from "../../shared/answer/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { Snapshot } from "../../shared/snapshot/types.ts";
import type { Scope } from "../../shared/spam/types.ts";
import type { Database } from "../connect.ts";
import type { UrlId, WikiId } from "../types.ts";
import { factsOf } from "../urls/facts.ts";

interface Row {
  readonly wikiId: WikiId;
  readonly wiki: string;
  readonly pageid: number;
  readonly title: string;
  readonly namespace: number;
  readonly read: number;
  readonly unwatched: number;
  readonly urls: readonly UrlId[] | null;
}

/** A page of a wiki. */
export interface WikiPage {
  readonly wiki: WikiId;
  readonly pageid: number;
}

const keyOf = ({ wiki, pageid }: WikiPage): string => `${wiki} ${pageid}`;

/** As a relation of `wiki_id` and `pageid`. */
const given = ({ sql }: Database, pages: readonly WikiPage[]) => sql`
  unnest(${pages.map(({ wiki }) => wiki)}::int[], ${pages.map(({ pageid }) => pageid)}::bigint[])
    as given (wiki_id, pageid)`;

/** What lists block on these pages (P1): it is not among their watched URLs, and nothing else is told of it. */
async function spamOf(
  db: Database,
  pages: readonly WikiPage[],
): Promise<ReadonlyMap<string, readonly UrlFacts[]>> {
  const rows = await db.sql<{ wiki: WikiId; pageid: number; url: string; spam: Scope }[]>`
    select s.wiki_id as wiki, s.pageid, s.url, s.list as spam
    from ${given(db, pages)} join spam_use s using (wiki_id, pageid) order by s.wiki_id, s.pageid, s.url`;
  const byPage = Map.groupBy(rows, keyOf);
  return new Map(
    [...byPage].map(([page, uses]) => [
      page,
      uses.map(({ url, spam }): UrlFacts => ({ ...NOTHING_KNOWN, url, spam })),
    ]),
  );
}

/** Which of these URLs, watched on some page of some wiki, are blocked on another page of this one. */
async function blockedOf(
  { sql }: Database,
  wikis: readonly WikiId[],
  ids: readonly UrlId[],
): Promise<ReadonlyMap<string, Scope>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ wiki: WikiId; id: UrlId; spam: Scope }[]>`
    select s.wiki_id as wiki, u.id, min(s.list) as spam from url u join spam_use s on s.key = u.key
    where u.id = any(${[...ids]}::bigint[]) and s.wiki_id = any(${[...wikis]}::int[]) group by 1, 2`;
  return new Map(rows.map(({ wiki, id, spam }) => [`${wiki} ${id}`, spam]));
}

/** The snapshots of these pages as the database has them now; pages not watched, or never read, are left out. */
export async function snapshotInputs(db: Database, pages: readonly WikiPage[]): Promise<Snapshot[]> {
  const rows = await db.sql<Row[]>`
    select p.wiki_id as "wikiId", w.dbname || '@' || f.name as wiki, p.pageid, p.title, p.namespace,
      p.links_read as read, p.unwatched, l.urls
    from ${given(db, pages)} join page p using (wiki_id, pageid)
      join wiki w on w.id = p.wiki_id join farm f on f.code = w.farm
      left join page_link l on l.wiki_id = p.wiki_id and l.pageid = p.pageid
    where p.links_read >= 0
    order by p.wiki_id, p.pageid`;
  const ids = [...new Set(rows.flatMap(({ urls }) => urls ?? []))];
  const wikis = [...new Set(rows.map(({ wikiId }) => wikiId))];
  const [facts, spam, blocked] = await Promise.all([
    factsOf(db, null, ids),
    spamOf(db, pages),
    blockedOf(db, wikis, ids),
  ]);
  return rows.map(({ wikiId, wiki, pageid, title, namespace, read, unwatched, urls }) => {
    const watched = (urls ?? []).flatMap((id): UrlFacts[] => {
      const known = facts.get(id);
      return known === undefined ? [] : [{ ...known, spam: blocked.get(`${wikiId} ${id}`) ?? null }];
    });
    const blockedHere = spam.get(keyOf({ wiki: wikiId, pageid })) ?? [];
    return {
      wiki,
      pageid,
      title,
      namespace,
      asOf: asDay(read),
      urls: [...watched, ...blockedHere],
      unwatched,
    };
  });
}

/** The ids of all pages of a wiki that have a snapshot, ascending from the one after `start`, in batches. */
export async function* allPages(
  db: Database,
  wiki: WikiId,
  batch = 500,
  start = 0,
): AsyncGenerator<number[]> {
  let after = start;
  for (;;) {
    const rows = await db.sql<{ pageid: number }[]>`
      select pageid from page where wiki_id = ${wiki} and pageid > ${after} and links_read >= 0
      order by pageid limit ${batch}`;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.pageid;
    yield rows.map(({ pageid }) => pageid);
  }
}

/** How many pages of a wiki have a snapshot. */
export async function countPages({ sql }: Database, wiki: WikiId): Promise<number> {
  const [row] = await sql<{ pages: number }[]>`
    select count(*)::int as pages from page where wiki_id = ${wiki} and links_read >= 0`;
  return row?.pages ?? 0;
}

/** Which of these pages have a snapshot. */
export async function watchedOf(
  { sql }: Database,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ pageid: number }[]>`
    select pageid from page
    where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) and links_read >= 0`;
  return new Set(rows.map(({ pageid }) => pageid));
}
