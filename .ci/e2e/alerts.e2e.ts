import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { prometheusText, statusMetrics } from "../../crawler/cli/status/prometheus.ts";
import { reportStatus } from "../../crawler/cli/status/report.ts";
import { empty, NOW, today, wiki, worker } from "../../crawler/cli/status/testing/counts.ts";
import { FIGURES } from "../../crawler/runtime/figures.ts";
import { blocksOf } from "../guides/blocks.ts";

/** The alert rules for operators, judged by Prometheus' own tool (Debian's package prometheus). */
const RULES = join(import.meta.dirname, "../../docs/examples/weboid-alerts.yml");
const DASHBOARD = join(import.meta.dirname, "../../docs/examples/weboid-dashboard.json");
const folder = mkdtempSync(join(tmpdir(), "weboid-alerts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function promtool(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync("promtool", args, { input, encoding: "utf8" });
  return { status, said: stdout + stderr };
}

const broken = reportStatus(
  {
    ...empty,
    urls: 5,
    pages: 1,
    wikis: [{ ...wiki, error: 'it"s\n{broken}', errorAtMs: NOW - 5 * 86_400_000 }],
  },
  today,
);

test("the rules are well-formed, and of metrics that there are", () => {
  expect(promtool(["check", "rules", RULES])).toMatchObject({
    status: 0,
    said: expect.stringContaining("5 rules found"),
  });
  const known = statusMetrics(broken).map(({ name }) => name);
  const used = readFileSync(RULES, "utf8").match(/weboid_[a-z_]+/g) ?? [];
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});

test("Prometheus takes the configuration of the guide, which names the rules", () => {
  const [example] = blocksOf("docs/monitoring.md").filter(({ language }) => language === "yaml");
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, example?.text.replace("weboid-alerts.yml", RULES) ?? "");
  expect(promtool(["check", "config", file])).toMatchObject({
    status: 0,
    said: expect.stringContaining("5 rules found"),
  });
});

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly w: number };
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

test("the dashboard asks in PromQL, and for metrics that there are", () => {
  const { panels }: Dashboard = JSON.parse(readFileSync(DASHBOARD, "utf8"));
  const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const file = join(folder, "dashboard.yml");
  const rules = asked.map((expr, no) => ({ record: `panel_${no}`, expr }));
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  expect(promtool(["check", "rules", file])).toMatchObject({
    status: 0,
    said: expect.stringContaining(`${asked.length} rules found`),
  });
  const ofRoles = Object.entries(FIGURES).flatMap(([role, figures]) =>
    Object.entries(figures).map(
      ([name, { type }]) => `weboid_${role}_${name}${type === "counter" ? "_total" : ""}`,
    ),
  );
  const known = [...ofRoles, ...statusMetrics(broken).map(({ name }) => name)];
  const used: string[] = asked.join(" ").match(/weboid_[a-z_]+/g) ?? [];
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
  // All of roles is shown, but for what only says how many there are, and for what replicas have beside their lag and their share.
  const hidden = ofRoles.filter((name) => !used.includes(name) && !name.includes("_replica_"));
  expect(hidden).toEqual([
    "weboid_feed_wikis",
    "weboid_dispatch_clients",
    "weboid_origin_dropped_touches_total",
    "weboid_organisation_looked_total",
    "weboid_organisation_belong_total",
  ]);
  for (const { title, gridPos } of panels)
    expect([title, gridPos.x + gridPos.w <= 24]).toEqual([title, true]);
});

test.each([
  ["nothing yet", reportStatus(empty, today)],
  ["a wiki in trouble", broken],
  ["at work", reportStatus({ ...empty, workers: [worker("crawl"), worker("feed")] }, today)],
])("what status prints is in Prometheus' format: %s", async (_, report) => {
  expect(promtool(["check", "metrics"], await prometheusText(report))).toEqual({ status: 0, said: "" });
});

test("each rule fires when it should, and not before", () => {
  const alert = (eval_time: string, alertname: string, ...exp_alerts: object[]) => ({
    eval_time,
    alertname,
    exp_alerts,
  });
  const wrong = { kind: "wiki-error", wiki: "a@b" };
  const fired = (
    severity: string,
    labels: object,
    summary: string,
    description: RegExp,
    section: string,
  ) => ({
    exp_labels: { severity, ...labels },
    exp_annotations: {
      summary: `Weboid: ${summary}`,
      description: descriptionOf(description),
      runbook: `docs/alarms.md#${section}`,
    },
  });
  const series = {
    'weboid_alarms{kind="wiki-error",severity="error",wiki="a@b"}': "1x10 _x50",
    'weboid_alarms{kind="no-origin",severity="warning",wiki=""}': "1x120",
    weboid_status_timestamp_seconds: "0x120",
    'up{job="weboid",instance="h:1"}': "1x9 0x20 1x90",
    'up{job="weboid-crawl",instance="h:2"}': "1x40 0x20 1x59",
    'up{job="other",instance="h:3"}': "0x120",
    'process_start_time_seconds{job="weboid",instance="h:1"}': "0+60x120",
    'process_start_time_seconds{job="other",instance="h:3"}': "0+60x120",
  };
  const tests = {
    rule_files: [RULES],
    tests: [
      {
        interval: "1m",
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: [
          alert("4m", "WeboidError"),
          alert(
            "6m",
            "WeboidError",
            fired("critical", wrong, "wiki-error, a@b", /how to fix it/, "wiki-error"),
          ),
          alert("20m", "WeboidError"),
          alert("59m", "WeboidWarning"),
          alert(
            "61m",
            "WeboidWarning",
            fired("warning", { kind: "no-origin" }, "no-origin", /tomorrow/, "no-origin"),
          ),
          alert("14m", "WeboidStatusOld"),
          alert(
            "25m",
            "WeboidStatusOld",
            fired("critical", {}, "no status for a quarter of an hour", /by hand/, "weboidstatusold"),
          ),
          alert("12m", "WeboidProcessDown"),
          alert(
            "16m",
            "WeboidProcessDown",
            fired(
              "critical",
              { job: "weboid", instance: "h:1" },
              "no figures of h:1",
              /ended or hangs/,
              "weboidprocessdown",
            ),
          ),
          alert(
            "47m",
            "WeboidProcessDown",
            fired(
              "critical",
              { job: "weboid-crawl", instance: "h:2" },
              "no figures of h:2",
              /ended or hangs/,
              "weboidprocessdown",
            ),
          ),
          alert("4m", "WeboidProcessRestarts"),
          alert(
            "10m",
            "WeboidProcessRestarts",
            fired(
              "warning",
              { job: "weboid", instance: "h:1" },
              "h:1 started 10 times in an hour",
              /again and again/,
              "weboidprocessrestarts",
            ),
          ),
        ],
      },
    ],
  };
  const file = join(folder, "tests.yml");
  // YAML knows JSON.
  writeFileSync(file, JSON.stringify(tests));
  expect(promtool(["test", "rules", file])).toMatchObject({
    status: 0,
    said: expect.stringContaining("SUCCESS"),
  });
});

function descriptionOf(part: RegExp): string {
  const texts = [...readFileSync(RULES, "utf8").matchAll(/description: "(.*)"/g)].map(
    ([, text]) => text ?? "",
  );
  const found = texts.find((text) => part.test(text));
  if (found === undefined) throw new Error(`no description has ${part}`);
  return found;
}
