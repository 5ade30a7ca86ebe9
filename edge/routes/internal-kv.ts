import type { Context } from "hono";
import pLimit from "p-limit";
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
  WikiName,
  wikiKey,
} from "../../shared/protocol/types.ts";
import { readBounded } from "../cache/bounded-body.ts";
import { callerOf, inSeconds } from "../cache/throttle.ts";
import type { Edge, EdgeDeps, EdgeEnv } from "../env.ts";
import { createFences, type FencePassage, type Fences } from "../sources/fence.ts";

const LIMITS = {
  pairs: 10_000,
  keyBytes: 512,
  /** Writes at once; workerd runs six subrequests side by side, more only wait. */
  parallel: 6,
} as const;

/** KV's least: what is read out is what readers at this location get. */
const READ_CACHE_SECONDS = 30;

const isKey = (key: string): boolean =>
  (/^(s1|w1|n1):[!-~]+$/.test(key) || [FRONT_SAMPLES_KEY, WIKIS_KNOWN_KEY].includes(key)) &&
  key.length <= LIMITS.keyBytes;

/** Fences are written by this Worker alone, and read to compare a store with its database. */
const mayRead = (key: string): boolean =>
  isKey(key) || (/^f1:[!-~]+$/.test(key) && key.length <= LIMITS.keyBytes);

/** Without a fence any key of ours, with one those of its wiki: `w1:deWiki@WMF`, `n1:dewiki@WMF`, `s1:deWiki@WMF:7`. */
const mayWrite = (key: string, fence: Fence | null): boolean =>
  isKey(key) &&
  (fence === null ||
    [wikiKey(fence.wiki), anyCaseKey(fence.wiki)].includes(key) ||
    key.startsWith(`s1:${fence.wiki}:`));

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

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
  const caller = callerOf((name) => c.req.header(name), c.env.CLIENT_IP_HEADER);
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

