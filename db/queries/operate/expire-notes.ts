import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { type HostNoteRow, tellHostNotes } from "../record/tell-hosts.ts";
import { inBatches } from "./in-batches.ts";

/** M10: notes of domains not refreshed since `before` (half a year ago). Readers of their URLs are told so. */
export function expireNotes(db: Database, before: Day, today: Day, signal?: AbortSignal): Promise<number> {
  return inBatches(
    db,
    async (sql, limit) => {
      const gone = await sql<HostNoteRow[]>`
        delete from domain_note where id in (
          select id from domain_note where last < ${before} order by id limit ${limit} for update)
        returning host, path, kind, value`;
      await tellHostNotes(sql, gone, "gone", today);
      return gone.length;
    },
    signal,
  );
}
