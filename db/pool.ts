import postgres from "postgres";
import { closesConnection, type DatabaseLog } from "./errors.ts";
import { leaveToColumns, type Orm, ormOver } from "./orm.ts";
import type { Servers } from "./servers.ts";

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

export interface ConnectOptions {
  /** Connections at most. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  /** Connections stay open also while they are idle. */
  readonly lasting?: boolean;
  /** Address of PostgreSQL itself where the other one is a pooler's: for what lasts as long as a session. */
  readonly directUrl?: string | null;
  /** The server gives up statements that take longer, milliseconds; behind a pooler, which does not pass settings on, they have no limit. */
  readonly statementMs?: number;
  /** There is a pooler between. */
  readonly pooled?: boolean;
  /** Called for each notification, with the name of its channel and what it says. */
  readonly onNotify?: (channel: string, payload: string) => void;
  /** Called when a connection has ended, also by `close`. */
  readonly onEnded?: () => void;
  /** A pooler lends each transaction another connection: none knows what was prepared on the one before. */
  readonly unprepared?: boolean;
  /** For servers that are named and could not take the primary's place. */
  readonly log?: DatabaseLog;
}

/** The driver takes its connections in turn: with a longer time, a question a second would keep all open that were ever needed at once. */
const IDLE_SECONDS = 5;

/**
 * The server ends a session whose machine is silent for two minutes, or which does nothing in a transaction for five, as the process stands
 * still: its locks, and the changes behind its transaction, would wait for it.
 */
const STANDS_STILL = {
  tcp_keepalives_idle: 60,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 6,
  idle_in_transaction_session_timeout: 300_000,
};

/** One pool of connections, thrown away as a whole once one of them was lost. */
export interface Pool {
  /** Of its server. */
  readonly url: URL;
  readonly sql: postgres.Sql<TypesOf>;
  /** The same, whose errors are translated. */
  readonly translated: Sql;
  readonly orm: Orm;
}

/**
 * On the primary of several servers. `before`: a pool of the same address, whose knowledge of the types of
 * arrays is taken over.
 */
export function openPool(
  { all, url }: Servers,
  options: ConnectOptions,
  translate: (error: unknown) => unknown,
  before: Pool | null,
): Pool {
  const limits = {
    max: options.max ?? 10,
    ...(options.lasting === true ? { idle_timeout: 0, max_lifetime: null } : { idle_timeout: IDLE_SECONDS }),
  };
  const settings = {
    application_name: options.name ?? "weboid",
    // A pooler refuses what it does not pass on.
    ...(options.pooled !== true && {
      ...STANDS_STILL,
      ...(options.statementMs !== undefined && { statement_timeout: options.statementMs }),
    }),
  };
  const heard = { onnotify: options.onNotify, onclose: options.onEnded ?? (() => {}) };
  // The driver takes options that are parsed already as they are.
  const sql =
    before === null
      ? postgres(url.href, {
          ...limits,
          ...heard,
          ...(all.length > 1 && { target_session_attrs: "primary" }),
          connect_timeout: 10,
          ...(options.unprepared === true && { prepare: false }),
          onnotice() {},
          types,
          connection: settings,
        })
      : postgres({
          ...before.sql.options,
          ...(url !== before.url && hostOf(url)),
          ...limits,
          ...heard,
          connection: settings,
        } as unknown as postgres.Options<typeof types>);
  const translated = translateErrors(sql, translate);
  leaveToColumns(sql.options);
  return { url, sql, translated, orm: ormOver(translated) };
}

/** As the driver has it, which is asked without being connected. */
function hostOf({ href }: URL): Pick<postgres.ParsedOptions, "host" | "port"> {
  const { host, port } = postgres(href).options;
  return { host, port };
}

/**
 * The driver asks for the types of arrays at the start of every connection, and when that is lost at this moment it
 * rejects a promise that nobody has. Once asked is enough: they are those of PostgreSQL itself.
 */
export function keepTypes({ sql }: Pool): void {
  Object.assign(sql.options, { fetch_types: false });
}

/** postgres.js whose statements reject with what `translate` makes of an error. */
function translateErrors(sql: postgres.Sql<TypesOf>, translate: (error: unknown) => unknown): typeof sql {
  const wrap = (made: unknown): unknown => {
    // Identifiers and lists, which are parts of statements, are no promises.
    if (!(made instanceof Promise)) return made;
    const settle: Promise<unknown>["then"] = made.then;
    const then: typeof settle = (resolved, rejected) =>
      settle.call(made, resolved, (error: unknown) => {
        const translated = translate(error);
        if (rejected) return rejected(translated);
        throw translated;
      }) as ReturnType<typeof settle<never, never>>;
    // On the statement itself, as postgres.js knows statements within statements by their class.
    // biome-ignore lint/suspicious/noThenProperty: it is a promise already, whose rejections are translated
    return Object.defineProperty(made, "then", { value: then });
  };
  return new Proxy(sql, {
    apply: (target, self, args) => wrap(Reflect.apply(target, self, args)),
    get: (target, name) =>
      name === "unsafe"
        ? (...args: Parameters<typeof sql.unsafe>) => wrap(target.unsafe(...args))
        : Reflect.get(target, name),
  });
}

/** How long the driver may take to notice that the connection of a transaction is closed. */
const NOTICE_MS_MAX = 5_000;

/**
 * Runs `work` in one transaction of the driver. When the connection was lost, `work` never ends as far as the driver
 * knows, and it rejects by itself: if it knew of the failure it would send a rollback over the closed connection, which
 * throws where nobody can catch it (https://github.com/porsager/postgres/issues/1208).
 */
export async function begin<T>(sql: postgres.Sql<TypesOf>, work: (tx: Sql) => Promise<T>): Promise<T> {
  const unnoticed = Promise.withResolvers<never>();
  const transaction = sql.begin(async (tx) => {
    try {
      // postgres.js unwraps arrays of promises in its result type; a box keeps T as it is.
      return { value: await work(tx) };
    } catch (error) {
      if (!closesConnection(error)) throw error;
      setTimeout(() => unnoticed.reject(error), NOTICE_MS_MAX).unref();
      return new Promise<never>(() => {});
    }
  });
  const box = await Promise.race([transaction, unnoticed.promise]);
  return box.value;
}
