import { isIP, connect as netConnect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { type TLSSocket, connect as tlsConnect } from "node:tls";
import type { NetworkFailure, TlsTrouble } from "../../shared/status/outcome.ts";
import { Client } from "../runtime/undici.ts";
import { exchangeOf, keepOf, sizeMatters } from "./answer.ts";
import { BodyReader } from "./body.ts";
import { contentLengthOf, type Framing, type Head } from "./fields.ts";
import { loopClock } from "./loop-clock.ts";
import {
  authorityOf,
  bareHost,
  codeOf,
  type ExchangeRequest,
  type ExchangeResult,
  portOf,
  requestText,
  type Transport,
  type TransportOptions,
  tlsTrouble,
  wantsOurCertificate,
} from "./transport.ts";

/** Why a request was stopped by us. */
class Stopped extends Error {
  readonly failure: "connect-timeout" | "timeout";
  constructor(failure: "connect-timeout" | "timeout") {
    super(failure);
    this.failure = failure;
  }
}

/**
 * HTTP/1.1 by undici, for where Bun is not (design 12): the same requests, limits and results as the dialler's, but with
 * undici's stricter parser. Each request has a connection of its own, opened here and pinned to the addresses given.
 */
export function createUndiciTransport(options: TransportOptions = {}): Transport {
  const open = new Set<AbortController>();
  return {
    async exchange(request) {
      const stop = new AbortController();
      open.add(stop);
      try {
        return await exchange(request, options, stop);
      } finally {
        open.delete(stop);
      }
    },
    async close() {
      for (const stop of open) stop.abort(new Stopped("timeout"));
    },
  };
}

interface Connected {
  readonly socket: Socket;
  readonly address: string;
  readonly tls: TlsTrouble | null;
}

async function exchange(
  request: ExchangeRequest,
  options: TransportOptions,
  stop: AbortController,
): Promise<ExchangeResult> {
  const began = loopClock.now();
  const { parts, method, limits, line, fields } = request;
  const deadline = request.deadline + (line?.waitedMs ?? 0);
  requestText(request); // refuses what could forge a line
  const ends = setTimeout(() => stop.abort(new Stopped("timeout")), Math.max(0, deadline - began));
  let connected: Connected | null = null;
  let client: Client | null = null;
  try {
    connected = await connectToOne(request, options, stop.signal, began + limits.connectMs);
    const { socket, address, tls } = connected;
    // undici does not notice a connection that is handed over while it asks for one: hence the microtask.
    client = new Client(`${parts.scheme}://${parts.host}:${portOf(parts, options.ownPorts)}`, {
      connect: (_options: unknown, callback: (error: null, socket: Socket) => void) =>
        queueMicrotask(() => callback(null, socket)),
      headersTimeout: method === "HEAD" ? limits.headSilenceMs : limits.totalMs,
      bodyTimeout: limits.bodyMs,
      maxHeaderSize: limits.headBytesMax,
    });
    const response = await client.request({
      method,
      path: parts.path,
      headers: ["Host", authorityOf(parts), ...fields.flat()],
      signal: stop.signal,
      responseHeaders: "raw",
    });
    request.line?.heard?.answered(parts.host);
    const head: Head = { http: response.statusCode, fields: pairs(response.headers) };
    if (head.fields.length > limits.headFieldsMax) return { kind: "failure", failure: "head-too-large", tls };
    const body = new BodyReader(
      framing(head, method),
      limits,
      sizeMatters(head),
      keepOf(head, request.wantsPage),
    );
    await readBody(response.body, body, Math.min(deadline, loopClock.now() + limits.bodyMs));
    return {
      kind: "exchange",
      exchange: exchangeOf(request, head, body, address, loopClock.now() - began),
      tls,
    };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    if (NO_DESCRIPTOR.has(codeOf(error))) return { kind: "not-tried", reason: "no-resources", tls: null };
    const failure = failureOf(error);
    return {
      kind: "failure",
      failure,
      tls: failure === "tls" || failure === "client-certificate" ? "handshake" : (connected?.tls ?? null),
    };
  } finally {
    clearTimeout(ends);
    connected?.socket.destroy();
    await client?.destroy().catch(() => {});
  }
}

/** undici has undone the chunked coding: its end is the end of the stream. */
function framing(head: Head, method: "HEAD" | "GET"): Framing {
  if (method === "HEAD") return { kind: "none" };
  const bytes = contentLengthOf(head);
  return bytes === null ? { kind: "until-close" } : { kind: "length", bytes };
}

async function readBody(stream: Readable, body: BodyReader, until: number): Promise<void> {
  stream.on("error", () => {
    // To cut it off is an error in undici's eyes.
  });
  // To end the stream ends the loop: with an error or without, what came is what counts.
  const timer = setTimeout(() => stream.destroy(), Math.max(0, until - loopClock.now()));
  try {
    if (body.complete) return;
    for await (const chunk of stream) if (body.push(chunk)) return;
    if (loopClock.now() < until) body.finish();
  } catch {
    // Cut off by the server or by us.
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
}

/** Dials the literals in their order. Rejects with the last error. */
async function connectToOne(
  request: ExchangeRequest,
  options: TransportOptions,
  signal: AbortSignal,
  until: number,
): Promise<Connected> {
  const { addresses } = request;
  let last: unknown = new Stopped("connect-timeout");
  for (const [index, address] of addresses.entries()) {
    const left = addresses.length - index;
    try {
      return await connectTo(request, address, options, signal, Math.max(0, until - loopClock.now()) / left);
    } catch (error) {
      last = error;
      if (signal.aborted || failureOf(error) === "tls") break;
    }
  }
  throw last;
}

function connectTo(
  request: ExchangeRequest,
  address: string,
  options: TransportOptions,
  signal: AbortSignal,
  ms: number,
): Promise<Connected> {
  const { parts } = request;
  const { promise, resolve, reject } = Promise.withResolvers<Connected>();
  const tcp = netConnect({ host: address, port: portOf(parts, options.ownPorts), autoSelectFamily: false });
  let current: Socket = tcp;
  const fail = (error: unknown) => {
    reject(error instanceof Error ? error : new Error(String(error)));
    current.destroy();
    tcp.destroy();
  };
  const abort = () => fail(signal.reason);
  const timer = setTimeout(() => fail(new Stopped("connect-timeout")), ms);
  const settled = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  };
  signal.addEventListener("abort", abort, { once: true });
  tcp.on("error", fail);
  tcp.once("close", () => fail(new Error("closed")));
  tcp.once("connect", () => {
    clearTimeout(timer);
    if (parts.scheme === "http") resolve({ socket: tcp, address, tls: null });
    else
      current = shakeHands(
        tcp,
        parts,
        options,
        (secure, tls) => resolve({ socket: secure, address, tls }),
        fail,
      );
  });
  return promise.finally(settled);
}

/** Certificates in trouble are noted and gone on with. */
function shakeHands(
  socket: Socket,
  parts: ExchangeRequest["parts"],
  options: TransportOptions,
  done: (secure: TLSSocket, tls: TlsTrouble | null) => void,
  fail: (error: unknown) => void,
): TLSSocket {
  const host = bareHost(parts);
  const secure = tlsConnect({
    socket,
    host,
    rejectUnauthorized: false,
    ALPNProtocols: ["http/1.1"],
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  secure.once("error", (error) => fail(Object.assign(error, { duringHandshake: true })));
  secure.once("secureConnect", () => {
    const trouble: unknown = secure.authorizationError;
    done(secure, trouble ? tlsTrouble(codeOf(trouble)) : null);
  });
  return secure;
}

const FAILURES: Readonly<Record<string, NetworkFailure>> = {
  ECONNREFUSED: "connect-refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "connect-timeout",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "closed",
  UND_ERR_CONNECT_TIMEOUT: "connect-timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "malformed-head",
  UND_ERR_HEADERS_OVERFLOW: "head-too-large",
  HPE_HEADER_OVERFLOW: "head-too-large",
};

/** Of this process, or of the whole system. */
const NO_DESCRIPTOR: ReadonlySet<string> = new Set(["EMFILE", "ENFILE"]);

function failureOf(error: unknown): NetworkFailure {
  if (error instanceof Stopped) return error.failure;
  if ((error as { duringHandshake?: boolean }).duringHandshake === true) return "tls";
  const { name, message } = error as Error;
  // undici's own words for a parser's error, 101 unasked, and 100 in place of an answer.
  if (name === "HTTPParserError" || /^bad (upgrade|response)$/.test(message)) return "malformed-head";
  if (error instanceof Error && wantsOurCertificate(error)) return "client-certificate";
  const code = codeOf(error);
  return FAILURES[code] ?? (code.startsWith("ERR_SSL") ? "tls" : "closed");
}

/** undici hands raw headers on as one list of names and values by turns. */
function pairs(raw: unknown): Head["fields"] {
  const list: unknown[] = Array.isArray(raw) ? raw : [];
  const text = (value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
  return Array.from({ length: Math.floor(list.length / 2) }, (_, index) => [
    text(list[2 * index]).toLowerCase(),
    text(list[2 * index + 1]).trim(),
  ]);
}
