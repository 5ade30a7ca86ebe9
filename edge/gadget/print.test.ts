import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPageAnswer } from "../../shared/answer/build.ts";
import { NOTHING_KNOWN, type UrlFacts } from "../../shared/answer/types.ts";
import { asDay, type Day } from "../../shared/calendar/day.ts";
import { printScript } from "../../shared/format/script.ts";
import { historyUntil } from "../../shared/history/testing/histories.ts";
import type { HistoryEntry } from "../../shared/history/types.ts";
import { arrange, arrangedBy } from "../../shared/snapshot/arrange.ts";
import { decodeSnapshot } from "../../shared/snapshot/decode.ts";
import { encodeSnapshot } from "../../shared/snapshot/encode.ts";
import { readFindings } from "../../shared/snapshot/findings.ts";
import type { Snapshot } from "../../shared/snapshot/types.ts";
import { NOTE_KEYS } from "../../shared/status/note.ts";
import type { Status } from "../../shared/status/table.ts";
import { printFindings } from "./print.ts";

const entry = fc.record({
  status: fc.constantFrom(1, 18, 18, 40, 66, 9, 17, 26).map((status) => status as Status),
  http: fc.option(fc.constantFrom(200, 404, 503, 520)),
  gap: fc.nat(40),
  length: fc.nat(200),
  deadEnd: fc.boolean(),
  refused: fc.constantFrom(false, false, false, true),
  checks: fc.integer({ min: 1, max: 12 }),
});
/** Youngest first, each before the other; some of them no crawler folds. */
const anyHistory = fc.array(entry, { maxLength: 5 }).map((entries) => {
  let day = 3_600;
  return entries.map(({ gap, length, refused, ...more }): HistoryEntry => {
    const last = asDay(day - gap);
    const first = asDay(last - length);
    day = first - 1;
    return { ...more, first, last, ...(refused && { refused }) };
  });
});
const history = fc.oneof(anyHistory, historyUntil(asDay(3_597)));
const path = fc.string({ unit: fc.constantFrom(..."ab/?&=<>'\"\\é\u202e%41~"), maxLength: 12 });
const url = fc
  .tuple(
    fc.constantFrom("https://a.zz/", "http://www.b.zz:8080/x/", "https://a.b.zz/", "http://127.0.0.1:81/"),
    path,
  )
  .map(([start, end]) => start + end);
const facts: fc.Arbitrary<UrlFacts> = fc
  .record({
    // Most are of the one spelling in which the crawler stores them.
    url: fc.oneof({ weight: 5, arbitrary: fc.nat(20).map((at) => `https://a${at}.zz/?x=1&y=2`) }, url),
    history,
    notes: fc.array(
      fc.record({ key: fc.constantFrom(...NOTE_KEYS), value: path }, { requiredKeys: ["key"] }),
      {
        maxLength: 2,
      },
    ),
    mime: fc.option(fc.constant("pdf")),
    kib: fc.option(fc.nat(999)),
    archives: fc.array(
      fc.record({
        type: fc.constantFrom("archive.org", "webcitation"),
        own: fc.boolean(),
        url: fc.oneof(fc.constant(""), url),
      }),
      { maxLength: 3 },
    ),
    replacement: fc.option(url),
    reports: fc.nat(3),
    spam: fc.constantFrom(null, null, null, "global" as const),
  })
  .map((one) => ({
    ...one,
    archives: one.archives.map((archive) => ({
      type: archive.type,
      url: archive.own ? archive.url + one.url : archive.url,
    })),
  }));
const page: fc.Arbitrary<Snapshot> = fc.record({
  wiki: fc.constant("testwiki@local"),
  pageid: fc.constant(7),
  title: path,
  namespace: fc.constant(0),
  asOf: fc.constant(asDay(3_598)),
  urls: fc.uniqueArray(facts, { maxLength: 10, selector: (one) => one.url }),
  unwatched: fc.nat(30),
});

/** By way of the answer that all other formats are printed from. */
function fromAnswer(snapshot: Snapshot, today: Day, allowPrivate: boolean): string {
  const { wiki, pageid, urls, unwatched } = snapshot;
  const sources = {
    wiki,
    pageid,
    title: null,
    live: null,
    snapshot,
    origin: null,
    profile: null,
    today,
    allowPrivate,
  };
  const answer = buildPageAnswer({ ...sources, selection: { show: "all", status: null } });
  const total = urls.length + unwatched;
  return printScript.print(
    { version: 1, generated: today, pages: [{ ...answer, total }] },
    { callback: null, lang: "en" },
  );
}

test("a gadget is told the same, to the byte, from the stored bytes as from the answer of all formats, on whatever day", () => {
  let [told, summed] = [0, 0];
  fc.assert(
    fc.property(
      page,
      fc.integer({ min: 3_500, max: 3_700 }).map(asDay),
      fc.boolean(),
      (original, today, allowPrivate) => {
        const value = encodeSnapshot(original);
        const decoded = decodeSnapshot(value);
        if (decoded.kind !== "snapshot") throw new Error(decoded.kind);
        const { mark, suspects } = arrange(original.urls);
        const arranged = arrangedBy(mark);
        const found = readFindings(value, today, { allowPrivate });
        // Else nothing but time would tell that the long way is gone.
        expect(found !== null).toBe(arranged !== null && (allowPrivate || !arranged.isPrivate));
        if (found === null) return;
        const script = printFindings(found.each, found.total);
        if (!script.includes("problems = false")) told++;
        if (suspects.some(({ facts }) => facts.history.at(-1)?.earlier !== undefined)) summed++;
        expect(script).toBe(fromAnswer(decoded.snapshot, today, allowPrivate));
        expect(script).toBe(fromAnswer(original, today, allowPrivate));
      },
    ),
    { numRuns: 1_000 },
  );
  expect(told).toBeGreaterThan(50);
  expect(summed).toBeGreaterThan(50);
});

test("suspects of a private network are for edges that allow these alone", () => {
  const history = [
    { status: 18 as Status, http: 404, first: asDay(3_500), last: asDay(3_598), deadEnd: false, checks: 20 },
  ];
  const urls = [{ ...NOTHING_KNOWN, url: "http://127.0.0.1:8080/", history }];
  const [base] = fc.sample(page, 1);
  if (base === undefined) throw new Error("none");
  const value = encodeSnapshot({ ...base, urls });
  expect(readFindings(value, asDay(3_600), { allowPrivate: false })).toBeNull();
  const found = readFindings(value, asDay(3_600), { allowPrivate: true });
  expect([...(found?.each ?? [])]).toMatchObject([
    { url: "http://127.0.0.1:8080/", status: 18, since: 3_500 },
  ]);
});
