import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { Status } from "../../shared/status/table.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { steppedClock, systemClock } from "../runtime/clock.ts";
import type { Asked } from "./choice/choose.ts";
import { type Found, openArchives, withBreaker } from "./lookup.ts";
import { type FakeArchive, fakeArchive, type Said } from "./testing/fake-archive.ts";

const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
afterAll(() => http.close());
const { signal } = new AbortController();

const URL_ASKED = "https://www.a.zz/Page?x=1,2";
const NOT_SIMILAR = "https://www.a.zz/page?x=1,2";
/** Seen working from 2025-02-01 to 2026-01-31, dead since 2026-03-02. */
const history = [
  [2953, 1],
  [3317, 1],
  [3347, 18],
].reduce<Asked["history"]>(
  (before, [day = 0, status]) =>
    fold(before, { status: status as Status, http: status === 1 ? 200 : 404, deadEnd: false }, asDay(day)),
  [],
);
const ASKED: Asked = { url: URL_ASKED, history, today: asDay(3612) };

const HEADER = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"];
const row = (timestamp: string, status = "200", original = URL_ASKED, mime = "text/html") => [
  "zz,a)/page?x=1,2",
  timestamp,
  original,
  mime,
  status,
  `D${timestamp}`,
  "1234",
];
const GOOD = "20250601120000";
const LATER = "20260501120000";
const table = (...rows: unknown[][]) => JSON.stringify([HEADER, ...rows]);
const memento = (timestamp: string, rel = "memento", datetime = "Sun, 01 Jun 2025 12:00:00 GMT") =>
  `<BASE/web/${timestamp}/${URL_ASKED}>; rel="${rel}"; datetime="${datetime}"`;
const links = (...more: string[]) => [`<${URL_ASKED}>; rel="original"`, ...more].join(",\r\n");
const version = (at = GOOD) => ({ kind: "version", at, address: `BASE/web/${at}/${URL_ASKED}` });
const HTML: Said = {
  body: "<!DOCTYPE html><title>Internet Archive</title><p>Please try again later",
  headers: { "content-type": "application/json" },
};
const [CDX, JSON_MAP, LINK_MAP, AVAILABLE] = [
  "/cdx/search/cdx",
  "/web/timemap/json/",
  "/web/timemap/link/",
  "/wayback/available",
];
const closest = (timestamp: string, but = {}) =>
  JSON.stringify({
    url: URL_ASKED,
    archived_snapshots: {
      closest: {
        status: "200",
        available: true,
        url: `http://web.archive.org/web/${timestamp}/${URL_ASKED}`,
        timestamp,
        ...but,
      },
    },
  });

let says: Readonly<Record<string, Said | readonly Said[]>> = {};
let archive: FakeArchive;
beforeAll(async () => {
  archive = await fakeArchive(() => says);
});
afterAll(() => archive.close());

const opened = (type: string, clock = systemClock) => {
  const own = { archiveEndpoints: new Map([[type, archive.base]]), archiveTimeMaps: new Map() };
  const memento = {
    archiveEndpoints: new Map(),
    archiveTimeMaps: new Map([[type, `${archive.base}/web/timemap/link/`]]),
  };
  const config = { contact: "https://a.zz/", ...(type === "other" ? memento : own) };
  return openArchives(config, { http, clock, signal }).find((one) => one.type === type);
};

async function ask(type: string, saying: typeof says): Promise<Found | undefined> {
  says = saying;
  archive.asked.length = 0;
  const found = await opened(type)?.find(ASKED);
  return found?.kind === "version"
    ? { ...found, address: found.address.replace(archive.base, "BASE") }
    : found;
}

