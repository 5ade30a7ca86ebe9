import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { deletedOn, holds, retestedOn, TRAIT_RULES, type TraitName } from "./trait-rules.ts";

const seen = (trait: TraitName, first: number, last: number) => ({
  trait,
  first: asDay(first),
  last: asDay(last),
});

describe("traits of hosts and their days (M9)", () => {
  test.each<[TraitName, number, number, number | null, number]>([
    ["https-needed", 3_000, 3_600, null, 3_701],
    ["http-needed", 2_100, 3_600, 3_610, 3_701],
    ["http-needed", 2_120, 3_600, 3_630, 3_701],
    ["get-needed", 3_000, 3_000, 3_200, 3_201],
    ["get-needed", 3_000, 3_190, 3_200, 3_201],
    ["dns-error", 3_000, 3_600, null, 3_701],
    ["server-error", 3_000, 3_600, null, 3_701],
  ])("%s of day %d to %d: tried again on %s, deleted on %d", (trait, first, last, retested, deleted) => {
    expect(retestedOn(seen(trait, first, last))).toBe(retested);
    expect(deletedOn(seen(trait, first, last))).toBe(deleted);
  });

  test("what a check goes by is tried again before it is deleted, within M9's 10 to 30 days or C1's 200", () => {
    for (const { name } of TRAIT_RULES)
      for (let first = 1; first < 60; first++) {
        const span = seen(name, first, first);
        const retested = retestedOn(span);
        if (retested === null) continue;
        expect(retested).toBeLessThan(deletedOn(span));
        const after = retested - first;
        expect(name === "get-needed" ? after === 200 : after >= 10 && after <= 30).toBe(true);
        expect([holds(span, asDay(retested - 1)), holds(span, retested)]).toEqual([true, false]);
      }
  });
});
