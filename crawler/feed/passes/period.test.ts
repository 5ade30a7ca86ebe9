import { expect, test } from "vitest";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import { nextListing } from "./listing.ts";

const NOW = Date.UTC(2026, 10, 20, 15);
const IDS = Array.from({ length: 900 }, (_, at) => at + 1);

test("wikis that were listed in one moment come back over the whole week, no hour with more than twice its share", () => {
  const due = IDS.map((id) => nextListing(NOW, id));
  const days = due.map((ms) => (ms - NOW) / DAY_MS);
  expect([Math.min(...days) >= 3.5, Math.max(...days) <= 10.5]).toEqual([true, true]);
  const perHour = Map.groupBy(due, (ms) => Math.floor(ms / 3_600_000));
  expect(Math.max(...[...perHour.values()].map((wikis) => wikis.length))).toBeLessThanOrEqual(11);
});

test("from then on each has its period, though its lists take hours, and also after days without a feeder", () => {
  for (const id of [1, 2, 17, 900, 123_456]) {
    const first = nextListing(NOW, id);
    expect(nextListing(first, id) - first).toBe(7 * DAY_MS);
    expect(nextListing(first + 5 * 3_600_000, id) - first).toBe(7 * DAY_MS);
    // Three days late: back at its own time.
    expect(nextListing(first + 3 * DAY_MS, id) - first).toBe(7 * DAY_MS);
    expect(nextListing(first + 4 * DAY_MS, id) - first).toBe(14 * DAY_MS);
  }
});
