import { deleteUntouchedPages } from "../../../db/pages/delete.ts";
import { excludePages, forgetModels, listPages } from "../../../db/pages/list-run.ts";
import { numberPass, storeFeed, storeLeftover, underFeedLease } from "../../../db/wikis/feeding.ts";
import { beginFirstPass, hasPages } from "../../../db/wikis/first-pass.ts";
import { findSite } from "../../../db/wikis/sites.ts";
import { addDays, type Day } from "../../../shared/calendar/day.ts";
import { isRefusal, STOPPED, type WikiError } from "../api/answer.ts";
import type { ListedPage, Place } from "../api/pages.ts";
import { parsePages } from "../api/site-info.ts";
import { failed, fine, type Result, type WikiApi } from "../api/wiki.ts";
import { readSource } from "../criteria/read-source.ts";
import type { Source } from "../criteria/selection.ts";
import { refuseStranger } from "../registration/identify.ts";
import type { WikiRun } from "../wiki-run.ts";
import { type Listing, newListing, nextListing, nextSource, resumedListing } from "./listing.ts";

/** Pages of a list below which it is not doubted; above, up to TIMES_MAX of what the wiki counts. */
const DOUBTED_PAGES = 100_000;
const TIMES_MAX = 4;
/** Pages for which an empty batch counts, so that a list of empty batches is doubted, too. */
const EMPTY_BATCH_PAGES = 100;

/** A wiki of so many pages is quiet in its first pass (decision 115); readers of smaller ones have them at once. */
const QUIET_PAGES_MIN = 20_000;

/**
 * The error for a list without an end: one that has named far more pages than the wiki says it has. Null: the number is
 * plausible, or the wiki does not say how many it has.
 */
async function endlessList(wiki: WikiApi, found: number): Promise<WikiError | null> {
  const answer = await wiki.query({ meta: "siteinfo", siprop: "statistics" });
  const pages = answer.ok ? parsePages(answer.value.query) : null;
  if (pages === null || found <= Math.max(DOUBTED_PAGES, pages * TIMES_MAX)) return null;
  const message = `${wiki.api} continues a list as if it had ${found} pages, though it says that it has ${pages}: the list is not read further; if it has that many, initSiteStats.php --update corrects its count`;
  return { kind: "not-mediawiki", message };
}

/** How long until lists that could not be read are tried again. */
export const FAILED_PAUSE_MS = 15 * 60_000;
/** Days after which a page that no run touched is deleted (F3: "some months"). */
const UNTOUCHED_DAYS = 100;
/** Days after which a page that is no wikitext is read again, should its wiki not have reported a change (F4). */
const MODEL_DAYS = 28;
/** Batches after which a list's place is stored: an interruption repeats at most so many requests. */
const REMEMBER_EVERY = 20;
/** Lists in a row that failed, after which the wiki is taken to be away. */
const AWAY_AFTER = 2;

/** How a first run ended. `error`: the message for the operator; null with `failed`: it was logged before. */
export type ListOutcome =
  | { readonly kind: "complete"; readonly error: null }
  /** The time slice is over, or the lease lost: the next slice continues. */
  | { readonly kind: "interrupted"; readonly error: WikiError | null }
  /** All lists but some were read; the others are tried again later. Pages can be read meanwhile. */
  | { readonly kind: "failed"; readonly error: WikiError | null }
  | { readonly kind: "away"; readonly error: WikiError };

/**
 * The first run (F2): reads the categories of excluded trees; touches every page of the wiki's criteria and marks it for
 * the second run; then unmarks excluded pages. One list's error stops no other. When all lists were read, pages are
 * deleted that no run touched for long (F3), but never one that this run touched, however long it was interrupted.
 */
export async function runList(run: WikiRun): Promise<ListOutcome> {
  const { ctx, selection, slice } = run;
  const begun = await beginListing(run);
  if (!begun.ok) return { kind: begun.error.kind === "stopped" ? "interrupted" : "away", error: begun.error };
  let listing = begun.value;
  const store = (next: Listing) => {
    listing = next;
    return storeFeed(ctx.db, run.lease, { feed: { listing: { ...next } } });
  };
  const advance = (more: Partial<Listing>) =>
    store({ ...listing, ...more, ...(listing.day !== undefined && { day: ctx.clock.today() }) });
  const next = () => nextSource(selection, listing);
  // Lists that failed are tried again in a new round, and with `--once`.
  if (run.now || next() === undefined) listing = { ...listing, failed: [] };

  const lists = selection.trees.length + selection.include.length + selection.exclude.length;
  let trouble: WikiError | null = null;
  let unserved = 0;
  for (let source = next(), first = true; source !== undefined; source = next(), first = false) {
    if (!first && slice.listsOver()) return { kind: "interrupted", error: trouble };
    const { name } = source;
    const from = listing.source === name ? listing.place : null;
    const begin = { from, found: listing.source === name ? listing.found : 0 };
    const end = await listSource(run, source, begin, (place, found) =>
      advance({ source: name, place, found }),
    );
    if (end === "interrupted") return { kind: "interrupted", error: trouble };
    if (end === "read") {
      await advance({ done: [...listing.done, name], source: null, place: null, found: 0 });
      unserved = 0;
      continue;
    }
    if (end.kind === "stopped") return { kind: "interrupted", error: STOPPED };
    trouble ??= lists === 1 ? end : { ...end, message: `${end.message} (list ${name})` };
    unserved = end.kind === "down" || end.kind === "lagged" ? unserved + 1 : 0;
    const throttled = end.kind === "denied" || end.quietSeconds !== undefined;
    if (throttled || unserved >= Math.min(AWAY_AFTER, lists)) return { kind: "away", error: end };
    // A place that the wiki does not accept any more must not fail every later attempt.
    const stuck = isRefusal(end) && from !== null && listing.place === from;
    const kept = stuck ? { source: null, place: null, found: 0, day: undefined } : {};
    await store({ ...listing, ...kept, failed: [...listing.failed, name] });
  }
  if (listing.failed.length > 0) {
    await storeDue(run, {}, ctx.clock.now() + FAILED_PAUSE_MS);
    return { kind: "failed", error: trouble };
  }
  return finish(run, listing.start);
}

