import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pauseMs } from "./time.ts";

/** What happens to a request on its way to a server. */
export type Fault =
  | { readonly kind: "none" }
  /** Answered in the server's place, which hears nothing of it. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body: string;
    }
  /** Cut off before the server hears of it, or after it did what was asked. */
  | { readonly kind: "cut"; readonly after: boolean }
  | { readonly kind: "slow"; readonly ms: number }
  /** Half of the answer, as if it were all. */
  | { readonly kind: "truncated" }
  /** The answer of another server. */
  | { readonly kind: "other"; readonly target: string }
  | { readonly kind: "changed"; readonly change: (body: string) => string };

export interface AskedRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Buffer;
}

export interface FaultyProxy {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Requests so far, and those of them that met a fault, by its kind. */
  readonly counts: Map<Fault["kind"], number>;
  close(): void;
}

const BODY_BYTES_MAX = 16 * 1024 * 1024;
const FORWARD_MS_MAX = 30_000;
/** Of a connection, not of what it carries. */
const HOP_BY_HOP = /^(?:host|connection|keep-alive|transfer-encoding|content-length|content-encoding)$/i;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !HOP_BY_HOP.test(name)) headers.set(name, String(value));
  headers.set("accept-encoding", "identity");
  return headers;
}

async function forward(target: string, asked: AskedRequest, headers: Headers) {
  const { method, url, body } = asked;
  const answer = await fetch(target + url.pathname + url.search, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(FORWARD_MS_MAX),
    ...(method !== "GET" && method !== "HEAD" && { body: new Uint8Array(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

/** A server on loopback before another one; `choose` says what happens to each request. */
export async function openFaultyProxy(
  target: string,
  choose: (asked: AskedRequest) => Fault,
): Promise<FaultyProxy> {
  const counts = new Map<Fault["kind"], number>();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const asked = {
      method: request.method ?? "GET",
      url: new URL(request.url ?? "/", "http://localhost"),
      body,
    };
    const fault = choose(asked);
    counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1);
    if (fault.kind === "answer") {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    if (fault.kind === "cut" && !fault.after) throw new Error("cut");
    if (fault.kind === "slow") await pauseMs(fault.ms);
    const to = fault.kind === "other" ? fault.target : target;
    const answer = await forward(to, asked, headersOf(request));
    if (fault.kind === "cut") throw new Error("cut");
    let sent = answer.body;
    if (fault.kind === "truncated") sent = sent.subarray(0, Math.floor(sent.length / 2));
    if (fault.kind === "changed") sent = Buffer.from(fault.change(sent.toString("utf8")));
    const kept = [...answer.headers].filter(([name]) => !HOP_BY_HOP.test(name));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(sent);
  };
  const server = createServer((request, response) => {
    // What cannot be carried on ends as a cut does.
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
