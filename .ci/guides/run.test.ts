import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  CHECKED_ROLES,
  checkEnvironment,
  parseEnvironmentFile,
} from "../../crawler/cli/configuration/environment.ts";
import { type Block, blocksOf, linesOf } from "./blocks.ts";
import { complaint } from "./complaint.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "weboid-run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(["docs/run/containers.md", "docs/run/debian.md"])("%s", (page) => {
  test("has the settings that each role needs", () => {
    const named = blocksOf(page)
      .filter(({ language }) => language === "ini")
      .flatMap(({ name, text }) => name.split(" ").map((role) => [role, text] as const));
    expect(named.map(([role]) => role).toSorted()).toEqual(["owner", ...CHECKED_ROLES].toSorted());
    for (const [role, text] of named) {
      const { settings, findings } = parseEnvironmentFile(text.replaceAll("…", "secret"));
      expect([role, ...findings, ...checkEnvironment(settings, role)]).toEqual([role]);
    }
  });
});

test("commands of Weboid that the guides run in other ways are known", () => {
  const lines = ["containers", "debian", "toolforge"]
    .flatMap((page) => blocksOf(`docs/run/${page}.md`))
    .flatMap(linesOf)
    .flatMap(
      (line) =>
        /(?:run --rm (?:-T )?migrate|bin\/weboid|run weboid --|\.\/start\.sh|^weboid) ([^"]+)/.exec(
          line,
        )?.[1] ?? [],
    );
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.map((line) => [line, complaint(`weboid ${line}`)])).toEqual(lines.map((line) => [line, null]));
});

describe("docs/run/cloudflare.md", () => {
  const blocks = blocksOf("docs/run/cloudflare.md");
  const [setup] = blocks.filter(({ name }) => name === "setup");
  const lines = blocks
    .filter(({ language, name }) => language === "sh" && name !== "setup")
    .flatMap(linesOf)
    .filter((line) => line.startsWith("wrangler "));
  const say = (line: string) =>
    spawnSync("bash", ["-euc", `${(setup as Block).text}\n${line}`], {
      cwd: root,
      encoding: "utf8",
      timeout: 120_000,
      env: { PATH: process.env.PATH, HOME: folder, WRANGLER_SEND_METRICS: "false", CI: "1" },
    });

  const helps = new Map<string, ReturnType<typeof say>>();
  const helpOf = (command: string) => {
    const help = helps.get(command) ?? say(`${command} --help`);
    helps.set(command, help);
    return help;
  };

  test("names many commands", () => expect(lines.length).toBeGreaterThan(7));

  test.each(lines)("%s", (line) => {
    if (!line.includes("--dry-run")) {
      // What it would do needs an account; its help comes by the same command, and fails for another name.
      const [command = ""] = line.split(/ (?=[A-Z]+\b|--|[a-z]*[A-Z])/);
      const help = helpOf(command);
      expect(help.status, help.stdout + help.stderr).toBe(0);
      expect(help.stdout).toContain(command);
      for (const [option] of line.matchAll(/(?<= )--[a-z]+/g)) expect(help.stdout).toContain(option);
      return;
    }
    // With what the guide writes into the file.
    const toml = blocks.find(({ language }) => language === "toml")?.text ?? "";
    const [above = "", vars = ""] = toml.split("[vars]\n");
    const own = readFileSync(join(root, "wrangler.toml"), "utf8")
      .replace(/^(ORIGIN_URL|PUBLIC_URL) = ""\n/gm, "")
      .replace('main = "', `main = "${root}/`)
      .replace("[vars]\n", `[vars]\n${vars}`);
    mkdirSync(join(folder, "deploy"), { recursive: true });
    const config = join(folder, "deploy/wrangler.toml");
    writeFileSync(config, own.replace("[[kv_namespaces]]", `${above}\n[[kv_namespaces]]`));
    const out = join(folder, "build");
    const { status, stdout, stderr } = say(`${line.replace("build", out)} --config ${config}`);
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain("https://weboid.example.net");
    expect(readFileSync(join(out, "worker.js"), "utf8").length).toBeGreaterThan(10_000);
  });
});

test("Toolforge's starter hands a role its own settings, and operators' commands the owner's", () => {
  const starter = blocksOf("docs/run/toolforge.md").find(({ name }) => name === "starter");
  const home = join(folder, "home");
  mkdirSync(join(home, "settings"), { recursive: true });
  writeFileSync(join(home, "settings/crawl.env"), "WEBOID_LOG=loud\n");
  writeFileSync(join(home, "start.sh"), starter?.text.replaceAll("$HOME/weboid", root) ?? "");
  const start = (...command: string[]) => {
    const { status, stdout, stderr } = spawnSync("sh", [join(home, "start.sh"), ...command], {
      encoding: "utf8",
      timeout: 60_000,
      env: { PATH: process.env.PATH, HOME: home },
    });
    return [status, stdout + stderr];
  };
  expect(start("crawl")).toEqual([1, expect.stringContaining("WEBOID_LOG must be one of")]);
  expect(start("status")).toEqual([
    2,
    expect.stringMatching(/settings\/owner\.env, and DATABASE_URL is not set\n$/),
  ]);
  writeFileSync(join(home, "settings/owner.env"), "DATABASE_URL=postgres://a:b@127.0.0.1:1/w\n");
  expect(start("status")).toEqual([1, expect.stringContaining("no PostgreSQL")]);
});
