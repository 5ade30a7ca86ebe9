import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { VERSION } from "../runtime/version.ts";

export const checkoutRoot = resolve(import.meta.dirname, "../..");

/** The part of wrangler.toml that we run; whatever else appears there must be met here, so unknown keys are errors. */
const schema = z.strictObject({
  name: z.string(),
  main: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()).default([]),
  send_metrics: z.boolean().optional(),
  kv_namespaces: z.array(z.object({ binding: z.string(), id: z.string() })).default([]),
  ratelimits: z
    .array(
      z.strictObject({
        name: z.string(),
        namespace_id: z.string(),
        simple: z.strictObject({ limit: z.int(), period: z.int() }),
      }),
    )
    .default([]),
  vars: z.record(z.string(), z.string()).default({}),
  // How it is deployed, which is no matter of ours.
  env: z.unknown().optional(),
  routes: z.unknown().optional(),
  workers_dev: z.unknown().optional(),
  observability: z.unknown().optional(),
  account_id: z.unknown().optional(),
});

export interface LocalWorker {
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
export function readWorker(vars: Readonly<Record<string, string>>): LocalWorker {
  const toml = schema.parse(Bun.TOML.parse(readFileSync(join(checkoutRoot, "wrangler.toml"), "utf8")));
  return {
    main: join(checkoutRoot, toml.main),
    worker: {
      name: toml.name,
      compatibilityDate: toml.compatibility_date,
      compatibilityFlags: toml.compatibility_flags,
      kvNamespaces: Object.fromEntries(toml.kv_namespaces.map(({ binding, id }) => [binding, { id }])),
      // Without the bindings for rates: there is but one isolate here, which counts by itself (edge/throttle.ts).
      bindings: { ...toml.vars, SOURCE_VERSION: VERSION, ...commit(), ...vars },
    },
  };
}
