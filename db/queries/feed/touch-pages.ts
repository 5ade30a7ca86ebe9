import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { PageRef, WikiId } from "../../types.ts";

export interface Touched {
  readonly created: number;
  readonly touched: number;
}

/**
 * First run (F2): every page given is touched on `day` and marked for the second run, and created if missing.
 * The title of a known page stays until its links are read, so that a move is seen there.
 */
export async function touchPages(
  db: Database,
  wiki: WikiId,
  pages: readonly PageRef[],
  day: Day,
): Promise<Touched> {
  const rows = await db.sql<{ created: boolean }[]>`
    insert into page (wiki_id, pageid, title, namespace, touched)
    select distinct on (pageid) ${wiki}::int, pageid, title, namespace, ${day}::int from unnest(
      ${pages.map(({ pageid }) => pageid)}::bigint[], ${pages.map(({ title }) => storable(title))}::text[],
      ${pages.map(({ namespace }) => namespace)}::int[]) as given (pageid, title, namespace)
    order by pageid
    on conflict (wiki_id, pageid) do update
      set touched = greatest(page.touched, excluded.touched), needs_update = true
    returning xmax = 0 as created`;
  const created = rows.filter((row) => row.created).length;
  return { created, touched: rows.length - created };
}