describe("archive.org", () => {
  test.each<[string, typeof says, object]>([
    ["an index of captures", { [CDX]: table(row(GOOD), row(LATER)) }, version()],
    ["nothing archived", { [CDX]: "[]" }, { kind: "not-archived" }],
    ["a header and no rows", { [CDX]: table() }, { kind: "not-archived" }],
    ["captures, but none that fits", { [CDX]: table(row(LATER), row(GOOD, "301")) }, { kind: "none-fits" }],
    [
      "nothing at all, wherever it is asked",
      { [CDX]: "", [JSON_MAP]: "\n", [LINK_MAP]: "" },
      { kind: "not-archived" },
    ],
    ["nothing at all in the index only", { [CDX]: "", [JSON_MAP]: table(row(GOOD)) }, version()],
    ["plain columns", { [CDX]: `${row(GOOD).join(" ")}\r\n${row(LATER).join(" ")}\r\n` }, version()],
    [
      "an object a line, as pywb has it",
      {
        [CDX]: `{"urlkey": "zz,a)/", "timestamp": "${GOOD}", "url": "${URL_ASKED}", "mime": "text/html", "status": 200, "digest": "sha1:X"}\n`,
      },
      version(),
    ],
    [
      "an object a line behind key and time (CDXJ)",
      {
        [CDX]: [GOOD, LATER]
          .map(
            (at) =>
              `zz,a)/page?x=1,2 ${at} {"url": "${URL_ASKED}", "mime": "text/html", "status": "200", "digest": "${at}"}`,
          )
          .join("\n"),
      },
      version(),
    ],
    [
      "columns named by letters in a first line",
      {
        [CDX]: ` CDX b a s m N\n${GOOD} ${URL_ASKED} 200 text/html k\n${LATER} ${URL_ASKED} 200 text/html k\n`,
      },
      version(),
    ],
    ["eleven columns", { [CDX]: `${row(GOOD).slice(0, 6).join(" ")} - - 1234 5678 x.warc.gz\n` }, version()],
    [
      "plain columns with statuses that are none",
      { [CDX]: `${row("20251201000000", "-").join(" ")}\n${row(GOOD).join(" ")}\n` },
      version(),
    ],
    [
      "plain columns and a key for the next part",
      { [CDX]: [`${row(GOOD).join(" ")}\n\nzz%2Ca%29%2Fpage+20250601120001\n`, ""] },
      version(),
    ],
    [
      "plain columns cut off inside a row",
      {
        [CDX]: `${row(GOOD).join(" ")}\nzz,a)/page?x=1,2 20251201000000 ${URL_ASKED}`,
        [JSON_MAP]: table(row(GOOD)),
      },
      version(),
    ],
    ["no header", { [CDX]: JSON.stringify([row(GOOD)]) }, version()],
    [
      "columns in another order",
      {
        [CDX]: JSON.stringify([
          ["statuscode", "original", "timestamp"],
          ["200", URL_ASKED, GOOD],
        ]),
      },
      version(),
    ],
    ["a byte order mark", { [CDX]: `\ufeff${table(row(GOOD))}` }, version()],
    [
      "gzip",
      { [CDX]: { body: gzipSync(table(row(GOOD))), headers: { "content-encoding": "gzip" } } },
      version(),
    ],
    [
      "another content type",
      { [CDX]: { body: table(row(GOOD)), headers: { "content-type": "text/html" } } },
      version(),
    ],
    [
      "a key for the next part, which is asked for",
      {
        [CDX]: [
          JSON.stringify([HEADER, row("20250301000000"), [], ["zz%2Ca%29%2F+2"]]),
          table(row(GOOD), row(LATER)),
        ],
      },
      version(),
    ],
    [
      "a key for a next part with nothing in it",
      { [CDX]: [JSON.stringify([HEADER, row(GOOD), [], ["zz%2Ca%29%2F+2"]]), ""] },
      version(),
    ],
    [
      "keys without end",
      {
        [`${CDX}?url=https%3A%2F%2Fwww.a.zz%2FPage%3Fx%3D1%2C2&output=json&limit=3000&from`]: table(
          row(GOOD),
        ),
        [CDX]: JSON.stringify([HEADER, row("20250301000000"), [], ["zz%2Ca%29%2F+2"]]),
      },
      version(),
    ],
    [
      "other spellings of the address",
      {
        [CDX]: table(
          row("20250301000000", "200", "http://a.zz:80/Page?x=1%2C2"),
          row("20250302000000", "301"),
        ),
      },
      version("20250301000000"),
    ],
    [
      "another page under the same key",
      { [CDX]: table(row(GOOD, "200", NOT_SIMILAR)) },
      { kind: "not-archived" },
    ],
    [
      "short and impossible timestamps",
      { [CDX]: table(row("20250601"), row("20251300000000")) },
      { kind: "version", at: "20250601000000" },
    ],
    [
      "timestamps cut off inside a number",
      { [CDX]: table(row("2025060112000"), row("2025070")) },
      { kind: "version", at: "20250701000000" },
    ],
    [
      "a year and a month, of which all has to be of the time",
      { [CDX]: table(row("2024"), row("2025"), row("202506"), row("202601"), row("20260228")) },
      { kind: "version", at: "20260101000000" },
    ],
    [
      "a day that the calendar does not have",
      { [CDX]: table(row(GOOD), row("20250931000000"), row("20251131240000"), row("20251201236060")) },
      version(),
    ],
    [
      "the same moment twice, once as a redirect",
      { [CDX]: table(row(GOOD), row(GOOD, "301"), row(GOOD)) },
      version(),
    ],
    ["out of order", { [CDX]: table(row(LATER), row(GOOD), row("20250301000000")) }, version()],
    [
      "nothing archived, as newer indexes say it",
      {
        [CDX]: { status: 404, body: `{"message": "No Captures found for: ${URL_ASKED}"}` },
        [JSON_MAP]: 404,
      },
      { kind: "not-archived" },
    ],
    ["an error as an object", { [CDX]: '{"error": "overloaded"}', [JSON_MAP]: table(row(GOOD)) }, version()],
    [
      "a sentence in place of columns",
      { [CDX]: "Too busy, please try again later", [JSON_MAP]: table(row(GOOD)) },
      version(),
    ],
    [
      "a login of its own, with 200",
      {
        "/cdx": { status: 302, headers: { location: "/login" } },
        "/login": HTML,
        [JSON_MAP]: table(row(GOOD)),
      },
      version(),
    ],
    [
      "a compression that nobody asked for",
      { [CDX]: { body: "x", headers: { "content-encoding": "br" } }, [JSON_MAP]: table(row(GOOD)) },
      version(),
    ],
    [
      "a binary content type",
      { [CDX]: { body: table(row(GOOD)), headers: { "content-type": "image/png" } } },
      version(),
    ],
    [
      "only timestamps that are none: an error, not nothing",
      {
        [CDX]: table(row("yesterday"), row("00000000000000")),
        [JSON_MAP]: table(row("19700101000000")),
        [LINK_MAP]: 500,
        [AVAILABLE]: closest("99999999999999"),
      },
      { kind: "failed" },
    ],
    [
      "captures of before the web and of the future",
      { [CDX]: table(row("19700101000000"), row(GOOD), row("20991231235959")) },
      version(),
    ],
    ["only one of the future", { [CDX]: table(row("20991231235959")) }, { kind: "none-fits" }],
    [
      "a revisit of nothing that is known",
      { [CDX]: table(row(GOOD, "-", URL_ASKED, "warc/revisit")) },
      { kind: "none-fits", reason: "archived, but no version shows the page: record without a status (1)" },
    ],
    ["rows that are none", { [CDX]: JSON.stringify([HEADER, ["x"], null, 7, row(GOOD)]) }, version()],
    [
      "a revisit of an earlier capture",
      {
        [CDX]: JSON.stringify([
          HEADER,
          row(GOOD),
          [...row("20251201000000", "-", URL_ASKED, "warc/revisit").with(5, `D${GOOD}`)],
        ]),
      },
      version("20251201000000"),
    ],
    ["a list cut off", { [CDX]: table(row(GOOD)).slice(0, -9), [JSON_MAP]: table(row(GOOD)) }, version()],
    [
      "a page in place of the index",
      { [CDX]: HTML, [JSON_MAP]: HTML, [LINK_MAP]: links(memento(GOOD)), [`/web/${GOOD}`]: 200 },
      version(),
    ],
    ["a server error", { [CDX]: 504, [JSON_MAP]: table(row(GOOD)) }, version()],
    ["an index that is busy", { [CDX]: 503, [JSON_MAP]: table(row(GOOD)) }, version()],
    ["no index, no TimeMap", { [CDX]: 404, [JSON_MAP]: 404, [LINK_MAP]: 404 }, { kind: "not-archived" }],
    [
      "no index, no TimeMap, but availability has one",
      { [CDX]: 500, [JSON_MAP]: 404, [LINK_MAP]: 404, [AVAILABLE]: closest(GOOD) },
      version(),
    ],
    [
      "availability behind a byte order mark, with a number for its status",
      {
        [CDX]: 500,
        [JSON_MAP]: 500,
        [LINK_MAP]: 500,
        [AVAILABLE]: `\ufeff${closest(GOOD, { status: 200 })}`,
      },
      version(),
    ],
    [
      "availability of another page",
      {
        [CDX]: 500,
        [JSON_MAP]: 500,
        [LINK_MAP]: 500,
        [AVAILABLE]: closest(GOOD, { url: `http://web.archive.org/web/${GOOD}/${NOT_SIMILAR}` }),
      },
      { kind: "failed" },
    ],
    [
      "availability at what is no address but brackets in brackets",
      {
        [CDX]: 500,
        [JSON_MAP]: 500,
        [LINK_MAP]: 500,
        [AVAILABLE]: closest(GOOD, { url: 0 }).replace(
          '"url":0',
          `"url":${"[".repeat(9_000)}${"]".repeat(9_000)}`,
        ),
      },
      { kind: "failed" },
    ],
    [
      "availability at an address of times that never ends",
      {
        [CDX]: 500,
        [JSON_MAP]: 500,
        [LINK_MAP]: 500,
        [AVAILABLE]: closest(GOOD, { url: `${"/0900".repeat(500_000)}\n` }),
      },
      { kind: "failed" },
    ],
    [
      "availability of its twin with www., port 80 and http",
      {
        [CDX]: 500,
        [JSON_MAP]: 500,
        [LINK_MAP]: 500,
        [AVAILABLE]: closest(GOOD, { url: `http://web.archive.org/web/${GOOD}/http://a.zz:80/Page?x=1%2C2` }),
      },
      version(),
    ],
    [
      "a redirect inside the archive",
      { [CDX]: { status: 302, headers: { location: "/elsewhere" } }, "/elsewhere": table(row(GOOD)) },
      version(),
    ],
    [
      "only availability",
      { [CDX]: 500, [JSON_MAP]: 500, [LINK_MAP]: 500, [AVAILABLE]: closest(GOOD) },
      version(),
    ],
    [
      "availability of a time after its death",
      { [CDX]: 500, [JSON_MAP]: 500, [LINK_MAP]: 500, [AVAILABLE]: closest(LATER) },
      { kind: "failed" },
    ],
    [
      "availability that is none",
      { [CDX]: 500, [JSON_MAP]: 500, [LINK_MAP]: 500, [AVAILABLE]: closest(GOOD, { available: false }) },
      { kind: "failed" },
    ],
    [
      "availability with a status that is none",
      { [CDX]: 500, [JSON_MAP]: 500, [LINK_MAP]: 500, [AVAILABLE]: closest(GOOD, { status: "-" }) },
      { kind: "failed" },
    ],
    [
      "availability of an error page",
      { [CDX]: 500, [JSON_MAP]: 500, [LINK_MAP]: 500, [AVAILABLE]: closest(GOOD, { status: "404" }) },
      { kind: "failed" },
    ],
    [
      "availability that is empty",
      { [CDX]: 500, [JSON_MAP]: 500, [LINK_MAP]: 500, [AVAILABLE]: '{"archived_snapshots": {}}' },
      { kind: "failed", why: "answered 500" },
    ],
    [
      "withdrawn by the owner",
      {
        [CDX]: {
          status: 403,
          body: "org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error",
        },
      },
      { kind: "not-archived" },
    ],
    [
      "withdrawn by robots.txt, with 200",
      { [CDX]: "org.archive.util.io.RuntimeIOException: RobotAccessControlException: Blocked By Robots" },
      { kind: "not-archived" },
    ],
    [
      "it refuses us",
      { [CDX]: 403, [JSON_MAP]: 403, [LINK_MAP]: 403 },
      { kind: "failed", why: "answered 403" },
    ],
    [
      "it wants to be left alone",
      { [CDX]: { status: 429, headers: { "retry-after": "120" } } },
      { kind: "failed", why: "answered 429" },
    ],
    [
      "a short pause",
      { [CDX]: [{ status: 503, headers: { "retry-after": "1" } }, table(row(GOOD))] },
      version(),
    ],
    [
      "a page of its own for everything, with 200",
      { [CDX]: HTML, [JSON_MAP]: HTML, [LINK_MAP]: HTML, [AVAILABLE]: HTML },
      { kind: "failed", why: "its list of versions cannot be read" },
    ],
    [
      "a body that is shorter than it says",
      {
        [CDX]: (response) => {
          response.writeHead(200, { "content-length": 10_000 });
          response.write(table(row(GOOD)).slice(0, 40), () => response.destroy());
        },
        [JSON_MAP]: table(row(GOOD)),
      },
      version(),
    ],
    [
      "gzip that unpacks without end",
      {
        [CDX]: { body: gzipSync(Buffer.alloc(9 * 1024 * 1024)), headers: { "content-encoding": "gzip" } },
      },
      { kind: "failed", why: expect.stringMatching(/too-large/) },
    ],
    [
      "gzip that is none",
      { [CDX]: { body: "plain", headers: { "content-encoding": "gzip" } }, [JSON_MAP]: table(row(GOOD)) },
      version(),
    ],
    [
      "redirects without end",
      { [CDX]: { status: 302, headers: { location: CDX } }, [JSON_MAP]: table(row(GOOD)) },
      version(),
    ],
    [
      "a redirect to another host",
      {
        "/": { status: 302, headers: { location: "http://127.0.0.1:1/" } },
      },
      { kind: "failed", why: "redirected elsewhere" },
    ],
    ["a redirect without a target", { [CDX]: 302, [JSON_MAP]: table(row(GOOD)) }, version()],
    [
      "a pause until a date",
      { [CDX]: { status: 503, headers: { "retry-after": "Fri, 31 Dec 2199 23:59:59 GMT" } } },
      { kind: "failed", why: "answered 503" },
    ],
    ["it breaks off", { [CDX]: (response) => response.destroy(), [JSON_MAP]: table(row(GOOD)) }, version()],
  ])("%s", async (_, saying, expected) => {
    expect(await ask("archive.org", saying)).toMatchObject(expected);
  });

  test("is not asked again while it wants to be left alone", async () => {
    says = { [CDX]: [{ status: 429, headers: { "retry-after": "120" } }, table(row(GOOD))] };
    archive.asked.length = 0;
    const clock = steppedClock(systemClock.now());
    const wayback = opened("archive.org", clock);
    expect(await wayback?.find(ASKED)).toMatchObject({ kind: "failed" });
    expect(await wayback?.find(ASKED)).toEqual({
      kind: "failed",
      why: "it asked for a pause of 2 min more",
      isDown: true,
      restSeconds: 120,
    });
    expect(archive.asked).toHaveLength(1);
    clock.set(clock.now() + 121_000);
    expect(await wayback?.find(ASKED)).toMatchObject({ kind: "version" });
  });

  test("is left alone for a minute after five failures in a row", async () => {
    const clock = steppedClock(systemClock.now());
    const archiveEndpoints = new Map([["archive.org", "http://127.0.0.1:1"]]);
    const [opened] = openArchives(
      { contact: null, archiveEndpoints, archiveTimeMaps: new Map() },
      { http, clock, signal },
    );
    const wayback = opened && withBreaker(opened, clock);
    for (let time = 0; time < 5; time++)
      expect(await wayback?.find(ASKED)).toMatchObject({ why: expect.stringMatching(/refused/) });
    expect(await wayback?.find(ASKED)).toMatchObject({ why: expect.stringMatching(/left alone/) });
    clock.set(clock.now() + 61_000);
    expect(await wayback?.find(ASKED)).toMatchObject({ why: expect.stringMatching(/refused/) });
  });

  test("is asked for parts of an index that is too long for one answer", async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => row(String(20_100_101_000_000 + at)));
    const found = await ask("archive.org", {
      [`${CDX}?url=https%3A%2F%2Fwww.a.zz%2FPage%3Fx%3D1%2C2&output=json&limit=3000&from=20251202`]: table(
        row("20260115000000"),
      ),
      [CDX]: table(...many),
    });
    expect(found).toMatchObject(version("20260115000000"));
    expect(archive.asked.map((path) => path.replace(/^.*limit=3000/, ""))).toEqual([
      "",
      "&from=20260302000000&to=20270302000000&collapse=timestamp%3A8",
      "&from=20251202235959&to=20260131235959",
    ]);
  });
});

