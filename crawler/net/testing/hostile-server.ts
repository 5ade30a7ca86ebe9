import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { behaviourOf } from "./behaviours.ts";
import { type Authority, createAuthority, createCertificate } from "./certificates.ts";

export interface HostileServerOptions {
  /** Pause between two bytes of a drip. */
  readonly dripMs?: number;
}

export interface HostileServer {
  /** Stand for 80 and 443 (`ownPorts` of a transport). */
  readonly ports: { readonly http: number; readonly https: number };
  /** PEM of the root that good certificates come from. */
  readonly ca: string;
  /** The heads of all requests, as sent. */
  readonly requests: readonly string[];
  /** Connections taken so far, and those open now. */
  connections(): number;
  open(): number;
  close(): Promise<void>;
}

const HEAD_BYTES_MAX = 16 * 1024;

/**
 * A web of bad servers on loopback: the first label of the host says how it behaves (behaviours.ts; `tls-…` below).
 * `http://head-nul.zz/` sends a NUL, `https://tls-alert.zz/` breaks the handshake.
 */
export async function startHostileServer(options: HostileServerOptions = {}): Promise<HostileServer> {
  const { dripMs = 300 } = options;
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const taken = new Set<Socket>();
  const take = (socket: Socket) => {
    connections++;
    taken.add(socket);
    socket.on("close", () => taken.delete(socket));
  };
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  };
  const serve = (secure: boolean) => (socket: Socket) => {
    track(socket);
    let request = "";
    const read = (chunk: Uint8Array) => {
      request += Buffer.from(chunk).toString("latin1");
      if (request.length > HEAD_BYTES_MAX) socket.destroy();
      if (!request.includes("\r\n\r\n")) return;
      socket.off("data", read);
      socket.resume();
      requests.push(request);
      answer(socket, request, secure, dripMs);
    };
    socket.on("data", read);
  };

  const root = createAuthority("Weboid test root");
  const plain = createServer((socket) => {
    take(socket);
    serve(false)(socket);
  });
  const inner = tlsServers(root, (socket) => serve(true)(socket));
  const servers: Server[] = [plain, ...Object.values(inner)];
  await Promise.all(servers.map(listen));
  const secure = createServer((socket) => {
    take(socket);
    track(socket);
    socket.once("data", (hello: Uint8Array) => greet(socket, hello, inner, track));
  });
  servers.push(secure);
  await listen(secure);
  return {
    ports: { http: portOf(plain), https: portOf(secure) },
    ca: root.pem,
    requests,
    connections: () => connections,
    open: () => taken.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function listen(server: Server): Promise<void> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function answer(socket: Socket, request: string, secure: boolean, dripMs: number): void {
  const [, method = "", path = ""] = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/.exec(request) ?? [];
  const [, host = ""] = /\r\nhost: (\S+)/i.exec(request) ?? [];
  const label = host.split(".")[0] ?? "";
  const onlySecure = NO_PLAIN_HTTP.has(label) && !secure;
  const behave = onlySecure ? null : behaviourOf(/^(tls|dns)-/.test(label) ? "ok" : label);
  if (behave === null) socket.end("HTTP/1.1 404 no such behaviour\r\nContent-Length: 0\r\n\r\n");
  else behave({ socket, method, path, host, secure, request, dripMs });
}

/** Their trouble with TLS has no way round by http. */
const NO_PLAIN_HTTP = new Set([
  "tls-plain",
  "tls-alert",
  "tls-renego",
  "tls-https-only",
  "tls-members-only",
  "tls-12-members-only",
]);

/** Answers to a ClientHello that are no TLS that anyone speaks today. */
const BROKEN_HANDSHAKES: Readonly<Record<string, string | Uint8Array | null>> = {
  "tls-plain": "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
  /** Alert 40, handshake failure: also the answer of servers with none but outdated suites. */
  "tls-alert": Buffer.from([21, 3, 3, 0, 2, 2, 40]),
  "tls-null-cipher": Buffer.from([21, 3, 3, 0, 2, 2, 40]),
  "tls-dh480": Buffer.from([21, 3, 3, 0, 2, 2, 40]),
  /** A ServerHello of version 3.0. */
  "tls-sslv3": Buffer.concat([Buffer.from([22, 3, 0, 0, 42, 2, 0, 0, 38, 3, 0]), Buffer.alloc(36)]),
  /** Records that mean nothing, without end. */
  "tls-renego": Buffer.alloc(6 * 4_000, Buffer.from([20, 3, 3, 0, 1, 1])),
  "tls-stall": "",
  "tls-reset": null,
};

/** The server name stands in the ClientHello in plain text. */
function greet(
  socket: Socket,
  hello: Uint8Array,
  inner: Readonly<Record<string, Server>>,
  track: (socket: Socket) => void,
): void {
  const text = Buffer.from(hello).toString("latin1");
  const broken = Object.keys(BROKEN_HANDSHAKES).find((id) => text.includes(`${id}.`));
  if (broken !== undefined) {
    const bytes = BROKEN_HANDSHAKES[broken];
    if (bytes === null || bytes === undefined) socket.resetAndDestroy();
    else socket.write(bytes);
    return;
  }
  const kind = Object.keys(inner).find((id) => text.includes(`${id}.`)) ?? "good";
  const server = inner[kind];
  if (server === undefined) return;
  const onward = connect(portOf(server), "127.0.0.1");
  track(onward);
  onward.write(hello);
  socket.pipe(onward).pipe(socket);
  socket.on("close", () => onward.destroy());
  onward.on("close", () => socket.destroy());
}

/** One server per kind of certificate; "good" for all other names that are listed in its certificate. */
function tlsServers(root: Authority, serve: (socket: Socket) => void): Record<string, Server> {
  const middle = createAuthority("Weboid test middle", root);
  const stranger = createAuthority("nobody's root");
  const strangersMiddle = createAuthority("nobody's middle", stranger);
  const leaf = (name: string, issuer?: Authority, days = 30) =>
    createCertificate({ names: [name], days, ...(issuer === undefined ? {} : { issuer }) });
  const chain = ({ pem, key }: { pem: string; key: string }, ...more: Authority[]): TlsOptions => ({
    cert: pem + more.map((each) => each.pem).join(""),
    key,
  });
  const good = createCertificate({
    names: [
      "ok.zz",
      "rd-https.zz",
      "tls-revoked.zz",
      "head-405.zz",
      "body-endless.zz",
      "head-http2-preface.zz",
      "tcp-accept-silent.zz",
    ],
    issuer: middle,
  });
  const asking = (name: string, rejectUnauthorized: boolean): TlsOptions => ({
    ...chain(leaf(name, middle), middle),
    requestCert: true,
    rejectUnauthorized,
  });
  const kinds: Record<string, TlsOptions> = {
    good: chain(good, middle),
    "tls-wrong-host": chain(leaf("elsewhere.zz", middle), middle),
    "tls-expired": chain(leaf("tls-expired.zz", middle, -10), middle),
    "tls-https-only": chain(leaf("tls-https-only.zz")),
    "tls-self-signed": chain(leaf("tls-self-signed.zz")),
    "tls-untrusted-root": chain(leaf("tls-untrusted-root.zz", strangersMiddle), strangersMiddle),
    "tls-incomplete-chain": chain(leaf("tls-incomplete-chain.zz", middle)),
    "tls-client-certificate": asking("tls-client-certificate.zz", true),
    "tls-members-only": asking("tls-members-only.zz", true),
    "tls-12-members-only": { ...asking("tls-12-members-only.zz", true), maxVersion: "TLSv1.2" },
    "tls-asks-politely": asking("tls-asks-politely.zz", false),
  };
  return Object.fromEntries(
    Object.entries(kinds).map(([id, tls]) => {
      const server = createTlsServer(tls, serve);
      server.on("tlsClientError", () => {});
      return [id, server];
    }),
  );
}
