import { and, asc, eq, gt, ne } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { friend, page, wiki, wikiCriterion } from "../schema/index.ts";
import type { WikiId } from "../types.ts";

/** A trusted tool (F8). `tokenHash`: SHA-256 as 64 hex digits. False: there is one of that name. */
export async function addFriend(
  { orm }: Database,
  added: { readonly name: string; readonly tokenHash: string },
): Promise<boolean> {
  const { count } = await orm.insert(friend).values(added).onConflictDoNothing({ target: friend.name });
  return count > 0;
}

/** Whether some trusted tool has the token of this SHA-256 (64 hex digits). */
export const isFriend = async ({ orm }: Database, tokenHash: string): Promise<boolean> =>
  (await orm.$count(friend, eq(friend.tokenHash, tokenHash))) > 0;

/** With the moment at which each was added, in milliseconds since 1970. */
export const listFriends = ({ orm }: Database) =>
  orm.select({ name: friend.name, addedAtMs: friend.addedAt }).from(friend).orderBy(asc(friend.name));

/** False: there is none of that name. */
export async function removeFriend({ orm }: Database, name: string): Promise<boolean> {
  const { count } = await orm.delete(friend).where(eq(friend.name, name));
  return count > 0;
}

interface Wanted {
  readonly namespace: number;
  /** Page id. */
  readonly after: number;
  readonly limit: number;
}

/**
 * The watched pages of a namespace beyond a page id, ascending (F8); null: that is not all of them, as no criterion includes the
 * namespace, or no first run came to its end since the criteria are what they are. While a later one is under way they are whole.
 */
export async function namespacePages(
  db: Database,
  wikiId: WikiId,
  { namespace, after, limit }: Wanted,
): Promise<number[] | null> {
  if (!(await isWhole(db, wikiId, namespace))) return null;
  const rows = await db.orm
    .select({ pageid: page.pageid })
    .from(page)
    .where(and(eq(page.wikiId, wikiId), eq(page.namespace, namespace), gt(page.pageid, after)))
    .orderBy(asc(page.pageid))
    .limit(limit);
  return rows.map(({ pageid }) => pageid);
}

/** Whether all pages of a namespace are watched. */
async function isWhole({ orm }: Database, wikiId: WikiId, namespace: number): Promise<boolean> {
  const { effect, kind, value } = wikiCriterion;
  const criteria = await orm
    .select({ effect, kind, value })
    .from(wiki)
    .leftJoin(wikiCriterion, eq(wikiCriterion.wikiId, wiki.id))
    .where(and(eq(wiki.id, wikiId), ne(wiki.fullDueAt, 0)));
  const included = criteria.filter((one) => one.effect === "include");
  if (criteria.length === 0 || criteria.some((one) => one.effect === "exclude")) return false;
  if (included.length === 0) return namespace === 0;
  return included.some((one) => one.kind === "namespace" && one.value === String(namespace));
}
