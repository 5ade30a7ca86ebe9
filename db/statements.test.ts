import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const HAND_WRITTEN_MAX = 14;

const root = join(import.meta.dirname, "..");
const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.ts$/.test(file) && !/\.(test|bench)\.ts$|^testing\//.test(file))
  .map((file) => `db/${file}`);

/** A template that is a statement of its own, and not an expression of the builder's. */
const STATEMENT =
  /\bsql(?:<[^`]*>)?`\s*(?:select|insert|update|delete|with|values|copy|create|drop|alter|analyze|lock|set)\b/g;
/** Text that is handed to the driver, but for where every statement passes. */
const UNSAFE = /\.unsafe\(`/g;

const handWritten = Map.groupBy(
  sources.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(STATEMENT), ...text.matchAll(UNSAFE)].map(() => file);
  }),
  (file) => file,
);

test(`at most ${HAND_WRITTEN_MAX} statements are written by hand`, () => {
  const count = [...handWritten.values()].reduce((sum, { length }) => sum + length, 0);
  expect(count).toBeGreaterThan(0);
  expect(count, [...handWritten.keys()].join(", ")).toBeLessThanOrEqual(HAND_WRITTEN_MAX);
});

test("docs/decisions/0013-drizzle.md gives the reason of each", () => {
  const record = readFileSync(join(root, "docs/decisions/0013-drizzle.md"), "utf8");
  const reasons = [...record.matchAll(/^\| `(db\/[\w/-]+\.ts)` \| (\d+) \|/gm)].map(
    ([, file = "", count]) => [file, Number(count)] as const,
  );
  expect(Object.fromEntries(reasons)).toEqual(
    Object.fromEntries([...handWritten].map(([file, { length }]) => [file, length])),
  );
});
