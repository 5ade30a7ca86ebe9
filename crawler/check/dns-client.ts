import {
  bunDatagrams,
  type Datagrams,
  type DatagramUser,
  nodeDatagrams,
  type OpenDatagrams,
} from "./datagrams.ts";
import { type Answer, type Question, type Reply, readAnswer, writeQuestion } from "./dns-message.ts";
import type { DnsServer } from "./dns-tcp.ts";
import { createGate } from "./gate.ts";
import type { Ask } from "./lookup.ts";
import { codeOf } from "./transport.ts";

export interface DnsClient {
  readonly ask: Ask;
  close(): void;
}

const DNS_PORT = 53;
/** Then another port is asked from: answers are harder to forge, and a rush finds room in more than one buffer. */
const QUESTIONS_PER_SOCKET = 64;
/** Servers allow few. */
const TCP_AT_ONCE = 8;

/** As `WEBOID_DNS` and the system name them: `9.9.9.9`, `9.9.9.9:53`, `2620:fe::fe`, `[2620:fe::fe]:53`. */
function serverOf(text: string): DnsServer {
  const [, six, four, port] = /^(?:\[(.+)\]|([^:]+)):([0-9]+)$/.exec(text) ?? [];
  return { address: six ?? four ?? text, port: port === undefined ? DNS_PORT : Number(port) };
}

/**
 * Asks one name server, over UDP, and over TCP for what does not fit (RFC 7766). In place of c-ares, which ends all
 * questions under way for one packet that it cannot read, and waits shorter than it is told to (DECISIONS.md).
 *
 * @param alone there is no other server: one that is not there at the moment may be back before time is up
 */
export function createDnsClient(
  server: string,
  queryMs: number,
  alone: boolean,
  openDatagrams: OpenDatagrams = typeof Bun === "undefined" ? nodeDatagrams : bunDatagrams,
): DnsClient {
  const to = serverOf(server);
  const tcp = createGate(TCP_AT_ONCE);
  const open = new Set<Port>();
  const connect = (user: DatagramUser) => openDatagrams(to.address, to.port, user);
  let port: Port | null = null;
  let closed = false;

  const askWhole = async (question: Question, partly: Reply): Promise<Reply> => {
    // Loaded when it is wanted: node:net takes its time to start.
    const { askTcp } = await import("./dns-tcp.ts");
    const whole = await tcp.run(() => askTcp(to, question, queryMs));
    // What came before is true as far as it goes.
    return whole.kind !== "records" && partly.kind === "records" ? partly : whole;
  };

  const askUdp = (question: Question, resolve: (reply: Reply | Promise<Reply>) => void): void => {
    if (port === null || port.usedUp) port = new Port(connect, open, alone);
    const used = port;
    const timer = setTimeout(() => {
      used.forget(question);
      resolve({ kind: "timeout" });
    }, queryMs);
    const done = (answer: Answer | null) => {
      clearTimeout(timer);
      if (answer === null) resolve({ kind: "failed" });
      else resolve(answer.truncated ? askWhole(question, answer.reply) : answer.reply);
    };
    used.send({ question, done });
  };

  return {
    ask: (host, family) =>
      new Promise((resolve) => {
        const question = writeQuestion(host, family);
        // Of what no question can be made, no server knows anything.
        if (question === null) resolve({ kind: "none" });
        else if (closed) resolve({ kind: "failed" });
        else askUdp(question, resolve);
      }),
    close() {
      closed = true;
      for (const each of open) each.close();
    },
  };
}

interface Pending {
  readonly question: Question;
  /** null: none can come. */
  readonly done: (answer: Answer | null) => void;
}

/** A socket from which some questions are asked. */
class Port implements DatagramUser {
  readonly #socket: Datagrams;
  readonly #open: Set<Port>;
  readonly #patient: boolean;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;

  /** @param patient it is no end that nobody is there */
  constructor(connect: (user: DatagramUser) => Datagrams, open: Set<Port>, patient: boolean) {
    this.#open = open;
    this.#patient = patient;
    open.add(this);
    this.#socket = connect(this);
  }

  get usedUp(): boolean {
    return !this.#open.has(this) || this.#asked >= QUESTIONS_PER_SOCKET;
  }

  send(pending: Pending): void {
    const { bytes } = pending.question;
    let id = randomId();
    while (this.#pending.has(id)) id = randomId();
    bytes.writeUInt16BE(id);
    this.#asked++;
    this.#pending.set(id, pending);
    this.#socket.send(bytes);
  }

  /** Nobody waits for its answer any more. */
  forget({ bytes }: Question): void {
    this.#pending.delete(bytes.readUInt16BE());
    this.#closeIfDone();
  }

  close(): void {
    if (!this.#open.delete(this)) return;
    this.#socket.close();
    for (const { done } of this.#pending.values()) done(null);
    this.#pending.clear();
  }

  received(message: Buffer): void {
    if (message.length < 2) return;
    const id = message.readUInt16BE();
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const answer = readAnswer(message, pending.question);
    // Of somebody else, perhaps: the true one may come yet.
    if (answer === null) return;
    this.#pending.delete(id);
    pending.done(answer);
    this.#closeIfDone();
  }

  #closeIfDone(): void {
    if (this.usedUp && this.#pending.size === 0) this.close();
  }

  failed(error: unknown): void {
    if (!this.#patient || codeOf(error) !== "ECONNREFUSED") this.close();
  }
}

const randoms = new Uint16Array(256);
let used = randoms.length;

function randomId(): number {
  if (used >= randoms.length) {
    crypto.getRandomValues(randoms);
    used = 0;
  }
  return randoms[used++] ?? 0;
}
