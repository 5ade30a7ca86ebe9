import type { FileAnswer, FileRequest, FileServerOptions } from "./file-servers.ts";
import { printable } from "./ftp.ts";
import { Broken, dialLines, type LineConnection } from "./ftp-connection.ts";

const SFTP_PORT = 22;
/** RFC 4253, section 4.2: a server may say other things before; clients have to bound that themselves. */
const LINES_BEFORE_MAX = 50;
/** RFC 4253, sections 4.2 and 5.1: 1.99 is 2.0 with a memory of 1.x. */
const IDENTIFICATION = /^SSH-(?:2\.0|1\.99)-/;
const IDENTIFICATION_CHARS_MAX = 253;
/**
 * In place of it, OpenSSH to whom it has no room for, and from 9.8 on to whom it punishes: also those who only read its
 * greeting, as we do. Nobody else says so.
 */
const TURNED_AWAY = /^(?:Exceeded MaxStartups|Not allowed at this time)$/;

/** Only whether an SSH server greets: to see files one would have to be somebody. */
export async function askSftp(request: FileRequest, options: FileServerOptions): Promise<FileAnswer> {
  const began = performance.now();
  const { journal } = request;
  let connection: LineConnection | null = null;
  journal?.begin({ ...request, method: "SSH" });
  try {
    const port = request.parts.port || (options.ownPorts?.sftp ?? SFTP_PORT);
    connection = await dialLines({ ...request, port, open: options.open });
    journal?.enter("answer");
    const text = printable(await identification(connection));
    const { address } = connection;
    const ms = Math.round(performance.now() - began);
    const reply = { url: request.url, to: "greeting", code: null, text, address, ms } as const;
    journal?.end({ answer: reply, ms });
    return { kind: "reply", reply, tls: null, withoutTls: false };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const alien = error.failure === "closed" && connection?.heard === true;
    const failure = alien ? "malformed-head" : error.failure;
    journal?.end({ failure });
    return { kind: "failure", failure, tls: null };
  } finally {
    connection?.close();
  }
}

async function identification(connection: LineConnection): Promise<string> {
  for (let before = 0; before <= LINES_BEFORE_MAX; before++) {
    const line = await connection.line();
    if (TURNED_AWAY.test(line)) return line;
    if (IDENTIFICATION.test(line) && line.length <= IDENTIFICATION_CHARS_MAX) return line;
    if (line.startsWith("SSH-")) break;
  }
  throw new Broken("malformed-head");
}
