import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

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

const portFile = (folder: string): string => join(folder, "port");

export const rememberPort = (folder: string, port: number): void =>
  writeFileSync(portFile(folder), String(port), { mode: 0o600 });

/** The port of the last start, so that clients find a server again that was killed; another one where that is taken. */
export async function usualPort(folder: string): Promise<number> {
  const before = existsSync(portFile(folder)) ? Number(readFileSync(portFile(folder), "utf8")) : 0;
  return freePort(Number.isInteger(before) && before > 1_023 && before < 65_536 ? before : 0).catch(() =>
    freePort(),
  );
}
