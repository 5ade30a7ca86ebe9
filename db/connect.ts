import { sql } from "drizzle-orm";
import { awayOf, codeOf, DatabaseError, isConflict, messageOf, saysAway } from "./errors.ts";
import { type Orm, ormOver } from "./orm.ts";
import { begin, type ConnectOptions, keepTypes, openPool, type Pool, type Sql } from "./pool.ts";
import { findPooler, type Pooler } from "./pooler.ts";
import { evaluate } from "./statement.ts";

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
  session(): Database;
  /** A pool of its own on the same server, so that nobody else uses up its connections. Closed by its owner. */
  apart(options: Pick<ConnectOptions, "max" | "name" | "statementMs">): Database;
  /** Ends the pool, after what is in flight, for at most 5 s. Safe to call twice. */
  close(): Promise<void>;
}

const SERVER_VERSION_MIN = 15;

const ATTEMPTS_MAX = 12;
/** Those that met begin again at different moments; doubled each time, up to a second. */
const RETRY_MS = 5;

interface Address {
  readonly host: string;
  readonly database: string;
  readonly user: string;
}

/** The parts of DATABASE_URL that an error may show: never the password. */
function addressOf(databaseUrl: string): Address {
  let url: URL;
  try {
    url = new URL(databaseUrl);
  } catch {
    throw badAddress();
  }
  if (!/^postgres(ql)?:$/.test(url.protocol)) throw badAddress();
  return {
    host: url.host === "" ? "localhost" : url.host,
    database: decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
    user: decodeURIComponent(url.username) || "(none)",
  };
}

const badAddress = () =>
  new DatabaseError(
    "bad-address",
    "DATABASE_URL is no address of the form postgres://user:password@host:5432/database",
  );

/** Says in one line what kept us from the database and what to do; null for an error that is none of these. */
export function databaseTrouble(error: unknown, databaseUrl: string): DatabaseError | null {
  if (error instanceof DatabaseError) return error;
  const { host, database, user } = addressOf(databaseUrl);
  const say = (code: DatabaseError["code"], message: string) =>
    new DatabaseError(code, message, { cause: error });
  if (saysAway(codeOf(error)))
    return say(
      "away",
      `the database at ${host} ended the connection (${codeOf(error)}): start it again (the embedded one: weboid up), or look at its log`,
    );
  switch (codeOf(error)) {
    case "ECONNREFUSED":
      return say(
        "refused",
        `no PostgreSQL answers at ${host}: start it (the embedded one: weboid up), or correct DATABASE_URL`,
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ECONNRESET":
    case "ETIMEDOUT":
    case "CONNECT_TIMEOUT":
    case "CONNECTION_CLOSED":
    case "CONNECTION_DESTROYED":
    case "CONNECTION_ENDED":
      return say(
        "unreachable",
        `the connection to the database at ${host} failed (${codeOf(error)}): check the network and DATABASE_URL`,
      );
    case "28P01":
    case "28000":
      return say(
        "password",
        `PostgreSQL at ${host} refuses user ${user}: correct user and password in DATABASE_URL`,
      );
    case "3D000":
      return say(
        "no-database",
        `PostgreSQL at ${host} has no database ${database}: create it (createdb ${database}), or correct DATABASE_URL`,
      );
    case "42501":
      return say(
        "no-permission",
        `user ${user} may not do this in ${database}: run \`weboid migrate --roles\` as the owner of its tables (${messageOf(error)})`,
      );
    case "53300":
      return say(
        "too-many-connections",
        `PostgreSQL at ${host} has no connection left: raise max_connections, or start fewer workers`,
      );
    case "57P03":
      return say("starting", `PostgreSQL at ${host} is starting or stopping: try again in a moment`);
    case "53100":
      return say("disk-full", `the disk of the database at ${host} is full: free some space`);
    default:
      return null;
  }
}

/** A pool with a lost connection may finish what its other connections have in hand. */
const RETIRE_MS = 60_000;
const RETIRE_END_SECONDS = 600;
const CLOSE_SECONDS = 5;

/**
 * The Database over a pool that is replaced when a connection of it is lost: postgres.js may leave a connection that
 * was lost in the midst of a write unable to ever connect again (https://github.com/porsager/postgres/issues/1066).
 */
function overPools(
  databaseUrl: string,
  options: ConnectOptions,
  main: Pool | null = null,
): { readonly db: Database; readonly onConnected: () => void } {
  const retired = new Set<Pool>();
  let pool = open(main);
  let closing: Promise<void> | null = null;

  function open(before: Pool | null): Pool {
    const opened: Pool = openPool(databaseUrl, options, (error) => translate(opened, error), before);
    return opened;
  }

  function translate(from: Pool, error: unknown): unknown {
    const away = error instanceof Error ? awayOf(databaseTrouble(error, databaseUrl)) : null;
    if (away === null) return error;
    // A full disk ends no connection.
    if (away.code !== "disk-full" && from === pool && closing === null) replace();
    return away;
  }

  function replace(): void {
    const old = pool;
    pool = open(old);
    retired.add(old);
    setTimeout(() => {
      retired.delete(old);
      void old.sql.end({ timeout: RETIRE_END_SECONDS }).catch(() => {});
    }, RETIRE_MS).unref();
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
    session: () => openSession(databaseUrl, options, pool),
    apart: (more) => overPools(databaseUrl, { ...options, ...more }, pool).db,
    close() {
      closing ??= endAll(pool, retired);
      return closing;
    },
  };
  return { db, onConnected: () => keepTypes(pool) };
}

/** Nobody waits for anything of the retired ones, of which a lost connection would never end by itself. */
const endAll = async (pool: Pool, retired: Iterable<Pool>): Promise<void> => {
  const cut = [...retired].map(({ sql }) => sql.end({ timeout: 0 }));
  await Promise.all([pool.sql.end({ timeout: CLOSE_SECONDS }), ...cut]);
};

/** Past a pooler that lends a connection for no longer than a transaction. */
function openSession(databaseUrl: string, options: ConnectOptions, beside: Pool): Database {
  const { directUrl, unprepared, ...lasting } = { ...options, max: 1, lasting: true };
  if (unprepared === true && directUrl) return overPools(directUrl, lasting).db;
  return overPools(databaseUrl, lasting, beside).db;
}

function pauseAfter(attempt: number): Promise<void> {
  const most = Math.min(1_000, RETRY_MS * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * most));
}

/** The Database inside a transaction. */
function bound(sql: Sql, { pool, session, apart }: Database): Database {
  const db: Database = {
    pool,
    sql,
    orm: ormOver(sql),
    transaction: (work) => work(db),
    session,
    apart,
    close: async () => {},
  };
  return db;
}

/**
 * What stands between. A pooler that lends connections for single transactions, without another address for what lasts longer, is refused: a lock that
 * stays behind on a lent connection would keep a dead crawler alive, and a living one would be taken for dead.
 */
async function poolerBefore(databaseUrl: string, directUrl: string | null): Promise<Pooler> {
  const { host } = addressOf(databaseUrl);
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
  const pooler = await poolerBefore(databaseUrl, options.directUrl ?? null);
  const through = { unprepared: pooler === "transaction", pooled: pooler !== "none" };
  const { db, onConnected } = overPools(databaseUrl, { ...options, ...through });
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
