import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const config = join(root, "drizzle.config.ts");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weboid-migrations-"));
  cpSync(join(import.meta.dirname, "migrations"), join(folder, "migrations"), { recursive: true });
  const out = relative(root, join(folder, "migrations"));
  writeFileSync(
    join(folder, "drizzle.config.ts"),
    `import config from ${JSON.stringify(config)};\nexport default { ...config, out: ${JSON.stringify(out)} };\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const drizzleKit = (command: string) =>
  execFileSync(
    process.execPath,
    [
      "--bun",
      join(root, "node_modules/.bin/drizzle-kit"),
      command,
      "--config",
      join(folder, "drizzle.config.ts"),
    ],
    { cwd: root, encoding: "utf8" },
  );

test("the migrations make the tables of the schema: drizzle-kit finds nothing to generate", () => {
  const files = () => readdirSync(join(folder, "migrations"), { recursive: true });
  const before = files();
  expect(drizzleKit("generate")).toContain("No schema changes");
  expect(files()).toEqual(before);
});

test("journal and snapshots fit together: drizzle-kit check passes", () => {
  expect(drizzleKit("check")).toContain("Everything's fine");
});

test("the newest snapshot alone is kept, as drizzle-kit reads no other: delete the one before it", () => {
  const meta = join(import.meta.dirname, "migrations/meta");
  const { entries } = JSON.parse(readFileSync(join(meta, "_journal.json"), "utf8")) as {
    entries: { idx: number }[];
  };
  const newest = String(entries.length - 1).padStart(4, "0");
  expect(readdirSync(meta).sort()).toEqual([`${newest}_snapshot.json`, "_journal.json"]);
});
