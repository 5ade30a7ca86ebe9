import { descriptorsLeft } from "./descriptors.ts";
import type { FileAnswer, FileRequest } from "./file-connection.ts";
import type { FileServerOptions, FtpPath } from "./ftp.ts";

/** Servers of files, asked without HTTP (U1). */
export interface FileServers {
  ask(request: FileRequest): Promise<FileAnswer>;
  /** Ends what is open as if its time were up. */
  close(): void;
}

/** With one of these a name would end its command and begin another. */
const ENDS_COMMAND = /[\0\r\n]/;
const TYPE = /;type=([aid])$/i;

/** By RFC 1738, section 3.2. @param path of a normalised URL, with its query: FTP has none, `?` is a character of the name */
export function ftpPath(path: string): FtpPath {
  const name = path
    .slice(1)
    .replace(TYPE, "")
    .replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const isDirectory = TYPE.exec(path)?.[1]?.toLowerCase() === "d" || /^$|\/$/.test(name);
  return { name: name.replace(/(?<=.)\/$/, ""), isDirectory };
}

/** @param contact WEBOID_CONTACT, the password by which anonymous users are known */
export function createFileServers(
  contact: string | null,
  options: Pick<FileServerOptions, "ca" | "ownPorts"> = {},
): FileServers {
  const open = new Set<() => void>();
  const all = { ...options, open, password: passwordOf(contact) };
  return {
    async ask(request) {
      const { scheme, path } = request.parts;
      const asked = ftpPath(path);
      if (scheme !== "sftp" && ENDS_COMMAND.test(asked.name))
        return { kind: "not-tried", reason: "path-not-sendable", tls: null };
      // Loaded when the first such link comes, as most lists have none: node:net and node:tls take 15 ms to start.
      const { askFtp, askSftp } = await import("./ftp.ts");
      return ours(await (scheme === "sftp" ? askSftp(request, all) : askFtp(request, asked, all)));
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
