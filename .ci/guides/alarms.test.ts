import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ALARM_KINDS, PASS_DAYS } from "../../crawler/cli/status/alarm.ts";
import { ANOMALIES } from "../../crawler/cli/status/anomalies.ts";
import { USUAL_DAYS } from "../../db/status/status.ts";
import { documentText } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");

interface Rule {
  readonly alert: string;
  readonly annotations: { readonly runbook: string };
}

const rules: Rule[] = parse(
  readFileSync(join(root, "docs/examples/weboid-alerts.yml"), "utf8"),
).groups.flatMap(({ rules }: { rules: Rule[] }) => rules);

/** Sections of docs/alarms.md by their names. */
const sections = new Map(
  documentText("docs/alarms.md")
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return [heading.replaceAll("`", ""), lines.join("\n").replace(/^## [\s\S]*/m, "")] as const;
    }),
);
const named = rules.map(({ alert }) => alert);

test("each alarm of `weboid status` and each alert has a section in docs/alarms.md, and there are no others", () => {
  expect([...sections.keys()].toSorted()).toEqual([...ALARM_KINDS, ...named].toSorted());
});

test("each section of an alarm says how serious it is, what it means, what to look at and do, and when it is over", () => {
  const wanted = [
    /^\n\*\*(?:Error|Warning)\b/,
    /^- \*\*Means:\*\* /m,
    /^- \*\*Look:\*\* /m,
    /^- \*\*Do:\*\* /m,
    /^- \*\*Over:\*\* /m,
  ];
  const lacking = ALARM_KINDS.flatMap((kind) =>
    wanted.filter((part) => !part.test(sections.get(kind) ?? "")).map((part) => `${kind}: ${part}`),
  );
  expect(lacking).toEqual([]);
});

test("each alert leads to a section: that of the alarm's own name, or of the alert's", () => {
  const anchors = new Set([...sections.keys()].map((name) => name.toLowerCase()));
  for (const { alert, annotations } of rules) {
    const [file, anchor = ""] = annotations.runbook.split("#");
    expect(file).toBe("docs/alarms.md");
    if (anchor === "{{ $labels.kind }}") expect(alert).toMatch(/^Weboid(?:Error|Warning)$/);
    else expect([anchor, anchors.has(anchor)]).toEqual([alert.toLowerCase(), true]);
  }
});

test("sections have the limits of the code", () => {
  const { failedPercent, domainsMin, fewHours, usualPart, usualHoursMin, usualChecksMin } = ANOMALIES;
  const said: Record<string, string[]> = {
    "checks-fail": [
      `more than ${failedPercent.warning} %`,
      `above ${failedPercent.alarm} %`,
      `${domainsMin} domains at least`,
    ],
    "checks-few": [
      `for ${fewHours} hours`,
      `a ${usualPart}th of`,
      `the last ${USUAL_DAYS} days`,
      `from ${usualHoursMin} of them`,
      `${usualChecksMin.toLocaleString("en")} an hour`,
    ],
    "queue-grows": [
      `the last ${ANOMALIES.growingHours} hours`,
      `by ${ANOMALIES.grownBy.toLocaleString("en")} entries`,
    ],
    ...Object.fromEntries(
      ["sweep-slow", "feed-slow"].map((kind) => [
        kind,
        [`more than ${PASS_DAYS.warning} days`, `above ${PASS_DAYS.alarm}`],
      ]),
    ),
  };
  const lacking = Object.entries(said).flatMap(([kind, all]) =>
    all.filter((words) => !sections.get(kind)?.includes(words)).map((words) => `${kind}: ${words}`),
  );
  expect(lacking).toEqual([]);
});
