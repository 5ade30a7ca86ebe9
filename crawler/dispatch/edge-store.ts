import { signBody } from "../../shared/protocol/sign.ts";
import type { KvPair } from "../../shared/protocol/types.ts";
import type { HttpClient } from "../runtime/http.ts";
import { batches, type SnapshotStore, type StoreResult } from "./store.ts";

interface EdgeStoreOptions {
  readonly http: HttpClient;
  /** Address of the edge, without a final slash. */
  readonly edgeUrl: string;
  readonly edgeToken: string;
  readonly signal: AbortSignal;
}

/** Removing is listed in calls of this many keys. */
const KEYS_PER_CALL_MAX = 1_000;

/** The local and self-hosted store: POST and DELETE /internal/kv of the edge Worker, signed with EDGE_TOKEN. */
export function edgeStore(options: EdgeStoreOptions): SnapshotStore {
  const call = async (method: "POST" | "DELETE", content: unknown): Promise<string | null> => {
    const path = "/internal/kv";
    const body = new TextEncoder().encode(JSON.stringify(content));
    const answer = await options.http.send({
      url: options.edgeUrl + path,
      method,
      // The receiver compares with its own clock: always the machine's, never a simulated one.
      headers: {
        "content-type": "application/json",
        ...(await signBody(
          options.edgeToken,
          { method, path: signedPath(options.edgeUrl, path), body },
          Date.now(),
        )),
      },
      body,
      signal: options.signal,
    });
    if (answer.kind === "failure") return `the edge at ${options.edgeUrl} did not answer: ${answer.detail}`;
    if (answer.http >= 200 && answer.http < 300) return null;
    const hint = answer.http === 401 || answer.http === 403 ? "; is EDGE_TOKEN the same on both sides?" : "";
    return `the edge at ${options.edgeUrl} answered ${answer.http} to ${method} ${path}${hint}`;
  };

  const run = async (method: "POST" | "DELETE", calls: readonly unknown[]): Promise<StoreResult> => {
    for (const content of calls) {
      const message = await call(method, content);
      if (message !== null) return { kind: "failed", message };
    }
    return { kind: "stored", calls: calls.length };
  };

  return {
    put: (pairs: readonly KvPair[]) => run("POST", batches(pairs)),
    remove: (keys) =>
      run(
        "DELETE",
        Array.from({ length: Math.ceil(keys.length / KEYS_PER_CALL_MAX) }, (_, at) =>
          keys.slice(at * KEYS_PER_CALL_MAX, (at + 1) * KEYS_PER_CALL_MAX),
        ),
      ),
  };
}

/** What is signed is the path as the receiver sees it, with the path of an edge that does not stand at the root. */
function signedPath(edgeUrl: string, path: string): string {
  return new URL(edgeUrl).pathname.replace(/\/$/, "") + path;
}
