import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { type Config, VERSION } from "../runtime/config.ts";
import { WorkError } from "../runtime/errors.ts";
import type { Log } from "../runtime/log.ts";
import type { Figures } from "../runtime/metrics.ts";
import { figuresOfProcesses, figuresOfWorker } from "./figures.ts";
import type { FrontLimits } from "./front/limits.ts";
import { type Answer, type EdgeEgress, type Order, storeOf } from "./order.ts";

export const checkoutRoot = resolve(import.meta.dirname, "../..");

/** The part of wrangler.toml that matters here; the rest is how the Worker is deployed. */
const schema = z.object({
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()).default([]),
  vars: z.record(z.string(), z.string()).default({}),
});

/** Also as another user than the owner of the checkout, as whom an edge of root runs: git refuses that by itself. */
const git = (...words: string[]) =>
  spawnSync("git", ["-c", `safe.directory=${checkoutRoot}`, ...words], {
    cwd: checkoutRoot,
    encoding: "utf8",
  });

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
function readWorker(vars: Readonly<Record<string, string>>) {
  const toml = schema.parse(Bun.TOML.parse(readFileSync(join(checkoutRoot, "wrangler.toml"), "utf8")));
  return {
    main: join(checkoutRoot, "edge/self-hosted.ts"),
    compatibilityDate: toml.compatibility_date,
    compatibilityFlags: toml.compatibility_flags,
    vars: { ...toml.vars, SOURCE_VERSION: VERSION, ...commit(), ...vars },
  };
}

export interface LocalEdge {
  /** Without a final slash. */
  readonly url: string;
  /** Resolves with a sentence when the edge ends without having been asked to. */
  readonly failed: Promise<string>;
  /** What its processes take of the machine, and how full the Worker's caches are. */
  figures(): Promise<Figures>;
  stop(): Promise<void>;
}

export interface EdgeOptions {
  readonly dataDir: string;
  readonly hostname: string;
  readonly port: number;
  /** Variables and secrets of the Worker (wrangler.toml, docs/operators.md). */
  readonly vars: Readonly<Record<string, string>>;
  /** Of the configuration. */
  readonly egress: EdgeEgress;
  readonly log: Log;
  /** Entry point in place of edge/self-hosted.ts, absolute. */
  readonly main?: string;
  /** Of connections, in place of FRONT_LIMITS. */
  readonly limits?: Partial<FrontLimits>;
  /** Of the store's file, in place of the disk's own end. */
  readonly storeBytesMax?: number;
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
    OAUTH_CLIENT_ID: config.login.clientId ?? "",
    OAUTH_CLIENT_SECRET: config.login.clientSecret ?? "",
    OAUTH_BASE_URL: config.login.baseUrl ?? "",
    OAUTH_EDITS_MIN: config.login.editsMin ?? "",
    WEBOID_ADMINS: config.login.admins ?? "",
    WEBOID_CONTACT: config.contact ?? "",
    WEBOID_DENY: config.deny.join(","),
    WEBOID_ALLOW_PRIVATE: config.allowPrivate ? "1" : "",
  };
}

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 3_000;

/** The lines of its standard output. */
const answerSchema = z.union([z.object({ url: z.string() }), z.object({ error: z.string() })]);

function parseAnswer(line: string): Answer | null {
  try {
    return answerSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Whether `startEdge` will make the store: whatever was written to the one before has to be written again. */
export const hasNoStore = (dataDir: string): boolean => !existsSync(storeOf(dataDir));

/**
 * Starts the self-hosted edge (crawler/edge-host), with its store under `dataDir`; throws a WorkError that says how to fix it.
 * @param signal ends it while it starts
 */
export async function startEdge(
  { dataDir, vars, egress, log, ...rest }: EdgeOptions,
  signal?: AbortSignal,
): Promise<LocalEdge> {
  const { hostname, port } = rest;
  const folder = resolve(dataDir, "edge");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { allowPrivate, deny, dns } = egress;
  const order: Order = {
    root: checkoutRoot,
    folder,
    bun: process.execPath,
    egress: { allowPrivate, deny, dns },
    ...readWorker(vars),
    ...rest,
  };
  const { pid, answered, ended, stop } = spawnHost(order, log);
  const late = setTimeout(() => void stop(), START_MS_MAX);
  // Nobody asks it yet, and its start hears no end.
  const abort = () => void stop(0);
  signal?.addEventListener("abort", abort, { once: true });
  const answer = await Promise.race([answered, ended.then((error): Answer => ({ error }))]);
  signal?.removeEventListener("abort", abort);
  clearTimeout(late);
  if ("error" in answer) {
    await stop();
    throw new WorkError(`the edge did not start on ${hostname}:${port}: ${answer.error}`);
  }
  let stopping = false;
  const failed = new Promise<string>((done) => {
    void ended.then((why) => stopping || done(`the edge failed: ${why}`));
  });
  return {
    url: answer.url,
    failed,
    figures: async () => ({ ...figuresOfProcesses(pid), ...(await figuresOfWorker(answer.url)) }),
    stop() {
      stopping = true;
      return stop();
    },
  };
}

/** `ended`: why, in words. */
function spawnHost(order: Order, log: Log) {
  const node = join(checkoutRoot, "node_modules/.bin/node");
  const main = join(checkoutRoot, "crawler/edge-host/main.ts");
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", main], {
    cwd: checkoutRoot,
    // Out of reach of a terminal's Ctrl-C: the roles that end first still write to it.
    detached: true,
  });
  let last = "";
  const { promise: answered, resolve: answer } = Promise.withResolvers<Answer>();
  createInterface(child.stdout).on("line", (line) => {
    const said = parseAnswer(line);
    if (said === null) return;
    if ("error" in said) last = said.error;
    answer(said);
  });
  createInterface(child.stderr).on("line", (line) => line.trim() !== "" && log.warn(line, "edge-says"));
  const ended = new Promise<string>((done) => {
    child.once("error", (error) => done(error.message));
    child.once("close", (code, signal) => done(last || `it ended with ${signal ?? `code ${code}`}`));
  });
  // Tokens go by pipe: others on this machine can read arguments. Its end is the edge's end, also under kill -9.
  child.stdin.on("error", () => {});
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const stop = async (msMax = STOP_MS_MAX) => {
    child.stdin.end();
    const brake = setTimeout(() => child.kill("SIGKILL"), msMax);
    await ended;
    clearTimeout(brake);
  };
  return { pid: child.pid, answered, ended, stop };
}
