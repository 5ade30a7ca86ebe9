import { once } from "node:events";
import { isIP, type Socket, connect as tcpConnect } from "node:net";
import { connect as tlsConnect } from "node:tls";
import type { NetworkFailure, TlsTrouble } from "../../shared/status/outcome.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import type { FileAnswer, FileRequest, FileServerOptions } from "./file-servers.ts";
import { codeOf, tlsTrouble } from "./tls.ts";
import { bareHost } from "./transport.ts";

/** What came to an end; made a value by `talk`. */
class Broken extends Error {
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

const [FTP_PORT, FTPS_PORT, SFTP_PORT] = [21, 990, 22];
const RECEIVED_BYTES_MAX = 16 * 1024;
/** Of a reply; servers greet with pages. */
const TEXT_CHARS_MAX = 500;
/** Before the line that the protocol begins with: RFC 4253, section 4.2, allows any number, and old FTP servers send some. */
const LINES_BEFORE_MAX = 50;
/** The server does not know the command, or not for this (RFC 959, section 4.2.2). */
const NOT_IMPLEMENTED: ReadonlySet<number> = new Set([202, 500, 501, 502, 503, 504]);
/** RFC 4253, sections 4.2 and 5.1: 1.99 is 2.0 with a memory of 1.x; at most 253 characters. */
const IDENTIFICATION = /^SSH-(?:2\.0|1\.99)-.{0,245}$/;
/** OpenSSH's words to those for whom it has no room, or whom it punishes for having read its greeting only. */
const TURNED_AWAY = /^(?:Exceeded MaxStartups|Not allowed at this time)$/;

/** RFC 959, section 4.2; a reply of several lines is one text. */
interface FtpReply {
  readonly code: number;
  readonly text: string;
}

interface Said {
  readonly to: "greeting" | "login" | "path";
  readonly code: number | null;
  readonly text: string;
}

const isDone = ({ code }: FtpReply): boolean => code >= 200 && code < 300;

/** A connection on which both sides speak in lines: all that is received is bounded, and it ends when its time is up. */
class Lines {
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

  /** An FTP reply. Lines that are none are passed over, as clients do. */
  async reply(): Promise<FtpReply> {
    for (let before = 0; before <= LINES_BEFORE_MAX; before++) {
      const [, digits, mark, first = ""] = /^([0-9]{3})(?:([ -])(.*))?$/.exec(await this.next()) ?? [];
      if (digits === undefined) continue;
      let text = first;
      for (let more = mark === "-"; more; ) {
        const next = await this.next();
        more = !(next === digits || next.startsWith(`${digits} `));
        if (text.length < TEXT_CHARS_MAX) text += ` ${more ? next : next.slice(4)}`;
      }
      return { code: Number(digits), text: printable(text) };
    }
    throw new Broken("malformed-head");
  }

  /** Sends a command without CR, LF and NUL. What was said before is no answer to it. */
  ask(command: string): Promise<FtpReply> {
    this.#text = "";
    this.#socket.write(Buffer.from(`${command}\r\n`, "latin1"));
    return this.reply();
  }

  end(): void {
    this.#socket.destroy();
  }

  /** Goes on under TLS, also with a certificate in trouble (`tls`). What came before it is forgotten: nobody knows who sent it. */
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

/** Others are shown it. */
const printable = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]+/g, "?")
    .trim()
    .slice(0, TEXT_CHARS_MAX);

/** Rejects where the socket ends before the event; with `ofEnd` where nobody says why. */
async function opened(socket: Socket, event: string, ofEnd: NetworkFailure): Promise<void> {
  socket.on("error", () => {
    // Who waits for the socket learns of it.
  });
  const closed = once(socket, "close").then(() => Promise.reject(new Broken(ofEnd)));
  await Promise.race([once(socket, event), closed]);
}

/** Dials the addresses in their order, each for its share of the time. */
async function dial(
  { addresses, deadline, limits, journal }: FileRequest,
  port: number,
  open: Set<() => void>,
) {
  const until = Math.min(deadline, performance.now() + limits.connectMs);
  for (const [index, address] of addresses.entries()) {
    const last = index === addresses.length - 1;
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
      return new Lines(socket, address);
    } catch (error) {
      if (last) throw error;
    } finally {
      clearTimeout(patience);
    }
  }
  throw new Broken("connect-timeout");
}

