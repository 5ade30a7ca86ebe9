import { type AnyColumn, type GetColumnData, Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgSequence, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Orm } from "./orm.ts";

/** What a column holds, without null. */
export type Data<Column extends AnyColumn> = NonNullable<GetColumnData<Column>>;

/** A value of a column as the driver is given it. */
const encoded = <Column extends PgColumn>(column: Column, value: Data<Column> | null): unknown =>
  value === null ? null : column.mapToDriverValue(value);

/** Values of a column as the driver is given them: an array, or its text. */
export function encodedArray<Column extends PgColumn>(
  column: Column,
  values: readonly (Data<Column> | null)[],
): unknown {
  const each = values.map((value) => encoded(column, value));
  return each.some(isMistaken) ? `{${each.map(literal).join()}}` : each;
}

const typeOf = (column: PgColumn) => sql.raw(column.getSQLType());

/** A value of a column where the statement does not say of which type it is. */
export const typed = <Column extends PgColumn>(
  column: Column,
  value: Data<Column> | Placeholder,
): SQL<Data<Column>> => {
  const given = value instanceof Placeholder ? value : sql.param(value, column);
  return sql<Data<Column>>`${given}::${typeOf(column)}`;
};

/**
 * Values of a column as one parameter, an array: the statement's text is the same for any number of them, so that it stays
 * prepared. A bare array in a template of Drizzle becomes a list of parameters.
 */
export const arrayOf = <Column extends PgColumn>(
  column: Column,
  values: readonly (Data<Column> | null)[] | Placeholder,
): SQL => {
  const given = values instanceof Placeholder ? values : sql.param(encodedArray(column, values));
  return sql`${given}::${typeOf(column)}[]`;
};

/** The driver takes an array of such values for one of them. */
const isMistaken = (value: unknown): boolean =>
  value instanceof Uint8Array || typeof value === "boolean" || typeof value === "bigint";

const literal = (value: unknown): string =>
  value instanceof Uint8Array ? `"\\\\x${Buffer.from(value).toString("hex")}"` : String(value);

/** `column = any(values)`, in place of Drizzle's `inArray`. */
export const isAnyOf = <Column extends PgColumn>(
  column: Column,
  values: readonly Data<Column>[] | Placeholder,
): SQL => sql`${column} = any(${arrayOf(column, values)})`;

/** A subquery that the planner does not merge into the statement around it. */
export const apart = (query: SQLWrapper): SQL => sql`${query} offset 0`;

/** Names of columns without their table, for `set` and for the columns of an `insert` in a template. */
export const names = (...columns: readonly AnyColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );

/** The next number of a sequence. */
export const nextOf = ({ seqName }: PgSequence): SQL<number> => sql<number>`nextval(${seqName})`;

/** A `select` without a table, such as of functions; the builder wants one. */
export const evaluation = (orm: Pick<Orm, "select">, fields: SelectedFields) =>
  orm.select(fields).from(sql`(values (1)) as one`);

/** Its answer. */
export async function evaluate<Fields extends SelectedFields>(
  orm: Orm,
  fields: Fields,
): Promise<SelectResultFields<Fields>> {
  const [row] = await evaluation(orm, fields);
  if (row === undefined) throw new Error("a select without a table has no row");
  return row as SelectResultFields<Fields>;
}

/** Settings of the server until the transaction ends. */
export async function setLocal(orm: Orm, settings: Readonly<Record<string, string>>): Promise<void> {
  const fields = Object.entries(settings).map(([name, value]) => [name, settingOf(name, value)]);
  await evaluate(orm, Object.fromEntries(fields));
}
export const settingOf = (name: string, value: string): SQL<string> =>
  sql<string>`set_config(${name}, ${value}, true)`;

/** An advisory lock until the transaction ends; waits for its holder. `kind`: a number of its own for each purpose. */
export const advisoryLock = (kind: number, id: number | AnyColumn | SQL): SQL =>
  sql`pg_advisory_xact_lock(${kind}::int, ${id}::int)`;

/** Has the planner learn how large tables are that were just filled. */
export async function analyze(orm: Orm, table: PgTable, ...columns: readonly AnyColumn[]): Promise<void> {
  const list = columns.length === 0 ? sql`` : sql`(${names(...columns)})`;
  await orm.execute(sql`analyze ${table} ${list}`);
}

/** A sequence as the source of a `select`, whose row has `last_value` and `is_called`. */
export const sequenceRow = ({ seqName }: PgSequence): SQL => sql`${sql.identifier(seqName ?? "")}`;

/** After `on conflict`: the value that was to be inserted. */
export const excluded = (column: AnyColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

/**
 * So many seconds from now: by the database's clock at the beginning of the statement, not of the transaction. The same for all rows
 * of it, so an index may be asked for it.
 */
export const fromNow = (seconds: number | SQL): SQL =>
  sql`statement_timestamp() + make_interval(secs => ${seconds})`;

/** An instant in milliseconds since 1970, for templates; the builder's own conditions take the number. */
export const instantOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Whether an instant is the one that was read as so many milliseconds. */
export const isAt = (instant: AnyColumn, ms: number): SQL =>
  sql`date_trunc('milliseconds', ${instant}) = ${instantOf(ms)}`;
