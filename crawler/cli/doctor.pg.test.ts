import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseMs } from "../../db/clock.ts";
import { connect, type Database } from "../../db/connect.ts";
import { logActs } from "../../db/people/log.ts";
import { applyRoles, roleName } from "../../db/roles/apply.ts";
import { COMPONENTS } from "../../db/roles/grants.ts";
import { dropRoles, freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { newsOf } from "../../db/testing/sample.ts";
import { heartbeat } from "../../db/work/workers.ts";
import { addDays, type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import { decodeHistory, encodeHistory } from "../../shared/history/pack.ts";
import type { HistoryEntry } from "../../shared/history/types.ts";
import { FINE, NOT_FOUND } from "../../shared/status/table.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import {
  ACCOUNT,
  API_TOKEN,
  type CloudflareServer,
  NAMESPACE,
  startCloudflareServer,
} from "../dispatch/testing/cloudflare-server.ts";
import { type FakeWiki, startFakeWiki } from "../feed/testing/fake-wiki.ts";
import { CHECKS, type CheckName } from "./doctor/checks.ts";
import type { Report } from "./doctor/lines.ts";
import { weboid } from "./testing/run.ts";

let env: Record<string, string> = {};
let db: Database;
let fake: FakeWiki;
let web: ReturnType<typeof Bun.serve>;
let edge: CloudflareServer;
let today: Day;
let first: string;
const passwords = new Map<string, string>();

const run = (args: readonly string[], more: Record<string, string> = {}) =>
  weboid(["doctor", ...args], { env: { ...env, ...more } });
async function report(
  args: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<Report & { code: number }> {
  // However slow this machine is, they are alive.
  await db.sql`update worker set seen_at = greatest(seen_at, clock_timestamp())`;
  const ran = await run(["--json", ...args], more);
  expect(ran.stderr).toEqual([]);
  return { code: ran.code, ...(JSON.parse(ran.stdout) as Report) };
}
const brief = ({ findings }: Report) =>
  findings.map(({ check, count, repaired }) => [check, count, repaired]);

/** Found and repaired in one run, and then no more. */
async function foundAndRepaired(
  check: CheckName,
  count: number,
  example: RegExp,
  more: readonly string[] = [],
): Promise<void> {
  const only = ["--only", CHECKS[check].group];
  const repaired = await report(["--repair", ...only, ...more]);
  expect([repaired.code, brief(repaired)]).toEqual([1, [[check, count, count]]]);
  expect(repaired.findings[0]).toMatchObject({
    severity: CHECKS[check].severity,
    fix: CHECKS[check].fix,
    examples: expect.arrayContaining([expect.stringMatching(example)]),
  });
  await sound(only);
}
const sound = async (args: readonly string[] = []) => {
  const { code, findings } = await report(args);
  expect([code, findings]).toEqual([0, []]);
};
const all = async (...commands: string[][]) => {
  for (const command of commands) expect((await weboid(command, { env })).code, command.join(" ")).toBe(0);
};

beforeAll(async () => {
  edge = startCloudflareServer();
  web = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      new Response("<title>A page</title>Text", { status: url.endsWith("/gone") ? 404 : 200 }),
  });
  const url = await freshDatabaseUrl();
  env = {
    DATABASE_URL: url,
    WEBOID_CONTACT: "test@example.org",
    WEBOID_LOG: "silent",
    WEBOID_ALLOW_PRIVATE: "1",
    WEBOID_CONTROL: "none",
    CLOUDFLARE_API_BASE_URL: edge.url,
    CLOUDFLARE_API_TOKEN: API_TOKEN,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    CLOUDFLARE_KV_NAMESPACE_ID: NAMESPACE,
  };
  first = `http://127.0.0.1:${web.port}/`;
  fake = await startFakeWiki([
    { pageid: 7, title: "Seven", links: [first, `${first}gone`] },
    { pageid: 8, title: "Eight", links: [`${first}gone`] },
  ]);
  db = await connect(url, { max: 2 });
  for (const { role, password } of await applyRoles(db)) passwords.set(role, password ?? "");
  today = dayOfInstant(await databaseMs(db));
  await all(
    ["wiki", "add", "fakewiki@local", "--api", fake.api],
    ["feed", "--once"],
    ["crawl", "--once"],
    ["dispatch", "--once"],
  );
  for (const role of ["feed", "crawl", "dispatch", "maintain", "origin"])
    await heartbeat(db, { name: `here:${role}`, role, info: {} });
});
afterAll(async () => {
  await db.close();
  await fake.close();
  await web.stop(true);
  await edge.stop();
  const { DATABASE_URL = "" } = env;
  const database = new URL(DATABASE_URL).pathname.slice(1);
  await dropRoles(
    DATABASE_URL,
    COMPONENTS.map((component) => roleName(database, component)),
  );
});

