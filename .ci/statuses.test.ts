import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ANSWER_RULE_NAMES } from "../crawler/classify/answer-rules.ts";
import { OUTAGE_RULES } from "../crawler/classify/outage.ts";
import { REPLY_RULE_NAMES } from "../crawler/classify/reply.ts";
import { asDay } from "../shared/calendar/day.ts";
import { evidenceOf } from "../shared/history/evidence.ts";
import { NOTE_KEYS } from "../shared/status/note.ts";
import { STATUS_TABLE, type Status, statusRow } from "../shared/status/table.ts";
import { TRAIT_RULES } from "../shared/status/trait-rules.ts";
import { RULE_NAMES } from "../shared/verdict/judge.ts";
import { VERDICTS } from "../shared/verdict/types.ts";

const read = (page: string) => readFileSync(new URL(`../docs/${page}`, import.meta.url), "utf8");
const page = read("rules.md");

/** The names in the first column of the tables under a heading. */
function namesUnder(heading: string): string[] {
  const [, section = ""] = new RegExp(`^#+ ${heading}\n(.*?)(?=^#|\\Z)`, "ms").exec(`${page}\n#`) ?? [];
  return [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([a-z0-9-]+)`/g)].map(([, name = ""]) => name),
  );
}

const statusRows = [...page.matchAll(/^\| (\d+) \|([^|]*)\|[^|]*\|([^|]*)\|$/gm)].map(
  ([, type = "", http = "", evidence = ""]) => ({
    type: Number(type),
    http: http.trim(),
    evidence: evidence.trim(),
  }),
);

/** Rows whose numbers are given in words. */
const IN_WORDS = [2, 20, 26];

describe("docs/rules.md", () => {
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

  test("has every rule by its name, in the order in which they are asked", () => {
    expect(namesUnder("Answers")).toEqual(["not-tried", ...ANSWER_RULE_NAMES, "soft-404"]);
    expect(namesUnder("Servers of files")).toEqual(REPLY_RULE_NAMES);
    expect(namesUnder("Verdicts")).toEqual(RULE_NAMES);
    expect(namesUnder("A host that is away")).toEqual(OUTAGE_RULES.map(({ name }) => name));
    expect(namesUnder("What is remembered of hosts")).toEqual(TRAIT_RULES.map(({ name }) => name));
  });

  test("has every note by its key", () => {
    expect(namesUnder("Notes").toSorted()).toEqual([...NOTE_KEYS].toSorted());
  });
});

test("docs/editors.md explains every verdict", () => {
  const explained = [...read("editors.md").matchAll(/^\| [^|]+ \| `([a-z]+)` \|/gm)].map(
    ([, verdict]) => verdict,
  );
  expect(explained.toSorted()).toEqual([...VERDICTS].toSorted());
});
