import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../runtime/config.ts";
import { WorkError } from "../runtime/errors.ts";
import type { Log } from "../runtime/log.ts";
import { findNode, NO_NODE } from "../runtime/node.mjs";
import { checkoutRoot, readWorker } from "./worker.ts";

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
    EDGE_TOKEN: config.edgeToken ?? "",
    CLIENT_IP_HEADER: config.clientIpHeader ?? "",
    SOURCE_URL: config.sourceUrl ?? "",
    FRIEND_NETWORKS: config.friendNetworks.join(","),
    WEBOID_CONTACT: config.contact ?? "",
    WEBOID_ALLOW_PRIVATE: config.allowPrivate ? "1" : "",
  };
}

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 3_000;

type Answer = { readonly url: string } | { readonly error: string };

function parseAnswer(line: string): Answer | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null) return null;
    if ("url" in value && typeof value.url === "string") return { url: value.url.replace(/\/$/, "") };
    return "error" in value ? { error: String(value.error) } : null;
  } catch {
    return null;
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
}

/** Starts the edge Worker in workerd, with its store under `dataDir`; throws a WorkError that says the mend. */
export async function startEdge({ dataDir, hostname, port, vars, log }: EdgeOptions): Promise<LocalEdge> {
  const node = findNode(checkoutRoot);
  if (node === null) throw new WorkError(NO_NODE);
  const folder = join(dataDir, "edge");
  const { main, worker } = readWorker(vars);
  mkdirSync(folder, { recursive: true });
  const child = Bun.spawn([node, join(import.meta.dirname, "edge-host.mjs")], {
    // Tokens go by pipe: others on this machine can read arguments. Its end is the edge's end, also under kill -9.
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    cwd: checkoutRoot,
    // Out of reach of a terminal's Ctrl-C: the roles that end first still write to it.
    detached: true,
  });
  child.stdin.write(`${JSON.stringify({ root: checkoutRoot, main, folder, worker, hostname, port })}\n`);
  child.stdin.flush();
  void (async () => {
    for await (const line of lines(child.stderr)) if (line.trim() !== "") log.warn(line);
  })();

  let stopping = false;
  const stop = async () => {
    stopping = true;
    await child.stdin.end();
    const brake = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
    await child.exited;
    clearTimeout(brake);
  };

  const first = (async () => {
    for await (const line of lines(child.stdout)) {
      const answer = parseAnswer(line);
      if (answer !== null) return answer;
    }
    return { error: `it ended with code ${await child.exited}` };
  })();
  const late = Bun.sleep(START_MS_MAX).then(
    (): Answer => ({ error: `it did not start in ${START_MS_MAX / 1000} s` }),
  );
  const answer = await Promise.race([first, late]);
  if ("error" in answer) {
    await stop();
    throw new WorkError(`the edge did not start on ${hostname}:${port}: ${answer.error}`);
  }
  const failed = child.exited.then((code) =>
    stopping ? new Promise<string>(() => {}) : `the edge ended by itself, with code ${code}`,
  );
  return { url: answer.url, failed, stop };
}
