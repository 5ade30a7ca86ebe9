import { type Command, InvalidArgumentError } from "commander";
import { pMapIterable } from "p-map";
import { ownRanges } from "../../../shared/organisation/holder.ts";
import { domainOf } from "../../../shared/organisation/providers.ts";
import { roundedScore } from "../../../shared/organisation/score.ts";
import type { OrganisationProfile } from "../../../shared/organisation/types.ts";
import { entriesOf } from "../../organisation/export/entry.ts";
import { createLog } from "../../runtime/log.ts";
import { listenForShutdown } from "../../runtime/shutdown.ts";
import { type Cli, DATABASE, document } from "../command.ts";
import { parseDash } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { type InputLine, readLines, whyWrong } from "../output/lines.ts";
import { harmless } from "../output/text.ts";
import { attachVerb } from "./attach.ts";
import { FORMATS, type Format } from "./formats.ts";
import { hostOfLine, parseRoot, ROOT } from "./host-line.ts";
import { CONCURRENCY, FACTS, foundHosts, hostSources, type SourceOptions } from "./hosts.ts";
import { inspection } from "./inspection.ts";
import { type Knowledge, type KnowledgeOptions, openKnowledge } from "./knowledge.ts";
import { archiveVerb, listVerb, relaunchesVerb, showVerb } from "./lists.ts";

const ENVIRONMENT = [
  ...DATABASE,
  "WEBOID_CONTACT",
  "WEBOID_SHARED_HOSTERS",
  "WEBOID_RDAP_BOOTSTRAP",
  "WEBOID_WHOIS",
  "WEBOID_DNS",
  "WEBOID_ALLOW_PRIVATE",
  "WEBOID_DENY",
] as const;

export function organisation(command: Command, cli: Cli): void {
  command.description("find the domains that belong to an organisation");
  attachVerb(command.command("attach"), cli);
  decideVerb(command.command("decide"), cli);
  exportVerb(command.command("export"), cli);
  inspectVerb(command.command("inspect"), cli);
  listVerb(command.command("list"), cli);
  showVerb(command.command("show"), cli);
  relaunchesVerb(command.command("relaunches"), cli);
  archiveVerb(command.command("archive"), cli);
  document(command, {
    examples: [
      "organisation inspect uni-example.org",
      "organisation decide --root uni-example.org - < urls.txt",
    ],
    environment: [],
    finding: "the work failed",
  });
}

function inspectVerb(command: Command, cli: Cli): void {
  command
    .description("print what identifies an organisation, as one JSON document")
    .argument("<root>", ROOT, parseRoot)
    .argument(
      "[-]",
      "- : say of hosts from standard input, found by links, which case they are",
      parseDash("hosts"),
    )
    .option("--json", "JSON (always so)");
  hostSources(command).action((root: string, dash: string | undefined, options: SourceOptions) =>
    withKnowledge(cli, { root, facts: options.facts }, async (known, signal) => {
      const { found } = await foundHosts(cli, known, { dash, options });
      if (signal.aborted) return;
      await cli.out.line(jsonText(inspection(known, found)));
      if (!isUnknown(known.profile)) return;
      const why = known.profile.unknown.map(harmless).join("; ");
      cli.complain(`weboid: nothing could be found of ${root}${why === "" ? "" : `: ${why}`}`);
      cli.fail();
    }),
  );
  document(command, {
    examples: [
      "organisation inspect uni-example.org",
      "organisation inspect uni-example.org --nginx /etc/nginx",
    ],
    environment: ENVIRONMENT,
    finding: "nothing could be found, a line was wrong, or the work was interrupted",
    more: [
      "Prints {root, domain, addresses, netRanges, routes, nameServers, registrant, unknown, domains, cases}. unknown says what could not be found out, and why; domains which of the five cases each host of the organisation is; cases what can be found of each, and what cannot.",
      "Asks DNS, and registries by RDAP or whois, one question at a time at each. Nothing about persons is printed or kept. Where there is a database, answers of registries are taken from there and kept there, and domains that it knows are added.",
    ],
  });
}

