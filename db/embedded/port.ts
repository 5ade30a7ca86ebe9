import { createServer } from "node:net";

/** A port of loopback that nobody has now: the one that is wanted, 0 for any. Rejects where that is taken. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
