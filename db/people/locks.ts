import { and, eq, exists, gt, ne, notExists, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Day } from "../../shared/calendar/day.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import type { Database, Orm } from "../connect.ts";
import { host, pageLink, report, url } from "../schema/index.ts";
import { advisoryLock, evaluate, isAnyOf } from "../statement.ts";
import type { HostId, UrlId, WikiId } from "../types.ts";
import { decodeExtras, decodeHistory } from "../urls/row.ts";

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

/** URLs that are read together, and how often at most for one report. */
const STEP_URLS = 2_000;
const STEPS_MAX = 5;

/** Of a host, which URLs are wanted. */
export interface OfHost {
  /** Those that this reporter said nothing of yet. */
  readonly reporter: string;
  readonly today: Day;
  readonly limit: number;
}

/**
 * Up to `limit` URLs of the named one's host that pages of the wiki use and that are shown as broken, locked: that one first, whatever
 * was said of it. Of a host with very many URLs only the first 10,000 are read that this reporter said nothing of.
 */
export async function lockBrokenOfHost(
  { orm }: Database,
  wiki: WikiId,
  named: SaidUrl,
  { reporter, today, limit }: OfHost,
): Promise<SaidUrl[]> {
  const found = [named].filter(isBroken);
  let last = 0 as UrlId;
  for (let steps = 0; steps < STEPS_MAX && found.length < limit; steps++) {
    const own = orm
      .select({ id: report.urlId })
      .from(report)
      .where(and(eq(report.urlId, url.id), eq(report.reporter, reporter)));
    const isNext = and(eq(url.hostId, named.host), gt(url.id, last), ne(url.id, named.id), notExists(own));
    const rows = await selectSaid(orm).where(isNext).orderBy(url.id).limit(STEP_URLS);
    const broken = rows.map((row) => said(row, today)).filter(isBroken);
    found.push(...(await lockUsed(orm, wiki, broken, limit - found.length)));
    const end = rows.at(-1);
    if (end === undefined || rows.length < STEP_URLS) break;
    last = end.id;
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

/** Two-part advisory locks; the second part is the id of a host. */
const HOST_LOCK = 0x77656270;

/**
 * What people say of URLs of one host is taken one after the other, until the end of the transaction: each holds its own URL, and
 * wants all of them when half of the host is reported (H3). Nothing when the URL is not known.
 */
export async function lockHostOf({ orm }: Database, address: NormalisedUrl): Promise<void> {
  await orm
    .select({ locked: advisoryLock(HOST_LOCK, url.hostId) })
    .from(url)
    .where(eq(url.key, urlKey(address)));
}

/** The same for the host itself. Before any of its URLs. */
export async function lockHost({ orm }: Database, hostId: HostId): Promise<void> {
  await evaluate(orm, { locked: advisoryLock(HOST_LOCK, hostId) });
}
