import type { ListKind } from "../../../shared/spam/types.ts";
import type { Database, Sql } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

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
