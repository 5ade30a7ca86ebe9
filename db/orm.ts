import { DrizzleQueryError } from "drizzle-orm";
import { PgDialect, type PreparedQueryConfig } from "drizzle-orm/pg-core";
import { PostgresJsDatabase, PostgresJsSession } from "drizzle-orm/postgres-js";
import type { ISql, ParsedOptions, Sql } from "postgres";

/** Drizzle's query builder over a pool, or over the one connection of a transaction. */
export type Orm = Omit<PostgresJsDatabase, "transaction">;

/**
 * A prepared statement costs one round trip, any other two and its planning. Statements with more parameters than this carry rows,
 * and their text differs with how many: each would be kept by the server for as long as the connection lives.
 */
const PREPARED_PARAMS_MAX = 40;

const dialect = new PgDialect();

/** Drizzle's session, which prepares statements and rejects with what the driver threw, not with a text of all parameters. */
class Session extends PostgresJsSession<Sql, Record<string, never>, Record<string, never>> {
  override prepareQuery<T extends PreparedQueryConfig>(
    ...[query, fields, name, ...rest]: Parameters<PostgresJsSession<Sql, never, never>["prepareQuery"]>
  ) {
    const prepared = query.params.length <= PREPARED_PARAMS_MAX ? "prepared" : name;
    const made = super.prepareQuery<T>(query, fields, prepared, ...rest);
    const execute = made.execute.bind(made);
    return Object.assign(made, {
      execute: (values?: Record<string, unknown>) => execute(values).catch(throwCause),
      /** The same statement over another connection. */
      over: (session: Session) => {
        const { joinsNotNullableMap } = made as { joinsNotNullableMap?: unknown };
        return Object.assign(session.prepareQuery<T>(query, fields, name, ...rest), { joinsNotNullableMap });
      },
    });
  }
}

function throwCause(error: unknown): never {
  throw error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error;
}

export const ormOver = (client: ISql): Orm =>
  new PostgresJsDatabase(dialect, new Session(client as Sql, dialect, undefined), undefined);

/**
 * A hot statement, which the builder makes once, with `sql.placeholder("name")` in place of its values: to make one takes 50 to 200 µs,
 * as long as all else that a statement costs this process. Answers what executes it, over any connection.
 */
export function prebuilt<Rows>(
  build: (orm: Orm) => {
    prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Rows> };
  },
): (orm: Orm, values: Readonly<Record<string, unknown>>) => Promise<Rows> {
  type Made = ReturnType<ReturnType<typeof build>["prepare"]> & { over(session: unknown): Made };
  let made: Made | undefined;
  return (orm, values) => {
    made ??= build(orm).prepare("prebuilt") as Made;
    return made.over(orm._.session).execute(values);
  };
}

const asGiven = (value: unknown) => value;
/** timestamptz, date, time, timestamp. */
const TIME_TYPES = [1184, 1082, 1083, 1114];
const JSON_TYPES = [114, 3802];

/** Leaves instants and JSON to the columns of the schema, as `drizzle()` does with a client that it is given. */
export function leaveToColumns({
  parsers,
  serializers,
}: Pick<ParsedOptions, "parsers" | "serializers">): void {
  for (const type of TIME_TYPES) parsers[type] = asGiven;
  for (const type of [...TIME_TYPES, ...JSON_TYPES]) serializers[type] = asGiven;
}
