import { included, isElsewhere, isPattern, NOT_GIVEN } from "./include.ts";
import { begunReading, note, type Reading, textOf } from "./reading.ts";
import { addressIn, type Configuration, LIMITS, readPattern, type VirtualHosts } from "./types.ts";

interface Token {
  readonly text: string;
  readonly quoted: boolean;
  readonly line: number;
}

/** A `server` block: its names come before or behind its ports. */
interface Server {
  readonly names: { readonly text: string; readonly source: string }[];
  readonly ports: number[];
  readonly addresses: string[];
}

interface NginxReading extends Reading {
  /** Blocks that are open; a server where one is. */
  readonly open: (Server | null)[];
}

/** The virtual hosts of an nginx configuration: `server`, `server_name`, `listen`, `include`. */
export function nginxHosts(configuration: Configuration): VirtualHosts {
  const reading: NginxReading = { ...begunReading(configuration), open: [] };
  readFile(reading, configuration.main, []);
  if (reading.open.length > 0) note(reading, { source: configuration.main, text: "", why: NOT_CLOSED });
  while (reading.open.length > 0) close(reading);
  return { hosts: reading.hosts, unread: reading.unread };
}

const NOT_CLOSED =
  "a block is not closed, here or in a file that it includes: not all names may have been read";

function readFile(reading: NginxReading, path: string, trail: readonly string[]): void {
  let words: Token[] = [];
  for (const token of tokensOf(textOf(reading, path, trail))) {
    if (token.quoted || !/^[;{}]$/.test(token.text)) {
      words.push(token);
      continue;
    }
    const [name, ...rest] = words;
    words = [];
    if (token.text === "{")
      reading.open.push(name?.text === "server" ? { names: [], ports: [], addresses: [] } : null);
    else if (token.text === "}") close(reading);
    else if (name !== undefined) readDirective(reading, { name, rest, path, trail });
  }
}

interface Directive {
  readonly name: Token;
  readonly rest: readonly Token[];
  readonly path: string;
  readonly trail: readonly string[];
}

function readDirective(reading: NginxReading, { name, rest, path, trail }: Directive): void {
  const source = `${path}:${name.line}`;
  const server = reading.open.at(-1);
  const [first] = rest;
  if (name.text === "include" && first !== undefined) {
    const found = included(reading, first.text, path);
    if (found.length === 0) noteAbsent(reading, first.text, source);
    for (const one of found) readFile(reading, one, [...trail, path]);
  }
  if (!server) return;
  if (name.text === "server_name") server.names.push(...rest.map(({ text }) => ({ text, source })));
  if (name.text !== "listen" || first === undefined) return;
  server.ports.push(...portOf(first.text));
  server.addresses.push(...addressIn(first.text));
}

/** A pattern may fit nothing, unless it leads out of the folders that were given; a file has to be there. */
function noteAbsent(reading: NginxReading, text: string, source: string): void {
  if (/mime\.types|fastcgi|_params$/.test(text)) return;
  if (!isPattern(text)) note(reading, { source, text, why: "no file of that name" });
  else if (isElsewhere(text, reading)) note(reading, { source, text, why: NOT_GIVEN });
}

/** `80`, `192.0.2.1:80`, `[::]:443`, an address alone (port 80), or a socket (none). */
function portOf(listen: string): number[] {
  if (listen.startsWith("unix:")) return [];
  const port = /^(\d{1,5})$/.exec(listen)?.[1] ?? /:(\d{1,5})$/.exec(listen.replace(/^\[[^\]]*\]/, ""))?.[1];
  return [port === undefined ? 80 : Number(port)];
}

function close(reading: NginxReading): void {
  const server = reading.open.pop();
  if (!server) return;
  const ports = server.ports.length === 0 ? [80] : [...new Set(server.ports)];
  for (const { text, source } of server.names) {
    // What no name has; `_` is the usual way to write "none of them".
    if (text === "" || text === "_") continue;
    const found = text.startsWith("~") ? null : readPattern(text);
    if (found === null)
      note(reading, {
        source,
        text,
        why: text.startsWith("~")
          ? "a regular expression has no list of names"
          : text.includes("$")
            ? "a variable"
            : "no host name",
      });
    else
      for (const one of text.startsWith(".") ? [found, { ...found, pattern: "exact" as const }] : [found])
        if (reading.hosts.length < LIMITS.hostsMax)
          reading.hosts.push({ ...one, ports, addresses: server.addresses, source });
  }
}

const TOKEN =
  /#[^\n]*|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|[;{}]|\n|(?:\$\{[^}\s]{0,100}\}|[^\s;{}\\]|\\.)+/gs;

/** Words, quoted words and the three marks of nginx's language; remarks left out. */
function* tokensOf(text: string): Generator<Token> {
  let line = 1;
  for (const [all, double, single] of text.matchAll(TOKEN)) {
    const quoted = double ?? single;
    if (all !== "\n" && !all.startsWith("#"))
      yield { text: quoted ?? all, quoted: quoted !== undefined, line };
    line += all.split("\n").length - 1;
  }
}
