import {
  type DomainCount,
  OVERVIEW_LIMITS,
  type Overview,
  TURNS_MAX,
  type Turned,
  type Turns,
} from "../../../shared/answer/overview.ts";
import { addDays, type Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

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
