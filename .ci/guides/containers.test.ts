import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { ENVIRONMENT } from "../../crawler/cli/command.ts";
import { CHECKED_ROLES } from "../../crawler/cli/configuration/environment.ts";
import { blocksOf, documentText } from "./blocks.ts";
import { complaint } from "./complaint.ts";

const root = join(import.meta.dirname, "../..");
const run = (file: string) => join(root, "docs/run", file);
const folder = mkdtempSync(join(tmpdir(), "weboid-containers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets: readonly (string | { readonly source: string; readonly target: string })[];
  readonly healthcheck: { readonly test?: readonly string[] };
  readonly [key: string]: unknown;
}

const compose: {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
} = parse(readFileSync(run("compose.yaml"), "utf8"), { merge: true });
const { database, ...ours } = compose.services;

/** Debian's, which does not know `name` yet; `docker compose` reads the same files. */
test.runIf(Bun.which("docker-compose") !== null)("compose takes the file", () => {
  const file = join(folder, "compose.yaml");
  writeFileSync(file, readFileSync(run("compose.yaml"), "utf8").replace(/^name: .*$/m, ""));
  const { status, stderr } = spawnSync("docker-compose", ["-f", file, "config", "--quiet"], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([status, stderr]).toEqual([0, ""]);
});

test("each role has a service of its own, and its command and variables are known", () => {
  expect(Object.keys(ours).toSorted()).toEqual(["migrate", ...CHECKED_ROLES].toSorted());
  for (const [name, { command = [], environment = {}, secrets }] of Object.entries(ours)) {
    expect([name, complaint(`weboid ${command.join(" ")}`)]).toEqual([name, null]);
    expect(command[0]).toBe(name);
    expect(Object.keys(environment).filter((variable) => !(variable in ENVIRONMENT))).toEqual([]);
    expect(secrets).toEqual([{ source: name === "migrate" ? "owner" : name, target: "settings" }]);
  }
  expect(Object.keys(compose.secrets).toSorted()).toEqual(
    ["database_password", "owner", ...CHECKED_ROLES].toSorted(),
  );
});

test("no container has rights, a writable root, or no check of its health", () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(service.healthcheck, name).toEqual(
      name === "migrate" ? { disable: true } : expect.objectContaining({ test: expect.any(Array) }),
    );
  }
  expect(database?.environment).not.toHaveProperty("POSTGRES_PASSWORD");
});

