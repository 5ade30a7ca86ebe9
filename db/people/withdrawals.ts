import { and, eq, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { hostText, type ReportScope } from "../../shared/url/report-scope.ts";
import type { Database, Orm } from "../connect.ts";
import { report, scopeReport, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import {
  type About,
  insertReports,
  insertScopeReport,
  isBy,
  isReport,
  type Profile,
  removeReports,
} from "./reports.ts";
import {
  isSoftened,
  scopesOf,
  softenedNow,
  softenedOf,
  takingBack,
  weigh,
  withdrawScope,
  withdrawUnsupported,
} from "./soften.ts";
import { isScope, isScopeOutweighed, outweighedUrls, urlsRead } from "./voices.ts";

/** How a word against others' reports ends that takes none of them away. */
type Opposed =
  /** It is noted, and they stay until as much is said against them. */
  | "opposed"
  /** It is not noted: as many in the network say so already as count. */
  | "said-enough"
  /** There are none. */
  | "nothing";
export type Withdrawn = "withdrawn" | Opposed;

/** Reported URLs of a scope, locked. */
export interface Reported {
  /** At most as many as asked for; first those that this profile reported. */
  readonly urls: readonly UrlId[];
  /** All that this profile reported. */
  readonly own: readonly UrlId[];
}

/** `limit`: how many of them may be named. */
export async function lockReported(
  { orm }: Database,
  scope: ReportScope,
  profile: Pick<Profile, "reporter">,
  limit: number,
): Promise<Reported> {
  const read = orm.$with("read").as(urlsRead(orm, scope));
  const isOwn = sql<boolean>`bool_or(coalesce(${isBy(report, profile)}, false))`;
  const rows = await orm
    .with(read)
    .select({ id: report.urlId, isOwn })
    .from(read)
    .innerJoin(report, and(eq(report.urlId, read.id), read.matches, isReport))
    .groupBy(report.urlId)
    .orderBy(sql`${isOwn} desc`, report.urlId);
  const own = rows.filter((row) => row.isOwn).map(({ id }) => id);
  const urls = rows.slice(0, limit).map(({ id }) => id);
  const all = own.length > limit ? own : urls;
  await orm.select({ id: url.id }).from(url).where(isAnyOf(url.id, all)).orderBy(url.id).for("update");
  return { urls, own };
}

/**
 * H1, H5: takes back what this profile said, at once (`more`: of more URLs than are named); of what others said it is a word to the
 * contrary, which weighs as a report does. Reports go when as much is said against them.
 */
export async function withdraw(
  db: Database,
  about: About,
  profile: Profile,
  more: readonly UrlId[] = [],
): Promise<Withdrawn> {
  const { host, scope } = about;
  const { orm } = db;
  const { day } = profile;
  const softened = await softenedOf(orm, scopesOf(host, scope));
  const hanging = await softenedNow(db, softened, day);
  const own = await takeBack(orm, { ...about, urls: [...new Set([...about.urls, ...more])] }, profile);
  const opposed = await oppose(db, about, profile, own);
  const gone = await removeOutweighed(db, about, day);
  if (own.urls.length > 0 || own.scope) await withdrawUnsupported(db, hanging, day);
  for (const one of await softenedOf(orm, softened)) await weigh(db, one, day, false);
  const isGone = gone.urls.length > 0 || (gone.words > 0 && !gone.softened);
  const isLess = (await softenedOf(orm, softened)).length < softened.length;
  if (own.urls.length > 0 || own.scope || isGone || isLess) return "withdrawn";
  return opposed;
}

/** The same by an administrator, whose word needs no other (H5). */
export async function withdrawAll(
  db: Database,
  { urls, scope, host }: About,
  day: Day,
): Promise<"withdrawn" | "nothing"> {
  return takingBack(db, scopesOf(host, null), { day, by: "administrator" }, async () => {
    const gone = await removeReports(db.orm, urls, day);
    const isGone = scope !== null && (await removeScopeReports(db.orm, scope));
    const isLess = scope !== null && (await withdrawScope(db, scope, day));
    return gone.length > 0 || isGone || isLess ? "withdrawn" : "nothing";
  });
}

interface Own {
  readonly urls: readonly UrlId[];
  readonly scope: boolean;
}

async function takeBack(orm: Orm, { urls, scope }: About, profile: Profile): Promise<Own> {
  const gone = await orm
    .delete(report)
    .where(and(isAnyOf(report.urlId, urls), isBy(report, profile), isReport))
    .returning({ id: report.urlId });
  const ids = gone.map(({ id }) => id);
  await publishUrlChanges(orm, ids, profile.day, { news: ["reports"], reports: "withdrawn" });
  if (scope === null) return { urls: ids, scope: false };
  const { count } = await orm
    .delete(scopeReport)
    .where(and(isScope(scope), isBy(scopeReport, profile), eq(scopeReport.against, false)));
  return { urls: ids, scope: count > 0 };
}

async function oppose(
  { orm }: Database,
  { urls, scope }: About,
  profile: Profile,
  own: Own,
): Promise<Opposed> {
  const others = urls.filter((id) => !own.urls.includes(id));
  const reported = await orm
    .selectDistinct({ id: report.urlId })
    .from(report)
    .where(and(isAnyOf(report.urlId, others), isReport));
  const ids = reported.map(({ id }) => id);
  const { stored } = await insertReports(orm, ids, profile, { against: true, whole: scope !== null });
  const ofUrls = ids.length === 0 ? "nothing" : stored > 0 ? "opposed" : "said-enough";
  if (scope === null || own.scope) return ofUrls;
  const isSaid = (await orm.$count(scopeReport, and(isScope(scope), eq(scopeReport.against, false)))) > 0;
  if (!isSaid && !(await isSoftened(orm, scope))) return ofUrls;
  const isStored = await insertScopeReport(orm, scope, profile, true);
  return isStored || ofUrls === "opposed" ? "opposed" : "said-enough";
}

/** What went as it was outweighed. */
interface Outweighed {
  /** Whose reports went. */
  readonly urls: readonly UrlId[];
  /** Of the scope as a whole: words of either side, and reports among them. */
  readonly words: number;
  readonly reports: number;
  /** The scope is softened. */
  readonly softened: boolean;
}

export async function removeOutweighed(
  db: Database,
  { urls, scope }: Pick<About, "urls" | "scope">,
  day: Day,
): Promise<Outweighed> {
  const gone = await removeReports(db.orm, await outweighedUrls(db, urls, day), day);
  if (scope === null || !(await isScopeOutweighed(db, scope, day)))
    return { urls: gone, words: 0, reports: 0, softened: false };
  // A word against what is softened stays beside it until it weighs enough.
  const softened = await isSoftened(db.orm, scope);
  const words = await db.orm
    .delete(scopeReport)
    .where(and(isScope(scope), softened ? eq(scopeReport.against, false) : undefined))
    .returning({ against: scopeReport.against });
  const reports = words.filter(({ against }) => !against).length;
  return { urls: gone, words: words.length, reports, softened };
}

/** Removes all that was said of a scope as a whole. */
export async function removeScopeReports(orm: Orm, scope: ReportScope): Promise<boolean> {
  const { count } = await orm
    .delete(scopeReport)
    .where(and(eq(scopeReport.host, hostText(scope)), eq(scopeReport.path, scope.path)));
  return count > 0;
}
