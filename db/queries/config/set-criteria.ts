import type { Database } from "../../connect.ts";
import type { Criterion, WikiId } from "../../types.ts";

/** Replaces all criteria of a wiki (M2); of two with the same kind and value the last counts. */
export function setCriteria(db: Database, wiki: WikiId, criteria: readonly Criterion[]): Promise<void> {
  return db.transaction(async ({ sql }) => {
    // One writer at a time per wiki, so that two replacements do not mix.
    await sql`select 1 from wiki where id = ${wiki} for update`;
    await sql`delete from wiki_criterion where wiki_id = ${wiki}`;
    const last = [...new Map(criteria.map((one) => [`${one.kind} ${one.value}`, one])).values()];
    await sql`
      insert into wiki_criterion (wiki_id, effect, kind, value)
      select ${wiki}, effect, kind, value from unnest(
        ${last.map(({ effect }) => effect)}::text[], ${last.map(({ kind }) => kind)}::text[],
        ${last.map(({ value }) => value)}::text[]) as given (effect, kind, value)`;
  });
}
