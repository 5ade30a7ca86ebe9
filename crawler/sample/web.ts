import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Day } from "../../shared/calendar/day.ts";
import type { Clock } from "../runtime/clock.ts";

export interface WebRequest {
  readonly method: string;
  /** As sent in `Host`, in lower case, without the port. */
  readonly host: string;
  /** `Host` as sent, with the port. */
  readonly authority: string;
  /** Path and query. */
  readonly path: string;
  readonly secure: boolean;
  /** The day on which the web lives: by the clock of its checker. */
  readonly day: Day;
}

export type WebReply =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly type?: string;
      readonly location?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      /** Sent as Content-Length in place of the body's own, with a HEAD only. */
      readonly length?: number;
      readonly delayMs?: number;
    }
  /** The connection is broken off without a word. */
  | { readonly kind: "reset" };

export interface WebServer {
  readonly port: number;
  readonly securePort: number | null;
  close(): void;
}

interface WebOptions {
  readonly hostname: string;
  /** 0: any free one. */
  readonly port: number;
  /** Without: no TLS. */
  readonly secure?: { readonly port: number; readonly key: string; readonly cert: string };
  readonly clock: Clock;
  readonly web: (request: WebRequest) => WebReply;
}

/**
 * Starts a web server on loopback that plays any number of hosts, well and badly behaved ones. Rejects with the system's
 * error (EADDRINUSE, EACCES) when a port cannot be had.
 */
export async function serveWeb({ hostname, port, secure, clock, web }: WebOptions): Promise<WebServer> {
  const handler = (isSecure: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url: path = "/" } = request;
    const authority = request.headers.host ?? "";
    const host = authority.replace(/:[0-9]*$/, "").toLowerCase();
    const reply = web({ method, host, authority, path, secure: isSecure, day: clock.today() });
    if (reply.kind === "reset") request.socket.destroy();
    else setTimeout(() => send(response, method, reply), reply.delayMs ?? 0);
  };
  const plain = await listening(createServer(handler(false)), hostname, port);
  try {
    const tls = secure && (await listening(createTlsServer(secure, handler(true)), hostname, secure.port));
    return {
      port: plain.port,
      securePort: tls?.port ?? null,
      close() {
        plain.close();
        tls?.close();
      },
    };
  } catch (error) {
    plain.close();
    throw error;
  }
}

function listening(server: Server, host: string, port: number) {
  return new Promise<{ readonly port: number; close(): void }>((done, fail) => {
    server.once("error", fail);
    server.listen({ host, port }, () => {
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      done({ port: (server.address() as AddressInfo).port, close });
    });
  });
}

function send(response: ServerResponse, method: string, reply: Extract<WebReply, { kind: "answer" }>): void {
  const { status, type = "text/html; charset=utf-8", location } = reply;
  const body = reply.body ?? `<!doctype html><title>${status}</title><p>${STATUS_CODES[status]}</p>\n`;
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    server: "sample",
    "content-type": type,
    "content-length": method === "HEAD" ? (reply.length ?? length) : length,
    ...(location !== undefined && { location }),
    connection: "close",
    ...reply.headers,
  });
  response.end(method === "HEAD" ? undefined : body);
}
