import { and, asc, eq, isNull, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Scope } from "../../shared/spam/types.ts";
import type { Database, Orm } from "../connect.ts";
import { isPageOf } from "../pages/read.ts";
import { setNeedsUpdate } from "../pages/read-run.ts";
import { farm, page, spamList, spamUse, wiki } from "../schema/index.ts";
import { advisoryLock, evaluate, isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";
import type { ScanEntry } from "./find-urls.ts";
import { openScans } from "./scans.ts";

interface Times {
  readonly nowMs: number;
  /** When it is due again. */
  readonly nextMs: number;
  /** Somebody waits for it: due or not. */
  readonly force: boolean;
}

/** Whether a wiki's own lists are to be read now; then they are not due again before `nextMs`. */
export async function claimWikiLists(
  { orm }: Database,
  wikiId: WikiId,
  { nowMs, nextMs, force }: Times,
): Promise<boolean> {
  const { count } = await orm
    .update(wiki)
    .set({ spamDueAt: nextMs })
    .where(and(eq(wiki.id, wikiId), force ? undefined : lte(wiki.spamDueAt, nowMs)));
  return count > 0;
}

/** The address of a farm's global list if it is to be read now, by nobody else; "": it has none; null: not now. */
export async function claimGlobalList(
  { orm }: Database,
  farmCode: number,
  { nowMs, nextMs, force }: Times,
): Promise<string | null> {
  const [row] = await orm
    .update(farm)
    .set({ spamDueAt: nextMs })
    .where(and(eq(farm.code, farmCode), force ? undefined : lte(farm.spamDueAt, nowMs)))
    .returning({ address: farm.spamList });
  return row?.address ?? null;
}

/** Of `spam_list`: it holds for the wiki, as its own or as the farm's. */
const holdsFor = (wikiId: SQLWrapper | WikiId, farmCode: SQLWrapper | number) =>
  sql`(${spamList.wikiId} = ${wikiId} or ${spamList.wikiId} is null and ${spamList.farm} = ${farmCode})`;
const inOrder = [sql`${spamList.wikiId} nulls first`, asc(spamList.kind)];

/** The lists that hold for a wiki: its own and the farm's, of no other (P1), without their content. Those never tried are missing. */
export function spamListHeads(
  { orm }: Database,
  { id, farm: farmCode }: { readonly id: WikiId; readonly farm: number },
) {
  return orm
    .select({
      id: spamList.id,
      farm: spamList.farm,
      /** null: the global list of the farm. */
      wiki: spamList.wikiId,
      kind: spamList.kind,
      /** Revision or validator; "" : never read, or there is no such page. */
      version: spamList.version,
      /** Another one is another content. */
      edition: spamList.edition,
      /** Milliseconds since 1970, by the database's clock; null: never read. */
      readAtMs: spamList.readAt,
      /** Why it could not be read lately. */
      error: spamList.error,
      chars: sql<number>`length(${spamList.content})`,
    })
    .from(spamList)
    .where(holdsFor(id, farmCode))
    .orderBy(...inOrder);
}

/** A list as it is in force, without its content. */
export type SpamListHead = Readonly<Awaited<ReturnType<typeof spamListHeads>>[number]>;

/** The page as last read; "" where the list is gone. */
export async function spamListContent({ orm }: Database, id: number): Promise<string> {
  const [row] = await orm.select({ content: spamList.content }).from(spamList).where(eq(spamList.id, id));
  return row?.content ?? "";
}

/** Another one when any of the lists has another content; `listEditions` is the same in SQL. */
export const editionsOf = (heads: readonly Pick<SpamListHead, "id" | "edition">[]): string =>
  heads.map(({ id, edition }) => `${id}:${edition}`).join(" ");

/** The same of the lists that hold for a wiki of the statement. */
export const listEditions = sql<string>`(select coalesce(string_agg(${spamList.id} || ':' || ${spamList.edition}, ' '
  order by ${spamList.wikiId} nulls first, ${spamList.kind}), '') from ${spamList} where ${holdsFor(wiki.id, wiki.farm)})`;

const LISTS_LOCK = 0x77656266;

/** Of a wiki of the statement: until the end of the transaction no list of its farm changes. To be taken before any row, as `lockLists` is. */
export const keepLists = sql`pg_advisory_xact_lock_shared(${LISTS_LOCK}::int, ${wiki.farm})`;

/** Waits for those that write pages of a farm by its lists; they wait for the end of the transaction. */
async function lockLists(orm: Orm, farmCode: number): Promise<void> {
  await evaluate(orm, { locked: advisoryLock(LISTS_LOCK, farmCode) });
}

/** A list of a wiki, or of a whole farm. */
export interface SpamListRef {
  readonly farm: number;
  /** null: the global list. */
  readonly wiki: WikiId | null;
  readonly kind: SpamListHead["kind"];
}

interface SpamListChange {
  readonly content: string;
  readonly version: string;
  /** Entries that are gone: pages on which they blocked something are read again. */
  readonly removed: readonly string[];
  /** Pages of the wiki that the change concerns for another reason, by page id. */
  readonly pageids: readonly number[];
  /** Entries by which more is blocked now: known URLs, and what people proposed, are tried on them. */
  readonly scan: readonly ScanEntry[];
}

const isList = (list: SpamListRef) =>
  and(
    eq(spamList.farm, list.farm),
    eq(spamList.kind, list.kind),
    list.wiki === null ? isNull(spamList.wikiId) : eq(spamList.wikiId, list.wiki),
  );

/** What is new of a list. */
interface Found {
  readonly content?: string;
  readonly version?: string;
  readonly readAt?: SQL;
  readonly error: string | null;
}

/** Only one feeder at a time has the list (`claimWikiLists`, `claimGlobalList`). */
async function put(orm: Orm, list: SpamListRef, found: Found): Promise<void> {
  const edition = sql`${spamList.edition} + ${found.content === undefined ? 0 : 1}::int`;
  const { count } = await orm
    .update(spamList)
    .set({ ...found, edition })
    .where(isList(list));
  if (count > 0) return;
  const { farm, kind, wiki: wikiId } = list;
  await orm
    .insert(spamList)
    .values({ farm, wikiId, kind, ...found, edition: found.content === undefined ? 0 : 1 });
}

/**
 * Puts another content of a list in force, and marks in the same transaction what it concerns, so that nothing of it
 * is lost by a crash: pages at once, known URLs by a scan. Answers how many pages were marked. Only one feeder at a time
 * may have the list.
 */
export function storeSpamList(db: Database, list: SpamListRef, change: SpamListChange): Promise<number> {
  const { removed, pageids, scan, version } = change;
  return db.transaction(async (tx) => {
    const { orm } = tx;
    await lockLists(orm, list.farm);
    const read = { content: storable(change.content), version, readAt: sql`now()`, error: null };
    await put(orm, list, read);
    const uses = orm
      .select({ wikiId: spamUse.wikiId, pageid: spamUse.pageid })
      .from(spamUse)
      .innerJoin(wiki, eq(wiki.id, spamUse.wikiId))
      .where(
        and(
          eq(spamUse.list, scopeOf(list)),
          isAnyOf(spamUse.line, removed.map(storable)),
          eq(wiki.farm, list.farm),
          list.wiki === null ? undefined : eq(wiki.id, list.wiki),
        ),
      );
    let marked = 0;
    if (removed.length > 0)
      marked += await setNeedsUpdate(tx, true, sql`(${page.wikiId}, ${page.pageid}) in ${uses}`);
    if (list.wiki !== null && pageids.length > 0)
      marked += await setNeedsUpdate(tx, true, isPageOf(list.wiki, pageids));
    await openScans(orm, list, scan);
    return marked;
  });
}

const scopeOf = ({ wiki }: SpamListRef): Scope => (wiki === null ? "global" : "local");

/** The list was read and says what it said. */
export async function noteSpamListSame({ orm }: Database, list: SpamListRef, version: string): Promise<void> {
  await orm.update(spamList).set({ version, readAt: sql`now()`, error: null }).where(isList(list));
}

/** The list could not be read: what was read last stays in force, and operators hear of it. */
export function noteSpamListTrouble(db: Database, list: SpamListRef, error: string): Promise<void> {
  return db.transaction(({ orm }) => put(orm, list, { error: storable(error) }));
}
