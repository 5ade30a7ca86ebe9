import type { Context } from "hono";
import pLimit from "p-limit";
import * as z from "zod/mini";
import { isBodyOf, type Refusal, refusalError, verifyHead } from "../../shared/protocol/sign.ts";
import {
  beginsStoreKey,
  keysOf,
  mayRead,
  parseFence,
  parseStoreWrite,
  type StoreWrite,
  StoreWriteResult,
} from "../../shared/protocol/store-write.ts";
import { fenceKey, KV_REQUEST_BYTES_MAX, type KvPair } from "../../shared/protocol/types.ts";
import { jsonOf, readBounded } from "../bounded-body.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { callerOf } from "../limits/caller.ts";
import { inSeconds } from "../limits/throttle.ts";
import { createFences, type FencePassage, type Fences } from "../sources/fence.ts";

/** Writes at once; workerd runs six subrequests side by side, more only wait. */
const PARALLEL = 6;

/** KV's least: what is read out is what readers at this location get. */
const READ_CACHE_SECONDS = 30;

const bytesOf = ({ value, base64 }: KvPair): Uint8Array<ArrayBuffer> | string =>
  base64 === true ? Uint8Array.from(atob(value), (character) => character.charCodeAt(0)) : value;

/** An error in words that the dispatcher's operator can act on. */
const refuse = (
  c: Context<Edge>,
  status: 400 | 401 | 404 | 409 | 413 | 429 | 507,
  code: string,
  message: string,
  more: { readonly fence?: number } = {},
): Response => c.json({ error: { code, message }, ...more }, status);

/** Wrong attempts are counted by caller, each in a moment and without having read more than the request's head. */
async function refuseUnsigned(
  c: Context<Edge>,
  { throttle }: EdgeDeps,
  reason: Refusal["reason"],
): Promise<Response> {
  const caller = callerOf(c);
  const taken = caller === null ? null : await throttle.take(c.env, caller, "unsigned");
  if (taken?.refused) {
    c.header("retry-after", String(taken.retrySeconds));
    return refuse(c, 429, "too-many-requests", `go on ${inSeconds(taken.retrySeconds)}`);
  }
  const { code, message } = refusalError(reason, "EDGE_TOKEN");
  return refuse(c, 401, code, message);
}

/** The signature of the request's head: before anything of the body is read, as it may be large, and its sender anybody. */
function claimOf(c: Context<Edge>, deps: EdgeDeps) {
  const { pathname, search } = new URL(c.req.url);
  const head = { method: c.req.method, path: pathname + search };
  return verifyHead(c.env.EDGE_TOKEN, head, (name) => c.req.header(name), deps.now(), c.env.EDGE_TOKEN_OLD);
}

/** The body of a signed request. */
async function signedBody(c: Context<Edge>, deps: EdgeDeps): Promise<Uint8Array | Response> {
  const claim = claimOf(c, deps);
  if (claim.kind === "refused") return refuseUnsigned(c, deps, claim.reason);
  const isTooLarge = Number(c.req.header("content-length") ?? 0) > KV_REQUEST_BYTES_MAX;
  const body = isTooLarge ? null : await readBounded(c.req.raw.body, KV_REQUEST_BYTES_MAX);
  if (body === null) return refuse(c, 413, "too-large", `send at most ${KV_REQUEST_BYTES_MAX} bytes at once`);
  return (await isBodyOf(claim, body)) ? body : refuseUnsigned(c, deps, "signature");
}

/** The disk of a machine of one's own is full; the message is for its operator. */
class StoreFull extends Error {}

/** A signed write. */
interface Sent {
  readonly verb: StoreWrite["kind"];
  /** Of the address, with the fence. */
  readonly search: string;
  readonly body: Uint8Array;
}

/** To the store of a machine of one's own, as it came: checked, compared with the fence and written there, in one transaction. */
async function atOnce(
  bulk: Fetcher,
  deps: EdgeDeps,
  { verb, search, body }: Sent,
): Promise<StoreWriteResult> {
  try {
    const answer = await bulk.fetch(`http://kv/bulk/${verb}${search}`, { method: "POST", body });
    const text = await answer.text();
    if (answer.status === 507) throw new StoreFull(text.trim());
    const result = z.safeParse(StoreWriteResult, jsonOf(text)).data;
    if (result === undefined) throw new Error(`the store answered ${answer.status}: ${text.slice(0, 200)}`);
    if (result.kind === "written") deps.changed.note(result.keys);
    return result;
  } catch (error) {
    // Perhaps it was written, and its answer lost.
    if (!(error instanceof StoreFull)) deps.changed.noteAll();
    throw error;
  }
}

/**
 * Key by key where the store knows no transactions, unless the dispatcher was overtaken by another (D2), before or meanwhile.
 * After a failure no more begins, and all is over at the end.
 */