test.each<[string, string, typeof says, boolean]>([
  [
    "server errors only",
    "archive.org",
    { [CDX]: 503, [JSON_MAP]: 502, [LINK_MAP]: 500, [AVAILABLE]: 503 },
    true,
  ],
  ["one page of another kind", "archive.org", { [CDX]: 503, [JSON_MAP]: HTML, [LINK_MAP]: 500 }, false],
  ["a refusal", "archive.org", { [CDX]: 403, [JSON_MAP]: 403, [LINK_MAP]: 403 }, false],
  ["a server error of its TimeMap", "other", { [LINK_MAP]: 503 }, true],
  ["a server error of a version", "other", { [LINK_MAP]: links(memento(GOOD)), "/web/2025": 502 }, false],
])("%s: is the archive away?", async (_, type, saying, isDown) => {
  expect(await ask(type, saying)).toMatchObject({ kind: "failed", isDown });
});

describe("a version that somebody named", () => {
  const named = `https://web.archive.org/web/20250301000000/${URL_ASKED}`;
  const undated = "https://archive.ph/AbCd1";
  const parts = (last: string) => ({
    [`${LINK_MAP}${URL_ASKED}`]: links(`</part/1.>; rel="timemap"`),
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `/part/${at + 1}.`,
        links(memento(GOOD), at < 11 ? `</part/${at + 2}.>; rel="timemap"` : last),
      ]),
    ),
    "/web/": 200,
  });
  test.each<[string, string, typeof says, boolean]>([
    ["a whole index", "archive.org", { [CDX]: table(row(GOOD)) }, false],
    ["a whole index with it", "archive.org", { [CDX]: table(row("20250301000000"), row(GOOD)) }, true],
    ["a whole TimeMap in JSON", "archive.org", { [CDX]: 500, [JSON_MAP]: table(row(GOOD)) }, false],
    [
      "availability",
      "archive.org",
      { [CDX]: 500, [JSON_MAP]: 500, [LINK_MAP]: 500, [AVAILABLE]: closest(GOOD) },
      true,
    ],
    ["a whole TimeMap", "other", { [LINK_MAP]: links(memento(GOOD)), "/web/": 200 }, false],
    ["a TimeMap of too many parts", "other", parts(memento(LATER)), true],
    [
      "a TimeMap with a version without a date",
      "other",
      { [LINK_MAP]: links(memento(GOOD), `<BASE/web/AbCd1>; rel="memento"`), "/web/": 200 },
      true,
    ],
    [
      "more error pages than are looked at",
      "other",
      {
        [LINK_MAP]: links(...[3, 4, 5, 6, 7].map((month) => memento(`20250${month}02000000`))),
        "/web/": { status: 404, headers: { "memento-datetime": "" } },
      },
      true,
    ],
  ])("is it there, by %s?", async (_, type, saying, isThere) => {
    const found = await ask(type, saying);
    if (found === undefined || !("hasNamed" in found)) throw new Error(JSON.stringify(found));
    expect([found.hasNamed(named), found.hasNamed(undated)]).toEqual([isThere, true]);
  });
});