/** What is stored of a URL of the test's own web. */
async function stored(path: string) {
  const [row] = await db.sql<{ id: string; queried: number; touched: number; history: Uint8Array }[]>`
    select id, queried, touched, history from url where path = ${path}`;
  if (row === undefined) throw new Error(`no such URL: ${path}`);
  const decoded = decodeHistory(row.history);
  return {
    ...row,
    id: Number(row.id),
    history: decoded.kind === "history" ? decoded.history : decoded.reason,
  };
}
const idOf = async (path: string) => (await stored(path)).id;
const setHistory = async (url: string, entries: readonly Partial<HistoryEntry>[], queried: number) => {
  const history = entries.map((entry) => ({
    status: FINE,
    http: 200,
    first: today,
    last: today,
    deadEnd: false,
    checks: 1,
    ...entry,
  }));
  await db.sql`update url set history = ${Buffer.from(encodeHistory(history))}, queried = ${queried} where id = ${await idOf(url)}`;
};

/** The first URL as its check left it, and the edge, too. */
async function asBefore(): Promise<void> {
  await setHistory("/", [{}], today);
  await db.sql`insert into change (day, kind, url_id, payload)
    values (${today}, 'url', ${await idOf("/")}, ${JSON.stringify(newsOf(first))}::text::jsonb)`;
  await db.sql`delete from recheck`;
  await all(["dispatch", "--once"]);
}

test("a system that was fed, crawled and published has no findings, sampled or in full", async () => {
  expect((await stored("/")).history).toMatchObject([{ http: 200, last: today }]);
  await sound();
  await sound(["--full"]);
  const { stdout } = await run([]);
  expect(stdout).toMatch(/^note URLs: read 1 slice of 10,000 each/m);
  expect(stdout).toMatch(/edge: 2 pages compared, 0 with a change on its way/);
  expect(stdout).toMatch(/^\d+ checks, no findings \(\d+\.\d s\)$/m);
});

