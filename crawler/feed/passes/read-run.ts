import { leftoverPages } from "../../../db/pages/list-run.ts";
import {
  clearNeedsUpdate,
  deletePageBatches,
  type MarkedPage,
  markPages,
  nextPageBatch,
  pagesNeedingUpdate,
} from "../../../db/pages/read-run.ts";
import { storeLeftover, underFeedLease } from "../../../db/wikis/feeding.ts";
import type { MarkTest } from "../api/marks.ts";
import { type PageState, pageInfos, readPages } from "../api/pages.ts";
import { isExcluded, type MarkTests } from "../criteria/mark-tests.ts";
import type { WikiRun } from "../wiki-run.ts";
import { askDivided, type Divided } from "./ask-divided.ts";
import { excludeNow } from "./list-run.ts";
import type { RunOutcome } from "./queues.ts";
import { recordStates } from "./record-states.ts";

/** The position of the second run: marked pages in their order, then the batches of the first run by their number. */
interface Position {
  readonly marked: MarkedPage | null;
  readonly no: number;
  /** Pages of the batch before, which are not written yet. */
  readonly busy: readonly number[];
}

interface Batch {
  readonly ids: readonly number[];
  /** The batches of the first run that are in it; none: marked pages. */
  readonly batchIds: readonly number[];
  readonly end: Position;
}

/** The next batch: pages that are marked singly, then those that the first run listed. */
async function nextBatch({ ctx, row, wiki }: WikiRun, after: Position): Promise<Batch | null> {
  const idsMax = await wiki.idsMax();
  const marked = await pagesNeedingUpdate(ctx.db, row.id, idsMax, after.marked);
  const last = marked.at(-1);
  if (last !== undefined) {
    const ids = marked.map(({ pageid }) => pageid);
    return { ids, batchIds: [], end: { ...after, marked: last, busy: ids } };
  }
  for (let { no } = after; ; ) {
    const listed = await nextPageBatch(ctx.db, row.id, idsMax, { after: no, busy: after.busy });
    if (listed === null) return null;
    const { batchIds, pageids } = listed;
    no = batchIds.at(-1) ?? no;
    if (pageids.length > 0) return { ids: pageids, batchIds, end: { ...after, no, busy: pageids } };
    await deletePageBatches(ctx.db, row.id, batchIds);
  }
}

/**
 * The second run (F3): reads marked pages, and at the end those that the first run did not list. The mark is removed when
 * the page is written, so an interruption loses nothing. While one batch is written the next is already requested. A page
 * over which the wiki fails each time is left out until the next first run marks it.
 */
export async function runRead(run: WikiRun, tests: MarkTests): Promise<RunOutcome> {
  const { ctx, counts, slice, report } = run;
  type Read = Batch & { readonly read: Divided<PageState[]> };
  const ask = (asked: WikiRun["wiki"], ids: readonly number[]) => readPages(asked, ids, tests.excluded);

  async function fetchAfter(after: Position): Promise<Read | null> {
    const batch = await nextBatch(run, after);
    return (
      batch && { ...batch, read: await askDivided({ run, ids: batch.ids, ask, tests: [tests.excluded] }) }
    );
  }

  let batch = await fetchAfter({ marked: null, no: 0, busy: [] });
  for (let batches = 1; batch !== null; batches += 1) {
    const { error } = batch.read;
    const last = error !== null || batches === BATCHES_MAX || slice.over() || ctx.signal.aborted;
    const next = last ? null : fetchAfter(batch.end);
    // Its error is thrown below, after our own writes.
    next?.catch(() => {});
    await record(run, batch, batch.read);
    report(`${counts.read} pages read, ${counts.watched} links`);
    if (next === null) return { error, more: true };
    batch = await next;
  }
  return runLeftover(run, tests.excluded);
}

/** Records a batch: its pages, those about which the wiki says nothing, and those that are excluded. */
async function record(
  run: WikiRun,
  { ids, batchIds }: Batch,
  { answers, done, refused }: Divided<PageState[]>,
): Promise<void> {
  if (done.size === 0) return;
  const { ctx, row, lease } = run;
  const { id: wiki, name } = row;
  const states = answers.flat();
  const excluded = new Set(states.filter((state) => isExcluded(run, state)));
  // Exclusion has the last word (F2), also while its lists are not read yet or cannot be read.
  await recordStates(
    run,
    states.filter((state) => !excluded.has(state)),
  );
  // A page about which the wiki says nothing loses its mark; the next first run marks it again.
  const known = new Set([...states.map(({ pageid }) => pageid), ...refused]);
  const silent = [...done].filter((id) => !known.has(id));
  if (silent.length > 0)
    ctx.log.warn(
      `${name} says nothing about ${silent.length} pages (${silent.slice(0, 5).join(", ")} …)`,
      "pages-silent",
    );
  const passedOver = [...silent, ...refused];
  run.counts.passedOver += passedOver.length;
  if (passedOver.length > 0)
    await underFeedLease(ctx.db, lease, (tx) => clearNeedsUpdate(tx, wiki, passedOver));
  await excludeNow(run, [...excluded]);
  if (batchIds.length === 0) return;
  const left = ids.filter((id) => !done.has(id));
  await underFeedLease(ctx.db, lease, async (tx) => {
    if (left.length > 0) await markPages(tx, wiki, left);
    await deletePageBatches(tx, wiki, batchIds);
  });
}

/**
 * Deletes pages that a complete first run did not list and that are gone from the wiki (F3), and those that are excluded
 * now (F2). Others stay as they were, until no run touched them for long: a page may be moved, or be out of a category, for
 * some weeks only.
 */
async function runLeftover(run: WikiRun, excluded: MarkTest): Promise<RunOutcome> {
  const { ctx, row, lease, slice } = run;
  const idsMax = await run.wiki.idsMax();
  for (let batch = 1; ; batch += 1) {
    const ids = await leftoverPages(ctx.db, row.id, idsMax);
    if (ids === null) return { error: null, more: false };
    if (ctx.signal.aborted) return { error: null, more: true };
    const { answers, error } = await askDivided({
      run,
      ids,
      ask: (wiki, some) => pageInfos(wiki, some, excluded),
      tests: [excluded],
    });
    for (const states of answers) {
      await recordStates(
        run,
        states.filter(({ kind }) => kind !== "page"),
      );
      await excludeNow(
        run,
        states.filter((state) => isExcluded(run, state)),
      );
    }
    if (error !== null) return { error, more: true };
    const last = ids.length < idsMax;
    const stored = await storeLeftover(ctx.db, lease, last ? null : (ids.at(-1) ?? null));
    if (stored && last) return { error: null, more: false };
    if (!stored || batch >= BATCHES_MAX || slice.over()) return { error: null, more: true };
  }
}

/** Batches at a time; then requested pages are read. */
const BATCHES_MAX = 20;
