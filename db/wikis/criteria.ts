import { and, eq, gt, notExists } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { treeCategory, wiki, wikiCriterion } from "../schema/index.ts";
import type { Criterion, WikiId } from "../types.ts";

/** In the order in which they were set. Empty: the default of M2, the main namespace. */
export async function listCriteria({ orm }: Database, wikiId: WikiId): Promise<Criterion[]> {
  const { effect, kind, value, depth } = wikiCriterion;
  const rows = await orm
    .select({ effect, kind, value, depth })
    .from(wikiCriterion)
    .where(eq(wikiCriterion.wikiId, wikiId))
    .orderBy(wikiCriterion.id);
  return rows.map(({ depth, ...rest }) => (depth === 0 ? rest : { ...rest, depth }));
}

/** Replaces all criteria of a wiki (M2); of two with the same kind and value the last counts. */
export function setCriteria(db: Database, wikiId: WikiId, criteria: readonly Criterion[]): Promise<void> {
  return db.transaction(async ({ orm }) => {
    // One writer at a time per wiki, so that two replacements do not mix.
    await orm.select({ id: wiki.id }).from(wiki).where(eq(wiki.id, wikiId)).for("update");
    await orm.delete(wikiCriterion).where(eq(wikiCriterion.wikiId, wikiId));
    const last = [...new Map(criteria.map((one) => [`${one.kind} ${one.value}`, one])).values()];
    if (last.length > 0) await orm.insert(wikiCriterion).values(last.map((one) => ({ ...one, wikiId })));
    const trees = orm
      .select({ id: wikiCriterion.id })
      .from(wikiCriterion)
      .where(
        and(
          eq(wikiCriterion.wikiId, treeCategory.wikiId),
          eq(wikiCriterion.kind, "category"),
          eq(wikiCriterion.value, treeCategory.root),
          gt(wikiCriterion.depth, 0),
        ),
      );
    await orm.delete(treeCategory).where(and(eq(treeCategory.wikiId, wikiId), notExists(trees)));
  });
}
