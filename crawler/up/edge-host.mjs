import { createInterface } from "node:readline";
import { bundle, loaderOf, sha256Of } from "./bundle.mjs";

/**
 * Runs the edge Worker of wrangler.toml in workerd on this machine, with its key-value store in a folder. A process of
 * its own, as it needs Node 22 or later.
 *
 * The first line of standard input says what to run (below); on standard output comes one line of JSON, `{"url"}` or
 * `{"error"}`. It ends when standard input ends: with the process that started it, however that ended.
 *
 * wrangler itself is not used to serve: it asks a server of its maker for news, watches the sources, and keeps traces.
 */

/**
 * `worker`: what wrangler.toml says of the Worker, in Miniflare's words; `main` is its entry point.
 * @type {{ root: string, main: string, folder: string, worker: Record<string, unknown>, hostname: string, port: number }}
 */
const options = await new Promise((done) => {
  createInterface({ input: process.stdin }).once("line", (line) => done(JSON.parse(line)));
});

// Whoever started us decides when we end; a Ctrl-C reaches everybody, and others still have to write to us.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.stdin.on("end", () => process.exit(0)).resume();

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const load = loaderOf(options.root);

async function start() {
  const [{ Miniflare, convertV4MiniflareOptions, Log, LogLevel }, contents] = await Promise.all([
    load("miniflare"),
    bundle(options.root, options.main),
  ]);
  const server = new Miniflare(
    convertV4MiniflareOptions({
      ...options.worker,
      bindings: { SOURCE_BUILD: "weboid", SOURCE_HASH: sha256Of(contents), ...options.worker.bindings },
      modules: [{ type: "ESModule", path: "worker.js", contents }],
      host: options.hostname,
      port: options.port,
      cf: false,
      resourcePersistencePath: options.folder,
      log: new Log(LogLevel.ERROR),
      logRequests: false,
    }),
  );
  say({ url: (await server.ready).href });
}

try {
  await start();
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
