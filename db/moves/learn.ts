import { and, asc, desc, eq, gte, inArray, isNull, lte } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { deriveMoveRules, MOVE_LIMITS, type Move, type MoveRule, movedBy } from "../../shared/moves/rules.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { insertRows } from "../batch.ts";
import type { Database } from "../connect.ts";
import { isFailing, pathBegins } from "../lists/conditions.ts";
import { host, move, moveHost, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { HostId, UrlId } from "../types.ts";
import { decodeUrl, encodeScheme, urlColumns } from "../urls/row.ts";
import { MOVE_DAYS_MIN } from "./record.ts";

/** Failing URLs of a host that are given a new address at a time; the others on the next day. */
const URLS_AT_ONCE = 1_000;
/** URLs below one beginning that are read: of a host with millions the first ones. */
const URLS_READ_MAX = 100_000;
/** A host whose rules stand is looked at again after so many days. */
const AGAIN_DAYS = 28;

/**
 * Derives the rules of hosts where another URL moved or failed, and applies them to the host's failing URLs: what they name is checked
 * before anybody is shown it. A host is seen once a day at most. Ends between two hosts after the signal. Answers how many URLs were given
 * an address.
 */
export async function learnMoves(db: Database, today: Day, signal?: AbortSignal): Promise<number> {
  let named = 0;
  for (;;) {
    const hostId = await takeHost(db, today);
    if (hostId === null || signal?.aborted) return named;
    const rules = deriveMoveRules(await movesOf(db, hostId));
    const found = await candidatesOf(db, hostId, rules);
    await enter(db, hostId, found, today);
    named += found.length;
    const days = found.length < URLS_AT_ONCE ? AGAIN_DAYS : 1;
    await settleHost(db, hostId, rules, addDays(today, days), addDays(today, TAKEN_DAYS));
  }
}

/** A host is given back for so long while it is looked at: later than tomorrow's tomorrow, for which what fails meanwhile makes it due. */
const TAKEN_DAYS = 3;

/** The next host that is due; of a process that dies it comes back. */
async function takeHost({ orm }: Database, today: Day): Promise<HostId | null> {
  const next = orm
    .select({ id: moveHost.hostId })
    .from(moveHost)
    .where(lte(moveHost.due, today))
    .orderBy(moveHost.due)
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await orm
    .update(moveHost)
    .set({ due: addDays(today, TAKEN_DAYS) })
    .where(inArray(moveHost.hostId, next))
    .returning({ id: moveHost.hostId });
  return row?.id ?? null;
}

/** The host's redirects that were seen on days enough, the newest first. */
async function movesOf({ orm }: Database, hostId: HostId): Promise<Move[]> {
  const rows = await orm
    .select({ ...urlColumns, target: move.target })
    .from(move)
    .innerJoin(url, eq(url.id, move.urlId))
    .innerJoin(host, eq(host.id, url.hostId))
    .where(and(eq(move.hostId, hostId), isNull(move.rule), gte(move.days, MOVE_DAYS_MIN)))
    .orderBy(desc(move.last), asc(move.urlId))
    .limit(MOVE_LIMITS.movesPerHost);
  return rows.map((row) => ({ from: decodeUrl(row), to: row.target }));
}

interface Named {
  readonly id: UrlId;
  readonly target: NormalisedUrl;
  readonly rule: MoveRule;
}

/** Failing URLs that these rules give an address, and that have none yet. */
async function candidatesOf({ orm }: Database, hostId: HostId, rules: readonly MoveRule[]): Promise<Named[]> {
  const found = new Map<UrlId, Named>();
  for (const from of new Set(rules.map((rule) => rule.from))) {
    const { scheme, port, path } = splitUrl(from as NormalisedUrl);
    const some = orm
      .select({ id: url.id, fails: isFailing.as("fails") })
      .from(url)
      .where(
        and(
          eq(url.hostId, hostId),
          pathBegins(path),
          eq(url.scheme, encodeScheme(scheme)),
          eq(url.port, port),
        ),
      )
      .limit(URLS_READ_MAX)
      .as("some");
    const rows = await orm
      .select({ id: url.id, ...urlColumns })
      .from(some)
      .innerJoin(url, eq(url.id, some.id))
      .innerJoin(host, eq(host.id, url.hostId))
      .leftJoin(move, eq(move.urlId, some.id))
      .where(and(some.fails, isNull(move.urlId)))
      .limit(URLS_AT_ONCE);
    for (const row of rows) {
      const by = movedBy(rules, decodeUrl(row));
      if (by !== null) found.set(row.id, { id: row.id, target: by.to as NormalisedUrl, rule: by.rule });
    }
  }
  return [...found.values()].slice(0, URLS_AT_ONCE).sort((one, other) => one.id - other.id);
}

/** Puts the addresses in line for the crawler. */
async function enter(db: Database, hostId: HostId, found: readonly Named[], day: Day): Promise<void> {
  if (found.length === 0) return;
  await db.transaction(async ({ orm }) => {
    // The URLs first, as all do who write what belongs to them; some may be gone by now.
    const ids = isAnyOf(
      url.id,
      found.map(({ id }) => id),
    );
    const rows = await orm.select({ id: url.id }).from(url).where(ids).orderBy(url.id).for("update");
    const there = new Set(rows.map(({ id }) => id));
    const entered = found
      .filter(({ id }) => there.has(id))
      .map(({ id, target, rule }) => ({
        urlId: id,
        hostId,
        target,
        rule,
        first: day,
        last: day,
        days: 0,
        due: 0,
      }));
    const columns = ["urlId", "hostId", "target", "rule", "first", "last", "days", "due"] as const;
    await insertRows(orm, move, columns, entered).onConflictDoNothing();
  });
}

/** Another URL that moved or failed meanwhile has made the host due again: that stays. */
async function settleHost(
  { orm }: Database,
  hostId: HostId,
  rules: readonly MoveRule[],
  due: Day,
  takenUntil: Day,
): Promise<void> {
  const isTaken = and(eq(moveHost.hostId, hostId), eq(moveHost.due, takenUntil));
  if (rules.length === 0) await orm.delete(moveHost).where(isTaken);
  else await orm.update(moveHost).set({ rules, due }).where(isTaken);
}
