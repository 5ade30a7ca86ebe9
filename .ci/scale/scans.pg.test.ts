import { afterAll, beforeAll, expect, test } from "vitest";
import { weboid } from "../../crawler/cli/testing/run.ts";
import {
  ACCOUNT,
  API_TOKEN,
  NAMESPACE,
  startCloudflareServer,
} from "../../crawler/dispatch/testing/cloudflare-server.ts";
import { type FakeWiki, startFakeWiki } from "../../crawler/feed/testing/fake-wiki.ts";
import { startRegistries, UNIVERSITY } from "../../crawler/organisation/testing/registries.ts";
import { type ArchiveServer, serveArchive } from "../../crawler/sample/archive.ts";
import { databaseMs } from "../../db/clock.ts";
import { connect, type Database } from "../../db/connect.ts";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { samplePage } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import { generateBeside } from "./beside.ts";
import { generate } from "./generate.ts";
import { askEverything } from "./origin-questions.ts";

/** Tables that grow with the web, its wikis, or with what people do: nothing but maintenance may read one from end to end. */
const LARGE = `^(url|page|page_link)_[0-9]+$|^(${[
  ...["host", "host_trait", "recheck", "verdict_change_due", "move", "change", "event", "event_page"],
  ...["page_batch", "spam_use", "published_value", "asked_check", "survey_domain"],
  ...["archive", "archive_visit", "archive_link", "archive_save", "replacement", "report", "people_log"],
  ...["organisation", "organisation_domain", "organisation_sign", "organisation_sharer", "registry_answer"],
  ...["relaunch", "relaunch_wiki"],
].join("|")})$`;

/** Rows of each table beside URLs and pages. */
const BESIDE = 2_000;
/** None of those that are generated. */
const PAGE = 99_999;

let db: Database;
let web: ReturnType<typeof Bun.serve>;
let fake: FakeWiki;
let archive: ArchiveServer;
let env: Record<string, string>;
const edge = startCloudflareServer();

