import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { stagingOf } from "./staging.ts";

export interface BulkRange {
  /** Which partition. */
  readonly part: number;
  /** Pages beyond this one, */
  readonly after: number;
  /** up to this one. */
  readonly upto: number;
}

/** Puts the uses of a partition into the order of pages. Answers the last page of each batch of `batch` pages and uses. */
export async function arrangeBulk(
  db: Database,
  wiki: WikiId,
  { part, after, upto }: BulkRange,
  batch: number,
): Promise<number[]> {
  const names = stagingOf(wiki);
  return db.transaction(async ({ sql }) => {
    const [uses, sorted] = [sql(`${names.use}_${part}`), sql(names.part)];
    await sql`drop table if exists ${sorted}`;
    await sql`select set_config('work_mem', '128MB', true)`;
    await sql`create unlogged table ${sorted} as select * from ${uses} where pageid > ${after} order by pageid, no`;
    await sql`create index on ${sorted} (pageid)`;
    await sql`analyze ${sorted}`;
    const bounds = await sql<{ upto: number }[]>`
      select max(pageid) as upto from (
        select pageid, floor(sum(rows) over (order by pageid) / ${batch}::int) as batch from (
          select pageid, count(*) as rows from (
            select pageid from ${sql(names.page)} where pageid > ${after} and pageid <= ${upto}
            union all select pageid from ${sorted}
          ) as both_of group by pageid
        ) as counted
      ) as summed group by batch order by batch`;
    return bounds.map((bound) => bound.upto);
  });
}
