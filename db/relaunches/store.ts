import { eq, lt } from "drizzle-orm";
import { type Day, daysBetween } from "../../shared/calendar/day.ts";
import { EVENT_PAGES_MAX } from "../../shared/protocol/feed.ts";
import { isSameRelaunch, type Relaunch } from "../../shared/relaunch/detect.ts";
import { insertRows } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { change, farm, nameOfWiki, relaunch, relaunchScan, relaunchWiki, wiki } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { WikiId } from "../types.ts";
import type { BrokenDomain } from "./domains.ts";
import type { WikiUses } from "./links.ts";

/** An older relaunch is no news: a first look finds those of years. */
const NEWS_DAYS = 183;

/** A relaunch of a site, with the wikis that had links to what was lost. */
export interface SiteRelaunch extends Relaunch {
  readonly site: string;
  readonly examples: readonly string[];
  readonly uses: ReadonlyMap<WikiId, WikiUses>;
}

export type StoredRelaunch = typeof relaunch.$inferSelect;

/** Those of a domain that are stored, the oldest first. */
export const storedRelaunches = ({ orm }: Pick<Database, "orm">, domain: string): Promise<StoredRelaunch[]> =>
  orm.select().from(relaunch).where(eq(relaunch.domain, domain)).orderBy(relaunch.to, relaunch.id);

/**
 * Stores what was found in a domain, and that it was looked at: a new relaunch with a change for each wiki that it concerns, so that
 * each is published once; of one that is known what is known better now. `undone`: ids of stored ones whose links came back. Answers how
 * many are new.
 */
export function storeRelaunches(
  db: Database,
  { domain, broken }: BrokenDomain,
  { found, undone }: { readonly found: readonly SiteRelaunch[]; readonly undone: readonly number[] },
  today: Day,
): Promise<number> {
  return db.transaction(async ({ orm }) => {
    // Locks the domain, so that two maintainers do not publish the same.
    await orm
      .insert(relaunchScan)
      .values({ domain, day: today, broken })
      .onConflictDoUpdate({ target: relaunchScan.domain, set: { day: today, broken } });
    if (undone.length > 0) await orm.delete(relaunch).where(isAnyOf(relaunch.id, undone));
    const known = await storedRelaunches({ orm }, domain);
    // Two that an earlier look took for one: one of them is the stored one, the other was published with it.
    const unmatched = new Set(known);
    let isNew = 0;
    for (const { uses, ...one } of found) {
      const covering = known.filter(({ site, ...days }) => site === one.site && isSameRelaunch(days, one));
      const same = covering.find((stored) => unmatched.delete(stored));
      const row = { ...one, examples: [...one.examples], domain };
      if (same !== undefined) {
        await orm.update(relaunch).set(row).where(eq(relaunch.id, same.id));
        await storeUses(orm, same.id, uses);
        continue;
      }
      const [stored] = await orm
        .insert(relaunch)
        .values({ ...row, found: today })
        .returning({ id: relaunch.id });
      if (stored === undefined) continue;
      await storeUses(orm, stored.id, uses);
      if (covering.length > 0) continue;
      isNew++;
      if (daysBetween(one.to, today) <= NEWS_DAYS) await writeChanges(orm, one, uses, today);
    }
    return isNew;
  });
}

/** In place of what an earlier look found: a count of other links would pass for one of all that are lost now (Q3). */
async function storeUses(orm: Orm, relaunchId: number, uses: ReadonlyMap<WikiId, WikiUses>): Promise<void> {
  await orm.delete(relaunchWiki).where(eq(relaunchWiki.relaunchId, relaunchId));
  const rows = [...uses]
    .map(([wikiId, { lost, moved, pages }]) => ({ wikiId, relaunchId, lost, moved, pages: pages.length }))
    .sort((one, other) => one.wikiId - other.wikiId);
  if (rows.length === 0) return;
  await insertRows(orm, relaunchWiki, ["wikiId", "relaunchId", "lost", "moved", "pages"], rows);
}

/** A change for each wiki (D1), with all that its followers get. */
async function writeChanges(
  orm: Orm,
  { site, kind, from, to, moves, moved: movedOfAll }: Omit<SiteRelaunch, "uses">,
  uses: ReadonlyMap<WikiId, WikiUses>,
  day: Day,
): Promise<void> {
  const wikis = await orm
    .select({ id: wiki.id, name: nameOfWiki })
    .from(wiki)
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(isAnyOf(wiki.id, [...uses.keys()]))
    .orderBy(wiki.id);
  const rows = wikis.map(({ id, name }) => {
    const { lost = 0, moved = 0, pages = [] } = uses.get(id) ?? {};
    return {
      day,
      kind: "site-relaunched" as const,
      wikiId: id,
      payload: {
        wiki: name,
        // Those that other wikis' links showed are not for this one (Q3).
        relaunch: { site, kind, from, to, lost, moved, moves: moved === movedOfAll ? moves : [] },
        pages: pages.slice(0, EVENT_PAGES_MAX),
        pageCount: pages.length,
      },
    };
  });
  if (rows.length > 0) await insertRows(orm, change, ["day", "kind", "wikiId", "payload"], rows);
}

/** M11: relaunches of before a day. Answers how many. */
export async function expireRelaunches({ orm }: Database, before: Day): Promise<number> {
  const { count } = await orm.delete(relaunch).where(lt(relaunch.to, before));
  return count;
}
