import { createExecutionContext } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { BIDI, eventOf, numbers, originOf, SECOND, WIKI, worldOf } from "../testing/feed.ts";
import { createWorld, NOW } from "../testing/world.ts";
import { createFollowers, FOLLOWERS_MAX, FOLLOWERS_OF_RANGE_MAX } from "./stream.ts";

describe("streams", () => {
  /** The stream as text up to `chunks` pieces; then the reader goes away. */
  async function follow(
    world: ReturnType<typeof createWorld>,
    address: string,
    headers: Record<string, string> = {},
    chunks = Number.POSITIVE_INFINITY,
  ) {
    const request = new Request(`https://weboid.example${address}`, { headers });
    const response = await world.fetch(request, createExecutionContext());
    const reader = response.body?.getReader();
    let text = "";
    for (let at = 0; at < chunks; at++) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) break;
      text += new TextDecoder().decode(piece.value);
    }
    await reader?.cancel();
    return { response, text };
  }

  test("begins with how to come back, sends what is new, beats, and ends in bounded time", async () => {
    const events = [eventOf(1)];
    const world = await worldOf(events, { ticks: true });
    const following = follow(world, `/feed/${WIKI}?format=sse`);
    const { response, text } = await following;
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const lines = text.split("\n");
    expect(lines.slice(0, 3)).toEqual(["retry: 3000", "", `id: 1.${SECOND}`]);
    expect(JSON.parse(lines[3]?.replace("data: ", "") ?? "")).toMatchObject({
      wiki: WIKI,
      url: "https://a.zz/1",
    });
    expect(lines.filter((line) => line === ":").length).toBe(20);
    expect(world.slept.filter((ms) => ms === 3_000).length).toBe(100);
  });

  test("events that come while somebody follows arrive, each once", async () => {
    const events = [eventOf(1)];
    const { origin } = originOf(events);
    const world = createWorld({
      origin: (request) => {
        if (events.length < 5) events.push(eventOf(events.length + 1));
        return origin(request);
      },
      ticks: true,
    });
    await world.store(WIKI, []);
    const { text } = await follow(world, `/feed/${WIKI}?since=1.${SECOND}`, { accept: "text/event-stream" });
    expect([...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => id)).toEqual(["2", "3", "4", "5"]);
  });

  test("an origin that goes away while there is more is asked no sooner than at other times", async () => {
    const events = numbers(600).map((id) => eventOf(id));
    const { origin } = originOf(events);
    let asked = 0;
    const world = createWorld({
      origin: (request) => {
        if (new URL(request.url).pathname === "/v1/feed" && ++asked > 2)
          return new Response(null, { status: 503 });
        return origin(request);
      },
      ticks: true,
    });
    await world.store(WIKI, []);
    await follow(world, `/feed/${WIKI}?format=sse&since=1.${SECOND}&limit=10`);
    // All looks but the first, which is made as there is more.
    expect(world.slept.filter((ms) => ms === 3_000).length).toBe(99);
  });

  test("Last-Event-ID goes before the address; a filter moves the place on without events", async () => {
    const world = await worldOf(numbers(9).map((id) => eventOf(id)));
    const { text } = await follow(
      world,
      `/feed/${WIKI}?format=sse&since=1.${SECOND}`,
      { "last-event-id": `7.${SECOND}` },
      2,
    );
    expect([...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => id)).toEqual(["8", "9"]);
    const held = await follow(world, `/feed/${WIKI}?format=sse&since=1.${SECOND}&kind=working`, {}, 2);
    expect(held.text).toBe(`retry: 3000\n\nid: 9.${SECOND}\n\n`);
  });

  test("nothing in an event can begin a field of its own", async () => {
    const title = `a\nid: 99\r\ndata: {}\r\revent: x\u2028\u0000${BIDI}`;
    const world = await worldOf([
      eventOf(1, { url: "https://a.zz/\n\nretry: 1", pages: [{ pageid: 1, title, namespace: 0 }] }),
    ]);
    const { text } = await follow(world, `/feed/${WIKI}?format=sse`, {}, 2);
    expect(text.split(/\r\n|\r|\n/).map((line) => line.slice(0, 6))).toEqual([
      "retry:",
      "",
      "id: 1.",
      "data: ",
      "",
      "",
    ]);
  });

  /** Streams of an edge that stands still, opened and left unread; the clock is the test's. */
  async function crowd() {
    const clock = { now: NOW };
    const { origin } = originOf(numbers(500).map((id) => eventOf(id)));
    const world = createWorld({ origin, clock: () => clock.now });
    await world.store(WIKI, []);
    const request = (caller: string) =>
      new Request(`https://weboid.example/feed/${WIKI}?format=sse&limit=500`, {
        headers: { "cf-connecting-ip": caller },
      });
    return {
      world,
      clock,
      open: (caller: string) => world.fetch(request(caller), createExecutionContext()),
      /** A while in which all connections stay open. */
      pass(seconds: number) {
        for (let at = 0; at < seconds; at += 3) {
          clock.now += 3_000;
          for (const beat of world.beats) beat();
        }
      },
    };
  }
  const OWN = FOLLOWERS_OF_RANGE_MAX.address;

  test("there are only so many, of a caller and in all; whose connections ended makes room", async () => {
    const { open, world, clock } = await crowd();
    const status = async (caller: string) => (await open(caller)).status;
    for (let n = 0; n < OWN; n++) expect(await status("203.0.113.1")).toBe(200);
    expect(await status("203.0.113.1")).toBe(429);
    for (let n = OWN; n < FOLLOWERS_MAX; n++) await status("127.0.0.1");
    expect(await status("127.0.0.1")).toBe(503);
    // Timers end with their connections.
    world.beats.clear();
    clock.now += 60_000;
    expect(await status("203.0.113.1")).toBe(200);
  });

  test("who does not read is sent no more, and counts as long as the connection is open", async () => {
    const { open, pass, world } = await crowd();
    const unread = await Promise.all(numbers(OWN).map(() => open("203.0.113.1")));
    const asked = world.requests.length;
    for (const minutes of [1, 5, 60]) {
      pass(minutes * 60);
      expect((await open("203.0.113.1")).status).toBe(429);
    }
    expect(world.requests.length - asked).toBeLessThanOrEqual(3);
    // Behind what was sent before comes the end.
    const texts = await Promise.all(unread.map((response) => response.text()));
    expect(new Set(texts)).toEqual(new Set(["retry: 3000\n\n"]));
  });

  test("a reader who takes a piece now and then gets everything", async () => {
    const { open, pass } = await crowd();
    const reader = (await open("203.0.113.1")).body?.getReader();
    let text = "";
    let pieces = 0;
    while (!text.includes(`id: 500.${SECOND}`)) {
      const piece = await reader?.read();
      text += new TextDecoder().decode(piece?.value);
      pieces += 1;
      pass(27);
    }
    expect([...text.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id))).toEqual(numbers(500));
    expect(pieces).toBeGreaterThan(3);
  });

  test("a reader who leaves makes room at once", async () => {
    const { open } = await crowd();
    const [first] = await Promise.all(numbers(OWN).map(() => open("203.0.113.1")));
    expect((await open("203.0.113.1")).status).toBe(429);
    await first?.body?.cancel();
    expect((await open("203.0.113.1")).status).toBe(200);
  });

  const hex = (at: number) => at.toString(16);
  test.each<[string, (at: number) => string, number]>([
    ["one /64", () => "2001:db8:1:2::/64", 10],
    ["the networks of a /56", (at) => `2001:db8:1:${hex(at % 256)}::/64`, 20],
    ["a /48", (at) => `2001:db8:1:${hex(at * 64)}::/64`, 100],
    ["a /32", (at) => `2001:db8:${hex(at)}::/64`, 250],
    ["a /24 of IPv4", (at) => `192.0.2.${at % 256}`, 100],
    ["a /16 of IPv4", (at) => `192.0.${at % 256}.${at >> 8}`, 250],
  ])("%s leaves streams to the others", (_name, caller, expected) => {
    const followers = createFollowers(() => NOW);
    const admitted = Array.from({ length: 1_000 }, (_, at) => followers.admit(caller(at)));
    expect(admitted.filter((follower) => typeof follower !== "string").length).toBe(expected);
    expect(typeof followers.admit("203.0.113.1")).toBe("object");
  });

  test("HEAD opens none", async () => {
    const world = await worldOf([eventOf(1)]);
    const response = await world.ask(`/feed/${WIKI}?format=sse`, { method: "HEAD" });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
    ]);
  });
});
