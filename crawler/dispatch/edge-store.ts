import { z } from "zod";
import { signBody } from "../../shared/protocol/sign.ts";
import { type Fence, type KvPair, kvPath } from "../../shared/protocol/types.ts";
import type { HttpClient } from "../runtime/http.ts";
import { batches, type SnapshotStore, type StoreResult } from "./store.ts";

interface EdgeStoreOptions {
  readonly http: HttpClient;
  /** Address of the edge, without a final slash. */
  readonly edgeUrl: string;
  readonly edgeToken: string;
  readonly signal: AbortSignal;
}

/** The edge's answer to a dispatcher that was overtaken. */
const OUTDATED = z.object({ fence: z.int().min(0) });

/** Removing is listed in calls of this many keys. */
const KEYS_PER_CALL_MAX = 1_000;

/** The local and self-hosted store: POST and DELETE /internal/kv of the edge Worker, signed with EDGE_TOKEN. */
export function edgeStore(options: EdgeStoreOptions): SnapshotStore {
  const run = async (
    method: "POST" | "DELETE",
    calls: readonly unknown[],
    fence: Fence | undefined,
  ): Promise<StoreResult> => {
    for (const content of calls) {
      const refused = await call(options, method, kvPath(fence ?? null), content);
      if (refused !== null) return refused;
    }
    return { kind: "stored", calls: calls.length };
  };
  return {
    put: (pairs: readonly KvPair[], fence) => run("POST", batches(pairs), fence),
    remove: (keys, fence) =>
      run(
        "DELETE",
        Array.from({ length: Math.ceil(keys.length / KEYS_PER_CALL_MAX) }, (_, at) =>
          keys.slice(at * KEYS_PER_CALL_MAX, (at + 1) * KEYS_PER_CALL_MAX),
        ),
        fence,
      ),
  };
}

/** One request; null: it was carried out. */
async function call(
  { http, edgeUrl, edgeToken, signal }: EdgeStoreOptions,
  method: "POST" | "DELETE",
  path: string,
  content: unknown,
): Promise<Exclude<StoreResult, { kind: "stored" }> | null> {
  const body = new TextEncoder().encode(JSON.stringify(content));
  const parts = { method, path: signedPath(edgeUrl, path), body };
  const answer = await http.send({
    url: edgeUrl + path,
    method,
    // The receiver compares with its own clock: always the machine's, never a simulated one.
    headers: { "content-type": "application/json", ...(await signBody(edgeToken, parts, Date.now())) },
    body,
    signal,
  });
  if (answer.kind === "failure")
    return { kind: "failed", message: `the edge at ${edgeUrl} did not answer: ${answer.detail}` };
  if (answer.http >= 200 && answer.http < 300) return null;
  const outdated = answer.http === 409 && answer.kind === "json" ? OUTDATED.safeParse(answer.value) : null;
  if (outdated?.success) return { kind: "outdated", number: outdated.data.fence };
  const hint = answer.http === 401 || answer.http === 403 ? "; is EDGE_TOKEN the same on both sides?" : "";
  return {
    kind: "failed",
    message: `the edge at ${edgeUrl} answered ${answer.http} to ${method} ${path}${hint}`,
  };
}

/** What is signed is the path as the receiver sees it, with the path of an edge that does not stand at the root. */
function signedPath(edgeUrl: string, path: string): string {
  return new URL(edgeUrl).pathname.replace(/\/$/, "") + path;
}
