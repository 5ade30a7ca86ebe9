import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const launcher = join(root, "crawler/cli/weboid.mjs");

/** Files and packages that are loaded before the first line of a command runs. */
function loadedAtStart(entry: string): string[] {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!file.endsWith(".ts")) return;
    for (const { path, kind } of transpiler.scanImports(readFileSync(file, "utf8")))
      if (kind === "import-statement") visit(path.startsWith(".") ? resolve(dirname(file), path) : path);
  };
  visit(join(root, entry));
  return [...seen].map((file) => (file.startsWith("/") ? relative(root, file) : file));
}

const HEAVY = "db/connect|drizzle|postgres|zod|undici|hono|wrangler|crawler/(feed|origin|dispatch|sweep)";
test.each([
  ["the program", "crawler/cli/main.ts", "db/(?!(?:errors|address)\\.ts)|crawler/(?!cli|runtime)"],
  [
    "normalise",
    "crawler/cli/commands/normalise.ts",
    "db/(?!(?:errors|address)\\.ts)|crawler/(?!cli|runtime)",
  ],
  ["check", "crawler/cli/check/command.ts", HEAVY],
])("%s starts without what only other commands need", (_, entry, heavy) => {
  const loaded = loadedAtStart(entry);
  expect(loaded.length).toBeGreaterThan(5);
  const unwanted = new RegExp(`^(${HEAVY}|${heavy})`);
  expect(loaded.filter((file) => unwanted.test(file))).toEqual([]);
});

describe("the launcher", () => {
  // After an install by hand, the first start looks once whether all is as the lock file says.
  beforeAll(async () => {
    await (await launch(node, [launcher, "--version"])).ended();
  });

  async function launch(program: string, args: readonly string[], stdin: string | null = "") {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], cwd: "/" });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    if (stdin !== null) child.stdin.end(stdin);
    const closed = once(child, "close");
    return { child, ended: async () => ({ code: (await closed)[0], stdout, stderr }) };
  }

  // A machine with Bun only has the Node of node_modules, but not in its PATH.
  const node = join(root, "node_modules/.bin/node");
  const ways: [string, string[]][] = [
    ["its own line", [launcher]],
    ["node", [node, launcher]],
    ["bun", [process.execPath, launcher]],
  ];

  test.each(ways)("started by %s", async (_, [program = "", ...first]) => {
    const good = await launch(program, [...first, "normalise", "-"], "HTTP://a.zz\n");
    expect(await good.ended()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"url":"http://a.zz/"'),
      stderr: "",
    });
    const bad = await launch(program, [...first, "normalise"]);
    expect(await bad.ended()).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^weboid: [^\n]*\n$/),
    });
  });

  test.each(ways)(
    "started by %s: a file of settings is read by us alone",
    async (_, [program = "", ...first]) => {
      const { ended } = await launch(program, [...first, "config", "check", "--file", "/nowhere.env"]);
      expect(await ended()).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^weboid: there is no file \/nowhere\.env/),
      });
    },
  );

  test("passes a signal on and tells which it was", async () => {
    const { child, ended } = await launch(node, [launcher, "normalise", "-", "https://never.zz"], null);
    child.stdin.write("http://a.zz\n");
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await ended()).toMatchObject({ code: 143, stderr: "" });
  });
});
