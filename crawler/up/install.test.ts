import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

const CPU = process.arch === "arm64" ? "aarch64" : process.arch;
const ROOT = join(import.meta.dirname, "../..");
/** Under Bun, the first `node` of the path is Bun. */
const NODE = join(ROOT, "node_modules/.bin/node");
const NAME = `@oven/bun-${process.platform}-${CPU}`;
const VERSION = "9.9.9";
const LOCK = "node_modules/.weboid-installing";

const folder = mkdtempSync(join(tmpdir(), "weboid-install-"));
const ran = join(folder, "ran");
afterEach(() => rmSync(ran, { force: true }));

/** A Bun that notes what it was asked, and says that it installed. */
const PROGRAM = `#!/bin/sh
echo "$*" >> '${ran}'
[ "$1" != --version ] || echo ${VERSION}
[ "$1" != install ] || { mkdir -p "$3/node_modules/bun/bin" && cp "$0" "$3/node_modules/bun/bin/bun.exe"; }
`;

function packageOf(program: string): Buffer {
  const from = mkdtempSync(join(folder, "package-"));
  mkdirSync(join(from, "package/bin"), { recursive: true });
  writeFileSync(join(from, "package/package.json"), JSON.stringify({ name: NAME, version: VERSION }));
  writeFileSync(join(from, "package/bin/bun"), program, { mode: 0o755 });
  spawnSync("tar", ["-czf", "package.tgz", "package"], { cwd: from });
  return readFileSync(join(from, "package.tgz"));
}

const integrityOf = (archive: Buffer) => `sha512-${createHash("sha512").update(archive).digest("base64")}`;

/** A checkout whose lock file names that archive. */
function checkoutOf(locked: Buffer): string {
  const root = mkdtempSync(join(folder, "checkout-"));
  mkdirSync(join(root, "crawler/up"), { recursive: true });
  mkdirSync(join(root, ".ci"));
  for (const file of ["crawler/up/install.mjs", ".ci/prepare.mjs"]) copyFileSync(file, join(root, file));
  writeFileSync(
    join(root, "package.json"),
    JSON.stringify({ type: "module", dependencies: { bun: VERSION } }),
  );
  const entry = `    "${NAME}": ["${NAME}@${VERSION}", "", { "os": "linux" }, "${integrityOf(locked)}"],\n`;
  writeFileSync(join(root, "bun.lock"), `{\n${entry}}\n`);
  return root;
}

/** A package registry that gives that archive, with a hash that fits it, as one does that somebody broke into. */
async function registryOf(archive: Buffer) {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url?.endsWith(".tgz")) return response.end(archive);
    const dist = { tarball: `http://127.0.0.1:${port}/bun.tgz`, integrity: integrityOf(archive) };
    const versions = { [VERSION]: { name: NAME, version: VERSION, dist } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ name: NAME, "dist-tags": { latest: VERSION }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** `lock`: what a start before left of it, as a shell writes it. */
async function install(root: string, archive: Buffer, lock?: string, more: Record<string, string> = {}) {
  const registry = await registryOf(archive);
  const path = `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`;
  const env = {
    ...process.env,
    PATH: path,
    npm_config_registry: registry.url,
    npm_config_cache: join(root, "cache"),
    ...more,
  };
  const left = lock === undefined ? "" : `mkdir node_modules; printf %s ${lock} > ${LOCK};`;
  const child = spawn("/bin/sh", ["-c", `${left} exec ${NODE} .ci/prepare.mjs`], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  registry.close();
  return { code, said };
}

test("the first Bun is the one that bun.lock names", async () => {
  const archive = packageOf(PROGRAM);
  const root = checkoutOf(archive);
  expect(await install(root, archive)).toMatchObject({ code: 0 });
  expect(readFileSync(ran, "utf8")).toContain(`install --cwd ${root}/ --frozen-lockfile`);
});

test.each([
  ["our own number, of a start before in a container", "$$"],
  ["nothing, after a power cut", '""'],
])("a lock with %s holds nobody up", async (_name, lock) => {
  const archive = packageOf(PROGRAM);
  const root = checkoutOf(archive);
  const { code, said } = await install(root, archive, lock);
  expect(said).not.toContain("is installing already");
  expect(code).toBe(0);
  expect(readdirSync(join(root, "node_modules")).filter((name) => name.includes("installing"))).toEqual([]);
});

/** Makes the time between a lock's creation and its number long. */
const SLOW_LOCK = `const fs = require("node:fs");
const write = fs.writeFileSync;
fs.writeFileSync = (path, text, options) => {
  if (!String(path).includes("weboid-installing")) return write(path, text, options);
  write(path, "", options);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  write(path, text);
};
require("node:module").syncBuiltinESMExports();
`;

test("of two starts at once only one installs, however long a lock takes to be written", async () => {
  const archive = packageOf(PROGRAM);
  const root = checkoutOf(archive);
  const slow = join(root, "slow.cjs");
  writeFileSync(slow, SLOW_LOCK);
  const begin = () => install(root, archive, undefined, { NODE_OPTIONS: `--require ${slow}` });
  expect(await Promise.all([begin(), begin()])).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(readFileSync(ran, "utf8").match(/^install /gm)).toHaveLength(1);
  expect(readdirSync(join(root, "node_modules")).filter((name) => name.includes("installing"))).toEqual([]);
});

test("what npm says of a failure that no advice fits is shown", async () => {
  const archive = packageOf(PROGRAM);
  const more = {
    npm_config_cache: join(folder, "no-cache"),
    npm_config_registry: "bad://127.0.0.1/",
    npm_config_fetch_retries: "0",
  };
  const { code, said } = await install(checkoutOf(archive), archive, undefined, more);
  expect(said).toMatch(/npm error[\s\S]*the lines above say why/);
  expect(code).toBe(1);
});

test("another one that a registry gives in its place is never run", async () => {
  const { code, said } = await install(checkoutOf(packageOf(PROGRAM)), packageOf(`${PROGRAM}# and more\n`));
  expect(said).toContain(`${NAME}@${VERSION} is not what bun.lock names`);
  expect(code).toBe(1);
  expect(existsSync(ran)).toBe(false);
});