test("stopped before the end: no answer that all is well, nor that the edge did not answer", async () => {
  const asked = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      process.emit("SIGINT");
      return new Promise(() => {});
    },
  });
  const store = { CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${asked.port}/v4` };
  const { code, stdout } = await run(["--full"], store);
  await asked.stop(true);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^stopped before the end: 0 findings so far \(/m),
  ]);
});

test("--json is one document", async () => {
  const { findings, notes, checks, full, ms } = await report(["--full"]);
  expect([findings, checks, full]).toEqual([[], Object.keys(CHECKS).length, true]);
  expect(notes).toEqual(expect.arrayContaining([expect.stringContaining("pages compared")]));
  expect(ms).toBeGreaterThan(0);
});

describe("histories", () => {
  test("days after today are taken out, verdicts follow and are published, and the URL is checked again", async () => {
    const gone = "/gone";
    const run: Partial<HistoryEntry> = { status: NOT_FOUND, http: 404, last: addDays(today, 60), checks: 3 };
    await setHistory(gone, [run], today + 60);
    await db.sql`update url set touched = ${today + 150} where id = ${await idOf("/")}`;
    await db.sql`delete from change`;
    // Without --repair it only looks, as often as it is asked.
    for (let time = 0; time < 2; time++) {
      const found = await report(["--only", CHECKS["history-future"].group]);
      expect([found.code, brief(found)]).toEqual([1, [["history-future", 2, 0]]]);
    }
    await foundAndRepaired("history-future", 2, /\/gone \(\d+\): /);
    const due = await stored(gone);
    expect(due.history).toMatchObject([{ status: NOT_FOUND, first: today, last: today, checks: 1 }]);
    expect(due.queried).toBe(today);
    expect(await db.sql`select touched from url where id = ${await idOf("/")}`).toEqual([{ touched: today }]);
    expect(await db.sql`select due from recheck where url_id = ${due.id}`).toEqual([{ due: today }]);
    const [change] = await db.sql`select payload from change where url_id = ${due.id}`;
    expect(change?.payload).toMatchObject({
      news: expect.arrayContaining(["status"]),
      after: { verdict: "doubtful", last: today },
    });
    await all(["dispatch", "--once"]);
    await sound();
  });

  test("where very many are ahead it is rather today that is wrong: nothing is repaired unless it is forced", async () => {
    for (let n = 1; n <= 21; n += 1)
      await db.sql`
        insert into url (id, key, host_id, scheme, port, path, touched, queried, history)
        select ${5_000 + n}::int, ${urlKey(`${first}ahead${n}` as NormalisedUrl)}, host_id, scheme, port,
          ${`/ahead${n}`}, ${today + 30}, ${today + 30}, history from url where path = '/gone'`;
    try {
      const { findings, notes } = await report(["--repair", "--only", "database"]);
      expect(notes).toContainEqual(expect.stringMatching(/nothing is repaired: 21 of \d+ URLs/));
      const found = findings.find(({ check }) => check === "history-future");
      expect(found).toMatchObject({ count: 21, repaired: 0 });
      const ahead = () => db.sql`select 1 from url where touched > ${today}`;
      expect(await ahead()).toHaveLength(21);
      await report(["--repair", "--force", "--only", "database"]);
      expect(await ahead()).toHaveLength(0);
    } finally {
      await db.sql`delete from url where id > 5000`;
      await db.sql`delete from recheck where url_id > 5000`;
    }
  });

  test("a run that only the future knows is as if it had not been observed", async () => {
    await setHistory("/", [{ first: addDays(today, 2), last: addDays(today, 2) }], today + 2);
    await foundAndRepaired("history-future", 1, /\/ \(\d+\): /);
    expect(await stored("/")).toMatchObject({ history: [], queried: -1 });
    await asBefore();
  });

  test.each([
    ["cut bytes", "01", /1 bytes are no whole entries/],
    ["no status of table S", "03010064006400c8", /no status byte: 3/],
    ["runs that overlap", "0101006400c800c81201006400960194", /ends after the next one began/],
  ])("%s are emptied", async (_, bytes, why) => {
    await db.sql`update url set history = decode(${bytes}, 'hex') where id = ${await idOf("/")}`;
    await foundAndRepaired("history-damaged", 1, why);
    expect((await stored("/")).history).toEqual([]);
    await asBefore();
  });
});

test("days after today elsewhere", async () => {
  await db.sql`update page set touched = ${today + 3}, links_read = ${today + 3} where pageid = 7`;
  await db.sql`update slice set swept = ${today + 9}`;
  await db.sql`insert into report (url_id, reporter, day) values (${await idOf("/")}, gen_random_uuid(), ${today + 1})`;
  await foundAndRepaired("day-future", 3, /^page: 1 rows, up to /);
  expect(await db.sql`select touched, links_read from page where pageid = 7`).toEqual([
    { touched: today, links_read: today },
  ]);
  expect(await db.sql`select swept from slice`).toEqual([{ swept: -1 }]);
  expect(await db.sql`select day from report`).toEqual([{ day: today }]);
  await db.sql`delete from report`;
});

describe("what refers to nothing", () => {
  test("rows that belong to URLs, hosts and pages", async () => {
    await db.sql`insert into recheck (url_id, due) values (999999, ${today})`;
    await db.sql`insert into archive (url_id, type, found) values (999999, 'archive.org', ${today})`;
    await db.sql`insert into page_link (wiki_id, pageid, urls) select id, 999, '{}' from wiki`;
    await foundAndRepaired("reference-missing", 3, /^recheck: 1 rows without url$/);
  });

  test("lists of pages", async () => {
    await db.sql`update page_link set urls = urls || 999999::bigint where pageid = 8`;
    await foundAndRepaired("page-links", 1, /^fakewiki@local page 8: URL 999999$/);
    expect(await db.sql`select urls from page_link where pageid = 8`).toEqual([
      { urls: [await idOf("/gone")] },
    ]);
    expect(await db.sql`select needs_update from page where pageid = 8`).toEqual([{ needs_update: true }]);
    await db.sql`update page set needs_update = false`;
  });

  test("slices and sequences", async () => {
    await db.sql`delete from slice`;
    await foundAndRepaired("slice-missing", 1, /^slice 0$/);
    await db.sql`select setval('lease_token_seq', 1)`;
    await db.sql`update slice set token = 500`;
    await foundAndRepaired("sequence-late", 1, /^lease_token_seq is at 1, \d+ is used$/);
  });
});

test("changes that cannot be read are deleted once everybody has passed them", async () => {
  await db.sql`insert into change (day, kind, url_id) values (${today}, 'url', ${await idOf("/")})`;
  const only = ["--only", "database"];
  const awaited = await report(["--repair", ...only]);
  expect(awaited.findings).toMatchObject([
    {
      check: "change-damaged",
      severity: "error",
      count: 1,
      repaired: 0,
      examples: [expect.stringMatching(/^change \d+ \(url\): payload\.url: invalid_type$/)],
    },
  ]);
  await all(["dispatch", "--once"]);
  await foundAndRepaired("change-damaged", 1, /^change \d+ \(url\): /);
});

test("an entry of the public log that was tampered with", async () => {
  const act = { act: "remove", wiki: null, scope: "url", by: "operator" } as const;
  for (const path of ["a", "b", "c"])
    await db.transaction((tx) => logActs(tx, [{ ...act, target: `https://${path}.zz/` }]));
  await sound(["--only", "database"]);
  await db.sql`update people_log set target = 'https://evil.zz/' where no = 2`;
  expect((await report(["--repair", "--only", "database"])).findings).toMatchObject([
    {
      check: "log-broken",
      severity: "error",
      count: 1,
      repaired: 0,
      examples: [expect.stringMatching(/^entry 2: /)],
    },
  ]);
  await db.sql`update people_log set target = 'https://b.zz/' where no = 2`;
  await sound(["--only", "database"]);
});

