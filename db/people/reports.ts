import { and, eq, exists, lt, ne, not, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { batchOf, insertFrom } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { publishHostNotes } from "../hosts/changes.ts";
import { recordDomainNotes } from "../hosts/record.ts";
import { domainNote, type host, report, url } from "../schema/index.ts";
import { excluded, isAnyOf, typed } from "../statement.ts";
import type { HostId, UrlId } from "../types.ts";
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
