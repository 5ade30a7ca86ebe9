import { once } from "node:events";
import { isIP, type Socket, connect as tcpConnect } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { FileReply, NotTried, TlsTrouble } from "../classify/outcome.ts";
import type { RequestRecord } from "./exchange-session.ts";
import type { ExchangeLimits } from "./limits.ts";
import { codeOf, tlsTrouble } from "./tls.ts";

/** One question to one host whose addresses are already known and allowed. */
export interface FileRequest {
  readonly url: NormalisedUrl;
  /** Scheme ftp, ftps or sftp. */
  readonly parts: UrlParts;
  /** Dialled as literals in this order until one takes the connection; at least one, IPv6 without brackets. */
  readonly addresses: readonly string[];
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  readonly limits: ExchangeLimits;
  /** Absent or null: nobody wants to know where the time goes. */
  readonly journal?: RequestRecord | null;
}

/** As ExchangeResult is for HTTP. */
export type FileAnswer =
  | {
      readonly kind: "reply";
      readonly reply: FileReply;
      readonly tls: TlsTrouble | null;
      readonly withoutTls: boolean;
    }
  | { readonly kind: "failure"; readonly failure: NetworkFailure; readonly tls: TlsTrouble | null }
  | { readonly kind: "not-tried"; readonly reason: NotTried; readonly tls: null };

/** The reply that decides, as the server gave it. */
export type Decisive = Pick<FileReply, "to" | "code" | "text">;

/** Why a connection came to nothing; `converse` makes a value of it. */
export class Broken extends Error {
  readonly failure: NetworkFailure;
  constructor(failure: NetworkFailure) {
    super(failure);
    this.failure = failure;
  }
}

const FAILURES: Readonly<Record<string, NetworkFailure>> = {
  ECONNREFUSED: "connect-refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "connect-timeout",
};

const failureOf = (error: unknown): NetworkFailure =>
  error instanceof Broken ? error.failure : (FAILURES[codeOf(error)] ?? "reset");

const RECEIVED_BYTES_MAX = 16 * 1024;
/** Of a reply; servers greet with pages. */
export const TEXT_CHARS_MAX = 500;

/** Text of a server, made fit to be shown. */
export const printable = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]+/g, "?")
    .trim()
    .slice(0, TEXT_CHARS_MAX);

/** A connection on which both sides send lines. What is received is bounded, and so is its time (`dial`). */
export class LineConnection {
  readonly address: string;
  tls: TlsTrouble | null = null;
  #socket: Socket;
  #chunks: AsyncIterator<Uint8Array>;
  #text = "";
  #bytes = 0;

  constructor(socket: Socket, address: string) {
    this.address = address;
    this.#socket = socket;
    this.#chunks = socket[Symbol.asyncIterator]();
  }

  /** The next line without its end, a character for each byte. */
  async next(): Promise<string> {
    for (let searched = 0; ; ) {
      const end = this.#text.indexOf("\n", searched);
      if (end >= 0) {
        const line = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 1);
        return line.replace(/\r$/, "");
      }
      searched = this.#text.length;
      const { done, value } = await this.#chunks.next();
      if (done === true) throw new Broken("closed");
      this.#bytes += value.length;
      if (this.#bytes > RECEIVED_BYTES_MAX) throw new Broken("head-too-large");
      this.#text += Buffer.from(value).toString("latin1");
    }
  }

  /** @param line without CR, LF and NUL. What the server sent before is no answer to it and is dropped. */
  send(line: string): void {
    this.#text = "";
    this.#socket.write(Buffer.from(`${line}\r\n`, "latin1"));
  }

  end(): void {
    this.#socket.destroy();
  }

  /** Continues under TLS, also with a certificate that does not verify (`tls`). What came before is dropped: nobody knows who sent it. */
  async secure(host: string, ca: string | undefined): Promise<void> {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = tlsConnect({
      socket: this.#socket,
      host,
      rejectUnauthorized: false,
      ...name,
      ...(ca && { ca }),
    });
    try {
      await opened(socket, "secureConnect", "tls");
    } catch (error) {
      throw error instanceof Broken ? error : new Broken("tls");
    }
    this.tls = socket.authorizationError ? tlsTrouble(codeOf(socket.authorizationError)) : null;
    this.#socket = socket;
    this.#chunks = socket[Symbol.asyncIterator]();
    this.#text = "";
  }
}

/** Rejects where the socket ends before the event; with `ofEnd` where nobody says why. */
async function opened(socket: Socket, event: string, ofEnd: NetworkFailure): Promise<void> {
  socket.on("error", () => {
    // Who waits for the socket learns of it.
  });
  const closed = once(socket, "close").then(() => Promise.reject(new Broken(ofEnd)));
  await Promise.race([once(socket, event), closed]);
}

/** Dials the addresses in their order, each for its share of the time. @param open each ends a connection as if its time were up */
async function dial(
  { addresses, deadline, limits, journal }: FileRequest,
  port: number,
  open: Set<() => void>,
): Promise<LineConnection> {
  const until = Math.min(deadline, performance.now() + limits.connectMs);
  let failure: unknown = new Broken("connect-timeout");
  for (const [index, address] of addresses.entries()) {
    journal?.enter("connect", address);
    // An address is dialled as it is: no name service comes into it.
    const socket = tcpConnect({ host: address, port, autoSelectFamily: false });
    const end = () => socket.destroy(new Broken("timeout"));
    const timer = setTimeout(end, Math.max(0, deadline - performance.now()));
    open.add(end);
    socket.once("close", () => {
      open.delete(end);
      clearTimeout(timer);
    });
    const share = Math.max(0, until - performance.now()) / (addresses.length - index);
    const patience = setTimeout(() => socket.destroy(new Broken("connect-timeout")), share);
    try {
      await opened(socket, "connect", "connect-refused");
      return new LineConnection(socket, address);
    } catch (error) {
      failure = error;
    } finally {
      clearTimeout(patience);
    }
  }
  throw failure;
}

/** One connection from dialling to its end; what broke it is a value. @param ask the protocol, until a reply decides */
export async function converse(
  request: FileRequest,
  { port, method, open }: { port: number; method: "FTP" | "SSH"; open: Set<() => void> },
  ask: (connection: LineConnection) => Promise<Decisive>,
): Promise<FileAnswer> {
  const { url, journal } = request;
  const began = performance.now();
  let connection: LineConnection | null = null;
  journal?.begin({ ...request, method });
  try {
    connection = await dial(request, port, open);
    journal?.enter("answer");
    const { to, code, text } = await ask(connection);
    const ms = Math.round(performance.now() - began);
    const reply = { url, to, code, text, address: connection.address, ms };
    journal?.end({ answer: reply, ms });
    return { kind: "reply", reply, tls: connection.tls, withoutTls: false };
  } catch (error) {
    if (!(error instanceof Broken) && codeOf(error) === "") throw error;
    const failure = failureOf(error);
    journal?.end({ failure });
    return { kind: "failure", failure, tls: failure === "tls" ? "handshake" : (connection?.tls ?? null) };
  } finally {
    connection?.end();
  }
}
