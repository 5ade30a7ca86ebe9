import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasUrlInside } from "../answer/archived-here.ts";
import { NOTHING_KNOWN, type UrlFacts } from "../answer/types.ts";
import { asDay, DAY_MAX } from "../calendar/day.ts";
import { anyHistoryUntil } from "../history/testing/histories.ts";
import { type Earlier, HISTORY_ENTRIES_MAX, type HistoryEntry } from "../history/types.ts";
import { NOTE_KEYS } from "../status/note.ts";
import { INVALID, STATUS_TABLE, type Status, UNKNOWN_STATUS } from "../status/table.ts";
import { splitUrl } from "../url/parts.ts";
import { sortByUrl } from "../url/sort.ts";
import type { NormalisedUrl } from "../url/types.ts";
import { mayBeUnreachable } from "../verdict/runs.ts";
import { decodeSnapshot, encodeSnapshot, SNAPSHOT_LIMITS, type Snapshot } from "./snapshot.ts";
import { typicalSnapshot } from "./testing/sample.ts";

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
const history = fc.oneof(anyHistory, anyHistoryUntil(asDay(3600)));
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
    movedTo: fc.option(url, { nil: undefined }),
  })
  .map(({ movedTo, ...record }) => ({
    ...record,
    ...(movedTo !== undefined && { movedTo }),
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

/** In the order of answers, in which they are stored. */
const inOrder = (urls: readonly UrlFacts[]): UrlFacts[] =>
  sortByUrl(urls, ({ url }) => splitUrl(url as NormalisedUrl));

/** As they are read: those that a gadget may need before the others. */
const asStored = (urls: readonly UrlFacts[]): UrlFacts[] => {
  const ordered = inOrder(urls);
  const fails = ({ history }: UrlFacts) => mayBeUnreachable(history);
  const isFirst = (each: UrlFacts) => fails(each) || (urls.some(fails) && hasUrlInside(each.url));
  return [...ordered.filter(isFirst), ...ordered.filter((each) => !isFirst(each))];
};

const inflated = (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();

/** URLs as they are stored, in either version. */
const FAILING =
  '[[[18,404,3600,3610,3],[777,302,3590,3598,3,{"lastGood":3500,"lastAlive":3550,"lastFailure":null,"goodChecks":1,"failures":2,"failedWeeks":3,"longestOutageDays":4,"slowestRecoveryDays":5,"walls":6,"open":{"first":3560,"checks":7,"goneChecks":8}}]],"https://a.example/",{"notes":[{"key":"moved","value":"x"}],"archives":[{"type":"archive.org","url":"https://w/https://a.example/"}]}]';
const OTHERS = [
  '[[],"https://a.example/b",{"mime":"pdf","kib":7,"reports":2,"spam":"local"}]',
  '[[],"https://a.example/c"]',
];

const compressed = async (text: string): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

describe("a snapshot survives its stored form", () => {
  test("whatever it holds, those that may be failing first", async () => {
    await fc.assert(
      fc.asyncProperty(snapshot, async (original) => {
        expect(await decodeSnapshot(await encodeSnapshot(original))).toEqual({
          kind: "snapshot",
          version: 2,
          snapshot: { ...original, urls: asStored(original.urls) },
          urlCount: original.urls.length,
        });
      }),
    );
  });

  test("where only failing URLs are asked for, all that may be unreachable are among them, and no others but few", async () => {
    await fc.assert(
      fc.asyncProperty(snapshot, async (original) => {
        const value = await encodeSnapshot(original);
        const decoded = await decodeSnapshot(value, { only: "failing" });
        if (decoded.kind !== "snapshot") throw new Error(decoded.kind);
        const { snapshot: found, urlCount } = decoded;
        const suspects = inOrder(original.urls).filter(({ history }) => mayBeUnreachable(history));
        expect(found.urls.filter(({ history }) => mayBeUnreachable(history))).toEqual(suspects);
        expect(urlCount).toBe(original.urls.length);
        const others = found.urls.filter(({ history }) => !mayBeUnreachable(history));
        expect(suspects.length === 0 ? others : others.filter(({ url }) => !hasUrlInside(url))).toEqual([]);
      }),
    );
  });

  test("the form stays what it is: other components wrote it yesterday", async () => {
    const day = { first: asDay(3600), last: asDay(3610), deadEnd: false, checks: 3 };
    const urls: UrlFacts[] = [
      {
        ...EMPTY_FACTS,
        history: [
          { ...day, status: 18 as Status, http: 404 },
          {
            ...day,
            status: 9 as Status,
            http: 302,
            first: asDay(3590),
            last: asDay(3598),
            deadEnd: true,
            refused: true,
            earlier: {
              lastGood: asDay(3500),
              lastAlive: asDay(3550),
              lastFailure: null,
              goodChecks: 1,
              failures: 2,
              failedWeeks: 3,
              longestOutageDays: 4,
              slowestRecoveryDays: 5,
              walls: 6,
              open: { first: asDay(3560), checks: 7, goneChecks: 8 },
            },
          },
        ],
        notes: [{ key: "moved", value: "x" }],
        archives: [{ type: "archive.org", url: "https://w/https://a.example/" }],
      },
      { ...EMPTY_FACTS, url: "https://a.example/b", mime: "pdf", kib: 7, reports: 2, spam: "local" },
      { ...EMPTY_FACTS, url: "https://a.example/c" },
    ];
    const page = { ...PAGE, unwatched: 4, urls };
    const value = await encodeSnapshot(page);
    expect([...value.slice(0, 3)]).toEqual([2, 0, 0]);
    const second = 5 + new DataView(value.buffer).getUint32(1);
    const parts = [value.slice(5, second), value.slice(second)];
    expect(await Promise.all(parts.map(inflated))).toEqual([
      `{"wiki":"testwiki@local","pageid":1,"title":"A","namespace":0,"asOf":3612,"unwatched":4,"urlCount":3,"urls":[${FAILING}]}`,
      `[${OTHERS.join(",")}]`,
    ]);
    expect(await decodeSnapshot(value)).toMatchObject({ version: 2, snapshot: page });

    // Version 1, which dispatchers wrote before.
    const head =
      '{"version":1,"wiki":"testwiki@local","pageid":1,"title":"A","namespace":0,"asOf":3612,"unwatched":4}';
    const before = await compressed([head, FAILING, ...OTHERS].join("\n"));
    for (const options of [{}, { only: "failing" }] as const)
      expect(await decodeSnapshot(before, options)).toMatchObject({
        version: 1,
        urlCount: 3,
        snapshot: page,
      });
  });

  test("a note that this reader does not know, from a newer writer, is passed over", async () => {
    const notes = [
      { key: "of-a-later-version" as "moved", value: "x" },
      { key: "moved" as const, value: "y" },
    ];
    const value = await encodeSnapshot({ ...PAGE, urls: [{ ...EMPTY_FACTS, notes }] });
    expect(await decodeSnapshot(value)).toMatchObject({
      snapshot: { urls: [{ notes: [{ key: "moved", value: "y" }] }] },
    });
  });

  test("a status that this reader does not know, from a newer writer, is an unknown one in every run", async () => {
    const head = '{"version":1,"wiki":"testwiki@local","pageid":1,"title":"A","namespace":0,"asOf":3612}';
    const value = await compressed(
      `${head}\n[[[99,299,3600,3610,2],[354,null,3500,3510,1]],"https://a.example/"]`,
    );
    expect(await decodeSnapshot(value)).toMatchObject({
      snapshot: {
        urls: [
          {
            history: [
              { status: UNKNOWN_STATUS, http: 299, deadEnd: false, checks: 2 },
              { status: UNKNOWN_STATUS, http: null, deadEnd: true, checks: 1 },
            ],
          },
        ],
      },
    });
  });

  test.each([
    ["many URLs", 30_000, "y"],
    ["long URLs", 3_000, "y".repeat(16_000)],
  ])(
    "a page of hostile size, %s, becomes a value that KV takes and the reader reads",
    async (_name, count, filler) => {
      const urls = Array.from({ length: count }, (_, at) => ({
        ...EMPTY_FACTS,
        url: `https://${at}.example/${filler}`,
      }));
      const bytes = await encodeSnapshot({ ...PAGE, urls });
      expect(bytes.length).toBeLessThanOrEqual(SNAPSHOT_LIMITS.bytes);
      const decoded = await decodeSnapshot(bytes);
      if (decoded.kind !== "snapshot") throw new Error(decoded.kind);
      expect(decoded.snapshot.urls).toEqual(inOrder(urls).slice(0, decoded.urlCount));
      expect(decoded.urlCount).toBeGreaterThan(count / 3);
    },
  );
});

describe("the reader is total over hostile bytes", async () => {
  const good = await encodeSnapshot(typicalSnapshot(20));
  const bytes = (...values: number[]) => Uint8Array.from(values);

  test.each([
    ["nothing", bytes(), "damaged"],
    ["something else", bytes(0x7b, 0x22), "damaged"],
    ["a bare head of gzip", bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), "damaged"],
    ["no text", await compressed(""), "damaged"],
    ["no JSON", await compressed("{"), "damaged"],
    ["a list", await compressed("[1]"), "damaged"],
    ["no version", await compressed("{}"), "damaged"],
    ["a later version", bytes(3, 1, 2, 3), "unknown-version"],
    ["a head alone", bytes(2, 0, 0, 0, 0), "damaged"],
    ["a later version of lines", await compressed('{"version":2}\nwhatever it has'), "unknown-version"],
    ["a URL that is none", await compressed('{"version":1}\nnull'), "damaged"],
    ["a URL without a history", await compressed('{"version":1}\n[1]'), "damaged"],
    ["more than was written", Uint8Array.from([...good, 0]), "damaged"],
  ])("%s", async (_name, value, kind) => {
    expect((await decodeSnapshot(value)).kind).toBe(kind);
    if (value !== good) expect((await decodeSnapshot(value, { only: "failing" })).kind).not.toBe(undefined);
  });

  test("cut short anywhere, it is distinguished", async () => {
    for (let length = 0; length < good.length; length++)
      expect((await decodeSnapshot(good.slice(0, length))).kind).toBe("damaged");
  });

  test("any byte that storage spoils is noticed, or says nothing", async () => {
    const whole = await decodeSnapshot(good);
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, spoilt) => {
        const changed = good.slice();
        changed[at] = (good[at] ?? 0) ^ spoilt;
        const decoded = await decodeSnapshot(changed);
        // Nobody reads what the head of gzip says of time and place, nor the bits that fill up the last byte of deflate.
        const known = [whole, { kind: "damaged", message: expect.anything() }];
        if (at === 0) known.push({ kind: "unknown-version", version: expect.anything() });
        expect(known).toContainEqual(decoded);
      }),
      { numRuns: 1_000 },
    );
  });
});

test("bytes per URL of a typical page", async () => {
  // URLs alone take about 66 bytes each.
  expect((await encodeSnapshot(typicalSnapshot(100))).length / 100).toBeLessThan(30);
});
