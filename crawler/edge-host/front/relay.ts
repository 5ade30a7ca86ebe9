import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { Readable } from "node:stream";
import { compressionOf } from "./compression.ts";
import { type Addressed, fieldsForWorker, forwarded, isHostOfOurs, targetOf } from "./head.ts";
import type { FrontLimits } from "./limits.ts";

export interface RelayOptions {
  /** Unix socket of the Worker. */
  readonly socketPath: string;
  readonly agent: Agent;
  readonly limits: FrontLimits;
  readonly clientIpHeader: string;
  /** Host and port of the address that the world knows. */
  readonly publicHost: string;
}

const RESTART_SECONDS = 5;

/** A refusal by the front itself, in a sentence; what of the request has not come is not waited for. */
export function refuse(res: ServerResponse, status: number, sentence: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.shouldKeepAlive = false;
  res.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
    ...(status === 503 && { "retry-after": String(RESTART_SECONDS) }),
  });
  res.end(`${sentence}\n`);
}

const bodyBytesMax = (path: string, { bodyBytes, storeBodyBytes }: FrontLimits): number =>
  /^\/internal\/kv(?:\?|$)/.test(path) ? storeBodyBytes : bodyBytes;

type Admission =
  | {
      readonly kind: "admitted";
      readonly path: string;
      readonly bytesMax: number;
      readonly length: Addressed["length"];
    }
  | { readonly kind: "refused"; readonly status: number; readonly sentence: string };

/** What the head of a request says, before anything of its body is read. */
function admit(
  { method, url = "", headers, rawHeaders }: IncomingMessage,
  limits: FrontLimits,
  publicHost: string,
): Admission {
  const refused = (status: number, sentence: string): Admission => ({ kind: "refused", status, sentence });
  const target = targetOf(url);
  if (target === null) return refused(400, "the address must begin with a slash");
  if (!isHostOfOurs(target.host ?? headers.host ?? "", publicHost))
    return refused(
      421,
      `this edge is ${publicHost}; its operator sets PUBLIC_URL to the address at which it is reached`,
    );
  if (rawHeaders.length / 2 > limits.fields)
    return refused(431, `a request has at most ${limits.fields} fields`);
  const { path } = target;
  const length = Number(headers["content-length"] ?? 0);
  const bytesMax = bodyBytesMax(path, limits);
  if (length > bytesMax) return refused(413, tooLarge(bytesMax));
  const isChunked = headers["transfer-encoding"] !== undefined;
  const hasBody = isChunked || length > 0;
  if (hasBody && (method === "GET" || method === "HEAD")) return refused(400, `${method} has no body`);
  return { kind: "admitted", path, bytesMax, length: isChunked ? "chunked" : hasBody ? length : null };
}

const tooLarge = (bytesMax: number): string => `a body has at most ${bytesMax} bytes at this address`;

/** Passes a request to the Worker and its answer back, neither faster than the other side takes it, and nothing for longer than the limits say. */
export function relay(req: IncomingMessage, res: ServerResponse, options: RelayOptions): void {
  const admission = admit(req, options.limits, options.publicHost);
  if (admission.kind === "refused") {
    refuse(res, admission.status, admission.sentence);
    return;
  }
  const { path, bytesMax, length } = admission;
  const upstream = send(req, res, { ...options, path, length });
  if (length === null) return;
  let bytes = 0;
  req.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      upstream.destroy();
      refuse(res, 413, tooLarge(bytesMax));
    } else if (!upstream.destroyed && !upstream.write(chunk)) req.pause();
  });
  upstream.on("drain", () => req.resume());
  req.on("end", () => upstream.end());
}

interface Sent extends RelayOptions {
  readonly path: string;
  readonly length: Addressed["length"];
}

/** Begins the request at the Worker; without a body it is ended, too. */
function send(req: IncomingMessage, res: ServerResponse, sent: Sent): ClientRequest {
  const { socketPath, agent, limits, path } = sent;
  // There is no body that could have been read in part.
  const mayRepeat = sent.length === null;
  const addressed: Addressed = { ...sent, address: req.socket.remoteAddress ?? "" };
  const fields = fieldsForWorker(req.rawHeaders, addressed);
  const upstream = request({ socketPath, agent, method: req.method ?? "GET", path, headers: fields });
  const leave = () => upstream.destroy();
  upstream.setTimeout(limits.silentMs, () => {
    upstream.destroy();
    refuse(res, 504, "the edge took too long to answer");
  });
  upstream.on("response", (answer) => pass(answer, req, res, limits));
  upstream.on("error", (error: NodeJS.ErrnoException) => {
    if (res.destroyed || res.headersSent) return void res.destroy();
    res.off("close", leave);
    // The Worker closed a connection at rest in the moment in which it was to be used again.
    if (mayRepeat && upstream.reusedSocket && error.code === "ECONNRESET") return void send(req, res, sent);
    refuse(res, 503, "the edge is starting; ask again in some seconds");
  });
  res.once("close", leave);
  if (mayRepeat) upstream.end();
  return upstream;
}

function pass(answer: IncomingMessage, req: IncomingMessage, res: ServerResponse, limits: FrontLimits): void {
  const status = answer.statusCode ?? 502;
  const { gzip, changed } = compressionOf({
    method: req.method ?? "",
    status,
    acceptEncoding: String(req.headers["accept-encoding"] ?? ""),
    fields: answer.headers,
  });
  // The rest of a body that the Worker did not want is not read.
  if (!req.complete) res.shouldKeepAlive = false;
  res.writeHead(status, changed(forwarded(answer.rawHeaders)));
  answer.on("error", () => res.destroy());
  answer.on("aborted", () => res.destroy());
  pour(gzip === null ? answer : answer.pipe(gzip), res, limits.unreadMs);
}

/** As fast as the caller reads; one that leaves something unread for too long is cut off, which ends the source as well. */
function pour(source: Readable, res: ServerResponse, unreadMs: number): void {
  let unread: NodeJS.Timeout | undefined;
  const expectRead = () => {
    clearTimeout(unread);
    unread = setTimeout(() => res.destroy(), unreadMs);
  };
  const read = () => clearTimeout(unread);
  source.on("data", (chunk: Buffer) => {
    if (res.write(chunk)) return;
    source.pause();
    expectRead();
  });
  source.on("end", () => {
    res.end();
    if (!res.writableFinished) expectRead();
  });
  res.on("drain", () => {
    read();
    source.resume();
  });
  res.once("finish", read);
  res.once("close", () => {
    read();
    source.destroy();
  });
}
