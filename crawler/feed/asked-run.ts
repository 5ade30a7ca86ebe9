import { takeTouches } from "../../db/queries/feed/take-touches.ts";
import { touchPages } from "../../db/queries/feed/touch-pages.ts";
import type { Criterion, Wiki as WikiRow } from "../../db/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WikiError } from "./answer.ts";
import { namespaceIncluded } from "./criteria.ts";
import { IDS_PER_REQUEST, readPages } from "./pages.ts";
import type { Wiki } from "./wiki.ts";

/**
 * Pages that somebody asked for (F5): those within the criteria are touched, so that the second run reads them now.
 * Asking never adds a page by itself, and categories are left to the first run.
 */
export async function runAsked(
  ctx: RoleContext,
  row: WikiRow,
  wiki: Wiki,
  criteria: readonly Criterion[],
): Promise<WikiError | null> {
  for (;;) {
    const ids = await takeTouches(ctx.db, row.id, IDS_PER_REQUEST);
    if (ids.length === 0) return null;
    const answer = await readPages(wiki, ids);
    if (!answer.ok) return answer.error;
    const wanted = answer.value.filter(
      (state) => state.kind === "page" && namespaceIncluded(criteria, state.namespace),
    );
    const pages = wanted.flatMap((state) => (state.kind === "page" ? [state] : []));
    if (pages.length > 0) await touchPages(ctx.db, row.id, pages, ctx.clock.today());
  }
}
