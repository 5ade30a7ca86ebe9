import { and, eq, gt, isNotNull, lte, min, type SQL, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { PSEUDONYM_DAYS } from "../../shared/protocol/keys.ts";
import { hostsContaining, hostText, type ReportScope } from "../../shared/url/report-scope.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, Orm } from "../connect.ts";
import { hostWithin, pathBegins, pathMatches } from "../lists/conditions.ts";
import { urlId } from "../lists/uses.ts";
import { host, report, scopeReport, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import {
  FORGOTTEN,
  isAsStrong,
  KNOWN_DAYS,
  type Said,
  type Strength,
  strengthOf,
  stronger,
  type Voice,
} from "./weights.ts";

/** URLs that are read to count those of a scope. Nobody tries half of more by hand. */
const READ_MAX = 10_000;

/** Rows of either table whose network is known. */
type Table = typeof report | typeof scopeReport;
export const isKnown = (table: Table, today: Day): SQL | undefined =>
  and(isNotNull(table.network), isNotNull(table.since), gt(table.day, addDays(today, -PSEUDONYM_DAYS)));

/** Of whom a row is, as far as that is compared. */
const voiceColumns = (table: Table) => ({
  against: table.against,
  family: table.family,
  period: sql<number>`${table.day} / ${sql.raw(String(PSEUDONYM_DAYS))}`,
  network: sql<string>`${table.network}`,
});
const groupedBy = (table: Table) => Object.values(voiceColumns(table));

/** Some URLs of a scope, at most READ_MAX and one more, with those that lie beside it but in its part of the index. */
export function urlsRead(orm: Orm, { host: pattern, path }: ReportScope) {
  const [start = ""] = path.split("*", 1);
  const ofHost = orm
    .select({ id: url.id, matches: pathMatches(path).as("matches") })
    .from(url)
    .where(and(eq(url.hostId, host.id), pathBegins(start)))
    .limit(READ_MAX + 1)
    .as("of_host");
  return orm
    .select({ id: ofHost.id, matches: ofHost.matches })
    .from(host)
    .crossJoinLateral(ofHost)
    .where(pattern.kind === "host" ? eq(host.name, pattern.name) : hostWithin(pattern.domain))
    .limit(READ_MAX + 1);
}

/**
 * What was said of a scope within the last 30 days (H3): by reports of all of it or more, and, where its URLs are few enough to be
 * counted, of these one by one.
 */
export async function saidOf({ orm }: Database, scope: ReportScope, today: Day): Promise<Said> {
  const wide = await orm
    .select({ ...voiceColumns(scopeReport), since: sql<Day>`${min(scopeReport.since)}` })
    .from(scopeReport)
    .where(
      and(
        isAnyOf(scopeReport.host, hostsContaining(scope)),
        sql`starts_with(${scope.path}, ${scopeReport.path})`,
        isKnown(scopeReport, today),
      ),
    )
    .groupBy(...groupedBy(scopeReport));
  const read = orm.$with("read").as(urlsRead(orm, scope));
  const [counted] = await orm
    .with(read)
    .select({
      read: sql<number>`count(*)::int`,
      urls: sql<number>`(count(*) filter (where ${read.matches}))::int`,
    })
    .from(read);
  const voices: Voice[] = wide.map((voice) => ({ ...voice, named: null }));
  if (counted === undefined || counted.read > READ_MAX) return { urls: null, named: 0, voices };
  // What a report of a scope names counts with that report alone, and goes with it.
  const isOf = and(eq(report.urlId, read.id), read.matches, eq(report.whole, false));
  const single = await orm
    .with(read)
    .select({
      ...voiceColumns(report),
      since: sql<Day>`${min(report.since)}`,
      named: sql<number>`count(distinct ${report.urlId})::int`,
    })
    .from(read)
    .innerJoin(report, isOf)
    .where(isKnown(report, today))
    .groupBy(...groupedBy(report));
  const [all] = await orm
    .with(read)
    .select({ named: sql<number>`count(distinct ${report.urlId})::int` })
    .from(read)
    .innerJoin(report, isOf)
    .where(
      and(isKnown(report, today), eq(report.against, false), lte(report.since, addDays(today, -KNOWN_DAYS))),
    );
  return { urls: counted.urls, named: all?.named ?? 0, voices: [...voices, ...single] };
}

/** Of a URL, or of a scope by its own name: what those who report it and those who withdraw it weigh. */
interface Sides {
  readonly support: Strength;
  readonly contrary: Strength;
}

function sidesOf(rows: readonly (Omit<Voice, "named"> & { readonly known: boolean })[], today: Day): Sides {
  const voices = rows.filter(({ known }) => known).map((row): Voice => ({ ...row, named: null }));
  const isForgotten = rows.some(({ known, against }) => !known && !against);
  const support = strengthOf(voices, { against: false, today });
  return {
    support: isForgotten ? stronger(support, FORGOTTEN) : support,
    contrary: strengthOf(voices, { against: true, today }),
  };
}

const isOutweighed = ({ support, contrary }: Sides): boolean =>
  contrary.voices > 0 && isAsStrong(contrary, support);

/** Those of these URLs whose reports are withdrawn by as much as was reported (H1, H5). */
export async function outweighedUrls({ orm }: Database, ids: readonly UrlId[], today: Day): Promise<UrlId[]> {
  const known = sql<boolean>`bool_or(coalesce(${isKnown(report, today)}, false))`;
  const rows = await orm
    .select({ id: report.urlId, ...voiceColumns(report), since: sql<Day>`${min(report.since)}`, known })
    .from(report)
    .where(isAnyOf(report.urlId, ids))
    .groupBy(report.urlId, ...groupedBy(report));
  return [...Map.groupBy(rows, ({ id }) => id)]
    .filter(([, said]) => isOutweighed(sidesOf(said, today)))
    .map(([id]) => id);
}

/** Whether that holds for the reports of a scope. */
export async function isScopeOutweighed({ orm }: Database, scope: ReportScope, today: Day): Promise<boolean> {
  const known = sql<boolean>`bool_or(coalesce(${isKnown(scopeReport, today)}, false))`;
  const rows = await orm
    .select({ ...voiceColumns(scopeReport), since: sql<Day>`${min(scopeReport.since)}`, known })
    .from(scopeReport)
    .where(isScope(scope))
    .groupBy(...groupedBy(scopeReport));
  return isOutweighed(sidesOf(rows, today));
}

export const isScope = (scope: ReportScope): SQL | undefined =>
  and(eq(scopeReport.host, hostText(scope)), eq(scopeReport.path, scope.path));

/** Whether anybody says, for or against, something of a URL, or of a scope by its own name. */
export async function isStillSaid(
  db: Database,
  address: NormalisedUrl,
  scope: ReportScope | null,
  { against }: { readonly against: boolean },
): Promise<boolean> {
  if (scope !== null)
    return (await db.orm.$count(scopeReport, and(isScope(scope), eq(scopeReport.against, against)))) > 0;
  const id = await urlId(db, address);
  return (
    id !== null && (await db.orm.$count(report, and(eq(report.urlId, id), eq(report.against, against)))) > 0
  );
}
