import { createServer } from "node:net";
import { WorkError } from "../runtime/errors.ts";

export const DEFAULT_PORT = 8787;
/** How many ports after the default one are tried before any free one is taken. */
const NEIGHBOURS = 20;

/** The port when it can be had on this address, 0 meaning any; else the system's code (EADDRINUSE, EACCES). */
export function tryPort(hostname: string, port: number): Promise<number | string> {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ host: hostname, port, exclusive: true }, () => {
      const address = server.address();
      const got = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => done(got));
    });
  });
}

function refusalOf(code: string, hostname: string, port: number): string {
  if (code === "EADDRINUSE")
    return `port ${port} of ${hostname} is taken by another program: stop that, or give another port with --port`;
  if (code === "EACCES") return `port ${port} is for root alone: give a port of 1024 or more with --port`;
  return `${hostname} is no address of this machine (${code}): give one such as 127.0.0.1 or ::1 with --host`;
}

/**
 * The port for the edge. One that was asked for must be had; the default one gives way to other programs.
 * `asked`: null when nobody asked.
 */
export async function choosePort(
  hostname: string,
  asked: number | null,
): Promise<{ readonly port: number; readonly note: string | null }> {
  const wanted = asked ?? DEFAULT_PORT;
  const got = await tryPort(hostname, wanted);
  if (typeof got === "number") return { port: got, note: null };
  if (asked !== null) throw new WorkError(refusalOf(got, hostname, wanted));
  // The next ones in order, so that it is the same one at the next start: addresses get pasted into wikis.
  for (const port of [...Array.from({ length: NEIGHBOURS }, (_, at) => DEFAULT_PORT + 1 + at), 0]) {
    const other = await tryPort(hostname, port);
    if (typeof other === "number")
      return { port: other, note: `port ${wanted} is taken by another program, so this is port ${other}` };
  }
  throw new WorkError(`no free port on ${hostname}: stop other programs`);
}
