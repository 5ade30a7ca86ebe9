import { expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { PASS_DAYS } from "../../sweep/run.ts";
import { outlookOf, type Result, resultOf, SWEEP_DAYS } from "./outlook.ts";
import { LINES } from "./testing/lines.ts";

const TODAY = asDay(3600);

test.each<[keyof typeof LINES, Result, string | null, string | null, number | null]>([
  ["works", "working", "working", "working", 84],
  ["pdf", "working", "working", "working", 84],
  ["unverified", "working", "working", "working", 84],
  ["moved", "moved", "working", "working", 84],
  ["notFound", "broken", "doubtful", "unreachable", null],
  ["noDomain", "broken", "doubtful", "unreachable", null],
  ["silent", "broken", "doubtful", "unreachable", null],
  ["toError", "broken", "doubtful", "unreachable", null],
  ["loop", "doubtful", "doubtful", "doubtful", 84],
  ["soft404", "doubtful", "doubtful", "doubtful", 84],
  ["robots", "not checked", "unknown", "unknown", 84],
  ["odd", "doubtful", "doubtful", "doubtful", 84],
  ["wall", "closed", "refused", "refused", 84],
  ["invalid", "invalid", "invalid", "invalid", 84],
  ["busy", "not checked", "unknown", "unknown", 84],
  ["mail", "not checked", null, null, 0],
])("%s looks %s; a reader sees %s, and later %s", (name, result, now, later, days) => {
  expect(resultOf(LINES[name], TODAY)).toBe(result);
  const outlook = outlookOf(LINES[name], TODAY, false);
  expect(outlook?.now.verdict ?? null).toBe(now);
  expect(outlook?.later.answer.verdict ?? null).toBe(later);
  const after = (outlook?.later.today ?? TODAY) - TODAY;
  // After how many weeks is the verdict's own matter.
  if (days === null) expect([14, SWEEP_DAYS, 2 * SWEEP_DAYS]).toContain(after);
  else expect(after).toBe(days);
});

test("a failure is looked at as often as the crawler would result", () => {
  const later = outlookOf(LINES.notFound, TODAY, false)?.later;
  // Nobody ever saw its content: on days 0, 1, 3, 7 and 14.
  expect(later).toMatchObject({ today: TODAY + 14, answer: { checks: 5 } });
  expect(outlookOf(LINES.works, TODAY, false)?.later.answer.checks).toBe(4);
  expect(SWEEP_DAYS).toBe(PASS_DAYS);
});
