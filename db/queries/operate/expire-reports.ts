import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";
import { tellUrls } from "../record/tell-urls.ts";
import { inBatches } from "./in-batches.ts";

/** H1: reports made before `before` (six months ago). Readers of their URLs are told so. */
export function expireReports(db: Database, before: Day, today: Day, signal?: AbortSignal): Promise<number> {
  return inBatches(
    db,
    async (sql, limit) => {
      const gone = await sql<{ id: UrlId }[]>`
        delete from report where (url_id, reporter) in (
          select url_id, reporter from report where day < ${before} order by day, url_id limit ${limit} for update)
        returning url_id as id`;
      const urls = gone.map(({ id }) => id);
      await tellUrls(sql, urls, today, { news: ["reports"], reports: "expired" });
      return gone.length;
    },
    signal,
  );
}
