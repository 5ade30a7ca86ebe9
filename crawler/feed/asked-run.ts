import { takeTouches } from "../../db/queries/feed/take-touches.ts";
import type { WikiError } from "./answer.ts";
import { namespaceIncluded } from "./criteria.ts";
import { IDS_PER_REQUEST, readPages } from "./pages.ts";
import { recordStates } from "./record-states.ts";
import type { WikiRun } from "./wiki-run.ts";

/** Page ids are whatever a caller wrote: however many there are, the watched pages have their turn in between. */
const BATCHES_MAX = 10;

export interface RunOutcome {
  readonly error: WikiError | null;
  /** There is probably more to do. */
  readonly more: boolean;
}

/**
 * Pages that somebody asked for (F5): those within the criteria are read at once, and by that watched. Asking never
 * adds a page that the criteria do not include or that they exclude. What the wiki does not know is forgotten tomorrow:
 * until then nobody can have it asked for again.
 */
export async function runAsked(run: WikiRun): Promise<RunOutcome> {
  const { ctx, row, wiki, selection } = run;
  for (let batch = 1; ; batch += 1) {
    if (ctx.signal.aborted) return { error: null, more: true };
    const ids = await takeTouches(ctx.db, row.id, IDS_PER_REQUEST);
    if (ids.length === 0) return { error: null, more: false };
    const answer = await readPages(wiki, ids, selection.excludedCategories);
    if (!answer.ok) return { error: answer.error, more: true };
    await recordStates(
      run,
      answer.value.filter(
        (state) =>
          state.kind !== "page" || (!state.excluded && namespaceIncluded(selection, state.namespace)),
      ),
    );
    if (ids.length < IDS_PER_REQUEST) return { error: null, more: false };
    if (batch === BATCHES_MAX) return { error: null, more: true };
  }
}
