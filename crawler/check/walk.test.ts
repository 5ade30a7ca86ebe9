import { describe, expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import type { ExchangeResult } from "../net/transport.ts";
import { noHints } from "../politeness/host-hints.ts";
import { CHECK_LIMITS } from "./limits.ts";
import type { CheckRequests } from "./requests.ts";
import { targetOf } from "./target.ts";
import { PAGE, type Says } from "./testing/fake-transport.ts";
import { Walk } from "./walk.ts";

const url = "http://a.net/x/y" as NormalisedUrl;
const ELSEWHERE = "http://a.net/elsewhere";
const OK: Says = {};
const { burstRestMs } = CHECK_LIMITS;

const cameOf = (says: Says, asked: NormalisedUrl, method: "HEAD" | "GET"): ExchangeResult => {
  const { tls = null, ...rest } = says;
  if ("failure" in rest) return { kind: "failure", failure: rest.failure, tls };
  return { kind: "exchange", exchange: { ...PAGE, ...rest, url: asked, method, address: "" }, tls };
};

/** A walk at hosts that answer in turn, the last one for ever after, or by URL; all without time going by. */
function walkOf(
  web: readonly Says[] | Readonly<Record<string, Says | { readonly HEAD: Says; readonly GET: Says }>>,
  { hints = noHints(), wantsPage = false, msLeft = 58_000, answeredRobots = false } = {},
) {
  const asked: string[] = [];
  let hasAnswered = answeredRobots;
  const saysOf = (at: string, method: "HEAD" | "GET"): Says => {
    if (Array.isArray(web)) return web[asked.length] ?? web.at(-1) ?? OK;
    const says = (web as Record<string, Says>)[at] ?? { http: 404 };
    return "HEAD" in says ? (says as Record<"HEAD" | "GET", Says>)[method] : says;
  };
  const requests: CheckRequests = {
    enter: async () => ({ kind: "entered", hints }),
    async send({ url: at }, method, { restMs = 0 } = {}) {
      const came = cameOf(saysOf(at, method), at, method);
      asked.push(`${method}${restMs > 0 ? " rested" : ""}`);
      hasAnswered ||= came.kind === "exchange" && came.exchange.http !== 503;
      return came;
    },
    msLeft: () => msLeft,
    elapsedMs: () => 0,
    narrow: () => () => {},
    hasAnswered: () => hasAnswered,
    hintsOf: () => hints,
  };
  const walk = new Walk(targetOf(url), { limits: CHECK_LIMITS, allowPrivate: false, wantsPage }, requests);
  return { walk, asked, hints };
}

const saidBy = (outcome: Outcome) =>
  outcome.kind === "answer"
    ? outcome.chain.at(-1)?.http
    : outcome.kind === "failure"
      ? outcome.failure
      : null;

describe("a server that lets in one request at a time", () => {
  const BUSY: Says = { http: 503, contentLength: 197 };
  const LITTLE: Says = { contentLength: null };
  const CLOSED: Says = { failure: "closed" };
  const TERM: Says = { http: 503, retryAfter: "120" };
  const [HEAD, GET, RESTED] = ["HEAD", "GET", "GET rested"];

  test.each<[string, Says[], number | string, string[]]>([
    ["HEAD is let in, and says too little", [LITTLE, BUSY, OK], 200, [HEAD, GET, RESTED]],
    ["limit_req_status 444", [LITTLE, CLOSED, OK], 200, [HEAD, GET, RESTED]],
    ["the page is missing", [LITTLE, BUSY, { http: 404 }], 404, [HEAD, GET, RESTED]],
    ["the page is down, too", [LITTLE, BUSY, BUSY], 503, [HEAD, GET, RESTED]],
    ["the rested server breaks off", [LITTLE, BUSY, CLOSED], 503, [HEAD, GET, RESTED]],
    ["nothing was let in", [BUSY, BUSY, OK], 503, [HEAD, GET]],
    ["a term is named", [LITTLE, TERM, OK], 503, [HEAD, GET]],
    ["fewer requests are asked for (C4)", [LITTLE, { http: 429 }, OK], 429, [HEAD, GET]],
    ["a wall", [LITTLE, { http: 503, wall: "x" }, OK], 503, [HEAD, GET]],
  ])("%s", async (_, says, said, wanted) => {
    const { walk, asked } = walkOf(says);
    expect(saidBy(await walk.run())).toBe(said);
    expect(asked).toEqual(wanted);
  });

  test("pages beside the URL are no reason to ask twice, nor is there time for it at the end of a check", async () => {
    for (const more of [{ wantsPage: true }, { msLeft: burstRestMs }]) {
      const { walk, asked } = walkOf([OK, BUSY, OK].slice(more.wantsPage === true ? 1 : 0), more);
      await walk.run();
      expect(asked).not.toContain(RESTED);
    }
  });

  test("where it helped, others are asked by GET alone, after a rest, until that is turned away", async () => {
    const { walk, hints } = walkOf([LITTLE, BUSY, OK]);
    await walk.run();
    const asking = async (says: Says[]) => {
      const next = walkOf(says, { hints });
      await next.walk.run();
      return next.asked;
    };
    expect(await asking([OK])).toEqual([RESTED]);
    expect(await asking([BUSY])).toEqual([RESTED]);
    expect(await asking([OK])).toEqual([GET]);
  });

  test("not at each link of a server that is down", async () => {
    const hints = noHints();
    const requests = async () => {
      const { walk, asked } = walkOf([BUSY], { hints, answeredRobots: true });
      await walk.run();
      return asked.length;
    };
    expect([await requests(), await requests(), await requests()]).toEqual([3, 3, 2]);
  });
});

describe("walls and shared targets that only GET shows", () => {
  const wall: Says = { wall: "challenge page: Anubis" };
  const moved: Says = { http: 302, location: "/elsewhere" };
  const confirmed = async (web: Parameters<typeof walkOf>[0], isWalled: boolean, shared = false) => {
    const { walk, asked, hints } = walkOf(web);
    const outcome = await walk.run();
    if (isWalled) hints.walled = true;
    const seen: Outcome =
      shared && outcome.kind === "answer" ? { ...outcome, site: { shared: true } } : outcome;
    const doubt = walk.doubtOf(seen);
    const confirmed = doubt === null ? null : await walk.confirm(doubt, false);
    return { outcome: confirmed ?? "as it was", asked };
  };

  test("a wall met beside the page is looked for at the page", async () => {
    const { outcome, asked } = await confirmed({ [url]: { HEAD: OK, GET: wall } }, true);
    expect(asked).toEqual(["HEAD", "GET"]);
    expect(outcome).toMatchObject({ kind: "answer", neededGet: true, chain: [wall] });
  });

  test("the page that is let through stays as HEAD said", async () => {
    const { outcome, asked } = await confirmed({ [url]: OK }, true);
    expect(outcome).toBe("as it was");
    expect(asked).toEqual(["HEAD", "GET"]);
  });

  test("without a wall nothing is asked again", async () => {
    expect((await confirmed({ [url]: OK }, false)).asked).toEqual(["HEAD"]);
  });

  test("a target that HEAD alone shares with others does not count", async () => {
    const { outcome } = await confirmed({ [url]: { HEAD: moved, GET: OK }, [ELSEWHERE]: OK }, false, true);
    expect(outcome).toMatchObject({ neededGet: true, chain: [{ method: "GET", http: 200, url }] });
    expect(outcome).not.toHaveProperty("site");
  });

  test("a target that GET shares too does", async () => {
    const { outcome, asked } = await confirmed({ [url]: moved, [ELSEWHERE]: OK }, false, true);
    expect(outcome).toBe("as it was");
    expect(asked).toEqual(["HEAD", "HEAD", "GET"]);
  });
});
