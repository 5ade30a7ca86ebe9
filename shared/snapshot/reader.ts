import { type Day, isDay } from "../calendar/day.ts";
import { isWhole } from "./checksum.ts";
import { BODY_AT, SNAPSHOT_LIMITS } from "./layout.ts";

export const NUMBER_MAX = Number.MAX_SAFE_INTEGER;

/** Thrown where a value would have to be handed through every part of the reader; `decode` catches it. */
export class Damage extends Error {}

/** A text that each one after it begins with a part of. */
export class FrontCoded {
  bytes = new Uint8Array(256);
  length = 0;
  reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(length, this.bytes.length * 2));
    larger.set(this.bytes);
    this.bytes = larger;
  }
  get whole(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

/** Reads the parts of which a snapshot is made, each bounded. */
export class Reader {
  at = 0;
  private decodedBytes = 0;
  private readonly decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  private readonly input: Uint8Array;

  constructor(input: Uint8Array) {
    this.input = input;
  }

  /** Behind it stands nothing. */
  end(): void {
    if (this.at !== this.input.length) throw new Damage("more bytes than its parts have");
  }

  /** Passes over the checksum, which is that of the rest. */
  sealed(): void {
    if (!isWhole(this.input)) throw new Damage("its checksum is that of other bytes");
    this.at = BODY_AT;
  }

  byte(): number {
    const value = this.input[this.at];
    if (value === undefined) throw new Damage("ends too early");
    this.at++;
    return value;
  }

  /** At most `max`: every count and length is bounded before anything is made of it. */
  varint(max: number): number {
    // Nearly all are of one byte.
    const first = this.input[this.at];
    if (first !== undefined && first < 0x80 && first <= max) {
      this.at++;
      return first;
    }
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (value > max) throw new Damage(`a number above ${max}`);
      if (byte < 0x80) return value;
      if (scale > NUMBER_MAX) throw new Damage("a number of too many bytes");
    }
  }

  zigzag(max: number): number {
    const value = this.varint(max * 2);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  private endOf(length: number): number {
    const end = this.at + length;
    if (end > this.input.length) throw new Damage("ends inside a text");
    return end;
  }

  /** In place. */
  bytes(length: number): Uint8Array {
    const end = this.endOf(length);
    const slice = this.input.subarray(this.at, end);
    this.at = end;
    return slice;
  }

  textOf(bytes: Uint8Array): string {
    this.decodedBytes += bytes.length;
    if (this.decodedBytes > SNAPSHOT_LIMITS.decodedBytes) throw new Damage("too much text");
    try {
      return this.decoder.decode(bytes);
    } catch {
      throw new Damage("a text that is no UTF-8");
    }
  }

  text(): string {
    return this.textOf(this.bytes(this.varint(SNAPSHOT_LIMITS.textBytes)));
  }

  /** Counterpart of the writer's front-coding: the text before, in place, gives the first bytes. */
  frontCoded(text: FrontCoded): void {
    const shared = this.varint(text.length);
    const length = this.varint(SNAPSHOT_LIMITS.textBytes - shared);
    const end = this.endOf(length);
    text.reserve(shared + length);
    // Most are short: a loop is done before a copy has begun.
    for (let to = shared; this.at < end; to++, this.at++) text.bytes[to] = this.input[this.at] ?? 0;
    text.length = shared + length;
  }

  /** What version 2 says of a page's links. */
  counts(): { readonly unwatched: number; readonly suspects: number; readonly count: number } {
    const unwatched = this.varint(SNAPSHOT_LIMITS.unwatched);
    const suspects = this.varint(SNAPSHOT_LIMITS.urls);
    const count = this.varint(SNAPSHOT_LIMITS.urls);
    if (suspects > count) throw new Damage("more suspects than URLs");
    return { unwatched, suspects, count };
  }

  /** What is judged of a suspect: days after its newest check, days before the first of its newest entry, checks. */
  judged(): { readonly turn: number; readonly sooner: number; readonly checks: number } {
    const turn = this.varint(0xffff);
    const sooner = this.zigzag(0xffff);
    return { turn, sooner, checks: this.varint(0xffff) };
  }

  day(value: number): Day {
    if (!isDay(value)) throw new Damage(`no day number: ${value}`);
    return value;
  }
}
