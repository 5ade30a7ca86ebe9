import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { stagingOf } from "./staging.ts";

/** So many partitions are enough for the largest wiki, and few enough for COPY to fill at once. */
const PARTS_MAX = 100;
/** Uses of so many pages are sorted at a time, within memory. */
const PAGES_PER_PART = 50_000;

/** Once all pages are there: makes the partitions for their uses. Answers the last page of each. */
export async function divideBulk(db: Database, wiki: WikiId): Promise<number[]> {
  const { page, use } = stagingOf(wiki);
  return db.transaction(async ({ sql }) => {
    await sql`create unique index on ${sql(page)} (pageid)`;
    await sql`analyze ${sql(page)}`;
    const [count] = await sql<{ pages: number }[]>`select count(*)::float8 as pages from ${sql(page)}`;
    const pages = count?.pages ?? 0;
    const parts = Math.min(PARTS_MAX, Math.max(1, Math.ceil(pages / PAGES_PER_PART)));
    const bounds = await sql<{ upto: number }[]>`
      select max(pageid) as upto
      from (select pageid, ntile(${parts}::int) over (order by pageid) as part from ${sql(page)}) as divided
      group by part order by part`;
    let from = "minvalue";
    for (const [at, { upto }] of bounds.entries()) {
      const to = at === bounds.length - 1 ? "maxvalue" : String(upto + 1);
      await sql`
        create unlogged table ${sql(`${use}_${at}`)} partition of ${sql(use)}
        for values from (${sql.unsafe(from)}) to (${sql.unsafe(to)})`;
      from = to;
    }
    return bounds.map(({ upto }) => upto);
  });
}
