import { type ChangedPage, finishChanged, nextChanged } from "../../../db/pages/changed.ts";
import { watchedPages } from "../../../db/pages/read.ts";
import { finishTouches, takeTouches } from "../../../db/pages/touches.ts";
import type { WikiError } from "../api/answer.ts";
import { type PageState, readPages } from "../api/pages.ts";
import { fine, type Result, type WikiApi } from "../api/wiki.ts";
import { isExcluded, type MarkTests, withinCriteria } from "../criteria/mark-tests.ts";
import type { WikiRun } from "../wiki-run.ts";
import { askDivided } from "./ask-divided.ts";
import { excludeNow } from "./list-run.ts";
import { recordStates } from "./record-states.ts";

export interface RunOutcome {
  readonly error: WikiError | null;
  /** There is probably more to do. */
  readonly more: boolean;
}

/** Pages that wait to be read; `Answer` is what the wiki says of some of them. */
interface Queue<Page extends { readonly pageid: number }, Answer> {
  /** Batches at a time; then others are read. */
  readonly batchesMax: number;
  next(limit: number): Promise<readonly Page[]>;
  ask(wiki: WikiApi, ids: readonly number[]): Promise<Result<Answer>>;
  record(answer: Answer): Promise<void>;
  /** Takes pages out of the queue: they are written, or the wiki fails over them each time. */
  finish(pages: readonly Page[]): Promise<void>;
}

async function readQueue<Page extends { readonly pageid: number }, Answer>(
  run: WikiRun,
  { excluded, included }: MarkTests,
  queue: Queue<Page, Answer>,
): Promise<RunOutcome> {
  const idsMax = await run.wiki.idsMax();
  for (let batch = 1; !run.ctx.signal.aborted; batch += 1) {
    const pages = await queue.next(idsMax);
    if (pages.length === 0) return { error: null, more: false };
    const ids = pages.map(({ pageid }) => pageid);
    const { answers, done, error } = await askDivided({
      run,
      ids,
      ask: queue.ask,
      tests: [excluded, included],
    });
    for (const answer of answers) await queue.record(answer);
    await queue.finish(pages.filter(({ pageid }) => done.has(pageid)));
    if (error !== null) return { error, more: true };
    if (pages.length < idsMax) return { error: null, more: false };
    if (batch === queue.batchesMax || run.slice.over()) break;
  }
  return { error: null, more: true };
}

interface SortedStates {
  readonly wanted: readonly PageState[];
  /** The watched ones among them are watched no more (F2). */
  readonly excluded: readonly PageState[];
  /** Pages within no criteria, and not excluded. */
  readonly others: readonly PageState[];
}

/** Reads pages and sorts them by the criteria. */
async function readSorted(
  run: Pick<WikiRun, "wiki" | "selection">,
  tests: MarkTests,
  ids: readonly number[],
): Promise<Result<SortedStates>> {
  const answer = await readPages(run.wiki, ids, tests.excluded);
  if (!answer.ok) return answer;
  const wanted = await withinCriteria(run, tests, answer.value);
  if (!wanted.ok) return wanted;
  const included = new Set(wanted.value);
  const excluded = answer.value.filter((state) => isExcluded(run, state));
  const others = answer.value.filter((state) => !included.has(state) && !excluded.includes(state));
  return fine({ wanted: wanted.value, excluded, others });
}

/**
 * Reads pages that somebody requested (F5), if they are within the criteria, and so watches them. A request never adds a
 * page that the criteria do not include or that they exclude. A page that the wiki does not know, or fails over each
 * time, is remembered until tomorrow, so that it cannot be requested again before. Pages of a feeder that died are left
 * to the next one.
 */
export function runRequested(run: WikiRun, tests: MarkTests): Promise<RunOutcome> {
  const { ctx, lease } = run;
  return readQueue(run, tests, {
    // Page ids are whatever a caller wrote.
    batchesMax: 10,
    next: async (limit) => (await takeTouches(ctx.db, lease, limit)).map((pageid) => ({ pageid })),
    ask: (wiki, ids) => readSorted({ ...run, wiki }, tests, ids),
    async record({ wanted, excluded }) {
      await recordStates(run, wanted);
      await excludeNow(run, excluded);
    },
    finish: (pages) =>
      finishTouches(
        ctx.db,
        lease,
        pages.map(({ pageid }) => pageid),
      ),
  });
}

/**
 * Reads queued pages that changed (F4): pages that are gone are deleted; pages within the criteria are read and so
 * watched. A watched page that no criterion includes any more is read, too, but not touched: it is deleted when no first
 * run touches it for long (F3). Of all others nothing is kept, as of those that are excluded now (F2).
 */
export function runNews(run: WikiRun, tests: MarkTests): Promise<RunOutcome> {
  const { ctx, row } = run;
  return readQueue<ChangedPage, SortedStates>(run, tests, {
    batchesMax: 20,
    next: (limit) => nextChanged(ctx.db, row.id, limit),
    ask: (wiki, ids) => readSorted({ ...run, wiki }, tests, ids),
    async record({ wanted, excluded, others }) {
      const ids = others.map(({ pageid }) => pageid);
      const watched = await watchedPages(ctx.db, row.id, ids);
      await recordStates(run, wanted);
      const left = others.filter(({ pageid }) => watched.has(pageid));
      await recordStates(run, left, { touch: false });
      await excludeNow(run, excluded);
    },
    finish: (pages) => finishChanged(ctx.db, row.id, pages),
  });
}
