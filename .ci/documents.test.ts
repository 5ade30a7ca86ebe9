import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const DECISIONS = "docs/decisions";
const pages = [".", "docs", "docs/run", DECISIONS].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file)),
);
const records = pages.filter((page) => page.startsWith(DECISIONS) && !page.endsWith("README.md"));

const rawText = (page: string) => readFileSync(join(root, page), "utf8");
const textOf = (page: string) => rawText(page).replace(/^```.*?^```/gms, "");
const linesOf = (page: string) => rawText(page).trimEnd().split("\n");
const linksOf = (page: string) =>
  [...textOf(page).matchAll(/\]\(((?!https?:)[^)\s]+)\)/g)].map(([, link = ""]) => link);

/** All files of these folders, by their paths in the repository. */
function filesBelow(folders: readonly string[], suffix: string): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(suffix) && !file.includes("node_modules"))
      .map((file) => join(folder, file)),
  );
}
const ROOMS = ["shared", "db", "crawler", "edge"];

/** As hosts of repositories make them of headings. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return new Set(anchors);
}

test.each(pages)("%s has no dead links", (page) => {
  const dead = linksOf(page).filter((link) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).has(anchor));
  });
  expect(dead).toEqual([]);
});

/** In lower case: shared/i18n/CODE.json stands for many. Folders stand between backticks. */
const PATH =
  /(?<![\w./])(?:shared|db|crawler|edge|docs|\.ci)\/[a-z\d./-]+\.(?:ts|mjs|js|json|md)\b|\b[A-Z]{4,}\.md|(?<=`)(?:shared|db|crawler|edge|docs|\.ci)\/[a-z\d/-]+(?=`)/g;

test("files and folders that documents and code name exist", () => {
  const texts = [...pages.filter((page) => page !== "CHANGELOG.md"), ...filesBelow([...ROOMS, ".ci"], ".ts")];
  const named = texts.flatMap((text) => [...rawText(text).matchAll(PATH)].map(([name]) => ({ text, name })));
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
});

test("benchmarks that documents name exist", () => {
  const files = filesBelow([...ROOMS, ".ci"], ".bench.ts");
  const named = pages.flatMap((page) => [...rawText(page).matchAll(/npm run bench -- ([\w.-]+)/g)]);
  const names = named.map(([, name = ""]) => name).filter((name) => name !== "NAME");
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => files.filter((file) => file.includes(name)).length !== 1)).toEqual([]);
});

test.each(records)("%s: a decision of at most 40 lines, by the form of all", (record) => {
  expect(linesOf(record).length).toBeLessThanOrEqual(40);
  expect(Math.max(...linesOf(record).map((line) => line.length))).toBeLessThanOrEqual(160);
  expect(rawText(record)).toMatch(
    /^# \d+\. .+\n\nStatus: \w+, \d{4}-\d\d-\d\d.*\n\n## Context\n.+\n## Decision\n.+\n## Consequences\n/s,
  );
});

test("each decision has a number of its own, and the index has each once", () => {
  const numbers = records.map((record) => Number(/\d{4}/.exec(record)?.[0])).sort((a, b) => a - b);
  expect(numbers).toEqual([...new Set(numbers)]);
  const index = linksOf(join(DECISIONS, "README.md")).filter((link) => /^\d{4}/.test(link));
  expect(index.toSorted()).toEqual(records.map((record) => record.slice(DECISIONS.length + 1)).toSorted());
});

test("decisions that documents and code cite by number exist", () => {
  const numbers = new Set(records.map((record) => Number(/\d{4}/.exec(record)?.[0])));
  const code = [".ts", ".mjs"].flatMap((suffix) => filesBelow([...ROOMS, ".ci"], suffix));
  const cited = [...pages, ...code].flatMap((text) =>
    [...rawText(text).matchAll(/\bdecision (\d+)\b/g)].map(([, number]) => ({
      text,
      number: Number(number),
    })),
  );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

test("pages that are meant to be short are short", () => {
  expect(linesOf("ARCHITECTURE.md").length).toBeLessThanOrEqual(150);
  expect(Buffer.byteLength(rawText("docs/editors.md"))).toBeLessThanOrEqual(8 * 1024);
});

test("docs/requirements.md has every number that code and documents cite", () => {
  const page = textOf("docs/requirements.md");
  const code = filesBelow(ROOMS, ".ts").map(rawText);
  const cited = [...code, ...pages.map(textOf)].flatMap((text) =>
    [...text.matchAll(/\(([A-Z]\d{1,2}|design \d+)(?:[;:)]|, | [a-z])/g)].map(([, id = ""]) => id),
  );
  expect(cited.length).toBeGreaterThan(300);
  expect([...new Set(cited)].filter((id) => !page.includes(`| ${id} |`))).toEqual([]);
});
