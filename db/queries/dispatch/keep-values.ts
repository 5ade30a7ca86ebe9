import type { Fence } from "../../../shared/protocol/types.ts";
import type { Database } from "../../connect.ts";

/** What was written under a key, and by whose right. */
export interface KeptValue {
  readonly key: string;
  readonly hash: bigint;
  readonly fence: Fence;
}

/**
 * Remembers what was written to an edge, after it was; of one key the last. Not of a dispatcher that was overtaken meanwhile: its
 * successor may have written something else since.
 */
export async function keepValues(
  { sql }: Database,
  target: string,
  values: readonly KeptValue[],
): Promise<void> {
  const kept = [...new Map(values.map((value) => [value.key, value])).values()];
  await sql`
    insert into told_value (target, key, hash)
    select ${target}, v.key, v.hash
    from unnest(${kept.map(({ key }) => key)}::text[], ${kept.map(({ hash }) => String(hash))}::bigint[],
        ${kept.map(({ fence }) => fence.wiki)}::text[], ${kept.map(({ fence }) => fence.number)}::bigint[])
        as v (key, hash, wiki, fence)
      join (
        select w.dbname || '@' || f.name as wiki, c.fence
        from dispatch_client c join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
        where c.target = ${target} and c.holder is not null
      ) as held using (wiki, fence)
    order by v.key
    on conflict (target, key) do update set hash = excluded.hash, at = now()`;
}
