import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { isStatus, statusRow } from "../../shared/status/table.ts";
import { interpret } from "./interpret.ts";
import type { Outcome } from "./outcome.ts";
import { answered, asUrl, exchange, failed, START } from "./testing/outcomes.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const HTTPS = "https://host.example/page";
const OTHER = "https://other.example/new";

const read = (outcome: Outcome, url: string = START) => interpret(outcome, asUrl(url), NOW_MS);
const noteTexts = (outcome: Outcome, url: string = START) =>
  read(outcome, url).notes.map(({ key, value }) => (value === undefined ? key : `${key} ${value}`));

describe("plain answers", () => {
  test.each([
    [200, 1, "table"],
    [304, 1, "table"],
    [206, 2, "table"],
    [300, 2, "table"],
    [404, 18, "error"],
    [410, 21, "error"],
    [400, 16, "error"],
    [500, 16, "error"],
    [405, 32, "error"],
    [406, 19, "error"],
    [409, 20, "error"],
    [499, 20, "error"],
    [408, 33, "error"],
    [431, 37, "error"],
    [503, 40, "error"],
    [530, 26, "error"],
    [0, 26, "error"],
    [101, 26, "error"],
    [1000, 26, "error"],
  ])("HTTP %i is status %i by rule %s", (http, status, rule) => {
    const found = read(answered([exchange(http)]));
    expect(found).toMatchObject({
      status,
      http,
      rule,
      deadEnd: false,
      refused: false,
      finalUrl: START,
      notes: [],
    });
    expect(found.error === null).toBe(statusRow(found.status).class === "fine");
  });

  test("nothing was sent", () => {
    expect(read({ kind: "not-tried", reason: "path-not-sendable" })).toMatchObject({
      status: 0,
      http: null,
      finalUrl: null,
      rule: "not-tried",
      notes: [],
    });
    expect(noteTexts({ kind: "not-tried", reason: "port-forbidden" })).toEqual([]);
  });
});

describe("refused to robots (design 10)", () => {
  test.each([
    [401, 17, []],
    [402, 17, []],
    [403, 17, []],
    [407, 17, []],
    [451, 17, []],
    [429, 36, ["rate-limited"]],
    [999, 26, ["robot-wall"]],
  ])("HTTP %i keeps status %i", (http, status, notes) => {
    const outcome = answered([exchange(http)]);
    expect(read(outcome)).toMatchObject({ status, http, refused: true, rule: "refused", deadEnd: false });
    expect(noteTexts(outcome)).toEqual(notes);
  });

  test.each([
    [403, 17],
    [503, 40],
    [200, 1],
    [404, 18],
  ])("a wall with HTTP %i keeps its status %i", (http, status) => {
    const outcome = answered([exchange(http, { wall: "cf-mitigated: challenge" })]);
    expect(read(outcome)).toMatchObject({ status, http, refused: true });
    expect(noteTexts(outcome)).toEqual(["robot-wall"]);
  });

  test("a wall's page may have any size and type", () => {
    const huge = { contentLength: 3_000_000, mime: "application/pdf" };
    expect(read(answered([exchange(403, huge)])).status).toBe(17);
    expect(read(answered([exchange(503, { ...huge, wall: "cf-mitigated: challenge" })])).status).toBe(40);
  });

  test("at the end of a redirect the first hop's status stays, with the number of the end", () => {
    const outcome = answered([exchange(301, { location: OTHER }), exchange(403, { url: OTHER })]);
    expect(read(outcome)).toMatchObject({
      status: 8,
      http: 403,
      refused: true,
      deadEnd: false,
      finalUrl: OTHER,
    });
  });

  test("a loop in front of a wall is the wall's", () => {
    const outcome = answered([exchange(302, { wall: "cf-mitigated: challenge", location: "/page" })], {
      end: "loop",
    });
    expect(read(outcome)).toMatchObject({ status: 9, refused: true, deadEnd: false });
  });
});

