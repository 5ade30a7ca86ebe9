import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asDay } from "../shared/calendar/day.ts";
import { evidenceOf } from "../shared/history/evidence.ts";
import { STATUS_TABLE, type Status, statusRow } from "../shared/status/table.ts";
import { RULE_NAMES } from "../shared/verdict/judge.ts";

const page = readFileSync(new URL("../docs/statuses-and-verdicts.md", import.meta.url), "utf8");
const statusRows = [...page.matchAll(/^\| (\d+) \|([^|]*)\|[^|]*\|([^|]*)\|$/gm)].map(
  ([, type = "", http = "", evidence = ""]) => ({
    type: Number(type),
    http: http.trim(),
    evidence: evidence.trim(),
  }),
);

/** Rows whose numbers are given in words. */
const IN_WORDS = [2, 20, 26];

describe("docs/statuses-and-verdicts.md", () => {
  test("has every status of the table, in its order", () => {
    expect(statusRows.map(({ type }) => type)).toEqual(STATUS_TABLE.map(({ type }) => type));
  });

  test.each(statusRows.filter(({ type }) => !IN_WORDS.includes(type)))(
    "status $type: HTTP $http",
    ({ type, http }) => {
      expect(http).toBe(statusRow(type as Status).http.join(" "));
    },
  );

  test.each(statusRows.filter(({ evidence }) => !["–", "as it ends"].includes(evidence)))(
    "status $type: $evidence",
    ({ type, evidence }) => {
      const once = { http: null, first: asDay(0), last: asDay(0), deadEnd: false, checks: 1 };
      expect(evidenceOf({ ...once, status: type as Status })).toBe(evidence);
    },
  );

  test("has every rule, in the order in which they are asked", () => {
    const rules = [...page.matchAll(/^\| `([a-z0-9-]+)` \| \w+ \| /gm)].map(([, name]) => name);
    expect(rules).toEqual(RULE_NAMES);
  });
});
