import type { Context } from "hono";
import type { Answer, AnswerError } from "../shared/answer/types.ts";
import { HTML_CONTENT_TYPE, HTML_SECURITY_POLICY } from "../shared/format/html.ts";
import type { Data } from "../shared/format/json.ts";
import { CSV_CONTENT_TYPE, printErrorCsv } from "../shared/format/lists/csv.ts";
import { PRINTERS } from "../shared/format/printers.ts";
import { printCall } from "../shared/format/script.ts";
import type { Format, PrintOptions } from "../shared/format/types.ts";
import { xmlDocument } from "../shared/format/xml.ts";
import { pageTag } from "../shared/protocol/types.ts";
import type { Edge, EdgeEnv } from "./env.ts";
import { type Refusal, refusalHeaders } from "./refusal.ts";
import { parametersOf, type Reply, replyOf } from "./request.ts";

/** PUBLIC_URL is not set: nobody but the operator knows this edge's address. */
export class AddressUnknown extends Error {
  constructor() {
    super(
      "PUBLIC_URL is not set: set it to the address of this edge, such as https://weboid.example (docs/operators.md)",
    );
  }
}

/**
 * This edge's own address without a final slash, for links that have to be whole. What a request names is its sender's word, which a
 * cache in front would give to others. Throws AddressUnknown.
 */
export function baseOf({ env }: Context<Edge>): string {
  if (!env.PUBLIC_URL) throw new AddressUnknown();
  return env.PUBLIC_URL.replace(/\/+$/, "");
}

/** How long answers may be kept: fresh for `seconds`, and shown once more while a new one is fetched (RFC 5861). */
export interface Freshness {
  readonly seconds: number;
  readonly staleSeconds: number;
}
export const GADGET_FRESHNESS: Freshness = { seconds: 60, staleSeconds: 86_400 };
export const PAGE_FRESHNESS: Freshness = { seconds: 30, staleSeconds: 600 };