describe("redirects (C6)", () => {
  test.each([
    [301, 8],
    [302, 9],
    [303, 10],
    [307, 13],
    [308, 13],
  ])("HTTP %i to content is %i", (http, status) => {
    const outcome = answered([exchange(http, { location: OTHER }), exchange(200, { url: OTHER })]);
    expect(read(outcome)).toMatchObject({
      status,
      http,
      deadEnd: false,
      error: null,
      finalUrl: OTHER,
      rule: "redirect",
    });
  });

  test.each([
    [[301, 200], `moved ${OTHER}`],
    [[308, 200], `moved ${OTHER}`],
    [[302, 200], undefined],
    [[302, 301, 200], undefined],
  ])("chain %j is noted as %s", (numbers, note) => {
    const [first = 0, ...rest] = numbers;
    const hops = rest.map((http) => exchange(http, { url: OTHER }));
    expect(noteTexts(answered([exchange(first), ...hops]))[0]).toBe(note);
  });

  test("only the permanent hops at the beginning say where a page moved to", () => {
    const session = "https://other.example/new?session=1";
    const chain = [exchange(301), exchange(302, { url: OTHER }), exchange(200, { url: session })] as const;
    expect(noteTexts(answered([...chain]))).toEqual([`moved ${OTHER}`]);
    expect(read(answered([...chain])).finalUrl).toBe(session);
  });

  test.each([
    ["http://host.example/page", "https://host.example/page"],
    ["https://host.example/page", "http://host.example/page"],
    ["http://host.example/page", "https://www.host.example/page"],
    ["http://www.host.example/page", "http://host.example/page"],
    ["http://host.example/page", "http://host.example/page/"],
    ["http://host.example/page?a=1", "https://www.host.example/page/?a=1"],
    ["http://host.example/caf%C3%A9/~a?x=%2F", "http://host.example/caf%c3%a9/%7Ea?x=%2f"],
  ])("%s to %s is a mere change", (from, to) => {
    const outcome = answered([exchange(301, { url: from, location: to }), exchange(200, { url: to })]);
    expect(read(outcome, from)).toMatchObject({
      status: 63,
      http: 200,
      deadEnd: false,
      error: null,
      rule: "mere-change",
    });
  });

  test.each([
    ["http://host.example/page", "https://host.example/"],
    ["http://host.example/page?a=1", "https://host.example/page"],
    ["http://host.example/page", "https://host.example/Page"],
    ["http://host.example/page", "https://host.example:8443/page"],
    ["http://host.example/page", "https://m.host.example/page"],
  ])("%s to %s is none", (from, to) => {
    expect(read(answered([exchange(301, { url: from }), exchange(200, { url: to })]), from).status).toBe(8);
  });

  test.each(["loop", "too-many", "no-location", "bad-location", "forbidden-target"] as const)(
    "%s leads nowhere",
    (end) => {
      const outcome = answered([exchange(302, { location: "x" })], { end });
      expect(read(outcome)).toMatchObject({
        status: 9,
        http: 302,
        deadEnd: true,
        refused: false,
        rule: "redirect-nowhere",
      });
      expect(noteTexts(outcome)).toEqual(["redirect-nowhere"]);
      expect(read(outcome).error).not.toBeNull();
    },
  );

  test.each([
    [305, 11],
    [306, 12],
    [301, 8],
  ])("HTTP %i as the last word leads nowhere, status %i", (http, status) =>
    expect(read(answered([exchange(http)]))).toMatchObject({
      status,
      deadEnd: true,
      error: `the redirect (HTTP ${http}) is of a kind that browsers do not follow`,
    }),
  );

  test.each([
    [404, 18, "HTTP 404 (not found)"],
    [521, 26, "HTTP 521 (no usable answer from the site's server to its proxy)"],
    [530, 26, "HTTP 530 (no usable answer from the site's server to its proxy)"],
    [598, 26, "HTTP 598 (unknown status)"],
  ])("HTTP %i is put into words that say what is the matter", (http, status, error) =>
    expect(read(answered([exchange(http)]))).toMatchObject({ status, error }),
  );

  test("an error at the end: first hop's status, dead end, the final number", () => {
    const outcome = answered([exchange(301, { location: OTHER }), exchange(404, { url: OTHER })]);
    expect(read(outcome)).toMatchObject({
      status: 8,
      http: 404,
      deadEnd: true,
      finalUrl: OTHER,
      rule: "redirect-to-error",
    });
    expect(noteTexts(outcome)).toEqual(["redirect-to-error 404"]);
  });

  test("an error behind a mere change is an error", () => {
    const outcome = answered([exchange(301, { location: HTTPS }), exchange(404, { url: HTTPS })]);
    expect(read(outcome)).toMatchObject({ status: 8, http: 404, deadEnd: true });
    expect(read(outcome).traits).toEqual([]);
  });

  test("nobody answers at the end", () => {
    const outcome = failed("dns-unknown", { chain: [exchange(302, { location: OTHER })] });
    expect(read(outcome)).toMatchObject({
      status: 9,
      http: null,
      deadEnd: true,
      rule: "redirect-to-failure",
      finalUrl: START,
    });
    expect(noteTexts(outcome)).toEqual(["redirect-to-error dns-unknown"]);
    expect(read(outcome).traits).toEqual([{ host: "other.example", trait: "dns-error" }]);
  });

  test("a target that must not be contacted", () => {
    const outcome = failed("address-not-public", {
      chain: [exchange(301, { location: "http://10.0.0.1/" })],
    });
    expect(read(outcome)).toMatchObject({ status: 8, http: 301, deadEnd: true, rule: "redirect-nowhere" });
  });
});