/** Neither DNS nor a registry said anything. */
const isUnknown = ({ addresses, netRanges, nameServers, registrant }: OrganisationProfile): boolean =>
  [addresses, netRanges, nameServers, registrant.emailDomains].every(({ length }) => length === 0) &&
  registrant.organisation === null &&
  registrant.address === null;

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
    environment: ENVIRONMENT,
    finding: "a line was wrong: {input, error} stands in its place",
    more: [
      "Prints {input, domain, decision, rule, evidence, score}, in the order of the input. decision is belongs, foreign or unknown; rule names what decided.",
      "Addresses and name servers are asked first, by DNS; the registrant only where they do not decide. One that is known already (from an earlier question, or the database) may still say that a name server of the organisation serves somebody else. With --facts nobody is asked.",
    ],
  });
}

/** Opens what is known of an organisation, and closes it, also at a signal. */
async function withKnowledge(
  cli: Cli,
  given: Pick<KnowledgeOptions, "root" | "facts" | "needsDatabase">,
  work: (known: Knowledge, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const config = cli.config();
  const shutdown = listenForShutdown(createLog("organisation", config.logLevel));
  cli.out.closed.addEventListener("abort", () => shutdown.stop());
  try {
    const { complain } = cli;
    const { signal } = shutdown;
    await using known = await openKnowledge({ config, signal, complain, ...given });
    await work(known, shutdown.signal);
    if (shutdown.signal.aborted && !cli.out.closed.aborted) cli.fail();
  } finally {
    shutdown.dispose();
  }
}

function runDecide(cli: Cli, options: DecideOptions): Promise<void> {
  const { out, stdin, typed, complain, fail } = cli;
  const { root, facts } = options;
  return withKnowledge(cli, { root, facts }, async (known, signal) => {
    if (typed) complain("weboid: type URLs or hosts, one a line; Ctrl-D ends the list");
    const answers = pMapIterable(readLines(stdin), (line) => decideLine(known, line), {
      concurrency: CONCURRENCY,
    });
    for await (const answer of answers) {
      if (signal.aborted) return;
      if ("error" in answer) fail();
      await out.line(jsonText(answer));
    }
  });
}

async function decideLine(known: Knowledge, line: InputLine) {
  const input = "text" in line ? line.text : "";
  const found = "text" in line ? hostOfLine(line.text) : { error: whyWrong(line) };
  if ("error" in found) return { input, ...found };
  const decision = await known.decide(found.host);
  return { input, domain: domainOf(found.host), ...decision, score: roundedScore(decision.score) };
}

interface ExportOptions extends SourceOptions {
  readonly format: Format;
  readonly compact?: true;
}

function exportVerb(command: Command, cli: Cli): void {
  command
    .description("print the domains of an organisation, or configuration for crawlers")
    .argument("<root>", ROOT, parseRoot)
    .argument("[-]", "- : add hosts from standard input, one a line", parseDash("hosts"))
    .option(`--format <name>`, Object.keys(FORMATS).join(", "), parseFormat, "domains")
    .option("--compact", "heritrix: address blocks in a script in place of single addresses");
  hostSources(command).action((root: string, dash: string | undefined, options: ExportOptions) =>
    runExport(cli, { root, dash, options }),
  );
  document(command, {
    examples: [
      "organisation export uni-example.org --facts facts.json --format csv",
      "organisation export uni-example.org - --facts facts.json --nginx /etc/nginx --format surt < hosts.txt",
    ],
    environment: ENVIRONMENT,
    finding: "a line was wrong",
    more: [
      "The domains that the database knows to be the organisation's are printed, too, where there is one and no --facts.",
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

function runExport(cli: Cli, { root, dash, options }: ExportCall): Promise<void> {
  const given = { root, facts: options.facts, needsDatabase: true };
  return withKnowledge(cli, given, async (known, signal) => {
    const { found, webServers } = await foundHosts(cli, known, { dash, options });
    if (signal.aborted) return;
    await cli.out.text(
      FORMATS[options.format]({
        entries: entriesOf(found),
        cidrs: ownRanges(known.profile, known.providers),
        webServers,
        compact: options.compact === true,
        complain: cli.complain,
      }),
    );
  });
}
