import { guardedAgents } from "./connect.ts";
import { BYTES_MAX, failureOf, type HttpClientOptions, plainHeaders } from "./http-client.ts";
import { type Agent, request } from "./undici.ts";

/** How long an open stream may be silent before its server counts as gone. */
const SILENCE_MS_MAX = 5 * 60_000;
const HEADERS_MS_MAX = 15_000;

type OpenedStream =
  | { readonly kind: "open"; readonly bytes: AsyncIterable<Uint8Array> }
  | {
      readonly kind: "failed";
      /** Why, in words. */
      readonly detail: string;
      /** Status of the answer; null: there was none. */
      readonly http: number | null;
      /** Seconds of Retry-After. */
      readonly retryAfter: number | null;
    };

interface StreamRequest {
  readonly url: string;
  /** Id of the last event that was stored; "": from now on. */
  readonly lastEventId: string;
  readonly signal: AbortSignal;
  /** As of HttpRequest. */
  readonly configured?: readonly string[];
}

/** Opens streams of server-sent events; the reader limits what it takes. */
export interface StreamClient {
  open(request: StreamRequest): Promise<OpenedStream>;
  close(): Promise<void>;
}

/** Streams are uncompressed, as a compressed one is cut at blocks and not at events. Redirects are not followed. */
export function createStreamClient({ userAgent, ...dial }: HttpClientOptions): StreamClient {
  const agents = guardedAgents(dial, {
    headersTimeout: HEADERS_MS_MAX,
    bodyTimeout: SILENCE_MS_MAX,
    keepAliveTimeout: 1,
    pipelining: 0,
  });
  return {
    open: (wanted) => open(agents.of(wanted.url, wanted.configured), userAgent, wanted),
    close: () => agents.close(),
  };
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
    // Nobody reads the body: the connection is closed, not drained.
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
