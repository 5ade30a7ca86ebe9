import { once } from "node:events";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { UNTRUSTED_CERTIFICATE, UNTRUSTED_KEY } from "../../../crawler/sample/sample.ts";

export interface SecureWeb extends AsyncDisposable {
  /** A proxy that has every host name on this web: `http://127.0.0.1:PORT`. */
  readonly proxy: string;
  /** What was asked for, in this order: `https://HOST/PATH`. */
  readonly asked: readonly string[];
}

const HEAD_BYTES_MAX = 8_192;

/** A web of its own by https, for programs that take a proxy: no name has to be resolved. @param pages HTML by address; all else is 404 */
export async function startSecureWeb(pages: Readonly<Record<string, string>>): Promise<SecureWeb> {
  const asked: string[] = [];
  const web = createSecureServer({ key: UNTRUSTED_KEY, cert: UNTRUSTED_CERTIFICATE }, (request, answer) => {
    const url = `https://${request.headers.host}${request.url}`;
    asked.push(url);
    const page = pages[url];
    const [status, text] = page === undefined ? [404, "nothing here"] : [200, page];
    answer.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(text);
  });
  web.listen(0, "127.0.0.1");
  await once(web, "listening");
  const open = new Set<Socket>();
  const proxy = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    let head = "";
    const read = (chunk: Buffer) => {
      head += chunk.toString("latin1");
      if (head.length > HEAD_BYTES_MAX || !/^CONNECT /.test(head.slice(0, 8).padEnd(8))) socket.destroy();
      if (!head.includes("\r\n\r\n")) return;
      socket.off("data", read);
      const through = connect((web.address() as AddressInfo).port, "127.0.0.1");
      through.on("error", () => socket.destroy());
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(through).pipe(socket);
    };
    socket.on("data", read);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      web.closeAllConnections();
      await Promise.all([proxy, web].map((server) => new Promise((closed) => server.close(closed))));
    },
  };
}
