import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface SitePage {
  /** 200 where it is left out. */
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Site {
  /** `http://127.0.0.1:PORT` */
  readonly base: string;
  /** Paths with their queries that were asked for, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A web server on a free port of this machine. `answer`: what is at an address; null: 404. */
export async function openSite(answer: (address: URL) => SitePage | null): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://127.0.0.1");
    asked.push(`${address.pathname}${address.search}`);
    const page = answer(address);
    response.writeHead(page === null ? 404 : (page.status ?? 200), {
      "content-type": "text/html; charset=utf-8",
      ...page?.headers,
    });
    response.end(page?.body ?? "");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
