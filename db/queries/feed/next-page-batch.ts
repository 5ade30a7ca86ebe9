import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

export interface PageBatch {
  /** The rows of the batch, for `deletePageBatches`. */
  readonly nos: readonly number[];
  /** Pages that are to be read; none: all were read by another way. */
  readonly pageids: readonly number[];
}

/** Rows looked at together, as a tree's categories are often small. */
const ROWS_MAX = 50;

interface From {
  /** The row after which it begins; 0: the first. */
  readonly after: number;
  /** Pages that are being read just now, by an earlier row. */
  readonly busy: readonly number[];
}

/** The next pages that the first run listed (F3); null: there are none. */
export async function nextPageBatch(
  db: Database,
  wiki: WikiId,
  limit: number,
  { after, busy }: From = { after: 0, busy: [] },
): Promise<PageBatch | null> {
  const rows = await db.sql<{ no: number; pageids: number[] }[]>`
    select b.no, coalesce(array_agg(p.pageid) filter (where p.pageid is not null), '{}') as pageids
    from (
      select no, pass, pageids, sum(cardinality(pageids)) over (order by no) as upto,
        row_number() over (order by no) as place
      from (
        select * from page_batch where wiki_id = ${wiki} and no > ${after} order by no limit ${ROWS_MAX}
      ) as next
    ) as b
    left join lateral unnest(b.pageids) as listed (id) on true
    left join page p on p.wiki_id = ${wiki} and p.pageid = listed.id and p.pass < b.pass
      and p.pageid <> all(${[...busy]}::bigint[])
    where b.upto <= ${limit} or b.place = 1
    group by b.no order by b.no`;
  if (rows.length === 0) return null;
  const ids = new Set(rows.flatMap(({ pageids }) => pageids));
  return { nos: rows.map(({ no }) => no), pageids: [...ids].sort((a, b) => a - b) };
}