describe("URLs that should not be there", () => {
  const again = () => all(["feed", "--once"], ["dispatch", "--once"]);

  test("under another's key, without a host: deleted, and entered again by the pages that have them", async () => {
    await db.sql`update url set key = gen_random_uuid() where id = ${await idOf("/")}`;
    await foundAndRepaired("url-invalid", 1, /: key /);
    await again();
    expect(await stored("/")).toMatchObject({ history: [], queried: -1 });
    await db.sql`update url set host_id = 9999 where id = ${await idOf("/")}`;
    await foundAndRepaired("url-without-host", 1, /: host 9999$/);
    await again();
    await sound();
  });

  test("twice, across partitions", async () => {
    await db.sql`select weboid_add_url_partition(1)`;
    const id = await idOf("/");
    await db.sql`insert into url (id, key, host_id, port, touched, queried, scheme, path, history)
      select 50000007, key, host_id, port, touched, queried, scheme, path, history from url where id = ${id}`;
    await db.sql`insert into slice (no, fresh) values (5000, false)`;
    await db.sql`select setval('url_id_seq', 50000007)`;
    await db.sql`update page_link set urls = array[${id}::bigint, 50000007] where pageid = 8`;
    await foundAndRepaired("url-doubled", 1, new RegExp(`\\(50000007\\): also ${id}$`), ["--full"]);
    expect(await db.sql`select urls from page_link where pageid = 8`).toEqual([{ urls: [id] }]);
    await all(["dispatch", "--once"]);
    await sound();
  });

  test("in the own farm of a page", async () => {
    await db.sql`update farm set internal_hosts = '^127\\.' where name = 'local'`;
    const found = await report();
    expect(brief(found)).toEqual([["url-internal", 2, 0]]);
    await report(["--repair"]);
    await db.sql`update farm set internal_hosts = ''`;
    await again();
    await sound();
  });
});

