import { leftoverPages, storeLeftover } from "../../db/pages/mark.ts";
import { askDivided } from "./ask-divided.ts";
import type { RunOutcome } from "./asked-run.ts";
import { gonePages } from "./pages.ts";
import { recordStates } from "./record-states.ts";
import type { WikiRun } from "./wiki-run.ts";

/** Then pages that somebody asked for have their turn. */
const BATCHES_MAX = 20;

/**
 * The second run goes over all records of pages (F3): those that a complete first run did not list are deleted where the
 * wiki has them no more. Others stay as they were, until no run touched them for long: a page may be moved, or be out of
 * a category, for some weeks only.
 */
export async function runLeftover(run: WikiRun): Promise<RunOutcome> {
  const { ctx, row, lease, turn } = run;
  const idsMax = await run.wiki.idsMax();
  for (let batch = 1; ; batch += 1) {
    const ids = await leftoverPages(ctx.db, row.id, idsMax);
    if (ids === null) return { error: null, more: false };
    if (ctx.signal.aborted) return { error: null, more: true };
    if (ids.length > 0) {
      const { answers, error } = await askDivided({ run, ids, ask: gonePages });
      for (const { value } of answers) await recordStates(run, value);
      if (error !== null) return { error, more: true };
    }
    const last = ids.length < idsMax;
    if (!(await storeLeftover(ctx.db, lease, last ? null : (ids.at(-1) ?? null)))) break;
    if (last) return { error: null, more: false };
    if (batch >= BATCHES_MAX || turn.over()) break;
  }
  return { error: null, more: true };
}
