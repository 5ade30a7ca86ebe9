import type { Day } from "../../shared/calendar/day.ts";
import type { Clock } from "../runtime/clock.ts";

/**
 * A web server on loopback that plays any number of hosts, well and badly behaved ones. Raw sockets, as a server library
 * is too well bred to break off in the middle of an answer.
 */

export interface WebRequest {
  readonly method: string;
  /** As sent in `Host`, in lower case, without the port. */
  readonly host: string;
  /** `Host` as sent, with the port. */
  readonly authority: string;
  /** Path and query. */
  readonly path: string;
  readonly secure: boolean;
  /** The day on which the web lives: the clock of whoever checks it. */
  readonly day: Day;
}

export type WebReply =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly type?: string;
      readonly location?: string;
      readonly body?: string;
      /** Sent as Content-Length in place of the body's own, with a HEAD only. */
      readonly length?: number;
      readonly delayMs?: number;
    }
  /** The connection is broken off without a word. */
  | { readonly kind: "reset" };

type Web = (request: WebRequest) => WebReply;

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
  readonly web: Web;
}

const HEAD_BYTES_MAX = 16_384;
const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  301: "Moved Permanently",
  302: "Found",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  410: "Gone",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

interface Parsed {
  readonly method: string;
  readonly host: string;
  readonly authority: string;
  readonly path: string;
}

function parseHead(head: string): Parsed | null {
  const line = /^([A-Z]{1,10}) (\/[^ ]*) HTTP\/1\.[01]\r\n/.exec(head);
  if (line === null) return null;
  const authority = (/\r\nhost:[ \t]*([^\r\n]*)/i.exec(head)?.[1] ?? "").trim();
  const host = authority.replace(/:[0-9]*$/, "").toLowerCase();
  return { method: line[1] ?? "", path: line[2] ?? "/", host, authority };
}

function write(method: string, reply: Extract<WebReply, { kind: "answer" }>): string {
  const body =
    reply.body ?? `<!doctype html><title>${reply.status}</title><p>${REASONS[reply.status] ?? "?"}</p>\n`;
  const length = method === "HEAD" ? (reply.length ?? Buffer.byteLength(body)) : Buffer.byteLength(body);
  const head = [
    `HTTP/1.1 ${reply.status} ${REASONS[reply.status] ?? "Status"}`,
    "Server: sample",
    `Content-Type: ${reply.type ?? "text/html; charset=utf-8"}`,
    `Content-Length: ${length}`,
    ...(reply.location === undefined ? [] : [`Location: ${reply.location}`]),
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${method === "HEAD" ? "" : body}`;
}

interface Connection {
  head: string;
  answered: boolean;
}

/** Throws the system's error (EADDRINUSE, EACCES) when a port cannot be had. */
export function serveWeb({ hostname, port, secure, clock, web }: WebOptions): WebServer {
  const handlers = (overTls: boolean): Bun.SocketHandler<Connection> => ({
    open(socket) {
      socket.data = { head: "", answered: false };
      socket.timeout(60);
    },
    data(socket, chunk) {
      const connection = socket.data;
      if (connection.answered) return;
      connection.head += chunk.toString("latin1");
      if (connection.head.length > HEAD_BYTES_MAX) {
        socket.terminate();
        return;
      }
      if (!connection.head.includes("\r\n\r\n")) return;
      connection.answered = true;
      const parsed = parseHead(connection.head);
      const reply: WebReply =
        parsed === null
          ? { kind: "answer", status: 400 }
          : web({ ...parsed, secure: overTls, day: clock.today() });
      if (reply.kind === "reset") {
        socket.terminate();
        return;
      }
      const send = () => void socket.end(write(parsed?.method ?? "GET", reply));
      if (reply.delayMs === undefined) send();
      else setTimeout(send, reply.delayMs);
    },
    timeout: (socket) => socket.terminate(),
    error: () => {},
  });
  const plain = Bun.listen<Connection>({ hostname, port, socket: handlers(false) });
  try {
    const tls =
      secure === undefined
        ? null
        : Bun.listen<Connection>({
            hostname,
            port: secure.port,
            tls: { key: secure.key, cert: secure.cert },
            socket: handlers(true),
          });
    return {
      port: plain.port,
      securePort: tls?.port ?? null,
      close() {
        plain.stop(true);
        tls?.stop(true);
      },
    };
  } catch (error) {
    plain.stop(true);
    throw error;
  }
}
