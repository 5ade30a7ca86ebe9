import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "../schema/index.ts";
import { DATED } from "./days.ts";

/** Days on which something will be done, or until which it holds: they may lie ahead. */
const PLANS = [
  "archive_visit.due",
  "move_host.due",
  "organisation_domain.due",
  "people_lock.until",
  "recheck.due",
  "slice.expiry_due",
  "url_note.until",
  "verdict_change_due.due",
];
/** Looked at with the histories (futureUrls). */
const OF_URLS = ["url.queried", "url.touched"];

test("every day of the schema is one that doctor looks at, or a plan", () => {
  const tables: PgTable[] = Object.values(schema).filter((each) => is(each, PgTable));
  // What db/schema/columns.ts calls a day is the one type of its own that is stored as a plain number.
  const days = tables.flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter((column) => column.columnType === "PgCustomColumn" && column.getSQLType() === "integer")
      .map((column) => `${getTableName(table)}.${column.name}`),
  );
  const looked = DATED.flatMap(({ table, columns }) =>
    columns.map((column) => `${getTableName(table)}.${column.name}`),
  );
  expect([...looked, ...PLANS, ...OF_URLS].sort()).toEqual(days.sort());
});
