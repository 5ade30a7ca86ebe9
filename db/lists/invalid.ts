import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { UnusableReason } from "../../shared/url/unusable.ts";
import type { Database } from "../connect.ts";
import { page } from "../schema/index.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";

/** A link that can never work (U3), as it is written on its page. */
export interface InvalidLink {
  readonly url: string;
  readonly reason: UnusableReason;
}

/** Links of a page that are stored, and characters of each: nobody needs more of them to find them on the page. */
const LIMITS = { links: 50, urlUnits: 1_000 } as const;
/** Pages that are counted in an overview. */
const COUNTED_PAGES = 10_000;

/** As a page has them in its row: reason and link in one text, in the order of the page; null: it has none. */
export function storedInvalid(links: readonly InvalidLink[]): string[] | null {
  const texts = links
    .slice(0, LIMITS.links)
    .map(({ reason, url }) => storable(`${reason} ${url.slice(0, LIMITS.urlUnits)}`));
  return texts.length === 0 ? null : texts;
}

function readInvalid(text: string): InvalidLink {
  const space = text.indexOf(" ");
  return { reason: text.slice(0, space) as UnusableReason, url: text.slice(space + 1) };
}

/** Pages of a wiki with links that can never work, beyond a page id. */
export async function invalidPages(
  { orm }: Database,
  wikiId: WikiId,
  { after, limit }: { readonly after: number; readonly limit: number },
) {
  const rows = await orm
    .select({
      pageid: page.pageid,
      title: page.title,
      namespace: page.namespace,
      linksRead: page.linksRead,
      invalid: page.invalid,
    })
    .from(page)
    .where(and(eq(page.wikiId, wikiId), isNotNull(page.invalid), gt(page.pageid, after)))
    .orderBy(asc(page.pageid))
    .limit(limit);
  return rows.map(({ invalid, ...row }) => ({ ...row, links: (invalid ?? []).map(readInvalid) }));
}

/** How many such links a wiki's pages have, of so many pages. */
export async function countInvalid({ orm }: Database, wikiId: WikiId): Promise<number> {
  const some = orm
    .select({ count: sql<number>`cardinality(${page.invalid})`.as("count") })
    .from(page)
    .where(and(eq(page.wikiId, wikiId), isNotNull(page.invalid)))
    .limit(COUNTED_PAGES)
    .as("some");
  const [row] = await orm.select({ count: sql<number>`coalesce(sum(${some.count}), 0)::int` }).from(some);
  return row?.count ?? 0;
}
