import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NOTHING_KNOWN, type UrlFacts } from "../answer/types.ts";
import { asDay, DAY_MAX } from "../calendar/day.ts";
import { historyUntil } from "../history/testing/histories.ts";
import { type Earlier, HISTORY_ENTRIES_MAX, type HistoryEntry } from "../history/types.ts";
import { NOTE_KEYS } from "../status/note.ts";
import { INVALID, STATUS_TABLE, type Status } from "../status/table.ts";
import { arrange, arrangedBy, mayBeSuspect } from "./arrange.ts";
import { seal } from "./checksum.ts";
import { decodeSnapshot, decodeSuspects } from "./decode.ts";
import { describeSnapshot, inspectSnapshot } from "./describe.ts";
import { encodeSnapshot } from "./encode.ts";
import { readFindings } from "./findings.ts";
import { MARK_AT, SNAPSHOT_LIMITS } from "./layout.ts";
import { Damage } from "./reader.ts";
import { typicalSnapshot } from "./testing/sample.ts";
import type { Snapshot } from "./types.ts";

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

const statuses = STATUS_TABLE.map(({ type }) => type as Status).filter((type) => type !== INVALID);
const text = fc.string({ unit: "grapheme", maxLength: 40 });
const url = fc
  .tuple(fc.constantFrom("http://a.example/", "https://www.a.example/b/", "ftp://x.example:8021/"), text)
  .map(([start, end]) => start + end);
const dayOrNull = fc.option(fc.nat(DAY_MAX).map(asDay));
const byte = fc.nat(255);
const earlier = fc
  .record({
    lastGood: dayOrNull,
    lastAlive: dayOrNull,
    lastFailure: fc.constant(asDay(DAY_MAX)),
    goodChecks: byte,
    failures: byte,
    failedWeeks: byte,
    longestOutageDays: byte,
    slowestRecoveryDays: byte,
    walls: byte,
    open: fc.option(fc.record({ first: fc.nat(DAY_MAX).map(asDay), checks: byte, goneChecks: byte })),
  })
  .map((sum): Earlier => sum);
const entries = fc.array(
  fc
    .record({
      status: fc.constantFrom(...statuses),
      http: fc.option(fc.integer({ min: 0, max: 9999 })),
      days: fc.tuple(fc.nat(DAY_MAX), fc.nat(DAY_MAX)),
      deadEnd: fc.boolean(),
      refused: fc.boolean(),
      checks: fc.nat(255),
    })
    .map(({ days: [one, other], refused, ...entry }) => ({
      ...entry,
      ...(refused && { refused: true as const }),
      first: asDay(Math.min(one, other)),
      last: asDay(Math.max(one, other)),
    })),
  { maxLength: HISTORY_ENTRIES_MAX },
);
const anyHistory = fc
  .tuple(entries, fc.option(earlier))
  .map(([list, sum]) =>
    list.map(
      (entry, at): HistoryEntry => (sum && at === list.length - 1 ? { ...entry, earlier: sum } : entry),
    ),
  );
const history = fc.oneof(anyHistory, historyUntil(asDay(3600)));
const archive = fc.oneof(
  url.map((address) => ({ type: "archive.org", own: false, url: address })),
  fc.constant({ type: "archive.org", own: true, url: "https://web.archive.org/web/20260101000000/" }),
  fc.record({ type: text, own: fc.constant(false), url: text }),
);
const facts: fc.Arbitrary<UrlFacts> = fc
  .record({
    url,
    history,
    notes: fc.array(
      fc.record({ key: fc.constantFrom(...NOTE_KEYS), value: text }, { requiredKeys: ["key"] }),
      { maxLength: 4 },
    ),
    mime: fc.option(fc.constantFrom("pdf", "zip", "binary")),
    kib: fc.option(fc.nat()),
    archives: fc.array(archive, { maxLength: 3 }),
    replacement: fc.option(url),
    reports: fc.nat(),
    spam: fc.constantFrom(null, "global" as const, "local" as const),
  })
  .map((record) => ({
    ...record,
    archives: record.archives.map(({ type, own, url }) => ({ type, url: own ? url + record.url : url })),
  }));
