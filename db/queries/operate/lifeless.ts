import type { Database } from "../../connect.ts";
import { LIFE_LOCKS } from "./hold-life.ts";

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