test("the checks of health find out whether somebody answers", async () => {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) =>
      new Response("", { status: /\/(?:metrics|healthz)$/.test(new URL(request.url).pathname) ? 200 : 404 }),
  });
  const tests = Object.values(ours).flatMap(({ healthcheck: { test } }) =>
    test === undefined ? [] : [test],
  );
  // podman-compose gives them to a shell, and quotes them wrong.
  expect(tests.flat().filter((word) => !/^[\w.:/-]+$/.test(word))).toEqual([]);
  const probes = new Set(tests.map((test) => test.join(" ")));
  expect(probes.size).toBe(2);
  const probe = async (text: string) => {
    const [, shell = "", , ...words] = text.split(" ");
    const env = { PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };
    const child = Bun.spawn([shell, run("container.sh"), ...words], {
      env,
      stdout: "ignore",
      stderr: "ignore",
    });
    return await child.exited;
  };
  for (const text of probes) {
    expect(await probe(text.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${server.port}`))).toBe(0);
    expect(await probe(text.replace(/127\.0\.0\.1:\d+\/\w+/, `127.0.0.1:${server.port}/x`))).toBe(1);
  }
  await server.stop(true);
});

/** The files of the image, as the first stage of the Containerfile copies them. */
function imageOf(): string {
  const image = join(folder, "image");
  const [stage = ""] = readFileSync(run("Containerfile"), "utf8")
    .split(/^FROM .*$/m)
    .slice(1);
  for (const [, paths = ""] of stage.matchAll(/^COPY (.*)$/gm)) {
    const [target = "", ...sources] = paths.split(" ").toReversed();
    for (const source of sources) {
      const to = join(image, target.endsWith("/") ? join(target, source.split("/").at(-1) ?? "") : target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(root, source), to, { recursive: true });
    }
  }
  symlinkSync(join(root, "node_modules"), join(image, "node_modules"));
  return image;
}

test("the image has all files that Weboid and the edge's bundle need", () => {
  const image = imageOf();
  const started = spawnSync(process.execPath, [join(image, "crawler/cli/main.ts"), "crawl", "--help"], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([started.status, started.stdout]).toEqual([0, expect.stringContaining("check the links")]);
  const bundle = join(folder, "worker.js");
  const bundled = spawnSync("node", [join(image, "crawler/edge-host/bundle.mjs"), bundle], {
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([bundled.status, bundled.stderr]).toEqual([0, ""]);
  expect(readFileSync(bundle, "utf8").length).toBeGreaterThan(10_000);
});

test("the build's context is what the image copies, and has no settings", () => {
  const copied = [...readFileSync(run("Containerfile"), "utf8").matchAll(/^COPY (?!--from)(.*) \S+$/gm)];
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  const admitted = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  expect(ignored).toContain("*");
  expect(admitted.toSorted()).toEqual(copied.flatMap(([, paths = ""]) => paths.split(" ")).toSorted());
});

/** Runs the image's script with Weboid in front of the path. */
function start(settings: string, ...command: string[]) {
  const file = join(folder, "settings");
  writeFileSync(file, settings);
  const { status, stdout, stderr } = spawnSync("/bin/sh", [run("container.sh"), ...command], {
    encoding: "utf8",
    timeout: 60_000,
    env: {
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
      WEBOID_SETTINGS: file,
      WEBOID_METRICS: "0.0.0.0:9464",
    },
  });
  return { status, said: stdout + stderr };
}

test("a role starts with the settings of its file, and not with wrong ones", () => {
  expect(start("# none\n\n", "crawl")).toEqual({
    status: 1,
    said: expect.stringMatching(/^environment: WEBOID_CONTACT is not set/),
  });
  const settings = "DATABASE_URL=postgres://a:b'$(c) d@127.0.0.1:1/w\nWEBOID_CONTACT=you@example.net";
  expect(start(settings, "crawl")).toEqual({
    status: 1,
    said: expect.stringMatching(/^nothing wrong found\n[\s\S]*no PostgreSQL/),
  });
  expect(start("export A", "crawl")).toMatchObject({ status: 2 });
  expect(start("WEBOID_CONTACT=you@example.net", "status")).toMatchObject({
    status: 2,
    said: expect.stringMatching(/names no DATABASE_URL\n$/),
  });
  expect(start("", "--version")).toMatchObject({ status: 0 });
});

test("a dump takes the place of the one before when it is whole, and its owner alone reads it", () => {
  const backup = blocksOf("docs/run/containers.md").find(({ name }) => name === "backup")?.text ?? "";
  const dumps = join(folder, "dumps");
  const bin = join(folder, "bin");
  for (const made of [dumps, bin]) mkdirSync(made);
  const dump = (docker: string) => {
    writeFileSync(join(bin, "docker"), `#!/bin/sh\n${docker}\n`, { mode: 0o755 });
    // As it is pasted: a line that fails ends nothing.
    const { status } = spawnSync("sh", ["-c", `umask 022\n${backup}`], {
      cwd: dumps,
      timeout: 60_000,
      env: { PATH: `${bin}:${process.env.PATH}` },
    });
    const whole = readdirSync(dumps).filter((file) => file.endsWith(".dump"));
    return [status, ...whole.map((file) => readFileSync(join(dumps, file), "utf8"))];
  };
  expect(dump("echo whole")).toEqual([0, "whole\n"]);
  expect(dump("echo half; exit 1")).toEqual([1, "whole\n"]);
  expect(readdirSync(dumps).map((file) => statSync(join(dumps, file)).mode & 0o777)).toEqual([0o600, 0o600]);
});

test("the guide says what was never tried, and the address at which dispatchers find the edge", () => {
  const guide = documentText("docs/run/containers.md");
  expect(guide).toContain("its compose was never tried");
  const [address = ""] = /\d+\.\d+\.\d+\.\d+(?= \})/.exec(documentText("docs/run/compose.yaml")) ?? [];
  expect(guide).toContain(`EDGE_URL=http://${address}:8787`);
});
