import type { ListKind, Scope } from "../../shared/spam/types.ts";
import type { Database, Sql } from "../connect.ts";
import { EXACT_ROWS_MAX, tableRows } from "../status/status.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";
import { openScans } from "./scans.ts";

interface Times {
  readonly nowMs: number;
  /** When it is due again. */
  readonly nextMs: number;
  /** Somebody waits for it: due or not. */
  readonly force: boolean;
}

/** Whether a wiki's own lists are to be read now; then they are not due again before `nextMs`. */
export async function claimWikiLists({ sql }: Database, wiki: WikiId, times: Times): Promise<boolean> {
  const { count } = await sql`
    update wiki set spam_due_at = to_timestamp(${times.nextMs}::float8 / 1000)
    where id = ${wiki} and (${times.force} or spam_due_at <= to_timestamp(${times.nowMs}::float8 / 1000))`;
  return count > 0;
}

/** The address of a farm's global list if it is to be read now, by nobody else; "" : it has none; null: not now. */
export async function claimGlobalList({ sql }: Database, farm: number, times: Times): Promise<string | null> {
  const [row] = await sql<{ address: string }[]>`
    update farm set spam_due_at = to_timestamp(${times.nextMs}::float8 / 1000)
    where code = ${farm} and (${times.force} or spam_due_at <= to_timestamp(${times.nowMs}::float8 / 1000))
    returning spam_list as address`;
  return row?.address ?? null;
}

/** A list as it is in force, without its content. */
export interface SpamListHead {
  readonly id: number;
  readonly farm: number;
  /** null: the global list of the farm. */
  readonly wiki: WikiId | null;
  readonly kind: ListKind;
  /** Revision or validator; "" : never read, or there is no such page. */
  readonly version: string;
  /** Another one is another content. */
  readonly edition: number;
  /** Milliseconds since 1970, by the database's clock; null: never read. */
  readonly readAtMs: number | null;
  /** Why it could not be read lately. */
  readonly error: string | null;
  readonly chars: number;
}

/** The lists that hold for a wiki: its own and the farm's, of no other (P1). Those never tried are missing. */
export async function spamListHeads(
  { sql }: Database,
  { id, farm }: { readonly id: WikiId; readonly farm: number },
): Promise<SpamListHead[]> {
  const rows = await sql<SpamListHead[]>`
    select id, farm, wiki_id as wiki, kind, version, edition,
      (extract(epoch from read_at) * 1000)::float8 as "readAtMs", error, length(content) as chars
    from spam_list where wiki_id = ${id} or (wiki_id is null and farm = ${farm})
    order by wiki_id nulls first, kind`;
  return [...rows];
}

/** The page as last read; "" where the list is gone. */
export async function spamListContent({ sql }: Database, id: number): Promise<string> {
  const [row] = await sql<{ content: string }[]>`select content from spam_list where id = ${id}`;
  return row?.content ?? "";
}

/** Another one when any of the lists has another content; `listEditions` is the same in SQL. */
export const editionsOf = (heads: readonly SpamListHead[]): string =>
  heads.map(({ id, edition }) => `${id}:${edition}`).join(" ");

export const listEditions = (sql: Sql, wiki: WikiId) => sql`
  (select coalesce(string_agg(l.id || ':' || l.edition, ' ' order by l.wiki_id nulls first, l.kind), '')
    from wiki w join spam_list l on l.wiki_id = w.id or (l.wiki_id is null and l.farm = w.farm) where w.id = ${wiki})`;

const LISTS_LOCK = 0x77656266;

/** Until the end of the transaction no list of the wiki's farm changes. To be taken before any row, as `lockLists` is. */
export const keepLists = (sql: Sql, wiki: WikiId) => sql`
  pg_advisory_xact_lock_shared(${LISTS_LOCK}::int, (select farm from wiki where id = ${wiki}))`;

