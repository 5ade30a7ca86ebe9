import { BYTES_MAX, connectOptions, failureOf, type HttpClientOptions, plainHeaders } from "./http.ts";
import { Agent, request } from "./undici.ts";

/** A server that keeps a stream open says something now and then; one that is silent for longer is gone. */
const SILENCE_MS_MAX = 5 * 60_000;
const HEADERS_MS_MAX = 15_000;

export type OpenedStream =
  | { readonly kind: "open"; readonly bytes: AsyncIterable<Uint8Array> }
  | {
      readonly kind: "failed";
      /** In words. */
      readonly detail: string;
      /** null: no answer at all. */
      readonly http: number | null;
      /** Seconds of Retry-After. */
      readonly retryAfter: number | null;
    };

export interface StreamRequest {
  readonly url: string;
  /** Of the last event that was taken in; "": from now on. */
  readonly lastEventId: string;
  readonly signal: AbortSignal;
}

/** Opens streams of server-sent events; whoever reads them bounds what he takes. */
export interface StreamClient {
  open(request: StreamRequest): Promise<OpenedStream>;
  close(): Promise<void>;
}

/** Uncompressed, as a compressed stream is cut at blocks and not at events. Redirects are not followed. */
export function createStreamClient({ userAgent, dns }: HttpClientOptions): StreamClient {
  const agent = new Agent({
    connect: connectOptions(dns),
    headersTimeout: HEADERS_MS_MAX,
    bodyTimeout: SILENCE_MS_MAX,
    keepAliveTimeout: 1,
    pipelining: 0,
  });
  return { open: (wanted) => open(agent, userAgent, wanted), close: () => agent.destroy() };
}

async function open(
  agent: Agent,
  userAgent: string,
  { url, lastEventId, signal }: StreamRequest,
): Promise<OpenedStream> {
  try {
    const response = await request(url, {
      dispatcher: agent,
      headers: {
        accept: "text/event-stream",
        "accept-encoding": "identity",
        "cache-control": "no-store",
        "user-agent": userAgent,
        ...(lastEventId !== "" && { "last-event-id": Buffer.from(lastEventId).toString("latin1") }),
      },
      signal,
    });
    const headers = plainHeaders(response.headers);
    const detail = troubleOf(response.statusCode, headers);
    if (detail === null) return { kind: "open", bytes: response.body };
    // Its reader is gone: the connection is closed, not drained.
    response.body.on("error", () => {});
    response.body.destroy();
    const after = headers["retry-after"]?.trim() ?? "";
    const http = response.statusCode;
    return { kind: "failed", detail, http, retryAfter: /^\d{1,6}$/.test(after) ? Number(after) : null };
  } catch (error) {
    return { kind: "failed", detail: failureOf(error, BYTES_MAX).detail, http: null, retryAfter: null };
  }
}

function troubleOf(http: number, headers: Readonly<Record<string, string>>): string | null {
  const { location, "content-type": type = "", "content-encoding": encoding = "identity" } = headers;
  if (http >= 300 && http < 400 && location !== undefined)
    return `it redirects to ${location.slice(0, 200)}; use that address`;
  if (http !== 200) return `it answers ${http}`;
  if (!/^text\/event-stream\s*(?:;|$)/i.test(type.trim()))
    return `it is no stream of events but ${type.slice(0, 100) || "of no type"}`;
  if (encoding.trim().toLowerCase() !== "identity") return `it is encoded as ${encoding.slice(0, 100)}`;
  return null;
}
