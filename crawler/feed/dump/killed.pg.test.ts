import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { expireBulk } from "../../../db/bulk/expire.ts";
import { connect, type Database } from "../../../db/connect.ts";
import { componentUrl, freshDatabaseUrl } from "../../../db/testing/fresh.ts";
import { dumpOf } from "./testing/mysqldump.ts";

/** The command itself, killed. */

let url: string;
let db: Database;
beforeAll(async () => {
  url = await freshDatabaseUrl();
  db = await connect(url, { max: 4 });
  await db.sql`insert into farm (code, name) values (9, 'friends')`;
  return () => db.close();
});

const PAGES = 3_000;
const LINKS = 30_000;

async function dumps(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "weboid-dump-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pages = Array.from({ length: PAGES }, (_, at) => [at + 1, 0, `P${at}`, "wikitext"]);
  const links = Array.from({ length: LINKS }, (_, at) => [
    1 + ((at * 7_919) % PAGES),
    `http://${at % 9 === 0 ? "spam" : `h${at % 500}`}.zz/${at % 40_000}`,
  ]);
  const column = (name: string) => `${name} varbinary(255)`;
  const table = (name: string, columns: readonly string[], rows: (string | number)[][]) =>
    gzipSync(dumpOf([{ name, columns: columns.map(column), rows, perStatement: 5_000 }]), { level: 1 });
  await writeFile(
    join(folder, "page.sql.gz"),
    table("page", ["page_id", "page_namespace", "page_title", "page_content_model"], pages),
  );
  await writeFile(join(folder, "externallinks.sql.gz"), table("externallinks", ["el_from", "el_to"], links));
  return folder;
}

async function wiki(dbname: string): Promise<void> {
  const [row] = await db.sql<{ id: number }[]>`
    insert into wiki (farm, dbname, api, server, article_url) values
      (9, ${dbname}, 'http://127.0.0.1:9/api.php', 'http://127.0.0.1:9', 'http://127.0.0.1:9/wiki/$1') returning id`;
  await db.sql`
    insert into spam_list (farm, wiki_id, kind, content, version, edition, read_at)
    values (9, ${row?.id ?? 0}, 'blacklist', ${"\\bspam\\.zz\\b"}, '1', 1, now())`;
}

const start = (dbname: string, folder: string, stdout: "ignore" | "pipe" = "ignore") =>
  spawn(
    process.execPath,
    ["crawler/cli/main.ts", "feed", `${dbname}@friends`, "--from-dump", folder, "--json"],
    {
      env: { ...process.env, DATABASE_URL: componentUrl(url, "feed"), WEBOID_CONTACT: "" },
      stdio: ["ignore", stdout, "ignore"],
    },
  );

async function endState(dbname: string) {
  const [row] = await db.sql`
    select count(*)::int as pages, sum(cardinality(l.urls))::int as uses, md5(string_agg(p.pageid || ' ' || p.title
      || ' ' || p.needs_update || ' ' || coalesce((select string_agg(u.key::text, ' ' order by u.key) from url u
        where u.id = any(l.urls)), ''), ',' order by p.pageid)) as lists,
      (select md5(string_agg(pageid || ' ' || key || ' ' || list || ' ' || line, ',' order by pageid, key)) from spam_use
        where wiki_id = w.id) as spam
    from wiki w join page p on p.wiki_id = w.id join page_link l on l.wiki_id = w.id and l.pageid = p.pageid
    where w.dbname = ${dbname} group by w.id`;
  return row;
}

const staging = async () => (await db.sql`select 1 from pg_class where relname like 'bulk%'`).length;

test("kill -9 at any point, and the same command again: the same end state, and nothing left behind", async () => {
  const folder = await dumps();
  await wiki("whole");
  const began = performance.now();
  const whole = start("whole", folder);
  expect(await once(whole, "exit")).toEqual([0, null]);
  const lasted = performance.now() - began;
  const wanted = await endState("whole");
  expect(wanted).toMatchObject({ pages: PAGES, spam: expect.any(String) });
  for (const [at, share] of [0.4, 0.65, 0.9].entries()) {
    const name = `killed${at}`;
    await wiki(name);
    const first = start(name, folder);
    const ended = once(first, "exit");
    await sleep(lasted * share);
    first.kill("SIGKILL");
    await ended;
    const again = start(name, folder);
    expect(await once(again, "exit")).toEqual([0, null]);
    expect(await endState(name)).toEqual(wanted);
    expect(await staging()).toBe(0);
  }
}, 240_000);

test("SIGTERM is no failure: exit code 0, and the same command goes on", async () => {
  const folder = await dumps();
  await wiki("stopped");
  const first = start("stopped", folder, "pipe");
  const ended = once(first, "exit");
  let printed = "";
  first.stdout?.on("data", (piece) => {
    printed += piece;
  });
  while ((await staging()) === 0 && first.exitCode === null) await sleep(10);
  first.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(JSON.parse(printed)).toEqual({
    wiki: "stopped@friends",
    error: { kind: "stopped", message: expect.stringContaining("stopped while the dumps were") },
  });
  expect(await once(start("stopped", folder), "exit")).toEqual([0, null]);
  expect(await endState("stopped")).toMatchObject({ pages: PAGES });
}, 120_000);

test("what an abandoned start leaves is dropped by maintenance: at once, or after a week when it can be gone on with", async () => {
  await wiki("left");
  const [row] = await db.sql<{ id: number }[]>`select id from wiki where dbname = 'left'`;
  const id = row?.id ?? 0;
  const leave = async (state: string) => {
    await db.sql.unsafe(`create unlogged table weboid_bulk.bulk_${id}_page (pageid bigint);
      create table weboid_bulk.bulk_${id}_use (pageid bigint) partition by range (pageid);
      create unlogged table weboid_bulk.bulk_${id}_state (fingerprint text, info jsonb, entered jsonb, after bigint, at timestamptz default now());
      ${state}`);
  };
  await leave("");
  await db.sql`update wiki set feed_holder = 'elsewhere:1:feed', feed_lease_until = now() + interval '1 minute' where id = ${id}`;
  expect([await expireBulk(db, 60), await staging()]).toEqual([0, 3]);
  await db.sql`update wiki set feed_holder = null, feed_lease_until = 'epoch' where id = ${id}`;
  expect([await expireBulk(db, 60), await staging()]).toEqual([1, 0]);
  await leave(
    `insert into weboid_bulk.bulk_${id}_state values ('x', '{}', '{}', 7, now() - interval '50 seconds')`,
  );
  expect(await expireBulk(db, 60)).toBe(0);
  expect([await expireBulk(db, 40), await staging()]).toEqual([1, 0]);
  const [held] = await db.sql`select feed_holder from wiki where id = ${id}`;
  expect(held).toEqual({ feed_holder: null });
});
