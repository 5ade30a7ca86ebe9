import { type Ipv6, printIpv6 } from "../../shared/url/ip.ts";

export type Family = 4 | 6;

export interface AddressRecord {
  readonly address: string;
  /** Seconds. */
  readonly ttl: number;
}

/** What one server said about one family. "none": no such name, or no address of this family. */
export type Reply =
  | { readonly kind: "records"; readonly records: readonly AddressRecord[] }
  | { readonly kind: "none" }
  | { readonly kind: "refused" | "failed" | "timeout" };

/** `truncated`: there is more, over TCP (RFC 1035, section 4.2.1). */
export interface Answer {
  readonly reply: Reply;
  readonly truncated: boolean;
}

const HEADER_BYTES = 12;
const DOT = 0x2e;
/** A pointer to the name behind the header (RFC 1035, section 4.1.4). */
const TO_QUESTION = 0xc000 | HEADER_BYTES;
const LABEL_BYTES_MAX = 63;
/** With the length octets and the root's (RFC 1035, section 2.3.4). */
const NAME_BYTES_MAX = 255;
/** As many labels as a name can have: who leads on from pointer to pointer wastes time. */
const POINTERS_MAX = 127;
/** Type, class, TTL and length. */
const RECORD_BYTES = 10;
const CLASS_IN = 1;
const TYPE_CNAME = 5;
const TYPES = { 4: 1, 6: 28 } as const satisfies Record<Family, number>;
const ADDRESS_BYTES = { 4: 4, 6: 16 } as const satisfies Record<Family, number>;
/** RFC 1035, section 4.1.1. */
const RCODE = { noError: 0, noSuchName: 3, refused: 5 } as const;

export interface Question {
  /** The whole message. */
  readonly bytes: Buffer;
  readonly family: Family;
  /** As `Reader` reads names. */
  readonly name: string;
}

/**
 * A question (RFC 1035, section 4), without EDNS: servers that do not know it need not be asked twice, and addresses
 * seldom need more than its 512 bytes. The id, its first two bytes, is the sender's. null: no message can hold the name.
 *
 * @param host in lower case and ASCII
 */
export function writeQuestion(host: string, family: Family): Question | null {
  const end = HEADER_BYTES + host.length + 2;
  if (host.length + 2 > NAME_BYTES_MAX) return null;
  const bytes = Buffer.allocUnsafe(end + 4).fill(0, 0, HEADER_BYTES);
  // Recursion desired; one question.
  bytes[2] = 1;
  bytes[5] = 1;
  bytes.write(`.${host}`, HEADER_BYTES, "latin1");
  // In place of each dot the length of what is behind it.
  let next = end - 1;
  bytes[next] = 0;
  for (let at = next - 1; at >= HEADER_BYTES; at--) {
    if (bytes[at] !== DOT) continue;
    const length = next - at - 1;
    if (length === 0 || length > LABEL_BYTES_MAX) return null;
    bytes[at] = length;
    next = at;
  }
  bytes.writeUInt16BE(TYPES[family], end);
  bytes.writeUInt16BE(CLASS_IN, end + 2);
  return { bytes, family, name: `${host}.` };
}

/**
 * What a message says to a question; null: it is no answer to it, whoever sent it. Never throws, in time linear to the
 * message's length. What is broken is read as far as it goes, as one address is enough.
 */
export function readAnswer(message: Uint8Array, question: Question): Answer | null {
  const [, , flags = 0, low = 0] = message;
  const isReply = (flags & 0x80) !== 0;
  if (message.length < HEADER_BYTES || !isReply) return null;
  if (word(message, 0) !== word(question.bytes, 0)) return null;
  const rcode = low & 0x0f;
  const asked = word(message, 4);
  // Errors come without the question, too.
  if (!(asked === 1 && repeats(message, question.bytes)) && !(asked === 0 && rcode !== RCODE.noError))
    return null;
  const truncated = (flags & 0x02) !== 0;
  if (rcode === RCODE.noError) return { reply: new Reader(message, question).read(), truncated };
  const kind = rcode === RCODE.noSuchName ? "none" : rcode === RCODE.refused ? "refused" : "failed";
  return { reply: { kind }, truncated: false };
}

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Lengths of labels are below the letters, types and classes too. */
const lower = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);

