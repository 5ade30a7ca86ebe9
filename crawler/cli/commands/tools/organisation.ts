import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { compile } from "../../../../shared/organisation/compile.ts";
import { ownRanges } from "../../../../shared/organisation/holder.ts";
import { domainOf } from "../../../../shared/organisation/providers.ts";
import { type DecidedHost, entriesOf } from "../../../organisation/export/entry.ts";
import { apacheHosts } from "../../../organisation/vhosts/apache.ts";
import { loadConfiguration } from "../../../organisation/vhosts/load.ts";
import { nginxHosts } from "../../../organisation/vhosts/nginx.ts";
import { readNmapLine, type WebServer } from "../../../organisation/vhosts/nmap.ts";
import type { Files, VirtualHosts } from "../../../organisation/vhosts/types.ts";
import { UsageError, WorkError } from "../../../runtime/errors.ts";
import { type Cli, document } from "../../command.ts";
import { each, parseDash, readTextFile } from "../../options.ts";
import { readFacts } from "../../organisation/facts-file.ts";
import { FORMATS, type Format } from "../../organisation/formats.ts";
import { hostOfLine } from "../../organisation/host-line.ts";
import { jsonText } from "../../output/json.ts";
import { readLines, whyWrong } from "../../output/lines.ts";

const ROOT = "a domain of the organisation, such as uni-example.org";
const FACTS = "JSON: what is known of the organisation and of hosts (docs/cli.md)";

export function organisation(command: Command, cli: Cli): void {
  command.description("find the domains that belong to an organisation");
  decideVerb(command.command("decide"), cli);
  exportVerb(command.command("export"), cli);
  inspectVerb(command.command("inspect"));
  document(command, {
    examples: ["organisation decide --root uni-example.org --facts facts.json - < urls.txt"],
    environment: [],
    finding: "the work failed",
  });
}

/** A domain name in the form in which names are compared. */
function parseRoot(text: string): string {
  const found = hostOfLine(text);
  if ("error" in found) throw new InvalidArgumentError(`Give ${ROOT}.`);
  return found.host;
}

function inspectVerb(command: Command): void {
  command
    .description("print what identifies an organisation (comes with a later version)")
    .argument("<root>", ROOT)
    .action(() => {
      throw new WorkError("organisation inspect comes with a later version; nothing was done");
    });
  document(command, {
    examples: ["organisation inspect uni-example.org"],
    environment: [],
    finding: "the work failed",
  });
}

interface DecideOptions {
  readonly root: string;
  readonly facts?: string;
}

function decideVerb(command: Command, cli: Cli): void {
  command
    .description("print whether hosts belong to an organisation, a JSON line each")
    .argument("<->", "- : read URLs or hosts from standard input, one a line", parseDash("URLs"))
    .requiredOption("--root <domain>", ROOT, parseRoot)
    .option("--facts <file>", FACTS)
    .option("--json", "JSON lines (always so)")
    .action((_, options: DecideOptions) => runDecide(cli, options));
  document(command, {
    examples: ["organisation decide --root uni-example.org --facts facts.json - < urls.txt"],
    environment: [],
    finding: "a line was wrong: {input, error} stands in its place",
    more: [
      "Prints {input, domain, decision, rule, evidence, score}, in the order of the input. decision is belongs, foreign or unknown; rule names what decided.",
      "Registries are not asked yet: that comes with a later version. What is known comes from the file.",
    ],
  });
}

async function factsOf(file: string | undefined, root: string) {
  if (file === undefined)
    throw new UsageError(
      "asking registries comes with a later version: give --facts with a file of what is known",
    );
  return readFacts(file, root);
}

async function runDecide({ out, stdin, typed, complain, fail }: Cli, options: DecideOptions): Promise<void> {
  const known = await factsOf(options.facts, options.root);
  const decide = compile(known.profile, known.providers);
  if (typed) complain("weboid: type URLs or hosts, one a line; Ctrl-D ends the list");
  for await (const line of readLines(stdin)) {
    if (out.closed.aborted) return;
    const input = "text" in line ? line.text : "";
    const found = "text" in line ? hostOfLine(line.text) : { error: whyWrong(line) };
    if ("error" in found) fail();
    const answer =
      "error" in found ? found : { domain: domainOf(found.host), ...decide(known.factsOf(found.host)) };
    await out.line(jsonText({ input, ...answer }));
  }
}

interface ExportOptions {
  readonly format: Format;
  readonly facts?: string;
  readonly apache?: readonly string[];
  readonly nginx?: readonly string[];
  readonly webServers?: string;
  readonly compact?: true;
}

function exportVerb(command: Command, cli: Cli): void {
  command
    .description("print the domains of an organisation, or configuration for crawlers")
    .argument("<root>", ROOT, parseRoot)
    .argument("[-]", "- : add hosts from standard input, one a line", parseDash("hosts"))
    .option(
      `--format <name>`,
      `${Object.keys(FORMATS).join(", ")} (default: domains)`,
      parseFormat,
      "domains",
    )
    .option("--facts <file>", FACTS)
    .option(
      "--apache <path>",
      "add the virtual hosts of an Apache configuration: its folder or main file (repeat)",
      each(String),
    )
    .option("--nginx <path>", "the same of nginx (repeat)", each(String))
    .option("--web-servers <file>", "your own port scan of the organisation's network (nmap -oG)")
    .option("--compact", "heritrix: address blocks in a script in place of single addresses")
    .action((root: string, dash: string | undefined, options: ExportOptions) =>
      runExport(cli, { root, dash, options }),
    );
  document(command, {
    examples: [
      "organisation export uni-example.org --facts facts.json --format csv",
      "organisation export uni-example.org - --facts facts.json --nginx /etc/nginx --format surt < hosts.txt",
    ],
    environment: [],
    finding: "a line was wrong, or the ranges have too many addresses for a list",
    more: [
      "Only hosts that belong to the organisation are printed; what could not be read is named on standard error.",
    ],
  });
}

function parseFormat(text: string): Format {
  if (!Object.hasOwn(FORMATS, text))
    throw new InvalidArgumentError(`Give one of ${Object.keys(FORMATS).join(", ")}.`);
  return text as Format;
}

interface ExportCall {
  readonly root: string;
  readonly dash: string | undefined;
  readonly options: ExportOptions;
}

async function runExport(cli: Cli, { root, dash, options }: ExportCall): Promise<void> {
  const known = await factsOf(options.facts, root);
  const decide = compile(known.profile, known.providers);
  const webServers = options.webServers === undefined ? null : await readWebServers(options.webServers);
  const hosts = new Set([
    ...known.hosts,
    ...(options.apache ?? []).flatMap((path) => virtualHosts(cli, path, apacheHosts)),
    ...(options.nginx ?? []).flatMap((path) => virtualHosts(cli, path, nginxHosts)),
    ...(webServers ?? []).flatMap(({ name }) => name ?? []),
    ...(dash === undefined ? [] : await inputHosts(cli)),
  ]);
  const scanned = Map.groupBy(webServers ?? [], ({ name }) => name ?? "");
  const decided: DecidedHost[] = [...hosts].map((host) => {
    const facts = known.factsOf(host);
    const addresses = facts.addresses ?? scanned.get(host)?.map(({ address }) => address) ?? [];
    return { host, addresses, decision: decide({ ...facts, addresses }) };
  });
  await cli.out.text(
    FORMATS[options.format]({
      entries: entriesOf(decided),
      cidrs: ownRanges(known.profile, known.providers),
      webServers: webServers?.map(({ address }) => address) ?? null,
      compact: options.compact === true,
    }),
  );
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
