import type { Database } from "../../connect.ts";

/** Until the end of the transaction nobody else adds or changes farms, wikis and criteria; everybody may read. */
export async function lockConfig({ sql }: Database): Promise<void> {
  await sql`lock table farm, wiki, wiki_criterion in share row exclusive mode`;
}
