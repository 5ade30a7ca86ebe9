import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { stagingOf } from "./staging.ts";

/** The first `limit` pages of a dump, by their ids. */
export async function sampleBulk(
  { sql }: Database,
  wiki: WikiId,
  limit: number,
): Promise<{ readonly pageid: number; readonly title: string }[]> {
  const rows = await sql<{ pageid: number; title: string }[]>`
    select pageid, title from ${sql(stagingOf(wiki).page)} order by pageid limit ${limit}`;
  return [...rows];
}
