import { afterAll, beforeAll, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { Status } from "../../shared/status/table.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { systemClock } from "../runtime/clock.ts";
import type { Asked } from "./choice/choose.ts";
import { openArchives } from "./lookup.ts";
import { type FakeArchive, fakeArchive, type Said } from "./testing/fake-archive.ts";

/** Answers that could be taken for what they are not: an archive that fails for one that has nothing, another version for the page. */

const PAGE = "https://www.a.zz/Page?x=1";
const OTHER = "https://www.a.zz/other";
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
const GOOD = "20250601120000";
const [CDX, JSON_MAP, LINK_MAP] = ["/cdx/search/cdx", "/web/timemap/json/", "/web/timemap/link/"];
const HEADER = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"];
const row = (timestamp: string, status = "200", original = PAGE, mime = "text/html") => [
  "zz,a)/page?x=1",
  timestamp,
  original,
  mime,
  status,
  `D${timestamp}`,
  "99",
];
const table = (...rows: unknown[][]) => JSON.stringify([HEADER, ...rows]);
const keyed = (key: string, ...rows: unknown[][]) => JSON.stringify([HEADER, ...rows, [], [key]]);
const links = (...more: string[]) => [`<${PAGE}>; rel="original"`, ...more].join(",\n");
const memento = (timestamp: string, url = PAGE) => `<BASE/web/${timestamp}/${url}>; rel="memento"`;
const dated = (at: string, status = 200): Said => ({ status, headers: { "memento-datetime": at } });
const FAILED = { kind: "failed" };
const NONE_FITS = { kind: "none-fits" };
const version = { kind: "version", at: GOOD };

const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
let says: Readonly<Record<string, Said | readonly Said[]>> = {};
let archive: FakeArchive;
beforeAll(async () => {
  archive = await fakeArchive(() => says);
});
afterAll(async () => {
  archive.close();
  await http.close();
});

async function ask(type: string, saying: typeof says) {
  says = saying;
  archive.asked.length = 0;
  const isMemento = type === "memento";
  const config = {
    contact: "https://a.zz/",
    archiveEndpoints: new Map(isMemento ? [] : [[type, archive.base]]),
    archiveTimeMaps: new Map(isMemento ? [[type, `${archive.base}${LINK_MAP}`]] : []),
  };
  const { signal } = new AbortController();
  const opened = openArchives(config, { http, clock: systemClock, signal });
  return opened.find((one) => one.type === type)?.find({ url: PAGE, history, today: asDay(3612) });
}

test.each<[string, typeof says, object]>([
  [
    "a broken index and no TimeMap",
    { [CDX]: 503, [JSON_MAP]: 404, [LINK_MAP]: 404 },
    { kind: "failed", why: "answered 503" },
  ],
  [
    "a page in place of the index, and no TimeMap",
    { [CDX]: "<html><p>Down for maintenance" },
    { kind: "failed", why: "its list of versions cannot be read" },
  ],
  [
    "an outage that speaks of withdrawn pages",
    { [CDX]: { status: 503, body: "Pages excluded from the Wayback Machine are not shown" } },
    FAILED,
  ],
  [
    "a URL that contains the name of an error",
    { [CDX]: table(row(GOOD), row("20250501120000", "404", `${PAGE}&RobotAccessControlException`)) },
    version,
  ],
  [
    "captures whose status the index does not say",
    { [CDX]: table(row(GOOD, "-", PAGE, "-")), "/web/": 200 },
    version,
  ],
  [
    "one of them is an error page",
    { [CDX]: table(row(GOOD, "-", PAGE, "-")), "/web/": dated("Sun, 01 Jun 2025 12:00:00 GMT", 404) },
    NONE_FITS,
  ],
  ["an index that is too long, with empty parts", { [`${CDX}?`]: [" ".repeat(9e6), "[]"] }, FAILED],
  [
    "parts of an index without end, all of another page",
    { [CDX]: keyed("k", row(GOOD, "200", OTHER)) },
    FAILED,
  ],
  [
    "a TimeMap with versions of another page",
    {
      [CDX]: 500,
      [JSON_MAP]: 500,
      [LINK_MAP]: links(memento("20251201120000", OTHER), memento(GOOD)),
      "/web/": 200,
    },
    version,
  ],
  ["an object with an error", { [CDX]: '{"error": "rate limited"}', [LINK_MAP]: 500 }, FAILED],
])("archive.org, %s", async (_, saying, expected) => {
  expect(await ask("archive.org", saying)).toMatchObject(expected);
});

test.each<[string, typeof says, object]>([
  [
    "a page that begins with a tag",
    { [LINK_MAP]: "<html>" },
    { ...FAILED, why: "its TimeMap cannot be read" },
  ],
  ["parts elsewhere", { [LINK_MAP]: links('<https://b.zz/part>; rel="timemap"') }, FAILED],
  [
    "a loop of parts without versions",
    {
      [`${LINK_MAP}${PAGE}`]: links('<BASE/part/1>; rel="timemap"'),
      "/part/1": links('<BASE/part/1>; rel="next"'),
    },
    { kind: "not-archived" },
  ],
  [
    "more parts than are read",
    {
      [LINK_MAP]: links(...Array.from({ length: 12 }, (_, at) => `<BASE/part/${at}>; rel="timemap"`)),
      "/part/": links(),
    },
    FAILED,
  ],
  [
    "a version of after its death in place of the one asked for",
    { [LINK_MAP]: links(memento(GOOD)), "/web/": dated("Fri, 01 May 2026 12:00:00 GMT") },
    NONE_FITS,
  ],
  [
    "Memento-Datetime in another zone",
    { [LINK_MAP]: links(memento(GOOD)), "/web/": dated("Sun, 01 Jun 2025 22:00:00 +1000") },
    version,
  ],
  [
    "Memento-Datetime that is none",
    { [LINK_MAP]: links(memento(GOOD)), "/web/": dated("yesterday") },
    version,
  ],
  ["versions for which robots are refused", { [LINK_MAP]: links(memento(GOOD)), "/web/": 406 }, FAILED],
  ["a 429 whose term is over", { [LINK_MAP]: { status: 429, headers: { "retry-after": "0" } } }, FAILED],
  [
    "a 429 until a date in the past",
    { [LINK_MAP]: { status: 429, headers: { "retry-after": "Fri, 01 Jan 1999 00:00:00 GMT" } } },
    FAILED,
  ],
])("a Memento archive, %s", async (_, saying, expected) => {
  expect(await ask("memento", saying)).toMatchObject(expected);
});

test("a 429 whose term is over is no invitation", async () => {
  const headers = { "retry-after": "0" };
  await ask("archive.org", { "/": { status: 429, headers } });
  // Once more after a second, and not in the other ways.
  expect(archive.asked).toHaveLength(2);
});

test("arquivo.pt's versions in a frame of their own are versions", async () => {
  const framed = `<BASE/noFrame/replay/${GOOD}mp_/${PAGE}>; rel="memento"`;
  const found = await ask("arquivo.pt", {
    [CDX]: 500,
    [JSON_MAP]: 500,
    [LINK_MAP]: links(framed),
    "/web/": 200,
  });
  expect(found).toMatchObject({ ...version, address: `${archive.base}/web/${GOOD}/${PAGE}` });
});

test("archive.today's short addresses have the date of its list", async () => {
  const short = `<BASE/AbCd1>; rel="memento"; datetime="Sun, 01 Jun 2025 12:00:00 GMT"`;
  const found = await ask("archive.today", { [LINK_MAP]: links(short) });
  expect(found).toMatchObject({ ...version, address: `${archive.base}/AbCd1` });
});
