import {
  type DomainCount,
  OVERVIEW_LIMITS,
  type Overview,
  TURNS_MAX,
  type Turned,
  type Turns,
  type VerdictCounts,
} from "../../shared/answer/overview.ts";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { STATUS_TABLE } from "../../shared/status/table.ts";
import type { Database } from "../connect.ts";
import type { UrlId, WikiId } from "../types.ts";

type Pages = readonly (readonly [number, number, string])[];

async function turns(
  { sql }: Database,
  wiki: WikiId,
  kind: "unreachable" | "working",
  since: Day,
): Promise<Turns> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from event where wiki_id = ${wiki} and kind = ${kind} and day >= ${since} limit ${TURNS_MAX}) turned`;
  const rows = await sql<(Omit<Turned, "pages"> & { pages: Pages })[]>`
    select day, coalesce(url, '') as url, page_count as "pageCount", pages from event
    where wiki_id = ${wiki} and kind = ${kind} and day >= ${since} order by id desc limit ${OVERVIEW_LIMITS.latest}`;
  return {
    count: counted?.count ?? 0,
    latest: rows.map(({ pages, ...row }) => ({
      ...row,
      pages: pages.slice(0, 3).map(([pageid, , title]) => ({ pageid, title })),
    })),
  };
}

/** When the wiki was counted last, milliseconds since 1970. */
export async function surveyedAt({ sql }: Database, wiki: WikiId): Promise<number | null> {
  const [taken] = await sql<{ atMs: number | null }[]>`
    select floor(extract(epoch from taken_at) * 1000)::float8 as "atMs" from survey where wiki_id = ${wiki}`;
  return taken?.atMs ?? null;
}

/** Domains in the order of their unreachable, then their doubtful URLs, beyond `after`. At most 10,000 are stored of a wiki. */
export async function worstDomains(
  { sql }: Database,
  wiki: WikiId,
  after: DomainCount | null,
  limit: number,
): Promise<DomainCount[]> {
  const rows = await sql<DomainCount[]>`
    select domain, unreachable, doubtful from survey_domain
    where wiki_id = ${wiki} and (${after === null} or (-unreachable, -doubtful, domain collate "C")
      > (${-(after?.unreachable ?? 0)}::int, ${-(after?.doubtful ?? 0)}::int, ${after?.domain ?? ""}))
    order by unreachable desc, doubtful desc, domain collate "C" limit ${limit}`;
  return [...rows];
}

/** A wiki at a glance (Q5): as it was counted last, and what its feed told this week. */
export async function readOverview(
  db: Database,
  { id, name }: { readonly id: WikiId; readonly name: string },
  today: Day,
): Promise<Overview> {
  const { sql } = db;
  const countedAtMs = await surveyedAt(db, id);
  const days = await sql<Overview["days"][number][]>`
    select day, working, doubtful, unreachable, refused, unknown from survey_day
    where wiki_id = ${id} and day > ${today - OVERVIEW_LIMITS.days} order by day`;
  const domains = await worstDomains(db, id, null, OVERVIEW_LIMITS.domains);
  const since = addDays(today, 1 - OVERVIEW_LIMITS.turnDays);
  const { day: _, ...counts } = days.at(-1) ?? { day: null };
  return {
    version: 1,
    generated: today,
    wiki: name,
    countedAtMs,
    counts: "working" in counts ? counts : null,
    days: [...days],
    domains,
    newlyBroken: await turns(db, id, "unreachable", since),
    workingAgain: await turns(db, id, "working", since),
  };
}

/** A wiki is counted so often that it takes a hundredth of the time, once a day at least and once a minute at most. */
const PERIOD = { secondsMin: 60, secondsMax: 86_400, timesItsLength: 100 };
/** Surveys of earlier days. */
const KEEP_DAYS = 400;
/** Renewed with every batch; a counter that died is not waited for any longer. */
const LEASE_SECONDS = 300;

/** The wiki whose survey is due for longest, held by us; null: none is. `but`: any wiki but these, whether it is due or not. */
export async function claimSurvey({ sql }: Database, but: readonly WikiId[] | null): Promise<WikiId | null> {
  const [row] = await sql<{ wiki: WikiId }[]>`
    with due as (
      select w.id from wiki w left join survey s on s.wiki_id = w.id
      where coalesce(s.lease_until < clock_timestamp(), true) and (
        w.id <> all(${but === null ? null : [...but]}::int[]) or ${but === null} and (s.taken_at is null or s.taken_at + make_interval(secs => least(${PERIOD.secondsMax},
          greatest(${PERIOD.secondsMin}, s.took_ms::float8 / 1000 * ${PERIOD.timesItsLength}))) < clock_timestamp()))
      order by s.taken_at nulls first, w.id limit 1
    ), held as (
      insert into survey (wiki_id, lease_until)
      select id, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) from due
      on conflict (wiki_id) do update set lease_until = excluded.lease_until
      where survey.lease_until < clock_timestamp()
      returning wiki_id
    )
    select wiki_id as wiki from held`;
  return row?.wiki ?? null;
}

export async function renewSurvey({ sql }: Database, wiki: WikiId): Promise<void> {
  await sql`
    update survey set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) where wiki_id = ${wiki}`;
}

/** The URLs of the next pages of a wiki, each as often as they use it: whoever counts passes over those seen before. Null: there are no more pages. */
export async function nextLinks(
  { sql }: Database,
  wiki: WikiId,
  after: number,
  pages: number,
): Promise<{ readonly last: number; readonly urls: readonly UrlId[] } | null> {
  const rows = await sql<{ pageid: number; urls: UrlId[] }[]>`
    select pageid, urls from page_link where wiki_id = ${wiki} and pageid > ${after} order by pageid limit ${pages}`;
  const last = rows.at(-1)?.pageid;
  return last === undefined ? null : { last, urls: rows.flatMap(({ urls }) => urls) };
}

/** What has to be judged one by one. */
export interface Unclear {
  readonly host: string;
  readonly history: Uint8Array;
  readonly extras: string;
}

const PLAIN = STATUS_TABLE.filter((row) => row.class === "fine" || row.class === "moved").map(
  ({ type }) => type,
);

/**
 * Counts what is plain of these URLs: content (shared/history/pack.ts: no dead end, no refusal, no 999) without a note that says
 * otherwise, and nothing observed yet.
 */
export async function surveyUrls(
  { sql }: Database,
  urls: readonly UrlId[],
): Promise<{ readonly working: number; readonly unknown: number; readonly unclear: readonly Unclear[] }> {
  const rows = await sql<(Unclear & { working: number | null; unknown: number | null })[]>`
    with given as materialized (
      select host_id, history, extras, octet_length(history) = 0 as untried,
        octet_length(history) > 0 and get_byte(history, 0) = any(${PLAIN}::int[]) and get_byte(history, 6) < 128
          and get_byte(history, 6) * 256 + get_byte(history, 7) <> 999
          and extras not like '%left-alone%' and extras not like '%robot-wall%' as good
      from url where id = any(${[...urls]}::bigint[])
    )
    select count(*) filter (where good)::int as working, count(*) filter (where untried)::int as unknown,
      null as host, null as history, null as extras from given
    union all
    select null, null, h.name, g.history, g.extras from given g join host h on h.id = g.host_id
    where not g.good and not g.untried`;
  const [counts] = rows.filter(({ working }) => working !== null);
  return {
    working: counts?.working ?? 0,
    unknown: counts?.unknown ?? 0,
    unclear: rows.filter(({ working }) => working === null),
  };
}

/** Stores a survey whole, and lets the wiki go. */
export async function storeSurvey(
  db: Database,
  wiki: WikiId,
  day: Day,
  counted: {
    readonly counts: VerdictCounts;
    readonly domains: readonly DomainCount[];
    readonly tookMs: number;
  },
): Promise<void> {
  const { working, doubtful, unreachable, refused, unknown } = counted.counts;
  const { domains, tookMs } = counted;
  await db.transaction(async ({ sql }) => {
    await sql`
      insert into survey_day (wiki_id, day, working, doubtful, unreachable, refused, unknown)
      values (${wiki}, ${day}, ${working}, ${doubtful}, ${unreachable}, ${refused}, ${unknown})
      on conflict (wiki_id, day) do update set working = excluded.working, doubtful = excluded.doubtful,
        unreachable = excluded.unreachable, refused = excluded.refused, unknown = excluded.unknown`;
    await sql`delete from survey_day where wiki_id = ${wiki} and day < ${day - KEEP_DAYS}`;
    const given = sql`unnest(${domains.map(({ domain }) => domain)}::text[],
      ${domains.map((one) => one.unreachable)}::int[], ${domains.map((one) => one.doubtful)}::int[])
      as given (domain, unreachable, doubtful)`;
    await sql`
      delete from survey_domain where wiki_id = ${wiki} and domain not in (select domain from ${given})`;
    await sql`
      insert into survey_domain (wiki_id, domain, unreachable, doubtful)
      select ${wiki}::int, domain, unreachable, doubtful from ${given} order by domain
      on conflict (wiki_id, domain) do update set unreachable = excluded.unreachable, doubtful = excluded.doubtful
      where (survey_domain.unreachable, survey_domain.doubtful) <> (excluded.unreachable, excluded.doubtful)`;
    await sql`
      update survey set taken_at = clock_timestamp(), took_ms = ${Math.round(tookMs)}, lease_until = 'epoch'
      where wiki_id = ${wiki}`;
  });
}
