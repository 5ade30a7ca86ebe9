import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { stagingOf } from "./staging.ts";

/** Takes pages that are not entered yet out of a dump that was read to its end. Answers how many of them it had. */
export async function forgetBulk(db: Database, wiki: WikiId, pageids: readonly number[]): Promise<number> {
  const { page, use, state } = stagingOf(wiki);
  return db.transaction(async ({ sql }) => {
    const gone = await sql<{ pageid: number }[]>`
      delete from ${sql(page)} where pageid = any(${[...pageids]}::bigint[])
        and pageid > (select after from ${sql(state)}) returning pageid`;
    if (gone.length === 0) return 0;
    await sql`delete from ${sql(use)} where pageid = any(${gone.map(({ pageid }) => pageid)}::bigint[])`;
    await sql`
      update ${sql(state)} set info = jsonb_set(info, '{counts,pages}',
        to_jsonb((info #>> '{counts,pages}')::float8 - ${gone.length}::int))`;
    return gone.length;
  });
}
