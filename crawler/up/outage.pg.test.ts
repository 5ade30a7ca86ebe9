import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { connect } from "../../db/connect.ts";
import { addClients } from "../../db/dispatch/clients.ts";
import { freePort } from "../../db/embedded/port.ts";
import { type Embedded, startEmbedded } from "../../db/embedded.ts";
import { awayOf, noLog } from "../../db/errors.ts";
import { migrate } from "../../db/migrate.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { dispatch } from "../dispatch/run.ts";
import type { SnapshotStore } from "../dispatch/store.ts";
import { feedWikis } from "../feed/run.ts";
import { startFakeWiki } from "../feed/testing/fake-wiki.ts";
import { maintain } from "../maintain/run.ts";
import { createHttpClient, type HttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { attach } from "../organisation/attach/run.ts";
import { startRegistries, UNIVERSITY } from "../organisation/testing/registries.ts";
import { NO_PACE } from "../politeness/rate-limiter.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import type { Backoff } from "../runtime/database-retry.ts";
import { crawl } from "../sweep/run.ts";
import { answered } from "../sweep/testing/outcomes.ts";

/** Every role on a server of its own that is stopped, started again, and whose connections are cut. */

const DAY = 3_600;
const PATIENT: Backoff = { firstMs: 50, mostMs: 500, totalMs: 60_000 };
const folder = mkdtempSync(join(tmpdir(), "weboid-outage-"));
let port = 0;
let server: Embedded;
let db: Database;
let wiki: WikiId;

/** Always on the same port, as a server is that restarts. */
const startServer = () =>
  startEmbedded(folder, noLog, { settings: { fsync: "off", full_page_writes: "off", port: String(port) } });
const restart = async () => {
  await server.stop();
  server = await startServer();
};
const cut = async () => {
  const killer = await connect(server.url, { max: 1 });
  await killer.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await killer.close();
};

beforeAll(async () => {
  chmodSync(folder, 0o755);
  port = await freePort();
  server = await startServer();
  db = await connect(server.url, { max: 4 });
  await migrate(db, noLog);
  wiki = await sampleWiki(db);
  await addClients(db, ["main"]);
});
afterAll(async () => {
  await db.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait, worker, organisation,
    organisation_domain, organisation_range, organisation_sign, organisation_sharer, organisation_work, registry, registry_answer`;
  await db.sql`update dispatch_client set needs_export = true, position_xid = '0', position_id = 0,
    dispatched_at = null, lease_until = 'epoch'`;
});

function setUp(backoff: Backoff = PATIENT, signal = new AbortController().signal) {
  const lines: string[] = [];
  const keep = (text: string) => void lines.push(text);
  const ctx: RoleContext = {
    db,
    clock: steppedClock(instantOfDay(asDay(DAY)) + 3_600_000),
    log: { info: keep, warn: keep, error: keep },
    signal,
    config: readConfig({}),
    backoff,
  };
  const logged = () => ({
    waited: lines.filter((line) => line.includes("waiting for it")).length,
    back: lines.filter((line) => line.includes("is back")).length,
  });
  return { ctx, logged };
}

/** Answers after a moment; `trouble` is begun at the tenth check and goes on beside the others. */
function web(trouble: () => Promise<void>) {
  const asked: NormalisedUrl[] = [];
  let troubled = Promise.resolve();
  return {
    asked,
    over: () => troubled,
    async check({ url }: { readonly url: NormalisedUrl }) {
      asked.push(url);
      if (asked.length === 10) troubled = trouble();
      await new Promise((done) => setTimeout(done, 20));
      return answered(url, 404);
    },
  };
}

const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://h${n}.zz/`);
const pace = NO_PACE;

test.each([
  ["a restart of the server", restart],
  ["a cut of all connections", cut],
])("crawl: %s costs no result, and no URL is asked twice", async (_name, trouble) => {
  await samplePage(db, wiki, 1, urls(200), DAY);
  const { ctx, logged } = setUp();
  const checker = web(trouble);
  expect(await crawl(ctx, { once: true, checker, pace, concurrency: 5 })).toMatchObject({ checked: 200 });
  await checker.over();
  expect(new Set(checker.asked).size).toBe(checker.asked.length);
  expect(await db.sql`select count(*)::int as n from url where queried = ${DAY}`).toEqual([{ n: 200 }]);
  expect(await db.sql`select count(*)::int as n from change where kind = 'url'`).toEqual([{ n: 200 }]);
  expect(logged().waited).toBe(logged().back);
});

test("crawl: a database that stays away ends the work, and no site is contacted", async () => {
  await samplePage(db, wiki, 1, urls(1_000), DAY);
  const { ctx, logged } = setUp({ firstMs: 50, mostMs: 50, totalMs: 300 });
  const checker = web(() => server.stop());
  const error = await crawl(ctx, { once: true, checker, pace, concurrency: 5 }).catch(
    (thrown: unknown) => thrown,
  );
  const { length } = checker.asked;
  expect(awayOf(error)).not.toBeNull();
  expect(length).toBeLessThan(1_000);
  expect(logged()).toEqual({ waited: 1, back: 0 });
  await checker.over();
  server = await startServer();
  expect(checker.asked.length).toBe(length);
});

test("crawl: a signal ends the waiting", async () => {
  await samplePage(db, wiki, 1, urls(100), DAY);
  const stop = new AbortController();
  const { ctx } = setUp({ firstMs: 3_600_000, mostMs: 3_600_000, totalMs: 3_600_000 }, stop.signal);
  const warn = (text: string) => {
    if (text.includes("waiting for it")) stop.abort();
  };
  const checker = web(() => server.stop());
  const ending = crawl({ ...ctx, log: { ...ctx.log, warn } }, { once: false, checker, pace, concurrency: 5 });
  expect(awayOf(await ending.catch((thrown: unknown) => thrown))).not.toBeNull();
  await checker.over();
  server = await startServer();
});

test.each([
  ["a restart of the server", restart],
  ["a cut of all connections", cut],
])("dispatch: after %s every snapshot is published all the same", async (_name, trouble) => {
  for (let pageid = 1; pageid <= 30; pageid++) await samplePage(db, wiki, pageid, ["https://a.zz/"], DAY);
  const values = new Map<string, string>();
  let puts = 0;
  const store: SnapshotStore = {
    async put(pairs) {
      for (const { key, value } of pairs) values.set(key, value);
      puts += 1;
      if (puts === 2) await trouble();
      return { kind: "stored", calls: 1 };
    },
    remove: async () => ({ kind: "stored", calls: 1 }),
    list: async () => ({ kind: "keys", keys: [...values.keys()], cursor: null }),
  };
  const { ctx } = setUp();
  const { clients, written } = await dispatch(ctx, { once: true, store });
  expect(clients).toBe(1);
  // Published at least once (D2): where the answer to storing the position was lost with the connection, all is published again.
  expect([30, 60]).toContain(written);
  expect([...values.keys()].filter((key) => key.startsWith("s1:")).length).toBe(30);
  expect(await db.sql`select needs_export, holder from dispatch_client`).toEqual([
    { needs_export: false, holder: null },
  ]);
});

test.each([
  ["a restart of the server", restart],
  ["a cut of all connections", cut],
])("feed: after %s every page is read all the same", async (_name, trouble) => {
  const pages = Array.from({ length: 20 }, (_, n) => ({
    pageid: n + 1,
    title: `P${n}`,
    links: [`https://p${n}.zz/`],
  }));
  const fake = await startFakeWiki(pages);
  const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
  await db.sql`update wiki set api = ${fake.api}, full_due_at = 'epoch', incremental_due_at = 'epoch', feed = '{}'`;
  let requests = 0;
  const counted: HttpClient = {
    ...http,
    async send(request) {
      requests += 1;
      if (requests === 5) await trouble();
      return http.send(request);
    },
  };
  const { ctx } = setUp();
  const { wikis } = await feedWikis(ctx, { wikis: [], once: true, http: counted });
  expect(wikis).toMatchObject([{ error: null }]);
  expect(await db.sql`select count(*)::int as n from url`).toEqual([{ n: 20 }]);
  await http.close();
  await fake.close();
});

test.each([
  ["a restart of the server", restart],
  ["a cut of all connections", cut],
])(
  "organisation attach: %s amid a question to a registry loses no domain, and doubles none",
  async (_, trouble) => {
    let troubled: Promise<void> | null = null;
    const answer = UNIVERSITY.whois["uni-moor.de"] ?? "";
    const whois = {
      ...UNIVERSITY.whois,
      get "uni-moor.de"() {
        troubled ??= trouble();
        return answer;
      },
    };
    const { dns, whoisServer, rdapBase } = await startRegistries({ ...UNIVERSITY, whois });
    const config = readConfig({
      WEBOID_DNS: dns,
      WEBOID_WHOIS: `${whoisServer.host}:${whoisServer.port}`,
      WEBOID_RDAP_BOOTSTRAP: rdapBase,
    });
    const links = ["https://www.uni-moor.de/a", "https://www.uni-moor.de/b", "https://lake-institute.org/"];
    await samplePage(db, wiki, 1, [...links, "https://other.org/"], DAY);
    const { ctx } = setUp();
    const { looked } = await attach({ ...ctx, config }, { once: true });
    expect(troubled).not.toBeNull();
    await troubled;
    expect(looked).toBeGreaterThanOrEqual(3);
    // A turn that could not be given back ends by itself.
    expect(
      await db.sql`select name from registry
        where holder is not null and lease_until > clock_timestamp() + interval '2 minutes'`,
    ).toEqual([]);
    expect(
      await db.sql`select d.domain, o.domain as root, d.looked, d.holder from organisation_domain d
      left join organisation o on o.id = d.organisation_id order by 1`,
    ).toEqual([
      { domain: "lake-institute.org", root: "uni-moor.de", looked: DAY, holder: null },
      { domain: "other.org", root: null, looked: DAY, holder: null },
      { domain: "uni-moor.de", root: "uni-moor.de", looked: DAY, holder: null },
    ]);
    expect(await db.sql`select name from organisation`).toEqual([{ name: "Universität Moor" }]);
  },
);

test("maintain: after a restart what expires is gone all the same", async () => {
  await samplePage(db, wiki, 1, urls(3), DAY - 300);
  const { ctx } = setUp();
  await Promise.all([maintain(ctx, { once: true, force: true }), restart()]);
  expect(await db.sql`select count(*)::int as n from url`).toEqual([{ n: 0 }]);
});
