import { and, eq, gte, inArray, isNotNull, lt, ne, not, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { periodBegin } from "../../shared/protocol/keys.ts";
import { hostText, type ReportScope } from "../../shared/url/report-scope.ts";
import { batchOf, insertFrom } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { inBatches } from "../in-batches.ts";
import { report, scopeReport } from "../schema/index.ts";
import { excluded, isAnyOf, typed } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import type { NetworkNames } from "./known-networks.ts";
import { scopesOf, weighAll } from "./soften.ts";

/** Of one network; more of it say the same without being counted, and leave room for others. */
const REPORTERS_MAX = 20;

/** As what a word is weighed (H5). */
export interface Heard {
  /** Keyed hash (UUID) of the widest range around the network. */
  readonly network: string;
  /** 4 or 6. */
  readonly family: number;
  /** Since when it is known, as far as that counts. */
  readonly since: Day;
}

/** Who says something, as far as that is known. */
export interface Profile extends Heard {
  /** Keyed hashes (UUIDs) of the network that sent it, or of the account. */
  readonly reporter: NetworkNames;
  readonly day: Day;
}

/** What somebody says something of: URLs of one host, and the scope that was named if it was one. The caller has locked its domain. */
export interface About {
  readonly urls: readonly UrlId[];
  readonly host: string;
  readonly scope: ReportScope | null;
}

/** Of `report` or `scopeReport`: said by this profile, this month or the one before. */
export const isBy = (
  table: typeof report | typeof scopeReport,
  { reporter }: Pick<Profile, "reporter">,
): SQL => isAnyOf(table.reporter, [reporter.now, reporter.before]);

/** As what a reporter is heard since the key of its name is used; null: it said nothing that still stands. */
export async function heardBefore({ orm }: Database, reporter: string, today: Day): Promise<Heard | null> {
  for (const table of [report, scopeReport]) {
    const { network, family, since, day } = table;
    const [row] = await orm
      .select({ network: sql<string>`${network}`, family, since: sql<Day>`${since}` })
      .from(table)
      .where(
        and(eq(table.reporter, reporter), gte(day, periodBegin(today)), isNotNull(network), isNotNull(since)),
      )
      .orderBy(table.id)
      .limit(1);
    if (row !== undefined) return row;
  }
  return null;
}

/**
 * H1: "works for me". Who said so before renews it, and nothing new is published. H3: where enough networks say so of about half of the
 * URLs of the host, of its domain or of the scope, that counts as presumably reachable. False: as many in the network say so already as
 * count, and nothing was stored.
 */
export async function reportUrls(db: Database, about: About, profile: Profile): Promise<boolean> {
  const { urls, scope, host } = about;
  const { made, stored } = await insertReports(db.orm, urls, profile, {
    against: false,
    whole: scope !== null,
  });
  const isStored = scope !== null && (await insertScopeReport(db.orm, scope, profile, false));
  await publishUrlChanges(db.orm, made, profile.day, { news: ["reports"], reports: "made" });
  await weighAll(db, scopesOf(host, scope), host, profile.day, true);
  return isStored || stored > 0;
}

/** `made`: those that were not said before; `stored`: how many in all. What the same profile said to the contrary is gone. */
export async function insertReports(
  orm: Orm,
  urls: readonly UrlId[],
  profile: Profile,
  { against, whole }: { readonly against: boolean; readonly whole: boolean },
): Promise<{ readonly made: UrlId[]; readonly stored: number }> {
  const { reporter, network, day, family, since } = profile;
  const isOwn = and(isAnyOf(report.urlId, urls), isBy(report, profile));
  await orm.delete(report).where(and(isOwn, ne(report.against, against)));
  await orm.update(report).set({ reporter: reporter.now }).where(isOwn);
  const given = batchOf("given", report.urlId, urls);
  const others = orm.$count(
    report,
    and(
      eq(report.urlId, given.value),
      eq(report.network, network),
      eq(report.against, against),
      ne(report.reporter, reporter.now),
    ),
  );
  const fields = {
    urlId: given.value,
    reporter: typed(report.reporter, reporter.now),
    day: typed(report.day, day),
    whole: typed(report.whole, whole),
    network: typed(report.network, network),
    family: typed(report.family, family),
    since: typed(report.since, since),
    against: typed(report.against, against),
  };
  const rows = await insertFrom(orm, report, fields, (found) =>
    found.from(given.rows).where(lt(others, REPORTERS_MAX)).orderBy(given.value),
  )
    .onConflictDoUpdate({
      target: [report.urlId, report.reporter],
      set: {
        day: excluded(report.day),
        network: excluded(report.network),
        family: excluded(report.family),
        since: excluded(report.since),
        whole: sql`${report.whole} and ${excluded(report.whole)}`,
      },
    })
    .returning({ id: report.urlId, made: sql<boolean>`xmax = 0` });
  return { made: rows.filter(({ made }) => made).map(({ id }) => id), stored: rows.length };
}

/** False: as many in the network say so already as count. */
export async function insertScopeReport(
  orm: Orm,
  scope: ReportScope,
  profile: Profile,
  against: boolean,
): Promise<boolean> {
  const { reporter, network, day, family, since } = profile;
  const { host, path } = scopeReport;
  const named = { host: hostText(scope), path: scope.path };
  const isNamed = and(eq(host, named.host), eq(path, named.path));
  await orm.delete(scopeReport).where(and(isNamed, isBy(scopeReport, profile)));
  const isTheirs = and(eq(scopeReport.network, network), eq(scopeReport.against, against));
  const others = await orm.$count(scopeReport, and(isNamed, isTheirs));
  if (others >= REPORTERS_MAX) return false;
  await orm
    .insert(scopeReport)
    .values({ ...named, reporter: reporter.now, network, day, family, since, against });
  return true;
}

/** Takes back all reports of these URLs, and what was said to the contrary. Which were reported. */
export async function removeReports(orm: Orm, urls: readonly UrlId[], day: Day): Promise<UrlId[]> {
  const gone = await orm
    .delete(report)
    .where(isAnyOf(report.urlId, urls))
    .returning({ id: report.urlId, against: report.against });
  const reported = gone.flatMap(({ id, against }) => (against ? [] : id));
  await publishUrlChanges(orm, reported, day, { news: ["reports"], reports: "withdrawn" });
  return reported;
}

/** H1: reports made before `before` (six months ago). Published to readers of their URLs. */
export async function expireReports(
  db: Database,
  before: Day,
  today: Day,
  signal?: AbortSignal,
): Promise<number> {
  const scopes = await db.orm.delete(scopeReport).where(lt(scopeReport.day, before));
  const urls = await inBatches(
    db,
    async ({ orm }, limit) => {
      const old = orm
        .select({ id: report.id })
        .from(report)
        .where(lt(report.day, before))
        .orderBy(report.day, report.urlId)
        .limit(limit)
        .for("update");
      const gone = await orm
        .delete(report)
        .where(inArray(report.id, old))
        .returning({ id: report.urlId, against: report.against });
      const reported = gone.flatMap(({ id, against }) => (against ? [] : id));
      await publishUrlChanges(orm, reported, today, { news: ["reports"], reports: "expired" });
      return gone.length;
    },
    signal,
  );
  return scopes.count + urls;
}

/** Of `report`: that something works. */
export const isReport = not(report.against);
