import { describe, expect, test } from "vitest";
import { LOGIN_RETURN_CHARS_MAX } from "../../shared/format/html.ts";
import { createOauthServer, OAUTH_ENV, PROFILE } from "../testing/oauth.ts";
import { createWorld, NOW, type Responder } from "../testing/world.ts";

const WIKI = "dewiki@WMF";
const BROWSER = {
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "same-origin",
  accept: "text/html",
  "content-type": "application/x-www-form-urlencoded",
  "cf-connecting-ip": "192.0.2.7",
};
const EMPTY_LOG = { entries: [], next: null, locks: [] };

/** A browser with an edge: it keeps cookies, and follows redirects when a test says so. */
async function browser(
  profile: object = PROFILE,
  more: { readonly env?: object; readonly clock?: () => number } = {},
) {
  const server = createOauthServer(profile);
  const asked: { path: string; body: unknown }[] = [];
  const origin: Responder = async (request) => {
    const path = new URL(request.url).pathname;
    asked.push({ path, body: await request.json() });
    return Response.json(path === "/v1/log" ? EMPTY_LOG : { outcome: "reported", urls: 1 });
  };
  const world = createWorld({
    origin,
    wiki: server.respond,
    env: { ...OAUTH_ENV, ...more.env },
    ...(more.clock && { clock: more.clock }),
  });
  await world.store(WIKI, []);
  const jar = new Map<string, string>();
  const go = async (address: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...BROWSER, ...(cookie && { cookie }), ...(init.headers as object) };
    const response = await world.ask(address, { ...init, headers, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/max-age=0/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const begin = async (address = "/login") => (await go(address)).headers.get("location") ?? "";
  const logIn = async (address?: string) => go(server.authorize(await begin(address)));
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    go(path, { method: "POST", headers, body: new URLSearchParams(fields) });
  return { server, asked, jar, go, begin, logIn, send };
}

const tokenOf = (html: string): string => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";

describe("login with a wiki's account (H5)", () => {
  test("leads to the wiki and back, and says who is logged in", async () => {
    const { server, jar, go, begin } = await browser();
    const form = await (await go(`/report?url=https://a.zz/&dbname=dewiki`)).text();
    const [, way = ""] = /href="(\/login\?[^"]+)"/.exec(form) ?? [];
    const address = await begin(way.replaceAll("&amp;", "&"));
    const state = new URL(address).searchParams;
    expect(state.get("redirect_uri")).toBe("https://weboid.example/login/callback");
    expect([...jar.keys()]).toEqual(["__Host-weboid-login"]);
    const back = await go(server.authorize(address));
    expect([back.status, back.headers.get("location")]).toEqual([
      303,
      "/report?url=https://a.zz/&dbname=dewiki&lang=en",
    ]);
    expect([...jar.keys()]).toEqual(["__Host-weboid-session"]);
    for (const cookie of back.headers.getSetCookie())
      expect(cookie).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const page = await (await go("/report?url=https://a.zz/&dbname=dewiki")).text();
    expect(page).toMatch(/Logged in as <bdi>Bea<\/bdi>/);
    expect(server.requests).toEqual([
      "POST /w/rest.php/oauth2/access_token",
      "GET /w/rest.php/oauth2/resource/profile",
    ]);
    // Nothing but the account is kept.
    const kept = JSON.parse(atob((jar.get("__Host-weboid-session") ?? "").split(".")[0] ?? ""));
    expect(kept).toEqual({ sub: "4711", name: "Bea", expires: NOW / 1_000 + 43_200 });
  });

  test.each([
    [1_600, true],
    [1_940, true],
    [2_100, false],
  ])("leads back to the form of a link of %i characters: %s", async (length, isKept) => {
    const { server, go, begin } = await browser();
    const url = "https://a.zz/".padEnd(length, "x");
    const back = `/report?url=${url}&dbname=dewiki&lang=en`;
    const form = await (await go(back)).text();
    const [, way = ""] = /href="(\/login[^"]*)"/.exec(form) ?? [];
    expect(way === "/login").toBe(!isKept);
    const returned = await go(server.authorize(await begin(way.replaceAll("&amp;", "&"))));
    expect([returned.status, returned.headers.get("location")]).toEqual([303, isKept ? back : "/log"]);
  });

  test("leads to the wiki with no more header fields than nginx takes", async () => {
    const { go } = await browser();
    const back = "/report?url=".padEnd(LOGIN_RETURN_CHARS_MAX, "x");
    const { headers } = await go(`/login?return=${encodeURIComponent(back)}`);
    expect(headers.getSetCookie()[0]?.length).toBeGreaterThan(LOGIN_RETURN_CHARS_MAX);
    const fields = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
    // Beside what a proxy between adds.
    expect(fields.length).toBeLessThan(4_096 - 256);
  });

  test("acts for the account, whose forms are no one else's", async () => {
    const { asked, jar, go, logIn, send } = await browser();
    const before = tokenOf(await (await go("/report?url=https://a.zz/&dbname=dewiki")).text());
    await logIn();
    const fields = { url: "https://a.zz/", dbname: "dewiki" };
    expect(await (await send("/report", { ...fields, token: before })).text()).toContain("Press its button");
    const token = tokenOf(await (await go("/report?url=https://a.zz/&dbname=dewiki")).text());
    expect((await send("/report", { ...fields, token })).status).toBe(200);
    expect(asked.filter(({ path }) => path === "/v1/people").map(({ body }) => body)).toMatchObject([
      { act: "report", profile: "4711", ranges: [{ key: "192.0.2.7" }, {}, {}] },
    ]);
    jar.clear();
    expect(await (await send("/report", { ...fields, token })).text()).toContain("Press its button");
  });

  test("ends by its button, which only our own page has", async () => {
    const { jar, go, logIn, send } = await browser();
    await logIn();
    const token = tokenOf(await (await go("/log")).text());
    await send("/logout", { token: "wrong", return: "/log" });
    await send("/logout", { token, return: "/log" }, { "sec-fetch-site": "cross-site" });
    expect(jar.has("__Host-weboid-session")).toBe(true);
    const out = await send("/logout", { token, return: "//evil.example/" });
    expect([out.status, out.headers.get("location"), jar.size]).toEqual([303, "/log", 0]);
    expect(await (await go("/log")).text()).toContain("Log in with your wiki account");
  });

  test("ends after half a day, and an old attempt is none", async () => {
    let now = NOW;
    const { server, go, begin, logIn } = await browser(PROFILE, { clock: () => now });
    await logIn();
    now += 43_199_000;
    expect(await (await go("/log")).text()).toContain("Logged in as");
    now += 2_000;
    expect(await (await go("/log")).text()).toContain("Log in with");
    const address = await begin();
    now += 901_000;
    expect((await go(server.authorize(address))).status).toBe(400);
  });

  test("makes administrators of those that are named, in any spelling", async () => {
    const ada = await browser({ ...PROFILE, username: "Ada Lovelace" });
    await ada.logIn();
    const page = await (await ada.go("/log")).text();
    expect(page).toContain('name="action" value="lock"');
    const fields = { token: tokenOf(page), action: "lock", target: "a.zz", reason: "why", days: "3" };
    await ada.send("/log", fields);
    await ada.send("/log", { token: fields.token, action: "undo", entry: "5" });
    expect(ada.asked.filter(({ path }) => path !== "/v1/log")).toMatchObject([
      { path: "/v1/lock", body: { act: "lock", target: "a.zz", reason: "why", days: 3 } },
      { path: "/v1/undo", body: { entry: 5, profile: "4711", administrator: true } },
    ]);
    const bea = await browser();
    await bea.logIn();
    const other = await (await bea.go("/log")).text();
    expect(other).not.toContain('value="lock"');
    expect((await bea.send("/log", { ...fields, token: tokenOf(other) })).status).toBe(400);
    expect(bea.asked.every(({ path }) => path === "/v1/log")).toBe(true);
  });
});

