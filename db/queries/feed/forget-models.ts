import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

const INT_MAX = 2 ** 31 - 1;

/** Pages of which the wiki said before that day that they are no wikitext are listed again (F3). null: all of them. */
export async function forgetModels({ sql }: Database, wiki: WikiId, before: Day | null): Promise<void> {
  await sql`delete from other_model where wiki_id = ${wiki} and day < coalesce(${before}::int, ${INT_MAX})`;
}
