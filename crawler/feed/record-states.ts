import { deletePages } from "../../db/queries/feed/delete-pages.ts";
import { recordPageLinks } from "../../db/queries/feed/record-page-links.ts";
import { internalTest } from "../../shared/interwiki/farm.ts";
import { pseudoLinks } from "../../shared/interwiki/map.ts";
import { urlKey } from "../../shared/url/key.ts";
import { sortLinks } from "./links.ts";
import { LINKS_PER_PAGE_MAX, type PageState } from "./pages.ts";
import { judgeLinks, spamListsFor } from "./spam-judge.ts";
import type { WikiRun } from "./wiki-run.ts";

/** Pages of a batch that are written at once; each is a few short statements. */
const WRITES_AT_ONCE = 6;

/**
 * Writes what the wiki said of pages (F3): what is gone or no wikitext is deleted, of all others the links are taken.
 * Without `touch` that does not count as a touch: such pages go when no first run touches them.
 */
export async function recordStates(
  { ctx, row, counts, interwikis: map, own }: WikiRun,
  states: readonly PageState[],
  { touch = true } = {},
): Promise<void> {
  const day = ctx.clock.today();
  const isInternal = internalTest(own);
  const gone = (kind: PageState["kind"]) =>
    states.filter((state) => state.kind === kind).map(({ pageid }) => pageid);
  const missing = gone("missing");
  const otherModel = gone("other-model");
  if (missing.length > 0) counts.deleted += await deletePages(ctx.db, row.id, missing, "deleted", day);
  if (otherModel.length > 0)
    counts.deleted += await deletePages(ctx.db, row.id, otherModel, "content-model", day);
  const pages = states.filter((state) => state.kind === "page");
  if (pages.length === 0) return;
  const { lists } = await spamListsFor(ctx.db, row);
  for (let at = 0; at < pages.length; at += WRITES_AT_ONCE)
    await Promise.all(
      pages.slice(at, at + WRITES_AT_ONCE).map(async (state) => {
        const { pageid, title, namespace } = state;
        const { urls, sisters } = pseudoLinks(map, state.interwikis);
        const links = [...state.links, ...urls].slice(0, LINKS_PER_PAGE_MAX);
        if (state.cut || links.length < state.links.length + urls.length)
          ctx.log.warn(`${row.name} page ${pageid}: links beyond ${LINKS_PER_PAGE_MAX} are not watched`);
        const blocked = await judgeLinks(lists, links);
        const { allowPrivate } = ctx.config;
        const sorted = sortLinks(links, { isInternal, allowPrivate, blocked });
        const spam = sorted.spam.map(({ url, match }) => ({
          url,
          key: urlKey(url),
          scope: match.scope,
          line: match.entry.text,
        }));
        const linked = sorted.watched.map((link) => ({ ...link, key: urlKey(link.url) }));
        const page = { wikiId: row.id, pageid, title, namespace, touch };
        const { added } = await recordPageLinks(ctx.db, page, linked, day, spam);
        counts.read += 1;
        counts.watched += linked.length;
        counts.added += added;
        counts.spam += spam.length;
        counts.internal += sorted.internal + sisters.length;
        counts.ignored += sorted.ignored;
        counts.invalid += sorted.invalid;
      }),
    );
}
