import { getTableColumns, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type PgColumn, type PgTable, QueryBuilder } from "drizzle-orm/pg-core";
import type { Orm } from "./orm.ts";
import { arrayOf, type Data, encodedArray } from "./statement.ts";

type Columns = Readonly<Record<string, PgColumn>>;
type RowOf<Given extends Columns> = { readonly [Name in keyof Given]: Data<Given[Name]> | null };

/** Rows of a statement: what `sql` says, and a field for each of their values. */
export type Batch<Given extends Columns> = {
  readonly [Name in keyof Given]: SQL<Data<Given[Name]>>;
} & {
  /** For `from`, with the alias. */
  readonly rows: SQL;
  /** Of the row, from 1 on. */
  readonly place: SQL<number>;
};

function sourceOf<Given extends Columns>(
  alias: string,
  columns: Given,
  arrayFor: (name: keyof Given & string, column: PgColumn) => SQL,
): Batch<Given> {
  const entries = Object.entries(columns);
  const arrays = entries.map(([name, column]) => arrayFor(name, column));
  const fields = [...Object.keys(columns), "place"].map((name) => sql.identifier(name));
  const rows = sql`unnest(${sql.join(arrays, sql`, `)}) with ordinality
    as ${sql.identifier(alias)} (${sql.join(fields, sql`, `)})`;
  const values = entries.map(([name, column]) => [
    name,
    sql`${sql.identifier(alias)}.${sql.identifier(name)}`.mapWith(column),
  ]);
  const place = sql<number>`${sql.identifier(alias)}.${sql.identifier("place")}`;
  return { ...Object.fromEntries(values), rows, place };
}

const valuesIn = <Given extends Columns>(
  column: PgColumn,
  name: keyof Given,
  rows: readonly RowOf<Given>[],
) => rows.map((row) => row[name] as Data<typeof column> | null);

/**
 * Rows that are given to a statement as one array for each column, whose types are those of columns of the schema:
 * `unnest($1::bigint[], $2::integer[]) with ordinality as "alias" (…, "place")`. Hundreds of rows cost one prepared statement.
 */
export const batch = <Given extends Columns>(
  alias: string,
  columns: Given,
  rows: readonly RowOf<Given>[],
): Batch<Given> => sourceOf(alias, columns, (name, column) => arrayOf(column, valuesIn(column, name, rows)));

/** A batch of single values. */
export const batchOf = <Column extends PgColumn>(
  alias: string,
  column: Column,
  values: readonly Data<Column>[],
): Batch<{ value: Column }> =>
  batch(
    alias,
    { value: column },
    values.map((value) => ({ value })),
  );

/** A batch for a `prebuilt` statement: `values` makes of rows what it is executed with. */
export function prebuiltBatch<Given extends Columns>(alias: string, columns: Given) {
  const given = (name: string): Placeholder => sql.placeholder(`${alias}_${name}`);
  const values = (rows: readonly RowOf<Given>[]): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        given(name).name,
        encodedArray(column, valuesIn(column, name, rows)),
      ]),
    );
  return { ...sourceOf(alias, columns, (name, column) => arrayOf(column, given(name))), values };
}

/** Of a table these columns. */
type Only<Table extends PgTable, Name extends keyof Table["_"]["columns"]> = PgTable<
  Omit<Table["_"]["config"], "columns"> & { columns: Pick<Table["_"]["columns"], Name> }
>;

/** Where Drizzle keeps the columns of a table. */
const COLUMNS = Symbol.for("drizzle:Columns");

type Selected = Readonly<Record<string, SQL | SQL.Aliased | PgColumn>>;

/**
 * `insert` of what a `select` finds, by column; the other columns take their defaults. Drizzle's own wants all columns of the table.
 * `onConflictDoUpdate` and `returning` may follow, and set these columns.
 */
export function insertFrom<Table extends PgTable, Fields extends Selected>(
  orm: Pick<Orm, "insert">,
  table: Table,
  fields: Fields & { readonly [Name in Exclude<keyof Fields, keyof Table["_"]["columns"]>]: never },
  find: (select: ReturnType<typeof selectOf<Fields>>) => SQLWrapper,
) {
  const all: Columns = getTableColumns(table);
  const some = Object.fromEntries(Object.keys(fields).map((name) => [name, all[name]]));
  const into: Only<Table, keyof Fields & keyof Table["_"]["columns"]> = Object.create(table, {
    [COLUMNS]: { value: some },
  });
  return orm.insert(into).select(find(selectOf(fields)).getSQL());
}

/** A select without a session: for subqueries. */
export const selectOf = <Fields extends Selected>(fields: Fields) =>
  new QueryBuilder().select<Fields>(fields);

/** `insert` of as many rows as one likes, in their order. */
export function insertRows<Table extends PgTable, Name extends keyof Table["_"]["columns"] & string>(
  orm: Pick<Orm, "insert">,
  table: Table,
  columns: readonly Name[],
  rows: readonly RowOf<Pick<Table["_"]["columns"], Name>>[],
) {
  const all: Columns = getTableColumns(table);
  const some = Object.fromEntries(columns.map((name) => [name, all[name]])) as Record<Name, PgColumn>;
  const { rows: source, place: _, ...fields } = batch("given", some, rows);
  return insertFrom<Table, Record<Name, SQL>>(orm, table, fields as never, (found) => found.from(source));
}
