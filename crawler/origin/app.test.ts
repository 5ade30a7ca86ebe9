import { describe, expect, test } from "vitest";
import { DatabaseError } from "../../db/errors.ts";
import { NOTHING_KNOWN, type UrlFacts } from "../../shared/answer/types.ts";
import { ACT_ANSWER_MS, ACT_COMMIT_MS } from "../../shared/protocol/origin.ts";
import type { PeopleResponse } from "../../shared/protocol/people.ts";
import { ANSWER_HEADER, isAnswerSigned, SIGNATURE_HEADER, sign } from "../../shared/protocol/sign.ts";
import { createOriginApp } from "./app.ts";
import { createGates } from "./budget/admit.ts";
import { TooLate } from "./budget/in-time.ts";
import { CLASSES } from "./budget/limits.ts";

const token = "0123456789abcdef0123456789abcdef";
const oldToken = "fedcba9876543210fedcba9876543210";
const FRIEND = "ab".repeat(32);
const facts: UrlFacts = { url: "https://a.zz/", ...NOTHING_KNOWN };

function setUp(trouble: Error | null = null) {
  const answered: unknown[] = [];
  const touched: [string, readonly number[]][] = [];
  /** What was carried out; the first fails. */
  const acts: unknown[] = [];
  /** How long each act has from now on. */
  const left: number[] = [];
  const acting = (response: PeopleResponse) => async (asked: unknown, untilMs: number) => {
    left.push(untilMs - performance.now());
    if (trouble !== null) throw trouble;
    if (acts.push(asked) === 1) throw new Error("the first");
    return response;
  };
  const app = createOriginApp({
    token,
    oldToken,
    gates: createGates(),
    facts: async (wiki, urls) => {
      if (trouble !== null) throw trouble;
      return wiki === "testwiki@local" ? urls.filter((url) => url === facts.url).map(() => facts) : [];
    },
    wikisAt: async () => ({ wikis: [] }),
    titles: async ({ wiki, titles }) =>
      wiki === "testwiki@local" ? { pages: titles.map((title) => ({ title, pageid: 7 })) } : null,
    touch: async (wiki, pageids) => {
      touched.push([wiki, pageids]);
      return !pageids.includes(999);
    },
    isFriend: async (hash) => hash === FRIEND,
    pages: async (wiki, namespace, after) =>
      wiki === "testwiki@local" && namespace === 0 ? [1, 2, 3].filter((pageid) => pageid > after) : null,
    list: async () => null,
    domains: async () => null,
    paths: async () => null,
    domain: async () => null,
    organisation: async () => null,
    organisations: async () => null,
    relaunches: async () => null,
    overview: async () => null,
    search: async ({ askers }) => (askers[0] ? { by: askers[0].policy, seconds: 7 } : null),
    recheck: async () => null,
    log: async () => ({ entries: [], next: null, locks: [] }),
    undo: acting({ outcome: "not-undoable" }),
    lock: acting({ outcome: "bad-target" }),
    people: acting({ outcome: "reported", urls: 1 }),
    feed: async ({ wiki, since }) => {
      if (trouble !== null) throw trouble;
      if (wiki !== "testwiki@local") return { kind: "unknown-wiki" };
      return since === null
        ? { kind: "events", events: [], cursor: "0.1795251600", more: false }
        : { kind: "gone", cursor: "0.1795251600" };
    },
    event: async ({ wiki }) => ({ kind: wiki === "testwiki@local" ? "gone" : "unknown-wiki" }),
    healthy: async () => true,
    failed: (error) => void answered.push(error),
  });
  const post = async (path: string, content: unknown, with_ = token) => {
    const body = new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content));
    return app.request(path, {
      method: "POST",
      headers: await sign(with_, { method: "POST", path, body }, Date.now()),
      body,
    });
  };
  return { app, post, touched, answered, acts, left };
}

