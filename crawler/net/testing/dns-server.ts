import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIP } from "node:net";

/** What the test server says about a name; lists are used up one answer after the other, the last one stays. */
export type Zone = Readonly<Record<string, Say | readonly Say[]>>;

export type Say =
  | "nxdomain"
  | "servfail"
  | "refused"
  | "silent"
  | "cname-loop"
  | {
      readonly A?: readonly string[];
      readonly AAAA?: readonly string[];
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
  close(): void;
}

const TYPES: Readonly<Record<number, "A" | "AAAA" | "NS">> = { 1: "A", 2: "NS", 28: "AAAA" };
const CNAME = 5;
const RCODES = { nxdomain: 3, servfail: 2, refused: 5 } as const;

/** A name server over UDP on loopback (RFC 1035, as much as a resolver asks for). `*` stands for every other name. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  const counts = new Map<string, number>();
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    const key = `${name} ${TYPES[type] ?? type}`;
    asked.push(key);
    const says = [zone[name] ?? zone["*"] ?? "nxdomain"].flat();
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    const say = says[Math.min(count, says.length - 1)];
    if (say === undefined || say === "silent") return;
    const packet = reply(query, end, type, say);
    const send = () => socket.send(packet, from.port, from.address);
    if (typeof say === "object" && say.ms !== undefined) setTimeout(send, say.ms);
    else send();
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => {
      socket.close();
    },
  };
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

function reply(query: Buffer, questionEnd: number, type: number, say: Exclude<Say, "silent">): Buffer {
  const rcode = typeof say === "string" && say !== "cname-loop" ? RCODES[say] : 0;
  const answers = typeof say === "object" ? addressAnswers(type, say) : say === "cname-loop" ? [loop()] : [];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | rcode, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, query.subarray(12, questionEnd), ...answers]);
}

function addressAnswers(type: number, say: Exclude<Say, string>): Buffer[] {
  const addresses = TYPES[type] === undefined ? [] : (say[TYPES[type]] ?? []);
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
