import { afterAll, beforeAll, expect, test } from "vitest";
import { type ArchiveServer, type Capture, serveArchive } from "../../sample/archive.ts";
import { jsonLines, weboid } from "../testing/run.ts";

const PAGE = "https://www.example.org/page";
const capture = (timestamp: string, status: number | null, text: string): Capture => ({
  timestamp,
  original: "http://example.org:80/page",
  status,
  mime: "text/html",
  text,
});
const CAPTURES = [
  capture("20240115101112", 200, "the page"),
  capture("20250608101112", null, "the page"),
  capture("20250701101112", 404, "not here"),
  capture("20260601101112", 200, "for sale"),
];
let server: ArchiveServer;
beforeAll(async () => {
  server = await serveArchive({ port: 0, capturesOf: (url) => (url === PAGE ? CAPTURES : []) });
});
afterAll(() => server.close());

const lookup = (lines: readonly unknown[], endpoint = server.base) =>
  weboid(["archive", "lookup", "-", "--json"], {
    env: { WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${endpoint}/`, WEBOID_LOG: "silent" },
    stdin: lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  });
const observations = [
  [2953, 1],
  [3317, 1],
  [3347, 18],
];

test("a line for each line, in their order", async () => {
  const ran = await lookup([
    { url: PAGE, today: 3612, observations },
    { url: "https://www.example.org/other", today: 3612, observations },
    { url: PAGE, today: 3612, observations: [[2400, 18]] },
  ]);
  expect(jsonLines(ran)).toEqual([
    {
      url: PAGE,
      archives: [
        {
          type: "archive.org",
          url: `${server.base}/web/20250608101112/${PAGE}`,
          at: "20250608101112",
          reason: "the last good version from when it was seen working",
        },
      ],
    },
    { url: "https://www.example.org/other", archives: [] },
    {
      url: PAGE,
      archives: [
        {
          type: "archive.org",
          url: "",
          at: null,
          reason: "archived, but no version shows the page: after its death (3), error page (1)",
        },
      ],
    },
  ]);
  expect(ran.code).toBe(0);
});

test.each<[string, unknown, object]>([
  ["no JSON", "{", { error: expect.stringMatching(/^line 1 is no JSON .* give a line such as \{"url"/) }],
  ["no object", [], { error: "line 1: the line is no object {url, today, observations}" }],
  ["no URL", { today: 3612 }, { error: "line 1: url is no string of at most 8192 characters" }],
  [
    "no web address",
    { url: "mailto:a@b.zz", today: 3612, observations },
    { url: "mailto:a@b.zz", error: "line 1: url is no web address such as https://www.example.org/page" },
  ],
  ["no day", { url: PAGE, observations }, { url: PAGE, error: "line 1: today is no day number (0…65535)" }],
  [
    "no status",
    { url: PAGE, today: 3612, observations: [[2953, 5]] },
    { url: PAGE, error: "line 1: observations[0][1] is no status byte of table S" },
  ],
])("%s: an error in its place", async (_, line, expected) => {
  const ran = await lookup([line]);
  expect(jsonLines(ran)).toEqual([expected]);
  expect(ran.code).toBe(1);
});

test("an archive that is away", async () => {
  const ran = await lookup([{ url: PAGE, today: 3612, observations }], "http://127.0.0.1:1");
  expect(jsonLines(ran)).toEqual([
    {
      url: PAGE,
      archives: [
        {
          type: "archive.org",
          error: expect.stringMatching(/^refused: /),
          at: null,
          reason: "the archive could not be asked",
        },
      ],
    },
  ]);
  expect(ran.code).toBe(1);
});

test.each([
  [{}, "WEBOID_CONTACT is not set"],
  [{ WEBOID_ARCHIVE_ENDPOINTS: "archive.org" }, "WEBOID_ARCHIVE_ENDPOINTS must be a list of archives"],
  [
    { WEBOID_ARCHIVE_TIMEMAPS: "nowhere" },
    "WEBOID_ARCHIVE_TIMEMAPS: nowhere is none of archive.org, arquivo.pt",
  ],
])("wrong usage: %o", async (env, message) => {
  const ran = await weboid(["archive", "lookup", "-"], { env });
  expect(ran.stderr.join("\n")).toContain(message);
  expect(ran.code).toBe(2);
});
