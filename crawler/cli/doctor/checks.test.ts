import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { encodeHistory } from "../../../shared/history/pack.ts";
import { FINE } from "../../../shared/status/table.ts";
import { urlKey } from "../../../shared/url/key.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { readConfig } from "../../runtime/config.ts";
import { createPaint } from "../output/paint.ts";
import { CHECKS } from "./checks.ts";
import { weakTokens } from "./configuration.ts";
import { createFindings } from "./findings.ts";
import { reportLines } from "./lines.ts";
import { URL_RULES } from "./urls.ts";

test("docs/doctor.md has the table of checks", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/doctor.md"), "utf8");
  const rows = Object.entries(CHECKS).map(
    ([name, { group, severity, what, fix }]) => `| \`${name}\` | ${group} | ${severity} | ${what} | ${fix} |`,
  );
  expect(page.match(/^\| `[a-z-]+` \| (?:database|clock|grants|edge|roles|configuration) \|.*$/gm)).toEqual(
    rows,
  );
});

test("findings of a check are one, with few examples, in the order of the table", () => {
  const findings = createFindings();
  findings.add("url-invalid", { examples: ["a"] });
  findings.add("clock-skew", { examples: [] });
  findings.add("history-damaged", { count: 7, repaired: 2, examples: ["1", "2", "3"] });
  findings.add("history-damaged", { examples: ["4", "5", "6", "x".repeat(999)] });
  expect(findings.list()).toMatchObject([
    {
      check: "history-damaged",
      severity: "error",
      count: 11,
      repaired: 2,
      examples: ["1", "2", "3", "4", "5"],
    },
    { check: "url-invalid", count: 1, repaired: 0 },
  ]);
});

test("for people: errors first, nothing hostile unescaped, and how much was looked at", () => {
  const findings = createFindings();
  findings.add("roles-absent", { examples: ["crawl"] });
  findings.add("url-invalid", { count: 9, examples: ["http://a.zz/\u001b[2J"], repaired: 3 });
  const report = {
    findings: findings.list(),
    notes: ["much"],
    checks: 38,
    full: false,
    stopped: false,
    ms: 1_234,
  };
  expect(reportLines(report, 200, createPaint(false))).toEqual([
    "error url-invalid (9)",
    `  ${CHECKS["url-invalid"].what}`,
    "    http://a.zz/[U+001B][2J",
    "    …",
    `  fix: ${CHECKS["url-invalid"].fix}`,
    "  repaired: 3",
    "",
    "warning roles-absent (1)",
    `  ${CHECKS["roles-absent"].what}`,
    "    crawl",
    "  fix: weboid migrate --roles",
    "",
    "note much",
    "38 checks, 2 with findings (1.2 s)",
  ]);
});

test("what is wrong with a row of a URL", () => {
  const today = asDay(3_600);
  const run = { status: FINE, http: 200, first: today, last: today, deadEnd: false, checks: 1 };
  const row = {
    id: 1 as never,
    key: urlKey("https://a.zz/x" as NormalisedUrl),
    hostId: 1 as never,
    host: "a.zz" as string | null,
    scheme: 1,
    port: 0,
    path: "/x",
    flags: 0,
    touched: today,
    queried: today,
    history: encodeHistory([run]) as Uint8Array,
    extras: "",
  };
  const fault = (change: Partial<typeof row>) => {
    const found = URL_RULES.map(({ check, fault }) => [check, fault({ ...row, ...change }, today)] as const);
    return found.find(([, words]) => words !== null) ?? null;
  };
  expect(fault({})).toBeNull();
  expect(fault({ history: new Uint8Array() })).toBeNull();
  expect(fault({ host: null })).toEqual(["url-without-host", "host 1"]);
  expect(fault({ path: "/y" })).toEqual(["url-invalid", `key ${row.key}`]);
  expect(fault({ host: "A.zz" })).toEqual(["url-invalid", "normal form: https://a.zz/x"]);
  expect(fault({ host: "a b" })).toEqual(["url-invalid", expect.stringMatching(/^invalid: /)]);
  expect(fault({ extras: "{" })).toEqual(["history-damaged", "notes that are no JSON"]);
  expect(fault({ history: new Uint8Array(9) })).toEqual(["history-damaged", "9 bytes are no whole entries"]);
  expect(fault({ queried: asDay(3_601) })).toEqual(["history-future", "2026-11-11"]);
});

test("secrets that are short, poor or equal are named, and never shown", () => {
  const good = "0123456789abcdef0123456789abcdef";
  const config = (env: Record<string, string>) => readConfig(env);
  expect(weakTokens(config({ ORIGIN_TOKEN: good, EDGE_TOKEN: `${good}0` }))).toEqual([]);
  expect(weakTokens(config({ ORIGIN_TOKEN: good, EDGE_TOKEN: good }))).toEqual([
    "ORIGIN_TOKEN and EDGE_TOKEN are equal",
  ]);
  expect(weakTokens(config({ ORIGIN_TOKEN: "x".repeat(40) }))).toEqual([
    "ORIGIN_TOKEN has few different characters",
  ]);
  expect(weakTokens(config({ EDGE_TOKEN: good.slice(0, 20) }))).toEqual([
    "EDGE_TOKEN has 20 characters, fewer than 32",
  ]);
});
