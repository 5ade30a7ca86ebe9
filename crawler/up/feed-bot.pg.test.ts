import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { UrlChange } from "../../db/changes/types.ts";
import { writeEvents } from "../../db/events/write.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { UrlId, WikiId } from "../../db/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import { edgeStore } from "../dispatch/edge-store.ts";
import { dispatch } from "../dispatch/run.ts";
import { checkoutRoot, edgeVars, startEdge } from "../edge-host/start.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { originToken, serveOrigin } from "../origin/run.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";

/** The bot of docs/feed.md on the whole way: change rows, dispatcher, PostgreSQL, origin, the edge in workerd. */

const DAY = asDay(3_611);
const WIKI = "testwiki@wmflabs";
const URL_ = "https://dead.zz/";
const PAGES = 30;
const BOT = join(checkoutRoot, "docs/examples/feed-bot.mjs");

const folder = mkdtempSync(join(tmpdir(), "weboid-bot-"));
const state = join(folder, "cursor.txt");
const opened = new AsyncDisposableStack();
let db: Database;
let wiki: WikiId;
let edgeUrl = "";
let tell: () => Promise<unknown>;

beforeAll(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db);
  for (let page = 1; page <= PAGES; page++) await samplePage(db, wiki, page, [URL_], DAY);
  const stop = new AbortController();
  const config = readConfig({
    EDGE_TOKEN: "edge-token-of-the-tests",
    ORIGIN_TOKEN: "origin-token-of-the-tests",
  });
  const ctx: RoleContext = { db, clock: systemClock, log: silentLog, signal: stop.signal, config };
  const { promise: listening, resolve: onListening } = Promise.withResolvers<number>();
  const origin = serveOrigin(ctx, { port: 0, token: originToken(config), onListening });
  opened.defer(async () => {
    stop.abort();
    await origin;
  });
  const vars = edgeVars(config, `http://127.0.0.1:${await listening}`);
  const edge = await startEdge({
    dataDir: folder,
    hostname: "127.0.0.1",
    port: 0,
    vars,
    egress: config,
    log: silentLog,
  });
  opened.defer(() => edge.stop());
  edgeUrl = edge.url;
  const http = createHttpClient({ userAgent: "test", guard: LOOPBACK });
  opened.defer(() => http.close());
  const { edgeToken } = config;
  const store = edgeStore({ http, edgeUrl, edgeToken: edgeToken ?? "", signal: stop.signal });
  tell = () => dispatch(ctx, { once: true, store, events: writeEvents });
  await tell();
});
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const bot of running) bot.kill("SIGKILL");
});
afterAll(async () => {
  await opened.disposeAsync();
  rmSync(folder, { recursive: true, force: true });
});

async function happens(before: Verdict, after: Verdict): Promise<void> {
  const factsOf = (verdict: Verdict) => ({
    verdict,
    rule: "r",
    status: 18,
    http: 404,
    since: DAY,
    last: DAY,
    checks: 5,
  });
  const payload: UrlChange = { url: URL_, news: ["verdict"], before: factsOf(before), after: factsOf(after) };
  const [url] = await db.sql<{ id: UrlId }[]>`select id from url`;
  await db.sql`insert into change (day, kind, url_id, payload)
    values (${DAY}, 'url', ${url?.id ?? 0}, ${JSON.stringify(payload)}::text::jsonb)`;
  await tell();
}

interface Task {
  readonly do: string;
  readonly pageid?: number;
  readonly title?: string;
  readonly url?: string;
}

function startBot(runtime: string, ...more: string[]) {
  const bot = spawn(runtime, [BOT, edgeUrl, WIKI, "--state", state, "--every", "0.2", ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(bot);
  let text = "";
  bot.stdout.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  const ended = new Promise<number | null>((done) => bot.on("exit", done));
  const tasks = () =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Task);
  return { bot, ended, tasks };
}

const NODE = join(checkoutRoot, "node_modules/.bin/node");
const pageids = (tasks: readonly Task[], what: string) =>
  tasks.flatMap((task) => (task.do === what ? [task.pageid] : []));
const ALL = Array.from({ length: PAGES }, (_, at) => at + 1);

test("the documented bot acts on every page, and goes on where it was killed", async () => {
  const first = startBot(NODE);
  await expect.poll(() => first.tasks()).toEqual([{ do: "look-at-all-pages", wiki: WIKI }]);
  await happens("working", "unreachable");
  await expect.poll(() => pageids(first.tasks(), "mark-dead")).toEqual(ALL);
  expect(first.tasks()[1]).toMatchObject({ url: URL_, title: "Page 1" });
  const before = () => readFileSync(state, "utf8");
  await expect.poll(before).toMatch(/^\d+\.\d+$/);
  first.bot.kill("SIGKILL");
  await first.ended;
  await happens("unreachable", "working");
  // What is new is seen after the seconds for which the edge keeps an answer.
  await new Promise((done) => setTimeout(done, 3_100));
  const second = startBot(process.execPath, "--once");
  expect(await second.ended).toBe(0);
  expect(pageids(second.tasks(), "unmark")).toEqual(ALL);
  expect(second.tasks().length).toBe(PAGES);
});

test("a bot that was away for too long begins again", async () => {
  writeFileSync(state, "1.1");
  const bot = startBot(process.execPath, "--once");
  expect(await bot.ended).toBe(0);
  expect(bot.tasks()).toEqual([{ do: "look-at-all-pages", wiki: WIKI }]);
  expect(readFileSync(state, "utf8")).not.toBe("1.1");
});

test("a stream tells an event while it is open", async () => {
  const stop = new AbortController();
  const response = await fetch(`${edgeUrl}/feed/${WIKI}?format=sse&limit=1`, { signal: stop.signal });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  })().catch(() => {});
  await expect.poll(() => text).toContain('"kind":"working"');
  await happens("working", "doubtful");
  await expect.poll(() => text).toContain('"kind":"doubtful"');
  stop.abort();
  await reading;
  expect(text.split("\n").filter((line) => line.startsWith("id: ")).length).toBe(2);
});
