import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EGRESS_HEADER, readEgressField } from "../../../shared/protocol/egress.ts";
import { endpointOf } from "../../../shared/url/endpoint.ts";
import { EgressRefused, type GuardedAgents, guardedAgents } from "./connect.ts";
import { createEgressGuard, type EgressOptions } from "./guard.ts";
import { failureOf } from "./http-client.ts";
import { request as undiciRequest } from "./undici.ts";

interface ForwarderLimits {
  /** Of bodies. The edge itself takes less: 16 MiB of origin, 8 of a wiki. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Until the head of the answer, and between two pieces of its body. */
  readonly silenceMs: number;
  readonly totalMs: number;
  /** Requests under way; others are refused at once. */
  readonly requests: number;
}

const FORWARDER_LIMITS: ForwarderLimits = {
  requestBytes: 8 * 1024 * 1024,
  responseBytes: 32 * 1024 * 1024,
  silenceMs: 30_000,
  totalMs: 90_000,
  requests: 1_000,
};

export interface ForwarderOptions extends EgressOptions {
  /** Known to the Worker alone (shared/protocol/egress.ts). */
  readonly key: string;
  /** `WEBOID_DNS` */
  readonly dns?: readonly string[];
  /** Addresses that every request may go to, beside public ones: ORIGIN_URL. Null ones are not set. */
  readonly configured: readonly (string | null)[];
  /** Where it listens: the path of a Unix socket, or a port of 127.0.0.1, 0 for any that is free. */
  readonly listen: { readonly path: string } | { readonly port: number };
  readonly limits?: Partial<ForwarderLimits>;
}

export interface Forwarder {
  /** As workerd takes it for an external server: `unix:/path`, or `127.0.0.1:port`. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * A forward proxy (RFC 9110, 7.6; RFC 9112, 3.2.2) for workerd's outbound network, an external server of `style = proxy`: it sends the
 * whole address in the request line, `https://…` for TLS as well, which is spoken from here. Each request is dialled through the guard;
 * one that names the endpoint to which it goes, as configured, may go to private addresses. Redirects are answers like others.
 * Its own answers are 400, 403, 405, 413, 502, 503 and 504 with a line that says why.
 */
export async function startForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const limits = { ...FORWARDER_LIMITS, ...options.limits };
  const { dns = [], configured, key, listen } = options;
  const timeouts = {
    headersTimeout: limits.silenceMs,
    bodyTimeout: limits.silenceMs,
    keepAliveTimeout: 4_000,
  };
  const agents = guardedAgents({ guard: createEgressGuard(options, configured), dns }, timeouts);
  let under = 0;
  const server = createServer(
    { requireHostHeader: false, requestTimeout: limits.totalMs },
    (request, response) => {
      if (under >= limits.requests) return say(response, 503, "too many requests are under way");
      under += 1;
      void forward(request, response, { agents, key, limits }).finally(() => {
        under -= 1;
      });
    },
  );
  server.on("connect", (_request, socket) =>
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\n\r\n"),
  );
  await listening(server, listen);
  return {
    address: "path" in listen ? `unix:${listen.path}` : `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await agents.close();
    },
  };
}

async function listening(server: Server, listen: ForwarderOptions["listen"]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  if ("path" in listen) server.listen(listen.path, resolve);
  else server.listen(listen.port, "127.0.0.1", resolve);
  await promise;
}

interface Means {
  readonly agents: GuardedAgents;
  readonly key: string;
  readonly limits: ForwarderLimits;
}

/** Fields of one connection, not of the message (RFC 9110, 7.6.1), and those that are written again or are between the edge and us. */
const NOT_PASSED_ON: readonly string[] = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  EGRESS_HEADER,
];

/** Names and values in turn, as they came, without what is not passed on. */
function passedOn(raw: readonly string[], ...others: readonly string[]): string[] {
  const fields = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
  const named = fields
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((name) => name.trim());
  const dropped = new Set([...NOT_PASSED_ON, ...others, ...named]);
  return fields.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one, "latin1"), Buffer.from(other, "latin1"));

/** Sends one request on and its answer back; never rejects. */
async function forward(request: IncomingMessage, response: ServerResponse, means: Means): Promise<void> {
  const { agents, key, limits } = means;
  const refuse = async (status: number, reason: string): Promise<void> => {
    await readRest(request, limits);
    say(response, status, reason);
  };
  const field = readEgressField(String(request.headers[EGRESS_HEADER] ?? ""), key, isSame);
  if (field === null) return refuse(403, "this proxy serves its own edge alone");
  const url = URL.parse(request.url ?? "");
  const endpoint = url && endpointOf(url);
  if (url === null || endpoint === null || url.username !== "")
    return refuse(400, "the request line must have a whole http or https address");
  if (Number(request.headers["content-length"] ?? 0) > limits.requestBytes)
    return refuse(413, `a request has at most ${limits.requestBytes} bytes`);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const deadline = AbortSignal.timeout(limits.totalMs);
  const hasBody =
    request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
  try {
    const answer = await undiciRequest(url, {
      dispatcher: agents.of(url.href, field.endpoint === null ? [] : [field.endpoint]),
      method: (request.method ?? "GET") as "GET",
      headers: passedOn(request.rawHeaders, "host"),
      body: hasBody ? request.pipe(atMost(limits.requestBytes)) : null,
      responseHeaders: "raw",
      signal: AbortSignal.any([gone.signal, deadline]),
    });
    const fields = passedOn(answer.headers as unknown as string[]);
    response.sendDate = false;
    response.writeHead(answer.statusCode, fields);
    // From here on an answer that is broken off is seen to be: without its head, Bun would end it as if it were whole.
    response.flushHeaders();
    await pipeline(answer.body, atMost(limits.responseBytes), response);
  } catch (error) {
    if (response.headersSent || gone.signal.aborted) response.destroy();
    else await refuse(...reasonOf(error, deadline.aborted));
  }
}

class TooLarge extends Error {}

/** Passes a body on up to this many bytes, and then breaks it off: what was cut is no answer. */
function atMost(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, callback) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) callback(new TooLarge(`a body has more than ${bytesMax} bytes`));
      else callback(null, chunk);
    },
  });
}

function reasonOf(error: unknown, isLate: boolean): [status: number, reason: string] {
  if (error instanceof EgressRefused) return [403, error.message];
  if (error instanceof TooLarge) return [413, error.message];
  const { failure, detail } = failureOf(error, 0);
  return isLate || failure === "timeout" ? [504, "the server did not answer in time"] : [502, detail];
}

/** How many times the size of a body that is passed on is read of one that is refused. */
const REFUSED_TIMES_MAX = 4;

/**
 * Reads and drops what the client still sends, up to a size and no longer than a silence: an answer on a connection that is
 * closed amid a body can be lost (RFC 9112, 9.6). Never rejects.
 */
async function readRest(request: IncomingMessage, limits: ForwarderLimits): Promise<void> {
  request.unpipe();
  if (request.complete || request.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limits.silenceMs);
  let bytes = 0;
  request.on("data", (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > REFUSED_TIMES_MAX * limits.requestBytes) resolve();
  });
  for (const end of ["end", "close", "error"]) request.once(end, resolve);
  request.resume();
  await promise;
  clearTimeout(timer);
}

function say(response: ServerResponse, status: number, reason: string): void {
  const line = reason.replace(/[^ -~]+/g, " ").slice(0, 300);
  response.writeHead(status, { "content-type": "text/plain", connection: "close", [EGRESS_HEADER]: line });
  response.end(`${line}\n`);
}
