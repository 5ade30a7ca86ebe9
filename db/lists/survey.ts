import { and, asc, eq, gt, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { DomainCount, VerdictCounts } from "../../shared/answer/overview.ts";
import type { Day } from "../../shared/calendar/day.ts";
import { STATUS_TABLE } from "../../shared/status/table.ts";
import { insertRows } from "../batch.ts";
import type { Database } from "../connect.ts";
import { fenced, type Held, isFree, Leases } from "../lease/lease.ts";
import { host, pageLink, survey, surveyDay, surveyDomain, url, wiki } from "../schema/index.ts";
import { arrayOf, excluded, isAnyOf } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";

/** A wiki is counted so often that it takes a hundredth of the time, once a week at least and once a minute at most. */
const PERIOD = { secondsMin: 60, secondsMax: 7 * 86_400, timesItsLength: 100 };
/** Surveys of earlier days. */
const KEEP_DAYS = 400;

const surveyLeases = new Leases(survey, { wiki: survey.wikiId });

/** A wiki whose links somebody counts. */
export type SurveyLease = Held<typeof survey, { readonly wiki: typeof survey.wikiId }>;

/** The wiki whose survey is due for longest, leased; null: none is. `but`: any wiki but these, whether it is due or not. */
export async function claimSurvey(
  { orm }: Database,
  { worker, leaseSeconds }: { readonly worker: string; readonly leaseSeconds: number },
  but: readonly WikiId[] | null,
): Promise<SurveyLease | null> {
  const { secondsMin, secondsMax, timesItsLength } = PERIOD;
  const period = sql`least(${secondsMax}::float8,
    greatest(${secondsMin}::float8, ${survey.tookMs}::float8 / 1000 * ${timesItsLength}::float8))`;
  const isDue = sql`${survey.takenAt} + make_interval(secs => ${period}) < clock_timestamp()`;
  const isWanted =
    but === null ? or(isNull(survey.takenAt), isDue) : sql`${wiki.id} <> all(${arrayOf(wiki.id, but)})`;
  for (;;) {
    const [due] = await orm
      .select({ id: wiki.id })
      .from(wiki)
      .leftJoin(survey, eq(survey.wikiId, wiki.id))
      .where(and(or(isNull(survey.wikiId), isFree(survey)), isWanted))
      .orderBy(sql`${survey.takenAt} nulls first`, wiki.id)
      .limit(1);
    if (due === undefined) return null;
    const lease = fenced(worker, leaseSeconds);
    const [claimed] = await orm
      .insert(survey)
      .values({ wikiId: due.id, ...lease })
      .onConflictDoUpdate({ target: survey.wikiId, set: lease, setWhere: isFree(survey) })
      .returning({ wiki: survey.wikiId, token: survey.token });
    // Else another took it between the two statements.
    if (claimed !== undefined) return claimed;
  }
}

/** False: the lease is another's by now. */
export const renewSurvey = async ({ orm }: Database, lease: SurveyLease, seconds: number): Promise<boolean> =>
  (await surveyLeases.renew(orm, [lease], seconds)).length > 0;

export async function releaseSurvey({ orm }: Database, lease: SurveyLease): Promise<void> {
  await surveyLeases.release(orm, [lease]);
}

/** The URLs of the next pages of a wiki, each as often as they use it: the counter passes over those seen before. Null: there are no more pages. */
export async function nextLinks(
  { orm }: Database,
  wikiId: WikiId,
  after: number,
  pages: number,
): Promise<{ readonly last: number; readonly urls: readonly UrlId[] } | null> {
  const rows = await orm
    .select({ pageid: pageLink.pageid, urls: pageLink.urls })
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, wikiId), gt(pageLink.pageid, after)))
    .orderBy(asc(pageLink.pageid))
    .limit(pages);
  const last = rows.at(-1)?.pageid;
  return last === undefined ? null : { last, urls: rows.flatMap(({ urls }) => urls) };
}

const PLAIN = STATUS_TABLE.filter((row) => row.class === "fine" || row.class === "moved").map(
  ({ type }) => type,
);

