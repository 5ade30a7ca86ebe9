import { describe, expect, test } from "vitest";
import type { NetworkFailure } from "../../../shared/status/network-failure.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { failureOf, PAGE } from "../../check/testing/fake-transport.ts";
import type { Outcome } from "../../classify/outcome.ts";
import type { CheckLine } from "./line.ts";
import { checkList, type ListChecker, type ListOptions } from "./list.ts";

const EXCHANGE = {
  ...PAGE,
  method: "HEAD",
  mime: "application/pdf",
  contentLength: 5_000,
  address: "192.0.2.1",
  ms: 3,
} as const;

const fine = (url: NormalisedUrl): Outcome => ({
  kind: "answer",
  chain: [{ ...EXCHANGE, url }],
  end: "final",
  neededGet: false,
  tls: null,
  tlsFallback: null,
  ms: 7,
});

/** Checks end when the test says so, in any order. */
function slowChecker() {
  const waiting = new Map<string, () => void>();
  const checker: AnyChecker = {
    check: ({ url }) => new Promise((resolve) => waiting.set(url, () => resolve(fine(url)))),
  };
  return { checker, waiting, end: (url: string) => waiting.get(url)?.() };
}

type AnyChecker = Pick<ListChecker, "check"> & Partial<ListChecker>;
const quick: AnyChecker = { check: async ({ url }) => fine(url) };
type Options = Partial<Omit<ListOptions, "checker">> & { readonly checker?: AnyChecker };

async function* eachAlone(urls: Iterable<string> | AsyncIterable<string>) {
  for await (const url of urls) yield [url];
}

async function* linesOf(
  urls: Iterable<string> | AsyncIterable<string>,
  options: Options = {},
): AsyncGenerator<CheckLine, void> {
  const checker = { believed: async (outcome: Outcome) => outcome, ...(options.checker ?? quick) };
  for await (const lines of checkList(eachAlone(urls), { concurrency: 10, ...options, checker }))
    yield* lines;
}

const all = (urls: Iterable<string> | AsyncIterable<string>, options: Options = {}) =>
  Array.fromAsync(linesOf(urls, options));

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("a line per URL", () => {
  test.each(["https://a.net/", "http://docs/", "mailto:a@b.net", "http://example.org/"])(
    "%s: the keys of the contract first, in its order",
    async (url) => {
      const [line] = await all([url]);
      expect(Object.keys(line ?? {}).slice(0, 9)).toEqual([
        "url",
        "normalised",
        "status",
        "http",
        "finalUrl",
        "mime",
        "kib",
        "error",
        "ms",
      ]);
    },
  );

  test("a good one, with the keys of the contract and more", async () => {
    expect(await all([" HTTP://A.net:80/x.pdf#y "])).toEqual([
      {
        url: " HTTP://A.net:80/x.pdf#y ",
        normalised: "http://a.net/x.pdf",
        status: 1,
        http: 200,
        finalUrl: "http://a.net/x.pdf",
        mime: "pdf",
        kib: 4,
        error: null,
        ms: 7,
        rule: "table",
        refused: false,
        deadEnd: false,
        notes: [],
        traits: [],
        tls: null,
        chain: [{ url: "http://a.net/x.pdf", method: "HEAD", http: 200, address: "192.0.2.1", ms: 3 }],
      },
    ]);
  });

  test("where its time went, hop by hop, and no request of those whose failure it shares", async () => {
    const failed: Outcome = {
      kind: "failure",
      failure: "timeout",
      chain: [],
      literal: false,
      tls: null,
      ms: 0,
    };
    const checker: AnyChecker = {
      async check({ url }) {
        const exchange = { ...EXCHANGE, url };
        const request = {
          at: 2,
          why: "link",
          method: "HEAD",
          url,
          http: 200,
          failure: null,
          address: "192.0.2.1",
          ms: 3,
          timing: { name: 2, connect: 1, answer: 2 },
        } as const;
        const asked = [{ ...request, answer: exchange }];
        const outcome = fine(url);
        if (url.endsWith("/others") || outcome.kind !== "answer") return { ...failed, asOthers: 5, asked };
        return { ...outcome, chain: [exchange], asked };
      },
    };
    const [own, others] = await all(["http://a.net/x", "http://a.net/others"], { checker });
    expect(own).toMatchObject({
      ms: 7,
      chain: [{ ms: 3, timing: { name: 2, connect: 1, answer: 2 } }],
      timing: { name: 2, connect: 1, answer: 2, rest: 2 },
    });
    expect(own?.requests?.map((request) => Object.keys(request))).toEqual([
      ["at", "why", "method", "url", "http", "failure", "address", "ms", "timing"],
    ]);
    expect(others).not.toHaveProperty("timing");
    expect(others).not.toHaveProperty("requests");
  });

  test.each<[string, number, string | null, string]>([
    ["http://docs/about.htm", 128, null, "invalid-no-dot"],
    ["http://127.0.0.1/", 128, null, "invalid-private-address"],
    ["http://localhost/", 128, null, "invalid-local-name"],
    ["nonsense", 128, null, "invalid-syntax"],
    ["", 128, null, "invalid-syntax"],
    ["mailto:a@b.net", 0, null, "ignored-scheme"],
    ["http://example.org/", 0, "http://example.org/", "ignored-reserved-name"],
    ["http://a.net:25/", 0, "http://a.net:25/", "ignored-port"],
  ])("%j is answered at once, and never contacted", async (url, status, normalised, rule) => {
    const never: AnyChecker = { check: () => Promise.reject(new Error("contacted")) };
    const [line] = await all([url], { checker: never });
    expect(line).toMatchObject({
      url,
      normalised,
      status,
      rule,
      http: null,
      finalUrl: null,
      ms: 0,
      chain: [],
    });
    expect(line?.error).toMatch(/\.$/);
  });

  test("a scheme without a checker yet", async () => {
    const checker: AnyChecker = {
      check: async () => ({ kind: "not-tried", reason: "path-not-sendable" }),
    };
    const [line] = await all(["ftp://a.net/"], { checker });
    expect(line).toMatchObject({ status: 0, normalised: "ftp://a.net/", rule: "not-tried" });
    expect(line?.error).not.toBeNull();
  });

  test("private addresses are checked when that is allowed", async () => {
    const [line] = await all(["http://127.0.0.1/"], { allowPrivate: true });
    expect(line).toMatchObject({ status: 1 });
  });
});

