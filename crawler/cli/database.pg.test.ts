import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connect } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { COMPONENTS } from "../../db/roles/grants.ts";
import { dropRoles, freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { type FakeWiki, startFakeWiki } from "../feed/testing/fake-wiki.ts";
import { readConfig } from "../runtime/config.ts";
import { openDatabase } from "../runtime/database.ts";
import { type Log, silentLog } from "../runtime/log.ts";
import { jsonLines, type Ran, weboid } from "./testing/run.ts";

let env: Record<string, string> = {};
let fake: FakeWiki;

beforeAll(async () => {
  env = {
    DATABASE_URL: await freshDatabaseUrl(),
    WEBOID_CONTACT: "test@example.org",
    WEBOID_LOG: "silent",
  };
  fake = await startFakeWiki([
    { pageid: 1, title: "One", links: ["http://a.zz/x", "https://b.zz/", "http://docs/x"] },
    { pageid: 5, title: "Fake:Five", ns: 4, links: ["https://five.zz/"] },
  ]);
});
afterAll(() => fake.close());

const run = (...args: string[]): Promise<Ran> => weboid(args, { env });
const text = async (...args: string[]) => (await run(...args)).stdout;

test.each(["status", "doctor"])("%s looks at no database of its own making", async (command) => {
  const data = join(await mkdtemp(join(tmpdir(), "weboid-looks-")), "data");
  onTestFinished(() => rm(dirname(data), { recursive: true }));
  const { code, stderr } = await weboid([command], { env: { WEBOID_DATA: data } });
  expect([code, stderr]).toEqual([
    1,
    [expect.stringMatching(/there is no database to look at.*DATABASE_URL/)],
  ]);
  expect(await readdir(dirname(data))).toEqual([]);
});

test("a command that begins a database says so, and status, which a timer runs, does not migrate one", async () => {
  const data = await mkdtemp(join(tmpdir(), "weboid-new-"));
  onTestFinished(() => rm(data, { recursive: true }));
  const own = { WEBOID_DATA: data };
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (text) => void warnings.push(text) };
  for (const said of [[expect.stringMatching(/DATABASE_URL is not set.*new and empty/)], []]) {
    await (await openDatabase(readConfig(own), log)).close();
    expect(warnings.splice(0)).toEqual(said);
  }
  const server = await startEmbedded(data, silentLog);
  const db = await connect(server.url, { max: 1 });
  try {
    const applied = () => db.sql`select id from schema_migration`;
    const before = (await applied()).length;
    await db.sql`delete from schema_migration where id = (select max(id) from schema_migration)`;
    const { code, stderr } = await weboid(["status"], { env: own });
    expect([code, stderr.at(-1)]).toEqual([1, expect.stringContaining("run `weboid migrate`")]);
    expect(await applied()).toHaveLength(before - 1);
  } finally {
    await db.close();
    await server.stop();
  }
});