function repeats(message: Uint8Array, question: Uint8Array): boolean {
  for (let at = HEADER_BYTES; at < question.length; at++)
    if (lower(message[at] ?? 0) !== question[at]) return false;
  return true;
}

/** A message ends before its records do, or a name leads nowhere. */
class Broken extends Error {}

/** Reads the records of one answer. */
class Reader {
  readonly #message: Uint8Array;
  readonly #question: Question;
  readonly #addresses = new Map<string, AddressRecord[]>();
  readonly #aliases = new Map<string, string>();
  #ttlMax = Number.POSITIVE_INFINITY;
  /** Of the name read last. */
  #end = 0;

  constructor(message: Uint8Array, question: Question) {
    this.#message = message;
    this.#question = question;
  }

  read(): Reply {
    const whole = this.#readRecords(this.#question.bytes.length);
    let { name } = this.#question;
    for (let left = this.#aliases.size; left >= 0; left--) {
      const alias = this.#aliases.get(name);
      if (alias === undefined) return this.#replyOf(name, whole);
      name = alias;
    }
    // They lead in a circle.
    return { kind: "failed" };
  }

  #replyOf(name: string, whole: boolean): Reply {
    const records = this.#addresses.get(name);
    if (records === undefined) return { kind: whole ? "none" : "failed" };
    const ttlMax = this.#ttlMax;
    return {
      kind: "records",
      records: records.map(({ address, ttl }) => ({ address, ttl: Math.min(ttl, ttlMax) })),
    };
  }

  /** false: only as far as it goes. */
  #readRecords(from: number): boolean {
    try {
      let at = from;
      for (let left = word(this.#message, 6); left > 0; left--) at = this.#readRecord(at);
      return true;
    } catch (error) {
      if (error instanceof Broken) return false;
      throw error;
    }
  }

  /** Returns where it ends. */
  #readRecord(from: number): number {
    const message = this.#message;
    const { family } = this.#question;
    const name = this.#nameAt(from);
    const end = this.#end;
    const data = end + RECORD_BYTES;
    const length = word(message, end + 8);
    if (data + length > message.length) throw new Broken();
    const type = word(message, end);
    if (word(message, end + 2) !== CLASS_IN) return data + length;
    if (type === TYPE_CNAME) {
      this.#aliases.set(name, this.#nameAt(data));
      this.#ttlMax = Math.min(this.#ttlMax, this.#ttlAt(end + 4));
    } else if (type === TYPES[family]) {
      if (length !== ADDRESS_BYTES[family]) throw new Broken();
      const known = this.#addresses.get(name);
      const record = { address: this.#addressAt(data), ttl: this.#ttlAt(end + 4) };
      if (known === undefined) this.#addresses.set(name, [record]);
      else known.push(record);
    }
    return data + length;
  }

  /** With its first bit it means none (RFC 2181, section 8). */
  #ttlAt(at: number): number {
    const high = word(this.#message, at);
    return high > 0x7fff ? 0 : high * 65_536 + word(this.#message, at + 2);
  }

  #addressAt(at: number): string {
    const message = this.#message;
    if (this.#question.family === 4)
      return `${message[at]}.${message[at + 1]}.${message[at + 2]}.${message[at + 3]}`;
    const groups = Array.from({ length: 8 }, (_, index) => word(message, at + 2 * index));
    return printIpv6(groups as readonly number[] as Ipv6);
  }

  /** In lower case, a character for each byte, dots for lengths: only to be compared. `#end` is then where it ends. */
  #nameAt(from: number): string {
    const message = this.#message;
    // Most are the one in question.
    if (word(message, from) === TO_QUESTION) {
      this.#end = from + 2;
      return this.#question.name;
    }
    let [at, pointers, name] = [from, 0, ""];
    for (;;) {
      const length = message[at];
      if (length === undefined) throw new Broken();
      if (length === 0) {
        if (pointers === 0) this.#end = at + 1;
        return name;
      }
      if (length >= 0xc0) {
        if (pointers === 0) this.#end = at + 2;
        if (++pointers > POINTERS_MAX) throw new Broken();
        at = word(message, at) & 0x3fff;
      } else {
        const next = at + 1 + length;
        if (length > LABEL_BYTES_MAX || next > message.length || name.length + length + 1 > NAME_BYTES_MAX)
          throw new Broken();
        for (at++; at < next; at++) name += String.fromCharCode(lower(message[at] ?? 0));
        name += ".";
      }
    }
  }
}
