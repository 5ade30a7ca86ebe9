import { sql } from "drizzle-orm";
import type { Orm } from "../connect.ts";
import { pageLink, type url } from "../schema/index.ts";
import { apart, type Data, setLocal } from "../statement.ts";
import type { WikiId } from "../types.ts";

type Id = ReturnType<typeof sql<Data<typeof url.id>>>;

/**
 * The pages that have a URL of the statement's rows, for `crossJoinLateral`: URL by URL in the index over lists (decision 12), where sequential scans are
 * forbidden (forbidScans, byIndex). All URLs at once are taken for those of half the table.
 */
export const usersOf = (orm: Pick<Orm, "select">, id: Id) => ({
  rows: sql`(${apart(
    orm
      .select({ wiki: pageLink.wikiId, pageid: pageLink.pageid })
      .from(pageLink)
      .where(sql`${pageLink.urls} @> array[${id}]`),
  )}) as used (wiki, pageid)`,
  wiki: sql<WikiId>`used.wiki`,
  pageid: sql<number>`used.pageid`,
});

const WITHOUT_SCANS = { enable_seqscan: "off", jit: "off" } as const;

/** To the end of a transaction that reads such pages. */
export const forbidScans = (orm: Orm): Promise<void> => setLocal(orm, WITHOUT_SCANS);

/**
 * To the end of a transaction, which has nothing else of size to do: no plan reads all pages, in whatever order. The planner takes the pages of some
 * hundred URLs for half of all.
 */
export const planByIndex = (orm: Orm): Promise<void> =>
  setLocal(orm, { ...WITHOUT_SCANS, enable_hashjoin: "off", enable_mergejoin: "off" });
