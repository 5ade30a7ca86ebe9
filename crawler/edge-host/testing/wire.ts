import { connect, type Socket } from "node:net";

/** A connection on which a test writes what it likes. */
export interface Wire {
  readonly socket: Socket;
  /** All that came so far. */
  text(): string;
  /** Resolves with all that came when the other side has closed. */
  readonly closed: Promise<string>;
}

/** `reads` false: nothing is taken from the connection. */
export async function openWire(url: string, { reads = true } = {}): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await new Promise<void>((done, fail) => {
    socket.once("connect", () => done());
    socket.once("error", fail);
  });
  let text = "";
  if (reads)
    socket.on("data", (piece) => {
      text += piece.toString("latin1");
    });
  socket.on("error", () => {});
  const closed = new Promise<string>((done) => socket.once("close", () => done(text)));
  return { socket, text: () => text, closed };
}

/** The answer to one request, head and body as they came. `fields`: lines, Host among them. */
export async function exchange(url: string, line: string, ...fields: string[]): Promise<string> {
  const { socket, closed } = await openWire(url);
  socket.write(`${[line, ...fields, "Connection: close"].join("\r\n")}\r\n\r\n`);
  return closed;
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
