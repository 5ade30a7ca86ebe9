import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse, type Token } from "acorn";
import { Glob, Transpiler } from "bun";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const transpiler = new Transpiler({ loader: "ts" });

/** A file without it has no group that repeats. */
const REPEATED_GROUP = /\)(?:[*+]|\{\d+,\})/;

/** Regular expressions that are written out in the product, of all files that may have one with a group that repeats. */
function* patterns(): Generator<{ readonly file: string; readonly pattern: string }> {
  for (const file of new Glob("{shared,db,crawler,edge}/**/*.{ts,mjs,js}").scanSync(root)) {
    if (/\/testing\/|\.(?:test|bench|e2e|d)\.ts$|\/node_modules\//.test(file)) continue;
    const source = readFileSync(resolve(root, file), "utf8");
    if (!REPEATED_GROUP.test(source)) continue;
    const found: string[] = [];
    parse(transpiler.transformSync(source), {
      ecmaVersion: "latest",
      sourceType: "module",
      // Its types do not know that tokens have values.
      onToken: ({ type, value }: Token & { readonly value?: unknown }) => {
        if (type.label === "regexp") found.push((value as { pattern: string }).pattern);
      },
    });
    for (const pattern of found) yield { file, pattern };
  }
}

/** Whether something that repeats without an end is itself repeated without an end: `(a+)*`. */
function repeatsRepetition(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, "e").replace(/\[[^\]]*\]/g, "c");
  /** Of each group that is open: whether something in it repeats without an end. */
  const open = [false];
  let closed = false;
  for (const [piece] of plain.matchAll(/\(\??|\)|[*+]|\{\d+,\}|./gs)) {
    const within = open.length - 1;
    if (piece.startsWith("(")) open.push(false);
    if (piece === ")") {
      closed = open.pop() ?? false;
      open[within - 1] ||= closed;
      continue;
    }
    if (/^(?:[*+]|\{\d+,\})$/.test(piece)) {
      if (closed) return true;
      open[within] = true;
    }
    closed = false;
  }
  return false;
}

test.each([
  ["(a+)*", true],
  ["(?:a|\\s*b)+", true],
  ["((x*)y){2,}", true],
  ["a+(b)*", false],
  ["(a+)(b)*", false],
  ["(a+)?", false],
  ["(?:[(*+]\\*)+", false],
  ["(a{1,9})*", false],
])("%s: %s", (pattern, repeats) => {
  expect(repeatsRepetition(pattern)).toBe(repeats);
});

/** Each repetition begins with something that the one before cannot take: there is one way to read them. */
const ONE_WAY = [
  "(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE)\\s+)*",
  String.raw`(?:(?:\\[\s\S]|'')[^'\\]*)*`,
  "([|,][a-z-]+)*",
  "(-[a-z0-9]+)*",
];

/** Strangers' text may take such a pattern as long as it likes. */
test("no pattern repeats a repetition", () => {
  const all = [...patterns()];
  expect(all.length).toBeGreaterThan(10);
  const bare = (pattern: string) => ONE_WAY.reduce((rest, known) => rest.replace(known, ""), pattern);
  expect(all.filter(({ pattern }) => repeatsRepetition(bare(pattern)))).toEqual([]);
});

/** `{ message: /…/ }`: a pattern in an object that is compared has no keys, and matches any text. */
const BARE_PATTERN = /to(?:MatchObject|Equal|StrictEqual)\(\{[^()`]*?\b\w+: \/[^/*]/g;

test("no test compares a text with a bare pattern, which anything matches", () => {
  expect("toMatchObject({ code: 1, message: /a/ })").toMatch(BARE_PATTERN);
  const found: string[] = [];
  for (const file of new Glob("{.ci,shared,db,crawler,edge}/**/*.{test,e2e}.ts").scanSync({
    cwd: root,
    dot: true,
  }))
    for (const [text] of readFileSync(resolve(root, file), "utf8").matchAll(BARE_PATTERN))
      if (file !== ".ci/patterns.test.ts") found.push(`${file}: ${text}`);
  expect(found).toEqual([]);
});
