import { sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, Sql } from "../connect.ts";
import { urlId } from "../lists/uses.ts";
import { ormOver } from "../orm.ts";
import { hasUrl } from "../pages/uses.ts";
import { pageLink, wiki } from "../schema/index.ts";
import type { HostId, UrlId } from "../types.ts";
import { decodeUrl, type UrlColumns } from "../urls/row.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { selectWikis, type Wiki } from "../wikis/wikis.ts";
import { removeProposals } from "./replacements.ts";
import {
  isDomainReported,
  lockHost,
  lockHostOf,
  withdrawDomain,
  withdrawHost,
  withdrawReports,
} from "./reports.ts";

/** What people said of a URL. */
export interface Said {
  readonly url: string;
  /** Keyed hashes of those who reported that it works, at most 100. */
  readonly reporters: readonly string[];
  /** Of the latest report. */
  readonly reported: Day | null;
  readonly replacement: string | null;
  /** Day on which the replacement was last seen working; null: not yet, or there is none. */
  readonly checked: Day | null;
  /** Keyed hash of who proposed the replacement; null: there is none, or it was not kept. */
  readonly proposer: string | null;
  /** Versions in archives that people proposed. */
  readonly archives: readonly ProposedVersion[];
}

interface ProposedVersion {
  readonly type: string;
  readonly url: string;
  readonly proposer: string | null;
  readonly proposed: Day;
}

export interface SaidOptions {
  /** Only of this host's URLs. */
  readonly host: string | null;
  readonly limit: number;
}

type Row = UrlColumns & Omit<Said, "url">;

/** Latest first. */
export async function listSaid({ sql }: Database, { host, limit }: SaidOptions): Promise<Said[]> {
  const rows = await sql<Row[]>`
    with said as (
      select url_id, max(day) as latest from (
        select url_id, day from report union all select url_id, proposed from replacement
        union all select url_id, proposed from archive where proposed is not null) each group by url_id)
    select u.scheme, h.name as host, u.port, u.path,
      array(select reporter::text from report r where r.url_id = u.id order by r.day desc, 1) as reporters,
      (select max(day) from report r where r.url_id = u.id) as reported,
      p.url as replacement, case when p.checked >= 0 then p.checked end as checked, p.proposer::text as proposer,
      coalesce((
        select json_agg(json_build_object('type', a.type, 'url', a.address, 'proposer', a.proposer, 'proposed', a.proposed)
          order by a.type)
        from archive a where a.url_id = u.id and a.proposed is not null), '[]'::json) as archives
    from said s join url u on u.id = s.url_id join host h on h.id = u.host_id left join replacement p on p.url_id = u.id
    where ${host}::text is null or h.name = ${host}::text
    order by s.latest desc, u.id desc limit ${limit}`;
  return rows.map(({ reporters, reported, replacement, checked, proposer, archives, ...columns }) => ({
    url: decodeUrl(columns),
    reporters,
    reported,
    replacement,
    checked,
    proposer,
    archives,
  }));
}

/** H3: hosts that are presumably reachable as a whole, with the day on which half was last reported. */
export async function listReportedHosts({ sql }: Database): Promise<{ host: string; last: Day }[]> {
  const rows = await sql<{ host: string; last: Day }[]>`
    select host, last from domain_note where kind = 'reported-working' and path = '' order by host`;
  return [...rows];
}

/** H5: whose words an operator takes back. `reporter`: as `listSaid` tells it. */
export type Whose =
  | { readonly kind: "url"; readonly url: NormalisedUrl }
  | { readonly kind: "host"; readonly host: string }
  | { readonly kind: "reporter"; readonly reporter: string };

interface Host {
  readonly id: HostId;
  readonly name: string;
}

/** Of somebody, so many URLs at a time. */
const URLS_MAX = 1_000;

/** Takes back reports, replacements and proposed versions, and tells so. False: there were none. */
export async function removeSaid(db: Database, whose: Whose, day: Day): Promise<boolean> {
  if (whose.kind === "url") return db.transaction((tx) => ofUrl(tx, whose.url, day));
  if (whose.kind === "host") return db.transaction((tx) => ofHost(tx, whose.host, day));
  return ofReporter(db, whose.reporter, day);
}

async function ofUrl(tx: Database, url: NormalisedUrl, day: Day): Promise<boolean> {
  const { sql } = tx;
  await lockHostOf(sql, url);
  const id = await urlId(tx, url);
  const [row] = await sql<{ host: HostId; name: string }[]>`
    select u.host_id as host, h.name from url u join host h on h.id = u.host_id where u.id = ${id} for update of u`;
  if (id === null || row === undefined) return false;
  const reports = await withdrawReports(sql, id, { id: row.host, name: row.name }, day);
  const proposals = await removeProposals(sql, id, {}, day);
  return reports || proposals;
}

async function ofHost(tx: Database, name: string, day: Day): Promise<boolean> {
  const { sql } = tx;
  const [host] = await sql<{ id: HostId }[]>`select id from host where name = ${name}`;
  if (host === undefined) return false;
  await lockHost(sql, host.id);
  let said = false;
  while (await withdrawHost(sql, { id: host.id, name }, day)) said = true;
  const proposed = await sql<{ id: UrlId }[]>`
    select u.id from url u where u.host_id = ${host.id} and (
      exists (select 1 from replacement r where r.url_id = u.id)
      or exists (select 1 from archive a where a.url_id = u.id and a.proposed is not null))
    order by u.id for update`;
  for (const { id } of proposed) said = (await removeProposals(sql, id, {}, day)) || said;
  return said;
}

