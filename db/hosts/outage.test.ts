import { expect, test } from "vitest";
import { asDay, type Day } from "../../shared/calendar/day.ts";
import { decodeWatched, encodeWatched, type WatchedDays, withWatched } from "./outage.ts";

const FIRST = 3_600;
const days = (from: number, to: number): Day[] =>
  Array.from({ length: to - from + 1 }, (_, at) => asDay(FIRST + from + at));

test("days of a host that is away are remembered for 30 days, also while it stays away", () => {
  let known: WatchedDays = {};
  for (const day of days(0, 99)) known = withWatched(known, { "": true }, day);
  expect(known).toEqual({ "": days(70, 99) });
  expect(decodeWatched(encodeWatched(known))).toEqual(known);
});

test("a scope that answered is forgotten, one without news keeps its days", () => {
  const known = { "http:0": days(0, 2), "https:0": days(0, 2) };
  expect(withWatched(known, { "http:0": false }, asDay(FIRST + 31))).toEqual({ "https:0": days(2, 2) });
});
