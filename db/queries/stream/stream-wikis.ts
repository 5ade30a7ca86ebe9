import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** A wiki whose events a stream tells. */
export interface StreamWiki {
  readonly id: WikiId;
  readonly dbname: string;
  /** Its own address. */
  readonly server: string;
  /** The only namespaces whose pages its criteria include; null: they name pages in other ways, too. */
  readonly namespaces: readonly number[] | null;
}

/** The wikis that name a stream and are fed. */
export async function streamWikis(db: Database, url: string): Promise<StreamWiki[]> {
  const rows = await db.sql<StreamWiki[]>`
    select w.id, w.dbname, w.server, case
        when count(*) filter (where c.kind <> 'namespace') > 0 then null
        when count(c.id) = 0 then array[0]
        else array_agg(case c.kind when 'namespace' then c.value::int end) end as namespaces
    from wiki w left join wiki_criterion c on c.wiki_id = w.id and c.effect = 'include'
    where w.stream = ${url} and not w.paused group by w.id order by w.id`;
  return [...rows];
}