/** Host by host, each under its lock, so that who reports meanwhile counts none of it for half of the host (H3). */
async function ofReporter(db: Database, reporter: string, day: Day): Promise<boolean> {
  const hosts = await db.sql<Host[]>`
    select h.id, h.name from host h
    where h.id in (select u.host_id from url u where u.id in (${idsOf(db.sql, reporter)})) order by h.id`;
  let said = false;
  for (const host of hosts)
    while (await db.transaction((tx) => ofReporterAt(tx, host, reporter, day))) said = true;
  return said;
}

const idsOf = (sql: Sql, reporter: string) => sql`
  select url_id from report where reporter = ${reporter}::uuid
  union select url_id from replacement where proposer = ${reporter}::uuid
  union select url_id from archive where proposer = ${reporter}::uuid and not blocked`;

/** The next of somebody's words about a host. The URLs first, in their order, as all do who write what belongs to them. */
async function ofReporterAt({ sql }: Database, host: Host, reporter: string, day: Day): Promise<boolean> {
  await lockHost(sql, host.id);
  const rows = await sql<{ id: UrlId }[]>`
    select u.id from url u where u.host_id = ${host.id} and u.id in (${idsOf(sql, reporter)})
    order by u.id limit ${URLS_MAX} for update of u`;
  const gone = await sql<{ id: UrlId }[]>`
    delete from report where reporter = ${reporter}::uuid and url_id = any(${rows.map(({ id }) => id)}::bigint[])
    returning url_id as id`;
  const reported = gone.map(({ id }) => id);
  await publishUrlChanges(ormOver(sql), reported, day, { news: ["reports"], reports: "withdrawn" });
  for (const { id } of rows) await removeProposals(sql, id, { proposer: reporter }, day);
  // What half of a domain was made of is less now (H3).
  if (reported.length > 0 && !(await isDomainReported(sql, host.id)))
    await withdrawDomain(sql, host.name, day);
  return rows.length > 0;
}

/** Under which name acts are counted, and how many are allowed there (H2, H5). */
export interface Scope {
  /** A UUID: a keyed hash. */
  readonly name: string;
  readonly perDay: number;
  /** From one act to the next. */
  readonly paceSeconds: number;
}

export type Allowance =
  | { readonly kind: "taken" }
  | { readonly kind: "too-soon"; readonly seconds: number }
  | { readonly kind: "too-many" };

/**
 * Counts `weight` acts in all these scopes, in the caller's transaction, or in none. Whoever else counts in one of them waits for the end of the transaction.
 */
export async function takeAllowance(
  sql: Sql,
  scopes: readonly Scope[],
  { day, weight }: { readonly day: Day; readonly weight: number },
): Promise<Allowance> {
  const names = scopes.map(({ name }) => name).sort();
  const rows = await sql<{ scope: string; acts: number; age: number }[]>`
    insert into people_tally as t (scope, day, acts, last)
    select name, ${day}::int, 0, 'epoch' from unnest(${names}::uuid[]) as name order by name
    on conflict (scope) do update
    set acts = case when t.day = excluded.day then t.acts else 0 end, day = excluded.day
    returning scope, acts, least(extract(epoch from clock_timestamp() - last), 1e9)::float8 as age`;
  const tallies = new Map(rows.map((row) => [row.scope, row]));
  const wait = Math.max(
    ...scopes.map(({ name, paceSeconds }) => paceSeconds - Math.max(0, tallies.get(name)?.age ?? 0)),
  );
  if (wait > 0) return { kind: "too-soon", seconds: Math.ceil(wait) };
  if (scopes.some(({ name, perDay }) => (tallies.get(name)?.acts ?? 0) + weight > perDay))
    return { kind: "too-many" };
  await sql`
    update people_tally set acts = acts + ${weight}::int, last = clock_timestamp()
    where scope = any(${names}::uuid[])`;
  return { kind: "taken" };
}

/** H2: whoever acted before `acted` is not counted any more; H4: what nobody looked at since `proposed` is dropped. */
export async function expirePeople(
  { sql }: Database,
  before: { readonly acted: Day; readonly proposed: Day },
): Promise<number> {
  const tallies = await sql`delete from people_tally where day < ${before.acted}`;
  const proposals = await sql`delete from replacement where checked < 0 and proposed < ${before.proposed}`;
  return tallies.count + proposals.count;
}

/** Up to `limit` wikis on whose pages a URL is, of every farm some. */
export function wikisOfUrl({ orm }: Database, id: UrlId, limit: number): Promise<Wiki[]> {
  return selectWikis(orm)
    .where(
      sql`${wiki.id} in (select distinct ${pageLink.wikiId} from ${pageLink} where ${hasUrl(id)} offset 0)`,
    )
    .orderBy(sql`row_number() over (partition by ${wiki.farm} order by ${wiki.id})`, wiki.id)
    .limit(limit);
}
