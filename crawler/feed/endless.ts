import { z } from "zod";
import type { WikiError } from "./answer.ts";
import type { Wiki } from "./wiki.ts";

/** Below it no list is doubted; above, a wiki may count its pages as badly as this. */
export const DOUBTED_PAGES = 100_000;
const TIMES_MAX = 4;
/** A wiki may have nothing to tell in some batches; one that never has counts as if it told so many pages in each. */
export const EMPTY_BATCH_PAGES = 100;

const said = z.object({ pages: z.number().nonnegative() });

/**
 * Whether a list of which so many pages came cannot be one: it names far more of them than the wiki says it has, as a
 * list without an end does. null: it can, or the wiki does not say how many it has.
 */
export async function endlessList(wiki: Wiki, found: number): Promise<WikiError | null> {
  const answer = await wiki.query({ meta: "siteinfo", siprop: "statistics" });
  if (!answer.ok) return null;
  const pages = said.safeParse(answer.value.query.statistics).data?.pages;
  if (pages === undefined || found <= Math.max(DOUBTED_PAGES, pages * TIMES_MAX)) return null;
  const message = `${wiki.api} goes on with a list as if it had ${found} pages, though it says that it has ${pages}: the list is not read on; if it has that many, initSiteStats.php --update mends its count`;
  return { kind: "not-mediawiki", message };
}
