import { and, eq, ne, notExists, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Day } from "../../shared/calendar/day.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { ReportScope } from "../../shared/url/report-scope.ts";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import type { Database, Orm } from "../connect.ts";
import { hostsOf } from "../lists/hosts.ts";
import { type ScannedUrls, scanUrls, type UrlPlace } from "../lists/pattern.ts";
import { urlId, usedUrls } from "../lists/uses.ts";
import { host, report, url } from "../schema/index.ts";
import { advisoryLock, evaluate, isAnyOf } from "../statement.ts";
import type { HostId, UrlId, WikiId } from "../types.ts";
import { decodeExtras, decodeHistory } from "../urls/row.ts";
import { isBy, isReport, type Profile } from "./reports.ts";

/** A URL that a page of a wiki uses. */
export interface SaidUrl {
  readonly id: UrlId;
  readonly host: HostId;
  readonly hostName: string;
  /** By its own history, whatever people said. */
  readonly verdict: Verdict;
}

const saidColumns = {
  id: url.id,
  host: url.hostId,
  hostName: host.name,
  history: url.history,
  extras: url.extras,
};
type Row = SelectResultFields<typeof saidColumns>;

const selectSaid = (orm: Orm) =>
  orm.select(saidColumns).from(url).innerJoin(host, eq(host.id, url.hostId)).$dynamic();

function said({ history, extras, ...row }: Row, today: Day): SaidUrl {
  const { verdict } = judge({ history: decodeHistory(history), notes: decodeExtras(extras).notes }, today);
  return { ...row, verdict };
}

/** Verdicts of links that are shown as broken, or nearly so: of others nobody has to say that they work. */
export const isBroken = ({ verdict }: Pick<SaidUrl, "verdict">): boolean =>
  verdict === "unreachable" || verdict === "doubtful" || verdict === "refused";

/**
 * The URL, locked so that no check is stored meanwhile (H1: a regular answer deletes what people said); null: no page of the wiki
 * uses it (H: nobody brings in a URL by saying something of it).
 */
export async function lockUrl(
  db: Database,
  wiki: WikiId,
  address: NormalisedUrl,
  today: Day,
): Promise<SaidUrl | null> {
  const id = await urlId(db, address);
  if (id === null || !(await usedUrls(db, wiki, [id])).has(id)) return null;
  const [row] = await selectSaid(db.orm).where(eq(url.id, id)).for("update", { of: url });
  return row === undefined ? null : said(row, today);
}

/** For one report: URLs of its scope that are looked at, so many at once, and the time after which no more are. */
const LOOKED_AT = { urlsMax: 10_000, atOnce: 100, ms: 1_500 };

/** Which URLs of a scope are wanted. */
export interface Wanted {
  readonly scope: ReportScope;
  /** Those that this profile said nothing of yet. */
  readonly profile: Pick<Profile, "reporter">;
  readonly today: Day;
  readonly limit: number;
}

/**
 * Up to `limit` URLs of a scope that pages of the wiki use and that are shown as broken, locked: the named one first, whatever was said of
 * it. Of a scope with very many URLs at most 10,000 are looked at, and as many as there is time for.
 */
export async function lockBrokenOf(
  db: Database,
  wiki: WikiId,
  named: SaidUrl,
  { scope, profile, today, limit }: Wanted,
): Promise<SaidUrl[]> {
  const until = performance.now() + LOOKED_AT.ms;
  const question = { kind: "pattern", scheme: null, port: null, ...scope } as const;
  const nextHosts = await hostsOf(db, scope.host);
  const found = [named].filter(isBroken);
  let left = LOOKED_AT.urlsMax;
  const isOver = () => found.length >= limit || left <= 0 || performance.now() > until;
  for (let after: UrlPlace | null = null; !isOver(); ) {
    const scanned: ScannedUrls = await scanUrls(db, question, nextHosts, after);
    const ids = scanned.found.map((place) => place.url).slice(0, left);
    for (let at = 0; at < ids.length && !isOver(); at += LOOKED_AT.atOnce) {
      const some = ids.slice(at, at + LOOKED_AT.atOnce);
      left -= some.length;
      const broken = await brokenAmong(db, some, named, { profile, today });
      found.push(...(await lockUsed(db, wiki, broken, limit - found.length)));
    }
    if (scanned.through === null) break;
    after = scanned.through;
  }
  return found;
}

/** Those of these URLs, but for the named one, that are shown as broken, and of which the profile said nothing yet. */
async function brokenAmong(
  { orm }: Database,
  ids: readonly UrlId[],
  named: SaidUrl,
  { profile, today }: Pick<Wanted, "profile" | "today">,
): Promise<SaidUrl[]> {
  const own = orm
    .select({ id: report.urlId })
    .from(report)
    .where(and(eq(report.urlId, url.id), isBy(report, profile), isReport));
  const rows = await selectSaid(orm)
    .where(and(isAnyOf(url.id, ids), ne(url.id, named.id), notExists(own)))
    .orderBy(url.id);
  return rows.map((row) => said(row, today)).filter(isBroken);
}

/** Up to `limit` of these URLs that pages of the wiki use. */
async function lockUsed(
  db: Database,
  wiki: WikiId,
  urls: readonly SaidUrl[],
  limit: number,
): Promise<readonly SaidUrl[]> {
  if (urls.length === 0) return [];
  const ids = urls.map(({ id }) => id);
  const used = await usedUrls(db, wiki, ids);
  const wanted = ids.filter((id) => used.has(id)).slice(0, limit);
  const locked = await db.orm
    .select({ id: url.id })
    .from(url)
    .where(isAnyOf(url.id, wanted))
    .orderBy(url.id)
    .for("update");
  const isLocked = new Set(locked.map(({ id }) => id));
  return urls.filter(({ id }) => isLocked.has(id));
}

/** Two-part advisory locks; the second part is a hash of a registrable domain. */
const DOMAIN_LOCK = 0x77656270;

/**
 * What people say of URLs of one domain is taken one after the other, until the end of the transaction: each holds its own URL, and wants
 * all of them when half of them is reported (H3). Before any of its URLs.
 */
export async function lockDomain({ orm }: Database, hostName: string): Promise<void> {
  const domain = registrableDomain(hostName as HostName);
  await evaluate(orm, { locked: advisoryLock(DOMAIN_LOCK, sql`hashtext(${domain})`) });
}

/** The same for the domain of a URL. */
export const lockDomainOf = (db: Database, address: NormalisedUrl): Promise<void> =>
  lockDomain(db, splitUrl(address).host);
