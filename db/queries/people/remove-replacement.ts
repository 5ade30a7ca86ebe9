import type { Day } from "../../../shared/calendar/day.ts";
import type { Sql } from "../../connect.ts";
import type { UrlId } from "../../types.ts";
import { tellUrls } from "../record/tell-urls.ts";

/** H4: anyone may remove it, also one that was not looked at yet. False: there is none. */
export async function removeReplacement(sql: Sql, url: UrlId, day: Day): Promise<boolean> {
  const [gone] = await sql<{ shown: boolean }[]>`
    delete from replacement where url_id = ${url} returning checked >= 0 as shown`;
  if (gone?.shown) await tellUrls(sql, [url], day, { news: ["replacement"], replacement: null });
  return gone !== undefined;
}
