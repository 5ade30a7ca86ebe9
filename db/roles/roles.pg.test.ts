import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { connect, type Database } from "../connect.ts";
import { queueTouches } from "../pages/touches.ts";
import { isFriend, namespacePages } from "../people/friends.ts";
import * as schema from "../schema/index.ts";
import { componentUrl, dropRoles, freshDatabase, freshDatabaseUrl } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import { applyRoles, roleName } from "./apply.ts";
import { COMPONENTS, type Component, GRANTS, privilegesOf } from "./grants.ts";

let url: string;
/** As the owner, with roles of this database's own. */
let db: Database;
let database: string;
const passwords = new Map<Component, string>();

beforeAll(async () => {
  url = await freshDatabaseUrl();
  database = new URL(url).pathname.slice(1);
  db = await connect(url, { max: 2 });
  for (const { component, password } of await applyRoles(db)) passwords.set(component, password ?? "");
  await samplePage(db, await sampleWiki(db), 1, ["https://a.zz/1"], 3_600);
});
afterAll(async () => {
  await db.close();
  await dropRoles(
    url,
    COMPONENTS.map((component) => roleName(database, component)),
  );
});

async function as(component: Component): Promise<Database> {
  const own = new URL(url);
  own.username = roleName(database, component);
  own.password = passwords.get(component) ?? "";
  const connected = await connect(own.href, { max: 1 });
  onTestFinished(() => connected.close());
  return connected;
}

test("every table has its row, and every row its table, sequence, function or schema", async () => {
  const tables = Object.values(schema).flatMap((value) =>
    is(value, PgTable) ? [`table ${getTableName(value)}`] : [],
  );
  const rows = Object.keys(GRANTS).filter((object) => object.startsWith("table "));
  expect(rows.sort()).toEqual([...tables, "table schema_migration"].sort());
});

describe("a component may do what its row says and nothing else, as the server itself judges", () => {
  const SERVER_VERSION = "current_setting('server_version_num')::int / 10000";
  const POSSIBLE: Readonly<Record<string, readonly string[]>> = {
    table: ["select", "insert", "update", "delete", "truncate", "references", "trigger", "maintain"],
    sequence: ["select", "usage", "update"],
    function: ["execute"],
    schema: ["usage", "create"],
  };

  test.each(COMPONENTS)("%s", async (component) => {
    const role = roleName(database, component);
    const [server] = await db.sql.unsafe<{ version: number }[]>(`select ${SERVER_VERSION} as version`);
    const mayMaintain = (server?.version ?? 0) >= 17;
    for (const [object, row] of Object.entries(GRANTS)) {
      const [kind = "", name = ""] = object.split(" ");
      const possible = (POSSIBLE[kind] ?? []).filter((one) => one !== "maintain" || mayMaintain);
      const given = await Promise.all(
        possible.map(async (privilege) => {
          const [answer] = await db.sql.unsafe<{ may: boolean }[]>(
            `select has_${kind}_privilege('${role}', '${name}', '${privilege}') as may`,
          );
          return answer?.may ? [privilege] : [];
        }),
      );
      const wanted = privilegesOf(row[COMPONENTS.indexOf(component)] ?? "");
      // Of a single column; DENIED and the tests of its component say the rest.
      expect([object, given.flat().sort()]).toEqual([
        object,
        wanted.filter((one) => possible.includes(one)).sort(),
      ]);
    }
  });
});

const DENIED: readonly (readonly [Component, string])[] = [
  // F1: only the feeder adds and removes pages.
  ["crawl", "insert into page (wiki_id, pageid, namespace, title, touched) values (1, 9, 0, 'Nine', 3600)"],
  ["crawl", "delete from page"],
  ["crawl", "select 1 from page"],
  ["dispatch", "delete from page"],
  ["archive", "insert into page (wiki_id, pageid, namespace, title, touched) values (1, 9, 0, 'Nine', 3600)"],
  ["maintain", "delete from page"],
  ["origin", "update page set title = 'x'"],
  ["origin", "delete from page"],
  // A URL enters with a page, and goes with the last one.
  ["crawl", "insert into url (id, key, host_id, path) values (9, gen_random_uuid(), 1, '/')"],
  ["crawl", "delete from url"],
  ["origin", "delete from url"],
  ["dispatch", "update url set queried = 0"],
  // Nor does it become another one, or its observations other ones.
  ["crawl", "update url set path = '/elsewhere'"],
  ["archive", "update url set history = ''"],
  ["origin", "update url set history = ''"],
  ["origin", "update page_link set urls = '{}'"],
  // What is watched is configuration.
  ["crawl", "update wiki set api = 'https://elsewhere.zz/'"],
  ["origin", "update wiki_criterion set value = '1'"],
  ["maintain", "insert into farm (code, name) values (77, 'x')"],
  // Tokens of tools and what people said.
  ["crawl", "select 1 from friend"],
  ["crawl", "delete from report"],
  ["maintain", "select weboid_clear_reports('{1}')"],
  ["crawl", "update replacement set url = 'https://evil.example/', checked = 3600"],
  ["feed", "select 1 from people_tally"],
  ["origin", "insert into friend (name, token_hash) values ('x', 'y')"],
  // What is in the public log stays as it is.
  ["origin", "update people_log set hash = ''"],
  ["origin", "delete from people_log"],
  ["origin", "truncate people_log"],
  ["maintain", "delete from people_log"],
  ["maintain", "update people_log set hash = ''"],
  // Nobody makes or drops anything of the house, nor goes round it by a partition.
  ["feed", "create table mine (n int)"],
  ["crawl", "drop table page"],
  ["feed", "truncate page"],
  ["crawl", "select 1 from url_0000"],
  ["maintain", "alter table url add column mine int"],
  ["crawl", "select weboid_add_url_partition(7)"],
  ["origin", "select weboid_drop_bulk(1)"],
  ["feed", "select 1 from pg_authid"],
  ["crawl", "copy page to program 'cat'"],
  ["crawl", "set role pg_read_all_data"],
];

