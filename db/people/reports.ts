import { and, eq, exists, gt, lt, ne, not, notExists, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Day } from "../../shared/calendar/day.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import { batchOf, insertFrom } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { publishHostNotes } from "../hosts/changes.ts";
import { recordDomainNotes } from "../hosts/record.ts";
import { domainNote, host, pageLink, report, url } from "../schema/index.ts";
import { advisoryLock, evaluate, excluded, isAnyOf, typed } from "../statement.ts";
import type { HostId, UrlId, WikiId } from "../types.ts";
import { decodeExtras, decodeHistory } from "../urls/row.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { inBatches } from "../work/batches.ts";

/** Nobody has tried half of more URLs than this by hand. */
const HOST_URLS_MAX = 10_000;
/** One URL is no domain. */
const REPORTED_MIN = 2;

/**
 * H3: whether about half of the host's URLs are reported, each for itself. H5: of what that takes no network brings more than
 * half, whatever else it reports, so that nobody decides about a domain from one network, nor with one word from a second.
 */
export async function isDomainReported({ orm }: Database, hostId: HostId): Promise<boolean> {
  const own = orm.$with("own").as(
    orm
      .select({ id: url.id })
      .from(url)
      .where(eq(url.hostId, hostId))
      .limit(HOST_URLS_MAX + 1),
  );
  const said = orm.$with("said").as(
    orm
      .select({
        urlId: report.urlId,
        network: sql<string>`coalesce(${report.network}, ${report.reporter})`.as("network"),
      })
      .from(own)
      .innerJoin(report, eq(report.urlId, own.id))
      .where(not(report.whole)),
  );
  const [row] = await orm
    .with(own, said)
    .select({
      urls: sql<number>`(select count(*)::int from ${own})`,
      reported: sql<number>`(select count(distinct ${said.urlId})::int from ${said})`,
      voices: sql<
        number[]
      >`array(select count(distinct ${said.urlId})::int from ${said} group by ${said.network})`,
    })
    .from(sql`(values (1)) as one`);
  const { urls, reported, voices } = row ?? { urls: 0, reported: 0, voices: [] };
  const needed = Math.max(REPORTED_MIN, Math.ceil(urls / 2));
  const share = Math.ceil(needed / 2);
  const heard = voices.reduce((sum, said) => sum + Math.min(said, share), 0);
  return urls <= HOST_URLS_MAX && reported >= needed && heard >= needed;
}

/** A note of a whole host that most of its URLs are reported to work (H3). */
export const isReportedAsWhole = and(eq(domainNote.kind, "reported-working"), eq(domainNote.path, ""));

/** Takes back that the whole of a host is presumably reachable, and publishes it. */
export async function withdrawDomain({ orm }: Database, name: string, day: Day): Promise<boolean> {
  const { host: domain, path, kind, value } = domainNote;
  const gone = await orm
    .delete(domainNote)
    .where(and(eq(domain, name), isReportedAsWhole))
    .returning({ host: domain, path, kind, value });
  await publishHostNotes(orm, gone, "gone", day);
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
 * H1: "works for me", for URLs of one host that the caller has locked. Who said so before renews it, and nothing new
 * is published. H3: when that makes about half of the host's URLs, the whole of it counts as presumably reachable.
 */
export async function reportUrls(
  db: Database,
  urls: readonly UrlId[],
  { id, name }: ReportedHost,
  given: Report,
): Promise<void> {
  const { day, whole } = given;
  const made = await insertReports(db.orm, urls, given);
  await publishUrlChanges(db.orm, made, day, { news: ["reports"], reports: "made" });
  if (!whole && (await isDomainReported(db, id)))
    await recordDomainNotes(db, [{ host: name, kind: "reported-working", value: "" }], day);
}

async function insertReports(
  orm: Orm,
  urls: readonly UrlId[],
  { reporter, network, day, whole }: Report,
): Promise<UrlId[]> {
  const given = batchOf("given", report.urlId, urls);
  const others = orm.$count(report, and(eq(report.urlId, given.value), ne(report.reporter, reporter)));
  const fields = {
    urlId: given.value,
    reporter: typed(report.reporter, reporter),
    network: typed(report.network, network),
    day: typed(report.day, day),
    whole: typed(report.whole, whole),
  };
  const rows = await insertFrom(orm, report, fields, (found) =>
    found.from(given.rows).where(lt(others, REPORTERS_MAX)).orderBy(given.value),
  )
    .onConflictDoUpdate({
      target: [report.urlId, report.reporter],
      set: {
        day: excluded(report.day),
        network: excluded(report.network),
        whole: sql`${report.whole} and ${excluded(report.whole)}`,
      },
    })
    .returning({ id: report.urlId, made: sql<boolean>`xmax = 0` });
  return rows.filter(({ made }) => made).map(({ id }) => id);
}

/** Of a whole host, so many reported URLs at a time. */
const URLS_MAX = 1_000;

export type ReportedHost = Readonly<Pick<typeof host.$inferSelect, "id" | "name">>;

/** H1: anyone may take back what anyone said of a URL. False: nothing was. */
export async function withdrawReports(
  tx: Database,
  id: UrlId,
  { id: hostId, name }: ReportedHost,
  day: Day,
): Promise<boolean> {
  const said = await remove(tx.orm, [id], day);
  if (said && !(await isDomainReported(tx, hostId))) await withdrawDomain(tx, name, day);
  return said;
}

/** The same for all URLs of a host, with what was made of them (H3). */
export async function withdrawHost(tx: Database, { id, name }: ReportedHost, day: Day): Promise<boolean> {
  const { orm } = tx;
  const reports = orm.select({ id: report.urlId }).from(report).where(eq(report.urlId, url.id));
  const rows = await orm
    .select({ id: url.id })
    .from(url)
    .where(and(eq(url.hostId, id), exists(reports)))
    .orderBy(url.id)
    .limit(URLS_MAX)
    .for("update");
  const ids = rows.map((row) => row.id);
  const said = await remove(orm, ids, day);
  const domain = await withdrawDomain(tx, name, day);
  return said || domain;
}

async function remove(orm: Orm, urls: readonly UrlId[], day: Day): Promise<boolean> {
  const gone = await orm.delete(report).where(isAnyOf(report.urlId, urls)).returning({ id: report.urlId });
  const ids = gone.map(({ id }) => id);
  await publishUrlChanges(orm, ids, day, { news: ["reports"], reports: "withdrawn" });
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

/** H1: reports made before `before` (six months ago). Published to readers of their URLs. */
export function expireReports(db: Database, before: Day, today: Day, signal?: AbortSignal): Promise<number> {
  return inBatches(
    db,
    async ({ orm }, limit) => {
      const { urlId, reporter, day } = report;
      const old = orm
        .select({ urlId, reporter })
        .from(report)
        .where(lt(day, before))
        .orderBy(day, urlId)
        .limit(limit)
        .for("update");
      const gone = await orm
        .delete(report)
        .where(sql`(${urlId}, ${reporter}) in ${old}`)
        .returning({ id: urlId });
      const urls = gone.map(({ id }) => id);
      await publishUrlChanges(orm, urls, today, { news: ["reports"], reports: "expired" });
      return gone.length;
    },
    signal,
  );
}
