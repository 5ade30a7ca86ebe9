import { finishChanged, nextChanged } from "../../../db/pages/changed.ts";
import { watchedPages } from "../../../db/pages/read.ts";
import { type PageState, readPages } from "../api/pages.ts";
import { fine, type Result } from "../api/wiki.ts";
import { isExcluded, type MarkTests } from "../criteria/mark-tests.ts";
import { askDivided } from "../passes/ask-divided.ts";
import { recordStates } from "../passes/record-states.ts";
import { type RunOutcome, withinCriteria } from "../passes/requested-run.ts";
import type { WikiRun } from "../wiki-run.ts";

/** Batches at a time; then marked pages are read. */
const BATCHES_MAX = 20;

/**
 * Reads queued pages that changed (F4): pages that are gone are deleted; pages within the criteria are read and so
 * watched. A watched page that no criterion includes any more is read, too, but not touched: it is deleted when no first
 * run touches it for long (F3). Of all others nothing is kept. A page leaves the queue after it was written, or when the
 * wiki refuses it.
 */
export async function runNews(run: WikiRun, tests: MarkTests): Promise<RunOutcome> {
  const { ctx, row, wiki } = run;
  const idsMax = await wiki.idsMax();
  for (let batch = 1; ; batch += 1) {
    if (ctx.signal.aborted) return { error: null, more: true };
    const news = await nextChanged(ctx.db, row.id, idsMax);
    if (news.length === 0) return { error: null, more: false };
    const ids = news.map(({ pageid }) => pageid);
    const { answers, refused, error } = await askDivided({
      run,
      ids,
      ask: (part, some) => sortNews({ ...run, wiki: part }, tests, some),
      tests: [tests.excluded, tests.included],
    });
    for (const { value } of answers) await recordNews(run, value);
    const done = new Set([...answers.flatMap((answer) => answer.ids), ...refused]);
    await finishChanged(
      ctx.db,
      row.id,
      news.filter(({ pageid }) => done.has(pageid)),
    );
    if (error !== null) return { error, more: true };
    if (news.length < idsMax) return { error: null, more: false };
    if (batch === BATCHES_MAX || run.slice.over()) return { error: null, more: true };
  }
}

interface SortedNews {
  readonly wanted: readonly PageState[];
  /** Pages within no criteria, and not excluded: the watched ones among them are read. */
  readonly others: readonly PageState[];
}

async function sortNews(run: WikiRun, tests: MarkTests, ids: readonly number[]): Promise<Result<SortedNews>> {
  const answer = await readPages(run.wiki, ids, tests.excluded);
  if (!answer.ok) return answer;
  const wanted = await withinCriteria(run, tests, answer.value);
  if (!wanted.ok) return wanted;
  const included = new Set(wanted.value);
  const others = answer.value.filter((state) => !included.has(state) && !isExcluded(run, state));
  return fine({ wanted: wanted.value, others });
}

async function recordNews(run: WikiRun, { wanted, others }: SortedNews): Promise<void> {
  const watched = await watchedPages(
    run.ctx.db,
    run.row.id,
    others.map(({ pageid }) => pageid),
  );
  await recordStates(run, wanted);
  await recordStates(
    run,
    others.filter(({ pageid }) => watched.has(pageid)),
    { touch: false },
  );
}