/** Waits for those that write pages of a farm by its lists; they wait for the end of the transaction. */
export async function lockLists(sql: Sql, farm: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LISTS_LOCK}::int, ${farm}::int)`;
}

export interface SpamStatus {
  /** Links of pages that lists block; estimated where there are more than a million. */
  readonly uses: number;
  /** Changes of lists that known URLs are still tried on. */
  readonly scansOpen: number;
  /** Lists that could not be read lately; what was read last is in force. */
  readonly troubles: readonly {
    /** `dewiki@WMF`, or `@WMF` for the global list. */
    readonly of: string;
    readonly list: ListKind;
    readonly error: string;
    /** When it was last read, milliseconds since 1970; null: never. */
    readonly readAtMs: number | null;
  }[];
  /** When the list was last looked at that was not for longest, and whose it is; null: there is none. */
  readonly oldestReadMs: number | null;
  readonly stalest: string | null;
}

const TROUBLES_MAX = 100;

/** What operators should know of spam lists. */
export async function spamStatus(db: Database): Promise<SpamStatus> {
  const { sql } = db;
  const rows = await tableRows(db, "spam_use");
  const uses =
    rows <= EXACT_ROWS_MAX ? sql`(select count(*) from spam_use)` : sql`${Math.round(rows)}::float8`;
  const [counts] = await sql<{ uses: number; scansOpen: number }[]>`
    select ${uses}::float8 as uses, (select count(*) from spam_scan)::float8 as "scansOpen"`;
  const [stale] = await sql<{ of: string; ms: number }[]>`
    select coalesce(w.dbname, '') || '@' || f.name as of, (extract(epoch from l.read_at) * 1000)::float8 as ms
    from spam_list l join farm f on f.code = l.farm left join wiki w on w.id = l.wiki_id
    where l.error is null and w.paused is not true and l.read_at is not null
      and case when l.wiki_id is null then f.spam_list <> '' and exists (select 1 from wiki where farm = l.farm and not paused)
        else w.error is null end
    order by l.read_at limit 1`;
  const troubles = await sql<SpamStatus["troubles"][number][]>`
    select coalesce(w.dbname, '') || '@' || f.name as of, l.kind as list, l.error,
      (extract(epoch from l.read_at) * 1000)::float8 as "readAtMs"
    from spam_list l join farm f on f.code = l.farm left join wiki w on w.id = l.wiki_id
    where l.error is not null and w.paused is not true
      -- A farm without wikis needs no list, and one whose list was taken away has none.
      and (l.wiki_id is not null or f.spam_list <> '')
    order by 1, 2 limit ${TROUBLES_MAX}`;
  return {
    uses: counts?.uses ?? 0,
    scansOpen: counts?.scansOpen ?? 0,
    troubles: [...troubles],
    oldestReadMs: stale?.ms ?? null,
    stalest: stale?.of ?? null,
  };
}

export interface SpamListRef {
  readonly farm: number;
  /** null: the global list. */
  readonly wiki: WikiId | null;
  readonly kind: ListKind;
}

/** What known URLs are still to be tried on. */
export interface ScanEntry {
  readonly kind: "line" | "domain";
  readonly text: string;
}

export interface SpamListChange {
  readonly content: string;
  readonly version: string;
  /** Entries that are gone: pages on which they blocked something are read again. */
  readonly removed: readonly string[];
  /** Pages of the wiki that the change concerns for another reason, by page id. */
  readonly pageids: readonly number[];
  /** Entries by which more is blocked now: known URLs, and what people proposed, are tried on them. */
  readonly scan: readonly ScanEntry[];
}

const scopeOf = ({ wiki }: SpamListRef): Scope => (wiki === null ? "global" : "local");

async function put(sql: Sql, list: SpamListRef, content: string, version: string): Promise<void> {
  const { count } = await sql`
    update spam_list set content = ${content}, version = ${version}, edition = edition + 1, read_at = now(), error = null
    where farm = ${list.farm} and kind = ${list.kind} and wiki_id is not distinct from ${list.wiki}::int`;
  if (count === 0)
    await sql`
      insert into spam_list (farm, wiki_id, kind, content, version, edition, read_at)
      values (${list.farm}, ${list.wiki}::int, ${list.kind}, ${content}, ${version}, 1, now())`;
}

/**
 * Puts another content of a list in force, and marks in the same transaction what it concerns, so that nothing of it
 * is lost by a crash: pages at once, known URLs by a scan. Answers how many pages were marked. Only one feeder at a time
 * may have the list (claimSpamRefresh).
 */
export function storeSpamList(db: Database, list: SpamListRef, change: SpamListChange): Promise<number> {
  const { removed, pageids, scan } = change;
  return db.transaction(async ({ sql }) => {
    await lockLists(sql, list.farm);
    await put(sql, list, storable(change.content), change.version);
    const { count } = await sql`
      with concerned as (
        select s.wiki_id, s.pageid from spam_use s join wiki w on w.id = s.wiki_id
        where s.list = ${scopeOf(list)} and s.line = any(${removed.map(storable)}::text[])
          and w.farm = ${list.farm} and (w.id = ${list.wiki}::int or ${list.wiki}::int is null)
        union select ${list.wiki}::int, pageid from unnest(${[...pageids]}::bigint[]) as given (pageid)
      ), locked as materialized (
        select p.wiki_id, p.pageid from page p join concerned c on c.wiki_id = p.wiki_id and c.pageid = p.pageid
        where not p.needs_update order by p.wiki_id, p.pageid for no key update of p
      )
      update page p set needs_update = true from locked l where p.wiki_id = l.wiki_id and p.pageid = l.pageid`;
    await openScans(sql, list, scan);
    return count;
  });
}

/** The list was read and says what it said. */
export async function noteSpamListSame({ sql }: Database, list: SpamListRef, version: string): Promise<void> {
  await sql`
    update spam_list set version = ${version}, read_at = now(), error = null
    where farm = ${list.farm} and kind = ${list.kind} and wiki_id is not distinct from ${list.wiki}::int`;
}

/** The list could not be read: what was read last stays in force, and operators hear of it. */
export async function noteSpamListTrouble(db: Database, list: SpamListRef, error: string): Promise<void> {
  await db.transaction(async ({ sql }) => {
    const { count } = await sql`
      update spam_list set error = ${storable(error)}
      where farm = ${list.farm} and kind = ${list.kind} and wiki_id is not distinct from ${list.wiki}::int`;
    if (count === 0)
      await sql`
        insert into spam_list (farm, wiki_id, kind, error)
        values (${list.farm}, ${list.wiki}::int, ${list.kind}, ${storable(error)})`;
  });
}
