import { describe, expect, test } from "vitest";
import type { HttpAnswer } from "../../net/egress/http-client.ts";
import { recordedAnswer } from "../testing/recording.ts";
import { readApiAnswer } from "./answer.ts";

const API = "https://wiki.example/w/api.php";
const NOW = Date.UTC(2026, 10, 20, 12);
const json = (value: unknown, http = 200, headers = {}): HttpAnswer => ({
  kind: "json",
  http,
  headers,
  value,
});
const text = (start: string, http = 200, headers = {}): HttpAnswer => ({
  kind: "text",
  http,
  headers,
  start,
});
const failure = (name: "dns" | "refused" | "timeout" | "tls" | "too-large" | "aborted"): HttpAnswer => ({
  kind: "failure",
  failure: name,
  detail: "WHY",
});

describe("recorded answers", () => {
  test.each([
    ["allpages-ns0", { kind: "query", continue: { apcontinue: "Restored_3", continue: "-||" } }],
    ["info-pageids-missing", { kind: "query", continue: null }],
    ["maxlag-minus-2", { kind: "later", seconds: 5, error: { kind: "lagged" } }],
    ["maxlag-minus-2-plaintext", { kind: "later", seconds: 5, error: { kind: "lagged" } }],
    [
      "error-permission",
      { kind: "error", error: { kind: "refused", message: expect.stringContaining("permissiondenied") } },
    ],
    [
      "categorymembers-not-a-category",
      { kind: "error", error: { kind: "refused", message: expect.stringContaining("with its namespace") } },
    ],
    ["error-badcontinue-allpages", { kind: "error", error: { kind: "refused" } }],
    ["error-unknown-action", { kind: "error", error: { kind: "refused" } }],
    [
      "raw-mediawiki-no-such-message",
      { kind: "garbled", error: { kind: "not-mediawiki", message: expect.stringContaining("404") } },
    ],
  ])("%s", (name, expected) => {
    expect(readApiAnswer(recordedAnswer(name), API, NOW)).toMatchObject(expected);
  });
});

/** As JSON.parse makes it of brackets alone. */
const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

describe("answers that are none of a MediaWiki", () => {
  test.each<[string, HttpAnswer, string, string]>([
    ["a web page", text("<!DOCTYPE html><title>Hello"), "garbled", "not-mediawiki"],
    ["no page", text("", 404), "garbled", "not-mediawiki"],
    ["JSON of somebody else", json({ hello: "world" }), "garbled", "not-mediawiki"],
    ["a JSON list", json([1, 2]), "garbled", "not-mediawiki"],
    ["JSON null", json(null), "garbled", "not-mediawiki"],
    ["continue of another shape", json({ continue: [1], query: {} }), "garbled", "not-mediawiki"],
    ["continue of other values", json({ continue: { a: [1] }, query: {} }), "garbled", "not-mediawiki"],
    ["errors that are none", json({ errors: [1, 2] }), "garbled", "not-mediawiki"],
    ["warnings without a ground", json({ query: {}, warnings: nested(50_000) }), "garbled", "not-mediawiki"],
    ["more than it may be", failure("too-large"), "garbled", "not-mediawiki"],
    ["moved", { kind: "redirect", http: 301, headers: {}, location: "https://x/" }, "error", "redirected"],
    ["no such name", failure("dns"), "garbled", "down"],
    ["a bad certificate", failure("tls"), "error", "down"],
    ["nobody listens", failure("refused"), "later", "down"],
    ["silence", failure("timeout"), "later", "down"],
    ["server trouble", text("oops", 503, { "retry-after": "30" }), "later", "down"],
    ["server trouble in JSON", json({ httpReason: "x" }, 503), "later", "down"],
    ["too many requests", text("slow down", 429), "later", "lagged"],
    [
      "an exception in the wiki",
      json({ error: { code: "internal_api_error_DBQueryError" } }),
      "later",
      "broken",
    ],
    ["an exception with 500", json({ error: { code: "internal_api_error_X" } }, 500), "later", "broken"],
    ["we stop", failure("aborted"), "error", "stopped"],
  ])("%s", (_, answer, kind, error) => {
    expect(readApiAnswer(answer, API, NOW)).toMatchObject({ kind, error: { kind: error } });
  });

  test.each<[string, HttpAnswer, number | null]>([
    ["seconds", text("", 503, { "retry-after": " 30 " }), 30],
    ["a date", text("", 503, { "retry-after": "Fri, 20 Nov 2026 12:01:30 GMT" }), 90],
    [
      "a date, by the server's own clock",
      text("", 429, {
        "retry-after": "Sat, 01 Jan 2000 00:00:20 GMT",
        date: "Sat, 01 Jan 2000 00:00:00 GMT",
      }),
      20,
    ],
    ["a date gone by", text("", 503, { "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" }), 0],
    ["more than a week", text("", 503, { "retry-after": "99999999999" }), 7 * 86_400],
    ["nonsense", text("", 503, { "retry-after": "soon" }), null],
    ["lag without Retry-After", json({ error: { code: "maxlag", lag: 6.2 } }), 7],
    ["lag with it", json({ error: { code: "maxlag", lag: 60 } }, 200, { "retry-after": "5" }), 5],
    ["a limit of requests", json({ error: { code: "ratelimited" } }), null],
    ["a database that takes no writes", json({ error: { code: "readonly" } }), null],
  ])("the wait that it asks for: %s", (_, answer, seconds) => {
    expect(readApiAnswer(answer, API, NOW)).toMatchObject({ kind: "later", seconds });
  });
});