test.each(DENIED)("%s: %s is refused by the server", async (component, statement) => {
  const own = await as(component);
  await expect(own.sql.unsafe(statement)).rejects.toMatchObject({ code: "42501" });
});

test("a crawler clears reports of URLs that were queried since, and no others", async () => {
  const crawler = await as("crawl");
  await db.sql`insert into report (url_id, day) select id, 3595 from url`;
  const cleared = async (queried: number) => {
    await db.sql`update url set queried = ${queried}`;
    return crawler.sql`select against from weboid_clear_reports(array(select id from url))`;
  };
  expect(await cleared(3_594)).toEqual([]);
  expect(await db.sql`select 1 from report`).toHaveLength(1);
  expect(await cleared(3_595)).toEqual([{ against: false }]);
  expect(await db.sql`select 1 from report`).toEqual([]);
});

test("origin notes who was asked for, and hands it to the feeder (F5)", async () => {
  const origin = await as("origin");
  const wiki = await sampleWiki(db, "askedwiki");
  await samplePage(db, wiki, 1, ["https://a.zz/1"], 3_600);
  expect(await queueTouches(origin, wiki, [1, 2], asDay(3_601))).toEqual({ queued: 2, dropped: 0 });
  expect(await db.sql`select asked from page where wiki_id = ${wiki}`).toEqual([{ asked: 3_601 }]);
  expect(await isFriend(origin, "no token")).toBe(false);
  expect(await namespacePages(origin, wiki, { namespace: 0, after: 0, limit: 9 })).toBeNull();
});

test("none is a superuser or may make roles or databases", async () => {
  const names = COMPONENTS.map((component) => roleName(database, component));
  const powerful = await db.sql`
    select rolname from pg_roles where rolname = any(${names})
      and (rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication)`;
  expect(powerful).toEqual([]);
});

test("a partition that the feeder or the maintainer adds belongs to the owner, and its rows to all by the table", async () => {
  await (await as("feed")).sql`select weboid_add_url_partition(3)`;
  await (await as("maintain")).sql`select weboid_add_url_partition(4)`;
  const made = await db.sql`
    select relname, pg_get_userbyid(relowner) = current_user as ours, relacl from pg_class
    where relname in ('url_0003', 'url_0004') order by 1`;
  expect(made).toEqual([
    { relname: "url_0003", ours: true, relacl: null },
    { relname: "url_0004", ours: true, relacl: null },
  ]);
  await db.sql`update url set id = 150000001 where id = (select min(id) from url)`;
  const crawler = await as("crawl");
  expect((await crawler.sql`update url set queried = 3601 where id = 150000001`).count).toBe(1);
});

test("done again it changes nothing; what was granted or revoked by hand is put right, and passwords stay", async () => {
  const rights = () =>
    db.sql`select relname, relacl::text from pg_class where relnamespace = 'public'::regnamespace order by 1`;
  const before = await rights();
  const crawl = roleName(database, "crawl");
  await db.sql
    .unsafe(`grant delete, truncate on page to ${crawl}; grant select (title) on page to ${crawl};
    revoke update on url from ${crawl}; grant execute on function weboid_drop_bulk(integer) to ${crawl}`)
    .simple();
  const again = await applyRoles(db);
  expect(again.map(({ password }) => password)).toEqual(COMPONENTS.map(() => null));
  const crawler = await as("crawl");
  await expect(crawler.sql`delete from page`).rejects.toMatchObject({ code: "42501" });
  await expect(crawler.sql`select title from page`).rejects.toMatchObject({ code: "42501" });
  await expect(crawler.sql`select weboid_drop_bulk(1)`).rejects.toMatchObject({ code: "42501" });
  expect((await crawler.sql`update url set queried = queried`).count).toBe(1);
  await applyRoles(db);
  const tables = (rows: typeof before) => rows.map(({ relname }) => relname);
  expect(tables(await rights())).toEqual(tables(before));
});

test("two at once make each role once", async () => {
  const other = await connect(url, { max: 1 });
  onTestFinished(() => other.close());
  const both = await Promise.all([applyRoles(db), applyRoles(other)]);
  expect(both.flat().filter(({ password }) => password !== null)).toEqual([]);
});

test("who may not create roles is told what to do", async () => {
  const owned = await freshDatabase({ max: 1 });
  const component = new URL(componentUrl(url, "crawl"));
  component.pathname = `/${(await owned.sql<{ name: string }[]>`select current_database()::text as name`)[0]?.name}`;
  const crawler = await connect(component.href, { max: 1 });
  onTestFinished(() => crawler.close());
  await expect(applyRoles(crawler)).rejects.toMatchObject({
    code: "no-permission",
    message: expect.stringMatching(
      /may not create the roles .*_feed, .*: have a superuser run `alter role .* createrole`/,
    ),
  });
});
