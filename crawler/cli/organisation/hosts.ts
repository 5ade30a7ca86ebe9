import type { Command } from "commander";
import pMap from "p-map";
import type { LinkPath } from "../../../shared/organisation/cases.ts";
import { ownRanges } from "../../../shared/organisation/holder.ts";
import { addressSet } from "../../../shared/organisation/ranges.ts";
import { apacheHosts } from "../../organisation/vhosts/apache.ts";
import { loadConfiguration } from "../../organisation/vhosts/load.ts";
import { nginxHosts } from "../../organisation/vhosts/nginx.ts";
import { readNmapLine, type WebServer } from "../../organisation/vhosts/nmap.ts";
import type { Files, VirtualHosts } from "../../organisation/vhosts/types.ts";
import { UsageError } from "../../runtime/errors.ts";
import type { Cli } from "../command.ts";
import { each, readTextFile } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { readLines, whyWrong } from "../output/lines.ts";
import { hostOfLine } from "./host-line.ts";
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

/**
 * Decides the hosts that are known, those of the operator's servers, to which no link need lead, and those of standard input.
 * `webServers`: the addresses of the scan that are the organisation's own, whatever their names; null: there is no scan.
 */
export async function foundHosts(cli: Cli, known: Knowledge, { dash, options }: HostSources) {
  const { apache = [], nginx = [], webServers } = options;
  const scan = webServers === undefined ? [] : await readWebServers(webServers);
  const scanned = Map.groupBy(scan, ({ name }) => name ?? "");
  const linked = new Set([...known.hosts, ...(dash === undefined ? [] : await inputHosts(cli))]);
  const served = [
    ...apache.flatMap((path) => virtualHosts(cli, path, apacheHosts)),
    ...nginx.flatMap((path) => virtualHosts(cli, path, nginxHosts)),
    ...scan.flatMap(({ name }) => name ?? []),
  ];
  const decided = async (host: string) => {
    const at = (scanned.get(host) ?? []).map(({ address }) => address);
    const addresses = at.length > 0 ? at : await known.addresses(host);
    const path: LinkPath = linked.has(host) ? "external" : "none";
    return { host, addresses, path, decision: await known.decide(host, addresses) };
  };
  const own = addressSet(ownRanges(known.profile, known.providers));
  const ownServers = new Set(scan.map(({ address }) => address).filter((address) => own.has(address)));
  return {
    found: await pMap(new Set([...linked, ...served]), decided, { concurrency: CONCURRENCY }),
    webServers: webServers === undefined ? null : [...ownServers],
  };
}

const SCAN_BYTES_MAX = 64 * 1024 * 1024;

async function readWebServers(file: string): Promise<WebServer[]> {
  const text = await readTextFile(file, SCAN_BYTES_MAX, "give the output of nmap -oG");
  return text.split("\n").flatMap((line) => readNmapLine(line.trimEnd()) ?? []);
}

/** Names that stand for one host each; what stands for many, or could not be read, is named on standard error. */
function virtualHosts(cli: Cli, path: string, read: (files: Files, main: string) => VirtualHosts): string[] {
  const { files, main } = loaded(path);
  const { hosts, unread } = read(files, main);
  for (const { source, text, why } of unread)
    cli.complain(`weboid: ${jsonText(`${source}: ${text}: ${why}`)}`);
  for (const { host, pattern, source } of hosts.filter(({ pattern }) => pattern === "any-tld"))
    cli.complain(
      `weboid: ${jsonText(`${source}: ${host}.*: ${pattern} stands for many hosts; give those that there are`)}`,
    );
  return hosts.filter(({ pattern }) => pattern !== "any-tld").map(({ host }) => host);
}

function loaded(path: string) {
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
    const found = "text" in line ? hostOfLine(line.text) : { error: whyWrong(line) };
    if ("host" in found) hosts.push(found.host);
    else {
      fail();
      complain(`weboid: line ${line.number}: ${jsonText(found.error)}`);
    }
  }
  return hosts;
}