beforeAll(async () => {
  const url = await freshDatabaseUrl();
  web = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url: asked }) =>
      new Response("<title>A page</title>Text", { status: asked.endsWith("/gone") ? 404 : 200 }),
  });
  archive = await serveArchive({ port: 0, capturesOf: () => [] });
  env = {
    DATABASE_URL: url,
    WEBOID_CONTACT: "test@example.org",
    WEBOID_LOG: "silent",
    WEBOID_ALLOW_PRIVATE: "1",
    WEBOID_CONTROL: "none",
    WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${archive.base}`,
    ORIGIN_TOKEN: "origin-token-of-the-tests",
    CLOUDFLARE_API_BASE_URL: edge.url,
    CLOUDFLARE_API_TOKEN: API_TOKEN,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    CLOUDFLARE_KV_NAMESPACE_ID: NAMESPACE,
  };
  const first = `http://127.0.0.1:${web.port}/`;
  fake = await startFakeWiki([
    { pageid: 7, title: "Seven", links: [first, `${first}gone`] },
    { pageid: 8, title: "Eight", links: [`${first}gone`] },
  ]);
  db = await connect(url, { max: 1 });
  const today = dayOfInstant(await databaseMs(db));
  await generate(db, { urls: 20_000, pages: 10_000, uses: 40_000 }, today, () => {});
  await generateBeside(db, today, BESIDE);
  // Nobody answers for them; all but what is new was checked.
  await db.sql`update wiki set paused = true`;
  await db.sql`update slice set swept = ${today}`;
  await db.sql`analyze`;
  // Of small tables the planner reads all where it may. Without that, whatever has an index goes by it, and what has none is seen.
  await db.sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set enable_seqscan = off`);
  await db.close();
  db = await connect(url, { max: 1 });
});
afterAll(async () => {
  await db.close();
  await fake.close();
  archive.close();
  await web.stop(true);
  await edge.stop();
});

type Counts = () => Promise<Map<string, number>>;

const countsOf = (rows: readonly { readonly name: string; readonly count: number }[]) =>
  new Map(rows.map(({ name, count }) => [name, count]));

/** How often each large table was read from end to end so far. */
const scans: Counts = async () => {
  await db.sql`select pg_stat_force_next_flush()`;
  return countsOf(
    await db.sql`select relname as name, seq_scan::int as count from pg_stat_user_tables where relname ~ ${LARGE}`,
  );
};

/** How many rows each index of a large table found so far. */
const found: Counts = async () => {
  await db.sql`select pg_stat_force_next_flush()`;
  return countsOf(
    await db.sql`select indexrelname as name, idx_tup_read::int as count from pg_stat_user_indexes where relname ~ ${LARGE}`,
  );
};

/** Whose count grows by so much and more while `work` runs. */
async function grownBy(counts: Counts, work: () => Promise<unknown>, least: number): Promise<string[]> {
  const before = await counts();
  expect(before.size).toBeGreaterThan(40);
  await work();
  const after = await counts();
  return [...after].filter(([name, count]) => count - (before.get(name) ?? 0) >= least).map(([name]) => name);
}

/** Which large tables are read from end to end while `work` runs. */
const scannedBy = (work: () => Promise<unknown>) => grownBy(scans, work, 1);

const run = async (...commands: readonly (readonly string[])[]): Promise<void> => {
  for (const command of commands) {
    const { code, stderr } = await weboid(command, { env });
    expect([code, ...stderr], command.join(" ")).toEqual([0]);
  }
};

test("feeding, checking and publishing read no large table from end to end", async () => {
  const work = () =>
    run(
      ["wiki", "add", "fakewiki@local", "--api", fake.api],
      ["feed", "--once"],
      ["crawl", "--once"],
      ["dispatch", "--once"],
    );
  let walked: string[] = [];
  expect(
    await scannedBy(async () => {
      walked = await grownBy(found, work, BESIDE);
    }),
  ).toEqual([]);
  // A condition that no index can be asked for reads an index from end to end. Changes are there to be read, once.
  expect(walked).toEqual(["change_xid_id_pk"]);
  expect(await db.sql`select 1 from url where id >= 20000 and octet_length(history) > 0`).toHaveLength(2);
});

test("nor do answers of the origin to readers, bots and people", async () => {
  expect(await scannedBy(() => askEverything(db, env))).toEqual([]);
});

test("nor do archivists", async () => {
  expect(await scannedBy(() => run(["archive", "--once"]))).toEqual([]);
});

test("nor do operators' questions", async () => {
  const work = () =>
    run(
      ["wiki", "show", "fakewiki@local"],
      ["report", "list", "--scopes"],
      ["url", `http://127.0.0.1:${web.port}/gone`],
      ["page", "fakewiki@local", "7"],
      ["spam", "uses", "fakewiki@local"],
    );
  expect(await scannedBy(work)).toEqual([]);
  // The latest reports are looked for among all reports, and in nothing else.
  expect(await scannedBy(() => run(["report", "list"]))).toEqual(["report"]);
  // Of so few URLs as here, status counts each (EXACT_ROWS_MAX).
  expect(await scannedBy(() => run(["status"], ["status", "--prometheus"]))).toEqual(["url_0000"]);
  expect(await scannedBy(() => weboid(["doctor"], { env }))).toEqual(["url_0000"]);
});

test("nor do attachers of organisations, but for their start", async () => {
  const { dns, whoisServer, rdapBase } = await startRegistries(UNIVERSITY);
  const registries = {
    WEBOID_DNS: dns,
    WEBOID_WHOIS: `${whoisServer.host}:${whoisServer.port}`,
    WEBOID_RDAP_BOOTSTRAP: rdapBase,
  };
  const [wiki] = await db.sql<{ id: WikiId }[]>`select id from wiki limit 1`;
  const urls = ["https://www.uni-moor.de/", "https://lake-institute.org/"];
  await samplePage(db, wiki?.id as WikiId, PAGE, urls, dayOfInstant(await databaseMs(db)));
  const work = () => weboid(["organisation", "attach", "--once"], { env: { ...env, ...registries } });
  // What other parsers read is looked for among all organisations, once.
  expect(await scannedBy(work)).toEqual(["organisation"]);
  const attached = db.sql`select rule from organisation_domain where domain = 'lake-institute.org'`;
  expect(await attached).toEqual([{ rule: "name-server" }]);
});

test("a scan is seen where there is one", async () => {
  expect(await scannedBy(() => db.sql`select 1 from url where touched = 1`)).toContain("url_0000");
});
