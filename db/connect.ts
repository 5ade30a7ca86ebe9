import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { codeOf, DatabaseError, messageOf } from "./errors.ts";
import * as schema from "./schema/index.ts";

/** PostgreSQL's 64-bit integers come as numbers: ids stay far below 2^53. */
const types = {
  int8: {
    to: 20,
    from: [20],
    serialize: (value: number) => String(value),
    parse: (raw: string) => Number(raw),
  },
};
type TypesOf = { int8: number };
export type Sql = postgres.ISql<TypesOf>;

/**
 * What every verb of db/queries takes. `sql` is postgres.js, for statements in sight; `orm` is Drizzle over the same
 * pool, for the small tables of configuration. Inside `transaction` both are bound to it.
 */
export interface Database {
  readonly sql: Sql;
  /** Not bound to a transaction: for single statements of configuration only. */
  readonly orm: PostgresJsDatabase<typeof schema>;
  /**
   * Runs `work` in one transaction; inside another it joins that one. Begun anew when PostgreSQL chose it to end a
   * deadlock, so `work` keeps its effects to the database.
   */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Ends the pool, after what is in flight, for at most 5 s. Safe to call twice. */
  close(): Promise<void>;
}

export const SERVER_VERSION_MIN = 15;

/** deadlock_detected, serialization_failure. */
const RETRIED: ReadonlySet<string> = new Set(["40P01", "40001"]);
const ATTEMPTS_MAX = 5;

export interface ConnectOptions {
  /** Connections at most. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
}

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
  switch (codeOf(error)) {
    case "ECONNREFUSED":
      return say("refused", `no PostgreSQL answers at ${host}: start it, or correct DATABASE_URL`);
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
        `user ${user} may not do this in ${database}: grant what docs/database.md lists (${messageOf(error)})`,
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

function wrap(sql: postgres.Sql<TypesOf>, orm: Database["orm"]): Database {
  const inside = (tx: Sql): Database => {
    const bound: Database = {
      sql: tx,
      orm,
      transaction: (work) => work(bound),
      close: async () => {},
    };
    return bound;
  };
  return {
    sql,
    orm,
    transaction: async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
      for (let attempt = 1; ; attempt++) {
        try {
          // postgres.js unwraps arrays of promises in its result type; a box keeps T as it is.
          const box = await sql.begin(async (tx) => ({ value: await work(inside(tx)) }));
          return box.value;
        } catch (error) {
          if (!RETRIED.has(codeOf(error)) || attempt === ATTEMPTS_MAX) throw error;
        }
      }
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

/**
 * A pool on any PostgreSQL ≥ 15. Tries the connection and the server's version, not the schema (`requireSchema` does).
 * Throws a DatabaseError that says what is wrong and what to do.
 */
export async function connect(databaseUrl: string, options: ConnectOptions = {}): Promise<Database> {
  addressOf(databaseUrl);
  const sql = postgres(databaseUrl, {
    max: options.max ?? 10,
    connect_timeout: 10,
    idle_timeout: 60,
    onnotice() {},
    types,
    connection: { application_name: options.name ?? "weboid" },
  });
  try {
    const rows = await sql<
      { version: number }[]
    >`select current_setting('server_version_num')::int / 10000 as version`;
    const version = rows[0]?.version ?? 0;
    if (version < SERVER_VERSION_MIN)
      throw new DatabaseError(
        "server-too-old",
        `the server is PostgreSQL ${version}, Weboid needs ${SERVER_VERSION_MIN} or later: upgrade it, or set DATABASE_URL to another`,
      );
  } catch (error) {
    await sql.end({ timeout: 1 }).catch(() => {});
    throw databaseTrouble(error, databaseUrl) ?? error;
  }
  return wrap(sql, drizzle(sql, { schema }));
}
