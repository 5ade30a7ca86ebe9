import type { Fence } from "../../../shared/protocol/types.ts";
import type { Database } from "../../connect.ts";

/**
 * Remembers what was written to an edge, after it was. Not of a dispatcher that was overtaken meanwhile: its successor
 * may have written something else since.
 */
export async function keepValues(
  { sql }: Database,
  target: string,
  fence: Fence,
  values: readonly { readonly key: string; readonly hash: bigint }[],
): Promise<void> {
  await sql`
    insert into told_value (target, key, hash)
    select ${target}, v.key, v.hash from unnest(${values.map(({ key }) => key)}::text[],
      ${values.map(({ hash }) => String(hash))}::bigint[]) as v (key, hash)
    where exists (
      select 1 from dispatch_client c join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
      where c.target = ${target} and c.fence = ${fence.number} and c.holder is not null
        and w.dbname || '@' || f.name = ${fence.wiki}
    )
    order by v.key
    on conflict (target, key) do update set hash = excluded.hash, at = now()`;
}
