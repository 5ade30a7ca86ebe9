import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { dueWikis } from "../../db/wikis/feeding.ts";
import { claimServer } from "../../db/wikis/server-leases.ts";
import type { HttpAnswer, HttpClient } from "../net/egress/http-client.ts";
import { serialPerServer } from "./api/client.ts";
import { FAILURES_MAX, SETBACK_MS } from "./budget.ts";
import {
  clock,
  context,
  forever,
  once,
  pageids,
  pages,
  rowOf,
  START,
  setUp,
  through,
  wikiOf,
} from "./testing/feeder.ts";

setUp();

const ok: HttpAnswer = { kind: "json", http: 200, headers: {}, value: { batchcomplete: true } };

/** Counts how many requests each server has at a time, and remembers who asked in which order. */
function crowd(answer: (url: string) => HttpAnswer = () => ok) {
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  const order: string[] = [];
  let all = 0;
  let mostOfAll = 0;
  const client = (who: string): HttpClient => ({
    close: async () => {},
    async send({ url }) {
      const { host } = new URL(url);
      open.set(host, (open.get(host) ?? 0) + 1);
      most.set(host, Math.max(most.get(host) ?? 0, open.get(host) ?? 0));
      all += 1;
      mostOfAll = Math.max(mostOfAll, all);
      order.push(who);
      await sleep(5);
      all -= 1;
      open.set(host, (open.get(host) ?? 0) - 1);
      return answer(url);
    },
  });
  return { client, most, order, mostOfAll: () => mostOfAll };
}

describe("requests to a server", () => {
  test("one request at a time from all clients together, and all in the end; servers side by side", async () => {
    const { client, most, order, mostOfAll } = crowd();
    const clients = ["a", "b", "c"].map((who) => serialPerServer(context().db, client(who)));
    const walk = async (one: HttpClient, host: string) => {
      for (let at = 0; at < 6; at += 1) await one.send({ url: `http://${host}/w/api.php?at=${at}` });
    };
    await Promise.all([
      ...clients.map((one) => walk(one, "one.zz:81")),
      ...clients.map((one) => one.send({ url: "http://one.zz:81/page" })),
      ...clients.map((one) => walk(one, "two.zz")),
    ]);
    expect(order).toHaveLength(3 * 13);
    expect(Object.fromEntries(most)).toEqual({ "one.zz:81": 1, "two.zz": 1 });
    expect(mostOfAll()).toBe(2);
    // Nobody was kept waiting until the others were through.
    expect(new Set(order.slice(0, 30))).toEqual(new Set(["a", "b", "c"]));
  });

  test("429 with Retry-After is kept by all of them, without asking", async () => {
    const { client, order } = crowd((url) =>
      url.includes("busy") ? { kind: "text", http: 429, headers: { "retry-after": "900" }, start: "" } : ok,
    );
    const [one, other] = ["a", "b"].map((who) => serialPerServer(context().db, client(who)));
    expect(await one?.send({ url: "http://busy.zz/w/api.php" })).toMatchObject({ http: 429 });
    expect(await other?.send({ url: "http://busy.zz/w/index.php" })).toMatchObject({
      kind: "text",
      http: 429,
      headers: { "retry-after": expect.stringMatching(/^(900|89\d)$/) },
    });
    expect(await other?.send({ url: "http://well.zz/" })).toEqual(ok);
    expect(order).toEqual(["a", "b"]);
    await context().db.sql`update wiki_server set throttled_until = now() where host = 'busy.zz'`;
    await other?.send({ url: "http://busy.zz/w/api.php" });
    expect(order).toEqual(["a", "b", "b"]);
  });

  test("a client that died in a request is not waited for where that is known", async () => {
    const { hostname } = await import("node:os");
    const dead = { holder: `${hostname()}:4194304:wiki:0a`, leaseSeconds: 600, waiterSeconds: 600 };
    await claimServer(context().db, "left.zz", dead);
    const client = serialPerServer(context().db, crowd().client("a"));
    expect(await client.send({ url: "http://left.zz/" })).toEqual(ok);
  });

  test("who is stopped while others ask stops", async () => {
    await claimServer(context().db, "held.zz", { holder: "elsewhere", leaseSeconds: 600, waiterSeconds: 1 });
    const stop = new AbortController();
    const asked = serialPerServer(context().db, crowd().client("a")).send({
      url: "http://held.zz/",
      signal: stop.signal,
    });
    setTimeout(() => stop.abort(), 50);
    expect(await asked).toMatchObject({ failure: "aborted" });
  });
});

