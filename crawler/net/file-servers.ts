import type { FileReply, NetworkFailure, NotTried, TlsTrouble } from "../../shared/status/outcome.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { descriptorsLeft } from "./descriptors.ts";
import type { RequestRecord } from "./exchange-session.ts";
import type { ExchangeLimits } from "./limits.ts";
import type { OwnPorts } from "./transport.ts";

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

export interface FileServers {
  ask(request: FileRequest): Promise<FileAnswer>;
  /** Ends what is open as if its time were up. */
  close(): void;
}

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

/** With one of these a name would end its command and begin another. */
const ENDS_COMMAND = /[\0\r\n]/;
const TYPE = /;type=([aid])$/i;

/**
 * What is asked for: a name relative to the login directory (RFC 1738, section 3.2), a character for each byte; "" is that
 * directory itself. @param path of a normalised URL, with its query: FTP has none, `?` is a character of the name
 */
export function ftpPath(path: string): { readonly name: string; readonly isDirectory: boolean } {
  const name = path
    .slice(1)
    .replace(TYPE, "")
    .replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const isDirectory = TYPE.exec(path)?.[1]?.toLowerCase() === "d" || /^$|\/$/.test(name);
  return { name: name.replace(/(?<=.)\/$/, ""), isDirectory };
}

/** Servers of files, asked without HTTP (U1). @param contact WEBOID_CONTACT, the password by which anonymous users are known */
export function createFileServers(
  contact: string | null,
  options: Pick<FileServerOptions, "ca" | "ownPorts"> = {},
): FileServers {
  const open = new Set<() => void>();
  const all = { ...options, open, password: passwordOf(contact) };
  return {
    async ask(request) {
      const { scheme, path } = request.parts;
      const { name, isDirectory } = ftpPath(path);
      if (scheme !== "sftp" && ENDS_COMMAND.test(name))
        return { kind: "not-tried", reason: "path-not-sendable", tls: null };
      // Loaded when the first such link comes, as most lists have none: node:net and node:tls take 15 ms to start.
      const { askFtp, askSftp } = await import("./ftp.ts");
      return ours(
        await (scheme === "sftp" ? askSftp(request, all) : askFtp(request, name, isDirectory, all)),
      );
    },
    close() {
      for (const end of open) end();
    },
  };
}

/** Bun calls every failed connect ECONNREFUSED, also for want of a descriptor. */
const ours = (answer: FileAnswer): FileAnswer =>
  answer.kind === "failure" && answer.failure === "connect-refused" && !descriptorsLeft()
    ? { kind: "not-tried", reason: "no-resources", tls: null }
    : answer;

/** RFC 1635: an e-mail address; servers look for the "@". */
function passwordOf(contact: string | null): string {
  const address = (contact ?? "").replace(/^mailto:/, "").replace(/[^\x21-\x7e]/g, "");
  return address.includes("@") ? address : `weboid@${address.replace(/^https?:\/\//, "")}`;
}