describe("from an empty database to an answer", () => {
  test("migrate finds nothing to do", async () => {
    expect(await run("migrate")).toMatchObject({ code: 0, stdout: "up to date\n" });
  });

  test("migrate --roles prints the address of each component once, under which it works and the owner's commands do not", async () => {
    const own = { ...env, DATABASE_URL: await freshDatabaseUrl() };
    const made = await weboid(["migrate", "--roles", "--json"], { env: own });
    expect(made.code).toBe(0);
    const [{ roles } = { roles: [] }] = jsonLines(made) as {
      roles: { role: string; databaseUrl: string | null }[];
    }[];
    onTestFinished(() =>
      dropRoles(
        own.DATABASE_URL,
        roles.map(({ role }) => role),
      ),
    );
    expect(roles).toHaveLength(COMPONENTS.length);
    const feeder = roles.find(({ role }) => role.endsWith("_feed"))?.databaseUrl ?? "";
    const as = { ...env, DATABASE_URL: feeder };
    expect(await weboid(["feed", "--once"], { env: as })).toMatchObject({
      code: 1,
      stderr: [expect.stringContaining("there is no wiki to feed")],
    });
    expect(await weboid(["optout", "add", "a.zz"], { env: as })).toMatchObject({
      code: 1,
      stderr: [
        expect.stringMatching(/_feed may not do this in .*: run `weboid migrate --roles` as the owner/),
      ],
    });
    const again = await weboid(["migrate", "--roles"], { env: own });
    expect(again.stdout).toMatch(/^up to date\nweboid feed: role \S+_feed, as before\n/);
  });

  test("feed without a wiki says what to do", async () => {
    const { code, stderr } = await run("feed", "--once");
    expect(code).toBe(1);
    expect(stderr).toEqual([
      expect.stringContaining("there is no wiki to feed; add one with: weboid wiki add"),
    ]);
  });

  test("farms", async () => {
    expect(jsonLines(await run("farm", "add", "osm", "--internal-hosts", "osm\\.org$", "--json"))).toEqual([
      { code: 2, name: "osm", sites: "", internalHosts: "osm\\.org$", spamList: "" },
    ]);
    const again = await run("farm", "add", "osm");
    expect(again).toMatchObject({
      code: 1,
      stderr: [expect.stringContaining("there is a farm osm already")],
    });
    const taken = await run("farm", "add", "other", "--code", "2");
    expect(taken).toMatchObject({ code: 1, stderr: [expect.stringContaining("code 2 is taken")] });
    const farms = jsonLines(await run("farm", "list", "--json"));
    expect(farms).toMatchObject([{ name: "wmflabs" }, { name: "WMF" }, { name: "osm" }]);
    expect(await text("farm", "list")).toContain("2  osm");
  });

  test("a wiki, whose farm is made on the way", async () => {
    const added = await run("wiki", "add", "fakewiki@local", "--api", fake.api, "--json");
    expect(added.code).toBe(0);
    expect(jsonLines(added)).toMatchObject([
      {
        wiki: "fakewiki@local",
        api: fake.api,
        siteName: "Fake",
        lang: "de",
        criteria: [{ effect: "include", kind: "namespace", value: "0" }],
        paused: false,
        error: null,
      },
    ]);
    const again = await run("wiki", "add", "fakewiki@local", "--api", fake.api);
    expect(again).toMatchObject({ code: 1, stderr: [expect.stringContaining("weboid wiki set")] });
  });

  test("a wiki that is there under another name is added with a warning that names it", async () => {
    const own = { ...process.env, ...env, DATABASE_URL: await freshDatabaseUrl(), WEBOID_LOG: "warn" };
    const program = join(import.meta.dirname, "weboid.mjs");
    // What a log says goes to the process's own standard error.
    const add = async (name: string) => {
      const command = [process.execPath, program, "wiki", "add", name, "--api", fake.api];
      const { exited, stderr } = Bun.spawn(command, { env: own, stdout: "ignore", stderr: "pipe" });
      return [await exited, await new Response(stderr).text()];
    };
    expect(await add("fakewiki@local")).toEqual([0, ""]);
    expect(await add("fakewiki@other")).toEqual([
      0,
      expect.stringContaining("fakewiki@local has the same address"),
    ]);
  });

  test("wikis that are added paused, one or a farm's, are not fed before they are resumed", async () => {
    const own = { ...env, DATABASE_URL: await freshDatabaseUrl() };
    const weboidOf = (...args: string[]) => weboid(args, { env: own });
    const added = await weboidOf("wiki", "add", "late@local", "--api", fake.api, "--pause", "--json");
    expect(jsonLines(added)).toMatchObject([{ wiki: "late@local", paused: true }]);
    const matrix = join(await mkdtemp(join(tmpdir(), "weboid-matrix-")), "matrix.json");
    const special = [{ url: "https://farm.zz", dbname: "onewiki", code: "one", lang: "en", sitename: "One" }];
    await writeFile(matrix, JSON.stringify({ sitematrix: { count: 1, specials: special } }));
    const all = await weboidOf("wiki", "add", "--farm", "friends", "--all", "--from", matrix, "--pause");
    expect(all).toMatchObject({
      code: 0,
      stdout: "added 1 wiki to the new farm friends; 0 were there before\n",
    });
    expect(await weboidOf("feed", "--once")).toMatchObject({
      code: 1,
      stderr: [expect.stringContaining("weboid wiki set NAME@FARM --resume")],
    });
    await weboidOf("wiki", "set", "late@local", "--resume");
    expect(jsonLines(await weboidOf("feed", "--once", "--json"))).toMatchObject([
      { wiki: "late@local", error: null },
    ]);
  });

  test("feeding, and the questions after it", async () => {
    const fed = await run("feed", "--once", "--json", "fakewiki@local");
    expect(fed.code).toBe(0);
    expect(jsonLines(fed)).toMatchObject([{ wiki: "fakewiki@local", read: 1, watched: 2, error: null }]);

    const page = await run("page", "fakewiki@local", "1");
    expect(jsonLines(page)).toMatchObject([
      {
        version: 1,
        pages: [
          {
            wiki: "fakewiki@local",
            pageid: 1,
            title: "One",
            watched: true,
            live: false,
            urls: [
              { url: "http://a.zz/x", verdict: "unknown", status: 0 },
              { url: "https://b.zz/", verdict: "unknown" },
            ],
          },
        ],
      },
    ]);
    expect(await text("page", "fakewiki@local", "1", "--format", "xml")).toContain(
      "<url>http://a.zz/x</url>",
    );
    expect(await text("page", "fakewiki@local", "1", "--format", "js")).toContain("problems = false");
    const html = await text("page", "fakewiki@local", "1", "--format", "html", "--lang", "de");
    expect(html).toContain('lang="de"');
    // The wiki was not asked.
    expect(html).not.toContain('class="box warn"');

    const url = await run("url", "HTTP://A.zz:80/x#y", "--json");
    expect(jsonLines(url)).toMatchObject([
      {
        url: "http://a.zz/x",
        verdict: "unknown",
        history: [],
        queried: null,
        host: { name: "a.zz", traits: [] },
        pages: [{ wiki: "fakewiki@local", pageid: 1, title: "One" }],
      },
    ]);
    expect(await text("url", "http://a.zz/x")).toContain("fakewiki@local 1 One");

    const status = await run("status", "--json");
    expect(jsonLines(status)).toMatchObject([
      {
        pages: 1,
        urls: 2,
        neverContacted: 2,
        // F5: the page above.
        touchesWaiting: 1,
        wikis: [
          {
            wiki: "fakewiki@local",
            pages: 1,
            needUpdate: 0,
            pass: { state: "idle", read: 1, left: 0, progress: 1 },
          },
        ],
        alarms: [
          { kind: "no-crawler", level: "alarm", text: "no crawler is alive: start weboid crawl" },
          { kind: "no-dispatcher", level: "warning" },
          { kind: "no-origin", level: "warning" },
          { kind: "no-maintainer", level: "warning" },
        ],
      },
    ]);
    expect([status.code, (await run("status", "--check", "--json")).code]).toEqual([0, 1]);
    const shown = await text("status");
    expect(shown).toMatch(/^ALARM {5}no crawler is alive: start weboid crawl \[no-crawler\]$/m);
    expect(shown).toMatch(/^watched {3}1 wiki · 1 page · 2 URLs · 2 never contacted/m);
    expect(shown).toMatch(/^fakewiki@local +idle +1 +0 /m);
  });

  test("changing what is watched", async () => {
    const set = await run("wiki", "set", "fakewiki@local", "--namespace", "4", "--json");
    expect(jsonLines(set)).toMatchObject([{ criteria: [{ value: "4" }] }]);
    expect(jsonLines(await run("feed", "--once", "--json"))).toMatchObject([{ listed: 1, read: 1 }]);
    expect(jsonLines(await run("page", "fakewiki@local", "5"))).toMatchObject([
      { pages: [{ title: "Fake:Five" }] },
    ]);
    expect((await run("wiki", "set", "fakewiki@local", "--pause")).code).toBe(0);
    expect(await text("wiki", "list")).toContain("paused");
    expect(await text("wiki", "show", "fakewiki@local")).toContain("namespace 4");
    expect((await run("wiki", "set", "fakewiki@local", "--resume")).code).toBe(0);
  });
});

