import { z } from "zod";
import type { HttpAnswer, HttpClient, HttpRequest } from "../net/egress/http-client.ts";
import { pause } from "../runtime/clock.ts";
import { printable } from "../runtime/log.ts";
import { parseRetryAfter } from "../runtime/retry-after.ts";

export const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

export interface CloudflareOptions {
  readonly http: HttpClient;
  /** Without a final slash; another one than Cloudflare's own in tests only. */
  readonly apiUrl: string;
  readonly apiToken: string;
  readonly signal: AbortSignal;
  /** Waits in place of the clock, in tests. */
  readonly wait?: (ms: number) => Promise<void>;
}

export type ApiResult =
  /** `cursor`: of a list that goes on; "" else. */
  | { readonly kind: "done"; readonly result: unknown; readonly cursor: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "absent" }
  /** Asking again would not help; `message` says how to fix it. */
  | { readonly kind: "refused"; readonly message: string }
  /**
   * May be asked again. `afterMs`: as Cloudflare asks, null: soon. `unsure`: it may have been carried out, or still will
   * be; else it was not.
   */
  | {
      readonly kind: "passing";
      readonly message: string;
      readonly afterMs: number | null;
      readonly unsure: boolean;
    };

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: string;
  readonly msMax: number;
  /** The answer is a value and no envelope. */
  readonly bytes?: true;
}

export interface CloudflareApi {
  /** Waits for a token of the rate limit; to be called before each request. */
  acquire(): Promise<void>;
  /** One request; never an exception. */
  ask(request: ApiRequest): Promise<ApiResult>;
  wait(ms: number): Promise<void>;
}

/** `{success, errors, result}`, in which every answer but a value comes. */
const ENVELOPE = z.object({
  success: z.boolean(),
  errors: z
    .array(z.object({ code: z.int().optional(), message: z.string() }))
    .nullish()
    .transform((errors) => errors ?? []),
  result: z.unknown(),
  result_info: z.object({ cursor: z.string().nullish() }).nullish(),
});

/** Cloudflare allows 1,200 requests in five minutes for all tokens of a user; some are left to others. */
const PACE_MS = 300;
const BURST = 40;
/** Of the blocked five minutes, where no header says how much is left. */
const BLOCKED_MS = 300_000;
const VALUE_BYTES_MAX = 26 * 1024 * 1024;

/** A gateway timed out, and does not know what became of the request. */
const UNSURE: readonly number[] = [408, 502, 504, 520, 522, 524];

/** Codes of Cloudflare's KV for what passes by itself: unavailable, too many requests. */
const PASSING_CODES: readonly number[] = [10001, 10022];

export function cloudflareApi(options: CloudflareOptions): CloudflareApi {
  const { http, apiUrl, apiToken, signal } = options;
  const wait = options.wait ?? (async (ms: number) => void (await pause(ms, signal)));
  return {
    wait,
    acquire: tokenBucket(wait),
    async ask({ path, msMax, bytes, ...request }) {
      const sent: HttpRequest = {
        ...request,
        url: apiUrl + path,
        headers: { authorization: `Bearer ${apiToken}`, "content-type": "application/json" },
        signal,
        msMax,
        ...(bytes && { bytes, bytesMax: VALUE_BYTES_MAX }),
      };
      return judge(await http.send(sent));
    },
  };
}

/** A token bucket that fills with time; each call takes a token, or waits for it. */
function tokenBucket(wait: (ms: number) => Promise<void>): () => Promise<void> {
  let free = BURST;
  let at = performance.now();
  return async () => {
    const now = performance.now();
    free = Math.min(BURST, free + (now - at) / PACE_MS);
    at = now;
    free -= 1;
    if (free < 0) await wait(-free * PACE_MS);
  };
}

function judge(answer: HttpAnswer): ApiResult {
  if (answer.kind === "failure")
    return {
      kind: "passing",
      message: `Cloudflare did not answer: ${answer.detail}`,
      afterMs: null,
      unsure: answer.failure !== "refused",
    };
  const { http, headers } = answer;
  if (answer.kind === "text" && answer.bytes !== undefined) return { kind: "bytes", bytes: answer.bytes };
  const envelope = ENVELOPE.safeParse(answer.kind === "json" ? answer.value : null);
  const errors = envelope.success ? envelope.data.errors : [];
  const said = `Cloudflare answered ${http}${wordsOf(errors)}`;
  if (http === 429) {
    const seconds = parseRetryAfter(headers["retry-after"] ?? null, Date.now());
    const afterMs = seconds === null ? BLOCKED_MS : seconds * 1_000;
    return { kind: "passing", message: said, afterMs, unsure: false };
  }
  if (http >= 500 || http === 408 || errors.some(({ code }) => PASSING_CODES.includes(code ?? 0)))
    return { kind: "passing", message: said, afterMs: null, unsure: UNSURE.includes(http) };
  if (errors.some(({ code }) => code === KEY_NOT_FOUND)) return { kind: "absent" };
  if (http >= 200 && http < 300 && envelope.success && envelope.data.success)
    return { kind: "done", result: envelope.data.result, cursor: envelope.data.result_info?.cursor ?? "" };
  // A proxy's page or half an answer: what became of the request is unknown.
  if (http >= 200 && http < 300 && !envelope.success) {
    const message = `${said} with something that is no answer of its`;
    return { kind: "passing", message, afterMs: null, unsure: true };
  }
  return { kind: "refused", message: said + hintOf(http) };
}

const KEY_NOT_FOUND = 10009;

function wordsOf(errors: z.infer<typeof ENVELOPE>["errors"]): string {
  const words = errors.map(({ code, message }) => (code === undefined ? message : `${message} (${code})`));
  return words.length === 0 ? "" : `: ${printable(words.join("; ").slice(0, 200))}`;
}

function hintOf(http: number): string {
  if (http === 401 || http === 403)
    return "; does CLOUDFLARE_API_TOKEN have the permission Workers KV Storage: Edit (Zone: Cache Purge for purging) on this account?";
  if (http === 404)
    return "; are CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_KV_NAMESPACE_ID and CLOUDFLARE_ZONE_ID those of one account?";
  if (http === 400) return "; are CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_KV_NAMESPACE_ID complete?";
  return "";
}
