import { and, eq, sql } from "drizzle-orm";
import { batch } from "../batch.ts";
import type { Database } from "../connect.ts";
import { isPageOf, updatePages } from "../pages/read.ts";
import { farm, nameOfWiki, pageLink, url, wiki } from "../schema/index.ts";
import type { UrlId, WikiId } from "../types.ts";
import { type Extent, heapRanges } from "./ranges.ts";

/** A page whose list of links names URLs that are not there. */
export interface BrokenPage {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly wikiId: WikiId;
  readonly pageid: number;
  readonly missing: readonly UrlId[];
}

const existing = sql`exists (select 1 from ${url} where ${url.id} = used.id)`;
const missing = sql<
  UrlId[]
>`array(select used.id from unnest(${pageLink.urls}) as used (id) where not ${existing})`;

/** Range by range, as there are as many lists as pages. */
export async function* brokenPages(db: Database, extent: Extent): AsyncGenerator<readonly BrokenPage[]> {
  for (const range of await heapRanges(db, pageLink, extent))
    yield await db.orm
      .select({ wiki: nameOfWiki, wikiId: pageLink.wikiId, pageid: pageLink.pageid, missing })
      .from(pageLink)
      .innerJoin(wiki, eq(wiki.id, pageLink.wikiId))
      .innerJoin(farm, eq(farm.code, wiki.farm))
      .where(
        and(range, sql`exists (select 1 from unnest(${pageLink.urls}) as used (id) where not ${existing})`),
      )
      .orderBy(pageLink.wikiId, pageLink.pageid);
}

/** Takes such URLs out of the lists; the pages are read again, which enters what they still have. Answers how many pages. */
export function repairPages(db: Database, pages: readonly BrokenPage[]): Promise<number> {
  return db.transaction(async ({ orm }) => {
    for (const [wikiId, those] of Map.groupBy(pages, (one) => one.wikiId))
      await updatePages(
        orm,
        isPageOf(
          wikiId,
          those.map(({ pageid }) => pageid),
        ),
        { needsUpdate: true },
      );
    const given = batch("given", { wikiId: pageLink.wikiId, pageid: pageLink.pageid }, pages);
    const locked = orm.$with("locked").as(
      orm
        .select({ wikiId: pageLink.wikiId, pageid: pageLink.pageid })
        .from(pageLink)
        .innerJoin(given.rows, and(eq(pageLink.wikiId, given.wikiId), eq(pageLink.pageid, given.pageid)))
        .orderBy(pageLink.wikiId, pageLink.pageid)
        .for("update", { of: pageLink }),
    );
    const { count } = await orm
      .with(locked)
      .update(pageLink)
      .set({
        urls: sql`array(select used.id from unnest(${pageLink.urls}) as used (id) where ${existing} order by used.id)`,
      })
      .from(locked)
      .where(and(eq(pageLink.wikiId, locked.wikiId), eq(pageLink.pageid, locked.pageid)));
    return count;
  });
}
