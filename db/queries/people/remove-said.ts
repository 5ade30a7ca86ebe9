import type { Day } from "../../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database, Sql } from "../../connect.ts";
import type { HostId, UrlId } from "../../types.ts";
import { urlId } from "../lists/url-id.ts";
import { tellUrls } from "../record/tell-urls.ts";
import { isDomainReported, withdrawDomain } from "./domain-standing.ts";
import { lockHost, lockHostOf } from "./lock-host.ts";
import { removeProposals } from "./remove-proposals.ts";
import { withdrawHost, withdrawReports } from "./withdraw-reports.ts";

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
  await tellUrls(sql, reported, day, { news: ["reports"], reports: "withdrawn" });
  for (const { id } of rows) await removeProposals(sql, id, { proposer: reporter }, day);
  // What half of a domain was made of is less now (H3).
  if (reported.length > 0 && !(await isDomainReported(sql, host.id)))
    await withdrawDomain(sql, host.name, day);
  return rows.length > 0;
}
