import { listed } from "../changes/published.ts";
import { CHANGE_LISTED_MAX, type PageLinksChange } from "../changes/types.ts";
import type { Database, Sql } from "../connect.ts";
import { storableJson } from "../text.ts";
import type { Json, PageRef, UrlId, WikiId } from "../types.ts";
import { decodeUrl, type UrlColumns } from "../urls/row.ts";
import type { FeedLease } from "../wikis/feeding.ts";
import { type SpamNews, toldSpam } from "./spam.ts";

/** Of one wiki, waiting: a feeder is through with them in some quarter of an hour. */
export const OPEN_NEWS_MAX = 100_000;

export interface QueuedNews {
  /** How many pages were put into the queue, or told again while they waited. */
  readonly queued: number;
  /** How many found it full. */
  readonly dropped: number;
}

/**
 * Pages of which the wiki itself told something new (F4): an edit, a deletion, a move. Each waits once, however often it
 * is told, and is read again the same day when it is told again after it was read. The feeder decides by the criteria (F5):
 * what it does not watch leaves no trace. What finds `openMax` rows waiting is dropped: a source that cannot come back to
 * it leaves it to the wiki's recent changes, whose reader waits for room.
 */
export async function queueNews(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
  openMax = OPEN_NEWS_MAX,
): Promise<QueuedNews> {
  const ids = [...new Set(pageids)].sort((a, b) => a - b);
  if (ids.length === 0) return { queued: 0, dropped: 0 };
  return db.transaction(async ({ sql }) => {
    const [row] = await sql<QueuedNews[]>`
      with given as materialized (
        select pageid, exists (select 1 from changed_page n where n.wiki_id = ${wiki} and n.pageid = g.pageid) as waits
        from unnest(${ids}::bigint[]) as g (pageid)
      ), room as materialized (
        select greatest(0, ${openMax}::int - count(*)::int) as rows from (
          select 1 from changed_page where wiki_id = ${wiki} limit ${openMax}) as open
      ), taken_in as materialized (
        select pageid from given where waits
        union all
        (select pageid from given where not waits order by pageid limit (select rows from room))
      ), queued as (
        insert into changed_page as n (wiki_id, pageid) select ${wiki}::int, pageid from taken_in order by pageid
        on conflict (wiki_id, pageid) do update set times = n.times % 2000000000 + 1
        returning 1
      )
      select (select count(*)::int from queued) as queued,
        ((select count(*) from given) - (select count(*) from taken_in))::int as dropped`;
    return row ?? { queued: 0, dropped: 0 };
  });
}

/** A page of which the wiki told something new, as it stands in the queue. */
export interface News {
  readonly pageid: number;
  readonly no: number;
  readonly times: number;
}

/** Those that wait longest (F4). They stay in the queue until `finishNews`, so a feeder that dies with them loses none. */
export async function nextNews(db: Database, wiki: WikiId, limit: number): Promise<News[]> {
  const rows = await db.sql<News[]>`
    select pageid, no, times from changed_page where wiki_id = ${wiki} order by no limit ${limit}`;
  return [...rows];
}

/** Pages that were read: they leave the queue, but for those of which something new was told meanwhile. */
export function finishNews(db: Database, wiki: WikiId, news: readonly News[]): Promise<void> {
  return db.transaction(async ({ sql }) => {
    await sql`
      with locked as materialized (
        select n.pageid from changed_page n join unnest(
          ${news.map(({ pageid }) => pageid)}::bigint[], ${news.map(({ no }) => no)}::bigint[],
          ${news.map(({ times }) => times)}::int[]) as read (pageid, no, times)
          on n.pageid = read.pageid and n.no = read.no and n.times = read.times
        where n.wiki_id = ${wiki} order by n.pageid for update of n
      )
      delete from changed_page n using locked where n.wiki_id = ${wiki} and n.pageid = locked.pageid`;
  });
}

/** How a page's links differ from those that are stored. */
export interface LinkNews {
  readonly added: readonly UrlId[];
  readonly removed: readonly UrlId[];
  /** null: the same are blocked. */
  readonly blocked: SpamNews | null;
  /** It has more or fewer links than before that are not watched. */
  readonly recounted: boolean;
}

/** URLs as a change row lists them, of as many as it has room for. */
export async function listedUrls(sql: Sql, ids: readonly UrlId[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql<UrlColumns[]>`
    select u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.id = any(${ids.slice(0, CHANGE_LISTED_MAX)}::bigint[])`;
  return listed(rows.map(decodeUrl), String);
}

/** What a reader would be told anew of a page; null: nothing. The wiki's name is left to the statement that writes it. */
export async function pageNews(
  sql: Sql,
  page: PageRef,
  before: Pick<PageRef, "title" | "namespace"> & { readonly read: number },
  { added, removed, blocked, recounted }: LinkNews,
): Promise<Omit<PageLinksChange, "wiki"> | null> {
  const came = before.read < 0;
  const moved = before.title !== page.title || before.namespace !== page.namespace;
  if (!came && !moved && added.length + removed.length === 0 && blocked === null && !recounted) return null;
  return {
    title: page.title,
    namespace: page.namespace,
    came,
    added: added.length,
    removed: removed.length,
    ...(moved && !came && { before: before.title }),
    urls: {
      came: came ? [] : await listedUrls(sql, added),
      gone: await listedUrls(sql, removed),
    },
    ...(blocked !== null && { spam: { uses: blocked.uses, ...toldSpam(blocked) } }),
  };
}

/**
 * When the wiki's changes are read next (F4), by the feeder's clock; not while another feeder has the wiki, nor when a
 * stream's event made them due anew since the feeder read `seenMs`. `pause`: the wiki refused, or had trouble; no event
 * makes them due before that, neither one that came meanwhile nor one that comes.
 */
export async function postponeChanges(
  db: Database,
  { wiki, token }: FeedLease,
  { dueMs, seenMs, pause }: { readonly dueMs: number; readonly seenMs: number; readonly pause: boolean },
): Promise<void> {
  await db.sql`
    update wiki set changes_due_at = to_timestamp(${dueMs}::float8 / 1000),
      changes_not_before = case when ${pause} then to_timestamp(${dueMs}::float8 / 1000) else 'epoch' end
    where id = ${wiki} and feed_token = ${token}
      and (${pause} or (extract(epoch from changes_due_at) * 1000)::float8 = ${seenMs}::float8)`;
}

export interface ChangesState {
  /** How far the wiki's changes are known, by its clock, in milliseconds since 1970. */
  readonly atMs: number;
  readonly place: Json;
  /** Pages that those changes concern. */
  readonly pageids: readonly number[];
}

/**
 * Stores the position together with what it told (F4): a feeder that dies tells it again or has told it. `full`: there is
 * no room for all of it, and the position stayed; `lost`: another feeder has the wiki by now, and nothing was written.
 */
export function storeChanges(
  db: Database,
  lease: FeedLease,
  { atMs, place, pageids }: ChangesState,
): Promise<"stored" | "full" | "lost"> {
  return db.transaction(async (tx) => {
    const [held] = await tx.sql`
      select 1 from wiki where id = ${lease.wiki} and feed_token = ${lease.token} for no key update`;
    if (held === undefined) return "lost";
    const { dropped } = await queueNews(tx, lease.wiki, pageids);
    if (dropped > 0) return "full";
    await tx.sql`
      update wiki set changes_at = to_timestamp(${atMs}::float8 / 1000), changes_cursor = ${storableJson(place)}::text::jsonb
      where id = ${lease.wiki}`;
    return "stored";
  });
}
