import type { Context } from "hono";
import * as z from "zod/mini";
import { isBodyOf, type Refusal, refusalError, verifyHead } from "../../shared/protocol/sign.ts";
import {
  anyCaseKey,
  type Fence,
  FRONT_SAMPLES_KEY,
  fenceKey,
  KV_REQUEST_BYTES_MAX,
  KvPair,
  WIKIS_KNOWN_KEY,
  wikiKey,
} from "../../shared/protocol/types.ts";
import { readBounded } from "../cache/bounded-body.ts";
import { callerOf, inSeconds } from "../cache/throttle.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { parseWiki } from "../request.ts";
import { createFences, type FencePassage, type Fences } from "../sources/fence.ts";

const LIMITS = {
  pairs: 10_000,
  keyBytes: 512,
  /** Writes at once; workerd runs six subrequests side by side, more only wait. */
  parallel: 6,
} as const;

/** KV's least: what is read out is what readers at this location get. */
const READ_CACHE_SECONDS = 30;

function isKey(key: unknown): key is string {
  return (
    typeof key === "string" &&
    (/^(s1|w1|n1):[!-~]+$/.test(key) || [FRONT_SAMPLES_KEY, WIKIS_KNOWN_KEY].includes(key)) &&
    key.length <= LIMITS.keyBytes
  );
}

/** Without a fence any key of ours, with one those of its wiki: `w1:deWiki@WMF`, `n1:dewiki@WMF`, `s1:deWiki@WMF:7`. */
function mayWrite(key: unknown, fence: Fence | null): key is string {
  if (!isKey(key)) return false;
  return (
    fence === null ||
    [wikiKey(fence.wiki), anyCaseKey(fence.wiki)].includes(key) ||
    key.startsWith(`s1:${fence.wiki}:`)
  );
}

const isPair = (value: unknown): value is KvPair => z.safeParse(KvPair, value).success;

