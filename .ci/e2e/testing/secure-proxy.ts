import { request as send } from "node:http";
import { createServer } from "node:https";
import { UNTRUSTED_CERTIFICATE, UNTRUSTED_KEY } from "../../../crawler/sample/sample.ts";

export interface SecureProxy {
  close(): Promise<void>;
}

/** The web server with TLS that stands before an edge (docs/operators.md): it passes everything on as it came. */
export async function openSecureProxy(port: number, edgePort: number): Promise<SecureProxy> {
  const server = createServer({ key: UNTRUSTED_KEY, cert: UNTRUSTED_CERTIFICATE }, (asked, answer) => {
    const { method = "GET", url = "/", headers } = asked;
    const passed = send(
      { host: "127.0.0.1", port: edgePort, method, path: url, headers, agent: false },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
        got.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
