import fc from "fast-check";
import { expect, test } from "vitest";
import type { Exchange, Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { ExchangeResult, Transport } from "../net/transport.ts";
import { createEtiquette } from "../politeness/etiquette.ts";
import { Asker } from "./asker.ts";
import { createChecker } from "./checker.ts";
import type { CheckDeps } from "./deps.ts";
import { checkLimits } from "./limits.ts";
import { Line } from "./line.ts";
import { fakeTransport, PAGE } from "./testing/fake-transport.ts";
import { Walk } from "./walk.ts";

const url = "https://93.184.215.14/a" as NormalisedUrl;
const target = { url, parts: splitUrl(url) };
const etiquette = createEtiquette({}, true);
const deps: CheckDeps = {
  transport: fakeTransport(() => ({ http: 404 })),
  files: { ask: () => Promise.reject(new Error("no files here")), close() {} },
  router: { route: () => ({ kind: "addresses", addresses: ["93.184.215.14"] }) },
  etiquette,
  limits: checkLimits(),
  fields: [],
  allowPrivate: true,
};

const firstAnswer: fc.Arbitrary<ExchangeResult> = fc.record({
  kind: fc.constant("exchange" as const),
  tls: fc.constantFrom(null, null, "expired" as const),
  exchange: fc
    .record({
      http: fc.constantFrom(200, 202, 204, 301, 302, 304, 403, 404, 429, 500, 503, 999),
      location: fc.constantFrom(null, "", "/b", "//x.zz/", "http://x.zz/login"),
      wall: fc.constantFrom(null, null, "cf-mitigated: challenge"),
      method: fc.constantFrom("HEAD" as const, "GET" as const),
    })
    .map((seen): Exchange => ({ ...PAGE, ...seen, url, address: "93.184.215.14" })),
});

const timeless = (outcome: Outcome) => ("ms" in outcome ? { ...outcome, ms: 0 } : outcome);

test("what is told at once of a first answer is what the whole walk comes to", async () => {
  let atOnce = 0;
  await fc.assert(
    fc.asyncProperty(firstAnswer, async (first) => {
      const walkOf = () =>
        new Walk(
          target,
          deps,
          {},
          new Asker(target, deps, {}, etiquette.visit(target.parts, null), new Line()),
        );
      const told = walkOf().endedAtOnce(first);
      if (told === null) return;
      atOnce++;
      expect(timeless(told)).toEqual(timeless(await walkOf().run(first)));
    }),
  );
  expect(atOnce).toBeGreaterThan(10);
});

/** One that calls back, as the dialler does. */
const calling = (begin: NonNullable<Transport["begin"]>): Transport => ({
  begin,
  exchange: () => Promise.reject(new Error("nobody asks so")),
  async close() {},
});

test.each<[string, NonNullable<Transport["begin"]>]>([
  [
    "thrown at once",
    () => {
      throw new TypeError("a bug");
    },
  ],
  ["told later", (_request, _done, failed) => void setTimeout(() => failed(new TypeError("a bug")), 1)],
  ["in what is made of the answer", (_request, done) => void setTimeout(() => done(null as never), 1)],
])("a bug %s is told once, and gives its places back", async (_name, begin) => {
  const bugs: unknown[] = [];
  const checker = createChecker({
    contact: null,
    allowPrivate: true,
    transport: calling(begin),
    socketsMax: 1,
    onBug: (bug) => bugs.push(bug),
  });
  const untried = { kind: "not-tried", reason: "internal-error" };
  expect(await Promise.all([checker.check(url), checker.check(url)])).toEqual([untried, untried]);
  expect(bugs.length).toBe(2);
  await checker.close();
});
