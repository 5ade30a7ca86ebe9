import { describe, expect, test } from "vitest";
import { NOTHING_KNOWN, type UrlFacts } from "../../../shared/answer/types.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import { encodeSnapshot, type Snapshot } from "../../../shared/snapshot/snapshot.ts";
import { typicalSnapshot } from "../../../shared/snapshot/testing/sample.ts";
import type { Status } from "../../../shared/status/table.ts";
import { describeSnapshot, inspectSnapshot } from "./snapshot.ts";

const EMPTY_FACTS: UrlFacts = { url: "https://a.example/", ...NOTHING_KNOWN };
const PAGE: Snapshot = {
  wiki: "testwiki@local",
  pageid: 1,
  title: "A",
  namespace: 0,
  asOf: asDay(3612),
  urls: [],
  unwatched: 0,
};

describe("a stored value in words", async () => {
  const words = async (bytes: Uint8Array<ArrayBuffer>) =>
    describeSnapshot(await inspectSnapshot(bytes)).split("\n");

  test("for a page, with every kind of fact", async () => {
    const full: UrlFacts = {
      url: "https://a.example/",
      history: [
        {
          status: 18 as Status,
          http: 404,
          first: asDay(3540),
          last: asDay(3610),
          deadEnd: false,
          refused: true,
          checks: 9,
        },
        { status: 9 as Status, http: 302, first: asDay(3500), last: asDay(3500), deadEnd: true, checks: 1 },
        {
          status: 65 as Status,
          http: null,
          first: asDay(3400),
          last: asDay(3401),
          deadEnd: false,
          checks: 2,
        },
      ],
      notes: [{ key: "moved", value: "x\u202ey" }, { key: "rate-limited" }],
      mime: "pdf",
      kib: 7,
      archives: [{ type: "archive.org", url: "https://w/https://a.example/" }],
      replacement: "https://b.example/",
      reports: 2,
      spam: "local",
    };
    const bytes = await encodeSnapshot({
      ...PAGE,
      title: "A\u202eB",
      urls: [full, EMPTY_FACTS],
      unwatched: 2,
    });
    const lines = await words(bytes);
    expect(lines).toEqual([
      '"testwiki@local" page 1 "A\\u202eB" (namespace 0), links as of day 3612 (2026-11-22)',
      expect.stringMatching(/^version 2, \d+ bytes: 2 URLs, [\d.]+ bytes a URL; 2 links not watched$/),
      '"https://a.example/"',
      "    not found (18; HTTP 404, robots refused) days 3540 to 3610 (2026-09-11 to 2026-11-20), 9 checks",
      "    redirects to another address (9; HTTP 302, dead end) day 3500 (2026-08-02), 1 check",
      "    name lookup refused (65; no HTTP status) days 3400 to 3401 (2026-04-24 to 2026-04-25), 2 checks",
      '    note moved "x\\u202ey"',
      "    note rate-limited",
      '    file "pdf" 7 KiB',
      '    archive "archive.org" "https://w/https://a.example/"',
      '    replacement "https://b.example/"',
      "    2 reports",
      "    spam (local list)",
      '"https://a.example/"',
      "    never checked",
    ]);
  });

  test.each([
    ["a page without URLs", await encodeSnapshot(PAGE), "0 URLs"],
    ["something else", new Uint8Array([0x7b]), "no snapshot, or damaged ("],
    ["nothing", new Uint8Array(), "no snapshot, or damaged ("],
    [
      "another version",
      Bun.gzipSync('{"version":9}'),
      "a snapshot of version 9, which this Weboid cannot read",
    ],
    ["one that is cut off", (await encodeSnapshot(typicalSnapshot(3))).slice(0, 50), "damaged ("],
  ])("of %s", async (_name, bytes, text) => expect((await words(bytes)).join(" ")).toContain(text));
});
