import { afterAll, beforeAll, expect, test } from "vitest";
import { weboid } from "../../crawler/cli/testing/run.ts";
import {
  ACCOUNT,
  API_TOKEN,
  NAMESPACE,
  startCloudflareServer,
} from "../../crawler/dispatch/testing/cloudflare-server.ts";
import { type FakeWiki, startFakeWiki } from "../../crawler/feed/testing/fake-wiki.ts";
import { databaseMs } from "../../db/clock.ts";
import { connect, type Database } from "../../db/connect.ts";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import { generate } from "./generate.ts";

/** Tables that grow with the web and its wikis: nothing but maintenance may read one from end to end. */
const LARGE =
  "^(url|page|page_link)_[0-9]+$|^(host|recheck|verdict_change_due|move|archive|change|published_value)$";

let db: Database;
let web: ReturnType<typeof Bun.serve>;
let fake: FakeWiki;
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
  const first = `http://127.0.0.1:${web.port}/`;
  fake = await startFakeWiki([
    { pageid: 7, title: "Seven", links: [first, `${first}gone`] },
    { pageid: 8, title: "Eight", links: [`${first}gone`] },
  ]);
  db = await connect(url, { max: 1 });
  const today = dayOfInstant(await databaseMs(db));
  await generate(db, { urls: 20_000, pages: 10_000, uses: 40_000 }, today, () => {});
  // Nobody answers for them; all but what is new was checked.
  await db.sql`update wiki set paused = true`;
  await db.sql`update slice set swept = ${today}`;
  // Of small tables the planner reads all where it may. Without that, whatever has an index goes by it, and what has none is seen.
  await db.sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} set enable_seqscan = off`);
});
afterAll(async () => {
  await db.close();
  await fake.close();
  await web.stop(true);
  await edge.stop();
});

/** How often each large table was read from end to end so far. */
async function scans(): Promise<Map<string, number>> {
  const rows = await db.sql<{ name: string; count: number }[]>`
    select relname as name, seq_scan::int as count from pg_stat_user_tables where relname ~ ${LARGE}`;
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** Which large tables these commands read from end to end. */
async function scannedBy(...commands: readonly (readonly string[])[]): Promise<string[]> {
  const before = await scans();
  expect(before.size).toBeGreaterThan(20);
  for (const command of commands) expect((await weboid(command, { env })).code, command.join(" ")).toBe(0);
  const after = await scans();
  return [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
}

test("feeding, checking and publishing read no large table from end to end", async () => {
  expect(
    await scannedBy(
      ["wiki", "add", "fakewiki@local", "--api", fake.api],
      ["feed", "--once"],
      ["crawl", "--once"],
      ["dispatch", "--once"],
    ),
  ).toEqual([]);
  expect(await db.sql`select 1 from url where id >= 20000 and octet_length(history) > 0`).toHaveLength(2);
});

test("a scan is seen where there is one", async () => {
  const before = await scans();
  await db.sql`select 1 from url where touched = 1`;
  await db.sql`select pg_stat_force_next_flush()`;
  expect((await scans()).get("url_0000")).toBeGreaterThan(before.get("url_0000") ?? 0);
});