describe("plausibility (C7)", () => {
  const KIB = 1024;
  const pdf = new TextEncoder().encode("%PDF-1.7\n%xyz");
  const html = new TextEncoder().encode("<!DOCTYPE html><html>");
  const zeros = new Uint8Array(12);
  test.each([
    ["404, 2 MB of PDF by its type alone", 404, { mime: "application/pdf", contentLength: 2_000_000 }, 7],
    [
      "404, 2 MB of PDF without magic",
      404,
      { mime: "application/pdf", contentLength: 2_000_000, firstBytes: zeros },
      7,
    ],
    ["404, a small proven PDF", 404, { mime: "application/pdf", contentLength: 9_000, firstBytes: pdf }, 7],
    ["404, a type by extension with an empty body", 404, { mime: "application/pdf", contentLength: 0 }, 18],
    [
      "404, a type by extension with a page",
      404,
      { mime: "application/pdf", contentLength: 80 * KIB, firstBytes: html },
      18,
    ],
    ["404, a placeholder picture", 404, { mime: "image/png", contentLength: 8 * KIB }, 18],
    ["404, a large picture", 404, { mime: "image/jpeg", contentLength: 300 * KIB }, 7],
    ["404, a styled page of 60 KB", 404, { contentLength: 60_000 }, 18],
    ["404, a styled page of 200 KB", 404, { contentLength: 200_000 }, 18],
    ["404, a page of 300 KiB", 404, { contentLength: 300 * KIB }, 7],
    [
      "404, a page cut at the body limit",
      404,
      { contentLength: null, bodyBytes: 64 * KIB, method: "GET" },
      18,
    ],
    ["404, 300 KB whose title says so", 404, { contentLength: 300_000, saysMissing: true }, 18],
    ["404, 300 KB of another title", 404, { contentLength: 300_000 }, 7],
    [
      "404, PDF beside such a title",
      404,
      { mime: "application/pdf", contentLength: 300_000, saysMissing: true },
      7,
    ],
    ["404, broken off behind a line", 404, { contentLength: 5_000_000, bodyBytes: 12, method: "GET" }, 18],
    ["404, JSON of 40 KB", 404, { mime: "application/json", contentLength: 40_000 }, 18],
    ["404, problem details", 404, { mime: "application/problem+json", contentLength: 900 }, 18],
    ["404, S3's XML", 404, { mime: "application/xml", contentLength: 300 }, 18],
    ["404 without a type", 404, { mime: null, contentLength: null }, 18],
    ["410, a styled page", 410, { contentLength: 90_000 }, 21],
    ["406, a line", 406, { contentLength: 300 }, 19],
    ["406, a full page", 406, { contentLength: 80_000 }, 7],
    [
      "406, a full page of unknown length",
      406,
      { contentLength: null, bodyBytes: 64 * KIB, method: "GET" },
      7,
    ],
    ["418, a full page", 418, { contentLength: 80_000 }, 7],
    ["500, a full page of 80 KB", 500, { contentLength: 80_000 }, 7],
    [
      "500, a full page of unknown length",
      500,
      { contentLength: null, bodyBytes: 64 * KIB, method: "GET" },
      7,
    ],
    ["500, a styled page of 30 KB", 500, { contentLength: 30_000 }, 16],
    ["500 without type and server", 500, { mime: null, server: null, contentLength: 80_000 }, 16],
    ["503, 2 MB of PDF", 503, { mime: "application/pdf", contentLength: 2_000_000 }, 7],
    ["503, a maintenance page", 503, { contentLength: 40_000 }, 40],
    ["503, a large one that says until when", 503, { contentLength: 90_000, retryAfter: "60" }, 40],
    ["503, a large one that names no term", 503, { contentLength: 90_000, retryAfter: "soon" }, 7],
    ["503, a large page", 503, { contentLength: 90_000 }, 7],
    ["600, anything", 600, { contentLength: 2_000_000 }, 26],
  ] as const)("%s", (_, http, more, status) => {
    const outcome = answered([exchange(http, more)]);
    expect(read(outcome)).toMatchObject({ status, http });
    expect(noteTexts(outcome)).toEqual(status === 7 ? [`status-corrected ${http}`] : []);
  });

  test("a corrected end of a redirect is content", () => {
    const outcome = answered([
      exchange(302),
      exchange(404, { url: OTHER, mime: "application/pdf", contentLength: 2_000_000 }),
    ]);
    expect(read(outcome)).toMatchObject({ status: 9, http: 302, deadEnd: false, mime: "pdf", kib: 1953 });
    expect(noteTexts(outcome)).toEqual(["status-corrected 404"]);
  });
});

