import type { Database } from "../connect.ts";
import { storableJson } from "../text.ts";
import type { Json } from "../types.ts";

/** A process says that it lives; `info` is shown to operators. */
export async function heartbeat(
  db: Database,
  worker: {
    readonly name: string;
    readonly role: string;
    readonly info: { readonly [name: string]: Json | undefined };
  },
): Promise<void> {
  await db.sql`
    insert into worker (name, role, info) values (${worker.name}, ${worker.role}, ${storableJson(worker.info)}::text::jsonb)
    on conflict (name) do update set seen_at = clock_timestamp(), role = excluded.role, info = excluded.info`;
}

/** Locks of processes that live, by the hash of their names; the first half reads "webl". */
export const LIFE_LOCKS = 0x7765626c;

/**
 * Locks a process's name for as long as this session lasts: when the process dies, however it dies, its connection ends and
 * everybody can see it (`releaseDead`). Done again it takes the lock anew that was lost with a connection.
 */
export async function holdLife(session: Database, name: string): Promise<void> {
  await session.sql`select pg_try_advisory_lock(${LIFE_LOCKS}::int, hashtext(${name}))`;
}

/** Who lives takes its lock anew with its next sign of life, three of which have passed within this after a restart of the server. */
const BACK_SECONDS = 60;

/** Of a column with names of processes: no session holds that one's lock. */
export const sessionless = ({ sql }: Pick<Database, "sql">, column: string) => sql`
  not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${LIFE_LOCKS}::bigint::oid
      and objid = (hashtext(${sql(column)})::bigint & 4294967295)::oid
  )`;

/**
 * When the server last ended all its sessions. After the death of one of its processes it goes on under the old start time; its statistics then
 * begin anew, which everybody may read.
 */
const sessionsSince = ({ sql }: Pick<Database, "sql">) => sql`
  (select greatest(pg_postmaster_start_time(), stats_reset) from pg_stat_bgwriter)`;

/**
 * Of rows of `worker`: those whose session is gone. A restart of the server, or its recovery, ends all sessions, also of those that live: then only
 * those of `gone` count, of which the caller knows that they are no more, and after a while all that did not come back.
 */
export const lifeless = (db: Pick<Database, "sql">, gone: readonly string[]) => db.sql`
  (seen_at > ${sessionsSince(db)} or name = any(${gone}::text[])
    or clock_timestamp() > ${sessionsSince(db)} + make_interval(secs => ${BACK_SECONDS}))
  and ${sessionless(db, "name")}`;

/** A process ends in good order. */
export async function signOff(db: Database, name: string): Promise<void> {
  await db.sql`delete from worker where name = ${name}`;
}

export interface KnownWorker {
  readonly name: string;
  readonly role: string;
  readonly startedAtMs: number;
  readonly secondsSilent: number;
  readonly info: { readonly [name: string]: Json | undefined };
}

/** Processes that did not sign off, until maintenance forgets them; those are alive that gave a sign of life lately. */
export async function workers(db: Database): Promise<KnownWorker[]> {
  const rows = await db.sql<KnownWorker[]>`
    select name, role, (extract(epoch from started_at) * 1000)::float8 as "startedAtMs",
      extract(epoch from clock_timestamp() - seen_at)::float8 as "secondsSilent", info
    from worker order by role, name`;
  return [...rows];
}

/** Processes that gave no sign of life for so long; their leases ran out by themselves. */
export async function expireWorkers(db: Database, silentSeconds: number): Promise<number> {
  const { count } = await db.sql`
    delete from worker where seen_at < clock_timestamp() - make_interval(secs => ${silentSeconds})`;
  return count;
}

/** Whether the database answers. */
export async function ping({ sql }: Database): Promise<boolean> {
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  }
}
