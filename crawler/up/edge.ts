import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { type Config, VERSION } from "../runtime/config.ts";
import { WorkError } from "../runtime/errors.ts";
import type { Log } from "../runtime/log.ts";

export const checkoutRoot = resolve(import.meta.dirname, "../..");

/** The part of wrangler.toml that matters here; the rest is how the Worker is deployed. */
const schema = z.object({
  name: z.string(),
  main: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()).default([]),
  kv_namespaces: z.array(z.object({ binding: z.string(), id: z.string() })).default([]),
  vars: z.record(z.string(), z.string()).default({}),
});

interface LocalWorker {
  /** Entry point, absolute. */
  readonly main: string;
  /** Options of Miniflare. */
  readonly worker: Readonly<Record<string, unknown>>;
}

const git = (...words: string[]) => spawnSync("git", words, { cwd: checkoutRoot, encoding: "utf8" });

/** What the bundle is made of. */
const SOURCES = ["edge", "shared", "package.json", "bun.lock", "wrangler.toml"];

/** Which source runs (G1): the commit of the checkout, if it is one, git is there, and nothing was changed since. */
function commit(): Record<string, string> {
  const { status, stdout } = git("rev-parse", "HEAD");
  const text = status === 0 ? stdout.trim() : "";
  if (!/^[0-9a-f]{40,64}$/.test(text)) return {};
  const changed = git("status", "--porcelain", "--", ...SOURCES);
  return changed.status === 0 && changed.stdout === "" ? { SOURCE_COMMIT: text } : {};
}

/** The Worker as wrangler.toml describes it; `vars` over its own. */
function readWorker(vars: Readonly<Record<string, string>>): LocalWorker {
  const toml = schema.parse(Bun.TOML.parse(readFileSync(join(checkoutRoot, "wrangler.toml"), "utf8")));
  return {
    main: join(checkoutRoot, toml.main),
    worker: {
      name: toml.name,
      compatibilityDate: toml.compatibility_date,
      compatibilityFlags: toml.compatibility_flags,
      kvNamespaces: Object.fromEntries(toml.kv_namespaces.map(({ binding, id }) => [binding, { id }])),
      // Without the bindings for rates: there is but one isolate here, which counts by itself (edge/cache/throttle.ts).
      bindings: { ...toml.vars, SOURCE_VERSION: VERSION, ...commit(), ...vars },
    },
  };
}

export interface LocalEdge {
  /** Without a final slash. */
  readonly url: string;
  /** Resolves with a sentence when the edge ends without having been asked to. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
}

export interface EdgeOptions {
  readonly dataDir: string;
  readonly hostname: string;
  readonly port: number;
  /** Variables and secrets of the Worker (wrangler.toml, docs/operators.md). */
  readonly vars: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** The Worker's variables and secrets, as its operator sets them at Cloudflare by hand (docs/operators.md). */
export function edgeVars(config: Config, originUrl: string | null): Record<string, string> {
  return {
    ORIGIN_URL: originUrl ?? "",
    ORIGIN_TOKEN: config.originToken ?? "",
    ORIGIN_TOKEN_OLD: config.originTokenOld ?? "",
    EDGE_TOKEN: config.edgeToken ?? "",
    EDGE_TOKEN_OLD: config.edgeTokenOld ?? "",
    CLIENT_IP_HEADER: config.clientIpHeader ?? "",
    PUBLIC_URL: config.publicUrl ?? "",
    SOURCE_URL: config.sourceUrl ?? "",
    FRIEND_NETWORKS: config.friendNetworks.join(","),
    WEBOID_CONTACT: config.contact ?? "",
    WEBOID_DENY: config.deny.join(","),
    WEBOID_ALLOW_PRIVATE: config.allowPrivate ? "1" : "",
  };
}

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 3_000;

/** What edge-host.mjs answers to its order. */
const answerSchema = z.union([
  z.object({ url: z.string().transform((url) => url.replace(/\/$/, "")) }),
  z.object({ error: z.string() }),
]);
type Answer = z.infer<typeof answerSchema>;

function parseAnswer(line: string): Answer | null {
  try {
    return answerSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Starts the edge Worker in workerd, with its store under `dataDir`; throws a WorkError that says how to fix it. */
export async function startEdge({ dataDir, hostname, port, vars, log }: EdgeOptions): Promise<LocalEdge> {
  const folder = join(dataDir, "edge");
  const { main, worker } = readWorker(vars);
  mkdirSync(folder, { recursive: true });
  const node = join(checkoutRoot, "node_modules/.bin/node");
  const child = spawn(node, [join(import.meta.dirname, "edge-host.mjs")], {
    cwd: checkoutRoot,
    // Out of reach of a terminal's Ctrl-C: the roles that end first still write to it.
    detached: true,
  });
  const ended = new Promise<string>((done) => {
    child.once("error", (error) => done(error.message));
    child.once("exit", (code) => done(`it ended with code ${code}`));
  });
  let stopping = false;
  const stop = async () => {
    stopping = true;
    child.stdin.end();
    const brake = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
    await ended;
    clearTimeout(brake);
  };
  createInterface(child.stderr).on("line", (line) => line.trim() !== "" && log.warn(line));
  const answered = new Promise<Answer>((done) => {
    createInterface(child.stdout).on("line", (line) => {
      const answer = parseAnswer(line);
      if (answer !== null) done(answer);
    });
    setTimeout(() => done({ error: `it did not start in ${START_MS_MAX / 1000} s` }), START_MS_MAX).unref();
  });
  // Tokens go by pipe: others on this machine can read arguments. Its end is the edge's end, also under kill -9.
  child.stdin.on("error", () => {});
  child.stdin.write(`${JSON.stringify({ root: checkoutRoot, main, folder, worker, hostname, port })}\n`);
  const answer = await Promise.race([answered, ended.then((error): Answer => ({ error }))]);
  if ("error" in answer) {
    await stop();
    throw new WorkError(`the edge did not start on ${hostname}:${port}: ${answer.error}`);
  }
  const failed = new Promise<string>((done) => {
    void ended.then((why) => stopping || done(`the edge failed: ${why}`));
  });
  return { url: answer.url, failed, stop };
}