describe("the edge", () => {
  const key = "s1:fakewiki@local:7";

  test("a snapshot that is missing, wrong or left over is published again, or removed", async () => {
    const value = edge.values.get(key);
    const other = edge.values.get("s1:fakewiki@local:8");
    edge.values.delete(key);
    await foundAndRepaired("edge-missing", 1, /^fakewiki@local page 7$/);
    await all(["dispatch", "--once"]);
    expect(edge.values.get(key)).toEqual(value as never);
    edge.values.set(key, other as never);
    await foundAndRepaired(
      "edge-wrong",
      1,
      /^fakewiki@local page 7: pageid 8, not 7; title "Eight", not "Seven"; /,
    );
    await all(["dispatch", "--once"]);
    expect(edge.values.get(key)).toEqual(value as never);
    edge.values.set("s1:fakewiki@local:77", value as never);
    await foundAndRepaired("edge-leftover", 1, /^fakewiki@local page 77$/);
    await all(["dispatch", "--once"]);
    expect(edge.values.has("s1:fakewiki@local:77")).toBe(false);
    await sound(["--full"]);
  });

  test.each(["w1:fakewiki@local", "n1:fakewiki@local"])(
    "a wiki whose profile the edge lacks gets it again: %s",
    async (name) => {
      const profile = edge.values.get(name);
      expect(profile).toBeDefined();
      edge.values.delete(name);
      await foundAndRepaired("edge-profile", 1, /^fakewiki@local$/);
      await all(["dispatch", "--once"]);
      expect(edge.values.get(name)).toEqual(profile as never);
      await sound();
    },
  );

  test("what is on its way is no finding, nor is a day that advances", async () => {
    await asBefore();
    const id = await idOf("/");
    await db.sql`update url set history = overlay(history placing '\\x7f'::bytea from 2) where id = ${id}`;
    await sound();
    await setHistory("/", [{ http: 204, status: 2 as never }], today);
    expect(brief(await report())).toEqual([["edge-wrong", 1, 0]]);
    await db.sql`insert into change (day, kind, url_id, payload)
      values (${today}, 'url', ${id}, ${JSON.stringify(newsOf(first))}::text::jsonb)`;
    const { code, notes } = await report();
    expect([code, notes]).toEqual([
      0,
      expect.arrayContaining([expect.stringMatching(/pages compared, 1 with a change on its way/)]),
    ]);
    await setHistory("/", [{}], today);
    await db.sql`delete from change`;
    await sound();
  });

  test("a database that was restored: positions ahead, of edges and of feeds", async () => {
    await db.sql`update dispatch_client set position_xid = '9000000000000000000', profile_due = false`;
    await foundAndRepaired("client-foreign", 2, /^fakewiki@local at (main|feed)$/);
    expect(
      await db.sql`select target, needs_export, profile_due, position_xid::text as at from dispatch_client order by target`,
    ).toEqual([
      { target: "feed", needs_export: true, profile_due: false, at: "0" },
      { target: "main", needs_export: true, profile_due: true, at: "0" },
    ]);
    await db.sql`delete from event`;
    await all(["dispatch", "--once"]);
    expect(await db.sql`select kind from event where kind = 'gap'`).toHaveLength(1);
    await sound();
  });

  test("a later writer at the edge", async () => {
    edge.values.set("f1:fakewiki@local", new TextEncoder().encode("9007199254740000") as never);
    const found = await report(["--repair"]);
    expect(brief(found)).toEqual([["edge-fence", 1, 1]]);
    expect(await db.sql`select needs_export from dispatch_client where target = 'main'`).toEqual([
      { needs_export: true },
    ]);
    edge.values.delete("f1:fakewiki@local");
    await all(["dispatch", "--once"]);
    await sound();
  });

  test("a store that refuses, or is named by half", async () => {
    const refused = await report([], { CLOUDFLARE_API_TOKEN: "another-token-0123" });
    expect(refused.findings).toMatchObject([
      { check: "edge-unreachable", examples: [expect.stringContaining("CLOUDFLARE_API_TOKEN")] },
    ]);
    const half = await report([], { CLOUDFLARE_API_TOKEN: "" });
    expect(half.findings).toMatchObject([{ check: "store-unusable", severity: "error" }]);
  });
});