describe("answers that are not to be believed", () => {
  test.each<[string, unknown, string, ("denied" | "refused")?]>([
    ["an error beside a query", { error: { code: "badtoken", info: "Invalid" }, query: {} }, "badtoken"],
    ["the login is gone", { error: { code: "assertuserfailed" } }, "WEBOID_WIKI_CREDENTIALS", "denied"],
    [
      "the token is none",
      { error: { code: "mwoauth-invalid-authorization" } },
      "WEBOID_WIKI_CREDENTIALS",
      "denied",
    ],
    ["its users only", { error: { code: "readapidenied" } }, "only its users", "denied"],
    [
      "a part of the question was passed over",
      {
        batchcomplete: true,
        query: {},
        warnings: { query: { warnings: 'Too many values supplied for parameter "pageids"' } },
      },
      "fewer values",
    ],
    [
      "a module that is switched off",
      {
        batchcomplete: true,
        query: {},
        warnings: { query: { warnings: 'Unrecognized value for parameter "prop": extlinks' } },
      },
      "does not know prop=extlinks",
    ],
    [
      "a module that is switched off, in the words of MediaWiki before 1.29",
      {
        batchcomplete: true,
        query: {},
        warnings: { query: { warnings: "Unrecognized values for parameter 'prop': extlinks, iwlinks" } },
      },
      "does not know prop=extlinks, iwlinks",
    ],
  ])("%s", (_, value, words, kind = "refused") => {
    expect(readApiAnswer(json(value), API, NOW)).toMatchObject({
      kind: "error",
      error: { kind, message: expect.stringContaining(words) },
    });
  });

  test("a place to go on that is longer than any title", () => {
    const value = { query: {}, continue: { apcontinue: "x".repeat(5_000) } };
    expect(readApiAnswer(json(value), API, NOW)).toMatchObject({ kind: "garbled" });
  });

  test("other warnings are none of ours", () => {
    const value = { batchcomplete: true, warnings: { main: { warnings: "Unrecognized parameter: x." } } };
    expect(readApiAnswer(json(value), API, NOW)).toMatchObject({ kind: "query" });
  });
});

test("an empty batch may carry nothing but where to go on", () => {
  expect(readApiAnswer(json({ continue: { apcontinue: "X", continue: "-||" } }), API, NOW)).toEqual({
    kind: "query",
    query: {},
    continue: { apcontinue: "X", continue: "-||" },
  });
  expect(readApiAnswer(json({ batchcomplete: true }), API, NOW)).toEqual({
    kind: "query",
    query: {},
    continue: null,
  });
});

test("numbers in continue are sent back as text", () => {
  expect(readApiAnswer(json({ query: {}, continue: { sroffset: 10 } }), API, NOW)).toMatchObject({
    continue: { sroffset: "10" },
  });
});

describe("redirects say what can be done", () => {
  test.each([
    ["https://new.example/w/api.php?action=query&format=json", "use that address"],
    ["/elsewhere/api.php?x=1", "use that address"],
    [`${API}?action=query`, "redirects to itself"],
    ["https://login.example/sso?return=abc", "only its users"],
    ["http://[", "only its users"],
  ])("%s", (location, words) => {
    const answer = readApiAnswer({ kind: "redirect", http: 302, headers: {}, location }, API, NOW);
    expect(answer).toMatchObject({
      kind: "error",
      error: { kind: "redirected", message: expect.stringContaining(words) },
    });
    expect(JSON.stringify(answer)).not.toContain("action=query");
  });

  test("a wiki that lags without words is called busy", () => {
    const answer = readApiAnswer(json({ error: { code: "maxlag", info: "" } }), API, NOW);
    expect(answer).toMatchObject({
      kind: "later",
      error: { message: expect.stringMatching(/says maxlag – .*again later/) },
    });
  });
});
