import { and, eq, exists, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { batchOf } from "../batch.ts";
import type { Database } from "../connect.ts";
import { worker } from "../schema/index.ts";
import { evaluate, fromNow, isAnyOf } from "../statement.ts";
import type { Json } from "../types.ts";

/** Who gave no sign of life for so long, three in a row, is not counted as alive. */
export const SILENT_SECONDS = 60;

/** A process says that it lives; `info` is shown to operators. */
export async function heartbeat(
  { orm }: Database,
  { name, role, info }: Pick<typeof worker.$inferSelect, "name" | "role" | "info">,
): Promise<void> {
  await orm
    .insert(worker)
    .values({ name, role, info })
    .onConflictDoUpdate({ target: worker.name, set: { seenAt: sql`clock_timestamp()`, role, info } });
}

/** Locks of processes that live, by the hash of their names; the first half reads "webl". */
const LIFE_LOCKS = 0x7765626c;

/**
 * Locks a process's name for as long as this session lasts: when the process dies, however it dies, its connection ends and
 * everybody can see it (`releaseDead`). Done again it takes the lock again that was lost with a connection.
 */
export async function holdLife(session: Database, name: string): Promise<void> {
  await evaluate(session.orm, { locked: sql`pg_try_advisory_lock(${LIFE_LOCKS}::int, hashtext(${name}))` });
}

/** Who lives takes its lock again with its next sign of life, three of which have passed within this after a restart of the server. */
const BACK_SECONDS = 60;

/** Life locks of this database. */
const HELD_LOCKS = sql`locktype = 'advisory' and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())
  and classid = ${LIFE_LOCKS}::bigint::oid`;

/** Of a column with names of processes: no session holds that one's lock. */
export const isSessionless = (name: SQLWrapper): SQL => sql`
  not exists (
    select 1 from pg_locks
    where ${HELD_LOCKS} and objid = (hashtext(${name})::bigint & 4294967295)::oid
  )`;

/** Of names of processes: those whose lock no session holds. */
export async function sessionless({ orm }: Database, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const given = batchOf("given", worker.name, names);
  const rows = await orm.select({ name: given.value }).from(given.rows).where(isSessionless(given.value));
  return rows.map(({ name }) => name);
}

/**
 * When the server last ended all its sessions. After the death of one of its processes it goes on under the old start time; its statistics then
 * begin again, which everybody may read. A promoted replica has no sessions of before the last transaction that it replayed.
 */
const SESSIONS_SINCE = sql`(
  select greatest(pg_postmaster_start_time(), stats_reset, pg_last_xact_replay_timestamp()) from pg_stat_bgwriter)`;

/** When the first of those that live now was here: a replica may be promoted long after the primary was lost. Of other users' sessions nothing is known. */
const BACK_SINCE = sql`greatest(${SESSIONS_SINCE}, (
  select min(backend_start) from pg_locks join pg_stat_activity using (pid) where ${HELD_LOCKS}))`;

/**
 * Of rows of `worker`: those whose session is gone. A restart of the server, its recovery, or a promotion ends all sessions, also of those that live: then only
 * those of `gone` count, of which the caller knows that they are no more, and `backSeconds` after the first one that came back all that did not.
 */
export const isLifeless = (gone: readonly string[], backSeconds = BACK_SECONDS): SQL | undefined =>
  and(
    sql`(${worker.seenAt} > ${SESSIONS_SINCE} or ${isAnyOf(worker.name, gone)}
      or clock_timestamp() > ${BACK_SINCE} + make_interval(secs => ${backSeconds}))`,
    isSessionless(worker.name),
  );

/**
 * A process ends in good order. `replaced`: it was no single run, so with it ends the silence of those of its role, of dispatchers at its
 * edge, in whose place it came.
 */
export async function signOff({ orm }: Database, name: string, replaced = false): Promise<void> {
  const own = alias(worker, "own");
  const isReplaced = orm
    .select({ name: own.name })
    .from(own)
    .where(
      and(
        eq(own.name, name),
        eq(own.role, worker.role),
        sql`${own.info}->>'edge' is not distinct from ${worker.info}->>'edge'`,
        lt(worker.seenAt, own.startedAt),
        lt(worker.seenAt, fromNow(-SILENT_SECONDS)),
      ),
    );
  await orm
    .delete(worker)
    .where(replaced ? or(eq(worker.name, name), exists(isReplaced)) : eq(worker.name, name));
}

export interface KnownWorker {
  readonly name: string;
  readonly role: string;
  readonly startedAtMs: number;
  readonly secondsSilent: number;
  readonly info: { readonly [name: string]: Json | undefined };
}

/** Processes that did not sign off, until maintenance forgets them; those are alive that gave a sign of life lately. */
export function workers({ orm }: Database): Promise<KnownWorker[]> {
  return orm
    .select({
      name: worker.name,
      role: worker.role,
      startedAtMs: worker.startedAt,
      secondsSilent: sql<number>`extract(epoch from clock_timestamp() - ${worker.seenAt})::float8`,
      info: worker.info,
    })
    .from(worker)
    .orderBy(worker.role, worker.name);
}

/** Processes that gave no sign of life for so long; their leases ran out by themselves. */
export async function expireWorkers({ orm }: Database, silentSeconds: number): Promise<number> {
  const { count } = await orm.delete(worker).where(sql`${worker.seenAt} < ${fromNow(-silentSeconds)}`);
  return count;
}

/** Whether the database answers. */
export async function ping({ orm }: Database): Promise<boolean> {
  try {
    await evaluate(orm, { one: sql`1` });
    return true;
  } catch {
    return false;
  }
}
