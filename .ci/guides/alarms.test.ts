import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ALARM_KINDS } from "../../crawler/cli/status/alarm.ts";
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
