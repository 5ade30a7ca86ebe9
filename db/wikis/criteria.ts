import type { Database } from "../connect.ts";
import type { Criterion, WikiId } from "../types.ts";

/** In the order in which they were set. Empty: the default of M2, the main namespace. */
export async function listCriteria(db: Database, wiki: WikiId): Promise<Criterion[]> {
  const rows = await db.sql<Required<Criterion>[]>`
    select effect, kind, value, depth from wiki_criterion where wiki_id = ${wiki} order by id`;
  return rows.map(({ depth, ...rest }) => (depth === 0 ? rest : { ...rest, depth }));
}

/** Replaces all criteria of a wiki (M2); of two with the same kind and value the last counts. */
export function setCriteria(db: Database, wiki: WikiId, criteria: readonly Criterion[]): Promise<void> {
  return db.transaction(async ({ sql }) => {
    // One writer at a time per wiki, so that two replacements do not mix.
    await sql`select 1 from wiki where id = ${wiki} for update`;
    await sql`delete from wiki_criterion where wiki_id = ${wiki}`;
    const last = [...new Map(criteria.map((one) => [`${one.kind} ${one.value}`, one])).values()];
    await sql`
      insert into wiki_criterion (wiki_id, effect, kind, value, depth)
      select ${wiki}, effect, kind, value, depth from unnest(
        ${last.map(({ effect }) => effect)}::text[], ${last.map(({ kind }) => kind)}::text[],
        ${last.map(({ value }) => value)}::text[], ${last.map(({ depth = 0 }) => depth)}::int[]
      ) as given (effect, kind, value, depth)`;
    await sql`
      delete from tree_category t where wiki_id = ${wiki} and not exists (
        select 1 from wiki_criterion c where c.wiki_id = t.wiki_id and c.kind = 'category' and c.value = t.root
          and c.depth > 0)`;
  });
}