describe("a Memento archive", () => {
  const DEAD_MEMENTO = { status: 404, headers: { "memento-datetime": "Mon, 01 Dec 2025 00:00:00 GMT" } };
  test.each<[string, typeof says, object]>([
    [
      "a TimeMap",
      { [LINK_MAP]: links(memento(GOOD, "first memento"), memento(LATER, "last memento")), "/web/": 200 },
      version(),
    ],
    ["404: not archived", {}, { kind: "not-archived" }],
    [
      "an error page among its versions",
      {
        [LINK_MAP]: links(memento(GOOD), memento("20251201000000")),
        "/web/20251201": DEAD_MEMENTO,
        "/web/": 200,
      },
      version(),
    ],
    [
      "a redirect among its versions",
      {
        [LINK_MAP]: links(memento(GOOD), memento("20251201000000")),
        "/web/20251201": { status: 302, headers: { location: `/web/${LATER}/x` } },
        "/web/": 200,
      },
      version(),
    ],
    [
      "only error pages",
      { [LINK_MAP]: links(memento(GOOD)), "/web/2025": DEAD_MEMENTO },
      { kind: "none-fits" },
    ],
    [
      "versions that cannot be looked at",
      { [LINK_MAP]: links(memento(GOOD)), "/web/2025": 502 },
      { kind: "failed" },
    ],
    [
      "no time in the attribute, and commas in addresses",
      {
        [LINK_MAP]: links(
          `<BASE/web/timemap/link/${URL_ASKED}>; rel="self"; type="application/link-format"`,
          `<BASE/web/${URL_ASKED}>; rel="timegate"`,
          `<BASE/web/${GOOD}/${URL_ASKED}>; rel="first last memento"`,
        ),
        "/web/": 200,
      },
      version(),
    ],
    [
      "versions without any time: an error, not nothing",
      { [LINK_MAP]: links(`<BASE/web/AbCd1>; rel="memento"`), "/web/": 200 },
      { kind: "failed", why: "its versions have no dates that can be read" },
    ],
    [
      "raw versions",
      { [LINK_MAP]: links(`<BASE/web/${GOOD}id_/${URL_ASKED}>; rel=memento`), "/web/": 200 },
      { kind: "version", at: GOOD },
    ],
    ["no versions in it", { [LINK_MAP]: links() }, { kind: "not-archived" }],
    [
      "relative addresses",
      {
        [LINK_MAP]: links(
          `</web/${GOOD}/${URL_ASKED}>; rel="memento"; datetime="Sun, 01 Jun 2025 12:00:00 GMT"`,
        ),
        "/web/": 200,
      },
      version(),
    ],
    [
      "single quotation marks, empty members and parameters, values without any",
      {
        [LINK_MAP]: `,<${URL_ASKED}>; rel=original,,\n<BASE/web/m1/${URL_ASKED}>;; REL='Memento'; datetime='Sun, 01 Jun 2025 12:00:00 GMT' ; license,\n`,
        "/web/": 200,
      },
      { kind: "version", at: GOOD },
    ],
    ...(
      [
        ["+0200", "Sun, 01 Jun 2025 14:00:00 +0200"],
        ["EST", "Sun, 01 Jun 2025 07:00:00 EST"],
        ["none, which means UTC", "Sun, 01 Jun 2025 12:00:00"],
        ["none, in ISO 8601", "2025-06-01T12:00:00"],
        ["Z", "2025-06-01T12:00:00Z"],
        ["as in C", "Sun Jun  1 12:00:00 2025"],
      ] as const
    ).map(([zone, datetime]): [string, typeof says, object] => [
      `a date with the zone ${zone}`,
      {
        [LINK_MAP]: links(`<BASE/web/m1/${URL_ASKED}>; rel="memento"; datetime="${datetime}"`),
        "/web/": 200,
      },
      { kind: "version", at: GOOD },
    ]),
    [
      "a version behind a login",
      {
        [LINK_MAP]: links(memento(GOOD)),
        "/web/2025": { status: 302, headers: { location: "/login?to=x" } },
      },
      { kind: "failed", why: "redirected one of its versions elsewhere" },
    ],
    [
      "a version that is not open to machines",
      { [LINK_MAP]: links(memento(GOOD)), "/web/2025": 403 },
      { kind: "failed", why: "answered 403 for one of its versions" },
    ],
    [
      "an archived login page",
      {
        [LINK_MAP]: links(memento(GOOD)),
        "/web/2025": { status: 403, headers: { "memento-datetime": "Sun, 01 Jun 2025 12:00:00 GMT" } },
      },
      { kind: "none-fits" },
    ],
    [
      "parts in a circle",
      {
        [`${LINK_MAP}${URL_ASKED}`]: links(`</part/1>; rel="next timemap"; type="application/link-format"`),
        "/part/1": links(
          memento(GOOD),
          `<${LINK_MAP}${URL_ASKED}>; rel="prev timemap"`,
          `<BASE/part/1>; rel="timemap"`,
        ),
        "/web/": 200,
      },
      version(),
    ],
    [
      "parts without end",
      {
        [`${LINK_MAP}${URL_ASKED}`]: links(`</part/1>; rel="timemap"`),
        ...Object.fromEntries(
          Array.from({ length: 20 }, (_, at) => [
            `/part/${at + 1}.`,
            links(memento(GOOD), `</part/${at + 2}.>; rel="timemap"`),
          ]),
        ),
        "/part/1": links(`</part/2.>; rel="timemap"`),
        "/web/": 200,
      },
      version(),
    ],
    [
      "a version that redirects to nowhere",
      { [LINK_MAP]: links(memento(GOOD)), "/web/2025": 302 },
      { kind: "none-fits" },
    ],
    [
      "a version that redirects to another site",
      {
        [LINK_MAP]: links(memento(GOOD)),
        "/web/2025": { status: 301, headers: { location: "https://b.zz/" } },
      },
      { kind: "none-fits" },
    ],
    [
      "a time that is malformed in the attribute",
      { [LINK_MAP]: links(memento(GOOD, "memento", "Sunday")), "/web/": 200 },
      version(),
    ],
    [
      "a TimeMap of another page",
      { [LINK_MAP]: `<https://b.zz/>; rel="original",${memento(GOOD)}` },
      { kind: "not-archived" },
    ],
    [
      "a version elsewhere",
      {
        [LINK_MAP]: links(
          `<https://evil.zz/20250601120000/${URL_ASKED}>; rel="memento"; datetime="Sun, 01 Jun 2025 12:00:00 GMT"`,
        ),
      },
      { kind: "not-archived" },
    ],
    [
      "a TimeMap in parts",
      {
        [`${LINK_MAP}${URL_ASKED}`]: links(
          `<BASE/part/1>; rel="timemap"; type="application/link-format"; from="Tue, 01 Jan 2019 00:00:00 GMT"; until="Tue, 01 Jan 2024 00:00:00 GMT"`,
          `<BASE/part/2>; rel="timemap"; type="application/link-format"; from="Mon, 01 Jan 2024 00:00:00 GMT"`,
        ),
        "/part/1": links(memento("20190601120000")),
        "/part/2": links(memento(GOOD)),
        "/web/": 200,
      },
      version(),
    ],
    [
      "a TimeMap cut off",
      { [LINK_MAP]: links(memento(GOOD)).slice(0, -5) },
      { kind: "failed", why: "its TimeMap cannot be read" },
    ],
    ["a page in place of a TimeMap", { [LINK_MAP]: HTML }, { kind: "failed" }],
    ["a server error", { [LINK_MAP]: 500 }, { kind: "failed", why: "its TimeMap answered 500" }],
    ["HEAD is not known", { [LINK_MAP]: links(memento(GOOD)), "/web/2025": [501, 200] }, version()],
  ])("%s", async (_, saying, expected) => {
    expect(await ask("other", saying)).toMatchObject(expected);
  });

  test("archive.today is believed, as its versions are not open to machines", async () => {
    const found = await ask("archive.today", { [LINK_MAP]: links(memento(GOOD)), "/web/2025": 429 });
    expect(found).toMatchObject(version());
  });
});
