import type { Command } from "commander";
import pMap from "p-map";
import type { LinkPath } from "../../../shared/organisation/cases.ts";
import { ownRanges } from "../../../shared/organisation/holder.ts";
import { domainOf } from "../../../shared/organisation/providers.ts";
import { addressSet } from "../../../shared/organisation/ranges.ts";
import { apacheHosts } from "../../organisation/vhosts/apache.ts";
import { loadConfiguration } from "../../organisation/vhosts/load.ts";
import { nginxHosts } from "../../organisation/vhosts/nginx.ts";
import { isNmapLine, readNmapLine, type WebServer } from "../../organisation/vhosts/nmap.ts";
import type { Configuration, VirtualHosts } from "../../organisation/vhosts/types.ts";
import { UsageError } from "../../runtime/errors.ts";
import type { Cli } from "../command.ts";
import { asUsage, each, readTextFile } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { readLines, whyWrong } from "../output/lines.ts";
import { hostOfName, ownableHost } from "./host-line.ts";
import type { Knowledge } from "./knowledge.ts";

/** Hosts under way at once: so many are looked up in the database together. */
export const CONCURRENCY = 256;
export const FACTS = "JSON: what is known of the organisation and of hosts (docs/cli.md)";

/** Where hosts come from beside standard input. */
export interface SourceOptions {
  readonly facts?: string;
  readonly apache?: readonly string[];
  readonly nginx?: readonly string[];
  readonly webServers?: string;
}

/** Adds the options of SourceOptions to a command. */
export const hostSources = (command: Command): Command =>
  command
    .option("--facts <file>", FACTS)
    .option(
      "--apache <path>",
      "add the virtual hosts of an Apache configuration: its folder or main file (repeat)",
      each(String),
    )
    .option("--nginx <path>", "the same of nginx (repeat)", each(String))
    .option("--web-servers <file>", "your own port scan of the organisation's network (nmap -oG)");

interface HostSources {
  readonly dash: string | undefined;
  readonly options: SourceOptions;
}

/** A name out of a file, and where it stands. */
interface Candidate {
  readonly name: string;
  readonly source: string;
  /** "*." stands before it: it need not be a host. */
  readonly isWildcard?: boolean;
  /** That the operator's server listens at for it. */
  readonly addresses?: readonly string[];
  readonly ports?: readonly number[];
}

/**
 * Decides the hosts that are known, those of the operator's servers, to which no link need lead, and those of standard input.
 * `webServers`: the addresses of the scan that are the organisation's own, whatever their names; null: there is no scan.
 */
export async function foundHosts(cli: Cli, known: Knowledge, { dash, options }: HostSources) {
  const { apache = [], nginx = [], webServers } = options;
  const scan = webServers === undefined ? [] : await readWebServers(cli, webServers);
  const namesOf = checkedNames(cli);
  const linked = new Set([
    ...namesOf(known.hosts.map((name) => ({ name, source: "known host" }))).keys(),
    ...(dash === undefined ? [] : await inputHosts(cli)),
  ]);
  const inScan = scan.flatMap(({ name, address, ports }) =>
    name === null ? [] : { name, source: address, addresses: [address], ports },
  );
  const scanned = namesOf(inScan);
  const virtual = [
    ...apache.flatMap((path) => virtualHosts(cli, path, { server: "Apache", read: apacheHosts })),
    ...nginx.flatMap((path) => virtualHosts(cli, path, { server: "nginx", read: nginxHosts })),
  ];
  const served = namesOf(virtual.filter(({ isWildcard }) => isWildcard !== true));
  const wildcards = namesOf(virtual.filter(({ isWildcard }) => isWildcard === true));
  const listening = byHost(virtual);
  const open = byHost(inScan);
  const named = new Set([...linked, ...served.keys(), ...scanned.keys()]);
  const decided = async (host: string) => {
    const asked = await known.addresses(host);
    // The owner of an address may give it any name in reverse DNS, so only names of the root's own domain are sure.
    const isSure = domainOf(host) === known.profile.domain;
    const servers = [...(listening.get(host) ?? []), ...(isSure ? (open.get(host) ?? []) : [])];
    const addresses = [...new Set([...asked, ...servers.flatMap((one) => one.addresses ?? [])])];
    // The root's site links to hosts of its domain; whether it does to others, a list does not say.
    const anyhow: LinkPath = domainOf(host) === known.profile.domain ? "from-root" : "from-anywhere";
    const path: LinkPath = linked.has(host) ? anyhow : "none";
    const decision = await known.decide(host, addresses);
    return {
      host,
      addresses,
      ports: servers.flatMap((one) => one.ports ?? []),
      path,
      decision,
      isDelegated: known.isDelegated(host, decision.rule),
      isServed: served.has(host),
      isWildcard: !named.has(host),
    };
  };
  const hosts = new Set([...named, ...wildcards.keys()]);
  const own = addressSet(ownRanges(known.profile, known.providers));
  const found = await pMap(hosts, decided, { concurrency: CONCURRENCY });
  const undecided = found.filter(({ host, decision }) => served.has(host) && decision.decision === "unknown");
  nameSome(
    cli,
    undecided.map(({ host, decision }) => {
      const [source = ""] = served.get(host) ?? [];
      return `${source}: ${host}: not known whether it belongs: ${decision.evidence}`;
    }),
  );
  const ownServers = new Set(scan.map(({ address }) => address).filter((address) => own.has(address)));
  return {
    found,
    webServers: webServers === undefined ? null : [...ownServers],
  };
}

