import postgres from "postgres";
import { codeOf } from "../errors.ts";

/** Who made the cluster; may not log in once the set-up is done. Named so since the first clusters. */
export const SUPERUSER = "weboid";
/** Owns the database and makes the components' roles (db/roles). */
export const OWNER = "weboid_owner";
export const DATABASE = "weboid";

export interface Login {
  /** Of the superuser as long as there is a set-up to do, and of the owner. */
  readonly password: string;
  readonly port: number;
}

export const addressOf = ({ password, port }: Login, user: string, database: string): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;

const open = (login: Login, user: string, database: string) =>
  postgres(addressOf(login, user, database), {
    max: 1,
    onnotice() {},
    connect_timeout: 10,
    fetch_types: false,
  });

/** SQLSTATE: the password (also of a user who is not there), no log-in, no database. */
const NOT_SET_UP = /^(28P01|28000|3D000)$/;

/** Whether all was done: the owner finds the database, and the superuser may not log in. */
async function isSetUp(login: Login): Promise<boolean> {
  const sql = open(login, OWNER, DATABASE);
  try {
    const found = await sql`select 1 from pg_roles where rolsuper and rolcanlogin`;
    return found.length === 0;
  } catch (error) {
    if (NOT_SET_UP.test(codeOf(error))) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * The owner may make databases and roles, read what the server knows of its sessions (`weboid status`), and end those of the
 * components; it reads and writes no files and runs no programs of the server's account.
 */
const MAKE_OWNER = (password: string) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${OWNER}') then
      create role ${OWNER} login createdb createrole password '${password}';
    end if;
    grant pg_read_all_stats, pg_signal_backend to ${OWNER};
    grant set on parameter deadlock_timeout to ${OWNER};
  end $$`;

/** Of clusters whose tables belong to the superuser: what belongs to nobody else's table is handed over. */
const HAND_OVER = `
  do $$
  declare
    handed text;
  begin
    alter database ${DATABASE} owner to ${OWNER};
    for handed in
      select 'table ' || c.oid::regclass from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner <> '${OWNER}'::regrole
      union all
      select 'sequence ' || c.oid::regclass from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'S' and relowner <> '${OWNER}'::regrole
        and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i'))
      union all
      select 'function ' || oid::regprocedure from pg_proc
      where pronamespace = 'public'::regnamespace and proowner <> '${OWNER}'::regrole
    loop
      execute format('alter %s owner to ${OWNER}', handed);
    end loop;
  end $$`;

const MAKE_DATABASE = `create database ${DATABASE} owner ${OWNER}`;
const DUPLICATE_DATABASE = "42P04";

/** From here on nobody is a superuser; docs/database.md says how to become one when the server is stopped. */
const LOCK_OUT = `alter role ${SUPERUSER} nologin password null`;

/** For starts of the same cluster at once; reads "webo". */
const LOCK = `select pg_advisory_lock(${0x7765626f})`;

async function setUp(login: Login): Promise<void> {
  const sql = open(login, SUPERUSER, "postgres");
  try {
    await sql.unsafe(LOCK);
    await sql.unsafe(MAKE_OWNER(login.password));
    await sql.unsafe(MAKE_DATABASE).catch((error: unknown) => {
      if (codeOf(error) !== DUPLICATE_DATABASE) throw error;
    });
    const inside = open(login, SUPERUSER, DATABASE);
    await inside.unsafe(HAND_OVER).finally(() => inside.end({ timeout: 1 }));
    await sql.unsafe(LOCK_OUT);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const ATTEMPTS_MAX = 3;

/**
 * Makes the owner and the database at the first start, also of clusters from before there was an owner, and locks out the
 * superuser. Answers false when the server went away meanwhile.
 */
export async function ensureSetUp(login: Login): Promise<boolean> {
  try {
    for (let attempt = 1; !(await isSetUp(login)); attempt++)
      await setUp(login).catch((error: unknown) => {
        // Another start did it in the same moment.
        if (attempt === ATTEMPTS_MAX || !/^28/.test(codeOf(error))) throw error;
      });
    return true;
  } catch (error) {
    if (/^(57P0[1-3]|ECONN|CONNECTION_)/.test(codeOf(error))) return false;
    throw error;
  }
}
