import type { Day } from "../../../shared/calendar/day.ts";
import { urlKey } from "../../../shared/url/key.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import type { Verdict } from "../../../shared/verdict/types.ts";
import type { Sql } from "../../connect.ts";
import { decodeHistory } from "../../history.ts";
import type { HostId, UrlId, WikiId } from "../../types.ts";
import { decodeExtras } from "../../url-row.ts";

/** A URL that a page of a wiki uses. */
export interface SaidUrl {
  readonly id: UrlId;
  readonly host: HostId;
  readonly hostName: string;
  /** By its own history, whatever people said. */
  readonly verdict: Verdict;
}

interface Row {
  readonly id: UrlId;
  readonly host: HostId;
  readonly hostName: string;
  readonly history: Uint8Array;
  readonly extras: string;
}

function said({ id, host, hostName, history, extras }: Row, today: Day): SaidUrl {
  const { verdict } = judge(decodeHistory(history), decodeExtras(extras).notes, today);
  return { id, host, hostName, verdict };
}

/** Verdicts of links that are shown as broken, or nearly so: of others nobody has to say that they work. */
export const isBroken = ({ verdict }: Pick<SaidUrl, "verdict">): boolean =>
  verdict === "unreachable" || verdict === "doubtful" || verdict === "refused";

/**
 * The URL, locked so that no check is stored meanwhile (H1: a regular answer deletes what people said); null: no page of the wiki
 * uses it (H: nobody brings in a URL by saying something of it).
 */
export async function lockUrl(
  sql: Sql,
  wiki: WikiId,
  url: NormalisedUrl,
  today: Day,
): Promise<SaidUrl | null> {
  const [row] = await sql<Row[]>`
    select u.id, u.host_id as host, h.name as "hostName", u.history, u.extras from url u join host h on h.id = u.host_id
    where u.key = ${urlKey(url)}::uuid
      and exists (select 1 from page_link l where l.urls @> array[u.id] and l.wiki_id = ${wiki})
    for update of u`;
  return row === undefined ? null : said(row, today);
}

/** Of a host with more URLs, only so many are looked at. */
const HOST_URLS_MAX = 2_000;

/** Up to `limit` URLs of a host that pages of the wiki use and that are shown as broken, locked. */
export async function lockBrokenOfHost(
  sql: Sql,
  wiki: WikiId,
  host: HostId,
  { today, limit }: { readonly today: Day; readonly limit: number },
): Promise<SaidUrl[]> {
  const rows = await sql<Row[]>`
    select u.id, u.host_id as host, h.name as "hostName", u.history, u.extras from url u join host h on h.id = u.host_id
    where u.host_id = ${host} order by u.id limit ${HOST_URLS_MAX}`;
  const broken = rows.map((row) => said(row, today)).filter(isBroken);
  const used = await sql<{ id: UrlId }[]>`
    select u.id from url u
    where u.id = any(${broken.map(({ id }) => id)}::bigint[])
      and exists (select 1 from page_link l where l.urls @> array[u.id] and l.wiki_id = ${wiki})
    order by u.id limit ${limit} for update of u`;
  const ids = new Set(used.map(({ id }) => id));
  return broken.filter(({ id }) => ids.has(id));
}
