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

/** URLs that are looked at together, and how often at most for one report. */
const LOOK_URLS = 2_000;
const LOOKS_MAX = 5;

/** Of a host, which URLs are wanted. */
export interface OfHost {
  /** Those that this reporter said nothing of yet. */
  readonly reporter: string;
  readonly today: Day;
  readonly limit: number;
}

/**
 * Up to `limit` URLs of the named one's host that pages of the wiki use and that are shown as broken, locked: that one first, whatever
 * was said of it. Of a host with very many URLs only the first 10,000 are looked at that this reporter said nothing of.
 */
export async function lockBrokenOfHost(
  sql: Sql,
  wiki: WikiId,
  named: SaidUrl,
  { reporter, today, limit }: OfHost,
): Promise<SaidUrl[]> {
  const found = [named].filter(isBroken);
  let last = 0;
  for (let looks = 0; looks < LOOKS_MAX && found.length < limit; looks++) {
    const rows = await sql<Row[]>`
      select u.id, u.host_id as host, h.name as "hostName", u.history, u.extras from url u join host h on h.id = u.host_id
      where u.host_id = ${named.host} and u.id > ${last}::bigint and u.id <> ${named.id}
        and not exists (select 1 from report r where r.url_id = u.id and r.reporter = ${reporter}::uuid)
      order by u.id limit ${LOOK_URLS}`;
    const broken = rows.map((row) => said(row, today)).filter(isBroken);
    found.push(...(await lockUsed(sql, wiki, broken, limit - found.length)));
    const end = rows.at(-1);
    if (end === undefined || rows.length < LOOK_URLS) break;
    last = end.id;
  }
  return found;
}

/** Those of these URLs that pages of the wiki use. */
async function lockUsed(
  sql: Sql,
  wiki: WikiId,
  urls: readonly SaidUrl[],
  limit: number,
): Promise<readonly SaidUrl[]> {
  if (urls.length === 0) return [];
  const used = await sql<{ id: UrlId }[]>`
    select u.id from url u
    where u.id = any(${urls.map(({ id }) => id)}::bigint[])
      and exists (select 1 from page_link l where l.urls @> array[u.id] and l.wiki_id = ${wiki})
    order by u.id limit ${limit} for update of u`;
  const ids = new Set(used.map(({ id }) => id));
  return urls.filter(({ id }) => ids.has(id));
}
