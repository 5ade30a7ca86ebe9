import { clearNeedsUpdate } from "../../db/queries/feed/clear-needs-update.ts";
import { type MarkedPage, pagesNeedingUpdate } from "../../db/queries/feed/pages-needing-update.ts";
import type { RunOutcome } from "./asked-run.ts";
import { excludeNow } from "./list-run.ts";
import { isExcluded, type MarkTests } from "./mark-tests.ts";
import { type PageState, readPages } from "./pages.ts";
import { recordStates } from "./record-states.ts";
import type { Result } from "./wiki.ts";
import type { WikiRun } from "./wiki-run.ts";

/** Then pages that somebody asked for have their turn. */
const BATCHES_MAX = 20;

/**
 * The second run (F3): pages that are marked. The mark goes with each page that was written, so an interruption
 * loses nothing. While one batch is written the next is already asked for; the wiki itself is asked serially.
 */
export async function runRead(run: WikiRun, tests: MarkTests): Promise<RunOutcome> {
  const { ctx, row, wiki, counts, turn, tell } = run;
  const idsMax = await wiki.idsMax();
  type Batch = { readonly ids: number[]; readonly last: MarkedPage; readonly answer: Result<PageState[]> };

  async function fetchAfter(after: MarkedPage | null): Promise<Batch | null> {
    const pages = await pagesNeedingUpdate(ctx.db, row.id, idsMax, after);
    const ids = pages.map(({ pageid }) => pageid);
    const last = pages.at(-1);
    return last === undefined ? null : { ids, last, answer: await readPages(wiki, ids, tests.excluded) };
  }

  let batch = await fetchAfter(null);
  for (let batches = 1; batch !== null; batches += 1) {
    if (!batch.answer.ok) return { error: batch.answer.error, more: true };
    const last = batches === BATCHES_MAX || turn.over() || ctx.signal.aborted;
    const next = last ? null : fetchAfter(batch.last);
    // Its failure is looked at below, after our own writes.
    next?.catch(() => {});
    await record(run, batch.ids, batch.answer.value);
    tell(`${counts.read} pages read, ${counts.watched} links`);
    if (next === null) return { error: null, more: batch.ids.length === idsMax };
    batch = await next;
  }
  return { error: null, more: false };
}

async function record(run: WikiRun, ids: readonly number[], states: readonly PageState[]): Promise<void> {
  const { ctx, row } = run;
  const excluded = states.filter((state) => isExcluded(run, state));
  // Exclusion has the last word (F2), also while its lists are not read yet or cannot be read.
  await recordStates(
    run,
    states.filter((state) => !excluded.includes(state)),
  );
  // A page about which the wiki says nothing would be asked for again and again; the next first run marks it anew.
  const answered = new Set(states.map(({ pageid }) => pageid));
  const silent = ids.filter((id) => !answered.has(id));
  if (silent.length > 0)
    ctx.log.warn(
      `${row.name} says nothing about ${silent.length} pages (${silent.slice(0, 5).join(", ")} …)`,
    );
  if (silent.length > 0) await clearNeedsUpdate(ctx.db, row.id, silent);
  await excludeNow(
    run,
    excluded.map(({ pageid }) => pageid),
  );
}
