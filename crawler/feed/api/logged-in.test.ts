import { describe, expect, test } from "vitest";
import type { HttpAnswer, HttpClient, HttpRequest } from "../../net/egress/http-client.ts";
import { readApiAnswer } from "./answer.ts";
import type { Account } from "./credentials.ts";
import { loggedIn } from "./logged-in.ts";
import { CookieJar } from "./login.ts";
import { openWikiApi } from "./wiki.ts";

const API = "https://wiki.example/w/api.php";
const signal = new AbortController().signal;
const PASSWORD: Account = { kind: "password", user: "Bot@feeder", password: "SECRET&more" };
const TOKEN: Account = { kind: "token", token: "SECRET.TOKEN" };

const json = (value: unknown, headers = {}): HttpAnswer => ({ kind: "json", http: 200, headers, value });
const error = (code: string, info = "") => json({ error: { code, info } });

interface FakeOptions {
  rights?: string[];
  /** Results of the next logins, then Success. */
  results?: object[];
  /** Answers in place of those to the next questions. */
  instead?: HttpAnswer[];
}

/** A wiki that knows one bot password and one token, and forgets its sessions when it shall. */
function fakeWiki({ rights = ["bot", "apihighlimits"], results = [], instead = [] }: FakeOptions = {}) {
  const sent: HttpRequest[] = [];
  const sessions = new Set<string>();
  let logins = 0;
  const isIn = ({ headers }: HttpRequest) =>
    headers?.authorization === "Bearer SECRET.TOKEN" ||
    [...sessions].some((id) => headers?.cookie?.includes(`w_session=${id}`));
  const http: HttpClient = {
    close: async () => {},
    async send(request) {
      sent.push(request);
      const params =
        request.method === "POST"
          ? new URLSearchParams(String(request.body))
          : new URL(request.url).searchParams;
      if (params.get("type") === "login")
        return json(
          { query: { tokens: { logintoken: "t+\\" } } },
          {
            "set-cookie":
              "w_session=anonymous; path=/; HttpOnly\nw_x=1; expires=Thu, 01 Jan 2099 00:00:00 GMT",
          },
        );
      if (params.get("action") === "login") {
        const result = results.shift();
        if (result !== undefined) return json({ login: result });
        logins += 1;
        sessions.add(`s${logins}`);
        return json({ login: { result: "Success" } }, { "set-cookie": `w_session=s${logins}; path=/` });
      }
      const assert = params.get("assert");
      if (assert !== null && !isIn(request)) return error("assertuserfailed");
      if (assert === "bot" && !rights.includes("bot")) return error("assertbotfailed");
      if (params.get("meta") === "userinfo") return json({ query: { userinfo: { id: 3, rights } } });
      return instead.shift() ?? json({ batchcomplete: true, query: { assert } });
    },
  };
  const questions = () => sent.filter(({ url }) => url.includes("meta=siteinfo"));
  return { http, sent, sessions, questions, logins: () => logins };
}

const open = (fake: ReturnType<typeof fakeWiki>, account: Account, api = API) =>
  loggedIn(fake.http, new Map([[api, account]]));
const question = { url: `${API}?action=query&meta=siteinfo&format=json`, signal };