describe("no head (HTTP/0.9)", () => {
  test("on the default port browsers show the page", () => {
    expect(read(answered([exchange(200, { headless: true })]))).toMatchObject({
      status: 2,
      http: null,
      error: null,
    });
  });
  test("on another port they do not", () => {
    const url = "http://host.example:8080/page";
    expect(read(answered([exchange(200, { headless: true, url })]), url)).toMatchObject({
      status: 64,
      http: null,
    });
  });
});

describe("nobody answers", () => {
  test.each([
    ["dns-unknown", false, 66],
    ["dns-refused", false, 65],
    ["dns-failed", false, 64],
    ["dns-timeout", false, 64],
    ["connect-refused", false, 64],
    ["connect-refused", true, 67],
    ["connect-timeout", true, 67],
    ["unreachable", true, 67],
    ["timeout", true, 67],
    ["timeout", false, 64],
    ["reset", false, 64],
    ["reset", true, 64],
    ["closed", true, 64],
    ["malformed-head", false, 64],
    ["http2-only", false, 26],
    ["head-too-large", true, 64],
    ["address-not-public", false, 64],
    ["tls", false, 64],
  ] as const)("%s, address in place of a name: %s, is %i", (failure, literal, status) => {
    const found = read(failed(failure, { literal }));
    expect(found).toMatchObject({
      status,
      http: null,
      deadEnd: false,
      finalUrl: null,
      mime: null,
      kib: null,
    });
    expect(found.error).not.toBeNull();
  });
});

