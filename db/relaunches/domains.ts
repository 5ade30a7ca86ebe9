import { and, desc, eq, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { RELAUNCH } from "../../shared/relaunch/detect.ts";
import type { Database } from "../connect.ts";
import { relaunch, relaunchScan, surveyDomain } from "../schema/index.ts";

/** A domain with other broken links than before is looked at again after so many days, any after so many: what was too young then, and new addresses. */
const AGAIN_DAYS = { changed: 7, any: 14 } as const;
/** Of domains that have few broken links by now. */
const KEEP_DAYS = 100;

/** A registrable domain, and how many broken links the wikis have there, each counting its own. */
export interface BrokenDomain {
  readonly domain: string;
  readonly broken: number;
}

/**
 * Domains with as many broken links as a relaunch has, by the surveys of the wikis (Q5), and those of which one is known, whose links may
 * have come back, that are due to be looked at: those that were not for longest first, then those with most broken links. One statement
 * over what the surveys stored, some thousand rows for each wiki.
 */
export function dueDomains({ orm }: Database, today: Day, limit: number): Promise<BrokenDomain[]> {
  const counts = {
    domain: surveyDomain.domain,
    broken: sql<number>`${surveyDomain.unreachable} + ${surveyDomain.doubtful}`.as("broken_here"),
    isKnown: sql<boolean>`false`.as("is_known"),
  };
  const known = {
    domain: relaunch.domain,
    broken: sql<number>`0`.as("broken_here"),
    isKnown: sql<boolean>`true`.as("is_known"),
  };
  const each = unionAll(orm.select(counts).from(surveyDomain), orm.select(known).from(relaunch)).as("each");
  const broken = sql<number>`sum(${each.broken})::int`;
  const some = orm
    .select({ domain: each.domain, broken: broken.as("broken_links") })
    .from(each)
    .groupBy(each.domain)
    .having(sql`${broken} >= ${RELAUNCH.lostMin}::int or bool_or(${each.isKnown})`)
    .as("some");
  const isChanged = and(
    lt(relaunchScan.day, addDays(today, 1 - AGAIN_DAYS.changed)),
    sql`${relaunchScan.broken} <> ${some.broken}`,
  );
  const isOld = lt(relaunchScan.day, addDays(today, 1 - AGAIN_DAYS.any));
  return orm
    .select({ domain: some.domain, broken: some.broken })
    .from(some)
    .leftJoin(relaunchScan, eq(relaunchScan.domain, some.domain))
    .where(sql`${relaunchScan.domain} is null or ${isChanged} or ${isOld}`)
    .orderBy(sql`${relaunchScan.day} nulls first`, desc(some.broken), some.domain)
    .limit(limit);
}

/** Forgets which domains were looked at long ago. */
export async function expireScans({ orm }: Database, today: Day): Promise<void> {
  await orm.delete(relaunchScan).where(lt(relaunchScan.day, addDays(today, -KEEP_DAYS)));
}
