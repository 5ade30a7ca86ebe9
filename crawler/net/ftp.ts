import type { NetworkFailure, TlsTrouble } from "../../shared/status/outcome.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { isDenial } from "../classify/reply.ts";
import type { FileAnswer, FileRequest, FileServerOptions } from "./file-servers.ts";
import { Broken, dialLines, type LineConnection } from "./ftp-connection.ts";
import type { FtpPath } from "./ftp-path.ts";
import { bareHost } from "./transport.ts";

/** RFC 959, section 4.2; a reply of several lines is one text. */
export interface FtpReply {
  readonly code: number;
  readonly text: string;
}

/** One way to talk to a server: where, and from when on under TLS (RFC 4217; "implicit" is older than it). */
interface Way {
  readonly port: number;
  readonly tls: "never" | "on-demand" | "at-once";
}

/** A conversation under way: what is known when it breaks counts too. */
interface Talk {
  readonly connection: LineConnection;
  tls: TlsTrouble | null;
  withoutTls: boolean;
}

const FTP_PORT = 21;
const FTPS_PORT = 990;
/** Of a reply; servers greet with pages. */
const TEXT_CHARS_MAX = 500;
/** Other protocols' first words. */
const OTHER_PROTOCOL = /^(?:SSH-|HTTP\/|RFB |<)/;
/** The server does not know the command, or not for this (RFC 959, section 4.2.2). */
const NOT_IMPLEMENTED: ReadonlySet<number> = new Set([202, 500, 501, 502, 503, 504]);

/** How a conversation ends of which nothing more comes. */
const GONE: ReadonlySet<NetworkFailure> = new Set(["timeout", "closed", "reset"]);

/** By convention ftps is implicit TLS on 990; today's servers have it on demand, on the port of ftp. */
export function waysOf({ scheme, port }: UrlParts, own: FileServerOptions["ownPorts"]): readonly Way[] {
  const ftp = own?.ftp ?? FTP_PORT;
  const ftps = own?.ftps ?? FTPS_PORT;
  if (scheme === "ftp")
    return [port === FTPS_PORT ? { port, tls: "at-once" } : { port: port || ftp, tls: "never" }];
  if (port === FTP_PORT) return [{ port, tls: "on-demand" }];
  return [
    { port: port || ftps, tls: "at-once" },
    { port: port || ftp, tls: "on-demand" },
  ];
}

/**
 * Whether an FTP server has the path. Only the control connection is used: SIZE, MDTM and CWD tell what is to be known,
 * and a data connection, to wherever the server says, is never opened.
 */
export async function askFtp(
  request: FileRequest,
  path: FtpPath,
  options: FileServerOptions,
): Promise<FileAnswer> {
  const ways = waysOf(request.parts, options.ownPorts);
  let failed: FileAnswer | null = null;
  for (const [index, way] of ways.entries()) {
    const now = performance.now();
    const deadline = now + (request.deadline - now) / (ways.length - index);
    const answer = await askOneWay({ ...request, deadline }, path, way, options);
    if (answer.kind !== "failure") return answer;
    // A server that was there says more than a port on which nobody is.
    if (failed?.kind !== "failure" || failed.failure !== "tls") failed = answer;
  }
  return failed ?? { kind: "failure", failure: "connect-refused", tls: null };
}

async function askOneWay(
  request: FileRequest,
  path: FtpPath,
  way: Way,
  options: FileServerOptions,
): Promise<FileAnswer> {
  const began = performance.now();
  const { journal = null } = request;
  let talk: Talk | null = null;
  journal?.begin({ ...request, method: "FTP" });
  try {
    const connection = await dialLines({ ...request, port: way.port, open: options.open });
    talk = { connection, tls: null, withoutTls: false };
    const { to, code, text } = await converse(talk, request, path, way, options);
    const { address } = connection;
    const ms = Math.round(performance.now() - began);
    const reply = { url: request.url, to, code, text, address, ms };
    journal?.end({ answer: reply, ms });
    return { kind: "reply", reply, tls: talk.tls, withoutTls: talk.withoutTls };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const { failure } = error;
    const tls = failure === "tls" ? "handshake" : (talk?.tls ?? null);
    // Lines came, none of them a reply.
    const alien = failure === "closed" && talk?.connection.heard === true && !talk.connection.replied;
    const told = alien ? "malformed-head" : failure;
    journal?.end({ failure: told });
    return { kind: "failure", failure: told, tls };
  } finally {
    talk?.connection.close("QUIT");
  }
}

