/**
 * A server for tests that speaks the documented form of Cloudflare's REST interface, as far as Weboid uses it: bulk write,
 * bulk removal and reading of KV, and purging of a zone's cache. It is not Cloudflare: written after its documentation of
 * November 2026, with its limits enforced (10,000 pairs, 100 MB, keys of 512 bytes, values of 25 MiB, one write a
 * second for a key only where a test asks for it) and troubles on order.
 */

export const ACCOUNT = "a".repeat(32);
export const NAMESPACE = "b".repeat(32);
export const ZONE = "c".repeat(32);
export const API_TOKEN = "token-of-the-tests-0123456789";

/** What the next requests get in place of what they ask for, first come first served; null: what they ask for. */
export type Trouble =
  | { readonly kind: "status"; readonly http: number; readonly retryAfter?: string }
  /** Written, but not these keys. */
  | { readonly kind: "partial"; readonly keys: readonly string[] }
  /** `success: false` with HTTP 200. */
  | { readonly kind: "unsuccessful"; readonly code: number; readonly message: string }
  /** Carried out, and half of the answer comes. */
  | { readonly kind: "cut" }
  /** A proxy's page in place of an answer. */
  | { readonly kind: "page" };

export interface CloudflareServer {
  /** Base address, as CLOUDFLARE_API_BASE_URL has it. */
  readonly url: string;
  readonly values: Map<string, Uint8Array>;
  readonly purged: string[][];
  /** `PUT 3`: method with the number of pairs, keys or tags. */
  readonly requests: string[];
  readonly troubles: (Trouble | null)[];
  /** Before a request is carried out. */
  before: (what: string) => Promise<void> | void;
  stop(): Promise<void>;
}

const LIMITS = {
  pairs: 10_000,
  requestBytes: 100_000_000,
  keyBytes: 512,
  valueBytes: 25 * 1024 * 1024,
  purges: 100,
};

const envelope = (http: number, result: unknown, errors: { code: number; message: string }[] = []) =>
  Response.json({ success: errors.length === 0, errors, messages: [], result }, { status: http });
const error = (http: number, code: number, message: string) => envelope(http, null, [{ code, message }]);

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly base64?: boolean;
}

export function startCloudflareServer(): CloudflareServer {
  const values = new Map<string, Uint8Array>();
  const kv = `/client/v4/accounts/${ACCOUNT}/storage/kv/namespaces/`;

  async function carryOut(request: Request, path: string, failing: ReadonlySet<string>): Promise<Response> {
    const body = await request.text();
    if (body.length > LIMITS.requestBytes) return error(413, 10024, "payload too large");
    const list: unknown = request.method === "GET" ? null : JSON.parse(body);
    if (path === `/client/v4/zones/${ZONE}/purge_cache`) return purge(list);
    if (!path.startsWith(kv))
      return error(404, 7003, "Could not route, perhaps your object identifier is invalid?");
    if (!path.startsWith(`${kv}${NAMESPACE}/`)) return error(404, 10013, "namespace not found");
    const rest = path.slice(kv.length + NAMESPACE.length);
    if (rest.startsWith("/values/")) {
      const value = values.get(decodeURIComponent(rest.slice("/values/".length)));
      if (value === undefined) return error(404, 10009, "get: 'key not found'");
      return new Response(new Uint8Array(value), { headers: { "content-type": "application/octet-stream" } });
    }
    if (rest === "/keys") return keysOf(new URL(request.url).searchParams);
    if (!Array.isArray(list)) return error(400, 10012, "not a list");
    if (list.length > LIMITS.pairs) return error(400, 10016, "too many pairs");
    if (rest === "/bulk" && request.method === "PUT") return write(list, failing);
    if (rest === "/bulk/delete" && request.method === "POST") {
      for (const key of list) if (!failing.has(key)) values.delete(String(key));
      return bulk(list.filter((key) => !failing.has(key)).length, [...failing]);
    }
    return error(404, 10025, "endpoint does not exist");
  }

  function keysOf(asked: URLSearchParams): Response {
    const limit = Number(asked.get("limit"));
    if (limit < 10 || limit > 1_000) return error(400, 10012, "limit out of range");
    const after = asked.get("cursor") ?? "";
    const keys = [...values.keys()]
      .filter((key) => key.startsWith(asked.get("prefix") ?? "") && key > after)
      .sort();
    const some = keys.slice(0, limit);
    const cursor = keys.length > limit ? (some.at(-1) ?? "") : "";
    const result = some.map((name) => ({ name }));
    return Response.json({ success: true, errors: [], result, result_info: { count: some.length, cursor } });
  }

  const bulk = (successful_key_count: number, unsuccessful_keys: string[]) =>
    envelope(200, { successful_key_count, unsuccessful_keys });

  function write(pairs: readonly Pair[], failing: ReadonlySet<string>): Response {
    for (const { key, value } of pairs) {
      if (typeof key !== "string" || typeof value !== "string") return error(400, 10012, "malformed pair");
      if (Buffer.byteLength(key) > LIMITS.keyBytes) return error(414, 10030, "key too long");
    }
    for (const { key, value, base64 } of pairs) {
      if (failing.has(key)) continue;
      const bytes = base64 === true ? Buffer.from(value, "base64") : Buffer.from(value);
      if (bytes.length > LIMITS.valueBytes) return error(413, 10024, "value too large");
      values.set(key, bytes);
    }
    const unsuccessful = pairs.filter(({ key }) => failing.has(key)).map(({ key }) => key);
    return bulk(pairs.length - unsuccessful.length, unsuccessful);
  }

  function purge(content: unknown): Response {
    const { tags } = content as { tags?: string[] };
    if (!Array.isArray(tags) || tags.length > LIMITS.purges) return error(400, 1094, "too many tags");
    found.purged.push(tags);
    return envelope(200, { id: ZONE });
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: 200_000_000,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const clone = request.method === "GET" ? "" : await request.clone().text();
      const sent: unknown = clone === "" ? [] : JSON.parse(clone);
      const count = Array.isArray(sent) ? sent.length : 1;
      const what = `${request.method} ${pathname.split("/").slice(-1)[0]} ${count}`;
      found.requests.push(what);
      if (request.headers.get("authorization") !== `Bearer ${API_TOKEN}`)
        return error(401, 10000, "Authentication error");
      await found.before(what);
      const trouble = found.troubles.shift() ?? null;
      if (trouble?.kind === "status")
        return new Response(
          JSON.stringify({ success: false, errors: [{ code: 10001, message: "trouble" }] }),
          {
            status: trouble.http,
            headers: trouble.retryAfter === undefined ? {} : { "retry-after": trouble.retryAfter },
          },
        );
      if (trouble?.kind === "unsuccessful") return error(200, trouble.code, trouble.message);
      if (trouble?.kind === "page") return new Response("<html>a proxy</html>");
      const answer = await carryOut(
        request,
        pathname,
        new Set(trouble?.kind === "partial" ? trouble.keys : []),
      );
      if (trouble?.kind === "cut") return new Response((await answer.text()).slice(0, 20));
      return answer;
    },
  });
  const found: CloudflareServer = {
    url: `http://127.0.0.1:${server.port}/client/v4`,
    values,
    purged: [],
    requests: [],
    troubles: [],
    before: () => {},
    stop: () => server.stop(true),
  };
  return found;
}
