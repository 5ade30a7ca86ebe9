import { sql } from "drizzle-orm";
import { serversOf } from "./address.ts";
import { awayOf, DatabaseError, isConflict } from "./errors.ts";
import { type Orm, ormOver } from "./orm.ts";
import { begin, type ConnectOptions, keepTypes, openPool, type Pool, type Sql } from "./pool.ts";
import { findPooler, type Pooler } from "./pooler.ts";
import { Servers } from "./servers.ts";
import { evaluate } from "./statement.ts";
import { badAddress, databaseTrouble } from "./trouble.ts";

export type { ConnectOptions, Orm, Sql };

/**
 * What every verb of db takes. Errors that mean that the database is away come as a DatabaseError that
 * `awayOf` knows, and later statements go over new connections. Inside `transaction` both are bound to it.
 */
export interface Database {
  /** Drizzle: db/README.md says how statements are written. */
  readonly orm: Orm;
  /** postgres.js, for COPY and for tests. */
  readonly sql: Sql;
  /** Whose connections these are: the same object inside and outside of transactions. What is remembered of a database belongs to it. */
  readonly pool: object;
  /**
   * Runs `work` in one transaction; inside another it joins that one. Begun again when PostgreSQL chose it to end a
   * deadlock, so `work` keeps its effects to the database.
   */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** One more connection, which stays open also while it is idle: for what lasts as long as a session. Closed by its owner. */
  session(more?: Pick<ConnectOptions, "onNotify" | "onEnded">): Database;
  /** Servers beside the primary which the address names, and which could not take its place: why, a line each. */
  unusableServers(): readonly string[];
  /** A pool of its own on the same server, so that nobody else uses up its connections. Closed by its owner. */
  apart(options: Pick<ConnectOptions, "max" | "name" | "statementMs">): Database;
  /** Ends the pool, after what is in flight, for at most 5 s. Safe to call twice. */
  close(): Promise<void>;
}

const SERVER_VERSION_MIN = 15;

const ATTEMPTS_MAX = 12;
/** Those that met begin again at different moments; doubled each time, up to a second. */
const RETRY_MS = 5;

/** A pool with a lost connection may finish what its other connections have in hand. */
const RETIRE_MS = 60_000;
const RETIRE_END_SECONDS = 600;
const CLOSE_SECONDS = 5;

/**
 * The Database over a pool that is replaced when a connection of it is lost, or another server is the primary: postgres.js may leave a connection
 * that was lost in the midst of a write unable to ever connect again (https://github.com/porsager/postgres/issues/1066). Of several servers the
 * driver takes one, as its own way of finding the primary has no end while there is none.
 */
function overPools(
  databaseUrl: string,
  options: ConnectOptions,
  servers: Servers,
  before: Pool | null = null,
): { readonly db: Database; readonly onConnected: () => void } {
  const retired = new Set<Pool>();
  let pool = open(before);
  let closing: Promise<void> | null = null;
  const unfollow = servers.follow(() => {
    void cut(retired.add(pool));
    pool = open(pool);
  });

  function open(like: Pool | null): Pool {
    const opened: Pool = openPool(servers, options, (error) => translate(opened, error), like);
    return opened;
  }

  function translate(from: Pool, error: unknown): unknown {
    const away = awayOf(databaseTrouble(error, databaseUrl));
    if (away === null) return error;
    // A full disk ends no connection.
    if (away.code === "disk-full" || from !== pool || closing !== null) return away;
    pool = open(from);
    retire(from, retired);
    void servers.look();
    return away;
  }

  const db: Database = {
    pool: {},
    get sql() {
      return pool.translated;
    },
    get orm() {
      return pool.orm;
    },
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        const current = pool;
        try {
          return await begin(current.sql, (tx) => work(bound(tx, db)));
        } catch (error) {
          if (!isConflict(error) || attempt === ATTEMPTS_MAX) throw translate(current, error);
          await pauseAfter(attempt);
        }
      }
    },
    session: (more) => openSession(databaseUrl, { ...options, ...more }, servers, pool),
    apart: (more) => overPools(databaseUrl, { ...options, ...more }, servers, pool).db,
    unusableServers: () => servers.unusable,
    close() {
      unfollow();
      closing ??= endAll(pool, retired);
      return closing;
    },
  };
  return { db, onConnected: () => keepTypes(pool) };
}

