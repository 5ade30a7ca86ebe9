import type { Database } from "../../connect.ts";
import { FEED_TARGET } from "../../types.ts";

/** The names of the edges that are told changes. */
export async function knownEdges({ sql }: Database): Promise<string[]> {
  const rows = await sql<{ target: string }[]>`
    select distinct target from dispatch_client where target <> ${FEED_TARGET} order by 1`;
  return rows.map(({ target }) => target);
}
