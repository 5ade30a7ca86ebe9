import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the web saw it; times in milliseconds of `performance.now()`. */
interface Asked {
  readonly host: string;
  readonly path: string;
  readonly began: number;
  /** When all of the answer was handed over: who asked can have it a moment later, never before. */
  answered: number;
}

export interface HostLog {
  readonly port: number;
  readonly asked: readonly Asked[];
  /** At a host: the most requests at once, and the shortest time from the last answer of a visit to the next one's beginning. */
  of(host: string): { readonly atOnce: number; readonly gapMs: number };
  close(): void;
}

export interface Reply {
  readonly http?: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Before the answer. */
  readonly waitMs?: number;
}

/** One web on loopback for all host names; remembers who was asked when. `isPage`: the addresses that are checked. */
export async function startHostLog(
  isPage: (path: string) => boolean,
  reply: (host: string, path: string) => Reply,
): Promise<HostLog> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, "") ?? "";
    const path = request.url ?? "";
    const entry: Asked = { host, path, began: performance.now(), answered: Number.POSITIVE_INFINITY };
    asked.push(entry);
    const { http = 200, fields = {}, body = "ok", waitMs = 20 } = reply(host, path);
    setTimeout(() => {
      const length = String(Buffer.byteLength(body));
      response.writeHead(http, {
        "content-type": "text/html",
        "content-length": length,
        connection: "close",
        ...fields,
      });
      entry.answered = performance.now();
      response.end(request.method === "HEAD" ? "" : body);
    }, waitMs);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    of(host) {
      const visits = asked.filter((entry) => entry.host === host).sort((a, b) => a.began - b.began);
      const atOnce = visits.map(
        ({ began }) => visits.filter((other) => other.began <= began && other.answered > began).length,
      );
      let gapMs = Number.POSITIVE_INFINITY;
      let page = "";
      for (const [at, { path, began }] of visits.entries()) {
        const before = visits[at - 1];
        // A check may ask for more than its page, one after the other: robots.txt before it, and what shows its site's ways after it.
        const begins =
          path === "/robots.txt" || (isPage(path) && path !== page && before?.path !== "/robots.txt");
        if (isPage(path)) page = path;
        if (begins && before !== undefined) gapMs = Math.min(gapMs, began - before.answered);
      }
      return { atOnce: Math.max(0, ...atOnce), gapMs };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
