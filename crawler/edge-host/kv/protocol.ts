import { z } from "zod";
import {
  keysOf,
  parseFence,
  parseStoreWrite,
  type StoreWrite,
  type StoreWriteResult,
} from "../../../shared/protocol/store-write.ts";
import type { KvPair } from "../../../shared/protocol/types.ts";
import { type Pair, type Pairs, StoreFull, StoreUnusable } from "./pairs.ts";

/**
 * The store of a self-hosted edge, as workerd asks a KV namespace (its src/workerd/api/kv.c++): GET, PUT and DELETE of
 * `/KEY?urlencoded=true`, GET `/?prefix=&cursor=&key_count_limit=`, POST `/bulk/get`; and, of our own, POST `/bulk/put` and
 * `/bulk/delete`, which take what `/internal/kv` takes, fence included, carried out whole or not at all (StoreWriteResult).
 */

const KV_LIMITS = {
  keyBytes: 512,
  /** KV's largest. */
  valueBytes: 25 * 1024 * 1024,
  listed: 1_000,
  bulkGet: 100,
} as const;

const BulkGet = z.object({
  keys: z.array(z.string()).min(1).max(KV_LIMITS.bulkGet),
  type: z.enum(["text", "json"]).default("text"),
});

/** workerd shows its caller the status and the text behind it; the body is for those who ask by hand. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers a request to the store. */
export async function answerKv(request: Request, pairs: Pairs): Promise<Response> {
  try {
    return await answer(request, pairs);
  } catch (error) {
    if (error instanceof Refused) return refusal(error.status, error.message);
    if (!(error instanceof StoreFull || error instanceof StoreUnusable)) throw error;
    complain(error.message);
    return refusal(error instanceof StoreFull ? 507 : 503, error.message);
  }
}

/** Every request may meet the same: it is said now and then. */
const COMPLAIN_MS = 60_000;
let complained = { message: "", at: 0 };

function complain(message: string): void {
  const at = performance.now();
  if (message === complained.message && at - complained.at < COMPLAIN_MS) return;
  complained = { message, at };
  console.error(message);
}

const refusal = (status: number, message: string): Response =>
  new Response(`${message}\n`, { status, statusText: message.replace(/[^ -~]/g, "?").slice(0, 200) });

function answer(request: Request, pairs: Pairs): Response | Promise<Response> {
  const url = new URL(request.url);
  const { pathname, searchParams } = url;
  const { method } = request;
  if (method === "POST") return bulk(request, url, pairs);
  if (pathname === "/" && method === "GET") return list(searchParams, pairs);
  const key = keyOf(pathname, searchParams);
  if (method === "GET") return get(key, pairs);
  if (method === "PUT") return put(request, key, { searchParams, pairs });
  if (method !== "DELETE") throw new Refused(405, "this store takes GET, PUT, DELETE and POST");
  pairs.delete([key]);
  return new Response(null);
}

function keyOf(pathname: string, search: URLSearchParams): string {
  const written = pathname.slice(1);
  let key = written;
  try {
    if (search.get("urlencoded") === "true") key = decodeURIComponent(written);
  } catch {
    throw new Refused(400, "the key is not encoded as UTF-8");
  }
  if (key === "") throw new Refused(400, "a key has at least one character");
  if (Buffer.byteLength(key) > KV_LIMITS.keyBytes)
    throw new Refused(414, `a key has at most ${KV_LIMITS.keyBytes} bytes`);
  return key;
}

function get(key: string, pairs: Pairs): Response {
  const value = pairs.get(key);
  return value === null ? refusal(404, "Not Found") : new Response(Uint8Array.from(value));
}

interface Put {
  readonly searchParams: URLSearchParams;
  readonly pairs: Pairs;
}

async function put(request: Request, key: string, { searchParams, pairs }: Put): Promise<Response> {
  if (request.headers.has("cf-kv-metadata")) throw new Refused(400, "this store keeps no metadata");
  if (searchParams.has("expiration") || searchParams.has("expiration_ttl"))
    throw new Refused(400, "values of this store do not expire");
  const value = new Uint8Array(await request.arrayBuffer());
  if (value.length > KV_LIMITS.valueBytes)
    throw new Refused(413, `a value has at most ${KV_LIMITS.valueBytes} bytes`);
  pairs.put([{ key, value }]);
  return new Response(null);
}

function list(search: URLSearchParams, pairs: Pairs): Response {
  const limit = Number(search.get("key_count_limit") ?? KV_LIMITS.listed);
  if (!Number.isInteger(limit) || limit < 1 || limit > KV_LIMITS.listed)
    throw new Refused(400, `at most ${KV_LIMITS.listed} keys are listed at once`);
  const after = Buffer.from(search.get("cursor") ?? "", "base64url").toString();
  const found = pairs.list(search.get("prefix") ?? "", after, limit + 1);
  const keys = found.slice(0, limit).map((name) => ({ name }));
  const isComplete = found.length <= limit;
  const cursor = isComplete ? {} : { cursor: Buffer.from(keys.at(-1)?.name ?? "").toString("base64url") };
  return Response.json({ keys, list_complete: isComplete, ...cursor, cacheStatus: null });
}

async function bulk(request: Request, url: URL, pairs: Pairs): Promise<Response> {
  const { pathname, searchParams } = url;
  const body = await request.text();
  if (pathname === "/bulk/get") return bulkGet(parsed(BulkGet, body), pairs);
  const [, verb] = /^\/bulk\/(put|delete)$/.exec(pathname) ?? [];
  if (verb === undefined) throw new Refused(404, "POST goes to /bulk/get, /bulk/put or /bulk/delete");
  const result = written(verb as StoreWrite["kind"], body, { searchParams, pairs });
  return Response.json(result, { status: { written: 200, bad: 400, overtaken: 409 }[result.kind] });
}

function written(verb: StoreWrite["kind"], body: string, { searchParams, pairs }: Put): StoreWriteResult {
  const fence = parseFence(searchParams);
  if (fence !== null && "kind" in fence) return fence;
  const write = parseStoreWrite(verb, body, fence);
  if (write.kind === "bad") return write;
  const passage =
    write.kind === "put" ? pairs.put(write.pairs.map(pairOf), fence) : pairs.delete(write.keys, fence);
  return passage.kind === "passed" ? { kind: "written", keys: [...keysOf(write)] } : passage;
}

const pairOf = ({ key, value, base64 }: KvPair): Pair => ({
  key,
  value: Buffer.from(value, base64 === true ? "base64" : "utf8"),
});

function bulkGet({ keys, type }: z.infer<typeof BulkGet>, pairs: Pairs): Response {
  const entries = keys.map((key) => {
    const value = pairs.get(key);
    if (value === null) return [key, null];
    const text = new TextDecoder().decode(value);
    return [key, type === "json" ? JSON.parse(text) : text];
  });
  return Response.json(Object.fromEntries(entries));
}

function parsed<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Refused(400, "the body is not what this address takes");
  }
}