describe("TLS (table S, M9, M10)", () => {
  const url = HTTPS;
  test("plain http works: 63, with what is wrong", () => {
    const outcome = answered([exchange(200)], { tls: "expired", tlsFallback: "http" });
    expect(read(outcome, url)).toMatchObject({
      status: 63,
      http: 200,
      rule: "fine-without-tls",
      error: null,
    });
    expect(noteTexts(outcome, url)).toEqual(["certificate-expired", "http-needed"]);
    expect(read(outcome, url).traits).toEqual([{ host: "host.example", trait: "http-needed" }]);
  });

  test("only unverified https works: 2", () => {
    const outcome = answered([exchange(200, { url })], {
      tls: "incomplete-chain",
      tlsFallback: "unverified",
    });
    expect(read(outcome, url)).toMatchObject({ status: 2, rule: "fine-unverified", error: null, traits: [] });
    expect(noteTexts(outcome, url)).toEqual(["certificate-incomplete-chain"]);
  });

  test("http leads to https with a bad certificate: 2, and no praise of https", () => {
    const outcome = answered([exchange(301), exchange(200, { url })], {
      tls: "self-signed",
      tlsFallback: "unverified",
    });
    expect(read(outcome)).toMatchObject({ status: 2, traits: [] });
  });

  test("neither: 64", () => {
    expect(read(failed("tls", { tls: "handshake" }), url).status).toBe(64);
    expect(noteTexts(failed("tls", { tls: "wrong-host" }), url)).toEqual(["certificate-wrong-host"]);
  });

  test("an error stays an error whichever way it was had", () => {
    const outcome = answered([exchange(404)], { tls: "untrusted", tlsFallback: "http" });
    expect(read(outcome, url)).toMatchObject({ status: 18, traits: [] });
    expect(noteTexts(outcome, url)).toEqual(["certificate-untrusted"]);
  });

  test("a redirect elsewhere stays a redirect", () => {
    const outcome = answered([exchange(301), exchange(200, { url: OTHER })], {
      tls: "expired",
      tlsFallback: "http",
    });
    expect(read(outcome, url)).toMatchObject({ status: 8, deadEnd: false });
  });

  test("a revoked certificate that was accepted", () => {
    const outcome = answered([exchange(200, { url })], { tls: "revoked" });
    expect(read(outcome, url).status).toBe(1);
    expect(noteTexts(outcome, url)).toEqual(["certificate-revoked"]);
  });
});

describe("traits (M9)", () => {
  test.each([
    ["connect-refused", "server-down"],
    ["timeout", "server-down"],
    ["dns-unknown", "dns-error"],
    ["dns-refused", "dns-error"],
  ] as const)("%s: %s", (failure, trait) =>
    expect(read(failed(failure)).traits).toEqual([{ host: "host.example", trait }]),
  );

  test("a certificate of ours is wanted: refused, as by 401", () => {
    const found = read(failed("client-certificate"));
    expect(found).toMatchObject({ status: 17, http: null, refused: true, traits: [] });
  });
  test.each(["dns-timeout", "malformed-head", "tls", "address-not-public"] as const)("%s: none", (failure) =>
    expect(read(failed(failure)).traits).toEqual([]),
  );

  test("https needed, as a note too", () => {
    const outcome = answered([exchange(301, { location: HTTPS }), exchange(200, { url: HTTPS })]);
    expect(read(outcome).traits).toEqual([{ host: "host.example", trait: "https-needed" }]);
    expect(noteTexts(outcome)).toEqual(["https-needed"]);
  });

  test("GET needed, of the hosts that needed it", () => {
    const outcome = answered([exchange(302), exchange(200, { url: OTHER, method: "GET" })], {
      neededGet: true,
    });
    expect(read(outcome).traits).toEqual([{ host: "other.example", trait: "get-needed" }]);
  });

  test("GET needed, where HEAD got 503 with a wish for time", () => {
    const outcome = answered([exchange(302), exchange(503, { url: OTHER, method: "HEAD" })], {
      neededGet: true,
    });
    expect(read(outcome).traits).toContainEqual({ host: "other.example", trait: "get-needed" });
    expect(read(outcome).traits).toHaveLength(1);
  });

  test.each([502, 504, 521])("HTTP %i: the server behind is down", (http) =>
    expect(read(answered([exchange(http)])).traits).toEqual([{ host: "host.example", trait: "server-down" }]),
  );
  test("503 is one page's trouble", () => expect(read(answered([exchange(503)])).traits).toEqual([]));
});

