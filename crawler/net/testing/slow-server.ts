/**
 * A program for setting-up.test.ts: a server in a process of its own, so that it goes on while its client's event loop stands
 * still. Takes connections, and after each a while in milliseconds (its argument) answers one of them, in their order; so
 * long a line of them takes, as on a server that is busy with handshakes. Prints its port, and ends with its input.
 */
import { createServer, type Socket } from "node:net";

const waitMs = Number(process.argv[2]);
const waiting: Socket[] = [];
setInterval(() => waiting.shift()?.end("HTTP/1.1 204 No Content\r\n\r\n"), waitMs);
const server = createServer((socket) => {
  socket.on("error", () => {});
  socket.once("data", () => waiting.push(socket));
}).listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as { port: number }).port}\n`));
process.stdin.resume();
process.stdin.once("end", () => process.exit());
