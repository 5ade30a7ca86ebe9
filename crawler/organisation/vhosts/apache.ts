import { included, isElsewhere, isPattern, NOT_GIVEN } from "./include.ts";
import { begunReading, note, type Reading, textOf } from "./reading.ts";
import {
  addressIn,
  type Configuration,
  LIMITS,
  NAME_CHARS_MAX,
  readPattern,
  type VirtualHosts,
} from "./types.ts";

interface Directive {
  readonly name: string;
  readonly words: readonly string[];
  readonly source: string;
}

/** Where the names of a server begin: a `<VirtualHost>`, or the main server around them. */
interface Server {
  readonly ports: readonly number[];
  readonly addresses: readonly string[];
}

interface ApacheReading extends Reading {
  readonly variables: Map<string, string>;
}

/**
 * The virtual hosts of an Apache configuration: `ServerName`, `ServerAlias`, `<VirtualHost>`, `Include`, `IncludeOptional`, `Define`. Sections
 * such as `<IfModule>` are read as if they applied.
 */
export function apacheHosts(configuration: Configuration): VirtualHosts {
  const reading: ApacheReading = { ...begunReading(configuration), variables: new Map() };
  const outside: Server[] = [{ ports: [], addresses: [] }];
  readFile(reading, configuration.main, outside, []);
  if (outside.length > 1)
    note(reading, {
      source: configuration.main,
      text: "<VirtualHost>",
      why: "one is not closed, here or in a file that it includes: not all names may have been read",
    });
  return { hosts: reading.hosts, unread: reading.unread };
}

function readFile(reading: ApacheReading, path: string, servers: Server[], trail: readonly string[]): void {
  for (const directive of directivesOf(textOf(reading, path, trail), path)) {
    const words = directive.words.map((word) => expanded(reading, word, directive.source));
    if (directive.name === "include" || directive.name === "includeoptional") {
      const found = included(reading, words[0] ?? "", path);
      if (found.length === 0) noteAbsent(reading, words[0] ?? "", directive);
      for (const one of found) readFile(reading, one, servers, [...trail, path]);
    } else readDirective(reading, { ...directive, words }, servers);
  }
}

function readDirective(reading: ApacheReading, { name, words, source }: Directive, servers: Server[]): void {
  const [first = "", second = ""] = words;
  switch (name) {
    case "<virtualhost":
      servers.push({ ports: words.flatMap(portOf), addresses: words.flatMap(addressIn) });
      return;
    case "</virtualhost":
      if (servers.length > 1) servers.pop();
      return;
    case "define":
      reading.variables.set(first, second);
      return;
    case "servername":
      addName(reading, first.replace(/^https?:\/\//i, ""), source, servers.at(-1));
      return;
    case "serveralias":
      for (const word of words) addName(reading, word, source, servers.at(-1));
      return;
    case "virtualdocumentroot":
    case "virtualscriptalias":
      note(reading, {
        source,
        text: first,
        why: "hosts are folders of the server's disk; list those folders",
      });
      return;
    case "use":
      note(reading, { source, text: words.join(" "), why: "a macro (mod_macro) is not expanded" });
  }
}

/** "IncludeOptional", and a pattern, may fit nothing, unless they lead out of the folders that were given. */
function noteAbsent(reading: ApacheReading, text: string, { name, source }: Directive): void {
  if (name === "include" && !isPattern(text)) note(reading, { source, text, why: "no file of that name" });
  else if (isElsewhere(text, reading)) note(reading, { source, text, why: NOT_GIVEN });
}

const portOf = (address: string): number[] => {
  const port = /:(\d{1,5})$/.exec(address)?.[1];
  return port === undefined ? [] : [Number(port)];
};

function addName(reading: ApacheReading, word: string, source: string, server: Server | undefined): void {
  const [, name = "", port] = /^(.*?)(?::(\d{1,5}))?$/.exec(word) ?? [];
  const found = readPattern(name);
  if (found === null)
    note(reading, {
      source,
      text: word,
      why: name.includes("$") ? "a variable without a value" : "no host name",
    });
  else if (reading.hosts.length < LIMITS.hostsMax)
    reading.hosts.push({
      ...found,
      ports: port === undefined ? (server?.ports ?? []) : [Number(port)],
      addresses: server?.addresses ?? [],
      source,
    });
}

/** A word with the values of its variables, cut at what a name may have: a few that hold each other would fill the memory. */
function expanded({ variables, ...reading }: ApacheReading, word: string, source: string): string {
  let room = NAME_CHARS_MAX;
  const whole = word.replace(/\$\{([^}]{1,60})\}/g, (all, name: string) => {
    const value = variables.get(name) ?? all;
    room -= value.length;
    return room < 0 ? "" : value;
  });
  if (room < 0) note(reading, { source, text: word, why: "variables make it too long" });
  return whole;
}

/** Directives of a file: one a line, a backslash at the end continues it, `#` begins a remark. */
function* directivesOf(text: string, path: string): Generator<Directive> {
  let number = 0;
  let line = "";
  for (const part of text.split(/\r\n|\r|\n/)) {
    number += 1;
    line += part;
    if (line.endsWith("\\")) {
      line = line.slice(0, -1);
      continue;
    }
    const words = [...line.trim().matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"']+)/g)].map(
      ([, double, single, bare]) => double ?? single ?? bare ?? "",
    );
    line = "";
    const [name = "", ...rest] = words;
    if (name === "" || name.startsWith("#")) continue;
    const last = rest.length - 1;
    const isSection = name.startsWith("<");
    yield {
      name: name.toLowerCase().replace(/>$/, ""),
      words: rest
        .map((word, at) => (isSection && at === last ? word.replace(/>$/, "") : word))
        .filter((word) => word !== ""),
      source: `${path}:${number}`,
    };
  }
}
