import { connect, type Socket } from "node:net";
import type { DnsLimits } from "../check/limits.ts";
import { type Question, type Reply, readAnswer } from "./dns-message.ts";

export interface DnsServer {
  /** A literal, IPv6 without brackets. */
  readonly address: string;
  readonly port: number;
}

/** Servers allow few. */
const AT_ONCE = 8;

/** Questions to one server, on a connection of its own each (RFC 7766). */
export class TcpQuestions {
  readonly #to: DnsServer;
  readonly #limits: DnsLimits;
  /** In the order of coming. */
  readonly #waiting = new Set<TcpQuestion>();
  readonly #running = new Set<TcpQuestion>();
  #closed = false;

  constructor(to: DnsServer, limits: DnsLimits) {
    this.#to = to;
    this.#limits = limits;
  }

  /** Whose time is up, or who finds too many waiting, gets "timeout". @param until of `performance.now()` */
  ask(question: Question, until: number): Promise<Reply> {
    return new Promise((resolve) => {
      const asked = new TcpQuestion(question, until, (reply) => {
        resolve(reply);
        this.#waiting.delete(asked);
        if (this.#running.delete(asked)) this.#dialNext();
      });
      if (this.#closed) asked.end({ kind: "failed" });
      else if (this.#waiting.size >= this.#limits.tcpWaitingMax) asked.end({ kind: "timeout" });
      else {
        this.#waiting.add(asked);
        this.#dialNext();
      }
    });
  }

  /** Ends what is under way; nobody is dialled any more. */
  close(): void {
    this.#closed = true;
    for (const asked of [...this.#waiting, ...this.#running]) asked.end({ kind: "failed" });
  }

  #dialNext(): void {
    for (const next of this.#waiting) {
      if (this.#closed || this.#running.size >= AT_ONCE) return;
      if (next.isLate) {
        next.end({ kind: "timeout" });
        continue;
      }
      this.#waiting.delete(next);
      this.#running.add(next);
      next.dial(this.#to, this.#limits.queryMs);
    }
  }
}

class TcpQuestion {
  readonly #question: Question;
  readonly #until: number;
  readonly #done: (reply: Reply) => void;
  #socket: Socket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** It ends at `until`, dialled or not. */
  constructor(question: Question, until: number, done: (reply: Reply) => void) {
    this.#question = question;
    this.#until = until;
    this.#done = done;
    this.#endWithin(Number.POSITIVE_INFINITY);
  }

  get isLate(): boolean {
    return performance.now() >= this.#until;
  }

  #endWithin(ms: number): void {
    clearTimeout(this.#timer);
    const left = Math.max(0, this.#until - performance.now());
    this.#timer = setTimeout(() => this.end({ kind: "timeout" }), Math.min(ms, left));
  }

  /** However the answer is cut into segments. */
  dial({ address, port }: DnsServer, ms: number): void {
    const { bytes } = this.#question;
    this.#endWithin(ms);
    const socket = connect({ host: address, port, autoSelectFamily: false });
    this.#socket = socket;
    const failed = () => this.end({ kind: "failed" });
    const framed = new Framed();
    socket.on("connect", () => socket.write(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff, ...bytes)));
    socket.on("data", (chunk: Uint8Array) => {
      const message = framed.push(chunk);
      if (message !== null) this.end(readAnswer(message, this.#question)?.reply ?? { kind: "failed" });
    });
    socket.on("error", failed);
    socket.on("close", failed);
  }

  /** Once is enough; more does no harm. */
  end(reply: Reply): void {
    clearTimeout(this.#timer);
    this.#socket?.destroy();
    this.#done(reply);
  }
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