function retire(pool: Pool, retired: Set<Pool>): void {
  retired.add(pool);
  setTimeout(() => {
    retired.delete(pool);
    void pool.sql.end({ timeout: RETIRE_END_SECONDS }).catch(() => {});
  }, RETIRE_MS).unref();
}

function serversAt(databaseUrl: string, { log }: ConnectOptions): Servers {
  const servers = serversOf(databaseUrl);
  if (servers === null) throw badAddress();
  return new Servers(servers, log);
}

/**
 * Ends what is under way: with a machine that is gone it would last for a quarter of an hour, at a primary that was replaced it would be lost, and
 * a lost connection of a retired pool would never end by itself.
 */
function cut(pools: Set<Pool>): Promise<unknown> {
  const all = [...pools];
  pools.clear();
  return Promise.all(all.map(({ sql }) => sql.end({ timeout: 0 }).catch(() => {})));
}

const endAll = async (pool: Pool, retired: Set<Pool>): Promise<void> => {
  await Promise.all([pool.sql.end({ timeout: CLOSE_SECONDS }), cut(retired)]);
};

/** Past a pooler that lends a connection for no longer than a transaction. */
function openSession(databaseUrl: string, options: ConnectOptions, servers: Servers, beside: Pool): Database {
  const { directUrl, unprepared, ...lasting } = { ...options, max: 1, lasting: true };
  if (unprepared === true && directUrl)
    return overPools(directUrl, lasting, serversAt(directUrl, options)).db;
  return overPools(databaseUrl, lasting, servers, beside).db;
}

function pauseAfter(attempt: number): Promise<void> {
  const most = Math.min(1_000, RETRY_MS * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * most));
}

/** The Database inside a transaction. */
function bound(sql: Sql, { pool, session, apart, unusableServers }: Database): Database {
  const db: Database = {
    pool,
    sql,
    orm: ormOver(sql),
    transaction: (work) => work(db),
    session,
    apart,
    unusableServers,
    close: async () => {},
  };
  return db;
}

/**
 * What stands between. A pooler that lends connections for single transactions, without another address for what lasts longer, is refused: a lock that
 * stays behind on a lent connection would keep a dead crawler alive, and a living one would be taken for dead.
 */
async function poolerBefore(databaseUrl: string, directUrl: string | null): Promise<Pooler> {
  const { host } = new URL(databaseUrl);
  const poolerAt = (url: string) =>
    findPooler(url).catch((error: unknown) => {
      throw databaseTrouble(error, url) ?? error;
    });
  const pooler = await poolerAt(databaseUrl);
  if (pooler !== "transaction") return pooler;
  if (directUrl === null || (await poolerAt(directUrl)) === "transaction")
    throw new DatabaseError(
      "pooler",
      `${host} is a pooler in transaction mode: set DATABASE_DIRECT_URL to PostgreSQL itself, which each process uses for one connection, or let the pooler use pool_mode = session`,
    );
  return pooler;
}

/**
 * A pool on any PostgreSQL ≥ 15. Tries the connection and the server's version, not the schema (`requireSchema` does).
 * Throws a DatabaseError that says what is wrong and what to do.
 */
export async function connect(databaseUrl: string, options: ConnectOptions = {}): Promise<Database> {
  const servers = serversAt(databaseUrl, options);
  await servers.look();
  if (servers.trouble !== null) throw servers.trouble;
  const pooler = await poolerBefore(servers.url.href, options.directUrl ?? null);
  const through = { unprepared: pooler === "transaction", pooled: pooler !== "none" };
  const { db, onConnected } = overPools(databaseUrl, { ...options, ...through }, servers);
  try {
    const { version } = await evaluate(db.orm, {
      version: sql<number>`current_setting('server_version_num')::int / 10000`,
    });
    if (version < SERVER_VERSION_MIN)
      throw new DatabaseError(
        "server-too-old",
        `the server is PostgreSQL ${version}, Weboid needs ${SERVER_VERSION_MIN} or later: upgrade it, or set DATABASE_URL to another`,
      );
  } catch (error) {
    await db.close().catch(() => {});
    throw databaseTrouble(error, databaseUrl) ?? error;
  }
  onConnected();
  return db;
}