describe("a bot password", () => {
  test("logs in once, sends its cookies and asserts who it is", async () => {
    const fake = fakeWiki();
    const client = open(fake, PASSWORD);
    const answers = await Promise.all([client.send(question), client.send(question)]);
    expect(answers).toEqual([
      json({ batchcomplete: true, query: { assert: "bot" } }),
      json({ batchcomplete: true, query: { assert: "bot" } }),
    ]);
    expect(fake.logins()).toBe(1);
    expect(fake.questions()[0]?.headers).toMatchObject({ cookie: "w_session=s1; w_x=1" });
    expect(await client.idsMax?.(API, signal)).toBe(500);
    const login = fake.sent.find(({ method }) => method === "POST");
    expect(login?.url).toBe(API);
    expect(new URLSearchParams(String(login?.body)).get("lgpassword")).toBe("SECRET&more");
    // In no address, which ends up in logs.
    expect(fake.sent.map(({ url }) => url).join(" ")).not.toContain("SECRET");
  });

  test("posted questions assert, too", async () => {
    const fake = fakeWiki();
    const post = { url: API, method: "POST", body: "action=query&meta=x", signal } as const;
    expect(await open(fake, PASSWORD).send(post)).toMatchObject({ value: { query: { assert: "bot" } } });
  });

  test.each<[string[], string, number]>([
    [["bot", "apihighlimits"], "bot", 500],
    [["bot"], "bot", 50],
    [["apihighlimits"], "user", 500],
    [["read"], "user", 50],
  ])("rights %j: assert=%s, %d ids", async (rights, assert, ids) => {
    const client = open(fakeWiki({ rights }), PASSWORD);
    expect(await client.send(question)).toMatchObject({ value: { query: { assert } } });
    expect(await client.idsMax?.(API, signal)).toBe(ids);
  });

  test("logs in again when the session is gone, and asks again", async () => {
    const fake = fakeWiki();
    const client = open(fake, PASSWORD);
    await client.send(question);
    fake.sessions.clear();
    expect(await client.send(question)).toMatchObject({ value: { query: { assert: "bot" } } });
    expect(fake.logins()).toBe(2);
  });

  test("that lost its rights asks as what it is now", async () => {
    const rights = ["bot", "apihighlimits"];
    const client = open(fakeWiki({ rights }), PASSWORD);
    await client.send(question);
    rights.length = 0;
    expect(await client.send(question)).toMatchObject({ value: { query: { assert: "user" } } });
    expect(await client.idsMax?.(API, signal)).toBe(50);
  });

  test("asks about fewer pages when the wiki takes no 500", async () => {
    const client = open(fakeWiki({ instead: [error("toomanyvalues")] }), PASSWORD);
    expect(await client.idsMax?.(API, signal)).toBe(500);
    await client.send(question);
    expect(await client.idsMax?.(API, signal)).toBe(50);
  });

  test("that is wrong is reported with how to fix it, without the password, and not tried again at once", async () => {
    const echo = { result: "Failed", reason: "Incorrect: SECRET&more or SECRET%26more" };
    const fake = fakeWiki({ results: [echo, echo] });
    const wiki = openWikiApi(API, { http: open(fake, PASSWORD), signal });
    const answer = await wiki.query({ meta: "siteinfo" });
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: "denied", message: expect.stringContaining("correct what WEBOID_WIKI_CREDENTIALS") },
    });
    expect(JSON.stringify(answer)).not.toContain("SECRET");
    const before = fake.sent.length;
    expect(await wiki.query({ meta: "siteinfo" })).toMatchObject({ ok: false, error: { kind: "denied" } });
    expect(fake.sent).toHaveLength(before);
  });

  test.each<[string, object, object]>([
    ["a token that is none any more", { result: "WrongToken" }, { kind: "query" }],
    ["too many logins", { result: "Throttled", wait: 90 }, { kind: "later", seconds: 90 }],
    ["something it wants to know", { result: "Aborted", reason: 7 }, { kind: "error" }],
  ])("%s", async (_, result, expected) => {
    const answer = await open(fakeWiki({ results: [result] }), PASSWORD).send(question);
    expect(readApiAnswer(answer, API, 0)).toMatchObject(expected);
  });

  test("trouble during the login is the wiki's trouble, and passes", async () => {
    const fake = fakeWiki();
    let away = true;
    const http: HttpClient = {
      close: async () => {},
      send: async (request) =>
        away ? { kind: "text", http: 503, headers: {}, start: "" } : fake.http.send(request),
    };
    const client = loggedIn(http, new Map([[API, PASSWORD]]));
    expect(readApiAnswer(await client.send(question), API, 0)).toMatchObject({ kind: "later" });
    away = false;
    expect(readApiAnswer(await client.send(question), API, 0)).toMatchObject({ kind: "query" });
  });
});

describe("an access token", () => {
  test("goes with every request to its api.php, without a login", async () => {
    const fake = fakeWiki();
    expect(await open(fake, TOKEN).send(question)).toMatchObject({ value: { query: { assert: "bot" } } });
    expect(fake.sent.map(({ headers }) => headers?.authorization)).toEqual([
      "Bearer SECRET.TOKEN",
      "Bearer SECRET.TOKEN",
    ]);
  });

  test("that is none is reported with how to fix it, and without the token", async () => {
    const fake = fakeWiki();
    const wrong = open(fake, { kind: "token", token: "SECRET.OTHER" });
    const answer = readApiAnswer(await wrong.send(question), API, 0);
    expect(answer).toMatchObject({ kind: "error", error: { kind: "denied" } });
    expect(JSON.stringify(answer)).not.toContain("SECRET");
  });

  test.each([
    "https://wiki.example/w/index.php?title=Spam_blacklist&action=raw",
    "https://wiki.example:444/w/api.php?action=query",
    "http://wiki.example/w/api.php?action=query",
    "https://wiki.example.evil/w/api.php?action=query",
    "https://evil.example/w/api.php?action=query",
    "https://wiki.example/w/api.php/x?action=query",
  ])("does not go to %s", async (url) => {
    const fake = fakeWiki();
    await open(fake, TOKEN).send({ url, signal });
    expect(fake.sent).toEqual([{ url, signal }]);
  });

  test("does not follow a redirect", async () => {
    const location = "https://evil.example/w/api.php?token=SECRET.TOKEN";
    const fake = fakeWiki({ instead: [{ kind: "redirect", http: 302, headers: {}, location }] });
    const answer = await open(fake, TOKEN).send(question);
    expect(answer).toMatchObject({ kind: "redirect", location: "https://evil.example/w/api.php?token=…" });
    expect(fake.sent.every(({ url }) => url.startsWith(API))).toBe(true);
  });
});

test.each<[string[], string]>([
  [["a=1; Path=/", "b=2; Secure; HttpOnly"], "a=1; b=2"],
  [["a=1", "a=2"], "a=2"],
  [["a=1", "a=deleted; expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=0"], ""],
  [["a=1", "a=x; max-age=0"], ""],
  [["a=1\r\nX-Evil: 1", "=b", "novalue", `long=${"x".repeat(5_000)}`], "a=1"],
  [
    Array.from({ length: 80 }, (_, at) => `c${at}=1`),
    Array.from({ length: 50 }, (_, at) => `c${at}=1`).join("; "),
  ],
])("cookies %#", (lines, header) => {
  const jar = new CookieJar();
  for (const line of lines) jar.keep(line);
  expect(jar.header()).toBe(header);
});
