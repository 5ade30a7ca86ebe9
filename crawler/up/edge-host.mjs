import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

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
const require = createRequire(join(options.root, "node_modules", "wrangler", "package.json"));
/** What wrangler brings, in the versions that it brings. */
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

async function bundle(main) {
  const esbuild = await load("esbuild");
  const { outputFiles } = await esbuild.build({
    entryPoints: [main],
    absWorkingDir: options.root,
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    // As wrangler bundles for Workers.
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["node:*", "cloudflare:*"],
    loader: { ".txt": "text", ".html": "text" },
    logLevel: "silent",
  });
  return outputFiles[0].text;
}

async function start() {
  const [{ Miniflare, convertV4MiniflareOptions, Log, LogLevel }, contents] = await Promise.all([
    load("miniflare"),
    bundle(options.main),
  ]);
  const server = new Miniflare(
    convertV4MiniflareOptions({
      ...options.worker,
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