const snapshot: fc.Arbitrary<Snapshot> = fc.record({
  wiki: fc.constantFrom("dewiki@WMF", "testwiki@local"),
  pageid: fc.maxSafeNat(),
  title: text,
  namespace: fc.integer({ min: -2, max: 5000 }),
  asOf: fc.nat(DAY_MAX).map(asDay),
  urls: fc.array(facts, { maxLength: 12 }),
  unwatched: fc.nat(1_000_000),
});
/** In the order in which they are stored. */
const arranged = (page: Snapshot): Snapshot => {
  const { suspects, others } = arrange(page.urls);
  return { ...page, urls: [...suspects.map(({ facts }) => facts), ...others] };
};

describe("a snapshot survives its stored form", () => {
  test("whatever it holds, suspects first", () => {
    fc.assert(
      fc.property(snapshot, (original) => {
        expect(decodeSnapshot(encodeSnapshot(original))).toEqual({
          kind: "snapshot",
          version: 2,
          snapshot: arranged(original),
        });
      }),
    );
  });

  test("and of it only those URLs of which a gadget may have to speak", () => {
    fc.assert(
      fc.property(snapshot, (page) => {
        const { mark, suspects } = arrange(page.urls);
        const value = encodeSnapshot(page);
        const findings = readFindings(value, asDay(DAY_MAX), { allowPrivate: true });
        // The short way of gadgets to what their long way gives below.
        const short = findings === null ? null : [...findings.each].map(({ url }) => url);
        expect(short).toEqual(mark === 0 ? null : suspects.map(({ facts }) => facts.url));
        expect(decodeSuspects(value)).toEqual({
          kind: "snapshot",
          version: 2,
          snapshot: {
            ...page,
            urls: mark === 0 ? page.urls.filter(mayBeSuspect) : suspects.map(({ facts }) => facts),
          },
          total: page.urls.length + page.unwatched,
        });
        expect(value[MARK_AT]).toBe(mark);
        expect(arrangedBy(mark)).toEqual(mark === 0 ? null : { isPrivate: mark % 2 === 1 });
      }),
    );
  });

  describe("the bytes stay what they are: other components wrote them yesterday", () => {
    const original: Snapshot = {
      ...PAGE,
      unwatched: 4,
      urls: [
        {
          ...EMPTY_FACTS,
          history: [
            {
              status: 18 as Status,
              http: 404,
              first: asDay(3600),
              last: asDay(3610),
              deadEnd: false,
              checks: 3,
            },
            {
              status: 9 as Status,
              http: 302,
              first: asDay(3590),
              last: asDay(3598),
              deadEnd: true,
              checks: 2,
            },
          ],
          notes: [{ key: "moved", value: "x" }],
          archives: [{ type: "archive.org", url: "https://w/https://a.example/" }],
        },
        { ...EMPTY_FACTS, url: "https://a.example/b", mime: "pdf", kib: 7, reports: 2, spam: "local" },
      ],
    };
    const urls =
      "02120304" + "0a01" + "8902040801" + "01010178" + "0103000a68747470733a2f2f772f" + "120162a4030802";
    const head =
      "0e7465737477696b69406c6f63616c01014100" + "9c1c0305" + "6d6f7665640b617263686976652e6f726703706466";

    test("of version 1, which is read only", () => {
      const stored = hexToBytes(`575301${head}02001268747470733a2f2f612e6578616d706c652f0b${urls}`);
      expect(decodeSnapshot(stored)).toEqual({
        kind: "snapshot",
        version: 1,
        snapshot: { ...original, unwatched: 0 },
      });
      expect(decodeSuspects(stored)).toMatchObject({
        snapshot: { urls: [original.urls[0]] },
        total: 2,
      });
    });

    test("of version 2, with a suspect", () => {
      const entry = { deadEnd: false, first: asDay(3540), last: asDay(3610), checks: 9 };
      const suspect: UrlFacts = {
        ...EMPTY_FACTS,
        url: "https://dead.zz/",
        history: [
          { ...entry, status: 18 as Status, http: 404, first: asDay(3560) },
          { ...entry, status: 40 as Status, http: 503, last: asDay(3559) },
          { ...entry, status: 1 as Status, http: 200, first: asDay(2700), last: asDay(3533) },
        ],
      };
      const page = { ...original, urls: [...original.urls, suspect] };
      const suspected =
        "001068747470733a2f2f646561642e7a7a2f" +
        "002812" +
        "0103" +
        "1209043201" +
        "2809021301" +
        "01090ec10601";
      const others = `080a612e6578616d706c652f0b${urls}`;
      const stored = `5753021099b43339${head}040103${suspected}${others}`;
      expect(bytesToHex(encodeSnapshot(page))).toBe(stored);
      const { urls: rest } = original;
      expect(decodeSnapshot(hexToBytes(stored))).toMatchObject({
        snapshot: { ...original, urls: [suspect, ...rest] },
      });
    });
  });

  test("a note that this reader does not know, from a newer writer, is passed over", () => {
    const notes = [
      { key: "of-a-later-version" as "moved", value: "x" },
      { key: "moved" as const, value: "y" },
    ];
    expect(decodeSnapshot(encodeSnapshot({ ...PAGE, urls: [{ ...EMPTY_FACTS, notes }] }))).toMatchObject({
      snapshot: { urls: [{ notes: [{ key: "moved", value: "y" }] }] },
    });
  });

  test("what no real page reaches is left out, the rest is kept", () => {
    const tooLong = { ...EMPTY_FACTS, url: `https://a.example/${"x".repeat(SNAPSHOT_LIMITS.textBytes)}` };
    const many = {
      ...PAGE,
      urls: [tooLong, EMPTY_FACTS, { ...EMPTY_FACTS, replacement: tooLong.url }],
    };
    expect(decodeSnapshot(encodeSnapshot(many))).toMatchObject({
      kind: "snapshot",
      snapshot: { urls: [EMPTY_FACTS, EMPTY_FACTS] },
    });
  });

  test("a page of hostile size becomes a value that KV takes and the reader reads", () => {
    const filler = "y".repeat(16_000);
    const urls = Array.from({ length: 3_000 }, (_, at) => ({
      ...EMPTY_FACTS,
      url: `https://${at}.example/${filler}`,
    }));
    const bytes = encodeSnapshot({ ...PAGE, urls });
    expect(bytes.length).toBeLessThanOrEqual(SNAPSHOT_LIMITS.bytes);
    const decoded = decodeSnapshot(bytes);
    expect(decoded.kind).toBe("snapshot");
    if (decoded.kind === "snapshot") expect(decoded.snapshot.urls.length).toBeGreaterThan(500);
  });
});

