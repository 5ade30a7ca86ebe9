import { describe, expect, test, vi } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { type CheckDeps, type CheckHints, checkUrl } from "../check/check.ts";
import { checkLimits } from "../check/limits.ts";
import { fakeTransport, PAGE, type Says } from "../check/testing/fake-transport.ts";
import { createFileServers } from "../net/file-servers.ts";
import type { ExchangeResult } from "../net/transport.ts";
import { createEtiquette } from "./etiquette.ts";
import { HurriedHosts } from "./hurried-hosts.ts";
import { createRobotsBook } from "./robots-book.ts";
import { createRobotsGate } from "./robots-gate.ts";

const limits = checkLimits({ hurriedRestMs: 1 });
const URL_ = "http://a.net/page.html";

/** @param says one after the other, the last for ever after */
async function run(says: readonly Says[], more: Partial<CheckDeps> = {}, hints: CheckHints = {}, url = URL_) {
  const transport = fakeTransport((_, turn) => says[turn] ?? says.at(-1) ?? {});
  const way = {
    transport,
    router: { route: () => ({ kind: "addresses", addresses: ["192.0.2.1"] }) as const },
    limits,
    etiquette: createEtiquette({}, true),
    fields: [],
    allowPrivate: false,
  };
  const robots = createRobotsGate({ ...way, book: createRobotsBook() });
  const deps = { ...way, robots, files: createFileServers(null), hurried: new HurriedHosts(), ...more };
  const outcome = await checkUrl(url as NormalisedUrl, deps, hints);
  const last = outcome.kind === "answer" ? outcome.chain.at(-1) : undefined;
  return {
    said: last?.http ?? (outcome.kind === "failure" ? outcome.failure : null),
    asked: transport.asked,
  };
}

const ROBOTS = "GET http://a.net/robots.txt";
const [HEAD, GET] = [`HEAD ${URL_}`, `GET ${URL_}`];
const OK: Says = {};
const NONE: Says = { http: 404 };
const BUSY: Says = { http: 503, contentLength: 197 };
const CLOSED: Says = { failure: "closed" };
const TERM: Says = { http: 503, retryAfter: "120" };

describe("a server that lets in one request at a time", () => {
  test.each<[string, Says[], (number | string)[]]>([
    ["limit_req: robots.txt is let in", [NONE, BUSY, BUSY, OK], [200, ROBOTS, HEAD, GET, GET]],
    [
      "… and HEAD, which tells too little",
      [OK, { contentLength: null }, BUSY, OK],
      [200, ROBOTS, HEAD, GET, GET],
    ],
    ["… HEAD alone", [BUSY, { contentLength: null }, BUSY, OK], [200, ROBOTS, HEAD, GET, GET]],
    ["limit_req_status 444", [OK, CLOSED, CLOSED, OK], [200, ROBOTS, HEAD, GET, GET]],
    ["the page is missing", [OK, BUSY, BUSY, NONE], [404, ROBOTS, HEAD, GET, GET]],
    ["the page is down, too", [OK, BUSY, BUSY, BUSY], [503, ROBOTS, HEAD, GET, GET]],
    ["the rested server breaks off", [OK, BUSY, BUSY, CLOSED], [503, ROBOTS, HEAD, GET, GET]],
    ["the whole server is down", [BUSY, BUSY, BUSY, OK], [503, ROBOTS, HEAD, GET]],
    ["a term is named", [OK, BUSY, TERM, OK], [503, ROBOTS, HEAD, GET]],
    ["fewer requests are asked for (C4)", [OK, BUSY, { http: 429 }, OK], [429, ROBOTS, HEAD, GET]],
    ["a wall", [OK, BUSY, { http: 503, wall: "x" }, OK], [503, ROBOTS, HEAD, GET]],
  ])("%s", async (_, says, [said, ...asked]) => {
    expect(await run(says)).toEqual({ said, asked });
  });

  test("GET is known to be needed", async () => {
    const { said, asked } = await run([OK, BUSY, OK], {}, { getNeeded: true });
    expect([said, ...asked]).toEqual([200, ROBOTS, GET, GET]);
  });

  test("pages beside the URL are no reason to ask twice", async () => {
    const { said, asked } = await run([OK, BUSY, OK], {}, { wantsPage: true });
    expect([said, ...asked]).toEqual([503, ROBOTS, GET]);
  });

  test("where it helped, others are asked by GET alone, after a rest", async () => {
    const hurried = new HurriedHosts();
    await run([OK, BUSY, BUSY, OK], { hurried });
    const rested = await run([OK, OK], { hurried });
    expect(rested).toEqual({ said: 200, asked: [ROBOTS, GET] });
    const down = await run([OK, BUSY], { hurried });
    expect(down).toEqual({ said: 503, asked: [ROBOTS, GET] });
    const after = await run([OK, OK], { hurried });
    expect(after).toEqual({ said: 200, asked: [ROBOTS, HEAD] });
  });

  test("not at each link of a server that is down, but after ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const hurried = new HurriedHosts();
      const requests = async (page: number) =>
        (await run([OK, BUSY], { hurried }, {}, `http://a.net/${page}`)).asked.length;
      // The same URL twice says nothing more of the server.
      for (const page of [1, 1, 2]) expect(await requests(page)).toBe(4);
      expect(await requests(3)).toBe(3);
      vi.advanceTimersByTime(600_000);
      expect(await requests(3)).toBe(4);
    } finally {
      vi.useRealTimers();
    }
  });

  test("our own trouble says nothing of it", () => {
    const hurried = new HurriedHosts();
    const busy = { kind: "exchange", exchange: { ...PAGE, http: 503 }, tls: null } as ExchangeResult;
    const ok = { kind: "exchange", exchange: PAGE, tls: null } as ExchangeResult;
    const ours: ExchangeResult = { kind: "not-tried", reason: "no-resources", tls: null };
    const ask = (page: number, ...results: ExchangeResult[]) => {
      const parts = splitUrl(URL_ as NormalisedUrl);
      const told: ExchangeResult[] = [];
      hurried.get(
        { url: `http://a.net/${page}` as NormalisedUrl, parts },
        {
          get: (done) => done(results.shift() ?? busy),
          answered: () => true,
          rest: (then) => {
            then();
            return true;
          },
        },
        (result) => told.push(result),
      );
      return { told, left: results.length };
    };
    for (const page of [1, 2]) expect(ask(page, busy, ours)).toEqual({ told: [ours], left: 0 });
    expect(ask(3, busy, ok)).toEqual({ told: [ok], left: 0 });
    // Nor is what helped forgotten.
    ask(4, ours);
    expect(hurried.wantsRest(splitUrl(URL_ as NormalisedUrl).host)).toBe(true);
  });
});