describe("content and wishes", () => {
  test.each([
    [{ mime: "application/pdf", contentLength: 2_048 }, "pdf", 2],
    [{ mime: "application/pdf", contentLength: 2_047 }, "pdf", 1],
    [{ mime: "application/pdf", contentLength: null }, "pdf", null],
    [{ mime: "application/pdf", contentLength: null, bodyBytes: 3_000, bodyComplete: true }, "pdf", 2],
    [{ mime: "text/html", contentLength: 2_048 }, null, null],
  ])("%j", (more, mime, kib) => expect(read(answered([exchange(200, more)]))).toMatchObject({ mime, kib }));

  test("errors have no type", () =>
    expect(read(answered([exchange(404, { mime: "application/pdf", contentLength: 0 })]))).toMatchObject({
      mime: null,
      kib: null,
    }));

  test.each([
    [429, "3600", 3600],
    [503, "Thu, 01 Jan 2026 00:02:00 GMT", 120],
    [429, "soon", null],
    [429, null, null],
    [200, "3600", null],
    [301, "3600", null],
    [404, "3600", null],
    [502, "3600", null],
  ])("HTTP %i with Retry-After %j: %s", (http, retryAfter, seconds) =>
    expect(read(answered([exchange(http, { retryAfter })])).retryAfter?.seconds ?? null).toBe(seconds),
  );

  test("the wish is that of the host that said it, wherever a redirect began", () => {
    const far = exchange(503, { url: asUrl(OTHER), retryAfter: "60" });
    expect(read(answered([exchange(302, { retryAfter: "7" }), far])).retryAfter).toEqual({
      host: new URL(OTHER).hostname,
      seconds: 60,
    });
  });
});

describe("redirects that end well and lose the page (C6)", () => {
  const HOME = asUrl("http://host.example/");
  const to = (url: string, more: object = {}) =>
    answered([exchange(301, { location: url }), exchange(200, { url: asUrl(url) })], more);

  test.each([
    ["to the first page", to(HOME), "redirect-to-root", `redirect-to-root ${HOME}`],
    [
      "where others end",
      to(OTHER, { site: { shared: true } }),
      "redirect-shared",
      `redirect-shared ${OTHER}`,
    ],
  ])("%s: the status of the hop stays, and it is no content", (_, outcome, rule, noted) => {
    expect(read(outcome)).toMatchObject({ status: 8, http: 301, deadEnd: true, refused: false, rule });
    expect(read(outcome).error).not.toBeNull();
    expect(noteTexts(outcome)).toEqual([noted]);
  });

  test("a login is a refusal of robots", () => {
    const outcome = to("http://host.example/login?next=%2Fpage");
    expect(read(outcome)).toMatchObject({
      status: 8,
      refused: true,
      deadEnd: false,
      rule: "redirect-to-gate",
    });
    expect(noteTexts(outcome)).toEqual(["redirect-to-gate"]);
  });

  test("an error at the first page says more than that it is the first", () => {
    const outcome = answered([exchange(302), exchange(404, { url: HOME })]);
    expect(read(outcome)).toMatchObject({ rule: "redirect-to-error", http: 404 });
  });
});