describe("many URLs", () => {
  test("answers come as they are there, not in the order of the questions", async () => {
    const { checker, end } = slowChecker();
    const lines = linesOf(["http://a.net/", "http://b.net/"], { concurrency: 2, checker });
    const first = lines.next();
    await settle();
    end("http://b.net/");
    expect((await first).value).toMatchObject({ normalised: "http://b.net/" });
    const second = lines.next();
    end("http://a.net/");
    expect((await second).value).toMatchObject({ normalised: "http://a.net/" });
    expect((await lines.next()).done).toBe(true);
  });

  test("an answer does not wait for the next question", async () => {
    async function* source() {
      yield "http://a.net/";
      await new Promise(() => {});
    }
    const lines = linesOf(source(), { concurrency: 5 });
    expect((await lines.next()).value).toMatchObject({ normalised: "http://a.net/" });
    void lines.return();
  });

  test("who reads the answers slowly slows the work", async () => {
    let read = 0;
    function* source() {
      for (; read < 50_000; read++) yield `mailto:${read}@a.net`;
    }
    const lines = linesOf(source());
    await lines.next();
    await settle();
    expect(read).toBeLessThanOrEqual(40_000);
    for (let taken = 1; taken < 50_000; taken++) expect((await lines.next()).done).toBe(false);
    expect((await lines.next()).done).toBe(true);
  });

  test("what merely waits leaves its permit to others", async () => {
    const { checker, waiting, end } = slowChecker();
    const late: AnyChecker = {
      check: ({ url, parts }, { lease, politeness }) =>
        url.includes("late")
          ? politeness.yieldPermit(checker.check({ url, parts }, { lease, politeness }))
          : checker.check({ url, parts }, { lease, politeness }),
    };
    const urls = ["http://late1.net/", "http://a.net/", "http://late2.net/", "http://b.net/"];
    const lines = linesOf(urls, { concurrency: 1, checker: late });
    const first = lines.next();
    await settle();
    expect([...waiting.keys()]).toEqual(urls.slice(0, 2));
    end("http://a.net/");
    expect((await first).value?.url).toBe("http://a.net/");
    await settle();
    expect([...waiting.keys()]).toEqual(urls);
    for (const url of urls) end(url);
    expect((await Array.fromAsync(lines)).map(({ url }) => url).sort()).toEqual(
      urls.filter((url) => url !== "http://a.net/").sort(),
    );
  });

  test("thousands, each once", async () => {
    const urls = Array.from({ length: 3_000 }, (_, index) => `http://h${index}.net/`);
    const lines = await all(urls, { concurrency: 100 });
    expect(lines.map(({ url }) => url).sort()).toEqual([...urls].sort());
  });

  test("of many URLs of one host, one is under way at a time", async () => {
    const { checker, end } = slowChecker();
    const urls = ["http://a.net/1", "http://a.net/2", "http://a.net/3", "http://b.net/"];
    let underWay = () => 0;
    const running = all(urls, {
      checker,
      onBegun: (count) => {
        underWay = count;
      },
    });
    await settle();
    expect(underWay()).toBe(2);
    end("http://b.net/");
    await settle();
    expect(underWay()).toBe(1);
    for (const url of urls) {
      await settle();
      end(url);
    }
    expect(await running).toHaveLength(4);
    expect(underWay()).toBe(0);
  });

  test("when stopped, what is under way is answered and nothing new begun", async () => {
    const { checker, waiting, end } = slowChecker();
    const stop = new AbortController();
    const running = all(["http://a.net/", "http://b.net/", "http://c.net/"], {
      checker,
      concurrency: 2,
      signal: stop.signal,
    });
    await settle();
    stop.abort();
    end("http://a.net/");
    end("http://b.net/");
    expect((await running).map(({ normalised }) => normalised)).toEqual(["http://a.net/", "http://b.net/"]);
    expect([...waiting.keys()]).not.toContain("http://c.net/");
  });

  test("what does not end in time after that is given up, and what was answered is printed", async () => {
    const stop = new AbortController();
    const deaf: AnyChecker = {
      check({ url }) {
        if (url === "http://b.net/") stop.abort();
        return url === "http://a.net/"
          ? Promise.resolve({ kind: "not-tried", reason: "internal-error" })
          : new Promise(() => {});
      },
    };
    const urls = ["http://a.net/", "http://b.net/", "http://c.net/"];
    const given: unknown[] = [];
    const onGivenUp = (urls: unknown) => given.push(urls);
    const lines = await all(urls, {
      checker: deaf,
      concurrency: 1,
      signal: stop.signal,
      graceMs: 1,
      onGivenUp,
    });
    expect(lines.map(({ normalised }) => normalised)).toEqual(["http://a.net/"]);
    expect(given).toEqual([{ underWay: 1, notBegun: 1 }]);
  });

  test("a bug in a check, or in the source, ends it with that error", async () => {
    const broken: AnyChecker = { check: () => Promise.reject(new TypeError("a bug")) };
    await expect(all(["http://a.net/"], { checker: broken })).rejects.toThrow("a bug");
    async function* source() {
      yield "http://a.net/";
      throw new TypeError("another");
    }
    await expect(all(source())).rejects.toThrow("another");
  });
});