/** By the host that a name is. */
const byHost = (candidates: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> =>
  Map.groupBy(candidates, ({ name }) => {
    const found = hostOfName(name);
    return "host" in found ? found.host : name;
  });

/** A line each on standard error, up to a bound. */
function nameSome(cli: Cli, lines: readonly string[]): void {
  for (const line of lines.slice(0, REFUSED_NAMED_MAX)) cli.complain(`weboid: ${jsonText(line)}`);
  const more = lines.length - REFUSED_NAMED_MAX;
  if (more > 0) cli.complain(`weboid: ${more} more are not named`);
}

const REFUSED_NAMED_MAX = 100;
const REFUSED_CHARS_MAX = 200;

/** Checks names, and gives those that are hosts with where they stand; the others are named on standard error, each once, up to a bound. */
function checkedNames(cli: Cli) {
  const refused = new Set<string>();
  return (candidates: readonly Candidate[]): ReadonlyMap<string, readonly string[]> => {
    const hosts = new Map<string, string[]>();
    for (const { name, source } of candidates) {
      const found = hostOfName(name);
      if ("host" in found) {
        const sources = hosts.get(found.host);
        if (sources === undefined) hosts.set(found.host, [source]);
        else sources.push(source);
      } else if (!refused.has(name) && refused.size <= REFUSED_NAMED_MAX) {
        refused.add(name);
        cli.complain(
          refused.size > REFUSED_NAMED_MAX
            ? "weboid: more names are left out, and not named"
            : `weboid: ${jsonText(`${source}: ${name.slice(0, REFUSED_CHARS_MAX)}: left out: ${found.error}`)}`,
        );
      }
    }
    return hosts;
  };
}

const SCAN_BYTES_MAX = 64 * 1024 * 1024;

async function readWebServers(cli: Cli, file: string): Promise<WebServer[]> {
  const text = await readTextFile(file, SCAN_BYTES_MAX, "give the output of nmap -oG").catch(asUsage);
  const lines = text.split("\n").map((line) => line.trimEnd());
  const complain = (what: string) => cli.complain(`weboid: ${jsonText(`${file}${what}`)}`);
  const servers = lines.flatMap((line) => readNmapLine(line) ?? []);
  const odd = lines.flatMap((line, at) => (/^(?:#|$)/.test(line) || isNmapLine(line) ? [] : [at + 1]));
  if (!lines.some(isNmapLine)) complain(": no line of `nmap -oG`: give a scan in that format");
  else if (odd.length > 0) complain(`:${odd[0]}: no line of \`nmap -oG\`, as are ${odd.length} in all`);
  else if (servers.length === 0) complain(": no machine has an open port of a web server");
  return servers;
}

interface Reader {
  readonly server: string;
  readonly read: (configuration: Configuration) => VirtualHosts;
}

/** Names, but those with any ending; what stands for many hosts, or could not be read, is named on standard error. */
function virtualHosts(cli: Cli, path: string, { server, read }: Reader): Candidate[] {
  const { hosts, unread } = read(loaded(path));
  const complain = (...parts: readonly string[]) =>
    cli.complain(`weboid: ${jsonText(parts.filter((part) => part !== "").join(": "))}`);
  for (const { source, text, why } of unread) complain(source, text, why);
  if (hosts.length === 0) complain(path, `no virtual host found; give a configuration of ${server}`);
  for (const { host, pattern, source } of hosts.filter(({ pattern }) => pattern !== "exact"))
    complain(
      source,
      pattern === "any-tld" ? `${host}.*` : `*.${host}`,
      "a pattern stands for many hosts; give those that there are",
    );
  return hosts
    .filter(({ pattern }) => pattern !== "any-tld")
    .map(({ host, pattern, source, addresses, ports }) => ({
      name: host,
      source,
      addresses,
      ports,
      isWildcard: pattern === "subdomains",
    }));
}

function loaded(path: string): Configuration {
  try {
    const configuration = loadConfiguration(path);
    if (configuration.main !== "") return configuration;
  } catch (error) {
    throw new UsageError(
      `cannot read ${path} (${(error as NodeJS.ErrnoException).code ?? "unknown error"}): give the folder of the configuration`,
    );
  }
  throw new UsageError(
    `${path} has no main file that is known, such as apache2.conf, httpd.conf or nginx.conf: give the file`,
  );
}

async function inputHosts({ stdin, typed, complain, fail }: Cli): Promise<string[]> {
  if (typed) complain("weboid: type hosts, one a line; Ctrl-D ends the list");
  const hosts: string[] = [];
  for await (const line of readLines(stdin)) {
    const found = "text" in line ? ownableHost(line.text) : { error: whyWrong(line) };
    if ("host" in found) hosts.push(found.host);
    else {
      fail();
      complain(`weboid: line ${line.number}: ${jsonText(found.error)}`);
    }
  }
  return hosts;
}
