/**
 * A program for the benches: a quick and well-behaved web on loopback, in a process of its own, so that its CPU time
 * is not the client's. Prints one line of JSON with its ports, name server and root certificate, and ends with its input.
 * Arguments: hosts (`h0.web.zz` …), dead names (`silent0.zz` …, of which the name server says nothing; it knows no other
 * names), and how many requests for /hold it holds back: they are answered when all are there, or HOLD_MS_MAX after the
 * first. Then it prints how many it held at once.
 */
import { createAuthority, createCertificate } from "../../net/testing/certificates.ts";
import { startDnsServer } from "../../net/testing/dns-server.ts";

const [hosts = 200, dead = 0, hold = 0] = process.argv.slice(2).map(Number);
const HOLD_MS_MAX = 18_000;

const answers: Readonly<Record<string, string>> = {
  "/200": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\nConnection: close\r\n\r\n",
  "/301": "HTTP/1.1 301 Moved\r\nLocation: /200/moved\r\nContent-Length: 0\r\n\r\n",
  "/404": "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n",
  "/405": "HTTP/1.1 405 Not Allowed\r\nContent-Length: 0\r\n\r\n",
  "/500": "HTTP/1.1 500 Error\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n",
};
const got = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello";

let held: Bun.Socket<undefined>[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
function release() {
  clearTimeout(timer);
  console.log(JSON.stringify({ held: held.length }));
  for (const client of held) client.end(answers["/200"] ?? "");
  held = [];
}

const socket = {
  data(client: Bun.Socket<undefined>, chunk: Uint8Array) {
    const [method, path = ""] = Buffer.from(chunk).toString("latin1", 0, 20).split(" ");
    const kind = path.slice(0, 4);
    if (kind === "/hol") {
      if (held.length === 0) timer = setTimeout(release, HOLD_MS_MAX);
      if (held.push(client) === hold) release();
    } else if (kind === "/rst") client.terminate();
    else client.end(kind === "/405" && method === "GET" ? got : (answers[kind] ?? answers["/404"] ?? ""));
  },
};
const root = createAuthority("Weboid bench root");
const names = Array.from({ length: hosts }, (_, index) => `h${index}.web.zz`);
// One name, as most have few: each of a thousand connections would keep all names of a long certificate in memory.
const { pem: cert, key } = createCertificate({ names: ["*.web.zz"], issuer: root });
const plain = Bun.listen({ hostname: "127.0.0.1", port: 0, socket });
const secure = Bun.listen({ hostname: "127.0.0.1", port: 0, socket, tls: { cert, key } });
const dns = await startDnsServer(
  Object.fromEntries([
    ...names.map((name) => [name, { A: ["127.0.0.1"], ttl: 3_600 }] as const),
    ...Array.from({ length: dead }, (_, index) => [`silent${index}.zz`, "silent"] as const),
  ]),
);
console.log(JSON.stringify({ http: plain.port, https: secure.port, dns: dns.address, ca: root.pem }));
for await (const _ of process.stdin);
process.exit();
