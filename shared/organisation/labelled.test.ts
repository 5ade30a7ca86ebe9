import { expect, test } from "vitest";
import { readEvidence } from "./evidence.ts";
import { figuresOf, judgeSet } from "./testing/labelled.ts";
import { ABBREVIATED_1 } from "./testing/labelled-abbreviated-1.ts";
import { ABBREVIATED_2 } from "./testing/labelled-abbreviated-2.ts";
import { ABBREVIATED_3 } from "./testing/labelled-abbreviated-3.ts";
import { ABBREVIATED_4 } from "./testing/labelled-abbreviated-4.ts";
import { COUNTRIES_1 } from "./testing/labelled-countries-1.ts";
import { COUNTRIES_2 } from "./testing/labelled-countries-2.ts";
import { COUNTRIES_3 } from "./testing/labelled-countries-3.ts";
import { COUNTRIES_4 } from "./testing/labelled-countries-4.ts";
import { COUNTRIES_5 } from "./testing/labelled-countries-5.ts";
import { COUNTRIES_6 } from "./testing/labelled-countries-6.ts";
import { FRESH } from "./testing/labelled-fresh.ts";
import { HELD_OUT } from "./testing/labelled-held-out.ts";
import { LAST } from "./testing/labelled-last.ts";
import { ONE_HOUSE_1 } from "./testing/labelled-one-house-1.ts";
import { ONE_HOUSE_2 } from "./testing/labelled-one-house-2.ts";
import { ONE_HOUSE_3, ONE_HOUSE_4 } from "./testing/labelled-one-house-3.ts";
import { REGISTRIES_1 } from "./testing/labelled-registries-1.ts";
import { REGISTRIES_2 } from "./testing/labelled-registries-2.ts";
import { SECOND } from "./testing/labelled-second.ts";
import { THIRD } from "./testing/labelled-third.ts";
import { TRANSLATED_1 } from "./testing/labelled-translated-1.ts";
import { TRANSLATED_2 } from "./testing/labelled-translated-2.ts";
import { TUNING } from "./testing/labelled-tuning.ts";
import { UNIONS_1, UNIONS_2, UNIONS_3, UNIONS_4 } from "./testing/labelled-unions.ts";

test.each([
  ["tuning", TUNING, 200, 0.95],
  ["held out", HELD_OUT, 130, 0.95],
  ["last", LAST, 70, 0.94],
  ["by another author", FRESH, 160, 0.95],
  ["by another author, second", SECOND, 90, 0.95],
  ["by another author, third", THIRD, 60, 0.95],
  ["out of registries' answers", REGISTRIES_1, 150, 0.95],
  ["out of registries' answers, second", REGISTRIES_2, 75, 0.95],
  ["at one address", ONE_HOUSE_1, 100, 0.95],
  ["at one address, second", ONE_HOUSE_2, 100, 0.95],
  ["at one address, third", ONE_HOUSE_3, 70, 0.95],
  ["at one address, fourth", ONE_HOUSE_4, 50, 0.95],
  ["of many countries", COUNTRIES_1, 100, 0.94],
  ["of many countries, second", COUNTRIES_2, 90, 0.94],
  ["of many countries, third", COUNTRIES_3, 90, 0.95],
  ["of many countries, fourth", COUNTRIES_4, 70, 0.95],
  ["of many countries, fifth", COUNTRIES_5, 60, 0.93],
  ["of many countries, sixth", COUNTRIES_6, 60, 0.95],
  ["with abbreviations", ABBREVIATED_1, 90, 0.95],
  ["with abbreviations, second", ABBREVIATED_2, 90, 0.95],
  ["with abbreviations, third", ABBREVIATED_3, 90, 0.95],
  ["with abbreviations, held out", ABBREVIATED_4, 130, 0.95],
  ["with translations", TRANSLATED_1, 110, 0.95],
  ["with translations, second", TRANSLATED_2, 100, 0.95],
  ["with another's name in theirs", UNIONS_1 + UNIONS_2 + UNIONS_3 + UNIONS_4, 230, 0.94],
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
  // Pages say it in the reader's language.
  const unread = judged.filter(
    ({ decision }) => decision.decision === "belongs" && readEvidence(decision.evidence) === null,
  );
  expect(unread.map(({ decision }) => decision.evidence)).toEqual([]);
});