type Said = FtpReply & { readonly to: "greeting" | "login" | "path" };

/** From the greeting to the reply that decides. */
async function converse(
  talk: Talk,
  { parts, journal }: FileRequest,
  path: FtpPath,
  way: Way,
  { ca, password }: FileServerOptions,
): Promise<Said> {
  const { connection } = talk;
  const ask = (command: string) => {
    connection.send(command);
    return readReply(connection);
  };
  const secure = async () => {
    journal?.enter("tls");
    const trouble = await connection.secure(bareHost(parts), ca);
    journal?.enter("answer");
    return trouble;
  };
  journal?.enter("answer");
  if (way.tls === "at-once") talk.tls = await secure();
  let greeting = await readReply(connection);
  if (greeting.code === 120) greeting = await afterDelay(connection, greeting);
  if (!isDone(greeting)) return { ...greeting, to: "greeting" };
  if (way.tls === "on-demand") {
    const agreed = isDone(await ask("AUTH TLS"));
    if (agreed) talk.tls = await secure();
    talk.withoutTls = !agreed;
  }
  let login = await ask("USER anonymous");
  if (login.code === 331) login = await ask(`PASS ${password}`);
  if (!isDone(login)) return { ...login, to: "login" };
  if (path.names.length === 0) return { ...login, to: "path" };
  return (await lookFor(path, ask)) ?? { ...login, to: "login" };
}

/** It is ready in some minutes, it says, and then says when it is (RFC 959, section 5.4). If it does not, it was there and busy. */
async function afterDelay(connection: LineConnection, announced: FtpReply): Promise<FtpReply> {
  try {
    return await readReply(connection);
  } catch (error) {
    if (error instanceof Broken && GONE.has(error.failure)) return announced;
    throw error;
  }
}

/** null: the server knows no command that would tell. */
async function lookFor(path: FtpPath, ask: (command: string) => Promise<FtpReply>): Promise<Said | null> {
  // Servers give no size of what they would have to convert.
  if (!path.directory) await ask("TYPE I");
  const refusals: FtpReply[] = [];
  for (const name of path.names) {
    let known = path.directory;
    for (const command of path.directory ? ["CWD"] : ["SIZE", "MDTM", "CWD"]) {
      const reply = await ask(`${command} ${name}`);
      if (isDone(reply) && reply.code !== 202) return { ...reply, to: "path" };
      if (reply.code === 421) return { ...reply, to: "path" };
      if (NOT_IMPLEMENTED.has(reply.code)) continue;
      known ||= command !== "CWD";
      refusals.push(reply);
    }
    // That it is no directory does not tell whether it is a file.
    if (!known) return null;
  }
  // One word of "not now" or "not you" outweighs "not here": some servers say the latter of everything else.
  const telling =
    refusals.find(({ code }) => code < 500) ?? refusals.find(({ text }) => isDenial(text)) ?? refusals[0];
  return telling === undefined ? null : { ...telling, to: "path" };
}

const isDone = ({ code }: FtpReply): boolean => code >= 200 && code < 300;

/** RFC 959, section 4.2. Lines that are no reply are passed over, as clients do. Throws `Broken`. */
export async function readReply(connection: LineConnection): Promise<FtpReply> {
  for (;;) {
    const line = await connection.line();
    if (OTHER_PROTOCOL.test(line)) throw new Broken("malformed-head");
    const [, digits, mark, first = ""] = /^([0-9]{3})(?:([ -])(.*))?$/.exec(line) ?? [];
    if (digits === undefined) continue;
    connection.replied = true;
    let text = first;
    for (let more = mark === "-"; more; ) {
      const next = await connection.line();
      more = !(next === digits || next.startsWith(`${digits} `));
      if (text.length < TEXT_CHARS_MAX) text += ` ${more ? next : next.slice(4)}`;
    }
    return { code: Number(digits), text: printable(text) };
  }
}

/** What is left is shown and stored by others. */
export const printable = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]+/g, "?")
    .trim()
    .slice(0, TEXT_CHARS_MAX);
