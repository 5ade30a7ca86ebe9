import { describe, expect, test } from "vitest";
import { type CallerRange, RANGE_NAMES } from "../../../shared/protocol/people.ts";
import { ALLOWANCES, createAllowances } from "./allowance.ts";

function people() {
  const clock = { ms: 1_000_000 };
  const take = createAllowances(() => clock.ms);
  return {
    clock,
    take,
    /** How many of so many questions are answered. */
    flood: (questions: number, askers: (at: number) => readonly CallerRange[]) =>
      Array.from({ length: questions }, (_, at) => take(askers(at))).filter((refused) => refused === null)
        .length,
  };
}

const address = (key: string): CallerRange => ({ policy: "address", key });

describe("people's questions (Q4)", () => {
  test("a network has twenty, and one more each ten seconds", () => {
    const { clock, take, flood } = people();
    const asked = () => [address("192.0.2.7")];
    expect(flood(30, asked)).toBe(20);
    expect(take(asked())).toEqual({ by: "address", seconds: 10 });
    clock.ms += 60_000;
    expect(flood(30, asked)).toBe(6);
    expect(take([address("192.0.2.8")])).toBeNull();
  });

  test.each(RANGE_NAMES)("many within one range have together what it has: %s", (policy) => {
    const { flood } = people();
    expect(flood(3_000, () => [{ policy, key: "around" }])).toBe(ALLOWANCES[policy].burst);
  });

  test("what is refused counts for nobody", () => {
    const { take, flood } = people();
    const site: CallerRange = { policy: "site", key: "192.0.2.0/24" };
    expect(flood(1_000, () => [address("192.0.2.7"), site])).toBe(20);
    expect(flood(400, (at) => [address(`192.0.2.${at}`), site])).toBe(180);
    expect(take([site])).toMatchObject({ by: "site" });
  });

  test("of several that are used up, the one that takes longest is named", () => {
    const { take, flood } = people();
    const subscriber: CallerRange = { policy: "subscriber", key: "2001:db8::/56" };
    flood(40, (at) => [address(`${at % 2}`), subscriber]);
    expect(take([address("0"), subscriber])).toEqual({ by: "address", seconds: 10 });
    expect(take([address("2"), subscriber])).toEqual({ by: "subscriber", seconds: 5 });
  });

  test("a clock that was set back makes nobody wait longer than for one more question", () => {
    const { clock, take, flood } = people();
    clock.ms += 7_200_000;
    const asked = () => [address("192.0.2.7")];
    expect(flood(3, asked)).toBe(3);
    clock.ms -= 3_600_000;
    expect(take(asked())).toEqual({ by: "address", seconds: 10 });
    clock.ms += 10_000;
    expect(take(asked())).toBeNull();
  });

  test("what is kept is bounded: further askers count in the ranges around them", () => {
    const { clock, flood } = people();
    flood(50_001, (at) => [address(`${at}`)]);
    expect(flood(30, () => [address("late")])).toBe(30);
    clock.ms += 10_000;
    expect(flood(30, () => [address("later")])).toBe(20);
  });
});
