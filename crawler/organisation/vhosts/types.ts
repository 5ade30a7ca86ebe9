import { parseIpv4, parseIpv6 } from "../../../shared/url/addresses.ts";

/** A name under which a web server answers, out of its configuration (paper, 3.3: case 4). */
export interface VirtualHost {
  /** As it is written there, not checked; `example.org` where the pattern is `*.example.org`. */
  readonly host: string;
  /** `subdomains`: any name below the host; `any-tld`: the host with any ending (`www.example.*`). */
  readonly pattern: "exact" | "subdomains" | "any-tld";
  readonly ports: readonly number[];
  /** That the server listens at for it, where the configuration names any: of one of the organisation's own the name is its, too. */
  readonly addresses: readonly string[];
  /** Where it stands: `sites-enabled/a.conf:12`. */
  readonly source: string;
}

/** What names hosts and could not be read, with why: a regular expression, a macro, a variable, a file that is missing. */
export interface Unread {
  readonly source: string;
  /** Empty: the file itself. */
  readonly text: string;
  readonly why: string;
}

export interface VirtualHosts {
  readonly hosts: readonly VirtualHost[];
  readonly unread: readonly Unread[];
}

/** Files of a configuration by their paths below its folder; null: a file larger than `fileCharsMax`, or beyond `allBytesMax` of all; undefined: a link that leads nowhere. */
type Files = ReadonlyMap<string, string | null | undefined>;

/** A configuration, or a copy of one. */
export interface Configuration {
  readonly files: Files;
  /** Path of the file to begin with. */
  readonly main: string;
  /** How the folder with all files is called; empty: not known. */
  readonly topFolder: string;
}

export const LIMITS = {
  includeDepthMax: 16,
  filesReadMax: 2_000,
  fileCharsMax: 4 * 1024 * 1024,
  /** Of all files together, read or not by the server: they are in memory at once. */
  allBytesMax: 64 * 1024 * 1024,
  hostsMax: 200_000,
  unreadMax: 1_000,
} as const;

/** More than a host name has in any script. */
export const NAME_CHARS_MAX = 1_000;

/** Of `192.0.2.1:80`, `[2001:db8::1]:443`, or an address alone; of a port, a name or "*" none. */
export function addressIn(listen: string): string[] {
  const bare = listen.replace(/^\[([^\]]*)\](?::\d+)?$|^([\d.]+)(?::\d+)$/, "$1$2");
  const isAny = /^[0.:]+$/.test(bare);
  return isAny || (parseIpv4(bare) ?? parseIpv6(bare)) === null ? [] : [bare];
}

/** A name as both servers write it, but for the port; null: a variable, or nothing that can be one name. */
export function readPattern(text: string): Pick<VirtualHost, "host" | "pattern"> | null {
  const name = text.replace(/\.$/, "");
  const [, before = "", bare = "", after = ""] = /^(\*\.|\.)?(.*?)(\.\*)?$/.exec(name) ?? [];
  if (bare === "" || bare.length > NAME_CHARS_MAX || /[$*]/.test(bare)) return null;
  if (before !== "" && after !== "") return null;
  return { host: bare, pattern: before !== "" ? "subdomains" : after !== "" ? "any-tld" : "exact" };
}
