import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { beforeEach, expect, test } from "vitest";
import { KEPT_OF_PEOPLE } from "../../db/people/kept.ts";
import { checkLog } from "../../db/people/log.ts";
import * as peopleTables from "../../db/schema/people.ts";
import * as logTables from "../../db/schema/people-log.ts";
import { asComponent } from "../../db/testing/fresh.ts";
import { addDays, instantOfDay } from "../../shared/calendar/day.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import { maintain } from "../maintain/run.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { openPeople, TODAY, url } from "./testing/people.ts";

const { db, ask, undo, lock, idOf } = await openPeople();
const maintainer = await asComponent(db, "maintain");

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly initial: string | null;
}
const columns = await db.sql<Column[]>`
  select table_name as table, column_name as column, udt_name as type, column_default as initial
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE'`;
const nameOf = ({ table, column }: Pick<Column, "table" | "column">) => `${table}.${column}`;

/** `table.column` and its rule. */
const rules = new Map(
  KEPT_OF_PEOPLE.flatMap(({ table, columns: ruled }) =>
    Object.entries(ruled).map(([key, kept]) => {
      const column = getTableColumns<PgTable>(table)[key]?.name ?? key;
      return [nameOf({ table: getTableName(table), column }), kept] as const;
    }),
  ),
);
const ofPersons = columns.filter((column) => rules.get(nameOf(column)) === "person");

test("every column that keeps something of people has a rule that says until when", () => {
  const all = columns.map(nameOf);
  expect([...rules.keys()].filter((name) => !all.includes(name))).toEqual([]);
  const tables: string[] = [...Object.values(peopleTables), ...Object.values(logTables)]
    .filter((value) => is(value, PgTable))
    .map((table) => getTableName(table));
  expect(tables).toContain("report");
  // Whatever else could be a pseudonym or an address; these are hashes of URLs, and ranges of organisations.
  const ofOthers = /^(url(_\d+)?\.key|spam_use\.key|archive_link\.resource|organisation_range\.range)$/;
  const suspects = columns.filter(
    (column) =>
      tables.includes(column.table) ||
      (/^(uuid|inet|cidr|macaddr8?)$/.test(column.type) && !ofOthers.test(nameOf(column))),
  );
  expect(suspects.map(nameOf).filter((name) => !rules.has(name))).toEqual([]);
  // forgetPeople follows the same rules: by what a column holds, not by its rule, these are pseudonyms.
  const pseudonyms = suspects.filter(({ type }) => type === "uuid").map(nameOf);
  expect(pseudonyms.length).toBeGreaterThan(6);
  expect(pseudonyms.filter((name) => rules.get(name) !== "person")).toEqual([]);
});

/** Of these nothing may be stored at any time. */
const ACCOUNT = "account-4711";
const [ONE, TWO, SIX] = ["100.1.7.1", "100.2.7.1", "2001:db8:77:1::/64"] as const;
const NEVER = [
  ONE,
  TWO,
  SIX,
  "100.1.7.0/24",
  "100.1.0.0/16",
  "2001:db8:77::/48",
  "2001:db8::/32",
  ACCOUNT,
  "secret-of-the-tests",
];

const ranges = (address: string): PeopleRequest["ranges"] =>
  address.includes(":")
    ? [
        { policy: "address", key: address },
        { policy: "site", key: "2001:db8:77::/48" },
        { policy: "provider", key: "2001:db8::/32" },
      ]
    : [
        { policy: "address", key: address },
        { policy: "site", key: address.replace(/\.\d+$/, ".0/24") },
        { policy: "provider", key: address.replace(/\.\d+\.\d+$/, ".0.0/16") },
      ];

/** Every row of every table. */
async function dump(): Promise<string> {
  const texts: string[] = [];
  for (const table of new Set(columns.map((column) => column.table))) {
    const rows = await db.sql<{ row: string }[]>`select t::text as row from ${db.sql(table)} t`;
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

/** The columns of persons in which something stands, and what. */
async function kept(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const column of ofPersons) {
    const value = db.sql(column.column);
    const rows = await db.sql<{ text: string }[]>`
      select distinct ${value}::text as text from ${db.sql(column.table)}
      where ${value} is not null and ${value}::text is distinct from ${column.initial}::text`;
    if (rows.length > 0)
      found.set(
        nameOf(column),
        rows.map(({ text }) => text),
      );
  }
  return found;
}

const maintainOn = (days: number) => {
  const clock = steppedClock(instantOfDay(addDays(TODAY, days)));
  const signal = new AbortController().signal;
  return maintain({ db: maintainer, clock, log: silentLog, signal, config: readConfig({}) }, { once: true });
};

beforeEach(async () => {
  const [one, two, six] = [ranges(ONE), ranges(TWO), ranges(SIX)];
  await ask({ ranges: one });
  await ask({ url: url("2"), domain: true, ranges: six });
  await ask({ act: "withdraw", ranges: two });
  await ask({ url: url("3"), profile: ACCOUNT, ranges: two });
  await ask({ url: url("3"), act: "propose", replacement: "https://new.yy/", ranges: one });
  await ask({ url: url("4"), act: "propose", replacement: "https://newer.yy/", profile: ACCOUNT });
  await undo(4, { profile: ACCOUNT, ranges: six });
  await lock({ target: "www.b.zz", reason: "why", days: 90 });
  await db.sql`update replacement set checked = 3600`;
  await db.sql`
    insert into archive (url_id, type, address, found, proposed, proposer)
    values (${await idOf(url("1"))}, 'old', 'https://archive.yy/1', 3600, 3600, gen_random_uuid())`;
});

test("nothing of a person is kept but keyed hashes, and after 30 days there are public acts alone in the whole database", async () => {
  const first = await kept();
  expect([...first.keys()].sort()).toEqual(ofPersons.map(nameOf).sort());
  const before = await dump();
  for (const text of NEVER) expect(before).not.toContain(text);
  const hashes = [...first.values()].flat().filter((text) => /^[0-9a-f]{8}-/.test(text));
  expect(hashes.length).toBeGreaterThan(20);
  expect(hashes.filter((hash) => !before.includes(hash))).toEqual([]);
  const acts = await db.sql`select * from people_log order by no`;
  const said = await db.sql`select id, day, against from report order by id`;

  await maintainOn(29);
  // By which acts were counted is gone after a day.
  expect([...(await kept()).keys()].sort()).toEqual(
    ofPersons
      .filter(({ table }) => table !== "people_tally")
      .map(nameOf)
      .sort(),
  );
  await maintainOn(30);
  expect(await kept()).toEqual(new Map());
  const after = await dump();
  expect([...hashes, ...NEVER].filter((text) => after.includes(text))).toEqual([]);

  expect(await db.sql`select * from people_log order by no`).toEqual(acts);
  expect(await checkLog(db)).toMatchObject({ kind: "valid", entries: acts.length });
  expect(await db.sql`select id, day, against from report order by id`).toEqual(said);
  for (const address of ["https://new.yy/", "why"]) expect(after).toContain(address);
});