describe("origin", () => {
  test.each([
    ["ORIGIN_TOKEN", token, 200],
    ["the one before", oldToken, 200],
    ["another", "0123456789abcdef0123456789abcdee", 401],
  ])("a request that is signed with %s is answered by that: %#", async (_name, with_, status) => {
    const { app } = setUp();
    const body = new TextEncoder().encode(JSON.stringify({ wiki: "testwiki@local", titles: ["A"] }));
    const headers = await sign(with_, { method: "POST", path: "/v1/titles", body }, Date.now());
    const response = await app.request("/v1/titles", { method: "POST", headers, body });
    const given = response.headers.get(ANSWER_HEADER);
    const parts = {
      requestSignature: headers[SIGNATURE_HEADER] ?? "",
      status: response.status,
      body: new Uint8Array(await response.arrayBuffer()),
    };
    expect([response.status, await isAnswerSigned(with_, parts, given)]).toEqual([status, status === 200]);
    const signers = await Promise.all([token, oldToken].map((each) => isAnswerSigned(each, parts, given)));
    expect(signers.filter(Boolean).length).toBe(status === 200 ? 1 : 0);
    for (const changed of [
      { requestSignature: "ab".repeat(32) },
      { status: 404 },
      { body: new Uint8Array() },
    ])
      expect(await isAnswerSigned(with_, { ...parts, ...changed }, given)).toBe(false);
  });

  test("an act has its time from when it came; what was rolled back as it took longer is answered as busy", async () => {
    const { post, left, answered } = setUp(new TooLate("late"));
    const response = await post("/v1/undo", { entry: 1, ranges });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ error: { code: "busy" } });
    expect(answered).toEqual([]);
    expect(left[0]).toBeLessThanOrEqual(ACT_COMMIT_MS);
    expect(left[0]).toBeGreaterThan(0);
    // What is committed at the last moment is heard of.
    expect(ACT_ANSWER_MS - ACT_COMMIT_MS).toBeGreaterThanOrEqual(1_500);
    // Who waited longest for a connection has time left.
    expect(CLASSES.people.waitMs).toBeLessThan(ACT_COMMIT_MS / 2);
  });

  const ranges = [{ policy: "address", key: "192.0.2.1" }];
  const said = { wiki: "testwiki@local", url: "https://a.zz/", domain: false, replacement: null };
  test.each([
    ["/v1/people", { act: "report", ...said, ranges }],
    ["/v1/undo", { entry: 1, ranges }],
    ["/v1/lock", { act: "unlock", target: "a.zz", reason: "", days: 1 }],
  ])(
    "%s: what is sent again with its signature is answered as before, and not done again",
    async (path, question) => {
      const { app, acts } = setUp();
      const body = new TextEncoder().encode(JSON.stringify(question));
      const send = async (headers: Record<string, string>) => {
        const response = await app.request(path, { method: "POST", headers, body });
        return [response.status, await response.text()];
      };
      const signedAt = (epochMs: number) => sign(token, { method: "POST", path, body }, epochMs);
      const headers = await signedAt(Date.now());
      expect(await send(headers)).toEqual([500, expect.any(String)]);
      const first = await send(headers);
      expect([first[0], acts]).toEqual([200, [question, question]]);
      expect(await send(headers)).toEqual(first);
      expect(acts).toHaveLength(2);
      expect(await send(await signedAt(Date.now() + 5_000))).toEqual(first);
      expect(acts).toHaveLength(3);
    },
  );

  test("answers what is known of URLs, and nothing of others", async () => {
    const { post } = setUp();
    const response = await post("/v1/urls", {
      wiki: "testwiki@local",
      urls: ["https://a.zz/", "https://b.zz/"],
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ urls: [facts] });
  });

  test.each([
    ["a database that is away", new DatabaseError("away", "secret host"), 503, "5", "database-away"],
    ["a bug", new Error("secret"), 500, null, "internal"],
  ])("answers %s in JSON, and says to its own log alone why", async (_name, trouble, status, after, code) => {
    const { post, answered } = setUp(trouble);
    const response = await post("/v1/urls", { wiki: "TestWiki@local", urls: ["https://a.zz/"] });
    expect([response.status, response.headers.get("retry-after")]).toEqual([status, after]);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ error: { code } });
    expect(body).not.toContain("secret");
    expect(answered).toEqual([trouble]);
  });

  test.each([
    [
      "testwiki@local",
      ["A", "B"],
      200,
      {
        pages: [
          { title: "A", pageid: 7 },
          { title: "B", pageid: 7 },
        ],
      },
    ],
    ["dewiki@WMF", ["A"], 404, { error: { code: "unknown-wiki" } }],
    ["testwiki@local", Array.from({ length: 501 }, String), 400, { error: { code: "bad-request" } }],
    ["testwiki@local", ["x".repeat(513)], 400, { error: { code: "bad-request" } }],
  ])("pages of %s by their titles", async (wiki, titles, status, expected) => {
    const response = await setUp().post("/v1/titles", { wiki, titles });
    expect([response.status, await response.json()]).toMatchObject([status, expected]);
  });

  test("hands touched pages on", async () => {
    const { post, touched } = setUp();
    const response = await post("/v1/touch", { wiki: "dewiki@WMF", pageids: [7, 9_301_140] });
    expect(response.status).toBe(202);
    expect(touched).toEqual([["dewiki@WMF", [7, 9_301_140]]]);
  });

  test.each([
    ["the watched pages of a namespace", FRIEND, { namespace: 0, after: 1 }, 200, { pageids: [2, 3] }],
    ["a namespace that is not watched", FRIEND, { namespace: 4, after: 0 }, 200, { pageids: null }],
    ["whether he may ask", FRIEND, null, 200, { pageids: null }],
    ["nothing without his token", "cd".repeat(32), null, 403, { error: { code: "unknown-friend" } }],
    ["nothing for what is no hash", "token", null, 400, { error: { code: "bad-request" } }],
  ])("answers a friend: %s (F8)", async (_, friend, list, status, expected) => {
    const { post } = setUp();
    const response = await post("/v1/pages", { wiki: "testwiki@local", friend, list });
    expect([response.status, await response.json()]).toMatchObject([status, expected]);
  });

  test("says to a friend, and to nobody else, that the queue is full", async () => {
    const { post, touched } = setUp();
    const touch = (more: object) => post("/v1/touch", { wiki: "dewiki@WMF", pageids: [7, 999], ...more });
    const [full, dropped, refused] = [
      await touch({ friend: FRIEND }),
      await touch({}),
      await touch({ friend: "cd".repeat(32) }),
    ];
    expect([full.status, full.headers.get("retry-after"), dropped.status, refused.status]).toEqual([
      429,
      "60",
      202,
      403,
    ]);
    expect(touched.length).toBe(2);
  });

  test.each([
    ["another token", "another-token-of-somebody-else"],
    ["an empty token", ""],
  ])("refuses %s and does nothing", async (_, wrong) => {
    const { post, touched } = setUp();
    const response = await post("/v1/touch", { wiki: "dewiki@WMF", pageids: [7] }, wrong);
    expect(response.status).toBe(401);
    expect(touched).toEqual([]);
  });

  test("refuses a body that was changed on the way", async () => {
    const { app, touched } = setUp();
    const body = new TextEncoder().encode(JSON.stringify({ wiki: "dewiki@WMF", pageids: [7] }));
    const headers = await sign(token, { method: "POST", path: "/v1/touch", body }, Date.now());
    const other = JSON.stringify({ wiki: "dewiki@WMF", pageids: [8] });
    expect((await app.request("/v1/touch", { method: "POST", headers, body: other })).status).toBe(401);
    expect(touched).toEqual([]);
  });

  const empty = { method: "POST", path: "/v1/urls", body: new Uint8Array() };
  test.each([
    ["without a signature", async () => ({}), 401, "unsigned"],
    ["with the signature of somebody else", () => sign("somebody-else", empty, Date.now()), 401, "unsigned"],
    ["of a host with another clock", () => sign(token, empty, Date.now() - 310_000), 401, "clock"],
    [
      "that says it is too large",
      async () => ({ ...(await sign(token, empty, Date.now())), "content-length": "5000000" }),
      413,
      "too-large",
    ],
  ])("reads nothing of a request %s", async (_, headersOf, status, code) => {
    const headers: Record<string, string> = await headersOf();
    const { app } = setUp();
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(1_000_000));
        },
      },
      { highWaterMark: 0 },
    );
    const response = await app.request("/v1/urls", { method: "POST", headers, body });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
    expect(pulled).toBe(0);
  });

  test.each([
    ["no JSON", "{"],
    ["no wiki", { urls: [] }],
    ["a wiki of another shape", { wiki: "dewiki", urls: [] }],
    ["too many URLs", { wiki: "dewiki@WMF", urls: Array.from({ length: 2_001 }, () => "https://a.zz/") }],
    ["a URL that is none", { wiki: "dewiki@WMF", urls: [7] }],
  ])("says what is wrong with %s", async (_, content) => {
    const { post } = setUp();
    const response = await post("/v1/urls", content);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "bad-request" } });
  });

  test("a network that used up its allowance hears it, and until when", async () => {
    const response = await setUp().post("/v1/search", {
      question: { kind: "url", url: "https://a.zz/", host: "a.zz" },
      wiki: null,
      farm: false,
      namespaces: [],
      cursor: null,
      askers: [
        { policy: "site", key: "x" },
        { policy: "of a newer edge", key: "y" },
      ],
    });
    const answered = ["retry-after", "ratelimit", "ratelimit-policy"].map((name) =>
      response.headers.get(name),
    );
    const limits = ['"people-site";r=0;t=7', '"people-site";q=200;w=200'];
    expect([response.status, ...answered]).toEqual([429, "7", ...limits]);
    expect(await response.json()).toMatchObject({ error: { code: "too-many-requests" } });
  });

  test("names its addresses to those who miss them", async () => {
    const { app } = setUp();
    const response = await app.request("/");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("/v1/urls");
  });
});
