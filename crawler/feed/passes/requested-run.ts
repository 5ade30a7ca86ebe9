import { finishTouches, takeTouches } from "../../../db/pages/touches.ts";
import type { WikiError } from "../api/answer.ts";
import { CATEGORY, markedPages, templatesOf } from "../api/marks.ts";
import { type PageState, readPages } from "../api/pages.ts";
import { fine, type Result } from "../api/wiki.ts";
import { isExcluded, type MarkTests } from "../criteria/mark-tests.ts";
import { includedByName } from "../criteria/selection.ts";
import type { WikiRun } from "../wiki-run.ts";
import { askDivided } from "./ask-divided.ts";
import { recordStates } from "./record-states.ts";

/** Batches at a time: page ids are whatever a caller wrote, and watched pages are read in between. */
const BATCHES_MAX = 10;

export interface RunOutcome {
  readonly error: WikiError | null;
  /** There is probably more to do. */
  readonly more: boolean;
}

/**
 * Reads pages that somebody requested (F5), if they are within the criteria, and so watches them. A request never adds a
 * page that the criteria do not include or that they exclude. A page that the wiki does not know, or fails over each
 * time, is remembered until tomorrow, so that it cannot be requested again before. Pages of a feeder that died are left
 * to the next one.
 */
export async function runRequested(run: WikiRun, tests: MarkTests): Promise<RunOutcome> {
  const { ctx, lease } = run;
  const idsMax = await run.wiki.idsMax();
  for (let batch = 1; ; batch += 1) {
    if (ctx.signal.aborted) return { error: null, more: true };
    const ids = await takeTouches(ctx.db, lease, idsMax);
    if (ids.length === 0) return { error: null, more: false };
    const { answers, refused, error } = await askDivided({
      run,
      ids,
      ask: (wiki, part) => readWanted({ ...run, wiki }, tests, part),
      tests: [tests.excluded, tests.included],
    });
    for (const { value } of answers) await recordStates(run, value);
    await finishTouches(ctx.db, lease, [...answers.flatMap((answer) => answer.ids), ...refused]);
    if (error !== null) return { error, more: true };
    if (ids.length < idsMax) return { error: null, more: false };
    if (batch === BATCHES_MAX) return { error: null, more: true };
  }
}

async function readWanted(
  run: WikiRun,
  tests: MarkTests,
  ids: readonly number[],
): Promise<Result<PageState[]>> {
  const answer = await readPages(run.wiki, ids, tests.excluded);
  return answer.ok ? withinCriteria(run, tests, answer.value) : answer;
}

/** The pages within the criteria: included and not excluded, and those that are gone or are no wikitext any more. */
export async function withinCriteria(
  run: WikiRun,
  tests: MarkTests,
  states: readonly PageState[],
): Promise<Result<PageState[]>> {
  const open = states.filter((state) => state.kind !== "page" || !isExcluded(run, state));
  const named = (state: PageState) => state.kind !== "page" || includedByName(run.selection, state);
  const wanted = new Set(open.filter(named).map(({ pageid }) => pageid));
  const isCategory = (state: PageState) => state.kind === "page" && state.namespace === CATEGORY;
  for (const [those, test] of [
    [open.filter((state) => !isCategory(state)), tests.included],
    [open.filter(isCategory), templatesOf(tests.included)],
  ] as const) {
    const others = those.map(({ pageid }) => pageid).filter((pageid) => !wanted.has(pageid));
    const marked = await markedPages(run.wiki, others, test);
    if (!marked.ok) return marked;
    for (const pageid of marked.value) wanted.add(pageid);
  }
  return fine(open.filter(({ pageid }) => wanted.has(pageid)));
}
