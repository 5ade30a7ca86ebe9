import { watchedPages } from "../../../db/pages/read.ts";
import { postponeChanges, storeChanges, storeFeed } from "../../../db/wikis/feeding.ts";
import type { Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { STOPPED, type WikiError } from "../api/answer.ts";
import { type MarkTests, markTests } from "../criteria/mark-tests.ts";
import { refuseStranger } from "../registration/identify.ts";
import type { WikiRun } from "../wiki-run.ts";
import {
  advance,
  CHANGES,
  type Change,
  type ChangePosition,
  type ChangesAnswer,
  deletionsSince,
  gapOf,
  isAnchored,
  iso,
  parseChanges,
  parseDeletions,
  parsePosition,
  placeOf,
  SETTLING_MS,
  startOf,
} from "./changes.ts";
import { concerned } from "./concern.ts";
import { enterNewCategories, readNewCategories } from "./tree-news.ts";

/** Requests for changes in a time slice, with 500 or 5,000 changes each; then pages are read. */
const REQUESTS_PER_SLICE = 20;
/** How long until a wiki that never showed a list of changes is asked again. */
const REFUSED_PAUSE_MS = 86_400_000;
/** How long until a list of changes that failed is read again; trouble that lasts defers the whole wiki, longer each time. */
const TROUBLE_PAUSE_MS = 5 * 60_000;
/** Wikis on which nothing happens are asked less often. */
const QUIET_TIMES_MAX = 4;
const QUIET_PART = 10;
/** The interval where a stream has the events as they happen, and the list only what it leaves out. */
const STREAMED_MS = 15 * 60_000;
/** A clock set back by more means that the wiki has another history than we know, as after a restore. */
const CLOCK_BACK_MS = 3_600_000;

/**
 * Reads what changed in the wiki since the position (F4) and queues the pages that concern us. Position and queue are
 * written together after every batch, so an interruption loses nothing and costs one batch. A wiki that never had a list of
 * changes is no error: its first runs have to find them.
 */
export async function runChanges(run: WikiRun): Promise<ChangesRead> {
  const { ctx, row } = run;
  const end = row.changesAtMs === null ? await begin(run) : await readOn(run, row.changesAtMs);
  switch (end.kind) {
    case "open":
      return { read: true, error: null, row: end.row };
    case "waits":
      await postpone(run, row.changesEveryS * 1000);
      return { read: false, error: null };
    case "read": {
      const { more, feed, error } = await readNewCategories(run);
      if (!more) await postpone(run, pauseAfter(run, end.position));
      return { read: true, error, row: { ...row, feed } };
    }
    case "unlisted":
      await postpone(run, REFUSED_PAUSE_MS, true);
      ctx.log.info(`${row.name} does not list its changes, its first runs find them: ${end.error.message}`);
      return { read: false, error: null };
    case "failed":
      if (end.error.kind !== "stopped") await postpone(run, TROUBLE_PAUSE_MS, true);
      return { read: false, error: end.error };
  }
}

/** How reading the list of changes went; `read`: as far as this slice goes. */
export interface ChangesRead {
  readonly read: boolean;
  readonly error: WikiError | null;
  /** The wiki's row, where it was written. */
  readonly row?: WikiRow | undefined;
}

type End =
  | { readonly kind: "read"; readonly position: ChangePosition }
  /** More is to be read in a next slice. `row`: as of ChangesRead. */
  | { readonly kind: "open"; readonly row?: WikiRow }
  /** An excluded tree has to be read first. */
  | { readonly kind: "waits" }
  | { readonly kind: "unlisted" | "failed"; readonly error: WikiError };

const failure = (error: WikiError): End => ({ kind: "failed", error });

/** The end when changes could not be stored; null: they are. */
function endOf(stored: Awaited<ReturnType<typeof storeChanges>>): End | null {
  if (stored === "stored") return null;
  return stored === "full" ? { kind: "open" } : failure(STOPPED);
}

/** The end after an error of the list of changes itself. */
const listFailure = ({ row }: WikiRun, error: WikiError): End => ({
  kind: error.kind === "refused" && !wereChangesRead(row) ? "unlisted" : "failed",
  error,
});

/** A wiki that listed its changes once has such a list; a position alone may come from a dump. */
export const wereChangesRead = ({ changesAtMs, changesCursor }: WikiRow): boolean =>
  changesAtMs !== null && parsePosition(changesAtMs, changesCursor).known.some(({ rcid }) => rcid > 0);

const postpone = ({ ctx, row, lease }: WikiRun, ms: number, pause = false) =>
  postponeChanges(ctx.db, lease, { dueMs: ctx.clock.now() + ms, seenMs: row.changesDueMs, pause });

function pauseAfter({ row }: WikiRun, { atMs, known }: ChangePosition): number {
  const everyMs = row.changesEveryS * 1000;
  const quietMs = atMs - (known.at(-1)?.atMs ?? atMs);
  const usual = Math.min(Math.max(everyMs, quietMs / QUIET_PART), everyMs * QUIET_TIMES_MAX);
  return row.streamed ? Math.max(usual, STREAMED_MS) : usual;
}

/** Sets the position of a wiki that was never asked to now: the first run, which begins after it, reads what was before. */
async function begin(run: WikiRun): Promise<End> {
  const { wiki, lease, ctx } = run;
  const answer = await wiki.query({ ...CHANGES, rcdir: "older", rclimit: "max" });
  if (!answer.ok) return listFailure(run, answer.error);
  const read = parseChanges(answer.value.query);
  const nowMs = read?.nowMs ?? read?.changes[0]?.atMs;
  if (read === null || nowMs === undefined) return listFailure(run, noList(wiki.api));
  const none: ChangePosition = { atMs: nowMs - SETTLING_MS, known: [], early: [] };
  const { position } = advance(none, read.changes.toReversed(), { nowMs, complete: true });
  await storeChanges(ctx.db, lease, { atMs: position.atMs, cursor: placeOf(position), pageids: [] });
  return { kind: "read", position };
}

/** Reads on from the position, as far as the time slice goes. */
async function readOn(run: WikiRun, atMs: number): Promise<End> {
  const tests = await markTests(run);
  if (tests === null) return { kind: "waits" };
  const { ctx, row, wiki, slice } = run;
  let position = parsePosition(atMs, row.changesCursor);
  let requests = 0;
  for await (const answer of wiki.walk({ ...CHANGES, rclimit: "max", rcstart: iso(startOf(position)) })) {
    const read = answer.ok ? parseChanges(answer.value.query) : null;
    if (!answer.ok) return listFailure(run, answer.error);
    if (read === null) return listFailure(run, noList(wiki.api));
    const nowMs = clockOf(read, position);
    const complete = answer.value.continue === null;
    requests += 1;
    const clockBack = nowMs < position.atMs - CLOCK_BACK_MS;
    if (requests === 1 && (clockBack || !isAnchored(position, read.changes, { nowMs, complete }))) {
      // Without a known change only its time says how old it is.
      const settledMs = position.known.length === 0 ? nowMs - SETTLING_MS : position.atMs;
      const none: ChangePosition = { atMs: Math.min(settledMs, nowMs), known: [], early: [] };
      const unbridged = await bridgeGap(run, position, none, clockBack);
      if (unbridged !== null) return unbridged;
      position = none;
    }
    const advanced = advance(position, read.changes, { nowMs, complete });
    const unstored = await store(run, tests, advanced.position, advanced.fresh);
    if (unstored !== null) return unstored;
    position = advanced.position;
    run.counts.changes += advanced.fresh.length;
    if (complete) return { kind: "read", position };
    if ((!run.now && requests >= REQUESTS_PER_SLICE) || slice.listsOver() || ctx.signal.aborted) break;
  }
  return { kind: "open" };
}

/** The wiki's own clock, or else the time of its last change, so that the position never runs ahead. */
const clockOf = ({ nowMs, changes }: ChangesAnswer, { atMs }: ChangePosition): number =>
  nowMs ?? Math.max(atMs, changes.at(-1)?.atMs ?? atMs);

const noList = (api: string): WikiError => ({
  kind: "refused",
  message: `${api} answers list=recentchanges without a list`,
});

/** Stores a position and queues the pages that the changes concern, in one transaction. Null: all was well. */
async function store(
  run: WikiRun,
  tests: MarkTests,
  position: ChangePosition,
  changes: readonly Change[],
): Promise<End | null> {
  const concern = await concerned(run, tests, changes);
  if (!concern.ok) return failure(concern.error);
  const { pageids, categories } = concern.value;
  const error = await enterNewCategories(run, categories);
  if (error !== null) return failure(error);
  const state = { atMs: position.atMs, cursor: placeOf(position), pageids };
  return endOf(await storeChanges(run.ctx.db, run.lease, state));
}

/**
 * Handles that the change where the reading begins is not in the list any more. Either its page was deleted, and the list
 * reaches back further; or changes fell off unread, unless another wiki answers. Then a first run is due, from its beginning
 * where one is under way, as what it listed may have changed since; and deletions, which no first run finds, come from the log. Where the queue has no room for all of them, the gap stays, and the log is continued when there is room:
 * beginning again would never end, as restored pages are still watched, and would take the room each time. `after`: the
 * position when the gap is bridged. Null: there is none.
 */
async function bridgeGap(
  run: WikiRun,
  position: ChangePosition,
  after: ChangePosition,
  clockBack: boolean,
): Promise<End | null> {
  const { ctx, row, wiki, lease } = run;
  const stranger = await refuseStranger(row, wiki);
  if (stranger !== null) return failure(stranger);
  const answer = await wiki.query({ ...CHANGES, rclimit: "1" });
  if (!answer.ok) return failure(answer.error);
  const oldest = parseChanges(answer.value.query)?.changes[0];
  const start = startOf(position);
  if (!clockBack && oldest !== undefined && oldest.atMs <= start) return null;
  const reason = clockBack
    ? "the wiki's clock was set back"
    : `the wiki's list begins at ${oldest === undefined ? "no time" : iso(oldest.atMs)}`;
  const { atMs } = position;
  let gap = gapOf(row.changesCursor) ?? {};
  if (Object.keys(gap).length === 0)
    ctx.log.warn(
      `${row.name}: changes since ${iso(start)} are unknown, as ${reason}; a first run is due`,
      "changes-lost",
    );
  for await (const batch of wiki.walk({ ...deletionsSince(start), ...gap })) {
    if (!batch.ok && batch.error.kind === "refused") break;
    if (!batch.ok) return failure(batch.error);
    const pageids = [...(await watchedPages(ctx.db, row.id, parseDeletions(batch.value.query)))];
    gap = batch.value.continue ?? gap;
    const cursor = { ...placeOf(position), gap };
    const unstored = endOf(await storeChanges(ctx.db, lease, { atMs, cursor, pageids }));
    if (unstored !== null) return unstored;
    if (ctx.signal.aborted) return failure(STOPPED);
  }
  const feed = { listing: undefined, news: undefined };
  const ours = await storeFeed(ctx.db, lease, { feed, fullDue: { ms: 0, seenMs: row.fullDueMs } });
  // What comes next may have to wait for room, but is no gap.
  const end = { atMs: after.atMs, cursor: placeOf(after), pageids: [] };
  return ours && (await storeChanges(ctx.db, lease, end)) === "stored"
    ? { kind: "open", row: { ...row, feed: { ...row.feed, ...feed }, fullDueMs: 0 } }
    : failure(STOPPED);
}
