import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, isIP, type Server, type Socket } from "node:net";

/** What the test server says about a name; lists are used up one answer after the other, the last one stays. */
export type Zone = Readonly<Record<string, Say | readonly Say[]>>;

export type Say =
  | "nxdomain"
  | "servfail"
  | "refused"
  | "silent"
  | "cname-loop"
  /** A packet that ends in the midst of its records. */
  | "malformed"
  /** The answer of somebody else: another id. */
  | "forged"
  /** UDP says that it does not fit, and over TCP there is silence. */
  | "silent-tcp"
  | {
      /** An alias with no more than this behind it. */
      readonly CNAME?: string;
      /** It does not fit into a packet: answered over TCP. */
      readonly truncated?: true;
      readonly A?: readonly string[];
      readonly AAAA?: readonly string[] | "silent";
      readonly NS?: readonly string[];
      readonly ttl?: number;
      /** Before it answers. */
      readonly ms?: number;
    };

export interface DnsServer {
  /** `127.0.0.1:port`, as WEBOID_DNS takes it. */
  readonly address: string;
  /** `name TYPE` of every question that came. */
  readonly asked: readonly string[];
  /** From which its questions came over UDP. */
  readonly ports: ReadonlySet<number>;
  close(): void;
}

const TYPES: Readonly<Record<number, "A" | "AAAA" | "NS">> = { 1: "A", 2: "NS", 28: "AAAA" };
const CNAME = 5;
const RCODES = { nxdomain: 3, servfail: 2, refused: 5 } as const;
type Rcode = keyof typeof RCODES;

/** A name server on loopback (RFC 1035, as much as a resolver asks for). `*` stands for every other name. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const streams = new Set<Socket>();
  const asked: string[] = [];
  const ports = new Set<number>();
  const counts = new Map<string, number>();
  const answer = (query: Buffer, overTcp: boolean, send: (packet: Buffer) => void) => {
    const { name, type, end } = readQuestion(query);
    const key = `${name} ${TYPES[type] ?? type}`;
    asked.push(overTcp ? `${key} TCP` : key);
    const says = [zone[name] ?? zone["*"] ?? "nxdomain"].flat();
    const count = counts.get(key) ?? 0;
    if (!overTcp) counts.set(key, count + 1);
    const say = says[Math.min(overTcp ? count - 1 : count, says.length - 1)];
    if (say === undefined || say === "silent" || (overTcp && say === "silent-tcp")) return;
    if (typeof say === "object" && say.AAAA === "silent" && TYPES[type] === "AAAA") return;
    const packet = reply(query, end, type, say, overTcp);
    if (typeof say === "object" && say.ms !== undefined) setTimeout(send, say.ms, packet);
    else send(packet);
  };
  const tcp = createServer((stream) => {
    streams.add(stream);
    stream.on("error", () => {});
    let came = Buffer.alloc(0);
    stream.on("data", (bytes: Buffer) => {
      came = Buffer.concat([came, bytes]);
      const end = 2 + (came.length < 2 ? 0 : came.readUInt16BE());
      if (came.length < Math.max(3, end)) return;
      const query = came.subarray(2, end);
      came = came.subarray(end);
      answer(query, true, (packet) =>
        stream.write(Buffer.concat([Buffer.from([packet.length >> 8, packet.length & 0xff]), packet])),
      );
    });
  });
  const { socket, port } = await bindBoth(tcp);
  socket.on("message", (query, from) => {
    ports.add(from.port);
    answer(query, false, (packet) => socket.send(packet, from.port, from.address));
  });
  return {
    address: `127.0.0.1:${port}`,
    asked,
    ports,
    close: () => {
      socket.close();
      tcp.close();
      for (const stream of streams) stream.destroy();
    },
  };
}

/** The same port for UDP and TCP; another one where somebody has it for one of them. */
async function bindBoth(tcp: Server): Promise<{ socket: UdpSocket; port: number }> {
  const socket = createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  try {
    await once(tcp.listen(port, "127.0.0.1"), "listening");
    return { socket, port };
  } catch {
    socket.close();
    return bindBoth(tcp);
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function reply(
  query: Buffer,
  questionEnd: number,
  type: number,
  say: Exclude<Say, "silent">,
  overTcp: boolean,
): Buffer {
  const truncated = !overTcp && (say === "silent-tcp" || (typeof say === "object" && say.truncated === true));
  const answers = truncated ? [] : answersOf(type, say);
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.readUInt16BE(0) ^ (say === "forged" ? 0xffff : 0), 0);
  header.writeUInt16BE(0x8180 | (truncated ? 0x0200 : 0) | rcodeOf(say), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(say === "malformed" ? 9 : answers.length, 6);
  return Buffer.concat([header, query.subarray(12, questionEnd), ...answers]);
}

const rcodeOf = (say: Say): number => (typeof say === "string" && say in RCODES ? RCODES[say as Rcode] : 0);

function answersOf(type: number, say: Say): Buffer[] {
  if (say === "cname-loop") return [loop()];
  if (say === "malformed") return [Buffer.from([0xc0, 0x0c, 0])];
  return typeof say === "string" ? [] : addressAnswers(type, say);
}

function addressAnswers(type: number, say: Exclude<Say, string>): Buffer[] {
  if (say.CNAME !== undefined) return [record(CNAME, 60, nameBytes(say.CNAME))];
  const addresses = TYPES[type] === undefined ? [] : (say[TYPES[type]] ?? []);
  if (addresses === "silent") return [];
  return addresses.map((address) => record(type, say.ttl ?? 60, dataBytes(address)));
}

/** The name is an alias of itself. */
const loop = () => record(CNAME, 60, Buffer.from([0xc0, 0x0c]));

/** A record of the name in question, by a pointer to it (RFC 1035, section 4.1.4). */
function record(type: number, ttl: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataBytes(address: string): Buffer {
  if (isIP(address) === 0) return nameBytes(address);
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  const [left = "", right] = address.split("::");
  const groups = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [head, tail] = [groups(left), groups(right ?? "")];
  const all = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