interface Content {
  readonly body: string;
  readonly contentType: string;
  /** null: nobody keeps it. */
  readonly freshness: Freshness | null;
  /** Further headers, such as Vary. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of the pages of an answer, by which the dispatcher purges what a zone's cache keeps of them (D3). */
export const pageTags = ({ pages }: Answer): string[] =>
  pages.map(({ wiki, pageid }) => pageTag(wiki, pageid));

/** Cloudflare takes it off before it answers. */
export const cacheTag = (tags: readonly string[]): Record<string, string> =>
  tags.length === 0 ? {} : { "cache-tag": tags.join(",") };

/** No script, no frame, nothing loaded: an answer that a browser opens as a page of its own can do nothing. */
const DATA_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Nothing of what a device has is ours to use. */
const PERMISSIONS_POLICY = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** Of an answer that scripts of other sites may read. */
export const FOR_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Weboid-Source",
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** Headers of everything that may be read from anywhere. */
export const commonHeaders = (contentType: string): Record<string, string> => ({
  ...safetyHeaders(contentType),
  ...FOR_ALL,
});

function safetyHeaders(contentType: string): Record<string, string> {
  const isPage = contentType.startsWith("text/html");
  return {
    "content-type": contentType,
    "x-content-type-options": "nosniff",
    "content-security-policy": isPage ? HTML_SECURITY_POLICY : DATA_SECURITY_POLICY,
    ...(isPage && { "permissions-policy": PERMISSIONS_POLICY, "cross-origin-opener-policy": "same-origin" }),
    "referrer-policy": isPage ? "same-origin" : "strict-origin",
  };
}

/** Which source made this answer, and where it can be read (G1). */
function sourceHeaders(env: EdgeEnv): Record<string, string> {
  const { SOURCE_VERSION: version, SOURCE_COMMIT: commit, SOURCE_HASH: hash } = env;
  const parts = [`version=${version ?? "0"}`, commit && `commit=${commit}`, hash && `sha256=${hash}`];
  return {
    link: '</source>; rel="describedby"',
    "weboid-source": parts
      .filter(Boolean)
      .join("; ")
      .replace(/[^ -~]/g, "?"),
  };
}

/** A part of the SHA-256 of the content (RFC 9110 8.8.3). */
async function entityTag(body: ReturnType<TextEncoder["encode"]>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `"${btoa(String.fromCharCode(...digest.subarray(0, 12)))}"`;
}

/** RFC 9110 13.1.2: weak comparison over a list. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((given) => [tag, `W/${tag}`, "*"].includes(given.trim()));
}

const CHUNK_UNITS_MIN = 16_384;

/** Chunks as bytes, made as fast as the caller takes them, and none for one that has left. */
function streamOf(chunks: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      let text = "";
      while (text.length < CHUNK_UNITS_MIN) {
        const next = chunks.next();
        if (next.done) break;
        text += next.value;
      }
      if (text === "") controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
}

/** 200 with content that is too long to be held as a whole: no entity tag, as that would be its hash. */
export function sendStream(
  c: Context<Edge>,
  { chunks, ...content }: Omit<Content, "body"> & { readonly chunks: Iterator<string> },
): Response {
  return new Response(streamOf(chunks), { status: 200, headers: headersOf(c, content) });
}

function headersOf(c: Context<Edge>, { contentType, freshness, headers }: Omit<Content, "body">) {
  return {
    ...commonHeaders(contentType),
    ...sourceHeaders(c.env),
    "cache-control":
      freshness === null
        ? "no-store"
        : `public, max-age=${freshness.seconds}, stale-while-revalidate=${freshness.staleSeconds}`,
    ...headers,
  };
}

/** 200 with the content, or 304 when the caller has it already. */
export async function send(c: Context<Edge>, content: Content): Promise<Response> {
  const bytes = new TextEncoder().encode(content.body);
  const tag = await entityTag(bytes);
  const headers = { ...headersOf(c, content), etag: tag };
  if (matches(c.req.header("if-none-match"), tag)) return new Response(null, { status: 304, headers });
  return new Response(bytes, { status: 200, headers });
}

/** What is away is asked again after so long, unless something better is known. */
const AWAY_SECONDS = 60;

/** An error in the caller's format (docs/api.md). Never cached: most are repaired within minutes. */
export function sendError(
  status: number,
  error: AnswerError,
  reply: Reply,
  headers: Readonly<Record<string, string>> = {},
  options: Partial<PrintOptions> = {},
): Response {
  const printer = PRINTERS[reply.errorFormat ?? reply.format];
  return sendErrorText(
    status,
    printer.printError(error, { ...reply, ...options }),
    printer.contentType,
    headers,
  );
}

export const sendRefusal = (refusal: Refusal, reply: Reply, options?: Partial<PrintOptions>): Response =>
  sendError(refusal.status, refusal.error, reply, refusalHeaders(refusal), options);

/** An error as a printer of one's own has it. */
export function sendErrorText(
  status: number,
  body: string,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...commonHeaders(contentType),
      "cache-control": "no-store",
      ...(status === 503 && { "retry-after": String(AWAY_SECONDS) }),
      ...headers,
    },
  });
}

/**
 * A page with a form that is made out to the network that asks (H): every reader of it can send it, so no site may read it
 * in its visitors' name, and no cache keeps it.
 */
export function sendOwnPage(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...safetyHeaders(HTML_CONTENT_TYPE),
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
      vary: "Accept-Language",
      ...headers,
    },
  });
}

/** In which format an address answers when the caller names none. */
function formatOf(path: string): Format {
  if (path === "/externalLinkProblem") return "js";
  if (path.endsWith(".json")) return "json";
  return path.startsWith("/api/") || path.startsWith("/feed/") || path.startsWith("/internal/")
    ? "json"
    : "html";
}

/** An error of an address as a whole, in the caller's format, those formats included that only some addresses have. */
export function refuse(
  c: Context<Edge>,
  status: number,
  error: AnswerError,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { path } = c.req;
  if (path.startsWith("/list/") && parametersOf(c)("format") === "csv")
    return sendErrorText(status, printErrorCsv(error), CSV_CONTENT_TYPE, headers);
  return sendError(status, error, replyOf(c, [formatOf(path)]).reply, headers);
}

/** A document that is no page answer, as JSON, as XML with the same names, or as a script's argument. */
export function printData(
  data: { readonly [key: string]: Data },
  { format, callback }: Reply,
): { readonly body: string; readonly contentType: string } {
  if (format === "xml") return { body: xmlDocument(data), contentType: PRINTERS.xml.contentType };
  if (format === "js" && callback !== null)
    return { body: printCall(callback, data), contentType: PRINTERS.js.contentType };
  return { body: `${JSON.stringify(data)}\n`, contentType: PRINTERS.json.contentType };
}
