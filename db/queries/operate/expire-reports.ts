import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";
import { tellUrls } from "../record/tell-urls.ts";

/** H1: reports made before `before` (six months ago). Readers of their URLs are told so. */
export function expireReports(db: Database, before: Day, today: Day): Promise<number> {
  return db.transaction(async ({ sql }) => {
    const gone = await sql<{ id: UrlId }[]>`delete from report where day < ${before} returning url_id as id`;
    const urls = gone.map(({ id }) => id);
    await tellUrls(sql, urls, today, { news: ["reports"], reports: "expired" });
    return gone.length;
  });
}
