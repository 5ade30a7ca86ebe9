import { and, asc, eq, isNotNull, lt, lte, min, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { dueBatch } from "../hosts/read.ts";
import { askedCheck, host, recheck, url } from "../schema/index.ts";
import { fromNow, isAnyOf } from "../statement.ts";
import type { DueBatch, UrlId } from "../types.ts";
import { dueColumns, isBlocked } from "../urls/row.ts";

/** A link is asked for again after so long at the earliest, no matter who asks. */
const ASKED_AGAIN_SECONDS = 3_600;
/** A check that no worker could make within so long is given up: the person who asked for it is gone. */
const WAIT_SECONDS_MAX = 900;
/** Every link is checked after so many days by a sweep (M4). */
const SWEPT_DAYS = 28;

export const isWaitedFor = sql<boolean>`${askedCheck.asked} > ${fromNow(-WAIT_SECONDS_MAX)}`;

/** What became of a check that somebody asked for within the last hour. */
export type AskedState = "waiting" | "checked" | "not-now";

/** Null: nobody did. */
export async function askedState({ orm }: Database, id: UrlId): Promise<AskedState | null> {
  const [row] = await orm
    .select({
      isOpen: sql<boolean>`${askedCheck.due} is not null and ${isWaitedFor}`,
      isChecked: askedCheck.isChecked,
    })
    .from(askedCheck)
    .where(and(eq(askedCheck.urlId, id), sql`${askedCheck.asked} > ${fromNow(-ASKED_AGAIN_SECONDS)}`));
  if (row === undefined) return null;
  if (row.isOpen) return "waiting";
  return row.isChecked ? "checked" : "not-now";
}

/** Asks for a check of a URL; nothing if it was asked for a moment ago. */
export async function askCheck({ orm }: Database, id: UrlId): Promise<void> {
  const row = { urlId: id, asked: fromNow(0), due: fromNow(0), isChecked: false };
  await orm
    .insert(askedCheck)
    .values(row)
    .onConflictDoUpdate({
      target: askedCheck.urlId,
      set: row,
      setWhere: sql`${askedCheck.asked} <= ${fromNow(-ASKED_AGAIN_SECONDS)}`,
    });
}

/** How a check that was asked for stands to those that are made anyway. */
export interface AskedPlan {
  /** One was due by today: this one takes its place, and counts. */
  readonly isDue: boolean;
  /** When the next one is planned; null: with the next sweep. */
  readonly recheck: Day | null;
}

export interface AskedBatch extends DueBatch {
  readonly plans: ReadonlyMap<UrlId, AskedPlan>;
}

/** Some that are open, kept from other workers for so many seconds: of a worker that dies they come back. */
export function takeAsked(
  db: Database,
  {
    limit,
    leaseSeconds,
    today,
  }: { readonly limit: number; readonly leaseSeconds: number; readonly today: Day },
): Promise<AskedBatch> {
  return db.transaction(async (tx) => {
    const { orm } = tx;
    const taken = orm.$with("taken").as(
      orm
        .select({ id: askedCheck.urlId })
        .from(askedCheck)
        .where(and(lte(askedCheck.due, fromNow(0)), isWaitedFor))
        .orderBy(asc(askedCheck.due))
        .limit(limit)
        .for("update", { skipLocked: true }),
    );
    const rows = await orm
      .with(taken)
      .update(askedCheck)
      .set({ due: fromNow(leaseSeconds) })
      .from(taken)
      .where(eq(askedCheck.urlId, taken.id))
      .returning({ id: askedCheck.urlId });
    const ids = rows.map(({ id }) => id);
    const due = await orm
      .select({ ...dueColumns, recheck: recheck.due })
      .from(url)
      .innerJoin(host, eq(host.id, url.hostId))
      .leftJoin(recheck, eq(recheck.urlId, url.id))
      .where(and(isAnyOf(url.id, ids), sql`not ${isBlocked}`))
      .orderBy(url.id);
    const left = new Set(due.map(({ id }) => id));
    // Deleted meanwhile, or blocked (C10).
    await settleAsked(
      tx,
      ids.filter((id) => !left.has(id)),
      false,
    );
    const plans = due.map(({ id, recheck: planned, queried }): [UrlId, AskedPlan] => [
      id,
      {
        isDue: queried < addDays(today, -SWEPT_DAYS) || (planned !== null && planned <= today),
        recheck: planned,
      },
    ]);
    return { ...(await dueBatch(tx, due)), plans: new Map(plans) };
  });
}

/** Keeps from other workers what is not settled yet. */
export async function renewAsked({ orm }: Database, ids: readonly UrlId[], seconds: number): Promise<void> {
  await orm
    .update(askedCheck)
    .set({ due: fromNow(seconds) })
    .where(and(isAnyOf(askedCheck.urlId, ids), isNotNull(askedCheck.due)));
}

/** They are done. */
export async function settleAsked(
  { orm }: Pick<Database, "orm">,
  ids: readonly UrlId[],
  isChecked: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await orm
    .update(askedCheck)
    .set({ due: null, isChecked })
    .where(and(isAnyOf(askedCheck.urlId, ids), isNotNull(askedCheck.due)));
}

/** Their hosts want a pause: some worker takes them later, unless they have waited for too long. */
export async function postponeAsked(
  { orm }: Database,
  ids: readonly UrlId[],
  seconds: number,
): Promise<void> {
  if (ids.length === 0) return;
  await orm
    .update(askedCheck)
    .set({
      due: sql`case when ${isWaitedFor} then ${fromNow(seconds)} end`,
    })
    .where(and(isAnyOf(askedCheck.urlId, ids), isNotNull(askedCheck.due)));
}

/** Seconds until the first is open, if that is within so many; null: none is. */
export async function nextAsked({ orm }: Database, withinSeconds: number): Promise<number | null> {
  const { due } = askedCheck;
  const [row] = await orm
    .select({ seconds: sql<number | null>`extract(epoch from ${min(due)} - clock_timestamp())::float8` })
    .from(askedCheck)
    .where(and(lte(due, fromNow(withinSeconds)), isWaitedFor));
  return row?.seconds ?? null;
}

/** Deletes what was asked for longer ago. */
export async function expireAsked({ orm }: Database, seconds: number): Promise<number> {
  const gone = await orm.delete(askedCheck).where(lt(askedCheck.asked, fromNow(-seconds)));
  return gone.count;
}
