import { readFileSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "./schema/index.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/database.md"), "utf8");
const configs = Object.values(schema)
  .filter((each) => is(each, PgTable))
  .map(getTableConfig);
const columnsOf = new Map(
  configs.map(({ name, columns }) => [name, new Set(columns.map((column) => column.name))]),
);
const known = new Set([
  ...columnsOf.keys(),
  ...[...columnsOf.values()].flatMap((columns) => [...columns]),
  ...configs.flatMap(({ indexes }) => indexes.map(({ config }) => config.name)),
]);

/** Words of the page in code style. */
const named = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
/** Of its table of tables. */
const [, section = ""] = /^## Tables$(.*?)^###? /ms.exec(page) ?? [];
const rows = [...section.matchAll(/^\| (`.*?) \| (.*?) \|.*\|$/gm)].map(([, tables = "", about = ""]) => ({
  tables: [...tables.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  about,
}));

test("docs/database.md describes each table once, and no other", () => {
  const described = rows.flatMap(({ tables }) => tables).filter((name) => columnsOf.has(name));
  expect(described.sort()).toEqual([...columnsOf.keys()].sort());
  const others = rows
    .flatMap(({ tables }) => tables)
    .filter((name) => name.includes("_") && !known.has(name));
  expect(others).toEqual(["bulk_N_page", "bulk_N_use"]);
});

/** Settings and tables that are not of the schema. */
const FOREIGN =
  /^(pg_|weboid_|bulk_N_|(?:url|page|page_link)_\d|schema_migration$|shared_buffers$|max_wal_size$|max_connections$|idle_in_|max_slot_wal_keep_size$|wal_keep_size$|checkpoint_timeout$|synchronous_commit$|synchronous_standby_names$|cluster_name$)/;

test("tables, columns and indexes that docs/database.md names exist", () => {
  const snakes = named.filter((text) => /^[a-z]+(_\w+)+$/.test(text) && !FOREIGN.test(text));
  expect(snakes.length).toBeGreaterThan(columnsOf.size / 2);
  expect(snakes.filter((name) => !known.has(name))).toEqual([]);
  const ofTables = named.flatMap((text) => {
    const [, table = "", column = ""] = /^([a-z_]+)\.([a-z_]+)$/.exec(text) ?? [];
    return columnsOf.has(table) ? [{ text, isThere: columnsOf.get(table)?.has(column) }] : [];
  });
  expect(ofTables.length).toBeGreaterThan(0);
  expect(ofTables.filter(({ isThere }) => !isThere)).toEqual([]);
});

test("lists of columns in docs/database.md are of the row's table", () => {
  const lists = rows.flatMap(({ tables, about }) =>
    [...about.matchAll(/`\(([a-z_, ]+)\)`/g)].flatMap(([, list = ""]) =>
      list.split(", ").map((column) => ({
        column,
        isThere: tables.some((table) => columnsOf.get(table)?.has(column)),
      })),
    ),
  );
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.filter(({ isThere }) => !isThere)).toEqual([]);
});
