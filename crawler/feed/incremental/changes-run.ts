import { watchedPages } from "../../../db/pages/read.ts";
import { postponeChanges, storeChanges, storeFeed } from "../../../db/wikis/feeding.ts";
import type { WikiError } from "../api/answer.ts";
import { type MarkTests, markTests } from "../criteria/mark-tests.ts";
import type { WikiRun } from "../wiki-run.ts";
import {
  CHANGES,
  type Change,
  type ChangesAnswer,
  deletionsSince,
  gapOf,
  isAnchored,
  iso,
  type Memory,
  parseChanges,
  parseDeletions,
  parseMemory,
  placeOf,
  SETTLING_MS,
  startOf,
  takeIn,
} from "./changes.ts";
import { concerned } from "./concern.ts";
import { enterNewCategories, readNewCategories } from "./tree-news.ts";

/** A turn reads so many changes at most, 500 or 5,000 to a request; then pages are read. */
const REQUESTS_PER_TURN = 20;
/** A wiki that has no list of changes, or keeps it to itself, is asked again after a day. */
const REFUSED_PAUSE_MS = 86_400_000;
/** After trouble with this list only; the rest of the turn finds out whether the wiki is away. */
const TROUBLE_PAUSE_MS = 15 * 60_000;
/** Wikis on which nothing happens are asked less often. */
const QUIET_TIMES_MAX = 4;
const QUIET_PART = 10;
/** Where a stream tells events as they happen, this is only for what it leaves out. */
const STREAMED_MS = 15 * 60_000;
/** A wiki whose clock was set back by more has another history than we know. */
const CLOCK_BACK_MS = 3_600_000;

/**
 * Reads what changed in the wiki since the position (F4) and queues the pages that concern us. Position and queue are
 * written together after every batch, so an interruption loses nothing and costs one batch. Null: all was well, or
 * the wiki does not tell its changes, and its first runs have to find them.
 */
export async function runChanges(run: WikiRun): Promise<WikiError | null> {
  const { ctx, row, now } = run;
  if (!now && row.changesDueMs > ctx.clock.now()) return null;
  const tests = await markTests(run);
  const end = row.changesAtMs === null ? await begin(run) : await goOn(run, tests, row.changesAtMs);
  switch (end.kind) {
    case "open":
      return null;
    case "waits":
      await postpone(run, row.changesEveryS * 1000);
      return null;
    case "read":
      await postpone(run, pauseAfter(run, end.memory));
      return readNewCategories(run);
    case "untold":
      await postpone(run, REFUSED_PAUSE_MS, true);
      ctx.log.info(`${row.name} does not tell its changes, its first runs find them: ${end.error.message}`);
      return null;
    case "failed":
      if (end.error.kind !== "stopped") await postpone(run, TROUBLE_PAUSE_MS, true);
      return end.error;
  }
}

type End =
  | { readonly kind: "read"; readonly memory: Memory }
  /** There is more to read, when pages have been read. */
  | { readonly kind: "open" }
  /** An excluded tree has to be known first. */
  | { readonly kind: "waits" }
  | { readonly kind: "untold" | "failed"; readonly error: WikiError };

const STOPPED: WikiError = { kind: "stopped", message: "stopped" };

const failure = (error: WikiError): End => ({ kind: "failed", error });

/** Trouble with the list of changes itself. */
const listFailure = (error: WikiError): End => ({
  kind: error.kind === "refused" || error.kind === "not-mediawiki" ? "untold" : "failed",
  error,
});

const postpone = ({ ctx, row, lease }: WikiRun, ms: number, pause = false) =>
  postponeChanges(ctx.db, lease, { dueMs: ctx.clock.now() + ms, seenMs: row.changesDueMs, pause });

function pauseAfter({ row }: WikiRun, { atMs, known }: Memory): number {
  const everyMs = row.changesEveryS * 1000;
  const quietMs = atMs - (known.at(-1)?.atMs ?? atMs);
  const usual = Math.min(Math.max(everyMs, quietMs / QUIET_PART), everyMs * QUIET_TIMES_MAX);
  return row.streamed ? Math.max(usual, STREAMED_MS) : usual;
}

/** The position of a wiki that was never asked: now. What was before is for the first run, which begins after it. */
async function begin(run: WikiRun): Promise<End> {
  const { wiki, lease, ctx } = run;
  const answer = await wiki.query({ ...CHANGES, rcdir: "older", rclimit: "max" });
  if (!answer.ok) return listFailure(answer.error);
  const read = parseChanges(answer.value.query);
  const nowMs = read?.nowMs ?? read?.changes[0]?.atMs;
  if (read === null || nowMs === undefined) return listFailure(untold(wiki.api));
  const none: Memory = { atMs: nowMs - SETTLING_MS, known: [], early: [] };
  const { memory } = takeIn(none, read.changes.toReversed(), { nowMs, complete: true });
  await storeChanges(ctx.db, lease, { atMs: memory.atMs, cursor: placeOf(memory), pageids: [] });
  return { kind: "read", memory };
}

