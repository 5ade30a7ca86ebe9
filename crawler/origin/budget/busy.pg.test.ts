import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../db/connect.ts";
import { freshDatabase } from "../../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import { ORIGIN } from "../../../shared/protocol/origin.ts";
import { sign } from "../../../shared/protocol/sign.ts";
import { systemClock } from "../../runtime/clock.ts";
import { readConfig } from "../../runtime/config.ts";
import { silentLog } from "../../runtime/log.ts";
import { serveOrigin } from "../run.ts";
import { CLASSES, shareOf } from "./limits.ts";

/** Questions of one caller that take forever, as the test holds a lock, beside those of others. */

const TOKEN = "origin-token-of-the-tests";
const WIKI = "testwiki@wmflabs";
const URL_ = "https://a.zz/";

let db: Database;
let base = "";
const opened = new AsyncDisposableStack();

/** One that runs until the returned function has ended it. */
async function open(): Promise<{ port: number; stop: () => Promise<void> }> {
  const end = new AbortController();
  const ctx = { db, clock: systemClock, log: silentLog, signal: end.signal, config: readConfig({}) };
  const { promise: listening, resolve: onListening } = Promise.withResolvers<number>();
  const serving = serveOrigin(ctx, { port: 0, token: TOKEN, onListening });
  const stop = () => {
    end.abort();
    return serving;
  };
  return { port: await Promise.race([listening, serving.then(() => 0)]), stop };
}

beforeAll(async () => {
  db = await freshDatabase();
  const wiki = await sampleWiki(db);
  await samplePage(db, wiki, 1, [URL_], asDay(3_600));
  const { port, stop } = await open();
  opened.defer(stop);
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => opened.disposeAsync());

async function ask(caller: string, path: string, question: object): Promise<Response> {
  const body = new TextEncoder().encode(JSON.stringify(question));
  const address = `${path}?caller=${caller}`;
  const headers = await sign(TOKEN, { method: "POST", path: address, body }, Date.now());
  return fetch(base + address, { method: "POST", headers, body });
}
const overview = (caller: string) => ask(caller, ORIGIN.overview.path, { wiki: WIKI });

const classes = async () => {
  const { classes } = (await (await fetch(`${base}/healthz`)).json()) as {
    classes: Record<string, { running: number; waiting: number; refused: number }>;
  };
  return classes;
};

/** Holds a table while `work` runs: readers of it wait. */
async function holding(table: "survey" | "url" | "event", work: () => Promise<void>): Promise<void> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const lock = db.transaction(async ({ sql }) => {
    await sql`lock table ${sql(table)} in access exclusive mode`;
    held.resolve();
    await release.promise;
  });
  await held.promise;
  try {
    await work();
  } finally {
    release.resolve();
    await lock;
  }
}

/** What others ask, of the same class too, and what holds none of it up. */
const others = async () =>
  Promise.all([
    ask("bob", ORIGIN.urls.path, { wiki: WIKI, urls: [URL_] }),
    ask("bob", ORIGIN.titles.path, { wiki: WIKI, titles: ["A"] }),
    ask("bob", ORIGIN.domain.path, { wiki: WIKI, domain: "a.zz" }),
    ask("bob", ORIGIN.paths.path, { wiki: WIKI, domain: "a.zz", path: "", cursor: null }),
    ask("bob", ORIGIN.feed.path, {
      wiki: WIKI,
      since: null,
      limit: 1,
      kinds: null,
      namespaces: null,
      pageids: null,
    }),
    ask("bob", ORIGIN.list.path, { wiki: WIKI, list: "broken", domain: null, path: "", cursor: null }),
  ]);

describe("one caller's slow questions", () => {
  test("fifty of them leave every other answer, of their class too, as quick as ever", async () => {
    const { connections, waiting } = CLASSES.domains;
    const mine = shareOf(connections) + shareOf(waiting);
    await holding("survey", async () => {
      const asked = Array.from({ length: 50 }, () => overview("alice"));
      const refused: Response[] = [];
      for (const each of asked) void each.then((response) => refused.push(response));
      await expect.poll(() => refused.length).toBeGreaterThanOrEqual(50 - mine);
      expect((await others()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      // Alice's still hang.
      expect((await classes()).domains?.running).toBe(shareOf(connections));
      for (const response of refused) {
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
        expect(await response.json()).toEqual({
          error: { code: "busy", message: expect.stringContaining("ask again in 5 s") },
        });
      }
    });
    await expect.poll(async () => (await classes()).domains).toMatchObject({ running: 0, waiting: 0 });
    expect((await classes()).domains?.refused).toBeGreaterThanOrEqual(50 - mine);
    expect((await overview("alice")).status).toBe(200);
  });

  test("a statement is given up after its class's time, with a wait", async () => {
    await holding("url", async () => {
      const response = await ask("alice", ORIGIN.urls.path, { wiki: WIKI, urls: [URL_] });
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
      expect(await response.json()).toEqual({
        error: { code: "busy", message: expect.stringContaining("2000 ms") },
      });
    });
    expect((await ask("alice", ORIGIN.urls.path, { wiki: WIKI, urls: [URL_] })).status).toBe(200);
  });

  test("each class has connections of its own, and no more", async () => {
    await holding("event", async () => {
      const feed = { wiki: WIKI, since: null, limit: 1, kinds: null, namespaces: null, pageids: null };
      const running = CLASSES.feed.connections;
      const asked = Array.from({ length: running + 2 }, (_, at) => ask(`${at}`, ORIGIN.feed.path, feed));
      await expect.poll(async () => (await classes()).feed).toMatchObject({ running, waiting: 2 });
      const connections = async () => {
        const [row] = await db.sql<{ count: number }[]>`
          select count(*)::int from pg_stat_activity
          where datname = current_database() and application_name = 'weboid origin feed'`;
        return row?.count;
      };
      await expect.poll(connections).toBe(CLASSES.feed.connections);
      void Promise.all(asked);
    });
    await expect.poll(async () => (await classes()).feed).toMatchObject({ running: 0, waiting: 0 });
  });
});

test("its end waits for answers that are asked for, and for no question of which half was sent", async () => {
  const { port, stop } = await open();
  const half = connect(port, "127.0.0.1");
  await once(half, "connect");
  half.write("GET /healthz HTTP/1.1\r\nHost: x");
  const closed = once(half, "close");
  const body = new TextEncoder().encode(JSON.stringify({ wiki: WIKI }));
  const path = `${ORIGIN.overview.path}?caller=carol`;
  const headers = await sign(TOKEN, { method: "POST", path, body }, Date.now());
  let answer: Promise<Response> | null = null;
  let stopped: Promise<void> | null = null;
  await holding("survey", async () => {
    answer = fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
    const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).json();
    await expect.poll(health).toMatchObject({ classes: { domains: { running: 1 } } });
    stopped = stop();
    const first = await Promise.race([stopped.then(() => "ended"), Bun.sleep(200).then(() => "waits")]);
    expect(first).toBe("waits");
  });
  expect((await (answer as Promise<Response> | null))?.status).toBe(200);
  // A process that does not end within eight seconds is ended (runtime/shutdown.ts).
  expect(await Promise.race([stopped, Bun.sleep(5_000).then(() => "abandoned")])).toBeUndefined();
  await closed;
});
