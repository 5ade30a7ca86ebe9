import { expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { PASS_DAYS } from "../../sweep/run.ts";
import { LINES } from "./testing/lines.ts";
import { type Look, lookOf, SWEEP_DAYS, toldOf } from "./told.ts";

const TODAY = asDay(3600);

test.each<[keyof typeof LINES, Look, string | null, string | null, number]>([
  ["works", "works", "working", "working", 84],
  ["pdf", "works", "working", "working", 84],
  ["unverified", "works", "working", "working", 84],
  ["moved", "moved", "working", "working", 84],
  ["notFound", "broken", "doubtful", "unreachable", 28],
  ["noDomain", "broken", "doubtful", "unreachable", 28],
  ["silent", "broken", "doubtful", "unreachable", 28],
  ["toError", "broken", "doubtful", "unreachable", 28],
  ["loop", "doubtful", "doubtful", "doubtful", 84],
  ["soft404", "doubtful", "doubtful", "doubtful", 84],
  ["robots", "not checked", "unknown", "unknown", 84],
  ["odd", "doubtful", "doubtful", "doubtful", 84],
  ["wall", "refused", "refused", "refused", 84],
  ["invalid", "invalid", "invalid", "invalid", 84],
  ["busy", "not checked", "unknown", "unknown", 84],
  ["mail", "not checked", null, null, 0],
])("%s looks %s; a reader is told %s, and later %s", (name, look, now, later, days) => {
  expect(lookOf(LINES[name], TODAY)).toBe(look);
  const told = toldOf(LINES[name], TODAY, false);
  expect(told?.now.verdict ?? null).toBe(now);
  expect(told?.later.answer.verdict ?? null).toBe(later);
  expect((told?.later.today ?? TODAY) - TODAY).toBe(days);
});

test("later is as many checks as the crawler would make", () => {
  expect(toldOf(LINES.notFound, TODAY, false)?.later.answer.checks).toBe(6);
  expect(toldOf(LINES.works, TODAY, false)?.later.answer.checks).toBe(4);
  expect(SWEEP_DAYS).toBe(PASS_DAYS);
});