/** One connection from dialling to its end; what broke it is a value. */
async function talk(
  request: FileRequest,
  port: number,
  method: "FTP" | "SSH",
  { open }: FileServerOptions,
  converse: (lines: Lines) => Promise<Said>,
): Promise<FileAnswer> {
  const { url, journal } = request;
  const began = performance.now();
  let lines: Lines | null = null;
  journal?.begin({ ...request, method });
  try {
    lines = await dial(request, port, open);
    journal?.enter("answer");
    const { to, code, text } = await converse(lines);
    const ms = Math.round(performance.now() - began);
    const reply = { url, to, code, text, address: lines.address, ms };
    journal?.end({ answer: reply, ms });
    return { kind: "reply", reply, tls: lines.tls, withoutTls: false };
  } catch (error) {
    if (!(error instanceof Broken) && codeOf(error) === "") throw error;
    const failure = error instanceof Broken ? error.failure : (FAILURES[codeOf(error)] ?? "reset");
    journal?.end({ failure });
    return { kind: "failure", failure, tls: failure === "tls" ? "handshake" : (lines?.tls ?? null) };
  } finally {
    lines?.end();
  }
}

/** Only whether an SSH server greets: to see files one would have to be somebody. */
export const askSftp = (request: FileRequest, options: FileServerOptions): Promise<FileAnswer> =>
  talk(
    request,
    request.parts.port || (options.ownPorts?.sftp ?? SFTP_PORT),
    "SSH",
    options,
    async (lines) => {
      for (let before = 0; before <= LINES_BEFORE_MAX; before++) {
        const line = await lines.next();
        if (TURNED_AWAY.test(line) || IDENTIFICATION.test(line))
          return { to: "greeting", code: null, text: printable(line) };
      }
      throw new Broken("malformed-head");
    },
  );

/** A way to talk to a server: where, and from when on under TLS (RFC 4217; "at-once" is older than it). */
interface Way {
  readonly port: number;
  readonly tls: "never" | "on-demand" | "at-once";
}

/** By convention ftps is TLS at once on 990; today's servers have it on demand, on the port of ftp. */
function waysOf({ scheme, port }: UrlParts, own: FileServerOptions["ownPorts"]): readonly Way[] {
  const plain = port || (own?.ftp ?? FTP_PORT);
  if (scheme === "ftp") return [{ port: plain, tls: port === FTPS_PORT ? "at-once" : "never" }];
  const onDemand: Way = { port: plain, tls: "on-demand" };
  return port === FTP_PORT
    ? [onDemand]
    : [{ port: port || (own?.ftps ?? FTPS_PORT), tls: "at-once" }, onDemand];
}

/**
 * Asks an FTP server whether it has a path. A data connection, to wherever the server says, is never opened.
 * @param name without CR, LF and NUL; "": the login directory
 */
export async function askFtp(
  request: FileRequest,
  name: string,
  isDirectory: boolean,
  options: FileServerOptions,
): Promise<FileAnswer> {
  const { parts, journal } = request;
  const ways = waysOf(parts, options.ownPorts);
  let failed: FileAnswer = { kind: "failure", failure: "connect-refused", tls: null };
  for (const [index, way] of ways.entries()) {
    const now = performance.now();
    const deadline = now + (request.deadline - now) / (ways.length - index);
    let withoutTls = false;
    const answer = await talk({ ...request, deadline }, way.port, "FTP", options, async (lines) => {
      const secure = async () => {
        journal?.enter("tls");
        await lines.secure(bareHost(parts), options.ca);
        journal?.enter("answer");
      };
      if (way.tls === "at-once") await secure();
      const greeting = await lines.reply();
      if (!isDone(greeting)) return { ...greeting, to: "greeting" };
      withoutTls = way.tls === "on-demand" && !isDone(await lines.ask("AUTH TLS"));
      if (way.tls === "on-demand" && !withoutTls) await secure();
      return lookFor(lines, name, isDirectory, options.password);
    });
    if (answer.kind === "reply") return { ...answer, withoutTls };
    // A server that was there says more than a port on which nobody is.
    if (failed.kind !== "failure" || failed.failure !== "tls") failed = answer;
  }
  return failed;
}

/** Logs in as everybody may, and asks for the path: SIZE is for files, CWD for directories. */
async function lookFor(lines: Lines, name: string, isDirectory: boolean, password: string): Promise<Said> {
  let login = await lines.ask("USER anonymous");
  if (login.code === 331) login = await lines.ask(`PASS ${password}`);
  if (!isDone(login)) return { ...login, to: "login" };
  if (name === "") return { ...login, to: "path" };
  // Servers give no size of what they would have to convert.
  if (!isDirectory) await lines.ask("TYPE I");
  const size = isDirectory ? null : await lines.ask(`SIZE ${name}`);
  const entered =
    size !== null && (isDone(size) || size.code === 421) ? size : await lines.ask(`CWD ${name}`);
  const [first, last] = [size ?? entered, entered];
  if (isDone(last) && last.code !== 202) return { ...last, to: "path" };
  // Without SIZE, or CWD, it stays open: that a path is no directory does not say whether it is a file.
  if (NOT_IMPLEMENTED.has(first.code)) return { ...login, to: "login" };
  // "Not now" outweighs "not here"; and either may say "not you", as some servers say "not here" of everything else.
  const text = last.text === first.text ? first.text : `${first.text} / ${last.text}`;
  return { code: Math.min(first.code, last.code), text, to: "path" };
}
