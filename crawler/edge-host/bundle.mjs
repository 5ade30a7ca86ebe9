import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * The edge Worker as one file, as a machine of one's own runs it. By itself it writes that file and prints its SHA-256,
 * which `/source` discloses, so that anybody can check what runs (G1): node crawler/edge-host/bundle.mjs worker.js
 */

/** What wrangler brings, in the versions that it brings. `root`: of the checkout. */
export function loaderOf(root) {
  const require = createRequire(join(root, "node_modules", "wrangler", "package.json"));
  return (name) => import(pathToFileURL(require.resolve(name)).href);
}

/** The text of the bundle; depends on the sources and the lock file alone, not on the folder. */
export async function bundle(root, main) {
  const esbuild = await loaderOf(root)("esbuild");
  const { outputFiles } = await esbuild.build({
    entryPoints: [main],
    absWorkingDir: root,
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

export const sha256Of = (text) => createHash("sha256").update(text).digest("hex");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    process.stderr.write("say into which file: node crawler/edge-host/bundle.mjs worker.js\n");
    process.exit(2);
  }
  const root = resolve(import.meta.dirname, "../..");
  const text = await bundle(root, join(root, "edge/self-hosted.ts"));
  writeFileSync(file, text);
  process.stdout.write(`${sha256Of(text)}\n`);
}