function bytesOf({ value, base64 }: KvPair): Uint8Array<ArrayBuffer> | string | null {
  if (base64 !== true) return value;
  try {
    return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Runs `write` over the list, some at once; after a failure no more begin, and all are over at the end. */
async function each<T>(list: readonly T[], write: (member: T) => Promise<void>): Promise<void> {
  const rest = list.values();
  let failed = false;
  const lane = async () => {
    for (const member of rest) {
      if (failed) return;
      try {
        await write(member);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LIMITS.parallel }, lane));
  for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
}

interface Problem {
  readonly kind: "problem";
  readonly status: 400 | 401 | 404 | 409 | 413 | 429;
  readonly code: string;
  readonly message: string;
  /** Of 409: the number that the edge has. */
  readonly fence?: number;
}
interface Write {
  readonly kind: "write";
  readonly fence: Fence | null;
  readonly list: readonly unknown[];
}
type Parsed<T> = { readonly kind: "parsed"; readonly value: T } | Problem;

const problem = (status: Problem["status"], code: string, message: string): Problem => ({
  kind: "problem",
  status,
  code,
  message,
});

/** Wrong attempts are counted by caller, each in a moment and without having read more than the request's head. */
async function unsigned(
  c: Context<Edge>,
  { throttle }: EdgeDeps,
  reason: Refusal["reason"],
): Promise<Problem> {
  const caller = callerOf((name) => c.req.header(name), c.env.CLIENT_IP_HEADER);
  const taken = caller === null ? null : await throttle.take(c.env, caller, "unsigned");
  if (taken?.refused) {
    c.header("retry-after", String(taken.retrySeconds));
    return problem(429, "too-many-requests", `go on ${inSeconds(taken.retrySeconds)}`);
  }
  const { code, message } = refusalError(reason, "EDGE_TOKEN");
  return problem(401, code, message);
}

/** `?wiki=dewiki@WMF&fence=17`, both or neither (`kvPath`). */
function parseFence(search: URLSearchParams): Parsed<Fence | null> {
  const wiki = search.get("wiki");
  const number = search.get("fence");
  if (wiki === null && number === null) return { kind: "parsed", value: null };
  const parsed = parseWiki(wiki ?? "");
  if (parsed === null || parsed !== wiki || !/^\d{1,16}$/.test(number ?? ""))
    return problem(400, "bad-fence", "give wiki=dewiki@WMF and fence=, a whole number, or neither");
  return { kind: "parsed", value: { wiki, number: Number(number) } };
}

/** The signed request as a list; a problem in words that the dispatcher's operator can act on. */
async function signedWrite(c: Context<Edge>, deps: EdgeDeps): Promise<Write | Problem> {
  const { pathname, search, searchParams } = new URL(c.req.url);
  const head = { method: c.req.method, path: pathname + search };
  // Before anything of the body is read: it may be large, and its sender anybody.
  const claim = verifyHead(c.env.EDGE_TOKEN, head, (name) => c.req.header(name), deps.now());
  if (claim.kind === "refused") return unsigned(c, deps, claim.reason);
  const tooLarge = problem(413, "too-large", `send at most ${KV_REQUEST_BYTES_MAX} bytes at once`);
  if (Number(c.req.header("content-length") ?? 0) > KV_REQUEST_BYTES_MAX) return tooLarge;
  const body = await readBounded(c.req.raw.body, KV_REQUEST_BYTES_MAX);
  if (body === null) return tooLarge;
  if (!(await isBodyOf(claim, body))) return unsigned(c, deps, "signature");
  const fence = parseFence(searchParams);
  if (fence.kind === "problem") return fence;
  const list = parseList(body);
  return list.kind === "problem" ? list : { kind: "write", fence: fence.value, list: list.value };
}

function parseList(body: Uint8Array): Parsed<readonly unknown[]> {
  let list: unknown;
  try {
    list = JSON.parse(new TextDecoder().decode(body));
  } catch {
    list = undefined;
  }
  if (!Array.isArray(list) || list.length > LIMITS.pairs)
    return problem(400, "bad-body", `send a JSON list of at most ${LIMITS.pairs} members`);
  return { kind: "parsed", value: list };
}

/** What a request asks for, as one step for each key; nothing is written unless everything can be. */
function planOf({ list, fence }: Write, method: string, kv: KVNamespace): Parsed<(() => Promise<void>)[]> {
  const steps: (() => Promise<void>)[] = [];
  for (const [at, member] of list.entries()) {
    if (method === "DELETE") {
      if (!mayWrite(member, fence)) return problem(400, "bad-key", `member ${at} is no key of ours`);
      steps.push(() => kv.delete(member));
      continue;
    }
    const value = isPair(member) && mayWrite(member.key, fence) ? bytesOf(member) : null;
    if (!isPair(member) || value === null)
      return problem(
        400,
        "bad-pair",
        `member ${at} must be {key, value, base64?} with a key of ours and valid base64`,
      );
    steps.push(() => kv.put(member.key, value));
  }
  return { kind: "parsed", value: steps };
}

const keysOf = ({ list }: Write): string[] =>
  list.flatMap((member) => (typeof member === "string" ? member : isPair(member) ? member.key : []));

const overtakenBy = ({ wiki }: Fence, number: number): Problem => ({
  ...problem(
    409,
    "outdated",
    `a later dispatcher has written for ${wiki} (key ${fenceKey(wiki)}: ${number})`,
  ),
  fence: number,
});

/** Writes, unless the dispatcher was overtaken by another (D2), before or meanwhile. */
async function carryOut(
  steps: readonly (() => Promise<void>)[],
  fences: Fences,
  kv: KVNamespace,
  fence: Fence | null,
): Promise<Problem | null> {
  let passage: FencePassage = fence === null ? { kind: "passed" } : await fences.pass(kv, fence);
  await each(steps, async (step) => {
    if (fence !== null && passage.kind === "passed") passage = fences.overtaken(fence);
    if (passage.kind === "passed") await step();
  });
  return fence !== null && passage.kind === "overtaken" ? overtakenBy(fence, passage.number) : null;
}

/** Keys of a wiki's snapshots from a place on, for a full export that removes what no page stands for any more. */
async function listOut(c: Context<Edge>, prefix: string, cursor: string | null): Promise<Response | Problem> {
  if (!isKey(prefix)) return problem(400, "bad-prefix", "give prefix=, such as s1:dewiki@WMF:");
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
async function readOut(c: Context<Edge>, deps: EdgeDeps): Promise<Response | Problem> {
  const { pathname, search, searchParams } = new URL(c.req.url);
  const head = { method: "GET", path: pathname + search };
  const claim = verifyHead(c.env.EDGE_TOKEN, head, (name) => c.req.header(name), deps.now());
  if (claim.kind === "refused") return unsigned(c, deps, claim.reason);
  const prefix = searchParams.get("prefix");
  if (prefix !== null) return listOut(c, prefix, searchParams.get("cursor"));
  const key = searchParams.get("key");
  if (!isKey(key)) return problem(400, "bad-key", "give key=, one of ours, such as s1:dewiki@WMF:7");
  const value = await c.env.SNAPSHOTS.get(key, { type: "stream", cacheTtl: READ_CACHE_SECONDS });
  if (value === null) return problem(404, "absent", "there is no value under this key");
  return new Response(value, {
    headers: { "content-type": "application/octet-stream", "cache-control": "no-store" },
  });
}

/**
 * POST and DELETE /internal/kv: the store of self-hosted edges and of `npm start`. Takes what Cloudflare's bulk write
 * takes, signed by the dispatcher.
 */
export function internalKvRoute(deps: EdgeDeps) {
  const fences = createFences();
  return async (c: Context<Edge>): Promise<Response> => {
    const refuse = ({ status, code, message, fence }: Problem) => {
      return c.json({ error: { code, message }, ...(fence !== undefined && { fence }) }, status);
    };
    const kv = c.env.SNAPSHOTS;
    if (c.req.method === "GET") {
      const read = await readOut(c, deps);
      return read instanceof Response ? read : refuse(read);
    }
    const write = await signedWrite(c, deps);
    if (write.kind === "problem") return refuse(write);
    const plan = planOf(write, c.req.method, kv);
    if (plan.kind === "problem") return refuse(plan);
    try {
      const overtaken = await carryOut(plan.value, fences, kv, write.fence);
      return overtaken === null ? c.body(null, 204) : refuse(overtaken);
    } finally {
      // Also of one that was overtaken in the middle, or that the store failed.
      deps.changed.note(keysOf(write));
    }
  };
}
