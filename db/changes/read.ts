import { asDay } from "../../shared/calendar/day.ts";
import { EVENT_PAGES_MAX } from "../../shared/protocol/feed.ts";
import type { Database } from "../connect.ts";
import type { Change, ChangeKind, Position, UrlId, WikiId } from "../types.ts";

export interface ChangeBatch {
  readonly changes: readonly Change[];
  /** Where to go on: that of the last change, or the one given when there is none. */
  readonly next: Position;
}

interface Row {
  readonly xid: string;
  readonly id: number;
  readonly atMs: number;
  readonly day: number;
  readonly kind: ChangeKind;
  readonly urlId: UrlId | null;
  readonly wikiId: WikiId | null;
  readonly pageid: number | null;
  readonly payload: Change["payload"];
}

/**
 * The changes after a position, in their order, at most `limit`. Only below the oldest transaction that still runs:
 * of all these it is settled whether and what they wrote, so nothing that commits late is skipped (design 6). `until`: a head
 * position of before, which is the next place when there are no more changes below it.
 */
export async function readChanges(
  db: Database,
  after: Position,
  limit: number,
  until: Position | null = null,
): Promise<ChangeBatch> {
  const rows = await db.sql<Row[]>`
    select xid::text as xid, id, (extract(epoch from at) * 1000)::float8 as "atMs", day, kind,
      url_id as "urlId", wiki_id as "wikiId", pageid, payload
    from change
    where (xid, id) > (${after.xid}::xid8, ${after.id}::bigint) and xid < coalesce(${until?.xid ?? null}::xid8, pg_snapshot_xmin(pg_current_snapshot()))
    order by change.xid, change.id limit ${limit}`;
  const changes = rows.map(
    ({ xid, id, atMs, day, kind, urlId, wikiId, pageid, payload }) =>
      ({
        position: { xid, id },
        atMs,
        day: asDay(day),
        kind,
        url: urlId,
        page: wikiId === null || pageid === null ? null : { wiki: wikiId, pageid },
        payload,
      }) as Change,
  );
  const last = changes.at(-1)?.position ?? after;
  return { changes, next: until !== null && changes.length < limit ? until : last };
}

/** A change as it concerns a wiki. */
export interface WikiChange {
  readonly change: Change;
  /** Pages that it concerns, ascending; of those of a URL the first EVENT_PAGES_MAX, as they have it now. */
  readonly pages: readonly number[];
  /** How many they are in all. */
  readonly pageCount: number;
}

interface UrlPages {
  readonly url: UrlId;
  readonly wiki: WikiId;
  readonly pages: readonly number[];
  readonly count: number;
}

/** The changes that concern these wikis (D2), for each in their order; wikis that none concerns are left out. */
export async function changesOfWikis(
  { sql }: Database,
  changes: readonly Change[],
  wikis: readonly WikiId[],
  pagesMax = EVENT_PAGES_MAX,
): Promise<ReadonlyMap<WikiId, readonly WikiChange[]>> {
  const urls = [...new Set(changes.flatMap(({ url }) => url ?? []))];
  // Numbered and counted one after the other: to gather all pages of a URL that millions have took as much memory.
  const rows = await sql<UrlPages[]>`
    select url, wiki, array_agg(pageid order by place) filter (where place <= ${pagesMax}) as pages, max(place)::int as count
    from (
      select given.url, l.wiki_id as wiki, l.pageid,
        row_number() over (partition by given.url, l.wiki_id order by l.pageid) as place
      from page_link l cross join lateral unnest(l.urls) as used (url)
        join unnest(${urls}::bigint[]) as given (url) on given.url = used.url
      where l.urls && ${urls}::bigint[] and l.wiki_id = any(${[...wikis]}::int[])
    ) as uses
    group by url, wiki`;
  const ofUrl = Map.groupBy(rows, ({ url }) => url);
  const asked = new Set(wikis);
  const concerned = changes.flatMap((change): { wiki: WikiId; told: WikiChange }[] => {
    const { url, page } = change;
    if (page !== null)
      return asked.has(page.wiki)
        ? [{ wiki: page.wiki, told: { change, pages: [page.pageid], pageCount: 1 } }]
        : [];
    const uses = url === null ? [] : (ofUrl.get(url) ?? []);
    return uses.map(({ wiki, pages, count }) => ({ wiki, told: { change, pages, pageCount: count } }));
  });
  const byWiki = Map.groupBy(concerned, ({ wiki }) => wiki);
  return new Map([...byWiki].map(([wiki, those]) => [wiki, those.map(({ told }) => told)]));
}

/**
 * A position before which every change is settled: take it, then export all pages, then go on from it, and nothing
 * is missed in between.
 */
export async function headPosition({ sql }: Database): Promise<Position> {
  const [row] = await sql<{ xid: string }[]>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`;
  if (row === undefined) throw new Error("no row from a select without a table");
  return { xid: row.xid, id: 0 };
}
