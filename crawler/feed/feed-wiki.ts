import { listCriteria } from "../../db/wikis/criteria.ts";
import { recover } from "../../db/wikis/server-leases.ts";
import { findWiki, updateWiki, type Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import { beginPass } from "../../db/work/passes.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { createProgress } from "../runtime/log.ts";
import type { WikiError } from "./api/answer.ts";
import { openWiki, type WikiClient } from "./api/wiki.ts";
import { type Budget, budgetOf, leaveAlone } from "./budget.ts";
import { markTests } from "./criteria/mark-tests.ts";
import { selectionOf } from "./criteria/selection.ts";
import { runChanges } from "./incremental/changes-run.ts";
import { runNews } from "./incremental/news-run.ts";
import { type Hold, holdWiki } from "./lease.ts";
import { ownHosts } from "./own-hosts.ts";
import { openPassBook } from "./pass-book.ts";
import { runAsked } from "./passes/asked-run.ts";
import { type ListOutcome, runList } from "./passes/list-run.ts";
import { parseListing } from "./passes/listing.ts";
import { runRead } from "./passes/read-run.ts";
import { introduce } from "./registration/introduce.ts";
import { refreshSpamLists } from "./spam/refresh.ts";
import { runSpamScans } from "./spam/scan.ts";
import { type FeedCounts, noCounts, type Turn, type WikiRun } from "./wiki-run.ts";

/** `--once` ends though strangers keep asking for pages: rounds in which nothing else was left to do. */
const ASKED_ROUNDS_MAX = 20;

export interface WikiFeed extends FeedCounts {
  readonly wiki: string;
  error: WikiError | null;
}

export interface FeedWikiOptions {
  readonly http: WikiClient;
  /** Name of the feeder, as its heartbeat tells it. */
  readonly worker: string;
  readonly now: boolean;
  readonly turn: Turn;
  /** Farms whose global spam list was read in this command already. */
  readonly farmsRead: Set<number>;
  /** As `pause`, for a caller who wants to know that the wiki is waited for. */
  readonly wait?: typeof pause;
}

/**
 * One turn with one wiki: its spam lists where they are due, its own changes where they are due, the first run where it is due, pages told anew and asked for, the second run. The wiki's trouble is written
 * into its row and the answer. A wiki that another feeder holds is left to that one, with an error of kind `held`.
 */
export async function feedWiki(
  ctx: RoleContext,
  { id, name }: Pick<WikiRow, "id" | "name">,
  options: FeedWikiOptions,
): Promise<WikiFeed> {
  const fed: WikiFeed = { wiki: name, ...noCounts(), error: null };
  const hold = await retryWhileDatabaseDown(ctx, () => holdWiki(ctx, id, options.worker));
  if (hold.kind === "held") {
    const { holder, seconds } = hold;
    const message = `it is being fed by ${holder}, which reads what is due by itself; wait for it, or stop it and try again (after ${seconds} s if it was killed)`;
    fed.error = { kind: "held", message };
    if (options.now) ctx.log.error(`${name}: ${message}`);
    return fed;
  }
  const held = { ...ctx, signal: hold.signal };
  const book = openPassBook(held, id, fed);
  try {
    await retryWhileDatabaseDown(held, () => book.open());
    // All that a turn does may be done twice.
    await retryWhileDatabaseDown(held, async () => {
      // As it is now: the holder before may have gone on with it.
      const row = await findWiki(ctx.db, name);
      if (row !== null) await runTurn(held, row, hold, options, fed);
    });
    await retryWhileDatabaseDown(held, () => book.settle());
    return fed;
  } finally {
    book.close();
    await hold.release();
  }
}

async function runTurn(
  ctx: RoleContext,
  known: WikiRow,
  hold: Hold,
  { http, now, turn, farmsRead, wait = pause }: FeedWikiOptions,
  fed: WikiFeed,
): Promise<void> {
  const progress = createProgress(ctx.log);
  const budget = budgetOf(ctx, known);
  const wiki = openWiki(known.api, { http, signal: ctx.signal, wait, failing: budget.spend });
  const introduced = await introduce(ctx, known, wiki);
  if (!introduced.ok) {
    const { error } = introduced;
    fed.error = error;
    await noteTrouble({ ctx, row: known }, null, error, budget);
    if (error.kind !== "stopped") ctx.log.error(`${known.name}: ${error.message}`);
    return;
  }
  const { row, interwikis } = introduced.value;
  const selection = selectionOf(await listCriteria(ctx.db, row.id));
  const run: WikiRun = {
    ctx,
    row,
    lease: hold.lease,
    wiki,
    interwikis,
    own: await ownHosts(ctx.db, row),
    selection,
    counts: fed,
    turn,
    now,
    tell: (text) => progress.update(`${row.name}: ${text}`),
  };
  const away = await refreshSpamLists(ctx, row, { http, wiki, now, farmsRead });
  // Whoever waits for the end wants the pages that a list's change concerns read, too.
  if (now) await runSpamScans(ctx);
  const due = now || row.fullDueMs <= ctx.clock.now();
  // Before the lists: what changes while they are read is found from here on.
  const changesError = ctx.signal.aborted || away !== null ? null : await runChanges(run);
  const stopped = stopOf(ctx, away, changesError);
  if (due && stopped === null) await beginPass(ctx.db, row.id, row.feed.listing === undefined);
  const listed = stopped ?? (due ? await runList(run) : null);
  const pagesError = goesOn(listed) ? await runPages(run) : null;
  fed.error = listed?.error ?? pagesError ?? changesError;
  await noteTrouble(run, listed, pagesError, budget, changesError);
  if (fed.error === null) progress.done(due || fed.read > 0 || fed.deleted > 0 ? describe(fed) : undefined);
  else if (fed.error.kind === "stopped")
    progress.done(`${row.name}: stopped; a next start goes on from here`);
  else {
    progress.done();
    ctx.log.error(`${row.name}: ${fed.error.message}`);
  }
}

const STOPPED: WikiError = { kind: "stopped", message: "stopped" };

/** What is not begun, as the feeder stops, or as the wiki is away or wishes for peace. */
function stopOf(
  { signal }: RoleContext,
  away: WikiError | null,
  trouble: WikiError | null,
): ListOutcome | null {
  if (signal.aborted || trouble?.kind === "stopped") return { kind: "interrupted", error: STOPPED };
  if (away !== null) return { kind: "away", error: away };
  return trouble?.quietSeconds === undefined ? null : { kind: "away", error: trouble };
}

/** One list's trouble blocks nothing else (F3, F5); a wiki that is away, or a stop, does. */
const goesOn = (listed: ListOutcome | null): boolean =>
  listed === null || (listed.kind !== "away" && listed.error?.kind !== "stopped");

/** Pages told anew by the wiki, asked for, and marked, by turns, so that none holds up the others. */
async function runPages(run: WikiRun): Promise<WikiError | null> {
  const tests = await markTests(run);
  // What is in an excluded tree must not be read because nobody knows the tree yet; the lists tell why.
  if (tests === null) return null;
  for (let askedRounds = 0; ; ) {
    const news = await runNews(run, tests);
    if (news.error !== null) return news.error;
    const asked = await runAsked(run, tests);
    if (asked.error !== null) return asked.error;
    const read = await runRead(run, tests);
    if (read.error !== null) return read.error;
    if (!news.more && !read.more) askedRounds += 1;
    if (!news.more && !asked.more && !read.more) return null;
    if (run.ctx.signal.aborted) return STOPPED;
    if (run.turn.over() || askedRounds === ASKED_ROUNDS_MAX) return null;
  }
}

async function noteTrouble(
  { ctx, row }: Pick<WikiRun, "ctx" | "row">,
  listed: ListOutcome | null,
  pagesError: WikiError | null,
  budget: Budget,
  changesError: WikiError | null = null,
): Promise<void> {
  const error = pagesError ?? listed?.error ?? changesError;
  if (error?.kind === "stopped") return;
  if (error !== null) {
    // A single list's next trial has its own day and hour; meanwhile pages are read.
    if (pagesError !== null || listed?.kind === "away") await leaveAlone(ctx, row, error);
    else await updateWiki(ctx.db, row.id, { error: error.message });
    return;
  }
  if (!budget.spent() && row.setbacks > 0) await recover(ctx.db, row.id);
  const failedLists =
    listed === null ? (parseListing(row.feed.listing)?.failed.length ?? 0) > 0 : listed.kind === "failed";
  if (row.error !== null && !failedLists) await updateWiki(ctx.db, row.id, { error: null });
}

function describe(fed: WikiFeed): string {
  const told = fed.told === 0 ? "" : `${fed.told} changes told, `;
  return `${fed.wiki}: ${told}${fed.listed} pages found (${fed.created} new), ${fed.read} read with ${fed.watched} links (${fed.added} new)${fed.spam === 0 ? "" : ` and ${fed.spam} spam links`}, ${fed.deleted} deleted`;
}