describe("hosts of a list (C4, C5)", () => {
  const numbered = (host: string, count: number) =>
    Array.from({ length: count }, (_, n) => `http://${host}/${n}`);
  const rulesOf = (lines: readonly CheckLine[]) => {
    const rules = Map.groupBy(lines, ({ rule, status }) => `${rule} ${status}`);
    return Object.fromEntries([...rules].map(([rule, found]) => [rule, found.length]));
  };
  const failed = (failure: NetworkFailure) => failureOf(failure, 1);

  test.each([1, 3])("a host sees %i connections at once", async (perHost) => {
    let [open, most] = [0, 0];
    const checker: AnyChecker = {
      async check({ url }) {
        most = Math.max(most, ++open);
        await settle();
        open -= 1;
        return fine(url);
      },
    };
    await all(numbered("a.net", 20), { checker, perHost });
    expect(most).toBe(perHost);
  });

  test("many URLs of a silent host: after a few the others need not be asked", async () => {
    const checker: AnyChecker = {
      check: async ({ url, parts }) => (parts.host === "silent.net" ? failed("timeout") : fine(url)),
    };
    const lines = await all([...numbered("silent.net", 30), "http://a.net/"], { checker });
    expect(rulesOf(lines)).toEqual({ "timeout 64": 3, "host-away 64": 27, "table 1": 1 });
  });

  test("nothing is said of others while we seem to be cut off", async () => {
    const checker: AnyChecker = {
      check: async () => failed("timeout"),
      believed: async () => ({ kind: "not-tried", reason: "own-outage" }),
    };
    const lines = await all(numbered("silent.net", 9), { checker });
    expect(rulesOf(lines)).toEqual({ "timeout 64": 3, "not-tried 0": 6 });
  });

  test("a slow URL that a list has five times says nothing of the others", async () => {
    const checker: AnyChecker = {
      check: async ({ url }) => (url.endsWith("/slow") ? failed("timeout") : fine(url)),
    };
    const urls = [...Array<string>(5).fill("http://a.net/slow"), ...numbered("a.net", 20)];
    expect(rulesOf(await all(urls, { checker }))).toEqual({ "timeout 64": 5, "table 1": 20 });
  });

  test("failures that cost no time are each asked for", async () => {
    const checker: AnyChecker = { check: async () => failed("reset") };
    expect(rulesOf(await all(numbered("a.net", 20), { checker }))).toEqual({ "reset 64": 20 });
  });

  test("many URLs of a host that asks for an hour: one is asked", async () => {
    const checker: AnyChecker = {
      async check({ url }, { lease }) {
        lease.observe({ http: 429, failure: null, tookMs: 1, retryAfterMs: 3_600_000 });
        return fine(url);
      },
    };
    const lines = await all(numbered("busy.net", 9), { checker });
    expect(rulesOf(lines)).toEqual({ "table 1": 1, "not-tried 0": 8 });
    expect(lines.find(({ status }) => status === 0)?.error).toMatch(/^not checked: the host asked for /);
  });

  test("a list waits for a host that asks for a second", async () => {
    const began: number[] = [];
    const checker: AnyChecker = {
      async check({ url }, { lease }) {
        began.push(performance.now());
        const busy = began.length === 1;
        lease.observe({
          http: busy ? 503 : 200,
          failure: null,
          tookMs: 1,
          retryAfterMs: busy ? 1_000 : null,
        });
        return fine(url);
      },
    };
    expect(rulesOf(await all(numbered("busy.net", 3), { checker }))).toEqual({ "table 1": 3 });
    expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThan(990);
  });
});