test.each([
  ["ßeta", "SSeta", false],
  ["ßeta", "ßeta", true],
  ["beta", "Beta", true],
  ["Beta_x ", "Beta x", true],
  ["Beta", "beTa", false],
  [" , ,", "", false],
])("of WEBOID_ADMINS %j, %s is one: %s", async (names, username, isOne) => {
  const { go, logIn } = await browser({ ...PROFILE, username }, { env: { WEBOID_ADMINS: names } });
  await logIn();
  expect((await (await go("/log")).text()).includes('name="action" value="lock"')).toBe(isOne);
});

describe("a login is refused", () => {
  test.each([
    ["blocked", { ...PROFILE, blocked: true }],
    ["hidden", { sub: 4711, blocked: true }],
    ["without a confirmed address", { ...PROFILE, confirmed_email: false }],
    ["with few edits", { ...PROFILE, editcount: 9 }],
  ])("to an account that is %s", async (_, profile) => {
    const { jar, logIn } = await browser(profile);
    const response = await logIn();
    expect([response.status, jar.size]).toEqual([403, 0]);
    expect(await response.text()).toContain("This account cannot be used here");
  });

  test("edits count as configured", async () => {
    const { jar, logIn } = await browser({ ...PROFILE, editcount: 0 }, { env: { OAUTH_EDITS_MIN: "0" } });
    expect([(await logIn()).status, jar.size]).toEqual([303, 1]);
  });

  test("with another state, or that of another browser", async () => {
    const { server, jar, go, begin } = await browser();
    const back = new URL(server.authorize(await begin()));
    back.searchParams.set("state", "x".repeat(43));
    expect([(await go(back.href)).status, jar.size]).toEqual([400, 0]);
    // Somebody's link logs nobody in under that one's account.
    const attacker = server.authorize(await begin());
    jar.clear();
    expect([(await go(attacker)).status, jar.size]).toEqual([400, 0]);
    await begin();
    expect([(await go(attacker)).status, jar.size]).toEqual([400, 0]);
    expect(server.requests).toEqual([]);
  });

  test("with a code that was used, also by who kept the cookie", async () => {
    const { server, jar, go, begin } = await browser();
    const address = server.authorize(await begin());
    const kept = new Map(jar);
    expect((await go(address)).status).toBe(303);
    jar.clear();
    expect((await go(address)).status).toBe(400);
    for (const [name, value] of kept) jar.set(name, value);
    const used = await go(address);
    expect([used.status, used.headers.get("retry-after"), jar.size]).toEqual([403, null, 0]);
    expect(await used.text()).toContain("The login did not succeed");
  });

  test("with a code that is none, in the words of an older wiki", async () => {
    const { server, go, begin } = await browser();
    const address = server.authorize(await begin());
    server.replace(() => Response.json({ error: "invalid_request" }, { status: 400 }));
    expect((await go(address)).status).toBe(403);
  });

  test("to who says no at the wiki", async () => {
    const { server, jar, go, begin } = await browser();
    const response = await go(server.authorize(await begin(), { denied: true }));
    expect([response.status, jar.size, server.requests]).toEqual([403, 0, []]);
    expect(await response.text()).toContain("The login did not succeed");
  });

  test.each<[string, Responder]>([
    [
      "says nothing",
      // As long as the edge waits.
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ],
    ["is away", () => Promise.reject(new TypeError("connection refused"))],
    [
      "says too much",
      () => Response.json({ token_type: "Bearer", access_token: "x", more: "x".repeat(70_000) }),
    ],
    ["says something else", () => new Response("<html>")],
    ["does not know our secret", () => Response.json({ error: "invalid_client" }, { status: 401 })],
    ["has no such grant", () => Response.json({ error: "unsupported_grant_type" }, { status: 400 })],
    ["says 400 as a page", () => new Response("<html>", { status: 400 })],
    ["has an error of its own", () => Response.json({ error: "server_error" }, { status: 500 })],
    [
      "leads elsewhere",
      () => new Response(null, { status: 307, headers: { location: "http://127.0.0.1/" } }),
    ],
    [
      "has a token that is no header",
      () => Response.json({ token_type: "Bearer", access_token: "x\r\ny: z" }),
    ],
  ])("while the wiki %s", async (_, responder) => {
    const { server, jar, go, begin } = await browser();
    const address = server.authorize(await begin());
    server.replace(responder);
    const response = await go(address);
    expect([response.status, jar.size, server.requests.length]).toEqual([503, 0, 1]);
  });

  test.each([
    ["a value of our own making", "eyJzdWIiOiIxIiwibmFtZSI6IkFkYSBMb3ZlbGFjZSIsImV4cGlyZXMiOjk5OTk5OTk5OTl9"],
    ["nonsense", "%00;=.,"],
  ])("by a cookie with %s", async (_, payload) => {
    const { jar, go } = await browser();
    jar.set("__Host-weboid-session", `${payload}.${"0".repeat(64)}`);
    expect(await (await go("/log")).text()).toContain("Log in with");
  });

  test("by a cookie of an attempt in place of one of a session", async () => {
    const { jar, go, begin } = await browser();
    await begin();
    jar.set("__Host-weboid-session", jar.get("__Host-weboid-login") ?? "");
    expect(await (await go("/log")).text()).toContain("Log in with");
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/report/../x",
    "/login",
    "javascript:x",
    // More than the cookie holds.
    `/report?${'"'.repeat(1_450)}`,
  ])("to lead to %s", async (back) => {
    const { logIn } = await browser();
    expect((await logIn(`/login?return=${encodeURIComponent(back)}`)).headers.get("location")).toBe("/log");
  });

  test.each<[string, object]>([
    ["no consumer is set", { OAUTH_CLIENT_ID: "", OAUTH_CLIENT_SECRET: "" }],
    ["it is reached by http, and not on this machine", { PUBLIC_URL: "http://weboid.example" }],
  ])("at an edge where %s; its pages say nothing of it", async (_, env) => {
    const { go } = await browser(PROFILE, { env });
    expect((await go("/login")).status).toBe(404);
    expect((await go("/login/callback?code=x&state=y")).status).toBe(404);
    expect(await (await go("/log")).text()).not.toContain("/login");
  });

  test("on this machine http will do", async () => {
    const { jar, logIn } = await browser(PROFILE, { env: { PUBLIC_URL: "http://127.0.0.1:8787" } });
    expect([(await logIn()).status, [...jar.keys()]]).toEqual([303, ["weboid-session"]]);
  });
});

test("a session outlives the exchange of the secret once", async () => {
  const { jar, logIn } = await browser();
  await logIn();
  const exchanged = await browser(PROFILE, {
    env: { ORIGIN_TOKEN: "another-token-of-the-tests", ORIGIN_TOKEN_OLD: "origin-token-of-the-tests" },
  });
  for (const [name, value] of jar) exchanged.jar.set(name, value);
  expect(await (await exchanged.go("/replacement?url=https://a.zz/&dbname=dewiki")).text()).toContain(
    "Logged in as",
  );
});
