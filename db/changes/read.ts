import { and, asc, sql } from "drizzle-orm";
import { EVENT_PAGES_MAX } from "../../shared/protocol/feed.ts";
import { batchOf } from "../batch.ts";
import type { Database } from "../connect.ts";
import { forbidScans, usersOf } from "../pages/users.ts";
import { change } from "../schema/index.ts";
import { arrayOf, evaluate } from "../statement.ts";
import type { Change, Position, UrlId, WikiId } from "../types.ts";
import { payloadFault } from "./payload.ts";

export interface ChangeBatch {
  readonly changes: readonly Change[];
  /** Where to go on: that of the last change, or the one given when there is none. */
  readonly next: Position;
  /** There are no more. */
  readonly last: boolean;
}

/** Behind a position, in the order of changes. */
export const isAfter = ({ xid, id }: Position) =>
  sql`(${change.xid}, ${change.id}) > (${xid}::xid8, ${id}::bigint)`;

/** Up to a position: both ends of a range are looked up in the index, where `not isAfter` would only filter. */
export const isUpTo = ({ xid, id }: Position) =>
  sql`(${change.xid}, ${change.id}) <= (${xid}::xid8, ${id}::bigint)`;

/** The oldest transaction that may still write: of all before it, it is settled whether and what they wrote. */
export const settled = sql<string>`pg_snapshot_xmin(pg_current_snapshot())`;

/** The URLs that a change is about, if it is about any; of first results that cannot be read none. */
export function urlsOf(one: Change): readonly UrlId[] {
  if (one.kind === "first-results")
    return payloadFault(one) === null ? (one.payload.urls as readonly UrlId[]) : [];
  return one.url === null ? [] : [one.url];
}

async function readRows(
  { orm }: Database,
  after: Position,
  until: Position | null,
  limit: number,
): Promise<Change[]> {
  const end = until === null ? settled : sql`${until.xid}::xid8`;
  const rows = await orm
    .select()
    .from(change)
    .where(and(isAfter(after), sql`${change.xid} < ${end}`))
    .orderBy(asc(change.xid), asc(change.id))
    .limit(limit);
  return rows.map(
    ({ xid, id, at, day, kind, urlId, wikiId, pageid, payload }) =>
      ({
        position: { xid, id },
        atMs: at,
        day,
        kind,
        url: urlId,
        page: wikiId === null || pageid === null ? null : { wiki: wikiId, pageid },
        ...(wikiId !== null && pageid === null && { wiki: wikiId }),
        payload,
      }) as Change,
  );
}

/** Rows that are read at first, and then twice as many each time: one of first results has up to a thousand URLs. */
const ROWS = 50;

/**
 * The changes after a position, in their order, at most `limit`, but one at least: each URL of first results counts as one. Only below the oldest
 * transaction that still runs, so nothing that commits late is skipped (design 6). `until`: a head position of before, which is the next position when
 * there are no more changes below it.
 */
export async function readChanges(
  db: Database,
  after: Position,
  limit: number,
  until: Position | null = null,
): Promise<ChangeBatch> {
  const changes: Change[] = [];
  let next = after;
  let room = limit;
  for (let rows = ROWS; room > 0; rows *= 2) {
    const count = Math.min(rows, room);
    const found = await readRows(db, next, until, count);
    for (const one of found) {
      const urls = Math.max(1, urlsOf(one).length);
      if (urls > room && changes.length > 0) return { changes, next, last: false };
      changes.push(one);
      room -= urls;
      next = one.position;
    }
    if (found.length < count) return { changes, next: until ?? next, last: true };
  }
  return { changes, next, last: false };
}

/** A change as it concerns a wiki. */
export interface WikiChange {
  readonly change: Change;
  /** Pages that it concerns, ascending; of those of a URL the first EVENT_PAGES_MAX, as they have it now. */
  readonly pages: readonly number[];
  /** How many they are in all. */
  readonly pageCount: number;
}

/** The pages of these wikis that have the URLs: the first of each, and how many they are. URL by URL, as concernedPages. */
function usesOf(db: Database, urls: readonly UrlId[], wikis: readonly WikiId[], pagesMax: number) {
  return db.transaction(async ({ orm }) => {
    await forbidScans(orm);
    const given = batchOf("given", change.urlId, urls);
    const { rows, wiki, pageid } = usersOf(orm, given.value);
    // Numbered and counted one after the other: to gather all pages of a URL that millions have took as much memory.
    const uses = orm
      .select({
        url: sql<UrlId>`${given.value}`.as("url"),
        wiki: sql<WikiId>`${wiki}`.as("wiki_id"),
        pageid: sql<number>`${pageid}`.as("page"),
        place: sql<number>`row_number() over (partition by ${given.value}, ${wiki} order by ${pageid})`.as(
          "place",
        ),
      })
      .from(given.rows)
      .crossJoinLateral(rows)
      .where(sql`${wiki} = any(${arrayOf(change.wikiId, wikis)})`)
      .as("uses");
    return await orm
      .select({
        url: uses.url,
        wiki: uses.wiki,
        pages: sql<
          number[]
        >`array_agg(${uses.pageid} order by ${uses.place}) filter (where ${uses.place} <= ${pagesMax})`,
        count: sql<number>`max(${uses.place})::int`,
      })
      .from(uses)
      .groupBy(uses.url, uses.wiki);
  });
}

/** The changes that concern these wikis (D2), for each in their order; wikis that none concerns are left out. */
export async function changesOfWikis(
  db: Database,
  changes: readonly Change[],
  wikis: readonly WikiId[],
  pagesMax = EVENT_PAGES_MAX,
): Promise<ReadonlyMap<WikiId, readonly WikiChange[]>> {
  const urls = [...new Set(changes.flatMap(({ url }) => url ?? []))];
  const ofUrl = Map.groupBy(await usesOf(db, urls, wikis, pagesMax), ({ url }) => url);
  const asked = new Set(wikis);
  const concerned = changes.flatMap((one): { wiki: WikiId; shown: WikiChange }[] => {
    const { url, page } = one;
    if (one.kind === "site-relaunched") {
      const { pages, pageCount } = one.payload;
      const { wiki } = one;
      return wiki !== undefined && asked.has(wiki)
        ? [{ wiki, shown: { change: one, pages, pageCount } }]
        : [];
    }
    if (page !== null)
      return asked.has(page.wiki)
        ? [{ wiki: page.wiki, shown: { change: one, pages: [page.pageid], pageCount: 1 } }]
        : [];
    const uses = url === null ? [] : (ofUrl.get(url) ?? []);
    return uses.map(({ wiki, pages, count }) => ({ wiki, shown: { change: one, pages, pageCount: count } }));
  });
  const byWiki = Map.groupBy(concerned, ({ wiki }) => wiki);
  return new Map([...byWiki].map(([wiki, those]) => [wiki, those.map(({ shown }) => shown)]));
}

/**
 * A position before which every change is settled: take it, then export all pages, then go on from it, and nothing
 * is missed in between.
 */
export async function headPosition({ orm }: Database): Promise<Position> {
  const { xid } = await evaluate(orm, { xid: settled });
  return { xid, id: 0 };
}
