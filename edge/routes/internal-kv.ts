import type { Context } from "hono";
import { verify } from "../../shared/protocol/sign.ts";
import { FRONT_SAMPLES_KEY, type KvPair } from "../../shared/protocol/types.ts";
import { readBounded } from "../bounded.ts";
import type { Edge, EdgeDeps } from "../env.ts";

const LIMITS = {
  bodyBytes: 100 * 1024 * 1024,
  pairs: 10_000,
  keyBytes: 512,
  /** Writes at once; workerd runs six subrequests side by side, more only wait. */
  parallel: 6,
} as const;

function isKey(key: unknown): key is string {
  return (
    typeof key === "string" &&
    (/^(s1|w1):[!-~]+$/.test(key) || key === FRONT_SAMPLES_KEY) &&
    key.length <= LIMITS.keyBytes
  );
}

function isPair(value: unknown): value is KvPair {
  if (typeof value !== "object" || value === null || !("key" in value) || !("value" in value)) return false;
  const base64 = "base64" in value ? value.base64 : undefined;
  return (
    isKey(value.key) &&
    typeof value.value === "string" &&
    (base64 === undefined || typeof base64 === "boolean")
  );
}

function bytesOf({ value, base64 }: KvPair): Uint8Array<ArrayBuffer> | string | null {
  if (base64 !== true) return value;
  try {
    return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Runs `write` over the list, some at once. */
async function each<T>(list: readonly T[], write: (member: T) => Promise<void>): Promise<void> {
  const rest = list.values();
  const lane = async () => {
    for (const member of rest) await write(member);
  };
  await Promise.all(Array.from({ length: LIMITS.parallel }, lane));
}

type Problem = { readonly status: 400 | 401 | 413; readonly code: string; readonly message: string };

/** The signed body as a list; a problem in words that the dispatcher's operator can act on. */
async function signedList(c: Context<Edge>, deps: EdgeDeps): Promise<readonly unknown[] | Problem> {
  const body = await readBounded(c.req.raw.body, LIMITS.bodyBytes);
  if (body === null)
    return { status: 413, code: "too-large", message: `send at most ${LIMITS.bodyBytes} bytes at once` };
  const { pathname, search } = new URL(c.req.url);
  const verified = verify(
    c.env.EDGE_TOKEN,
    { method: c.req.method, path: pathname + search, body },
    (name) => c.req.header(name),
    deps.now(),
  );
  if (verified.kind === "refused")
    return {
      status: 401,
      code: "unsigned",
      message: `not signed with this edge's EDGE_TOKEN (${verified.reason}); set the same token on both sides`,
    };
  let list: unknown;
  try {
    list = JSON.parse(new TextDecoder().decode(body));
  } catch {
    list = undefined;
  }
  if (!Array.isArray(list) || list.length > LIMITS.pairs)
    return { status: 400, code: "bad-body", message: `send a JSON list of at most ${LIMITS.pairs} members` };
  return list;
}

const isProblem = (value: readonly unknown[] | Problem): value is Problem => !Array.isArray(value);

/**
 * POST and DELETE /internal/kv: the store of self-hosted edges and of `npm start`. Takes what Cloudflare's bulk write
 * takes, signed by the dispatcher. Nothing is written unless everything can be.
 */
export function internalKvRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const refuse = ({ status, code, message }: Problem) => c.json({ error: { code, message } }, status);
    const list = await signedList(c, deps);
    if (isProblem(list)) return refuse(list);
    if (c.req.method === "DELETE") {
      const bad = list.findIndex((key) => !isKey(key));
      if (bad >= 0)
        return refuse({ status: 400, code: "bad-key", message: `member ${bad} is no key of ours` });
      await each(list.filter(isKey), (key) => c.env.SNAPSHOTS.delete(key));
      return c.body(null, 204);
    }
    const pairs = list.filter(isPair).map((pair) => ({ key: pair.key, value: bytesOf(pair) }));
    const broken = list.findIndex((pair) => !isPair(pair) || bytesOf(pair) === null);
    if (broken >= 0)
      return refuse({
        status: 400,
        code: "bad-pair",
        message: `member ${broken} must be {key, value, base64?} with a key of ours and valid base64`,
      });
    await each(pairs, async ({ key, value }) => {
      if (value !== null) await c.env.SNAPSHOTS.put(key, value);
    });
    return c.body(null, 204);
  };
}
