import { and, eq, exists, ne, notExists, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Day } from "../../shared/calendar/day.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { urlKey } from "../../shared/url/key.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { ReportScope } from "../../shared/url/report-scope.ts";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import type { Database, Orm } from "../connect.ts";
import { hostsOf } from "../lists/hosts.ts";
import { type ScannedUrls, scanUrls, type UrlPlace } from "../lists/pattern.ts";
import { host, pageLink, report, url } from "../schema/index.ts";
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

/** Of `url`: a page of the wiki uses it. */
const isUsedIn = (orm: Orm, wiki: WikiId) =>
  exists(
    orm
      .select({ pageid: pageLink.pageid })
      .from(pageLink)
      .where(and(sql`${pageLink.urls} @> array[${url.id}]`, eq(pageLink.wikiId, wiki))),
  );

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
  { orm }: Database,
  wiki: WikiId,
  address: NormalisedUrl,
  today: Day,
): Promise<SaidUrl | null> {
  const [row] = await selectSaid(orm)
    .where(and(eq(url.key, urlKey(address)), isUsedIn(orm, wiki)))
    .for("update", { of: url });
  return row === undefined ? null : said(row, today);
}

/** How often at most the next URLs of a scope are looked for, for one report. */
const STEPS_MAX = 20;

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
 * it. Of a scope with very many URLs only some 10,000 are looked at.
 */
export async function lockBrokenOf(
  db: Database,
  wiki: WikiId,
  named: SaidUrl,
  { scope, profile, today, limit }: Wanted,
): Promise<SaidUrl[]> {
  const { orm } = db;
  const question = { kind: "pattern", scheme: null, port: null, ...scope } as const;
  const nextHosts = await hostsOf(db, scope.host);
  const found = [named].filter(isBroken);
  let after: UrlPlace | null = null;
  for (let steps = 0; steps < STEPS_MAX && found.length < limit; steps++) {
    const scanned: ScannedUrls = await scanUrls(db, question, nextHosts, after);
    const ids = scanned.found.map((place) => place.url);
    const own = orm
      .select({ id: report.urlId })
      .from(report)
      .where(and(eq(report.urlId, url.id), isBy(report, profile), isReport));
    const rows = await selectSaid(orm)
      .where(and(isAnyOf(url.id, ids), ne(url.id, named.id), notExists(own)))
      .orderBy(url.id);
    const broken = rows.map((row) => said(row, today)).filter(isBroken);
    found.push(...(await lockUsed(orm, wiki, broken, limit - found.length)));
    if (scanned.through === null) break;
    after = scanned.through;
  }
  return found;
}

/** Those of these URLs that pages of the wiki use. */
async function lockUsed(
  orm: Orm,
  wiki: WikiId,
  urls: readonly SaidUrl[],
  limit: number,
): Promise<readonly SaidUrl[]> {
  if (urls.length === 0) return [];
  const wanted = urls.map(({ id }) => id);
  const used = await orm
    .select({ id: url.id })
    .from(url)
    .where(and(isAnyOf(url.id, wanted), isUsedIn(orm, wiki)))
    .orderBy(url.id)
    .limit(limit)
    .for("update");
  const ids = new Set(used.map(({ id }) => id));
  return urls.filter(({ id }) => ids.has(id));
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
