import { describe, expect, test } from "vitest";
import type { Outcome } from "../../shared/status/outcome.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Checker } from "./checker.ts";
import { type CheckLine, type CheckUrlsOptions, checkUrls } from "./run.ts";
import { PAGE } from "./testing/fake-transport.ts";

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

type AnyChecker = Pick<Checker, "begin">;

/** Checks end when they are told to, in any order. */
function slowChecker() {
  const waiting = new Map<string, () => void>();
  const checker: AnyChecker = { begin: ({ url }, done) => waiting.set(url, () => done(fine(url))) };
  return { checker, waiting, end: (url: string) => waiting.get(url)?.() };
}

const quick: AnyChecker = { begin: ({ url }, done) => done(fine(url)) };

async function all(urls: Iterable<string> | AsyncIterable<string>, options: Partial<CheckUrlsOptions> = {}) {
  const lines: CheckLine[] = [];
  for await (const line of checkUrls(urls, { contact: null, concurrency: 10, checker: quick, ...options }))
    lines.push(line);
  return lines;
}

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
      begin({ url }, done) {
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
        if (url.endsWith("/others")) done({ ...failed, asOthers: 5, asked });
        else if (outcome.kind === "answer") done({ ...outcome, chain: [exchange], asked });
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
  ])("%j is told at once, and never contacted", async (url, status, normalised, rule) => {
    const never: AnyChecker = {
      begin() {
        throw new Error("contacted");
      },
    };
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
      begin: (_, done) => done({ kind: "not-tried", reason: "path-not-sendable" }),
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
    const lines = checkUrls(["http://a.net/", "http://b.net/"], { contact: null, concurrency: 2, checker });
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
    const lines = checkUrls(source(), { contact: null, concurrency: 5, checker: quick });
    expect((await lines.next()).value).toMatchObject({ normalised: "http://a.net/" });
    void lines.return();
  });

  test("no more are read than can be under way", async () => {
    let read = 0;
    function* source() {
      for (; read < 100; read++) yield `http://h${read}.net/`;
    }
    const { checker, waiting } = slowChecker();
    const lines = checkUrls(source(), { contact: null, concurrency: 3, checker });
    void lines.next();
    await settle();
    expect(waiting.size).toBe(3);
    expect(read).toBeLessThan(4);
  });

  test("what merely waits for a late name leaves its place to others, and is told in the end", async () => {
    const { checker, waiting, end } = slowChecker();
    const late: AnyChecker = {
      begin(target, done, slots) {
        if (!target.url.includes("late")) return checker.begin(target, done);
        slots?.stepAside();
        waiting.set(target.url, () => {
          slots?.comeToEnd();
          done(fine(target.url));
        });
      },
    };
    const urls = [
      "http://late1.net/",
      "http://a.net/",
      "http://late2.net/",
      "http://b.net/",
      "http://c.net/",
    ];
    const lines = checkUrls(urls, { contact: null, concurrency: 1, checker: late });
    const first = lines.next();
    await settle();
    expect([...waiting.keys()]).toEqual(["http://late1.net/", "http://a.net/"]);
    // Until its answer is taken nothing new is begun.
    end("http://late1.net/");
    await settle();
    expect((await first).value?.url).toBe("http://late1.net/");
    end("http://a.net/");
    await settle();
    expect(waiting.size).toBe(2);
    expect((await lines.next()).value?.url).toBe("http://a.net/");
    const third = lines.next();
    await settle();
    expect([...waiting.keys()].slice(2)).toEqual(["http://late2.net/", "http://b.net/"]);
    for (const url of ["http://late2.net/", "http://b.net/"]) end(url);
    await third;
    const rest = lines.next().then(() => lines.next());
    await settle();
    end("http://c.net/");
    expect((await rest).value?.url).toBe("http://c.net/");
  });

  test("thousands, each once", async () => {
    const urls = Array.from({ length: 3_000 }, (_, index) => `http://h${index}.net/`);
    const lines = await all(urls, { concurrency: 100 });
    expect(lines.map(({ url }) => url).sort()).toEqual([...urls].sort());
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

  test("what does not end in time after that is given up, and what was answered is told", async () => {
    const stop = new AbortController();
    const deaf: AnyChecker = {
      begin({ url }, done) {
        if (url === "http://a.net/") done({ kind: "not-tried", reason: "internal-error" });
        if (url === "http://b.net/") stop.abort();
      },
    };
    const urls = ["http://a.net/", "http://b.net/", "http://c.net/"];
    const given: number[] = [];
    const onGivenUp = (count: number) => given.push(count);
    // Of those that were read, some were not begun.
    const lines = await all([...urls, ...urls], {
      checker: deaf,
      concurrency: 2,
      signal: stop.signal,
      graceMs: 1,
      onGivenUp,
    });
    expect(lines.map(({ normalised }) => normalised)).toEqual(["http://a.net/"]);
    expect(given).toEqual([1]);
  });

  test("a bug in a check, or in the source, ends it with that error", async () => {
    const broken: AnyChecker = {
      begin() {
        throw new TypeError("a bug");
      },
    };
    await expect(all(["http://a.net/"], { checker: broken })).rejects.toThrow("a bug");
    async function* source() {
      yield "http://a.net/";
      throw new TypeError("another");
    }
    await expect(all(source())).rejects.toThrow("another");
  });
});
