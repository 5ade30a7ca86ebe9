import { and, desc, eq, exists, inArray, isNotNull, lt, max, not, or, sql } from "drizzle-orm";
import { union, unionAll } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import type { LogScope } from "../../shared/protocol/people-log.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import {
  domainOfScope,
  domainScope,
  type ReportScope,
  scopeOf,
  scopeText,
} from "../../shared/url/report-scope.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { selectOf } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { urlId } from "../lists/uses.ts";
import { hasUrl } from "../pages/uses.ts";
import {
  archive,
  host,
  pageLink,
  peopleTally,
  removedReplacement,
  replacement,
  report,
  scopeReport,
  url,
  wiki,
} from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { decodeUrl, urlColumns } from "../urls/row.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { selectWikis, type Wiki } from "../wikis/wikis.ts";
import { logActs } from "./log.ts";
import { removeProposals } from "./replacements.ts";
import { isReport, removeReports } from "./reports.ts";
import { lockDomain, lockDomainOf } from "./row-locks.ts";
import { scopesOfHost } from "./said-scopes.ts";
import { scopesOf, takingBack, withdrawScope } from "./soften.ts";
import { isScope } from "./voices.ts";
import { removeScopeReports } from "./withdrawals.ts";

/** What people said of a URL. */
export interface Said {
  readonly url: string;
  /** Keyed hashes of those who reported within 30 days that it works, at most 100. */
  readonly reporters: readonly string[];
  /** Of the latest report. */
  readonly reported: Day | null;
  readonly replacement: string | null;
  /** Day on which the replacement was last seen working; null: not yet, or there is none. */
  readonly checked: Day | null;
  /** Keyed hash of who proposed the replacement; null: there is none, or that was 30 days ago. */
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

/** When somebody last said something of a URL. */
function latestSaid(orm: Orm) {
  const each = unionAll(
    orm.select({ urlId: report.urlId, day: report.day }).from(report).where(isReport),
    orm.select({ urlId: replacement.urlId, day: replacement.proposed }).from(replacement),
    orm
      .select({ urlId: archive.urlId, day: sql<Day>`${archive.proposed}` })
      .from(archive)
      .where(isNotNull(archive.proposed)),
  ).as("each");
  return orm
    .select({ urlId: each.urlId, day: max(each.day).as("day") })
    .from(each)
    .groupBy(each.urlId)
    .as("said");
}

const saidColumns = {
  ...urlColumns,
  reporters: sql<readonly string[]>`array${selectOf({ name: sql`${report.reporter}::text` })
    .from(report)
    .where(and(eq(report.urlId, url.id), isReport, isNotNull(report.reporter)))
    .orderBy(desc(report.day), report.reporter)}`,
  reported: sql<Day | null>`${selectOf({ day: max(report.day) })
    .from(report)
    .where(and(eq(report.urlId, url.id), isReport))}`,
  replacement: replacement.url,
  checked: sql<Day | null>`nullif(${replacement.checked}, -1)`,
  proposer: replacement.proposer,
  archives: sql<readonly ProposedVersion[]>`coalesce(${selectOf({
    all: sql`json_agg(json_build_object('type', ${archive.type}, 'url', ${archive.address},
      'proposer', ${archive.proposer}, 'proposed', ${archive.proposed}) order by ${archive.type})`,
  })
    .from(archive)
    .where(and(eq(archive.urlId, url.id), isNotNull(archive.proposed)))}, '[]')`,
};

/** Latest first. */
export async function listSaid({ orm }: Database, { host: only, limit }: SaidOptions): Promise<Said[]> {
  const said = latestSaid(orm);
  const rows = await orm
    .select(saidColumns)
    .from(said)
    .innerJoin(url, eq(url.id, said.urlId))
    .innerJoin(host, eq(host.id, url.hostId))
    .leftJoin(replacement, eq(replacement.urlId, url.id))
    .where(only === null ? undefined : eq(host.name, only))
    .orderBy(desc(said.day), desc(url.id))
    .limit(limit);
  return rows.map(({ scheme, host, port, path, ...row }) => ({
    ...row,
    url: decodeUrl({ scheme, host, port, path }),
  }));
}

/** H5: whose words an operator takes back. `reporter`: as in `Said`. */
export type Whose =
  | { readonly kind: "url"; readonly url: NormalisedUrl }
  | { readonly kind: "host"; readonly host: string }
  | { readonly kind: "scope"; readonly scope: ReportScope }
  | { readonly kind: "reporter"; readonly reporter: string };

/** Of somebody, so many URLs at a time. */
const URLS_MAX = 1_000;

/** Takes back reports, replacements and proposed versions, publishes and logs it. False: there were none. */
export async function removeSaid(db: Database, whose: Whose, day: Day): Promise<boolean> {
  if (whose.kind === "reporter") return ofReporter(db, whose.reporter, day);
  return db.transaction(async (tx) => {
    if (whose.kind === "url") return logRemoved(tx, await ofUrl(tx, whose.url, day), "url", whose.url);
    if (whose.kind === "host") return logRemoved(tx, await ofHost(tx, whose.host, day), "host", whose.host);
    return logRemoved(tx, await ofScope(tx, whose.scope, day), "path", scopeText(whose.scope));
  });
}

async function logRemoved(tx: Database, said: boolean, scope: LogScope, target: string): Promise<boolean> {
  if (said) await logActs(tx, [{ ...REMOVED, scope, target }]);
  return said;
}

/** By the operator, whom no reader undoes. */
const REMOVED = { act: "remove", wiki: null, by: "operator" } as const;

async function ofUrl(tx: Database, address: NormalisedUrl, day: Day): Promise<boolean> {
  await lockDomainOf(tx, address);
  const id = await urlId(tx, address);
  if (id === null) return false;
  await tx.orm.select({ id: url.id }).from(url).where(eq(url.id, id)).for("update");
  return takingBack(tx, scopesOf(splitUrl(address).host, null), { day, by: "operator" }, async () => {
    const reports = await removeReports(tx.orm, [id], day);
    return (await removeProposals(tx, id, {}, day)) || reports.length > 0;
  });
}

const hostColumns = { id: host.id, name: host.name };

async function ofScope(tx: Database, scope: ReportScope, day: Day): Promise<boolean> {
  await lockDomain(tx, domainOfScope(scope));
  const said = await removeScopeReports(tx.orm, scope);
  return (await withdrawScope(tx, scope, day)) || said;
}

async function ofHost(tx: Database, name: string, day: Day): Promise<boolean> {
  const { orm } = tx;
  const [found] = await orm.select(hostColumns).from(host).where(eq(host.name, name));
  if (found === undefined) return false;
  await lockDomain(tx, name);
  const reports = orm.select({ id: report.urlId }).from(report).where(eq(report.urlId, url.id));
  const replacements = orm
    .select({ id: replacement.urlId })
    .from(replacement)
    .where(eq(replacement.urlId, url.id));
  const versions = orm
    .select({ id: archive.urlId })
    .from(archive)
    .where(and(eq(archive.urlId, url.id), isNotNull(archive.proposed)));
  const rows = await orm
    .select({ id: url.id })
    .from(url)
    .where(and(eq(url.hostId, found.id), or(exists(reports), exists(replacements), exists(versions))))
    .orderBy(url.id)
    .for("update");
  const ids = rows.map(({ id }) => id);
  return takingBack(tx, [domainScope(name)], { day, by: "operator" }, async () => {
    let said = (await removeReports(orm, ids, day)).length > 0;
    for (const id of ids) said = (await removeProposals(tx, id, {}, day)) || said;
    for (const scope of await scopesOfHost(tx, name)) said = (await ofScope(tx, scope, day)) || said;
    return said;
  });
}

/** Host by host, each under the lock of its domain, so that who reports meanwhile counts none of it for half of the host (H3). */
async function ofReporter(db: Database, reporter: string, day: Day): Promise<boolean> {
  const { orm } = db;
  const concerned = orm
    .select({ id: url.hostId })
    .from(url)
    .where(inArray(url.id, urlsOf(orm, reporter)));
  const hosts = await orm.select(hostColumns).from(host).where(inArray(host.id, concerned)).orderBy(host.id);
  let said = false;
  for (const one of hosts)
    while (await db.transaction((tx) => ofReporterAt(tx, one, reporter, day))) said = true;
  const { host: name, path } = scopeReport;
  const scopes = await orm
    .select({ host: name, path })
    .from(scopeReport)
    .where(eq(scopeReport.reporter, reporter));
  for (const row of scopes) {
    said = true;
    const scope = scopeOf(row.host, row.path);
    await db.transaction(async (tx) => {
      await lockDomain(tx, domainOfScope(scope));
      const isTheirs = and(isScope(scope), eq(scopeReport.reporter, reporter));
      const all = [scope, domainScope(domainOfScope(scope))];
      await takingBack(tx, all, { day, by: "operator" }, () => tx.orm.delete(scopeReport).where(isTheirs));
    });
  }
  return said;
}

/** Of which somebody said something. */
const urlsOf = (orm: Orm, reporter: string) =>
  union(
    orm.select({ id: report.urlId }).from(report).where(eq(report.reporter, reporter)),
    orm.select({ id: replacement.urlId }).from(replacement).where(eq(replacement.proposer, reporter)),
    orm
      .select({ id: archive.urlId })
      .from(archive)
      .where(and(eq(archive.proposer, reporter), not(archive.blocked))),
  );

/** The next of somebody's words about a host. The URLs first, in their order, as all do who write what belongs to them. */
async function ofReporterAt(
  tx: Database,
  { id: hostId, name }: Pick<typeof host.$inferSelect, "id" | "name">,
  reporter: string,
  day: Day,
): Promise<boolean> {
  const { orm } = tx;
  await lockDomain(tx, name);
  const rows = await orm
    .select({ id: url.id })
    .from(url)
    .where(and(eq(url.hostId, hostId), inArray(url.id, urlsOf(orm, reporter))))
    .orderBy(url.id)
    .limit(URLS_MAX)
    .for("update");
  const ids = rows.map(({ id }) => id);
  // What half of a domain was made of is less then (H3).
  await takingBack(tx, scopesOf(name, null), { day, by: "operator" }, async () => {
    const gone = await orm
      .delete(report)
      .where(and(eq(report.reporter, reporter), isAnyOf(report.urlId, ids)))
      .returning({ id: report.urlId, against: report.against });
    const reported = gone.flatMap(({ id, against }) => (against ? [] : id));
    await publishUrlChanges(orm, reported, day, { news: ["reports"], reports: "withdrawn" });
    for (const id of ids) await removeProposals(tx, id, { proposer: reporter }, day);
  });
  // Somebody's words about a host: the log says nothing of who that is.
  if (ids.length > 0) await logActs(tx, [{ ...REMOVED, scope: "reporter", target: name, urls: ids.length }]);
  return rows.length > 0;
}

/**
 * H2: acts before `acted` are not counted any more; H4: what was not checked since `proposed` is dropped, and what was removed before
 * `removed` is forgotten.
 */
export async function expirePeople(
  { orm }: Database,
  before: { readonly acted: Day; readonly proposed: Day; readonly removed: Day },
): Promise<number> {
  const tallies = await orm.delete(peopleTally).where(lt(peopleTally.day, before.acted));
  const isUntried = and(eq(replacement.checked, -1), lt(replacement.proposed, before.proposed));
  const proposals = await orm.delete(replacement).where(isUntried);
  const removals = await orm.delete(removedReplacement).where(lt(removedReplacement.removed, before.removed));
  return tallies.count + proposals.count + removals.count;
}

/** Up to `limit` wikis on whose pages a URL is, of every farm some. */
export function wikisOfUrl({ orm }: Database, id: UrlId, limit: number): Promise<Wiki[]> {
  return selectWikis(orm)
    .where(
      sql`${wiki.id} in (${orm.selectDistinct({ wiki: pageLink.wikiId }).from(pageLink).where(hasUrl(id))} offset 0)`,
    )
    .orderBy(sql`row_number() over (partition by ${wiki.farm} order by ${wiki.id})`, wiki.id)
    .limit(limit);
}
