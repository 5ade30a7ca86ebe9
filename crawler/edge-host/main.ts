import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startForwarder } from "../net/egress/forwarder.ts";
import { bundle, sha256Of } from "./bundle.mjs";
import { keep, type Program } from "./child.ts";
import { CONFIGURATION_NAME, environmentName, FILES, workerdConfiguration } from "./configuration.ts";
import { listen } from "./front/front.ts";
import { FRONT_LIMITS } from "./front/limits.ts";
import { type Answer, KV_FILE, type Order, RUN_FOLDER } from "./order.ts";

/**
 * The self-hosted edge on Node (order.ts; docs/decisions/0005): the front and the forwarder in this process, workerd and the store
 * as its children. Ends when standard input ends, which the kernel closes however its parent dies, and its children so with it.
 */

const say = (answer: Answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const warn = (line: string) => process.stderr.write(`${line}\n`);

function fail(error: unknown): void {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

/**
 * workerd does not end with its parent, so a shell waits for that in its place: the end of descriptor 4, which is our pipe.
 * Descriptor 3 is workerd's own, on which it says that it listens.
 */
const WITH_PARENT = `rm -f ${FILES.workerSocket}
exec 4<&0
"$@" </dev/null 4<&- &
child=$!
{ cat <&4; kill -9 $child; } >/dev/null 2>&1 3>&- &
exec 3>&- 4<&-
wait $child`;

/** The binary that wrangler brings, for this system. */
function workerdBinary(root: string): string {
  const wrangler = createRequire(join(root, "node_modules", "wrangler", "package.json"));
  const miniflare = createRequire(wrangler.resolve("miniflare"));
  return (miniflare("workerd") as { readonly default: string }).default;
}

/** Writes what workerd runs into the host's folder. */
async function prepareWorkerd(order: Order, own: Record<string, string>): Promise<Program> {
  const text = await bundle(order.root, order.main);
  writeFileSync(FILES.bundle, text);
  const vars: Record<string, string> = {
    SOURCE_BUILD: "weboid",
    SOURCE_HASH: sha256Of(text),
    ...order.vars,
    ...own,
  };
  writeFileSync(FILES.configuration, workerdConfiguration({ ...order, variables: Object.keys(vars) }));
  const serve = ["serve", "--control-fd=3", FILES.configuration, CONFIGURATION_NAME];
  return {
    name: "workerd",
    command: "/bin/sh",
    args: ["-c", WITH_PARENT, "sh", workerdBinary(order.root), ...serve],
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(Object.entries(vars).map(([name, value]) => [environmentName(name), value])),
    },
    readyFd: 3,
  };
}

function store({ folder, bun, root, storeBytesMax }: Order): Program {
  const main = join(root, "crawler/edge-host/kv/main.ts");
  const file = join(folder, KV_FILE);
  return {
    name: "the store",
    command: bun,
    args: [main, file, FILES.kvSocket, ...(storeBytesMax === undefined ? [] : [String(storeBytesMax)])],
    env: process.env,
    readyFd: 1,
  };
}

/** The Worker's way out; the key by which it knows the Worker, new at each start. */
async function forward({ egress, vars }: Order): Promise<string> {
  const key = randomBytes(32).toString("hex");
  const configured = [vars.ORIGIN_URL || null];
  await startForwarder({ ...egress, configured, key, listen: { path: FILES.egressSocket } });
  return key;
}

async function start(order: Order): Promise<void> {
  const folder = join(order.folder, RUN_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.chdir(folder);
  const keeping = { warn, failed: fail };
  const front = await listen({
    hostname: order.hostname,
    port: order.port,
    limits: { ...FRONT_LIMITS, ...order.limits },
    clientIpHeader: order.vars.CLIENT_IP_HEADER ?? "",
    publicUrl: order.vars.PUBLIC_URL || null,
    socketPath: FILES.workerSocket,
  });
  const egressKey = await forward(order);
  const own = { PUBLIC_URL: front.publicUrl, EGRESS_KEY: egressKey };
  await Promise.all([
    keep(store(order), keeping),
    prepareWorkerd(order, own).then((program) => keep(program, keeping)),
  ]);
  front.open();
  say({ url: front.url });
}

// The process that started us decides when we end; a Ctrl-C reaches everybody, and others still have to write to us.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.stdin.on("end", () => process.exit(0));
createInterface({ input: process.stdin }).once("line", (line) => {
  start(JSON.parse(line) as Order).catch(fail);
});
