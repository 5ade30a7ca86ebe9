import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { NOTHING_KNOWN, type UrlFacts } from "../answer/types.ts";
import { asDay } from "../calendar/day.ts";
import { historyOfChecks } from "../history/testing/histories.ts";
import type { History, HistoryEntry } from "../history/types.ts";
import { NOTE_KEYS } from "../status/note.ts";
import { httpOfStatus, INVALID, STATUS_TABLE, type Status } from "../status/table.ts";
import { ARRANGED_BY, arrange, arrangedBy } from "./arrange.ts";

const day = asDay;
const dead = (url: string, more: Partial<UrlFacts> = {}): UrlFacts => ({
  ...NOTHING_KNOWN,
  url,
  history: [
    { status: 18 as Status, http: 404, first: day(3540), last: day(3610), deadEnd: false, checks: 9 },
    { status: 1 as Status, http: 200, first: day(2700), last: day(3533), deadEnd: false, checks: 30 },
  ],
  ...more,
});
const fine = (url: string): UrlFacts => ({ ...dead(url), history: dead(url).history.slice(1) });
const urlsOf = (list: readonly UrlFacts[]) => list.map(({ url }) => url);

describe("what a gadget may have to speak of", () => {
  test("comes first, in the order of answers; the rest stays as it was", () => {
    const urls = [
      fine("https://z.zz/"),
      dead("https://b.zz/2"),
      dead("https://a.b.zz/"),
      fine("https://a.zz/"),
      dead("https://b.zz/1"),
      dead("https://spam.zz/", { spam: "global" }),
      dead("https://reported.zz/", { notes: [{ key: "reported-working" }] }),
    ];
    const { mark, suspects, others } = arrange(urls);
    expect(arrangedBy(mark)).toEqual({ isPrivate: false });
    expect(suspects.map(({ facts }) => facts.url)).toEqual([
      "https://b.zz/1",
      "https://b.zz/2",
      "https://a.b.zz/",
    ]);
    expect(suspects[0]).toMatchObject({ from: 3610, since: 3540, checks: 9 });
    expect(urlsOf(others)).toEqual([
      "https://z.zz/",
      "https://a.zz/",
      "https://spam.zz/",
      "https://reported.zz/",
    ]);
  });

  test("is told of the day on which it turns", () => {
    const [newest, before] = dead("").history as [HistoryEntry, HistoryEntry];
    const young = [
      { ...newest, first: day(3603), checks: 4 },
      { ...before, last: day(3600) },
    ];
    const [suspect] = arrange([dead("https://a.zz/", { history: young })]).suspects;
    expect(suspect?.from).toBeGreaterThan(3610);
    expect(suspect).toMatchObject({ since: 3603, checks: 4 });
  });

  test.each([
    ["an address of a private network", "http://127.0.0.1:8080/x", { isPrivate: true }],
    ["a name that is reserved", "https://a.example/", null],
    ["another spelling of a URL", "https://A.zz/%7e", null],
    ["no URL", "a.zz", null],
  ])("with %s among it: %s", (_name, url, expected) => {
    expect(arrangedBy(arrange([dead("https://a.zz/"), dead(url)]).mark)).toEqual(expected);
    // Of what works nothing is told anyway.
    expect(arrangedBy(arrange([dead("https://a.zz/"), fine(url)]).mark)).toEqual({ isPrivate: false });
  });

  test("twice: nobody says here which of them counts", () => {
    const urls = [dead("https://a.zz/"), dead("https://a.zz/", { reports: 1 })];
    expect(arrange(urls)).toEqual({ mark: 0, suspects: [], others: urls });
  });
});

/** The same numbers in every run (mulberry32). */
function dice(): (count: number) => number {
  let seed = 1;
  return (count) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % count;
  };
}

const asStatus = (type: number) => type as Status;
const statuses = STATUS_TABLE.map(({ type }) => asStatus(type)).filter((type) => type !== INVALID);
/** Those of which most verdicts of "unreachable" are made, and one of all. */
const USUAL = [1, 18, 40, 66, 21, 64].map(asStatus);

function someEntries(below: ReturnType<typeof dice>): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let last = 3_600;
  for (let left = 1 + below(5); left > 0; left--) {
    const first = last - below(left === 1 ? 600 : 60);
    const status =
      (below(4) === 0 ? statuses[below(statuses.length)] : USUAL[below(USUAL.length)]) ?? USUAL[0];
    if (status === undefined) break;
    const marks = { deadEnd: below(12) === 0, ...(below(20) === 0 && { refused: true as const }) };
    entries.push({
      status,
      http: httpOfStatus(status),
      first: day(first),
      last: day(last),
      checks: 1 + below(12),
      ...marks,
    });
    last = first - 1 - below(20);
  }
  return entries;
}

/** Looks, so that most have more behind them than their entries: rules read the sum of that as well. */
function someLooks(below: ReturnType<typeof dice>): History {
  const usual = (of: readonly Status[]) => of[below(of.length)] ?? asStatus(18);
  const before = Array.from({ length: below(24) }, () => ({
    gap: below(5) === 0 ? below(300) : 1 + below(14),
    status: usual(below(6) === 0 ? statuses : [1, 1, 18, 40, 17].map(asStatus)),
    deadEnd: below(12) === 0,
    refused: below(20) === 0,
  }));
  const gap = 1 + below(14);
  const ends = [18, 40, 66, 21].map(asStatus);
  const status = usual(ends);
  // Of some nothing but failures is left.
  const others = below(2) === 0 ? ends : [status];
  const after = Array.from({ length: below(24) }, () => ({
    gap,
    status: below(3) === 0 ? usual(others) : status,
  }));
  return historyOfChecks([...before, ...after], day(3_600));
}

/**
 * Snapshots of before are judged, read and sorted anew where this number is another. Without that, gadgets would tell for weeks what
 * the rules of before made of them. So when this fails as verdicts (shared/verdict), `classify` or `sortByUrl` say otherwise than
 * before, raise ARRANGED_BY by one, and put both values here.
 */
test("the rules are still those of this number", () => {
  const below = dice();
  const hosts = [
    "a.zz",
    "www.a.zz",
    "b.zz:8080",
    "1.2.3.4",
    "xn--bcher-kva.zz",
    "127.0.0.1",
    "[2001:db8::1]",
    "a.test",
  ];
  let summed = 0;
  const told = Array.from({ length: 2_000 }, (_, at) => {
    const notes = below(6) === 0 ? [{ key: NOTE_KEYS[below(NOTE_KEYS.length)] ?? NOTE_KEYS[0] }] : [];
    const urls = Array.from({ length: 3 }, (_, of) =>
      dead(
        `http${below(2) === 0 ? "s" : ""}://${hosts[below(hosts.length)]}/${of === 0 ? at : `${of}?${below(9)}`}`,
        {
          history: below(2) === 0 ? someEntries(below) : someLooks(below),
          notes,
        },
      ),
    );
    const { mark, suspects } = arrange(urls);
    summed += suspects.filter(({ facts }) => facts.history.at(-1)?.earlier !== undefined).length;
    return [
      mark % 2,
      mark === 0,
      ...suspects.map(({ facts, from, since, checks }) => [facts.url, from, since, checks]),
    ];
  });
  expect(told.filter((page) => page.length > 2).length).toBeGreaterThan(100);
  expect(summed).toBeGreaterThan(100);
  expect({ ARRANGED_BY, rules: bytesToHex(sha256(utf8ToBytes(JSON.stringify(told)))).slice(0, 16) }).toEqual({
    ARRANGED_BY: 8,
    rules: "125f7d5e75eb8394",
  });
});