async function goOn(run: WikiRun, tests: MarkTests | null, atMs: number): Promise<End> {
  if (tests === null) return { kind: "waits" };
  const { ctx, row, wiki, turn } = run;
  let memory = parseMemory(atMs, row.changesCursor);
  let requests = 0;
  let end: End = { kind: "open" };
  const asked = { ...CHANGES, rclimit: "max", rcstart: iso(startOf(memory)) };
  const error = await wiki.walk(asked, async (query, next) => {
    const read = parseChanges(query);
    if (read === null) {
      end = listFailure(untold(wiki.api));
      return false;
    }
    const nowMs = clockOf(read, memory);
    requests += 1;
    const complete = next === null;
    if (requests === 1) {
      const clockBack = nowMs < memory.atMs - CLOCK_BACK_MS;
      if (clockBack || !isAnchored(memory, read.changes, complete)) {
        const none: Memory = { atMs: Math.min(memory.atMs, nowMs), known: [], early: [] };
        const bridged = await bridgeGap(run, memory, none, clockBack);
        if (bridged !== "bridged") {
          if (bridged !== "full") end = failure(bridged);
          return false;
        }
        memory = none;
      }
    }
    const taken = takeIn(memory, read.changes, { nowMs, complete });
    const stored = await store(run, tests, taken.memory, taken.told);
    if (stored !== "stored") {
      if (stored !== "full") end = failure(stored);
      return false;
    }
    memory = taken.memory;
    run.counts.told += taken.told.length;
    if (complete) end = { kind: "read", memory };
    return !complete && (run.now || requests < REQUESTS_PER_TURN) && !turn.listOver() && !ctx.signal.aborted;
  });
  return error === null ? end : listFailure(error);
}

/** The wiki's own clock; of one that does not say, its last change, so that the position never runs ahead. */
const clockOf = ({ nowMs, changes }: ChangesAnswer, { atMs }: Memory): number =>
  nowMs ?? Math.max(atMs, changes.at(-1)?.atMs ?? atMs);

const untold = (api: string): WikiError => ({
  kind: "refused",
  message: `${api} answers list=recentchanges without a list`,
});

async function store(
  run: WikiRun,
  tests: MarkTests,
  memory: Memory,
  told: readonly Change[],
): Promise<"stored" | "full" | WikiError> {
  const concern = await concerned(run, tests, told);
  if (!concern.ok) return concern.error;
  const { pageids, categories } = concern.value;
  const error = await enterNewCategories(run, categories);
  if (error !== null) return error;
  const state = { atMs: memory.atMs, cursor: placeOf(memory), pageids };
  const stored = await storeChanges(run.ctx.db, run.lease, state);
  return stored === "lost" ? STOPPED : stored;
}

/**
 * The change where the reading begins is not on the list any more. Either its page was deleted, and the list reaches
 * back further; or changes fell off unseen. Then a first run is due, and deletions, of which no list tells, come from the log.
 * `full`: not all of them have room yet; the gap stays, and the log is read on where it was when there is room. To begin
 * anew would never end: what was restored is still watched, and would take the room each time. `after`: what is known
 * when it was bridged.
 */
async function bridgeGap(
  run: WikiRun,
  memory: Memory,
  after: Memory,
  clockBack: boolean,
): Promise<"bridged" | "full" | WikiError> {
  const { ctx, row, wiki, lease } = run;
  const answer = await wiki.query({ ...CHANGES, rclimit: "1" });
  if (!answer.ok) return answer.error;
  const oldest = parseChanges(answer.value.query)?.changes[0];
  const start = startOf(memory);
  if (!clockBack && oldest !== undefined && oldest.atMs <= start) return "bridged";
  const reason = clockBack
    ? "the wiki's clock was set back"
    : `the wiki's list begins at ${oldest === undefined ? "no time" : iso(oldest.atMs)}`;
  const { atMs } = memory;
  const known = placeOf(memory);
  let stored: Awaited<ReturnType<typeof storeChanges>> = "stored";
  let gap = gapOf(row.changesCursor) ?? {};
  if (Object.keys(gap).length === 0)
    ctx.log.warn(`${row.name}: changes since ${iso(start)} are not known, as ${reason}; a first run is due`);
  const error = await wiki.walk({ ...deletionsSince(start), ...gap }, async (query, next) => {
    const pageids = [...(await watchedPages(ctx.db, row.id, parseDeletions(query)))];
    gap = next ?? gap;
    const cursor = { ...known, gap };
    stored = await storeChanges(ctx.db, lease, { atMs, cursor, pageids });
    return stored === "stored" && !ctx.signal.aborted;
  });
  if (error !== null && error.kind !== "refused") return error;
  if (stored !== "stored") return stored === "full" ? "full" : STOPPED;
  if (ctx.signal.aborted) return STOPPED;
  const ours = await storeFeed(ctx.db, lease, { fullDue: { ms: 0, seenMs: row.fullDueMs } });
  // What comes now may have to wait for room, and is no gap anew.
  const end = { atMs: after.atMs, cursor: placeOf(after), pageids: [] };
  return ours && (await storeChanges(ctx.db, lease, end)) === "stored" ? "bridged" : STOPPED;
}