async function oneByOne(
  kv: KVNamespace,
  { deps, fences }: { readonly deps: EdgeDeps; readonly fences: Fences },
  { verb, search, body }: Sent,
): Promise<StoreWriteResult> {
  const fence = parseFence(new URLSearchParams(search));
  if (fence !== null && "kind" in fence) return fence;
  const write = parseStoreWrite(verb, new TextDecoder().decode(body), fence);
  if (write.kind === "bad") return write;
  let passage: FencePassage = fence === null ? { kind: "passed" } : await fences.pass(kv, fence);
  let failed = false;
  const limit = pLimit(PARALLEL);
  const run = (step: () => Promise<void>) =>
    limit(async () => {
      if (fence !== null && passage.kind === "passed") passage = fences.overtaken(fence);
      if (failed || passage.kind === "overtaken") return;
      try {
        await step();
      } catch (error) {
        failed = true;
        throw error;
      }
    });
  const keys = keysOf(write);
  try {
    const results = await Promise.allSettled(
      write.kind === "delete"
        ? write.keys.map((key) => run(() => kv.delete(key)))
        : write.pairs.map((pair) => run(() => kv.put(pair.key, bytesOf(pair)))),
    );
    for (const result of results) if (result.status === "rejected") throw result.reason;
  } finally {
    // Also of one that was overtaken in the middle, or that the store failed.
    deps.changed.note(keys);
  }
  return passage.kind === "overtaken" ? passage : { kind: "written", keys: [...keys] };
}

/** Keys from a place on: of a wiki's snapshots, of which an export removes those of pages that are gone, or of the profiles of all wikis. */
async function listOut(c: Context<Edge>, prefix: string, cursor: string | null): Promise<Response> {
  if (!beginsStoreKey(prefix)) return refuse(c, 400, "bad-prefix", "give prefix=, such as s1:dewiki@WMF:");
  const found = await c.env.SNAPSHOTS.list({ prefix, ...(cursor !== null && { cursor }) });
  c.header("cache-control", "no-store");
  return c.json({
    keys: found.keys.map(({ name }) => name),
    cursor: found.list_complete ? null : found.cursor,
  });
}

/**
 * GET /internal/kv?key=…: the bytes under a key, for an operator who wonders what the edge holds; ?prefix=…&cursor=…: a
 * thousand keys that begin so, as `{keys, cursor}` with a null cursor at the end.
 */
async function readOut(c: Context<Edge>, deps: EdgeDeps): Promise<Response> {
  const claim = claimOf(c, deps);
  if (claim.kind === "refused") return refuseUnsigned(c, deps, claim.reason);
  const { searchParams } = new URL(c.req.url);
  const prefix = searchParams.get("prefix");
  if (prefix !== null) return listOut(c, prefix, searchParams.get("cursor"));
  const key = searchParams.get("key") ?? "";
  if (!mayRead(key)) return refuse(c, 400, "bad-key", "give key=, one of ours, such as s1:dewiki@WMF:7");
  const value = await c.env.SNAPSHOTS.get(key, { type: "stream", cacheTtl: READ_CACHE_SECONDS });
  if (value === null) return refuse(c, 404, "absent", "there is no value under this key");
  return new Response(value, {
    headers: { "content-type": "application/octet-stream", "cache-control": "no-store" },
  });
}

async function write(c: Context<Edge>, deps: EdgeDeps, fences: Fences): Promise<Response> {
  const body = await signedBody(c, deps);
  if (body instanceof Response) return body;
  const { search, searchParams } = new URL(c.req.url);
  const sent: Sent = { verb: c.req.method === "DELETE" ? "delete" : "put", search, body };
  const { SNAPSHOTS: kv, BULK: bulk } = c.env;
  try {
    const result =
      bulk === undefined ? await oneByOne(kv, { deps, fences }, sent) : await atOnce(bulk, deps, sent);
    if (result.kind === "written") return c.body(null, 204);
    if (result.kind === "bad") return refuse(c, 400, result.code, result.message);
    const wiki = searchParams.get("wiki") ?? "";
    const message = `a later dispatcher has written for ${wiki} (key ${fenceKey(wiki)}: ${result.number})`;
    return refuse(c, 409, "outdated", message, { fence: result.number });
  } catch (error) {
    if (error instanceof StoreFull) return refuse(c, 507, "store-full", error.message);
    throw error;
  }
}

/**
 * POST and DELETE /internal/kv: the store of self-hosted edges and of `npm start`. Takes what Cloudflare's bulk write
 * takes, signed by the dispatcher.
 */
export function internalKvRoute(deps: EdgeDeps) {
  const fences = createFences();
  return (c: Context<Edge>): Promise<Response> =>
    c.req.method === "GET" ? readOut(c, deps) : write(c, deps, fences);
}
