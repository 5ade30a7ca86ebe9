import * as z from "zod/mini";
import { readBoundedJson } from "../bounded-body.ts";
import { SharedAnswers } from "../cache/shared-answers.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";

/** Whether what stands behind the edge answers. */
export interface OriginHealth {
  /** `none`: ORIGIN_URL is not set. */
  readonly origin: "answers" | "away" | "none";
  readonly database: "answers" | "away" | "unknown";
}

const ASK_MS = 2_000;
const BYTES_MAX = 64 * 1024;
/** A monitor may ask the edge as often as it likes. */
const KEPT_SECONDS = 5;

/** Of the origin's `/healthz`; what else answers there is none. */
const Health = z.object({ ok: z.boolean() });

async function askHealth(deps: EdgeDeps, base: string): Promise<OriginHealth> {
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const response = await deps.fetch(new Request(`${base}/healthz`, { redirect: "manual", signal }));
    const { data } = z.safeParse(Health, await readBoundedJson(response.body, BYTES_MAX));
    if (data === undefined) return { origin: "away", database: "unknown" };
    return { origin: "answers", database: data.ok ? "answers" : "away" };
  } catch {
    return { origin: "away", database: "unknown" };
  }
}

/** Asks the origin how it is, at most once in KEPT_SECONDS, however many want to know meanwhile. */
export function createOriginHealth(deps: EdgeDeps): (env: EdgeEnv) => Promise<OriginHealth> {
  const answers = new SharedAnswers<OriginHealth>(deps, 1);
  return async ({ ORIGIN_URL }) => {
    const base = (ORIGIN_URL ?? "").replace(/\/$/, "");
    if (base === "") return { origin: "none", database: "unknown" };
    return answers.get(
      "health of the origin",
      () => askHealth(deps, base),
      () => KEPT_SECONDS,
    );
  };
}
