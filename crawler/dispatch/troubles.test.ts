import { beforeEach, expect, test, vi } from "vitest";
import type { Delivery } from "./delivery.ts";
import { Troubles } from "./troubles.ts";

const MINUTE = 60_000;
let said: string[];
let troubles: Troubles;
let nowMs: number;
beforeEach(() => {
  said = [];
  nowMs = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const say = (line: string) => void said.push(line);
  troubles = new Troubles("the edge main", { error: say, info: say });
  return () => vi.restoreAllMocks();
});

const of = (name: string, trouble: string | null = null): Delivery =>
  ({ lease: { name }, trouble, interrupted: false }) as Delivery;
const note = (...all: Delivery[]) =>
  troubles.note(
    all,
    all.filter(({ trouble }) => trouble !== null),
  );

test("trouble that lasts is named once, and again after ten minutes; then that it is over", () => {
  for (let second = 0; second < 15 * 60; second += 5) {
    note(of("a@x", "away"), of("b@x", "away"));
    nowMs += 5_000;
  }
  note(of("a@x"));
  note(of("b@x"));
  note(of("a@x"), of("b@x"));
  expect(said).toEqual([
    "a@x and 1 more: away; trying again",
    "a@x and 1 more: away; trying again",
    "the edge main takes what is written again, after 15 min",
  ]);
});

test("another trouble is named at once, also where one wiki has one and others have none", () => {
  for (let round = 0; round < 3; round++) {
    note(of("a@x", "too large"));
    note(of("b@x"));
    note(of("c@x", "refused"));
    nowMs += MINUTE;
  }
  note(of("a@x"));
  expect(said).toHaveLength(2);
  note(of("c@x"));
  expect(said).toEqual([
    "a@x: too large; trying again",
    "c@x: refused; trying again",
    "the edge main takes what is written again, after 3 min",
  ]);
});

test("a client that another dispatcher published meanwhile does not keep trouble from being over", () => {
  note(of("a@x", "away"));
  nowMs += 60 * MINUTE;
  note(of("b@x"));
  note(of("b@x", "away"));
  nowMs += MINUTE;
  note(of("b@x"));
  expect(said.slice(1)).toEqual([
    "the edge main takes what is written again, after 60 min",
    "b@x: away; trying again",
    "the edge main takes what is written again, after 60 s",
  ]);
});
