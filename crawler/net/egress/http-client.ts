import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type DialOptions, guardedAgents } from "./connect.ts";
import { type Agent, request as undiciRequest } from "./undici.ts";

/** Bounds of one answer. Wikis, origin and edge are asked for JSON of known sizes; nobody may send more. */
export const BYTES_MAX = 16 * 1024 * 1024;
export const REQUEST_MS_MAX = 30_000;
/** How much of an answer that is no JSON is kept, to say what came instead. */
const TEXT_CHARS_MAX = 200;

export interface HttpRequest {
  readonly url: string;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** From dialling to the end of the body. */
  readonly msMax?: number;
  /** Of the body, after decompression. */
  readonly bytesMax?: number;
  /** The answer is text, also if it happens to be JSON, and wanted whole. */
  readonly text?: true;
  /**
   * Hosts and ports (shared/url/endpoint.ts) that the operator configured for the wiki for which this is asked: these may be private,
   * for this request alone.
   */
  readonly configured?: readonly string[];
  /** Of a good answer (200) the bytes themselves are wanted. */
  readonly bytes?: true;
}

type HttpFailure =
  | "dns"
  | "refused"
  | "timeout"
  | "reset"
  | "tls"
  | "too-large"
  | "encoding"
  | "aborted"
  /** Its address may not be dialled (guard.ts). */
  | "forbidden"
  | "other";

interface Answered {
  /** 100…999 */
  readonly http: number;
  /** Names in lower case; repeated fields joined with `, `, but Set-Cookie, which cannot be, with line feeds. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What came of a request: never an exception. Redirects are not followed. */
export type HttpAnswer =
  | (Answered & { readonly kind: "json"; readonly value: unknown })
  /** The beginning; all of it where the request wanted text. `bytes`: all of it, where it wanted those. */
  | (Answered & { readonly kind: "text"; readonly start: string; readonly bytes?: Uint8Array })
  | (Answered & { readonly kind: "redirect"; readonly location: string })
  | { readonly kind: "failure"; readonly failure: HttpFailure; readonly detail: string };

export interface HttpClient {
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpClientOptions extends DialOptions {
  readonly userAgent: string;
}

const inflate = promisify(gunzip);

class TooLarge extends Error {}

/** The client of wikis, archives, origin and edge (design 12): guarded, gzip, keep-alive, bounded in bytes and time. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const agents = guardedAgents(options, {
    headersTimeout: REQUEST_MS_MAX,
    bodyTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: 4_000,
  });
  return {
    send: (request) => send(agents.of(request.url, request.configured), options.userAgent, request),
    close: () => agents.close(),
  };
}

async function send(agent: Agent, userAgent: string, request: HttpRequest): Promise<HttpAnswer> {
  const { msMax = REQUEST_MS_MAX, bytesMax = BYTES_MAX } = request;
  const deadline = AbortSignal.timeout(msMax);
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
  try {
    const response = await undiciRequest(request.url, {
      dispatcher: agent,
      method: request.method ?? "GET",
      headers: {
        accept: "application/json",
        "accept-encoding": "gzip",
        "user-agent": userAgent,
        ...request.headers,
      },
      body: request.body ?? null,
      signal,
    });
    const raw = await readBody(response.body, bytesMax);
    const headers = plainHeaders(response.headers);
    const answered = { http: response.statusCode, headers };
    const location = headers.location;
    if (answered.http >= 300 && answered.http < 400 && location !== undefined)
      return { kind: "redirect", ...answered, location };
    const encoding = (headers["content-encoding"] ?? "identity").trim().toLowerCase();
    if (!["identity", "gzip", "x-gzip"].includes(encoding))
      return { kind: "failure", failure: "encoding", detail: `content-encoding ${encoding}` };
    // Answers without a body (204, 304) may still name the encoding that a body would have had.
    const plain = encoding === "identity" || raw.byteLength === 0;
    const bytes = plain ? raw : await inflate(raw, { maxOutputLength: bytesMax });
    if (request.bytes && answered.http === 200) return { ...answered, kind: "text", start: "", bytes };
    return { ...answered, ...(request.text ? wholeText(bytes) : parseBody(bytes)) };
  } catch (error) {
    if (request.signal?.aborted === true) return { kind: "failure", failure: "aborted", detail: "stopped" };
    if (deadline.aborted)
      return { kind: "failure", failure: "timeout", detail: `no complete answer within ${msMax / 1000} s` };
    return failureOf(error, bytesMax);
  }
}

async function readBody(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const wholeText = (bytes: Uint8Array) => ({ kind: "text", start: new TextDecoder().decode(bytes) }) as const;

function parseBody(
  bytes: Uint8Array,
): { readonly kind: "json"; readonly value: unknown } | { readonly kind: "text"; readonly start: string } {
  const text = new TextDecoder().decode(bytes);
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "text", start: text.slice(0, TEXT_CHARS_MAX) };
  }
}

export function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined)
      plain[name.toLowerCase()] = Array.isArray(value)
        ? value.join(name.toLowerCase() === "set-cookie" ? "\n" : ", ")
        : value;
  return plain;
}

const FAILURE_OF_CODE: Readonly<Record<string, HttpFailure>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  ESERVFAIL: "dns",
  EACCES: "forbidden",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "refused",
  ENETUNREACH: "refused",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  UND_ERR_HEADERS_OVERFLOW: "too-large",
  ERR_BUFFER_TOO_LARGE: "too-large",
  Z_DATA_ERROR: "encoding",
  Z_BUF_ERROR: "encoding",
};

export function failureOf(error: unknown, bytesMax: number): Extract<HttpAnswer, { kind: "failure" }> {
  if (error instanceof TooLarge)
    return { kind: "failure", failure: "too-large", detail: `more than ${bytesMax} bytes` };
  const { code, message } = error as { code?: unknown; message?: unknown };
  const name = typeof code === "string" ? code : "";
  const tls = /CERT|SIGNATURE|SELF_SIGNED|SSL|TLS|ALTNAME|ISSUER/.test(name);
  return {
    kind: "failure",
    failure: tls ? "tls" : (FAILURE_OF_CODE[name] ?? "other"),
    detail: [name, String(message ?? error)].filter((part) => part !== "").join(": "),
  };
}
