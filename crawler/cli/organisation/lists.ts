import { type Command, Option } from "commander";
import { organisationsBeyond } from "../../../db/lists/organisation.ts";
import { relaunchesOf } from "../../../db/relaunches/read.ts";
import type { WikiId } from "../../../db/types.ts";
import { COUNTED_VERDICTS } from "../../../shared/answer/overview.ts";
import { isoOfDay } from "../../../shared/calendar/day.ts";
import { csvLines } from "../../../shared/format/lists/csv.ts";
import { organisationData, relaunchData } from "../../../shared/format/lists/data.ts";
import { archivingRows, organisationRows, relaunchRows } from "../../../shared/format/lists/organisation.ts";
import type { Extent, OrganisationContent } from "../../origin/lists/organisation.ts";
import { organisationContent } from "../../origin/lists/organisation.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { counted } from "../../runtime/words.ts";
import { type Cli, document } from "../command.ts";
import { WIKI_ARGUMENT, type WikiName, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { printRows, tableLines } from "../output/table.ts";
import { withRole } from "../role.ts";
import { configuredWiki } from "../wiki/wiki.ts";
import { parseRoot, ROOT } from "./host-line.ts";

const RELAUNCHES = 1_000;
/** No caller waits. */
const EXTENT: Extent = { domains: 1_000, archiving: 100_000, relaunches: RELAUNCHES, ms: 600_000 };

interface OfWiki {
  readonly wiki?: WikiName;
}

const ofWiki = (command: Command): Command =>
  command.option("--wiki <wiki>", `only links of this wiki: ${WIKI_ARGUMENT}`, wikiName);

const idOf = async ({ db }: RoleContext, { wiki }: OfWiki): Promise<WikiId | null> =>
  wiki === undefined ? null : (await configuredWiki(db, wiki.full)).id;

async function contentOf(cli: Cli, domain: string, options: OfWiki): Promise<OrganisationContent> {
  return withRole(cli, "organisation", async (ctx) =>
    organisationContent(ctx.db, await idOf(ctx, options), domain, ctx.clock.today(), EXTENT),
  );
}

interface ShowOptions extends OfWiki {
  readonly json?: true;
  readonly csv?: true;
}

export function showVerb(command: Command, cli: Cli): void {
  ofWiki(command.description("show the links to an organisation: its domains, verdicts, relaunches"))
    .argument("<domain>", ROOT, parseRoot)
    .option("--json", "one JSON document")
    .addOption(new Option("--csv", "its domains as a table").conflicts("json"))
    .action((domain: string, options: ShowOptions) => runShow(cli, domain, options));
  document(command, {
    examples: ["organisation show uni-example.org", "organisation show uni-example.org --wiki dewiki --json"],
    finding: "the work failed",
    more: [
      "A domain that belongs to no known organisation stands for itself. Nothing about persons is stored or printed.",
    ],
  });
}

async function runShow(cli: Cli, domain: string, options: ShowOptions): Promise<void> {
  const content = await contentOf(cli, domain, options);
  if (options.json) return cli.out.line(jsonText(organisationData(content)));
  if (options.csv) return cli.out.text(csvLines(organisationRows(content.domains)));
  const { organisation, domains, relaunches, archiving, complete } = content;
  const nothing = nothingKnown(content, options);
  if (nothing !== null) return cli.out.line(nothing);
  const name = organisation?.name ?? organisation?.domain ?? content.domain;
  const head = ["domain", ...COUNTED_VERDICTS, "why"];
  const rows = domains.map((each) => [
    each.domain,
    ...COUNTED_VERDICTS.map((verdict) => each[verdict]),
    // Evidence of the rule "registrant" begins with that word.
    each.evidence === "" ? each.rule : `${each.rule}: ${each.evidence.replace(/^the registrant: /, "")}`,
  ]);
  await cli.out.lines([
    ...tableLines([[name]]),
    ...tableLines([head, ...rows], { right: [1, 2, 3, 4, 5] }),
    ...(complete ? [] : ["there are more links than were counted"]),
    ...tableLines(relaunches.map(relaunchCells)),
    `worth archiving now: ${counted(archiving.length, "link")}; list them with: weboid organisation archive ${content.domain}`,
  ]);
}

/** Says that nothing is known of a domain; null: something is. */
function nothingKnown(
  { organisation, domains, relaunches, domain }: OrganisationContent,
  { wiki }: Pick<ShowOptions, "wiki">,
): string | null {
  if (organisation !== null || relaunches.length > 0 || !domains.every(isWithoutLinks)) return null;
  const watched = wiki === undefined ? "no watched page" : `no watched page of ${wiki.full}`;
  return `${domain}: ${watched} links there, and no organisation is known that has it`;
}

const isWithoutLinks = (counts: OrganisationContent["domains"][number]): boolean =>
  COUNTED_VERDICTS.every((verdict) => counts[verdict] === 0);

const ORGANISATIONS_AT_ONCE = 1_000;

interface ListOptions {
  readonly json?: true;
}

export function listVerb(command: Command, cli: Cli): void {
  command
    .description("list the organisations that are known, by their root domains")
    .option("--json", "JSON lines: {domain, name, found, foundDate, domains, urls}")
    .action((options: ListOptions) => runList(cli, options));
  document(command, {
    examples: ["organisation list", "organisation list --json"],
    finding: "the work failed",
    more: [
      "Of each its name as registered, how many domains belong to it, and how many URLs these have: show DOMAIN says more. weboid organisation attach finds them.",
    ],
  });
}

function runList(cli: Cli, { json }: ListOptions): Promise<void> {
  return withRole(cli, "organisation", async ({ db, signal }) => {
    for (let after = ""; !signal.aborted; ) {
      const rows = await organisationsBeyond(db, after, ORGANISATIONS_AT_ONCE);
      const last = rows.at(-1);
      if (last !== undefined || after === "")
        await printRows(cli.out, json, rows, {
          none: "no organisation is known; weboid organisation attach finds them",
          cells: ({ domain, name, domains, urls }) => [
            domain,
            counted(domains, "domain"),
            urls === null ? "URLs not counted yet" : counted(urls, "URL"),
            name ?? "",
          ],
          data: (row) => ({ ...row, foundDate: isoOfDay(row.found) }),
        });
      if (last === undefined) return;
      after = last.domain;
    }
  });
}

const relaunchCells = ({
  site,
  kind,
  from,
  to,
  lost,
  moved,
  moves,
}: OrganisationContent["relaunches"][number]): string[] => [
  site,
  kind,
  from === to ? isoOfDay(to) : `${isoOfDay(from)} – ${isoOfDay(to)}`,
  `${counted(lost, "link")} lost, ${moved} of them moved`,
  moves.map((move) => `${move.from} → ${move.to}`).join(", "),
];

interface RelaunchesOptions extends OfWiki {
  readonly json?: true;
  readonly csv?: true;
}

export function relaunchesVerb(command: Command, cli: Cli): void {
  ofWiki(
    command.description(
      "list sites that were relaunched, the newest first: when, how many links were lost, where they moved",
    ),
  )
    .option("--json", "JSON lines")
    .addOption(new Option("--csv", "a table").conflicts("json"))
    .action((options: RelaunchesOptions) => runRelaunches(cli, options));
  document(command, {
    examples: ["organisation relaunches", "organisation relaunches --wiki dewiki --csv"],
    finding: "the work failed",
    more: ["weboid maintain finds them; days are counted from 2017-01-01."],
  });
}

async function runRelaunches(cli: Cli, options: RelaunchesOptions): Promise<void> {
  const all = await withRole(cli, "organisation", async (ctx) =>
    relaunchesOf(ctx.db, await idOf(ctx, options), { domains: null, after: null, limit: RELAUNCHES }),
  );
  const rows = all.map(({ id: _, ...each }) => relaunchData(each));
  if (options.csv) return cli.out.text(csvLines(relaunchRows(rows)));
  await printRows(cli.out, options.json, rows, { none: "no relaunched site is known", cells: relaunchCells });
}

const ARCHIVE_FORMATS = ["txt", "csv", "json"] as const;

interface ArchiveOptions extends OfWiki {
  readonly format: (typeof ARCHIVE_FORMATS)[number];
  readonly json?: true;
}

export function archiveVerb(command: Command, cli: Cli): void {
  ofWiki(
    command.description(
      "list what of an organisation is worth archiving now: cited, working, at risk, no archived copy known",
    ),
  )
    .argument("<domain>", ROOT, parseRoot)
    .addOption(new Option("--format <name>", "of the list").choices(ARCHIVE_FORMATS).default("txt"))
    .option("--json", "the same as --format json")
    .action((domain: string, options: ArchiveOptions) => runArchive(cli, domain, options));
  document(command, {
    examples: [
      "organisation archive uni-example.org > seeds.txt",
      "organisation archive uni-example.org --format csv",
    ],
    finding: "the work failed",
    more: [
      "txt is a URL a line, as crawlers read it: wget --input-file=seeds.txt --page-requisites --warc-file=uni, or browsertrix crawl --seedFile seeds.txt --scopeType page.",
      "Risks: relaunch (the site lost many links at once), losing (it loses links), unsteady (the link failed before). Archives are asked about failing links only, so a copy may exist that is not known.",
    ],
  });
}

async function runArchive(cli: Cli, domain: string, { json, ...options }: ArchiveOptions): Promise<void> {
  const content = await contentOf(cli, domain, options);
  const { archiving } = content;
  const nothing = nothingKnown(content, options);
  if (nothing !== null) cli.complain(`weboid: ${nothing}`);
  const format = json ? "json" : options.format;
  if (format === "csv") return cli.out.text(csvLines(archivingRows(archiving)));
  await cli.out.lines(archiving.map((link) => (format === "json" ? jsonText(link) : link.url)));
}
