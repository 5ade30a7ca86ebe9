import { describe, expect, test } from "vitest";
import type { HttpAnswer } from "../runtime/http.ts";
import { readApiAnswer } from "./answer.ts";
import { recordedAnswer } from "./testing/recording.ts";

const API = "https://wiki.example/w/api.php";
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
      { kind: "error", error: { kind: "not-mediawiki", message: expect.stringContaining("404") } },
    ],
  ])("%s", (name, expected) => {
    expect(readApiAnswer(recordedAnswer(name), API)).toMatchObject(expected);
  });
});

describe("answers that are none of a MediaWiki", () => {
  test.each<[string, HttpAnswer, string, string]>([
    ["a web page", text("<!DOCTYPE html><title>Hello"), "error", "not-mediawiki"],
    ["no page", text("", 404), "error", "not-mediawiki"],
    ["JSON of somebody else", json({ hello: "world" }), "error", "not-mediawiki"],
    ["a JSON list", json([1, 2]), "error", "not-mediawiki"],
    ["JSON null", json(null), "error", "not-mediawiki"],
    ["continue of another shape", json({ continue: [1], query: {} }), "error", "not-mediawiki"],
    ["more than it may be", failure("too-large"), "error", "not-mediawiki"],
    ["moved", { kind: "redirect", http: 301, headers: {}, location: "https://x/" }, "error", "redirected"],
    ["no such name", failure("dns"), "error", "down"],
    ["a bad certificate", failure("tls"), "error", "down"],
    ["nobody listens", failure("refused"), "later", "down"],
    ["silence", failure("timeout"), "later", "down"],
    ["server trouble", text("oops", 503, { "retry-after": "30" }), "later", "down"],
    ["server trouble in JSON", json({ httpReason: "x" }, 503), "later", "down"],
    ["too many requests", text("slow down", 429), "later", "down"],
    ["we stop", failure("aborted"), "error", "stopped"],
  ])("%s", (_, answer, kind, error) => {
    expect(readApiAnswer(answer, API)).toMatchObject({ kind, error: { kind: error } });
  });

  test("the wait that the server asks for is kept, dates are not", () => {
    expect(readApiAnswer(text("", 503, { "retry-after": " 30 " }), API)).toMatchObject({ seconds: 30 });
    expect(readApiAnswer(text("", 503, { "retry-after": "Fri, 20 Nov 2026" }), API)).toMatchObject({
      seconds: null,
    });
  });
});

test("an empty batch may carry nothing but where to go on", () => {
  expect(readApiAnswer(json({ continue: { apcontinue: "X", continue: "-||" } }), API)).toEqual({
    kind: "query",
    query: {},
    continue: { apcontinue: "X", continue: "-||" },
  });
  expect(readApiAnswer(json({ batchcomplete: true }), API)).toEqual({
    kind: "query",
    query: {},
    continue: null,
  });
});

test("numbers in continue are sent back as text", () => {
  expect(readApiAnswer(json({ query: {}, continue: { sroffset: 10 } }), API)).toMatchObject({
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
    const answer = readApiAnswer({ kind: "redirect", http: 302, headers: {}, location }, API);
    expect(answer).toMatchObject({
      kind: "error",
      error: { kind: "redirected", message: expect.stringContaining(words) },
    });
    expect(JSON.stringify(answer)).not.toContain("action=query");
  });

  test("a wiki that lags without words is told to be busy", () => {
    const answer = readApiAnswer(json({ error: { code: "maxlag", info: "" } }), API);
    expect(answer).toMatchObject({
      kind: "later",
      error: { message: expect.stringMatching(/says maxlag – .*again later/) },
    });
  });
});
