import type { Day } from "../../shared/calendar/day.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import type { Database, Sql } from "../connect.ts";
import { type HostNoteRow, publishHostNotes } from "../hosts/changes.ts";
import { recordDomainNotes } from "../hosts/record.ts";
import { ormOver } from "../orm.ts";
import type { HostId, UrlId, WikiId } from "../types.ts";
import { decodeExtras, decodeHistory } from "../urls/row.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { inBatches } from "../work/batches.ts";

/** Half of more URLs than this nobody has looked at by hand. */
const HOST_URLS_MAX = 10_000;
/** One URL is no domain. */
const REPORTED_MIN = 2;

/**
 * H3: whether about half of the host's URLs are reported, each for itself. H5: of what that takes no network brings more than
 * half, whatever else it reports, so that nobody decides about a domain from one network, nor with one word from a second.
 */
export async function isDomainReported(sql: Sql, host: HostId): Promise<boolean> {
  const [row] = await sql<{ urls: number; reported: number; voices: number[] }[]>`
    with own as materialized (select id from url where host_id = ${host} limit ${HOST_URLS_MAX + 1}),
    said as materialized (
      select r.url_id, coalesce(r.network, r.reporter) as network from own join report r on r.url_id = own.id
      where not r.whole)
    select (select count(*)::int from own) as urls, (select count(distinct url_id)::int from said) as reported,
      array(select count(distinct url_id)::int from said group by network) as voices`;
  const { urls, reported, voices } = row ?? { urls: 0, reported: 0, voices: [] };
  const needed = Math.max(REPORTED_MIN, Math.ceil(urls / 2));
  const share = Math.ceil(needed / 2);
  const heard = voices.reduce((sum, said) => sum + Math.min(said, share), 0);
  return urls <= HOST_URLS_MAX && reported >= needed && heard >= needed;
}

/** Takes back that the whole of a host is presumably reachable, and tells so. */
export async function withdrawDomain(sql: Sql, host: string, day: Day): Promise<boolean> {
  const gone = await sql<HostNoteRow[]>`
    delete from domain_note where host = ${host} and path = '' and kind = 'reported-working'
    returning host, path, kind, value`;
  await publishHostNotes(ormOver(sql), gone, "gone", day);
  return gone.length > 0;
}

/** More than so many say the same without being counted. */
const REPORTERS_MAX = 100;

/** Who reports, for what. */
export interface Report {
  /** A UUID: a keyed hash of the profile. */
  readonly reporter: string;
  /** Likewise, of the widest range around it (H5). */
  readonly network: string;
  readonly day: Day;
  /** Made for all of a domain at once. */
  readonly whole: boolean;
}

/**
 * H1: "works for me", for URLs of one host that the caller has locked. Who said so before renews it, and readers are told nothing
 * new. H3: when that makes about half of the host's URLs, the whole of it counts as presumably reachable.
 */
export async function reportUrls(
  db: Database,
  urls: readonly UrlId[],
  host: { readonly id: HostId; readonly name: string },
  report: Report,
): Promise<void> {
  const { day, whole } = report;
  const made = await insertReports(db.sql, urls, report);
  await publishUrlChanges(db.orm, made, day, { news: ["reports"], reports: "made" });
  if (!whole && (await isDomainReported(db.sql, host.id)))
    await recordDomainNotes(db, [{ host: host.name, kind: "reported-working", value: "" }], day);
}

async function insertReports(
  sql: Sql,
  urls: readonly UrlId[],
  { reporter, network, day, whole }: Report,
): Promise<UrlId[]> {
  const rows = await sql<{ id: UrlId; made: boolean }[]>`
    insert into report as r (url_id, reporter, network, day, whole)
    select id, ${reporter}::uuid, ${network}::uuid, ${day}::int, ${whole}::boolean from unnest(${[...urls]}::bigint[]) as id
    where (select count(*) from report where url_id = id and reporter <> ${reporter}::uuid) < ${REPORTERS_MAX}
    order by id
    on conflict (url_id, reporter) do update
    set day = excluded.day, network = excluded.network, whole = r.whole and excluded.whole
    returning url_id as id, xmax = 0 as made`;
  return rows.filter(({ made }) => made).map(({ id }) => id);
}

/** Of a whole host, so many reported URLs at a time. */
const URLS_MAX = 1_000;

interface Host {
  readonly id: HostId;
  readonly name: string;
}

/** H1: anyone may take back what was said of a URL, whoever said it. False: nothing was. */
export async function withdrawReports(sql: Sql, url: UrlId, host: Host, day: Day): Promise<boolean> {
  const said = await remove(sql, [url], day);
  if (said && !(await isDomainReported(sql, host.id))) await withdrawDomain(sql, host.name, day);
  return said;
}

/** The same for all URLs of a host, with what was made of them (H3). */
export async function withdrawHost(sql: Sql, host: Host, day: Day): Promise<boolean> {
  const rows = await sql<{ id: UrlId }[]>`
    select id from url u where host_id = ${host.id} and exists (select 1 from report r where r.url_id = u.id)
    order by id limit ${URLS_MAX} for update`;
  const said = await remove(
    sql,
    rows.map(({ id }) => id),
    day,
  );
  const domain = await withdrawDomain(sql, host.name, day);
  return said || domain;
}

async function remove(sql: Sql, urls: readonly UrlId[], day: Day): Promise<boolean> {
  const gone = await sql<{ id: UrlId }[]>`
    delete from report where url_id = any(${[...urls]}::bigint[]) returning url_id as id`;
  await publishUrlChanges(
    ormOver(sql),
    gone.map(({ id }) => id),
    day,
    { news: ["reports"], reports: "withdrawn" },
  );
  return gone.length > 0;
}

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
  const { verdict } = judge({ history: decodeHistory(history), notes: decodeExtras(extras).notes }, today);
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

/** Two-part advisory locks; the second part is the id of a host. */
const HOST_LOCK = 0x77656270;

/**
 * What people say of URLs of one host is taken one after the other, until the end of the transaction: each holds its own URL, and
 * wants all of them when half of the host is reported (H3). Nothing when the URL is not known.
 */
export async function lockHostOf(sql: Sql, url: NormalisedUrl): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${HOST_LOCK}::int, u.host_id) from url u where u.key = ${urlKey(url)}::uuid`;
}

/** The same for the host itself. Before any of its URLs. */
export async function lockHost(sql: Sql, host: HostId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${HOST_LOCK}::int, ${host}::int)`;
}

/** H1: reports made before `before` (six months ago). Readers of their URLs are told so. */
export function expireReports(db: Database, before: Day, today: Day, signal?: AbortSignal): Promise<number> {
  return inBatches(
    db,
    async ({ sql }, limit) => {
      const gone = await sql<{ id: UrlId }[]>`
        delete from report where (url_id, reporter) in (
          select url_id, reporter from report where day < ${before} order by day, url_id limit ${limit} for update)
        returning url_id as id`;
      const urls = gone.map(({ id }) => id);
      await publishUrlChanges(ormOver(sql), urls, today, { news: ["reports"], reports: "expired" });
      return gone.length;
    },
    signal,
  );
}
