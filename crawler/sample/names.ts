import { createSocket } from "node:dgram";

/** What a small name server of our own says of a name. */
export type Resolution =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "refused" }
  | { readonly kind: "failed" }
  | { readonly kind: "silent" };

export interface NameServer {
  /** `127.0.0.1:PORT`, as `WEBOID_DNS` takes it. */
  readonly address: string;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const RCODE = { address: 0, failed: 2, unknown: 3, refused: 5 } as const;
const TYPE_A = 1;
const ANSWER = 0x8400;
const RECURSION_DESIRED = 0x0100;
const RECURSION_AVAILABLE = 0x0080;
const TTL_S = 5;

interface Question {
  readonly name: string;
  readonly type: number;
  /** First byte after the question section's only entry. */
  readonly end: number;
}

/** RFC 1035, 4.1.2: one question, no compression in it. Null: not a query that we understand. */
function readQuestion(message: Buffer): Question | null {
  if (message.length < HEADER_BYTES || message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63 || at + 1 + length > message.length) return null;
    if (length === 0) break;
    labels.push(message.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  if (at + 5 > message.length) return null;
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answer(message: Buffer, question: Question, resolution: Resolution): Buffer | null {
  if (resolution.kind === "silent") return null;
  // An existing name without the type asked for: an empty answer (RFC 2308, "no data").
  const address = resolution.kind === "address" && question.type === TYPE_A ? resolution.address : null;
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(message.readUInt16BE(0), 0);
  const asked = message.readUInt16BE(2) & RECURSION_DESIRED;
  head.writeUInt16BE(ANSWER | asked | RECURSION_AVAILABLE | RCODE[resolution.kind], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(address === null ? 0 : 1, 6);
  const parts = [head, message.subarray(HEADER_BYTES, question.end)];
  if (address !== null) {
    const record = Buffer.alloc(16);
    record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
    record.writeUInt16BE(TYPE_A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(TTL_S, 6);
    record.writeUInt16BE(4, 10);
    for (const [i, byte] of address.split(".").entries()) record.writeUInt8(Number(byte), 12 + i);
    parts.push(record);
  }
  return Buffer.concat(parts);
}

/** A name server on loopback (UDP, a free port) for the sample and the tests. `resolve` is given names in lower case. */
export function serveNames(resolve: (name: string) => Resolution): Promise<NameServer> {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const question = readQuestion(message);
    const reply = question === null ? null : answer(message, question, resolve(question.name));
    if (reply !== null) socket.send(reply, from.port, from.address);
  });
  return new Promise((done, fail) => {
    socket.once("error", fail);
    socket.bind(0, "127.0.0.1", () => {
      socket.off("error", fail);
      socket.on("error", () => {});
      done({
        address: `127.0.0.1:${socket.address().port}`,
        close: () => new Promise((closed) => socket.close(() => closed())),
      });
    });
  });
}
