import { asDay, type Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

export interface StoredSite {
  /** As `encodeInterwikis` writes them. */
  readonly interwikis: string;
  /** On which the wiki last said so. */
  readonly day: Day;
}

/** null: the wiki has not been asked yet. */
export async function findSite({ sql }: Database, wiki: WikiId): Promise<StoredSite | null> {
  const [row] = await sql<{ interwikis: string; day: number }[]>`
    select interwikis, read_day as day from wiki_site where wiki_id = ${wiki}`;
  return row === undefined ? null : { interwikis: row.interwikis, day: asDay(row.day) };
}
