import type { ListKind, Scope } from "../../../shared/spam/types.ts";
import type { Database, Sql } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { WikiId } from "../../types.ts";
import { openScans } from "./open-scans.ts";
import { lockLists } from "./spam-lists.ts";

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
