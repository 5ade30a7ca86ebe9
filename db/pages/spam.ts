import { and, eq, exists, notExists, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import { insertRows } from "../batch.ts";
import type { ShownSpam } from "../changes/types.ts";
import type { Database, Orm } from "../connect.ts";
import { page, pageLink, spamUse, url } from "../schema/index.ts";
import { arrayOf, excluded, isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { SpamLink, UrlId, WikiId } from "../types.ts";
import { BLOCKED_BIT } from "../urls/row.ts";

/** A blocked link of a page, as it is stored. */
export type StoredSpam = Pick<typeof spamUse.$inferSelect, "key" | "url" | "list" | "line">;

/** How a page's blocked links differ from before. */
export interface SpamDifference {
  /** By key, what is new to a reader. */
  readonly came: ReadonlyMap<UrlKey, ShownSpam>;
  readonly gone: ReadonlyMap<UrlKey, ShownSpam>;
  /** How many there are now. */
  readonly uses: number;
}

/** null: nothing is blocked by another list or line, by which a list's change finds it, or written in another way. */
export function spamDifference(
  stored: readonly StoredSpam[],
  spam: readonly SpamLink[],
): SpamDifference | null {
  const before = new Map(stored.map((one) => [one.key, one]));
  const now = new Set(spam.map(({ key }) => key));
  const came = new Map<UrlKey, ShownSpam>();
  const gone = new Map<UrlKey, ShownSpam>();
  for (const { key, url, scope, line } of spam) {
    const known = before.get(key);
    if (known?.list !== scope || known.line !== storable(line)) came.set(key, { url, list: scope });
  }
  for (const { key, url, list } of stored) if (!now.has(key) || came.has(key)) gone.set(key, { url, list });
  return came.size + gone.size === 0 ? null : { came, gone, uses: spam.length };
}

/** For `onConflictDoUpdate`: a link that was blocked before keeps its first day. */
export const spamAgain = {
  target: [spamUse.wikiId, spamUse.key, spamUse.pageid],
  set: {
    list: excluded(spamUse.list),
    line: excluded(spamUse.line),
    last: sql`greatest(${spamUse.last}, ${excluded(spamUse.last)})`,
  },
};

/** Brings the page's blocked URLs up to date (P1); those still there keep their first day. */
export async function writeSpam(
  orm: Orm,
  { wikiId, pageid }: { readonly wikiId: WikiId; readonly pageid: number },
  spam: readonly SpamLink[],
  day: Day,
): Promise<void> {
  const isOther = sql`${spamUse.key} <> all(${arrayOf(
    spamUse.key,
    spam.map(({ key }) => key),
  )})`;
  await orm.delete(spamUse).where(and(eq(spamUse.wikiId, wikiId), eq(spamUse.pageid, pageid), isOther));
  if (spam.length === 0) return;
  const seen = { wikiId, pageid, first: day, last: day };
  const rows = spam.map(({ key, url, scope, line }) => ({
    ...seen,
    key,
    url,
    list: scope,
    line: storable(line),
  }));
  const columns = ["wikiId", "pageid", "key", "url", "list", "line", "first", "last"] as const;
  await insertRows(orm, spamUse, columns, rows).onConflictDoUpdate(spamAgain);
}

/**
 * Of URLs that a page has no more: those that are spam somewhere and stand on no other page are not checked any more
 * (C10). Two statements, as the second has to see what was entered while the first waited for its locks.
 */
export async function retireBlocked(orm: Orm, removed: readonly UrlId[]): Promise<void> {
  if (removed.length > 0) await blockUnused(orm, await lockSpam(orm, isAnyOf(url.id, removed)));
}

/** Locks those of some URLs that are spam somewhere, in the order of ids. */
export async function lockSpam(orm: Orm, areThese: SQL): Promise<UrlId[]> {
  const uses = orm.select({ key: spamUse.key }).from(spamUse).where(eq(spamUse.key, url.key));
  const locked = await orm
    .select({ id: url.id })
    .from(url)
    .where(and(areThese, exists(uses)))
    .orderBy(url.id)
    .for("update");
  return locked.map(({ id }) => id);
}

/** Of these URLs, which the caller has locked: those that stand on no page are not checked any more (C10). */
export async function blockUnused(orm: Orm, ids: readonly UrlId[]): Promise<void> {
  if (ids.length === 0) return;
  const users = orm
    .select({ pageid: pageLink.pageid })
    .from(pageLink)
    .where(sql`${pageLink.urls} @> array[${url.id}]`);
  await orm
    .update(url)
    .set({ flags: sql`${url.flags} | ${BLOCKED_BIT}::int` })
    .where(and(isAnyOf(url.id, ids), notExists(users)));
}

/** Where to go on in the list of uses. */
export interface SpamUseCursor {
  readonly pageid: number;
  readonly key: UrlKey;
}

/** The backtrace of spam uses of a wiki (P1, Q5), by page and URL, beyond `after`. */
export function spamUses(
  { orm }: Database,
  wikiId: WikiId,
  { limit, after = null }: { readonly limit: number; readonly after?: SpamUseCursor | null },
) {
  const { pageid, key, url, list, line, first, last } = spamUse;
  const isBeyond = sql`(${pageid}, ${key}) > (${after?.pageid ?? 0}::bigint, ${after?.key ?? "0".repeat(32)}::uuid)`;
  return orm
    .select({
      pageid,
      key,
      title: page.title,
      namespace: page.namespace,
      url,
      /** The list, and its entry that matched. */
      scope: list,
      line,
      /** Days on which the feeder first and last saw it there. */
      first,
      last,
    })
    .from(spamUse)
    .innerJoin(page, and(eq(page.wikiId, spamUse.wikiId), eq(page.pageid, pageid)))
    .where(and(eq(spamUse.wikiId, wikiId), isBeyond))
    .orderBy(pageid, key)
    .limit(limit);
}