/** The body of a signed request as JSON; undefined: it is none. */
async function signedBody(c: Context<Edge>, deps: EdgeDeps): Promise<unknown> {
  const claim = claimOf(c, deps);
  if (claim.kind === "refused") return refuseUnsigned(c, deps, claim.reason);
  const isTooLarge = Number(c.req.header("content-length") ?? 0) > KV_REQUEST_BYTES_MAX;
  const body = isTooLarge ? null : await readBounded(c.req.raw.body, KV_REQUEST_BYTES_MAX);
  if (body === null) return refuse(c, 413, "too-large", `send at most ${KV_REQUEST_BYTES_MAX} bytes at once`);
  if (!(await isBodyOf(claim, body))) return refuseUnsigned(c, deps, "signature");
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** `?wiki=dewiki@WMF&fence=17`, both or neither (`kvPath`). */
const FenceQuery = z.union([
  z.strictObject({ wiki: z.null(), fence: z.null() }),
  z.strictObject({ wiki: WikiName, fence: z.string().check(z.regex(/^\d{1,16}$/)) }),
]);

interface Work {
  /** Of /bulk/… at the store of a machine of one's own. */
  readonly verb: "put" | "delete";
  readonly keys: readonly string[];
  /** As they came. */
  readonly members: readonly unknown[];
  /** One for each key. */
  readonly steps: readonly (() => Promise<void>)[];
}

/** What a request asks for. */
function workOf(c: Context<Edge>, body: unknown, fence: Fence | null): Work | Response {
  const kv = c.env.SNAPSHOTS;
  const verb = c.req.method === "DELETE" ? "delete" : "put";
  const list = z.array(z.unknown()).check(z.maxLength(LIMITS.pairs));
  const members = z.safeParse(list, body).data;
  if (members === undefined)
    return refuse(c, 400, "bad-body", `send a JSON list of at most ${LIMITS.pairs} members`);
  const work = { verb, members, keys: [] as string[], steps: [] as (() => Promise<void>)[] } as const;
  for (const [at, member] of members.entries()) {
    if (verb === "delete") {
      if (typeof member !== "string" || !mayWrite(member, fence))
        return refuse(c, 400, "bad-key", `member ${at} is no key of ours`);
      work.keys.push(member);
      work.steps.push(() => kv.delete(member));
      continue;
    }
    const pair = z.safeParse(KvPair, member).data;
    if (
      pair === undefined ||
      !mayWrite(pair.key, fence) ||
      (pair.base64 === true && !BASE64.test(pair.value))
    ) {
      const message = `member ${at} must be {key, value, base64?} with a key of ours and valid base64`;
      return refuse(c, 400, "bad-pair", message);
    }
    work.keys.push(pair.key);
    work.steps.push(() => kv.put(pair.key, bytesOf(pair)));
  }
  return work;
}

/** The disk of a machine of one's own is full; the message is for its operator. */
class StoreFull extends Error {}

/** All of it in one step, or nothing. */
async function atOnce(bulk: Fetcher, { verb, members }: Work): Promise<void> {
  if (members.length === 0) return;
  const answer = await bulk.fetch(`http://kv/bulk/${verb}`, {
    method: "POST",
    body: JSON.stringify(members),
  });
  const text = (await answer.text()).trim();
  if (answer.status === 507) throw new StoreFull(text);
  if (!answer.ok) throw new Error(`the store answered ${answer.status}: ${text}`);
}

/** Carries the work out, unless the dispatcher was overtaken by another (D2), before or meanwhile. After a failure no more begins, and all is over at the end. */
async function carryOut(
  work: Work,
  fences: Fences,
  { SNAPSHOTS: kv, BULK: bulk }: EdgeEnv,
  fence: Fence | null,
): Promise<FencePassage> {
  let passage: FencePassage = fence === null ? { kind: "passed" } : await fences.pass(kv, fence);
  if (bulk !== undefined) {
    if (passage.kind === "passed") await atOnce(bulk, work);
    return passage;
  }
  let failed = false;
  const limit = pLimit(LIMITS.parallel);
  const results = work.steps.map((step) =>
    limit(async () => {
      if (fence !== null && passage.kind === "passed") passage = fences.overtaken(fence);
      if (failed || passage.kind === "overtaken") return;
      try {
        await step();
      } catch (error) {
        failed = true;
        throw error;
      }
    }),
  );
  for (const result of await Promise.allSettled(results))
    if (result.status === "rejected") throw result.reason;
  return passage;
}

/** Keys of a wiki's snapshots from a place on, for a full export that removes those of pages that are gone. */
async function listOut(c: Context<Edge>, prefix: string, cursor: string | null): Promise<Response> {
  if (!isKey(prefix)) return refuse(c, 400, "bad-prefix", "give prefix=, such as s1:dewiki@WMF:");
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
  const { searchParams } = new URL(c.req.url);
  const query = { wiki: searchParams.get("wiki"), fence: searchParams.get("fence") };
  const { wiki, fence: number } = z.safeParse(FenceQuery, query).data ?? {};
  if (wiki === undefined)
    return refuse(c, 400, "bad-fence", "give wiki=dewiki@WMF and fence=, a whole number, or neither");
  const fence = wiki === null ? null : { wiki, number: Number(number) };
  const work = workOf(c, body, fence);
  if (work instanceof Response) return work;
  try {
    const passage = await carryOut(work, fences, c.env, fence);
    if (passage.kind === "passed") return c.body(null, 204);
    const message = `a later dispatcher has written for ${wiki} (key ${fenceKey(wiki ?? "")}: ${passage.number})`;
    return refuse(c, 409, "outdated", message, { fence: passage.number });
  } catch (error) {
    if (error instanceof StoreFull) return refuse(c, 507, "store-full", error.message);
    throw error;
  } finally {
    // Also of one that was overtaken in the middle, or that the store failed.
    deps.changed.note(work.keys);
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
