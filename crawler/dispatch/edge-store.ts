import { z } from "zod";
import { CLOCKS_DIFFER, sign } from "../../shared/protocol/sign.ts";
import { type Fence, type KvPair, kvPath } from "../../shared/protocol/types.ts";
import type { HttpAnswer, HttpClient, HttpRequest } from "../net/egress/http-client.ts";
import {
  batches,
  keyBatches,
  type ReadableStore,
  type StoredKeys,
  type StoredValue,
  type StoreResult,
} from "./store.ts";

interface EdgeStoreOptions {
  readonly http: HttpClient;
  /** Address of the edge, without a final slash. */
  readonly edgeUrl: string;
  readonly edgeToken: string;
  readonly signal: AbortSignal;
}

/** The edge's answer to a dispatcher that was overtaken. */
const OUTDATED = z.object({ fence: z.int().min(0) });

/** The refusal of a request whose time is too far from the edge's (`refusalError`). */
const CLOCK = z.object({ error: z.object({ code: z.literal("clock") }) });

/** No value under this key; another 404 means that there is no such address. */
const ABSENT = z.object({ error: z.object({ code: z.literal("absent") }) });

const KEYS = z.object({ keys: z.array(z.string()), cursor: z.string().nullable() });

const VALUE_BYTES_MAX = 26 * 1024 * 1024;

/** Well within what the Worker takes (KV_REQUEST_BYTES_MAX), and little enough for a moment of its one thread. */
const LIMITS = { pairs: 1_000, bytes: 8 * 1024 * 1024 };

/** The local and self-hosted store: POST and DELETE /internal/kv of the edge Worker, signed with EDGE_TOKEN. */
export function edgeStore(options: EdgeStoreOptions): ReadableStore {
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
    put: (pairs: readonly KvPair[], fence) => run("POST", batches(pairs, LIMITS), fence),
    remove: (keys, fence) => run("DELETE", keyBatches(keys, LIMITS.pairs), fence),
    get: (key) => read(options, key),
    list: (prefix, cursor) => list(options, prefix, cursor),
  };
}

/** A signed question. */
async function ask(
  { http, edgeUrl, edgeToken, signal }: EdgeStoreOptions,
  path: string,
  terms: Pick<HttpRequest, "bytes" | "bytesMax"> = {},
): Promise<HttpAnswer> {
  const parts = { method: "GET", path: signedPath(edgeUrl, path), body: new Uint8Array() };
  const headers = await sign(edgeToken, parts, Date.now());
  return http.send({ ...terms, url: edgeUrl + path, headers, signal });
}

async function list(options: EdgeStoreOptions, prefix: string, cursor: string | null): Promise<StoredKeys> {
  const path = `/internal/kv?${new URLSearchParams({ prefix, ...(cursor !== null && { cursor }) })}`;
  const answer = await ask(options, path);
  if (answer.kind === "failure") return { kind: "failed", message: silent(options.edgeUrl, answer.detail) };
  const found = answer.kind === "json" && answer.http === 200 ? KEYS.safeParse(answer.value) : null;
  if (!found?.success)
    return { kind: "failed", message: refusal(options.edgeUrl, answer, "GET /internal/kv?prefix=…") };
  return { kind: "keys", ...found.data };
}

/** What the Worker has under a key. */
async function read(options: EdgeStoreOptions, key: string): Promise<StoredValue> {
  const { edgeUrl } = options;
  const path = `/internal/kv?key=${encodeURIComponent(key)}`;
  const answer = await ask(options, path, { bytes: true, bytesMax: VALUE_BYTES_MAX });
  if (answer.kind === "failure") return { kind: "failed", message: silent(edgeUrl, answer.detail) };
  if (answer.kind === "text" && answer.bytes !== undefined) return { kind: "value", bytes: answer.bytes };
  if (answer.http === 404 && answer.kind === "json" && ABSENT.safeParse(answer.value).success)
    return { kind: "absent" };
  return { kind: "failed", message: refusal(edgeUrl, answer, `GET ${path}`) };
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
    headers: { "content-type": "application/json", ...(await sign(edgeToken, parts, Date.now())) },
    body,
    signal,
  });
  if (answer.kind === "failure") return { kind: "failed", message: silent(edgeUrl, answer.detail) };
  // Nothing but this: what stands before an edge may answer 200 with a page of its own.
  if (answer.http === 204) return null;
  const outdated = answer.http === 409 && answer.kind === "json" ? OUTDATED.safeParse(answer.value) : null;
  if (outdated?.success) return { kind: "outdated", number: outdated.data.fence };
  return { kind: "failed", message: refusal(edgeUrl, answer, `${method} ${path}`) };
}

const silent = (edgeUrl: string, detail: string): string =>
  `the edge at ${edgeUrl} did not answer: ${detail}`;

const HINTS: Readonly<Record<number, string>> = {
  401: "; is EDGE_TOKEN the same on both sides?",
  403: "; is EDGE_TOKEN the same on both sides?",
  404: "; is EDGE_URL the address of a Weboid edge?",
  421: "; is EDGE_URL its address as its PUBLIC_URL has it, or by number?",
  507: ": its disk is full; free some space there",
  405: "; is EDGE_URL the address of a Weboid edge?",
};

function refusal(edgeUrl: string, answer: Exclude<HttpAnswer, { kind: "failure" }>, what: string): string {
  const clock = answer.kind === "json" && CLOCK.safeParse(answer.value).success;
  const hint = clock ? `: ${CLOCKS_DIFFER}` : (HINTS[answer.http] ?? "");
  return `the edge at ${edgeUrl} answered ${answer.http} to ${what}${hint}`;
}

/** What is signed is the path as the receiver sees it, with the path of an edge that does not stand at the root. */
function signedPath(edgeUrl: string, path: string): string {
  return new URL(edgeUrl).pathname.replace(/\/$/, "") + path;
}