describe("what was seen of the site (C7, C11)", () => {
  test.each([
    ["a page", [exchange(200)], 1],
    ["a mere change", [exchange(301), exchange(200, { url: asUrl(HTTPS) })], 63],
    ["a move", [exchange(301), exchange(200, { url: asUrl(OTHER) })], 8],
  ] as const)("%s that is the site's page for missing ones keeps its status", (_, chain, status) => {
    const [first, ...rest] = chain;
    const outcome = answered([first, ...rest], { site: { soft: true } });
    expect(read(outcome)).toMatchObject({ status, deadEnd: true, rule: "soft-404" });
    expect(noteTexts(outcome).filter((text) => !text.startsWith("https"))).toEqual(["soft-404"]);
  });

  test("an error is no soft one", () => {
    const outcome = answered([exchange(404)], { site: { soft: true } });
    expect(read(outcome)).toMatchObject({ status: 18, deadEnd: false, rule: "error", notes: [] });
  });

  test("a parked domain is a note and no more; that it changed, only where it was seen otherwise", () => {
    const parked = answered([exchange(200)], { site: { parked: { since: null } } });
    expect(read(parked)).toMatchObject({ status: 1, deadEnd: false, error: null, rule: "table" });
    expect(noteTexts(parked)).toEqual(["parked"]);
    const changed = answered([exchange(200)], { site: { parked: { since: asDay(3612) } } });
    expect(noteTexts(changed)).toEqual(["parked", "owner-changed 3612"]);
  });
});

test("anything that a transport can see gives a status of the table, and deadEnd only with a redirect", () => {
  const anyExchange = fc.record({
    url: fc.constantFrom(START, asUrl(HTTPS), asUrl(OTHER), asUrl("http://[::1]:8080/x")),
    method: fc.constantFrom("HEAD" as const, "GET" as const),
    http: fc.oneof(fc.constantFrom(200, 301, 302, 403, 404, 429, 500, 503, 999), fc.nat(9999)),
    mime: fc.option(fc.oneof(fc.string(), fc.constantFrom("text/html", "application/pdf"))),
    contentLength: fc.option(fc.nat()),
    bodyBytes: fc.nat(65_536),
    bodyComplete: fc.boolean(),
    firstBytes: fc.uint8Array({ maxLength: 20 }),
    location: fc.option(fc.string()),
    server: fc.option(fc.string()),
    retryAfter: fc.option(fc.string()),
    wall: fc.option(fc.string(), { freq: 9 }),
    address: fc.constant("192.0.2.1"),
    ms: fc.nat(60_000),
  });
  const chain = fc
    .tuple(anyExchange, fc.array(anyExchange, { maxLength: 3 }))
    .map(([first, rest]) => [first, ...rest] as const);
  const tls = fc.option(fc.constantFrom("expired" as const, "handshake" as const));
  const outcome: fc.Arbitrary<Outcome> = fc.oneof(
    fc.record({
      kind: fc.constant("answer" as const),
      chain: chain.map(([first, ...rest]): [typeof first, ...typeof rest] => [first, ...rest]),
      end: fc.constantFrom(
        "final" as const,
        "loop" as const,
        "no-location" as const,
        "forbidden-target" as const,
      ),
      neededGet: fc.boolean(),
      tls,
      tlsFallback: fc.constantFrom(null, "http" as const, "unverified" as const),
      ms: fc.nat(),
    }),
    fc.record({
      kind: fc.constant("failure" as const),
      failure: fc.constantFrom(
        "dns-unknown" as const,
        "timeout" as const,
        "address-not-public" as const,
        "tls" as const,
      ),
      chain: fc.array(anyExchange, { maxLength: 2 }),
      literal: fc.boolean(),
      tls,
      ms: fc.nat(),
    }),
  );
  fc.assert(
    fc.property(outcome, fc.nat(), (seen, nowMs) => {
      const found = interpret(seen, START, nowMs);
      expect(isStatus(found.status)).toBe(true);
      expect(found.deadEnd && found.refused).toBe(false);
      const fine =
        ["fine", "moved"].includes(statusRow(found.status).class) && !found.deadEnd && !found.refused;
      expect(found.error === null).toBe(fine);
    }),
    { numRuns: 2_000 },
  );
});
