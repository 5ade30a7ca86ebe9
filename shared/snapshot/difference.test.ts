import { expect, test } from "vitest";
import { addDays, asDay } from "../calendar/day.ts";
import { snapshotDifferences } from "./difference.ts";
import type { Snapshot } from "./snapshot.ts";
import { typicalSnapshot } from "./testing/sample.ts";

const OWN = typicalSnapshot(3);
const TODAY = addDays(OWN.asOf, 1);
const withFirst = (
  change: (facts: Snapshot["urls"][number]) => Partial<Snapshot["urls"][number]>,
): Snapshot => ({
  ...OWN,
  urls: OWN.urls.map((facts, place) => (place === 0 ? { ...facts, ...change(facts) } : facts)),
});
const newest = (extra: object) =>
  withFirst(({ history }) => ({
    history: history.map((run, place) => (place === 0 ? { ...run, ...extra } : run)),
  }));

test("what advances without being news is no difference", () => {
  const last = OWN.urls[0]?.history[0]?.last ?? asDay(0);
  expect(snapshotDifferences(OWN, OWN, TODAY)).toEqual([]);
  expect(snapshotDifferences({ ...OWN, asOf: addDays(OWN.asOf, -3), unwatched: 9 }, OWN, TODAY)).toEqual([]);
  expect(snapshotDifferences(newest({ last: addDays(last, 1), checks: 77 }), OWN, TODAY)).toEqual([]);
  expect(
    snapshotDifferences(
      withFirst(() => ({ kib: 99 })),
      OWN,
      TODAY,
    ),
  ).toEqual([]);
});

test.each<[string, Snapshot, RegExp]>([
  ["the title", { ...OWN, title: "Other" }, /^title "Other", not /],
  ["a link that the edge lacks", { ...OWN, urls: OWN.urls.slice(1) }, /: missing$/],
  ["another status", newest({ status: 21, http: 410 }), /history 21\/410/],
  [
    "a note",
    withFirst(() => ({ notes: [{ key: "certificate-expired" }] })),
    /notes certificate-expired, not moved=/,
  ],
  ["reports", withFirst(() => ({ reports: 2 })), /reports 2, not /],
  [
    "a new address",
    withFirst(() => ({ movedTo: "https://new.zz/" })),
    /movedTo https:\/\/new.zz\/, not none/,
  ],
])("%s is one", (_, stored, words) => {
  expect(snapshotDifferences(stored, OWN, TODAY)).toEqual([expect.stringMatching(words)]);
});

test("a link that is on the page no more", () => {
  const [gone] = OWN.urls;
  expect(snapshotDifferences(OWN, { ...OWN, urls: OWN.urls.slice(1) }, TODAY)).toEqual([
    `${gone?.url}: no link of the page any more`,
  ]);
});
