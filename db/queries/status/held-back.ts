import type { Database } from "../../connect.ts";

/** The oldest transaction of the server that may still write: changes of all later ones wait for its end (design 6). */
export interface HeldBack {
  /** null: of a prepared transaction, which has no process; `application` is its name. */
  readonly pid: number | null;
  readonly database: string;
  readonly user: string;
  readonly application: string;
  /** As pg_stat_activity has it; `prepared` without a process. */
  readonly state: string;
  /** Since it began; null: the server does not say it of another user's. */
  readonly seconds: number | null;
}

/** null: none. In whatever database of the server it is. */
export async function heldBack({ sql }: Database): Promise<HeldBack | null> {
  const [row] = await sql<HeldBack[]>`
    select pid, coalesce(database, '') as database, coalesce("user", '') as user, coalesce(application, '') as application,
      coalesce(state, '') as state, extract(epoch from clock_timestamp() - began)::float8 as seconds
    from (
      select pid, datname as database, usename as user, application_name as application, state, xact_start as began,
        backend_xid as xid
      from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
      union all
      select null, database, owner, gid, 'prepared', prepared, transaction from pg_prepared_xacts
    ) as running order by age(xid) desc limit 1`;
  return row ?? null;
}
