import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a fake archive says: a status or a body, or what it does to the connection. */
export type Said =
  | number
  | string
  | ((response: ServerResponse) => void)
  | {
      readonly status?: number;
      readonly body?: string | Uint8Array;
      readonly headers?: Record<string, string>;
    };

export interface FakeArchive {
  readonly base: string;
  /** The paths that were asked, with their queries. */
  readonly asked: string[];
  close(): void;
}

/**
 * An archive on loopback that answers as a table says, for answers that no archive documents. `says`: by the start of the path;
 * 404 elsewhere. "BASE" in a body stands for its address.
 */
export function fakeArchive(
  says: () => Readonly<Record<string, Said | readonly Said[]>>,
): Promise<FakeArchive> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const entry = Object.entries(says()).find(([start]) => path.startsWith(start));
    const start = entry?.[0] ?? "";
    const list = Array.isArray(entry?.[1]) ? entry[1] : [entry?.[1] ?? 404];
    const nth = asked.filter((one) => start !== "" && one.startsWith(start)).length - 1;
    const said = list[Math.min(Math.max(0, nth), list.length - 1)] as Said;
    if (typeof said === "function") return said(response);
    const {
      status = 200,
      body = "",
      headers = {},
    } = typeof said === "number" ? { status: said } : typeof said === "string" ? { body: said } : said;
    response.writeHead(status, headers);
    response.end(typeof body === "string" ? body.replaceAll("BASE", `http://${request.headers.host}`) : body);
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () =>
      done({
        base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        asked,
        close() {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}
