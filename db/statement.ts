import { type AnyColumn, type GetColumnData, Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgSequence, PgTable } from "drizzle-orm/pg-core";

/** What a column holds, without null. */
type Data<Column extends AnyColumn> = NonNullable<GetColumnData<Column>>;

/**
 * Values of a column as one parameter, an array: the statement's text is the same for any number of them, so that it stays
 * prepared. A bare array in a template of Drizzle becomes a list of parameters.
 */
export function arrayOf<Column extends PgColumn>(
  column: Column,
  values: readonly (Data<Column> | null)[],
): SQL {
  const encoded = values.map((value) => (value === null ? null : column.mapToDriverValue(value)));
  const given = encoded.some(isMistaken) ? `{${encoded.map(literal).join()}}` : encoded;
  return sql`${sql.param(given)}::${sql.raw(column.getSQLType())}[]`;
}

/** The driver takes an array of such values for one of them. */
const isMistaken = (value: unknown): boolean =>
  value instanceof Uint8Array || typeof value === "boolean" || typeof value === "bigint";

const literal = (value: unknown): string =>
  value instanceof Uint8Array ? `"\\\\x${Buffer.from(value).toString("hex")}"` : String(value);

/** `column = any(values)`, in place of Drizzle's `inArray`. */
export const isAnyOf = <Column extends PgColumn>(
  column: Column,
  values: readonly Data<Column>[] | Placeholder,
): SQL =>
  values instanceof Placeholder
    ? sql`${column} = any(${values}::${sql.raw(column.getSQLType())}[])`
    : sql`${column} = any(${arrayOf(column, values)})`;

/** Names of columns without their table, for `set` and for the columns of an `insert` in a template. */
export const names = (...columns: readonly AnyColumn[]): SQL =>
  sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );

/** The next number of a sequence. */
export const nextOf = ({ seqName }: PgSequence): SQL<number> => sql<number>`nextval(${seqName})`;

/** A sequence as the source of a `select`, whose row has `last_value` and `is_called`. */
export const sequenceRow = ({ seqName }: PgSequence): SQL => sql`${sql.identifier(seqName ?? "")}`;

/** After `on conflict`: the value that was to be inserted. */
export const excluded = (column: AnyColumn): SQL => sql`excluded.${sql.identifier(column.name)}`;

/** So many seconds from now: by the database's clock, and not by the beginning of the transaction. */
export const fromNow = (seconds: number | SQL): SQL =>
  sql`clock_timestamp() + make_interval(secs => ${seconds})`;

/** An instant in milliseconds since 1970, for templates; the builder's own conditions take the number. */
export const instantOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Whether an instant is the one that was read as so many milliseconds. */
export const isAt = (instant: AnyColumn, ms: number): SQL =>
  sql`date_trunc('milliseconds', ${instant}) = ${instantOf(ms)}`;

/** Rows of a statement: what `sql` says, and a field for each of their values. */
export type Batch<Columns extends Readonly<Record<string, PgColumn>>> = {
  readonly [Name in keyof Columns]: SQL<Data<Columns[Name]>>;
} & {
  /** For `from`, with the alias. */
  readonly rows: SQL;
  /** Of the row, from 1 on. */
  readonly place: SQL<number>;
};

/**
 * Rows that are given to a statement as one array for each column, whose types are those of columns of the schema:
 * `unnest($1::bigint[], $2::integer[]) with ordinality as "alias" (…, "place")`. Hundreds of rows cost one prepared statement.
 */
export function batch<Columns extends Readonly<Record<string, PgColumn>>>(
  alias: string,
  columns: Columns,
  rows: readonly { readonly [Name in keyof Columns]: Data<Columns[Name]> | null }[],
): Batch<Columns> {
  const entries = Object.entries(columns);
  const arrays = entries.map(([name, column]) =>
    arrayOf(
      column,
      rows.map((row) => row[name] as Data<typeof column> | null),
    ),
  );
  const fields = [...Object.keys(columns), "place"].map((name) => sql.identifier(name));
  const source = sql`unnest(${sql.join(arrays, sql`, `)}) with ordinality
    as ${sql.identifier(alias)} (${sql.join(fields, sql`, `)})`;
  const values = entries.map(([name, column]) => [
    name,
    sql`${sql.identifier(alias)}.${sql.identifier(name)}`.mapWith(column),
  ]);
  const place = sql<number>`${sql.identifier(alias)}.${sql.identifier("place")}`;
  return { ...Object.fromEntries(values), rows: source, place };
}

/** `insert into` a table of as many rows as one likes, in their order; `on conflict` and `returning` may follow. */
export function insertOf<Columns extends Readonly<Record<string, PgColumn>>>(
  table: PgTable,
  columns: Columns,
  rows: Parameters<typeof batch<Columns>>[2],
): SQL {
  const given = batch("given", columns, rows);
  const values = Object.keys(columns).map((name) => sql`"given".${sql.identifier(name)}`);
  return sql`insert into ${table} (${names(...Object.values(columns))})
    select ${sql.join(values, sql`, `)} from ${given.rows}`;
}

/** After `on conflict … do update set`: these columns are as they were to be inserted. */
export const asInserted = (...columns: readonly AnyColumn[]): SQL =>
  sql.join(
    columns.map((column) => sql`${names(column)} = ${excluded(column)}`),
    sql`, `,
  );
