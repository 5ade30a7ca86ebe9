import pMap from "p-map";
import type { DeletionReason } from "../../../db/changes/types.ts";
import { storedInvalid } from "../../../db/lists/invalid.ts";
import { deletePages } from "../../../db/pages/delete.ts";
import { recordPageLinks } from "../../../db/pages/links.ts";
import { editionsOf } from "../../../db/spam/lists.ts";
import type { LinkedUrl } from "../../../db/types.ts";
import { enterUrls } from "../../../db/urls/enter.ts";
import { underFeedLease } from "../../../db/wikis/feeding.ts";
import { internalTest } from "../../../shared/interwiki/farm.ts";
import { pseudoLinks } from "../../../shared/interwiki/map.ts";
import type { SpamLists } from "../../../shared/spam/lists.ts";
import { urlKey } from "../../../shared/url/key.ts";
import { judgeLinks, spamListsFor } from "../../runtime/spam-judge.ts";
import { LINKS_PER_PAGE_MAX, type PageState } from "../api/pages.ts";
import type { WikiRun } from "../wiki-run.ts";
import { type SortedLinks, sortLinks } from "./links.ts";

/** Pages of a batch that are written concurrently; each is a few short statements. */
const WRITES_AT_ONCE = 6;
/** Links whose URLs are entered together: one feeder at a time enters URLs, and each time has a cost. */
const LINKS_AT_ONCE = 5_000;

type Page = Extract<PageState, { readonly kind: "page" }>;

/** What is stored and counted of a page. */
interface Sorted {
  readonly page: Pick<Page, "pageid" | "title" | "namespace" | "redirect">;
  readonly links: SortedLinks;
  readonly linked: readonly LinkedUrl[];
}

/**
 * Writes what the wiki said of pages (F3): pages that are gone or are no wikitext are deleted, of all others the links are
 * stored. Without `touch` that is no touch: such pages are deleted when no first run touches them. Throws FeedLost.
 */
export async function recordStates(
  run: WikiRun,
  states: readonly PageState[],
  { touch = true } = {},
): Promise<void> {
  const { ctx, row, lease, counts } = run;
  const day = ctx.clock.today();
  const gone = (kind: PageState["kind"]) =>
    states.filter((state) => state.kind === kind).map(({ pageid }) => pageid);
  const missing = gone("missing");
  const otherModel = gone("other-model");
  const remove = async (pageids: readonly number[], reason: DeletionReason) => {
    if (pageids.length > 0)
      counts.deleted += await underFeedLease(ctx.db, lease, (tx) =>
        deletePages(tx, row.id, pageids, reason, day),
      );
  };
  await remove(missing, "deleted");
  await remove(otherModel, "content-model");
  const pages = states.filter((state) => state.kind === "page");
  if (pages.length === 0) return;
  const { heads, lists } = await spamListsFor(ctx.db, row);
  const write = { touch, judgedBy: editionsOf(heads) };
  const rules = { lists, isInternal: internalTest(run.own) };
  let sorted: Sorted[] = [];
  let links = 0;
  for (const [at, page] of pages.entries()) {
    const one = await sortPage(run, page, rules);
    sorted.push(one);
    links += one.linked.length;
    if (links < LINKS_AT_ONCE && at + 1 < pages.length) continue;
    await writePages(run, sorted, write);
    sorted = [];
    links = 0;
  }
}

async function sortPage(
  { ctx, row, interwikis: map }: WikiRun,
  { pageid, title, namespace, redirect, interwikis, cut, links: external }: Page,
  { lists, isInternal }: { readonly lists: SpamLists; readonly isInternal: ReturnType<typeof internalTest> },
): Promise<Sorted> {
  const { urls, sisters, cut: pseudoCut } = pseudoLinks(map, interwikis);
  const links = [...external, ...urls].slice(0, LINKS_PER_PAGE_MAX);
  if (cut || pseudoCut || links.length < external.length + urls.length)
    ctx.log.warn(
      `${row.name} page ${pageid}: links beyond ${LINKS_PER_PAGE_MAX} are not watched`,
      "page-too-long",
    );
  const blocked = await judgeLinks(lists, links);
  const { allowPrivate } = ctx.config;
  const sorted = sortLinks(links, { isInternal, allowPrivate, blocked, sisters });
  const linked = sorted.watched.map((link) => ({ ...link, key: urlKey(link.url) }));
  return { page: { pageid, title, namespace, redirect }, links: sorted, linked };
}

async function writePages(
  { ctx, row, lease, counts }: WikiRun,
  sorted: readonly Sorted[],
  write: { readonly touch: boolean; readonly judgedBy: string },
): Promise<void> {
  const day = ctx.clock.today();
  await enterUrls(
    ctx.db,
    sorted.flatMap(({ linked }) => linked),
    day,
  );
  const writePage = async ({ page, linked, links }: Sorted) => {
    const { unwatched, invalid } = links;
    const record = { wikiId: row.id, lease, ...page, ...write, unwatched, invalid: storedInvalid(invalid) };
    const spam = links.spam.map(({ url, match: { scope, entry } }) => ({
      url,
      key: urlKey(url),
      scope,
      line: entry.text,
    }));
    const { added } = await recordPageLinks(ctx.db, record, linked, day, spam);
    counts.read += 1;
    counts.watched += linked.length;
    counts.added += added;
    counts.spam += spam.length;
    counts.internal += links.internal;
    counts.ignored += links.ignored;
    counts.invalid += invalid.length;
  };
  await pMap(sorted, writePage, { concurrency: WRITES_AT_ONCE });
}
