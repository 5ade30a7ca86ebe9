import { connect } from "node:net";
import { type Question, type Reply, readAnswer } from "./dns-message.ts";

export interface DnsServer {
  /** A literal, IPv6 without brackets. */
  readonly address: string;
  readonly port: number;
}

/** One question on a connection of its own (RFC 7766), however the answer is cut into segments; `ms` in all. */
export function askTcp({ address, port }: DnsServer, question: Question, ms: number): Promise<Reply> {
  const { bytes } = question;
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, autoSelectFamily: false });
    const end = (reply: Reply) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reply);
    };
    const timer = setTimeout(() => end({ kind: "timeout" }), ms);
    const failed = () => end({ kind: "failed" });
    const framed = new Framed();
    socket.on("connect", () => socket.write(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff, ...bytes)));
    socket.on("data", (chunk: Uint8Array) => {
      const message = framed.push(chunk);
      if (message !== null) end(readAnswer(message, question)?.reply ?? { kind: "failed" });
    });
    socket.on("error", failed);
    socket.on("close", failed);
  });
}

/** A message behind its length (RFC 1035, section 4.2.2). */
class Framed {
  readonly #length: number[] = [];
  #message: Uint8Array | null = null;
  #filled = 0;

  /** null: there is more to come. */
  push(chunk: Uint8Array): Uint8Array | null {
    let from = 0;
    while (this.#length.length < 2 && from < chunk.length) this.#length.push(chunk[from++] ?? 0);
    const [high, low] = this.#length;
    if (high === undefined || low === undefined) return null;
    this.#message ??= new Uint8Array((high << 8) | low);
    const part = chunk.subarray(from, from + this.#message.length - this.#filled);
    this.#message.set(part, this.#filled);
    this.#filled += part.length;
    return this.#filled === this.#message.length ? this.#message : null;
  }
}
