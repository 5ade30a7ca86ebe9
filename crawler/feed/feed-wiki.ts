import { messageOf } from "../../db/errors.ts";
import { endpointsFor } from "../../db/wikis/configured.ts";
import { listCriteria } from "../../db/wikis/criteria.ts";
import { FeedLost } from "../../db/wikis/feeding.ts";
import { boundReadFirstPass } from "../../db/wikis/first-pass.ts";
import { ownHosts } from "../../db/wikis/own-hosts.ts";
import { recover } from "../../db/wikis/server-leases.ts";
import { findWiki, updateWiki, type Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import { beginPass } from "../../db/work/passes.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { isOfWorkAlone, retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { unexpected } from "../runtime/errors.ts";
import { createProgress } from "../runtime/log.ts";
import { counted } from "../runtime/words.ts";
import { STOPPED, type WikiError } from "./api/answer.ts";
import { withRights } from "./api/client.ts";
import { openWikiApi, type WikiClient } from "./api/wiki.ts";
import { deferWiki, type FailureBudget, failureBudget } from "./budget.ts";
import { markTests } from "./criteria/mark-tests.ts";
import { selectionOf } from "./criteria/selection.ts";
import { type ChangesRead, runChanges, wereChangesRead } from "./incremental/changes-run.ts";
import { leaseWiki, type WikiLease } from "./lease.ts";
import { openPassCounter } from "./pass-counter.ts";
import { FAILED_PAUSE_MS, type ListOutcome, runList } from "./passes/list-run.ts";
import { parseListing } from "./passes/listing.ts";
import { runNews, runRequested } from "./passes/queues.ts";
import { runRead } from "./passes/read-run.ts";
import { identify } from "./registration/identify.ts";
import { refreshSpamLists } from "./spam/refresh.ts";
import { runSpamScans } from "./spam/scan.ts";
import { type FeedCounts, noCounts, type TimeSlice, type WikiRun } from "./wiki-run.ts";

/** Rounds in a row with requested pages only, so that `--once` ends though callers keep requesting pages. */
const REQUESTED_ROUNDS_MAX = 20;

export interface WikiFeed extends FeedCounts {
  readonly wiki: string;
  error: WikiError | null;
}

export interface FeedWikiOptions {
  readonly http: WikiClient;
  /** Name of the feeder's heartbeat. */
  readonly worker: string;
  /** Reads what is not due, too (`--once`). */
  readonly now: boolean;
  readonly slice: TimeSlice;
  /** As of `refreshSpamLists`. */
  readonly farmsRead?: Set<number>;
  /** `pause`, or a function that also knows that the wiki is waited for. */
  readonly wait?: typeof pause;
}

const REASON_CHARS_MAX = 300;

/**
 * One time slice of one wiki. An error that only this wiki may have, such as an answer that cannot be stored, defers it and is in
 * the result: the others are fed on. Throws errors of the database.
 */
export async function feedWiki(
  ctx: RoleContext,
  row: Pick<WikiRow, "id" | "name">,
  options: FeedWikiOptions,
): Promise<WikiFeed> {
  const fed: WikiFeed = { wiki: row.name, ...noCounts(), error: null };
  try {
    await feedLeased(ctx, row, options, fed);
  } catch (error) {
    if (!isOfWorkAlone(error, ctx)) throw error;
    const reason = messageOf(error).slice(0, REASON_CHARS_MAX);
    const message = `feeding it met an unexpected error: ${reason}; please report it, with the log (event work-failed)`;
    const failure: WikiError = { kind: "broken", message };
    fed.error = failure;
    ctx.log.error(`${row.name}: ${unexpected(error)}`, "work-failed");
    await retryWhileDatabaseDown(ctx, () => deferWiki(ctx, row, failure));
  }
  return fed;
}

/**
 * A time slice under a lease: its spam lists, its own changes and the first run, each where it is due; pages that changed
 * or were requested; the second run. The wiki's errors are written into its row and the result. A wiki that another
 * feeder has leased is left to that one, with an error of kind `held`.
 */
async function feedLeased(
  ctx: RoleContext,
  { id, name }: Pick<WikiRow, "id" | "name">,
  options: FeedWikiOptions,
  fed: WikiFeed,
): Promise<void> {
  const lease = await retryWhileDatabaseDown(ctx, () => leaseWiki(ctx, id, options.worker));
  if (lease.kind === "held") {
    const { holder, seconds } = lease;
    const message = `it is being fed by ${holder}, which reads what is due by itself; wait for it, or stop it and try again (after ${seconds} s if it was killed)`;
    fed.error = { kind: "held", message };
    if (options.now) ctx.log.error(`${name}: ${message}`, "wiki-error");
    return;
  }
  const held = { ...ctx, signal: lease.signal };
  const counter = openPassCounter(held, id, fed);
  try {
    await retryWhileDatabaseDown(held, () => counter.open());
    // All that a slice does may be done twice.
    await retryWhileDatabaseDown(held, async () => {
      // As it is now: the holder before may have advanced it.
      const row = await findWiki(ctx.db, name);
      if (row !== null) await runSlice(held, row, lease, options, fed);
    });
    await retryWhileDatabaseDown(held, () => counter.settle());
  } finally {
    counter.close();
    await lease.release();
  }
}

async function runSlice(
  ctx: RoleContext,
  known: WikiRow,
  { lease }: WikiLease,
  options: FeedWikiOptions,
  fed: WikiFeed,
): Promise<void> {
  const { wait = pause } = options;
  const http = withRights(options.http, await endpointsFor(ctx.db, known));
  const progress = createProgress(ctx.log);
  const report = (text: string) => progress.update(`${known.name}: ${text}`);
  const budget = failureBudget(ctx, known);
  const wiki = openWikiApi(known.api, { http, signal: ctx.signal, wait, failing: budget.spend });
  const identified = await identify(ctx, known, wiki);
  const end = identified.ok
    ? await readDue({ ...options, http, ...identified.value, ctx, lease, wiki, counts: fed, report }).catch(
        lost,
      )
    : { ...NOTHING_DONE, pagesError: identified.error };
  fed.error = end.listed?.error ?? end.pagesError ?? end.changes.error;
  await noteTrouble(ctx, known, budget, end);
  const isWorthALine = end.listed !== null || fed.read > 0 || fed.deleted > 0;
  if (fed.error === null) progress.done(isWorthALine ? describe(fed) : undefined);
  else if (fed.error.kind === "stopped")
    progress.done(`${known.name}: stopped; the next start continues here`);
  else {
    progress.done();
    ctx.log.error(`${known.name}: ${fed.error.message}`, "wiki-error");
  }
}

/** How the parts of a slice ended; null: well, or they were not begun. */
interface SliceEnd {
  readonly changes: ChangesRead;
  readonly listed: ListOutcome | null;
  readonly pagesError: WikiError | null;
}
const UNREAD: ChangesRead = { read: false, error: null };
const NOTHING_DONE: SliceEnd = { changes: UNREAD, listed: null, pagesError: null };

/** The end of a slice amid which another feeder got the wiki. */
function lost(error: unknown): SliceEnd {
  if (!(error instanceof FeedLost)) throw error;
  const message = "another feeder took it over, as this one was away for too long";
  return { ...NOTHING_DONE, pagesError: { kind: "held", message } };
}

type DueWork = Omit<WikiRun, "own" | "selection"> & Pick<FeedWikiOptions, "http" | "farmsRead">;

/** What is due of an identified wiki. */
async function readDue({ http, farmsRead, ...work }: DueWork): Promise<SliceEnd> {
  const { ctx, row, wiki, now } = work;
  const selection = selectionOf(await listCriteria(ctx.db, row.id));
  let run: WikiRun = { ...work, own: await ownHosts(ctx.db, row), selection };
  const away = await refreshSpamLists(ctx, row, { http, wiki, now, farmsRead });
  // With `--once`, pages that a change of a spam list concerns are read, too.
  if (now) await runSpamScans(ctx);
  const due = now || row.fullDueMs <= ctx.clock.now();
  // Before the lists: what changes while they are read is found from here on.
  const asks = !ctx.signal.aborted && away === null && (now || row.changesDueMs <= ctx.clock.now());
  const changes = asks ? await runChanges(run) : UNREAD;
  if (changes.row !== undefined) run = { ...run, row: changes.row };
  const stopped = stopOf(ctx, away, changes.error);
  if (due && stopped === null) await beginPass(ctx.db, row.id, run.row.feed.listing === undefined);
  const listed = stopped ?? (due ? await runList(run) : null);
  // One list's error blocks nothing (F3, F5); a wiki that is away, or a stop, does.
  const isOver = listed?.kind === "away" || listed?.error?.kind === "stopped";
  const pagesError = isOver ? null : await runPages(run);
  // Lists that failed are tried again and again: nothing waits for them.
  const areListed = listed === null ? run.row.feed.listing === undefined : isRead(listed);
  if (areListed) await boundReadFirstPass(ctx.db, row.id);
  return { changes, listed, pagesError };
}

const isRead = ({ kind }: ListOutcome): boolean => kind === "complete" || kind === "failed";

/** Why nothing more is begun: the feeder stops, or the wiki is away or throttles. */
function stopOf(
  { signal }: RoleContext,
  away: WikiError | null,
  trouble: WikiError | null,
): ListOutcome | null {
  if (signal.aborted || trouble?.kind === "stopped") return { kind: "interrupted", error: STOPPED };
  const error = away ?? (trouble?.quietSeconds === undefined ? null : trouble);
  return error && { kind: "away", error };
}

/** Pages that changed, were requested, or are marked, alternating, so that none holds up the others. */
async function runPages(run: WikiRun): Promise<WikiError | null> {
  const tests = await markTests(run);
  // No page is read until every excluded tree of categories is known; the outcome of the lists says why it is not.
  if (tests === null) {
    const { ctx, row } = run;
    await updateWiki(ctx.db, row.id, { incrementalDueMs: ctx.clock.now() + FAILED_PAUSE_MS });
    return null;
  }
  for (let requestedRounds = 0; ; ) {
    const news = await runNews(run, tests);
    if (news.error !== null) return news.error;
    const requested = await runRequested(run, tests);
    if (requested.error !== null) return requested.error;
    const read = await runRead(run, tests);
    if (read.error !== null) return read.error;
    if (!news.more && !read.more) requestedRounds += 1;
    if (!news.more && !requested.more && !read.more) return null;
    if (run.ctx.signal.aborted) return STOPPED;
    if (run.slice.over() || requestedRounds === REQUESTED_ROUNDS_MAX) return null;
  }
}

async function noteTrouble(
  ctx: RoleContext,
  row: WikiRow,
  budget: FailureBudget,
  { changes, listed, pagesError }: SliceEnd,
): Promise<void> {
  const error = pagesError ?? listed?.error ?? changes.error;
  if (error?.kind === "stopped" || error?.kind === "held") return;
  if (error !== null) {
    // A single list is tried again at its own time; meanwhile pages are read.
    if (pagesError !== null || listed?.kind === "away") await deferWiki(ctx, row, error);
    else await updateWiki(ctx.db, row.id, { error: error.message });
    return;
  }
  if (!budget.spent() && row.setbacks > 0) await recover(ctx.db, row.id);
  const failedLists =
    listed === null ? (parseListing(row.feed.listing)?.failed.length ?? 0) > 0 : listed.kind === "failed";
  // Until a list of changes is read again its error stands.
  const failedChanges = !changes.read && row.changesNotBeforeMs > 0 && wereChangesRead(row);
  if (row.error !== null && !failedLists && !failedChanges) await updateWiki(ctx.db, row.id, { error: null });
}

function describe(fed: WikiFeed): string {
  const changes = fed.changes === 0 ? "" : `${counted(fed.changes, "change")}, `;
  return `${fed.wiki}: ${changes}${counted(fed.listed, "page")} found (${fed.created} new), ${fed.read} read with ${counted(fed.watched, "link")} (${fed.added} new)${fed.spam === 0 ? "" : ` and ${counted(fed.spam, "spam link")}`}, ${fed.deleted} deleted`;
}
