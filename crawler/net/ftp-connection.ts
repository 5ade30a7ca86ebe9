import { isIP, connect as netConnect, type Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { NetworkFailure, TlsTrouble } from "../../shared/status/outcome.ts";
import type { CheckLimits } from "../check/limits.ts";
import type { RequestRecord } from "./exchange-session.ts";
import { codeOf, tlsTrouble } from "./transport.ts";

/** Thrown where a conversation cannot go on; whoever began it makes it a value. */
export class Broken extends Error {
  readonly failure: NetworkFailure;
  constructor(failure: NetworkFailure) {
    super(failure);
    this.failure = failure;
  }
}

export interface Dial {
  /** Dialled as literals in this order until one takes the connection; at least one, IPv6 without brackets. */
  readonly addresses: readonly string[];
  readonly port: number;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  readonly limits: Pick<CheckLimits, "connectMs" | "headBytesMax">;
  readonly journal?: RequestRecord | null;
  /** Told of each connection before it is dialled, so that it can be ended from outside. */
  readonly open: Set<LineConnection>;
}

/** Of a line, so many characters are looked at; the rest only counts. */
const LINE_CHARS_MAX = 1_024;
const LF = 10;

const FAILURES: Readonly<Record<string, NetworkFailure>> = {
  ECONNREFUSED: "connect-refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "connect-timeout",
};

/** Dials the literals in their order, each for its share of the time. Throws `Broken` of the last one. */
export async function dialLines(dial: Dial): Promise<LineConnection> {
  const until = Math.min(dial.deadline, performance.now() + dial.limits.connectMs);
  let last: unknown = new Broken("connect-timeout");
  for (const [index, address] of dial.addresses.entries()) {
    const share = (until - performance.now()) / (dial.addresses.length - index);
    if (share <= 0) break;
    dial.journal?.enter("connect", address);
    const connection = new LineConnection(address, dial);
    try {
      await connection.connected(share);
      return connection;
    } catch (error) {
      connection.close();
      last = error;
    }
  }
  throw last;
}

/**
 * A connection on which both sides speak in lines (FTP, and SSH before it becomes binary). All that is received over its
 * whole life is bounded by `headBytesMax`, all waiting by the deadline, and each byte is looked at once, however the
 * server cuts its lines into segments.
 */
export class LineConnection {
  readonly address: string;
  readonly #dial: Dial;
  #socket: Socket;
  #lines: string[] = [];
  /** Index of the next line to be read: to shift tens of thousands of them would move them all each time. */
  #next = 0;
  /** The line that has not ended yet. */
  #partial = "";
  #bytes = 0;
  /** Whether the protocol was understood at least once; for whoever reads the lines. */
  replied = false;
  #broken: Broken | null = null;
  #wake: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout>;

  constructor(address: string, dial: Dial) {
    this.address = address;
    this.#dial = dial;
    dial.open.add(this);
    this.#timer = setTimeout(() => this.abandon(), Math.max(0, dial.deadline - performance.now()));
    // A literal is dialled as it is: no name service comes into it.
    this.#socket = netConnect({ host: address, port: dial.port, autoSelectFamily: false });
    this.#listen(this.#socket);
  }

  /** Whether anything was received. */
  get heard(): boolean {
    return this.#bytes > 0;
  }

  async connected(ms: number): Promise<void> {
    const socket = this.#socket;
    const timer = setTimeout(() => this.#break(new Broken("connect-timeout")), ms);
    let open = false;
    socket.once("connect", () => {
      open = true;
      this.#ring();
    });
    try {
      while (!open) await this.#rung("connect-refused");
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Goes on under TLS; what was received before it is forgotten (nobody knows who sent it). A certificate in trouble is
   * told and gone on with; a handshake that fails throws `Broken`.
   */
  async secure(host: string, ca: string | undefined): Promise<TlsTrouble | null> {
    this.#forget();
    this.#partial = "";
    const plain = this.#socket;
    plain.removeAllListeners("data");
    const secure = tlsConnect({
      socket: plain,
      host,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
    });
    let done = false;
    // Whatever ends the connection now ends the handshake.
    const failed = () => this.#break(new Broken("tls"));
    const wasFailed = () => {
      if (!done) failed();
    };
    plain.once("close", wasFailed);
    secure.once("error", wasFailed);
    secure.once("close", wasFailed);
    secure.once("secureConnect", () => {
      done = true;
      this.#ring();
    });
    this.#socket = secure;
    while (!done) await this.#rung("tls");
    this.#listen(secure);
    const trouble: unknown = secure.authorizationError;
    return trouble ? tlsTrouble(codeOf(trouble)) : null;
  }

  /** Sends a line; a character for each byte. Throws a RangeError for text that would be two: a bug of the caller. */
  send(line: string): void {
    if (/[\0\r\n]/.test(line)) throw new RangeError(`no single line: ${JSON.stringify(line)}`);
    // An answer that nobody asked for must not be taken for the answer to this.
    this.#forget();
    this.#socket.write(Buffer.from(`${line}\r\n`, "latin1"));
  }

  /** The next line without its end, a character for each byte, at most 1,024 of them. Throws `Broken`. */
  async line(): Promise<string> {
    for (;;) {
      const line = this.#lines[this.#next];
      if (line !== undefined) {
        this.#next++;
        return line;
      }
      await this.#rung("closed");
    }
  }

  /** Ends it as if its time were up. */
  abandon(): void {
    this.#break(new Broken("timeout"));
  }

  /** @param farewell sent before the end; its answer is not waited for */
  close(farewell?: string): void {
    clearTimeout(this.#timer);
    this.#dial.open.delete(this);
    const socket = this.#socket;
    if (farewell !== undefined && this.#broken === null) socket.write(`${farewell}\r\n`);
    socket.destroy();
    this.#broken ??= new Broken("closed");
  }

  #listen(socket: Socket): void {
    socket.on("data", (chunk: Uint8Array) => this.#receive(chunk));
    socket.on("error", (error) => this.#break(new Broken(FAILURES[codeOf(error)] ?? "reset")));
    socket.on("end", () => this.#break(new Broken("closed")));
    socket.on("close", () => this.#break(new Broken("closed")));
  }

  #receive(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#dial.limits.headBytesMax) {
      this.#break(new Broken("head-too-large"));
      return;
    }
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#lines.push(this.#partial.endsWith("\r") ? this.#partial.slice(0, -1) : this.#partial);
      this.#partial = "";
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
    this.#ring();
  }

  #forget(): void {
    this.#lines = [];
    this.#next = 0;
  }

  #keep(bytes: Uint8Array): void {
    const room = LINE_CHARS_MAX - this.#partial.length;
    if (room > 0) this.#partial += Buffer.from(bytes.subarray(0, room)).toString("latin1");
  }

  #break(broken: Broken): void {
    if (this.#broken !== null) return;
    this.#broken = broken;
    this.#socket.destroy();
    this.#ring();
  }

  #ring(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  /** Waits for anything to happen. Throws what broke it; an end without a reason is `ofEnd`. */
  async #rung(ofEnd: NetworkFailure): Promise<void> {
    if (this.#broken === null)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    // What came before the end is read first.
    if (this.#broken !== null && this.#next >= this.#lines.length)
      throw this.#broken.failure === "closed" ? new Broken(ofEnd) : this.#broken;
  }
}
