import { expect, test } from "vitest";
import { figuresOf, judgeSet } from "./testing/labelled.ts";
import { FRESH } from "./testing/labelled-fresh.ts";
import { HELD_OUT } from "./testing/labelled-held-out.ts";
import { LAST } from "./testing/labelled-last.ts";
import { SECOND } from "./testing/labelled-second.ts";
import { THIRD } from "./testing/labelled-third.ts";
import { TUNING } from "./testing/labelled-tuning.ts";

test.each([
  ["tuning", TUNING, 200, 0.95],
  ["held out", HELD_OUT, 130, 0.95],
  ["last", LAST, 70, 0.95],
  ["by another author", FRESH, 160, 0.95],
  // Four that belong are missed, and known to be (docs/measurements.md).
  ["by another author, second", SECOND, 90, 0.92],
  ["by another author, third", THIRD, 60, 0.95],
])("%s: precision and recall of `belongs` (docs/measurements.md)", (_, set, casesMin, recallMin) => {
  const judged = judgeSet(set);
  const wrong = judged.filter(({ belongs, decision }) => belongs !== (decision.decision === "belongs"));
  const { cases, precision, recall } = figuresOf(judged);
  const shown = wrong
    .map(({ line, decision }) => `${line} → ${decision.rule}: ${decision.evidence}`)
    .join("\n");
  expect(cases).toBeGreaterThanOrEqual(casesMin);
  expect(precision, shown).toBeGreaterThanOrEqual(0.98);
  expect(recall, shown).toBeGreaterThanOrEqual(recallMin);
});
