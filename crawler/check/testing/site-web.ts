import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a site says to a path: a page, a number, a redirect to where it begins with `→`, or all of these. */
export type SiteSays =
  | string
  | number
  | {
      readonly http?: number;
      /** To HEAD. */
      readonly head?: number;
      readonly body?: string | Uint8Array;
      readonly fields?: Readonly<Record<string, string>>;
    };

export interface SiteWeb {
  readonly port: number;
  /** `METHOD host path` of every request. */
  readonly asked: readonly string[];
  /** Most requests that were under way at a host at a time. */
  most(host: string): number;
  close(): Promise<void>;
}

/** Sites on loopback, known apart by the name in Host. */
export async function startSiteWeb(
  sites: Readonly<Record<string, (path: string) => SiteSays>>,
): Promise<SiteWeb> {
  const asked: string[] = [];
  const underWay = new Map<string, number>();
  const most = new Map<string, number>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const path = request.url ?? "/";
    asked.push(`${request.method} ${host} ${path}`);
    const now = (underWay.get(host) ?? 0) + 1;
    underWay.set(host, now);
    most.set(host, Math.max(now, most.get(host) ?? 0));
    response.on("close", () => underWay.set(host, (underWay.get(host) ?? 1) - 1));
    const says = sites[host]?.(path) ?? 404;
    const plain =
      typeof says === "number" ? { http: says } : typeof says === "string" ? { body: says } : says;
    const { http: toGet = 200, head = toGet, body = `<p>${toGet}</p>`, fields = {} } = plain;
    const http = request.method === "HEAD" ? head : toGet;
    const [, target] = (typeof body === "string" && /^→(.*)$/.exec(body)) || [];
    if (target !== undefined)
      response.writeHead(http === 200 ? 301 : http, { location: target, "content-length": "0" }).end();
    else {
      const bytes = Buffer.from(body);
      response.writeHead(http, {
        "content-type": "text/html; charset=utf-8",
        "content-length": bytes.length,
        ...fields,
      });
      response.end(request.method === "HEAD" ? undefined : bytes);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    most: (host) => most.get(host) ?? 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
