/**
 * A program for the trials of the sweep: a web and its name service on loopback, in a process of their own, that remember
 * who was asked for what. Prints a line of JSON with its addresses, then one for each line of its input: `count` or
 * `report`. Ends with its input. Arguments: milliseconds that an answer takes, name of a host that does not exist …
 *
 * `/KIND/NUMBER` is answered by KIND (see ANSWERS) and remembered by NUMBER; the hosts of STUCK hold up who asks them.
 */
import { startDnsServer } from "../../net/testing/dns-server.ts";

const [, , delay = "0", ...unknownHosts] = process.argv;
const delayMs = Number(delay);

const body = "<!doctype html><title>Fine</title><p>This is what was linked to.";
const ok = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
const empty = (line: string) => `HTTP/1.1 ${line}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
const ANSWERS: Readonly<Record<string, string>> = {
  fine: ok,
  moved: empty("301 Moved\r\nLocation: /fine/moved"),
  gone: empty("404 Not Found"),
  getonly: empty("405 Method Not Allowed"),
  error: empty("500 Internal Server Error"),
};

interface Connection {
  text: string;
  host: string | null;
  timer: ReturnType<typeof setInterval> | null;
}

const drip = (socket: Bun.Socket<Connection>, first: string, then: string, ms: number) => {
  socket.write(first);
  socket.data.timer = setInterval(() => socket.write(then), ms);
};
/** By the letters that the name of a host begins with. */
const STUCK: Readonly<Record<string, (socket: Bun.Socket<Connection>, path: string) => void>> = {
  tarpit() {},
  // Reads nothing of what comes, either.
  deaf: (socket) => void socket.pause(),
  // Says at once that it has no robots.txt.
  polite: (socket, path) => void (path === "/robots.txt" && socket.end(empty("404 Not Found"))),
  drip: (socket) => drip(socket, "HTTP/1.1 200 OK\r\nX-Slow: ", "x", 1_000),
  endless: (socket) =>
    drip(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", "z".repeat(1_000), 200),
  hints: (socket) => drip(socket, "", "HTTP/1.1 103 Early Hints\r\n\r\n", 5_000),
  // From one new address to the next.
  astray: (socket, path) =>
    void setTimeout(() => socket.end(empty(`302 Found\r\nLocation: ${path}x`)), 8_000),
  // Works, for who waits.
  late: (socket) => void setTimeout(() => socket.end(ok), 55_000),
};

/** One after the other: milliseconds since the start, number of the URL, 0 for HEAD and 1 for GET. */
const visits: number[] = [];
const open = new Map<string, number>();
let atOnceMax = 0;
const began = performance.now();

function enter(connection: Connection, host: string): void {
  if (connection.host !== null) return;
  connection.host = host;
  const now = (open.get(host) ?? 0) + 1;
  open.set(host, now);
  atOnceMax = Math.max(atOnceMax, now);
}

function answer(socket: Bun.Socket<Connection>): void {
  const connection = socket.data;
  const [, method = "", path = ""] = /^(\S+) (\S+)/.exec(connection.text) ?? [];
  const host = /^host: *([^:\r]*)/im.exec(connection.text)?.[1] ?? "";
  connection.text = "";
  enter(connection, host);
  const [, kind = "", number = ""] = path.split("/");
  if (/^\d+$/.test(number))
    visits.push(Math.round(performance.now() - began), Number(number), method === "HEAD" ? 0 : 1);
  const hold = STUCK[/^[a-z]*/.exec(host)?.[0] ?? ""];
  if (hold !== undefined) {
    hold(socket, path);
    return;
  }
  const got = method === "GET" && (kind === "fine" || kind === "getonly");
  const reply = got ? ok + body : (ANSWERS[kind] ?? ANSWERS.gone ?? "");
  if (delayMs === 0) socket.end(reply);
  else setTimeout(() => socket.end(reply), delayMs);
}

const leave = (socket: Bun.Socket<Connection>) => {
  const { host, timer } = socket.data;
  if (timer !== null) clearInterval(timer);
  if (host !== null) open.set(host, (open.get(host) ?? 1) - 1);
  socket.data.host = null;
};

const web = Bun.listen<Connection>({
  hostname: "127.0.0.1",
  port: 0,
  socket: {
    open(socket) {
      socket.data = { text: "", host: null, timer: null };
    },
    data(socket, chunk) {
      socket.data.text += Buffer.from(chunk).toString("latin1");
      if (socket.data.text.includes("\r\n\r\n")) answer(socket);
    },
    close: leave,
    error: leave,
  },
});
// Held, so that nobody else is given it as long as this runs.
const hangUp = Bun.listen({
  hostname: "127.0.0.1",
  port: 0,
  socket: { open: (socket) => socket.terminate(), data() {} },
});
const everything = { A: ["127.0.0.1"], ttl: 3_600 };
const zone = Object.fromEntries(unknownHosts.map((name) => [name, "nxdomain" as const]));
const dns = await startDnsServer({ ...zone, "*": everything });

console.log(JSON.stringify({ port: web.port, hangUpPort: hangUp.port, dns: dns.address }));
for await (const line of console)
  console.log(JSON.stringify(line === "report" ? { visits, atOnceMax } : { count: visits.length / 3 }));
process.exit();
