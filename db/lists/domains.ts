import { and, desc, eq, gte, sql } from "drizzle-orm";
import {
  type DomainCount,
  OVERVIEW_LIMITS,
  type Overview,
  TURNS_MAX,
  type Turns,
} from "../../shared/answer/overview.ts";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { event, survey, surveyDay, surveyDomain, wikiCriterion } from "../schema/index.ts";
import type { WikiId } from "../types.ts";
import { countInvalid } from "./invalid.ts";

async function turns(
  { orm }: Database,
  wiki: WikiId,
  kind: "unreachable" | "working",
  since: Day,
): Promise<Turns> {
  const isSince = and(eq(event.wikiId, wiki), eq(event.kind, kind), gte(event.day, since));
  const some = orm.select({ id: event.id }).from(event).where(isSince).limit(TURNS_MAX);
  const rows = await orm
    .select({ day: event.day, url: event.url, pageCount: event.pageCount, pages: event.pages })
    .from(event)
    .where(isSince)
    .orderBy(desc(event.id))
    .limit(OVERVIEW_LIMITS.latest);
  return {
    count: await orm.$count(some.as("some")),
    latest: rows.map(({ pages, url, ...row }) => ({
      ...row,
      url: url ?? "",
      pages: pages.slice(0, 3).map(([pageid, , title]) => ({ pageid, title })),
    })),
  };
}

/** When the wiki was counted last, milliseconds since 1970. */
export async function surveyedAt({ orm }: Database, wiki: WikiId): Promise<number | null> {
  const [taken] = await orm.select({ at: survey.takenAt }).from(survey).where(eq(survey.wikiId, wiki));
  return taken?.at ?? null;
}

/** Domains in the order of their unreachable, then their doubtful URLs, beyond `after`. At most 10,000 are stored of a wiki. */
export function worstDomains(
  { orm }: Database,
  wiki: WikiId,
  after: DomainCount | null,
  limit: number,
): Promise<DomainCount[]> {
  const { domain, unreachable, doubtful } = surveyDomain;
  const name = sql`${domain} collate "C"`;
  const isBeyond =
    after === null
      ? undefined
      : sql`(-${unreachable}, -${doubtful}, ${name}) > (${-after.unreachable}::int, ${-after.doubtful}::int, ${after.domain})`;
  return orm
    .select({ domain, unreachable, doubtful })
    .from(surveyDomain)
    .where(and(eq(surveyDomain.wikiId, wiki), isBeyond))
    .orderBy(desc(unreachable), desc(doubtful), name)
    .limit(limit);
}

/** A wiki at a glance (Q5): as it was counted last, and what its feed had this week. */
export async function readOverview(
  db: Database,
  { id, name }: { readonly id: WikiId; readonly name: string },
  today: Day,
): Promise<Overview> {
  const countedAtMs = await surveyedAt(db, id);
  const { day, working, doubtful, unreachable, refused, unknown } = surveyDay;
  const days = await db.orm
    .select({ day, working, doubtful, unreachable, refused, unknown })
    .from(surveyDay)
    .where(and(eq(surveyDay.wikiId, id), sql`${day} > ${today - OVERVIEW_LIMITS.days}::int`))
    .orderBy(day);
  const domains = await worstDomains(db, id, null, OVERVIEW_LIMITS.domains);
  const { wikiId, effect, kind, value: title, depth } = wikiCriterion;
  const categories = await db.orm
    .select({ title, depth })
    .from(wikiCriterion)
    .where(and(eq(wikiId, id), eq(effect, "include"), eq(kind, "category")))
    .orderBy(title)
    .limit(OVERVIEW_LIMITS.categories);
  const since = addDays(today, 1 - OVERVIEW_LIMITS.turnDays);
  const { day: _, ...counts } = days.at(-1) ?? { day: null };
  return {
    version: 1,
    generated: today,
    wiki: name,
    countedAtMs,
    counts: "working" in counts ? counts : null,
    invalid: await countInvalid(db, id),
    days,
    domains,
    ...(categories.length > 0 && { categories }),
    newlyBroken: await turns(db, id, "unreachable", since),
    workingAgain: await turns(db, id, "working", since),
  };
}
