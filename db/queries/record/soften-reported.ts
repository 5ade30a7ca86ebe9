import { softened } from "../../../shared/change/told.ts";
import type { Sql } from "../../connect.ts";
import type { UrlToTell } from "./write-url-changes.ts";

/** What is to be told of URLs, as answers tell it: of hosts that are reported to work (H3) none is unreachable. The caller has locked them. */
export async function softenReported(sql: Sql, news: readonly UrlToTell[]): Promise<readonly UrlToTell[]> {
  const ids = news.filter(isConcerned).map(({ id }) => id);
  if (ids.length === 0) return news;
  const rows = await sql<Pick<UrlToTell, "id">[]>`
    select u.id from url u join host h on h.id = u.host_id
    join domain_note n on n.host = h.name and n.path = '' and n.kind = 'reported-working'
    where u.id = any(${ids}::bigint[])`;
  const reported = new Set(rows.map(({ id }) => id));
  return news.map((one) => (reported.has(one.id) ? { ...one, change: softened(one.change) } : one));
}

/** Of all others nothing has to be asked. */
export const isConcerned = ({ change: { before, after } }: Pick<UrlToTell, "change">): boolean =>
  before.verdict === "unreachable" || after.verdict === "unreachable";
