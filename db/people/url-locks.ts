import { and, asc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { isLocked, type LockTarget } from "../../shared/protocol/lock-target.ts";
import type { LogActor, PeopleLock } from "../../shared/protocol/people-log.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import { hostsCovering } from "../../shared/url/report-scope.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { peopleLock } from "../schema/index.ts";
import { advisoryLock, evaluate } from "../statement.ts";
import { entryOfLock, logActs } from "./log.ts";

/** Two-part advisory lock: acts share it, and who locks or unlocks waits for those that are under way. */
const LOCKS_LOCK = 0x7765626b;

const { scope, target, reason, until } = peopleLock;
const columns = { scope, target, host: peopleLock.host, reason, until };

/**
 * H5: the lock that keeps people from saying anything of a URL, of all of its host (`whole`), or of all below a domain; null: none. No
 * other comes meanwhile.
 */
export async function lockOn(
  { orm }: Database,
  url: NormalisedUrl,
  { whole, below, today }: { readonly whole: boolean; readonly below: string | null; readonly today: Day },
): Promise<PeopleLock | null> {
  await evaluate(orm, { locked: sql`pg_advisory_xact_lock_shared(${LOCKS_LOCK}::int, 0)` });
  const isBelow =
    below === null ? undefined : sql`starts_with(reverse(${peopleLock.host}), reverse(${`.${below}`}))`;
  const near = or(
    inArray(peopleLock.host, [
      "",
      ...[splitUrl(url).host, ...(below === null ? [] : [below])].flatMap(hostsCovering),
    ]),
    isBelow,
  );
  const rows = await orm
    .select(columns)
    .from(peopleLock)
    .where(and(near, gte(until, today)))
    .orderBy(asc(scope), asc(target));
  return rows.find((lock) => below !== null || isLocked(lock, url, { whole })) ?? null;
}

/** Those in force. */
export const listLocks = ({ orm }: Database, today: Day): Promise<PeopleLock[]> =>
  orm
    .select({ scope, target, reason, until })
    .from(peopleLock)
    .where(gte(until, today))
    .orderBy(asc(scope), asc(target));

interface Locking {
  readonly by: LogActor;
  readonly today: Day;
  /** The entry of the log that this undoes. */
  readonly undoes?: number | null;
}

/** Locks, or gives a lock another reason and end, and logs it. */
export function setLock(
  db: Database,
  lock: LockTarget & Pick<PeopleLock, "reason"> & { readonly until: Day },
  { by, today, undoes = null }: Locking,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { orm } = tx;
    await evaluate(orm, { locked: advisoryLock(LOCKS_LOCK, 0) });
    await orm.delete(peopleLock).where(lt(until, today));
    const { reason, until: ends } = lock;
    await orm
      .insert(peopleLock)
      .values(lock)
      .onConflictDoUpdate({ target: [scope, target], set: { reason, until: ends } });
    const entry = { act: "lock", wiki: null, scope: lock.scope, target: lock.target } as const;
    await logActs(tx, [{ ...entry, detail: reason, until: ends, by, undoes }]);
  });
}

/** False: it is not locked. */
export function liftLock(
  db: Database,
  lock: Pick<LockTarget, "scope" | "target">,
  { by, today, undoes = null }: Locking,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { orm } = tx;
    await evaluate(orm, { locked: advisoryLock(LOCKS_LOCK, 0) });
    const [gone] = await orm
      .delete(peopleLock)
      .where(and(eq(scope, lock.scope), eq(target, lock.target), gte(until, today)))
      .returning({ reason, until });
    if (gone === undefined) return false;
    const { scope: of, target: what } = lock;
    const entry = { act: "unlock", wiki: null, scope: of, target: what, detail: gone.reason } as const;
    const lifted = undoes ?? (await entryOfLock(tx, lock));
    await logActs(tx, [{ ...entry, until: gone.until, by, undoes: lifted }]);
    return true;
  });
}