describe("clock", () => {
  test("a database whose clock was set back", async () => {
    await db.sql`update worker set seen_at = clock_timestamp() + interval '2 hours' where role = 'feed'`;
    await db.sql`update dispatch_client set dispatched_at = clock_timestamp() + interval '12 days'`;
    await foundAndRepaired("clock-set-back", 2, /^worker: /);
    await db.sql`update slice set holder = 'gone', lease_until = clock_timestamp() + interval '9 days' where no = 0`;
    await foundAndRepaired("lease-endless", 1, /^slice: 1 rows$/);
  });
});

describe("grants", () => {
  test("rights that are missing or too many", async () => {
    const { database } = (await db.sql`select current_database() as database`)[0] as { database: string };
    const crawl = roleName(database, "crawl");
    await db.sql.unsafe(`revoke update on url from ${crawl}; grant delete on page to ${crawl}`).simple();
    expect((await report()).findings).toMatchObject([
      {
        check: "grants-missing",
        severity: "error",
        examples: ["queried", "history", "extras"].map((column) => `crawl: update (${column}) on table url`),
        fix: "weboid migrate --roles",
      },
      { check: "grants-excess", severity: "error", examples: ["crawl: delete on table page"] },
    ]);
    await all(["migrate", "--roles"]);
    await sound();
  });

  test("as a component it says what it could not look at", async () => {
    const own = new URL(env.DATABASE_URL ?? "");
    own.username = roleName(own.pathname.slice(1), "dispatch");
    own.password = passwords.get(own.username) ?? "";
    const { findings, notes } = await report([], { DATABASE_URL: own.href });
    expect(findings.filter(({ check }) => CHECKS[check].group === "database")).toEqual([]);
    expect(notes).toEqual(
      expect.arrayContaining([expect.stringContaining("this user of the database may not do that")]),
    );
  });
});

describe("roles and configuration", () => {
  test("roles without a sign of life", async () => {
    await db.sql`delete from worker where role in ('maintain', 'dispatch')`;
    expect((await report()).findings).toMatchObject([
      {
        check: "role-missing",
        severity: "warning",
        examples: [
          expect.stringMatching(/no dispatch process is alive.*: start weboid dispatch$/),
          expect.stringMatching(/no maintain process is alive.*: start weboid maintain$/),
        ],
      },
    ]);
    await db.sql`delete from worker where role = 'crawl'`;
    expect((await report()).findings).toMatchObject([
      {
        check: "role-missing",
        severity: "error",
        examples: [expect.stringMatching(/^no crawler is alive/), expect.any(String), expect.any(String)],
      },
    ]);
    for (const role of ["crawl", "dispatch", "maintain"])
      await heartbeat(db, { name: `here:${role}`, role, info: {} });
    await sound();
  });

  test("secrets, by their names only", async () => {
    const token = "abcdefghijklmnopqrstuvwxyz0123456789";
    const more = { ORIGIN_TOKEN: token, EDGE_TOKEN: token, EDGE_TOKEN_OLD: "short-token-0123" };
    const { findings } = await report([], more);
    expect(findings).toMatchObject([
      {
        check: "token-weak",
        examples: [
          "EDGE_TOKEN_OLD has 16 characters, fewer than 32",
          "ORIGIN_TOKEN and EDGE_TOKEN are equal",
        ],
      },
    ]);
    expect(JSON.stringify(findings)).not.toContain(token);
  });

  test("--only looks at some groups; another is wrong usage", async () => {
    const { checks, findings } = await report(["--only", "grants", "clock"]);
    expect([checks, findings]).toEqual([8, []]);
    expect((await run(["--only", "weather"])).code).toBe(2);
  });
});

test("a database of another version is all that is said", async () => {
  await db.sql`insert into schema_migration (hash, created_at, oldest) values ('later', 99999999999999, 1000)`;
  expect((await report()).findings).toMatchObject([
    { check: "schema-version", examples: [expect.stringContaining("install the newer Weboid")] },
  ]);
  await db.sql`delete from schema_migration where hash = 'later'`;
  await sound();
});