describe("what cannot be done says why, in one line", () => {
  test.each([
    [["page", "nope@local", "1"], 1, "nope@local is not configured"],
    [["page", "fakewiki@local", "99"], 1, "page 99 of fakewiki@local is not watched"],
    [["page", "fakewiki@local", "0"], 2, "Give a whole number from 1"],
    [["page", "fakewiki@local@x", "1"], 2, "Give a wiki as dbname@farm"],
    [["page", "fakewiki@local", "1", "--format", "pdf"], 2, "Allowed choices are json, xml, html, js"],
    [["url", "http://never.zz/"], 1, "http://never.zz/ is not on the watchlist"],
    [["url", "http://docs/x"], 2, "The host has no dot"],
    [["wiki", "show", "nope"], 1, "nope@WMF is not configured"],
    [["wiki", "set", "fakewiki@local"], 2, "say what to change"],
    [["wiki", "set", "fakewiki@local", "--pause", "--resume"], 2, "contradict each other"],
    [["wiki", "add", "x@local"], 2, "required option '--api <url>' not specified"],
    [["wiki", "add", "x@local", "--api", "ftp://x/"], 2, "Give an http or https address"],
    [["wiki", "add", "x@local", "--api", "http://127.0.0.1:9/w/api.php"], 1, "nobody listens at"],
    [["wiki"], 2, "needs a verb: add, list, show, set"],
    [["wiki", "ad"], 2, "Did you mean add?"],
    [["farm", "add", "a b"], 2, "Give a name of 1 to 32 letters"],
    [["farm", "add", "x", "--internal-hosts", "("], 2, "Give a regular expression"],
    [["feed", "--once", "nope@local"], 1, "nope@local is not configured; add it with"],
    [
      ["feed", "a@local", "--from-dump", "x.sql", "--once"],
      2,
      "--from-dump goes alone; read what happened since",
    ],
    [
      ["feed", "a@local", "--release", "1", "--siteinfo", "x"],
      2,
      "--release takes pages of one wiki, and goes alone",
    ],
    [["dispatch", "--once"], 2, "EDGE_URL is not set"],
    [["origin", "--port", "0"], 2, "ORIGIN_TOKEN is not set"],
  ])("%j", async (args, code, message) => {
    const ran = await run(...args);
    expect(ran.stderr).toEqual([expect.stringContaining(message)]);
    expect(ran.stderr[0]).not.toContain("\n");
    expect(ran).toMatchObject({ code, stdout: "" });
  });

  test("no contact address", async () => {
    const { WEBOID_CONTACT: _, ...without } = env;
    const ran = await weboid(["feed", "--once"], { env: without });
    expect(ran).toMatchObject({ code: 2, stderr: [expect.stringContaining("WEBOID_CONTACT is not set")] });
  });

  test("a database that is away, and one without tables", async () => {
    const away = await weboid(["status"], { env: { ...env, DATABASE_URL: "postgres://x@127.0.0.1:9/y" } });
    expect(away).toMatchObject({ code: 1, stderr: [expect.stringContaining("no PostgreSQL answers")] });
    const postgres = new URL(env.DATABASE_URL ?? "");
    postgres.pathname = "/postgres";
    const empty = await weboid(["status"], { env: { ...env, DATABASE_URL: postgres.href } });
    expect(empty).toMatchObject({ code: 1, stderr: [expect.stringContaining("run `weboid migrate`")] });
  });

  test("a wiki that sends us to a login page", async () => {
    fake.instead.push({ status: 302, headers: { location: "https://login.zz/" }, body: "" });
    const ran = await run("feed", "--once", "--json", "fakewiki@local");
    expect(ran.code).toBe(1);
    expect(jsonLines(ran)).toMatchObject([{ error: { kind: "redirected" } }]);
  });
});
