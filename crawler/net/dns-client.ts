import type { DnsLimits } from "../check/limits.ts";
import {
  bunDatagrams,
  type Datagrams,
  type DatagramUser,
  nodeDatagrams,
  type OpenDatagrams,
} from "./datagrams.ts";
import { type Answer, type Question, type Reply, readAnswer, writeQuestion } from "./dns-message.ts";
import type { DnsServer, TcpQuestions } from "./dns-tcp.ts";
import type { Ask } from "./lookup.ts";
import { codeOf } from "./transport.ts";

export interface DnsClient {
  readonly ask: Ask;
  close(): void;
}

const DNS_PORT = 53;
/** Then another port is asked from: answers are harder to forge, and a rush finds room in more than one buffer. */
const QUESTIONS_PER_SOCKET = 64;

/** As `WEBOID_DNS` and the system name them: `9.9.9.9`, `9.9.9.9:53`, `2620:fe::fe`, `[2620:fe::fe]:53`. */
function serverOf(text: string): DnsServer {
  const [, six, four, port] = /^(?:\[(.+)\]|([^:]+)):([0-9]+)$/.exec(text) ?? [];
  return { address: six ?? four ?? text, port: port === undefined ? DNS_PORT : Number(port) };
}

/**
 * Asks one name server, over UDP, and over TCP where not one address fits (RFC 7766). In place of c-ares, which ends all
 * questions under way for one packet that it cannot read, and waits shorter than it is told to.
 *
 * @param alone there is no other server: one that is not there at the moment may be back before time is up
 */
export function createDnsClient(
  server: string,
  limits: DnsLimits,
  alone: boolean,
  openDatagrams: OpenDatagrams = typeof Bun === "undefined" ? nodeDatagrams : bunDatagrams,
): DnsClient {
  const to = serverOf(server);
  const open = new Set<Port>();
  const connect = (user: DatagramUser) => openDatagrams(to.address, to.port, user);
  let port: Port | null = null;
  let overTcp: Promise<TcpQuestions> | null = null;
  let closed = false;

  const askWhole = async (question: Question, until: number): Promise<Reply> => {
    // Loaded when it is wanted: node:net takes its time to start.
    overTcp ??= import("./dns-tcp.ts").then(({ TcpQuestions }) => new TcpQuestions(to, limits));
    const questions = await overTcp;
    return closed ? { kind: "failed" } : questions.ask(question, until);
  };

  const askUdp = (
    question: Question,
    onSilence: (() => void) | undefined,
    resolve: (reply: Reply | Promise<Reply>) => void,
  ): void => {
    if (port === null || port.usedUp) port = new Port(connect, open, alone);
    const used = port;
    const until = performance.now() + limits.overTcpMs;
    const giveUp = () => {
      used.forget(question);
      resolve({ kind: "timeout" });
    };
    const silent = () => {
      timer = setTimeout(giveUp, limits.queryMs);
      onSilence?.();
    };
    let timer = setTimeout(onSilence === undefined ? giveUp : silent, limits.queryMs);
    const done = (answer: Answer | null) => {
      clearTimeout(timer);
      if (answer === null) resolve({ kind: "failed" });
      // Addresses that did fit are enough, and TCP may be cut off.
      else if (answer.truncated && answer.reply.kind !== "records") resolve(askWhole(question, until));
      else resolve(answer.reply);
    };
    used.send({ question, done });
  };

  return {
    ask: (host, family, onSilence) =>
      new Promise((resolve) => {
        const question = writeQuestion(host, family);
        // Of what no question can be made, no server knows anything.
        if (question === null) resolve({ kind: "none" });
        else if (closed) resolve({ kind: "failed" });
        else askUdp(question, onSilence, resolve);
      }),
    close() {
      closed = true;
      for (const each of open) each.close();
      void overTcp?.then((questions) => questions.close());
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
