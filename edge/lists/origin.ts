import { isRecord } from "../../shared/json/record.ts";
import { readBoundedJson } from "../bounded.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { posterTo } from "../origin.ts";

const LIMITS = { ms: 8_000, responseBytes: 2 * 1024 * 1024 };

/** `refused`: origin says by a code what is wrong with the question. */
export type Asked =
  | { readonly kind: "answer"; readonly body: unknown }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  /** It was asked too often. `limits`: the headers that say which limit that was. */
  | {
      readonly kind: "later";
      readonly code: string;
      readonly seconds: number;
      readonly limits: Readonly<Record<string, string>>;
    }
  | { readonly kind: "away" };

/** Asks origin for what only the database knows. */
export async function askOrigin(
  deps: EdgeDeps,
  env: EdgeEnv,
  path: string,
  question: object,
): Promise<Asked> {
  const base = (env.ORIGIN_URL ?? "").replace(/\/$/, "");
  if (base === "") return { kind: "away" };
  try {
    const response = await posterTo(base, deps, env)(path, question, LIMITS.ms);
    const body = await readBoundedJson(response.body, LIMITS.responseBytes);
    if (response.ok && body !== undefined) return { kind: "answer", body };
    const error = isRecord(body) && isRecord(body.error) ? body.error : {};
    if (response.status === 400 || response.status === 404)
      return { kind: "refused", code: String(error.code), message: String(error.message) };
    if (response.status === 429)
      return {
        kind: "later",
        code: String(error.code),
        seconds: Number(response.headers.get("retry-after")) || 60,
        limits: Object.fromEntries(
          ["ratelimit", "ratelimit-policy"].flatMap((name) => {
            const limit = response.headers.get(name);
            return limit === null ? [] : [[name, limit]];
          }),
        ),
      };
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    console.error(`origin did not answer ${path}: ${error instanceof Error ? error.message : "unknown"}`);
    return { kind: "away" };
  }
}
