import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { statusMetrics } from "../../crawler/cli/status/prometheus.ts";
import { reportStatus } from "../../crawler/cli/status/report.ts";
import { empty, today } from "../../crawler/cli/status/testing/counts.ts";
import { FIGURES } from "../../crawler/runtime/figures.ts";
import * as schema from "../../db/schema/index.ts";
import { DOCUMENTS } from "../../shared/format/documents.ts";
import { documentText } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");
const sources = globSync("crawler/**/*.ts", { cwd: root })
  .filter((file) => !/\.(?:test|e2e|bench)\.ts$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const watchedIn = (text: string) =>
  [...text.matchAll(/\bwatchCache\(\s*"([a-z-]+)"/g)].map(([, name = ""]) => name);
const watched = sources.flatMap(({ file, text }) => watchedIn(text).map((name) => `${file} ${name}`));

const [memory = "", others = "", edge = "", tables = ""] = documentText("docs/run/bounds.md")
  .split(/^## In the memory of roles$|^With other figures.*$|^## At the edge$|^## Tables that are queues$/m)
  .slice(1);
const codeIn = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
/** Of each line of its table: the first cell, and what the last one has in code style. */
const linesOf = (section: string) =>
  section
    .split("\n")
    .filter((line) => /^\| (?!what \||table \||-)/.test(line))
    .map((line) => line.split("|").slice(1, -1))
    .map((cells) => ({ what: cells[0] ?? "", figures: codeIn(cells.at(-1)) }));

test("each cache that is shown is a line of docs/run/bounds.md with its file, and each line is one of them", () => {
  const rows = [...memory.matchAll(/^\| .*\]\(\.\.\/\.\.\/(.*?)\) \| .* \| `([a-z-]+)` \|$/gm)];
  expect(watched.length).toBeGreaterThan(15);
  expect(rows.map(([, file, name]) => `${file} ${name}`).toSorted()).toEqual(watched.toSorted());
});

test("each QuickLRU of a role is shown", () => {
  const hidden = sources.filter(
    ({ text }) => text.split(/\bnew QuickLRU\b/).length - 1 > watchedIn(text).length,
  );
  expect(hidden.map(({ file }) => file)).toEqual([]);
});

/** `weboid_crawl_checked_total`, `weboid_table_rows`, `process_open_fds` … */
const METRICS = [
  ...Object.entries(FIGURES).flatMap(([role, figures]) =>
    Object.entries(figures).map(
      ([name, { type }]) => `weboid_${role}_${name}${type === "counter" ? "_total" : ""}`,
    ),
  ),
  ...statusMetrics(reportStatus(empty, today)).map(({ name }) => name),
  ...(readFileSync(join(root, "crawler/runtime/metrics.ts"), "utf8").match(/(?<=")process_\w+(?=")/g) ?? []),
];
const TABLES: string[] = Object.values(schema).flatMap((each) =>
  is(each, PgTable) ? getTableName(each) : [],
);

interface Keys {
  readonly properties?: Readonly<Record<string, Keys>>;
}
/** `caches.answers`, `streams.open` … of the edge's `/healthz`. */
const OF_EDGE = Object.entries((z.toJSONSchema(DOCUMENTS.healthz) as Keys).properties ?? {}).flatMap(
  ([group, { properties = {} }]) => Object.keys(properties).map((name) => `${group}.${name}`),
);

test("each line has a figure, and each figure is one", () => {
  const known = new Set([
    ...watched.map((line) => line.split(" ")[1]),
    ...METRICS,
    ...OF_EDGE,
    ...TABLES,
    "front",
  ]);
  const lines = [memory, others, edge].flatMap(linesOf);
  expect(lines.length).toBeGreaterThan(35);
  expect(
    lines.filter(({ figures }) => figures.length === 0 || !figures.every((name) => known.has(name))),
  ).toEqual([]);
});

test("each table that is named has its rows counted, and each other figure is one", () => {
  const lines = linesOf(tables);
  expect(lines.length).toBeGreaterThan(9);
  expect(METRICS).toContain("weboid_table_rows");
  expect(lines.flatMap(({ what }) => codeIn(what)).filter((name) => !TABLES.includes(name))).toEqual([]);
  expect(lines.flatMap(({ figures }) => figures).filter((name) => !METRICS.includes(name))).toEqual([]);
});

test("each cache of the edge is a line", () => {
  const named = linesOf(edge).flatMap(({ figures }) => figures);
  expect(OF_EDGE.filter((name) => name.startsWith("caches.") && !named.includes(name))).toEqual([]);
});
