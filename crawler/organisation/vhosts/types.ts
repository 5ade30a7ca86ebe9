/** A name under which a web server answers, out of its configuration (paper, 3.3: case 4). */
export interface VirtualHost {
  /** In lower case; `example.org` where the pattern is `*.example.org`. */
  readonly host: string;
  /** `subdomains`: any name below the host; `any-tld`: the host with any ending (`www.example.*`). */
  readonly pattern: "exact" | "subdomains" | "any-tld";
  readonly ports: readonly number[];
  /** Where it stands: `sites-enabled/a.conf:12`. */
  readonly source: string;
}

/** What names hosts and could not be read, with why: a regular expression, a macro, a variable, a file that is missing. */
export interface Unread {
  readonly source: string;
  readonly text: string;
  readonly why: string;
}

export interface VirtualHosts {
  readonly hosts: readonly VirtualHost[];
  readonly unread: readonly Unread[];
}

/** Files of a configuration by their paths below its folder. */
export type Files = ReadonlyMap<string, string>;

export const LIMITS = {
  includeDepthMax: 16,
  filesReadMax: 2_000,
  fileCharsMax: 4 * 1024 * 1024,
  hostsMax: 200_000,
  unreadMax: 1_000,
} as const;

const HOST_CHARS_MAX = 253;
const LABEL = /^(?!-)[\p{L}\p{N}_-]{1,63}(?<!-)$/u;

/** A name as both servers write it, but for the port; null: it is no host name. */
export function readPattern(text: string): Pick<VirtualHost, "host" | "pattern"> | null {
  const name = text.toLowerCase().replace(/\.$/, "");
  const [, before = "", bare = "", after = ""] = /^(\*\.|\.)?(.*?)(\.\*)?$/.exec(name) ?? [];
  if (bare.length > HOST_CHARS_MAX || !bare.split(".").every((label) => LABEL.test(label))) return null;
  if (before !== "" && after !== "") return null;
  return { host: bare, pattern: before !== "" ? "subdomains" : after !== "" ? "any-tld" : "exact" };
}
