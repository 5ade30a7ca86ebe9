import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

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
  { sql }: Database,
  wiki: WikiId,
  { namespace, after, limit }: Wanted,
): Promise<number[] | null> {
  const [row] = await sql<{ whole: boolean }[]>`
    select w.full_due_at > 'epoch' and (
        exists (select 1 from wiki_criterion c where c.wiki_id = w.id and c.effect = 'include' and c.kind = 'namespace' and c.value = ${String(namespace)})
        or ${namespace === 0} and not exists (select 1 from wiki_criterion c where c.wiki_id = w.id and c.effect = 'include'))
      and not exists (select 1 from wiki_criterion c where c.wiki_id = w.id and c.effect = 'exclude') as whole
    from wiki w where w.id = ${wiki}`;
  if (row?.whole !== true) return null;
  const rows = await sql<{ pageid: number }[]>`
    select pageid from page where wiki_id = ${wiki} and namespace = ${namespace} and pageid > ${after}
    order by pageid limit ${limit}`;
  return rows.map(({ pageid }) => pageid);
}
