import type { UrlParts } from "../../shared/url/types.ts";
import {
  Broken,
  converse,
  type Decisive,
  type FileAnswer,
  type FileRequest,
  type LineConnection,
  printable,
  TEXT_CHARS_MAX,
} from "./file-connection.ts";
import { bareHost, type OwnPorts } from "./transport.ts";

export interface FileServerOptions {
  /** Of anonymous logins: where we can be reached. */
  readonly password: string;
  /** PEM, in place of the built-in roots: for tests. */
  readonly ca?: string;
  /** Where the schemes' own ports are dialled in truth: see TransportOptions. */
  readonly ownPorts?: Partial<OwnPorts>;
  /** Each ends a connection as if its time were up. */
  readonly open: Set<() => void>;
}

const [FTP_PORT, FTPS_PORT, SFTP_PORT] = [21, 990, 22];
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

const isDone = ({ code }: FtpReply): boolean => code >= 200 && code < 300;

/** Lines that are no reply are passed over, as clients do. */
async function replyFrom(connection: LineConnection): Promise<FtpReply> {
  for (let before = 0; before <= LINES_BEFORE_MAX; before++) {
    const [, digits, mark, first = ""] = /^([0-9]{3})(?:([ -])(.*))?$/.exec(await connection.next()) ?? [];
    if (digits === undefined) continue;
    let text = first;
    for (let more = mark === "-"; more; ) {
      const next = await connection.next();
      more = !(next === digits || next.startsWith(`${digits} `));
      if (text.length < TEXT_CHARS_MAX) text += ` ${more ? next : next.slice(4)}`;
    }
    return { code: Number(digits), text: printable(text) };
  }
  throw new Broken("malformed-head");
}

function command(connection: LineConnection, line: string): Promise<FtpReply> {
  connection.send(line);
  return replyFrom(connection);
}

/** Where and how a server is asked: from when on under TLS (RFC 4217; "at-once" is older than it). */
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

/** What is asked of an FTP server. */
export interface FtpPath {
  /** Relative to the login directory, a character for each byte, without CR, LF and NUL; "": that directory itself. */
  readonly name: string;
  readonly isDirectory: boolean;
}

/** Asks an FTP server whether it has a path. A data connection, to wherever the server says, is never opened. */
export async function askFtp(
  request: FileRequest,
  path: FtpPath,
  options: FileServerOptions,
): Promise<FileAnswer> {
  const ways = waysOf(request.parts, options.ownPorts);
  let failed: FileAnswer = { kind: "failure", failure: "connect-refused", tls: null };
  for (const [index, way] of ways.entries()) {
    const now = performance.now();
    const deadline = now + (request.deadline - now) / (ways.length - index);
    const answer = await askBy(way, { ...request, deadline }, path, options);
    if (answer.kind === "reply") return answer;
    // A server that was there says more than a port on which nobody is.
    if (failed.kind !== "failure" || failed.failure !== "tls") failed = answer;
  }
  return failed;
}

async function askBy(
  { port, tls }: Way,
  request: FileRequest,
  path: FtpPath,
  { open, ca, password }: FileServerOptions,
): Promise<FileAnswer> {
  const { parts, journal } = request;
  let withoutTls = false;
  const answer = await converse(request, { port, method: "FTP", open }, async (connection) => {
    const secure = async () => {
      journal?.enter("tls");
      await connection.secure(bareHost(parts), ca);
      journal?.enter("answer");
    };
    if (tls === "at-once") await secure();
    const greeting = await replyFrom(connection);
    if (!isDone(greeting)) return { ...greeting, to: "greeting" };
    withoutTls = tls === "on-demand" && !isDone(await command(connection, "AUTH TLS"));
    if (tls === "on-demand" && !withoutTls) await secure();
    return lookFor(connection, path, password);
  });
  return answer.kind === "reply" ? { ...answer, withoutTls } : answer;
}

/** Logs in as everybody may, and asks for the path: SIZE is for files, CWD for directories. */
async function lookFor(
  connection: LineConnection,
  { name, isDirectory }: FtpPath,
  password: string,
): Promise<Decisive> {
  const ask = (line: string) => command(connection, line);
  let login = await ask("USER anonymous");
  if (login.code === 331) login = await ask(`PASS ${password}`);
  if (!isDone(login)) return { ...login, to: "login" };
  if (name === "") return { ...login, to: "path" };
  // Servers give no size of what they would have to convert.
  if (!isDirectory) await ask("TYPE I");
  const size = isDirectory ? null : await ask(`SIZE ${name}`);
  const entered = size !== null && (isDone(size) || size.code === 421) ? size : await ask(`CWD ${name}`);
  const [first, last] = [size ?? entered, entered];
  if (isDone(last) && last.code !== 202) return { ...last, to: "path" };
  // Without SIZE, or CWD, it stays open: that a path is no directory does not say whether it is a file.
  if (NOT_IMPLEMENTED.has(first.code)) return { ...login, to: "login" };
  // "Not now" outweighs "not here"; and either may say "not you", as some servers say "not here" of everything else.
  const text = last.text === first.text ? first.text : `${first.text} / ${last.text}`;
  return { code: Math.min(first.code, last.code), text, to: "path" };
}

/** Only whether an SSH server greets: to see files one would have to be somebody. */
export function askSftp(request: FileRequest, { ownPorts, open }: FileServerOptions): Promise<FileAnswer> {
  const port = request.parts.port || (ownPorts?.sftp ?? SFTP_PORT);
  return converse(request, { port, method: "SSH", open }, async (connection) => {
    for (let before = 0; before <= LINES_BEFORE_MAX; before++) {
      const line = await connection.next();
      if (TURNED_AWAY.test(line) || IDENTIFICATION.test(line))
        return { to: "greeting", code: null, text: printable(line) };
    }
    throw new Broken("malformed-head");
  });
}