describe("the error budget of a wiki", () => {
  const dead: HttpAnswer = { kind: "failure", failure: "reset", detail: "WHY" };
  const due = async () => (await dueWikis(context().db, clock.now())).map(({ name }) => name);
  /** `http`, but the api given fails `times` times. */
  const failing = (api: string, times: number): HttpClient => {
    let failures = 0;
    return through(({ url }) => (url.startsWith(api) && failures++ < times ? dead : undefined));
  };

  test("trouble leaves that wiki alone, longer each time, and nobody else", async () => {
    const [ill, well] = [await wikiOf(pages(3)), await wikiOf(pages(3))];
    const client = failing(ill.fake.api, 1_000);
    const isFed = async () => (await pageids(well.id, { read: true })).length === 3;
    const hasTrouble = async () => (await rowOf(ill.name)).retryMs > START;
    await forever([ill.name, well.name], async () => (await isFed()) && (await hasTrouble()), { client });
    expect(await rowOf(ill.name)).toMatchObject({
      error: expect.stringContaining("does not answer (WHY)"),
      setbacks: 1,
      retryMs: START + SETBACK_MS,
      paused: false,
    });
    expect(await due()).not.toContain(ill.name);
    clock.set(START + SETBACK_MS);
    expect(await due()).toContain(ill.name);
    await forever([ill.name], async () => (await rowOf(ill.name)).setbacks === 2, { client });
    expect((await rowOf(ill.name)).retryMs).toBe(START + 3 * SETBACK_MS);
    clock.set(START + 3 * SETBACK_MS);
    await forever([ill.name], async () => (await rowOf(ill.name)).setbacks === 0);
    expect(await pageids(ill.id, { read: true })).toEqual([1, 2, 3]);
    expect(await rowOf(ill.name)).toMatchObject({ error: null, retryMs: 0 });
  });

  test("failures between answers use it up, too", async () => {
    const { name, fake } = await wikiOf(pages(80));
    let asked = 0;
    const client = through(() => (asked++ % 2 === 0 ? dead : undefined));
    const [fed] = (await once(name, client)).wikis;
    expect(fed?.error).toMatchObject({
      kind: "down",
      message: expect.stringMatching(
        `^${FAILURES_MAX} requests failed within 10 minutes, the last: ${fake.api}`,
      ),
    });
    expect(asked).toBe(2 * FAILURES_MAX - 1);
    expect((await rowOf(name)).retryMs).toBe(START + SETBACK_MS);
    // Somebody who waits has it tried at once, and it goes on where it was.
    expect((await once(name)).wikis).toMatchObject([{ error: null, read: 80 }]);
    expect((await rowOf(name)).setbacks).toBe(0);
  });

  test("few failures within the time are borne", async () => {
    const { name, fake } = await wikiOf(pages(30));
    expect((await once(name, failing(fake.api, 3))).wikis).toMatchObject([{ error: null, read: 30 }]);
    expect((await rowOf(name)).retryMs).toBe(0);
  });

  test("a Retry-After of an hour is kept", async () => {
    const { name, fake } = await wikiOf(pages(3));
    const busy = { status: 503, headers: { "retry-after": "3600" }, body: "" };
    fake.instead.push(busy);
    await forever([name], async () => (await rowOf(name)).retryMs > 0);
    expect(await rowOf(name)).toMatchObject({
      retryMs: START + 3_600_000,
      error: expect.stringContaining("asks to wait 60 min"),
    });
    expect(fake.asked).toHaveLength(1);
  });
});