/** The listing that was interrupted, or a new one of the same wiki; `stopped`: another feeder has it. */
async function beginListing({ ctx, row, lease, wiki, selection }: WikiRun): Promise<Result<Listing>> {
  const today = ctx.clock.today();
  const of = { criteria: selection.fingerprint, api: row.api };
  const before = resumedListing(row.feed.listing, of, today);
  if (before !== null) return fine(before);
  // A wiki without pages has none to lose.
  const isRead = await hasPages(ctx.db, row.id);
  const stranger = isRead ? await refuseStranger(row, wiki) : null;
  if (stranger !== null) return failed(stranger);
  if (!(await numberPass(ctx.db, lease))) return failed(STOPPED);
  const site = await findSite(ctx.db, row.id);
  const isLarge = site?.pages != null && site.pages >= QUIET_PAGES_MIN;
  if (isLarge && !isRead) await beginFirstPass(ctx.db, row.id);
  await forgetModels(ctx.db, row.id, addDays(today, -MODEL_DAYS));
  return fine(newListing(today, of));
}

/** Deletes pages that no run touched for long, and sets when the lists are due again. */
async function finish(run: WikiRun, start: Day): Promise<ListOutcome> {
  const { ctx, row, counts } = run;
  const today = ctx.clock.today();
  const long = addDays(today, -UNTOUCHED_DAYS);
  counts.deleted += await deleteUntouchedPages(ctx.db, row.id, long < start ? long : start, today, {
    signal: ctx.signal,
    lease: run.lease,
  });
  if (ctx.signal.aborted) return { kind: "interrupted", error: STOPPED };
  await storeLeftover(ctx.db, run.lease, 0);
  await storeDue(
    run,
    { feed: { listing: undefined, news: undefined } },
    nextListing(ctx.clock.now(), row.id),
  );
  return { kind: "complete", error: null };
}

const storeDue = ({ ctx, row, lease }: WikiRun, state: Parameters<typeof storeFeed>[2], ms: number) =>
  storeFeed(ctx.db, lease, { ...state, fullDue: { ms, seenMs: row.fullDueMs } });

/** Reads one list of the criteria, from where it was left. */
async function listSource(
  run: WikiRun,
  source: Source,
  { from, found: before }: { readonly from: Place; readonly found: number },
  store: (place: Place, found: number) => Promise<boolean>,
): Promise<"read" | "interrupted" | WikiError> {
  const { name, effect, where } = source;
  let batches = 0;
  let found = before;
  let category = from?.category;
  let doubtedAt = DOUBTED_PAGES;
  for await (const batch of readSource(run, source, from)) {
    if (!batch.ok) return batch.error;
    const { pages, next } = batch.value;
    if (effect === "include") await touch(run, pages);
    else await excludeNow(run, pages);
    run.report(`${run.counts.listed} pages found (${name})`);
    batches += 1;
    // A page may be in any number of a tree's categories: each is a list of its own.
    if (next?.category !== category) found = 0;
    category = next?.category;
    // A tree may have any number of categories without pages.
    found += pages.length === 0 && where.kind === "list" ? EMPTY_BATCH_PAGES : pages.length;
    if (next === null) break;
    const endless = found > doubtedAt ? await endlessList(run.wiki, found) : null;
    if (found > doubtedAt) doubtedAt = found * 2;
    const interrupted = run.slice.listsOver();
    const isStored = interrupted || endless !== null || batches % REMEMBER_EVERY === 0;
    // Another feeder has the wiki by now and continues from what is stored.
    if (isStored && !(await store(next, found))) return STOPPED;
    if (endless !== null) return endless;
    if (interrupted) return "interrupted";
  }
  return "read";
}

/** Marks pages of an inclusion for reading, and creates those that are missing (F2). */
export async function touch(
  { ctx, row, selection, counts }: WikiRun,
  pages: readonly ListedPage[],
): Promise<void> {
  const wanted = pages.filter(
    ({ namespace }) => namespace >= 0 && !selection.namespacesExcluded.has(namespace),
  );
  if (wanted.length === 0) return;
  counts.created += await listPages(ctx.db, row.id, wanted, ctx.clock.today());
  counts.listed += wanted.length;
}

/** Takes pages that come under an exclusion out of the pass and off the watchlist (F2), wherever it shows. */
export async function excludeNow(
  { ctx, row, lease, counts }: WikiRun,
  pages: readonly { readonly pageid: number }[],
): Promise<void> {
  if (pages.length === 0) return;
  const ids = pages.map(({ pageid }) => pageid);
  const today = ctx.clock.today();
  counts.deleted += await underFeedLease(ctx.db, lease, (tx) => excludePages(tx, row.id, ids, today));
}