/** Damage behind a good checksum may be told in the midst of the findings. */
function tolerant(findings: Iterable<unknown>): void {
  try {
    for (const _ of findings);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
  }
}

describe("the reader is total over hostile bytes", () => {
  const good = encodeSnapshot(typicalSnapshot(20));
  const bytes = (...values: number[]) => Uint8Array.from(values);

  test.each([
    ["nothing", bytes(), "damaged", "ends too early"],
    ["other magic", bytes(0x7b, 0x22), "damaged", "not a snapshot"],
    ["a later version", bytes(0x57, 0x53, 3, 1, 2, 3), "unknown-version", undefined],
    ["version 0", bytes(0x57, 0x53, 0), "unknown-version", undefined],
    ["a text longer than the value", bytes(0x57, 0x53, 1, 50, 0x61), "damaged", "ends inside a text"],
    [
      "a text above the limit",
      bytes(0x57, 0x53, 1, 0xff, 0xff, 0xff, 0x7f),
      "damaged",
      "a number above 16384",
    ],
    ["no UTF-8", bytes(0x57, 0x53, 1, 1, 0xff), "damaged", "a text that is no UTF-8"],
    [
      "an endless number",
      bytes(0x57, 0x53, 1, 0, ...Array.from({ length: 30 }, () => 0x80)),
      "damaged",
      "a number of too many bytes",
    ],
    ["more than its parts", seal(Uint8Array.from([...good, 0])), "damaged", "more bytes than its parts have"],
    ["more than was sealed", Uint8Array.from([...good, 0]), "damaged", "its checksum is that of other bytes"],
  ])("%s", (_name, value, kind, message) => {
    const decoded = decodeSnapshot(value);
    expect(decoded.kind).toBe(kind);
    if (decoded.kind === "damaged") expect(decoded.message).toBe(message);
  });

  test("cut short anywhere, it is told apart", () => {
    for (let length = 0; length < good.length; length++)
      expect(decodeSnapshot(good.subarray(0, length)).kind).toBe("damaged");
  });

  test("any byte that storage spoils is noticed", () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, spoilt) => {
        const changed = good.slice();
        changed[at] = (good[at] ?? 0) ^ spoilt;
        expect(decodeSnapshot(changed).kind).not.toBe("snapshot");
        expect(decodeSuspects(changed).kind).not.toBe("snapshot");
      }),
      { numRuns: 1_000 },
    );
  });

  test("any byte changed, under a checksum of that, gives an answer, never an exception", () => {
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, value) => {
        const changed = good.slice();
        changed[at] = value;
        seal(changed);
        expect(["snapshot", "damaged", "unknown-version"]).toContain(decodeSnapshot(changed).kind);
        const findings = readFindings(changed, asDay(3600), { allowPrivate: false });
        if (findings !== null) expect(() => tolerant(findings.each)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  test("random bytes behind a good start give an answer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (tail) => {
        for (const start of [
          [0x57, 0x53, 1],
          [0x57, 0x53, 2, 2, 0, 0, 0, 0],
        ]) {
          const value = seal(Uint8Array.from([...start, ...tail, ...good.subarray(0, 8)]));
          expect(decodeSnapshot(value).kind).toMatch(/^(snapshot|damaged)$/);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("front-coding cannot be used to blow up a small value", () => {
    const long = { ...EMPTY_FACTS, url: `https://a.example/${"x".repeat(16_000)}` };
    const head = encodeSnapshot({ ...PAGE, urls: [long] });
    const count = head.length - (1 + 2 + 2 + long.url.length);
    // 90,000 URLs that repeat the first one: 5 bytes each here, 1.4 GB when decoded.
    const repeats = Array.from({ length: 90_000 }, () => [0x92, 0x7d, 0, 0]).flat();
    const bomb = seal(
      Uint8Array.from([
        ...head.subarray(0, count),
        0x91,
        0xbf,
        0x05,
        ...head.subarray(count + 1),
        ...repeats,
      ]),
    );
    expect(decodeSnapshot(bomb)).toMatchObject({ kind: "damaged", message: "too much text" });
  });
});

test("bytes per URL of a typical page", () => {
  const bytes = encodeSnapshot(typicalSnapshot(100)).length / 100;
  // URLs alone take about 66 bytes each.
  expect(bytes).toBeLessThan(60);
});

describe("a stored value in words", () => {
  const words = (bytes: Uint8Array) => describeSnapshot(inspectSnapshot(bytes)).split("\n");

  test("for a page, with every kind of fact", () => {
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
    const bytes = encodeSnapshot({ ...PAGE, title: "A\u202eB", urls: [full, EMPTY_FACTS], unwatched: 2 });
    const lines = words(bytes);
    expect(lines).toEqual([
      '"testwiki@local" page 1 "A\\u{202e}B" (namespace 0), links as of day 3612',
      expect.stringMatching(/^version 2, \d+ bytes: head \d+, 2 URLs, [\d.]+ a URL; 2 links not watched$/),
      expect.stringMatching(/^"https:\/\/a\.example\/" {2}\d+ bytes$/),
      "    not-found (18; HTTP 404, robots refused) days 3540 to 3610, 9 checks",
      expect.stringMatching(/^ {4}\S+ \(9; HTTP 302, dead end\) day 3500, 1 check$/),
      expect.stringMatching(/^ {4}\S+ \(65; no HTTP status\) days 3400 to 3401, 2 checks$/),
      '    note moved "x\\u{202e}y"',
      "    note rate-limited",
      '    file "pdf" 7 KiB',
      '    archive "archive.org" "https://w/https://a.example/"',
      '    replacement "https://b.example/"',
      "    2 reports",
      "    spam (local list)",
      '"https://a.example/"  3 bytes',
      "    never checked",
    ]);
  });

  test("the sizes of head and URLs are those of the whole", () => {
    const bytes = encodeSnapshot(typicalSnapshot(30));
    const inspected = inspectSnapshot(bytes);
    if (inspected.kind !== "snapshot") throw new Error("unreadable");
    expect(inspected.urlBytes.length).toBe(30);
    expect(inspected.headBytes + inspected.urlBytes.reduce((sum, size) => sum + size, 0)).toBe(bytes.length);
  });

  test.each([
    ["a page without URLs", encodeSnapshot(PAGE), "0 URLs"],
    [
      "something else",
      new Uint8Array([1]),
      "no snapshot, which begins with the letters WS (not a snapshot); the edge",
    ],
    ["nothing", new Uint8Array(), "no snapshot, which begins with the letters WS (ends too early)"],
    [
      "another version",
      new Uint8Array([0x57, 0x53, 9]),
      "a snapshot of version 9, which this Weboid cannot read",
    ],
    [
      "one that is cut off",
      encodeSnapshot(typicalSnapshot(3)).subarray(0, 50),
      "of 50: its checksum is that of other bytes",
    ],
  ])("of %s", (_name, bytes, text) => expect(words(bytes).join(" ")).toContain(text));
});
