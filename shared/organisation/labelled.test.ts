import { expect, test } from "vitest";
import { figuresOf, judgeSet } from "./testing/labelled.ts";
import { HELD_OUT } from "./testing/labelled-held-out.ts";
import { LAST } from "./testing/labelled-last.ts";
import { TUNING } from "./testing/labelled-tuning.ts";

test.each([
  ["tuning", TUNING, 200],
  ["held out", HELD_OUT, 130],
  ["last", LAST, 70],
])("%s: precision and recall of `belongs` (docs/measurements.md)", (_, set, casesMin) => {
  const judged = judgeSet(set);
  const wrong = judged.filter(({ belongs, decision }) => belongs !== (decision.decision === "belongs"));
  const { cases, precision, recall } = figuresOf(judged);
  const shown = wrong
    .map(({ line, decision }) => `${line} → ${decision.rule}: ${decision.evidence}`)
    .join("\n");
  expect(cases).toBeGreaterThanOrEqual(casesMin);
  expect(precision, shown).toBeGreaterThanOrEqual(0.98);
  expect(recall, shown).toBeGreaterThanOrEqual(0.95);
});
