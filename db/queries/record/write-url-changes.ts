import type { Day } from "../../../shared/calendar/day.ts";
import type { UrlChange } from "../../../shared/change/types.ts";
import type { Sql } from "../../connect.ts";
import { storableJson } from "../../text.ts";
import type { UrlId } from "../../types.ts";

/** What is to be told of a URL. */
export interface UrlToTell {
  readonly id: UrlId;
  readonly day: Day;
  readonly change: UrlChange;
}

/** Change rows about URLs (D1), in the caller's transaction and in the order of their ids. */
export async function writeUrlChanges(sql: Sql, news: readonly UrlToTell[]): Promise<void> {
  await sql`
    insert into change (day, kind, url_id, payload)
    select day, 'url', id, payload::jsonb from unnest(${news.map(({ id }) => id)}::bigint[],
      ${news.map(({ day }) => day)}::int[], ${news.map(({ change }) => storableJson(change))}::text[])
      as given (id, day, payload) order by id`;
}