const isUntried = sql`octet_length(${url.history}) = 0`;
/** Content (shared/history/pack.ts: no dead end, no refusal, no 999) without a note that says otherwise. */
const isGood: SQL = sql`(octet_length(${url.history}) > 0 and get_byte(${url.history}, 0) = any(${sql.param(PLAIN)}::int[])
  and get_byte(${url.history}, 6) < 128 and get_byte(${url.history}, 6) * 256 + get_byte(${url.history}, 7) <> 999
  and ${url.extras} not like '%left-alone%' and ${url.extras} not like '%robot-wall%')`;

/**
 * Counts what is plain of these URLs, and nothing observed yet; `unclear` has to be judged one by one. Of URLs by ascending ids each block of the table
 * is read once. Their hosts are read apart: joined to so many URLs, the planner may read all that there are.
 */
export async function surveyUrls({ orm }: Database, urls: readonly UrlId[]) {
  const isGiven = isAnyOf(url.id, urls);
  const [[counts], unclear] = await Promise.all([
    orm
      .select({
        working: sql<number>`(count(*) filter (where ${isGood}))::int`,
        unknown: sql<number>`(count(*) filter (where ${isUntried}))::int`,
      })
      .from(url)
      .where(isGiven),
    orm
      .select({ hostId: url.hostId, path: url.path, history: url.history, extras: url.extras })
      .from(url)
      .where(and(isGiven, not(isGood), not(isUntried))),
  ]);
  const ids = [...new Set(unclear.map(({ hostId }) => hostId))].sort((one, other) => one - other);
  const hosts = await orm.select({ id: host.id, name: host.name }).from(host).where(isAnyOf(host.id, ids));
  const names = new Map(hosts.map(({ id, name }) => [id, name]));
  return {
    working: counts?.working ?? 0,
    unknown: counts?.unknown ?? 0,
    unclear: unclear.map(({ hostId, ...row }) => ({ ...row, host: names.get(hostId) ?? "" })),
  };
}

export type Unclear = Awaited<ReturnType<typeof surveyUrls>>["unclear"][number];

/** Stores a survey whole, unless the lease is another's by now. */
export async function storeSurvey(
  db: Database,
  lease: SurveyLease,
  day: Day,
  counted: {
    readonly counts: VerdictCounts;
    readonly domains: readonly DomainCount[];
    readonly tookMs: number;
  },
): Promise<void> {
  const { counts, domains, tookMs } = counted;
  const { wiki: wikiId } = lease;
  const { domain, unreachable, doubtful } = surveyDomain;
  const sorted = domains
    .map((counted) => ({ ...counted, wikiId }))
    .sort((one, other) => (one.domain < other.domain ? -1 : 1));
  await db.transaction(async ({ orm }) => {
    const taken = await orm
      .update(survey)
      .set({ takenAt: sql`clock_timestamp()`, tookMs: Math.round(tookMs) })
      .where(surveyLeases.isHeldBy(lease));
    if (taken.count === 0) return;
    await orm
      .insert(surveyDay)
      .values({ wikiId, day, ...counts })
      .onConflictDoUpdate({ target: [surveyDay.wikiId, surveyDay.day], set: counts });
    const isOld = sql`${surveyDay.day} < ${day - KEEP_DAYS}::int`;
    await orm.delete(surveyDay).where(and(eq(surveyDay.wikiId, wikiId), isOld));
    const kept = domains.map((one) => one.domain);
    const isGone = sql`${domain} not in (select unnest(${arrayOf(domain, kept)}))`;
    await orm.delete(surveyDomain).where(and(eq(surveyDomain.wikiId, wikiId), isGone));
    const columns = ["wikiId", "domain", "unreachable", "doubtful"] as const;
    await insertRows(orm, surveyDomain, columns, sorted).onConflictDoUpdate({
      target: [surveyDomain.wikiId, domain],
      set: { unreachable: excluded(unreachable), doubtful: excluded(doubtful) },
      setWhere: sql`(${unreachable}, ${doubtful}) <> (${excluded(unreachable)}, ${excluded(doubtful)})`,
    });
  });
}
