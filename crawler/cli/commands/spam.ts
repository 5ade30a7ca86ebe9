import { type Command, InvalidArgumentError } from "commander";
import type { Database } from "../../../db/connect.ts";
import { type SpamUseCursor, spamUses } from "../../../db/pages/spam.ts";
import type { SpamListHead } from "../../../db/spam/lists.ts";
import { listFarms } from "../../../db/wikis/farms.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { type SpamLists, spamMatch } from "../../../shared/spam/lists.ts";
import type { UnusableEntry } from "../../../shared/spam/types.ts";
import type { UrlKey } from "../../../shared/url/types.ts";
import { LOCAL_TITLES } from "../../feed/spam/source.ts";
import { printable } from "../../runtime/log.ts";
import { spamListsFor } from "../../runtime/spam-judge.ts";
import { counted } from "../../runtime/words.ts";
import { type Cli, document } from "../command.ts";
import { WIKI_ARGUMENT, type WikiName, wholeNumber, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { printRows, tableLines } from "../output/table.ts";
import { cutEnd } from "../output/text.ts";
import { withRole } from "../role.ts";
import { configuredWiki } from "../wiki/wiki.ts";

interface JsonOption {
  readonly json?: true;
}
interface UsesOptions extends JsonOption {
  readonly limit: number;
  readonly after?: SpamUseCursor;
}

/** Of a line in the table: one that is very long would widen it for all. */
const LINE_COLUMNS = 100;
const USES = 100;
const USES_MAX = 10_000;

export function spam(command: Command, cli: Cli): void {
  command.description("spam lists of a wiki, and the links that they block: lists, test, uses");
  const lists = command
    .command("lists")
    .description("show which spam lists are in force, and which of their lines are not applied, and why")
    .argument("<wiki>", WIKI_ARGUMENT, wikiName)
    .option("--json", "a JSON line per list")
    .action((name: WikiName, { json }: JsonOption) => runLists(cli, name, json === true));
  const test = command
    .command("test")
    .description("show which list and line blocks a URL on a wiki; exit 1 when one is blocked")
    .argument("<wiki>", WIKI_ARGUMENT, wikiName)
    .argument("<url...>", "in the spelling in which the wiki has it")
    .option("--json", "a JSON line per URL")
    .action((name: WikiName, urls: string[], { json }: JsonOption) =>
      runTest(cli, name, urls, json === true),
    );
  const uses = command
    .command("uses")
    .description("list the links on a wiki's pages that spam lists block")
    .argument("<wiki>", WIKI_ARGUMENT, wikiName)
    .option("--limit <n>", "how many at most", wholeNumber(1, USES_MAX), USES)
    .option("--after <cursor>", "go on behind the cursor of the last line", parseCursor)
    .option("--json", "a JSON line per use")
    .action((name: WikiName, options: UsesOptions) => runUses(cli, name, options));
  const finding = "the wiki is not configured";
  document(lists, { finding, examples: ["spam lists dewiki@WMF"] });
  document(test, {
    examples: ["spam test dewiki@WMF http://www.example.com/shop"],
    finding: `one of the URLs is blocked, or ${finding}`,
  });
  document(uses, {
    finding,
    examples: ["spam uses dewiki@WMF --json"],
    more: ["Only links of watched pages are known."],
  });
  document(command, { finding, examples: ["spam lists testwiki@local"] });
}

const cursorOf = ({ pageid, key }: SpamUseCursor): string => `${pageid}-${key}`;

function parseCursor(text: string): SpamUseCursor {
  const [, pageid, key] = /^([0-9]{1,15})-([0-9a-f]{32})$/.exec(text) ?? [];
  if (key === undefined)
    throw new InvalidArgumentError("Give the cursor of a line of this command's output.");
  return { pageid: Number(pageid), key: key as UrlKey };
}

const withWiki = <T>(cli: Cli, { full }: WikiName, work: (db: Database, row: Wiki) => Promise<T>) =>
  withRole(cli, "spam", async ({ db }) => work(db, await configuredWiki(db, full)));

interface ListReport {
  readonly scope: "global" | "local";
  readonly list: SpamListHead["kind"];
  readonly source: string;
  readonly usable: number;
  readonly unusable: readonly UnusableEntry[];
  readonly readAt: string | null;
  readonly error: string | null;
}

async function reportOf(db: Database, row: Wiki): Promise<ListReport[]> {
  const { heads, lists } = await spamListsFor(db, row);
  const farm = (await listFarms(db)).find(({ code }) => code === row.farm);
  return heads.map((head) => ({
    scope: head.wiki === null ? "global" : "local",
    list: head.kind,
    source: head.wiki === null ? (farm?.spamList ?? "") : LOCAL_TITLES[head.kind],
    ...countsOf(head, lists),
    readAt: head.readAtMs === null ? null : new Date(head.readAtMs).toISOString(),
    error: head.error,
  }));
}

function countsOf({ wiki, kind }: SpamListHead, lists: SpamLists): Pick<ListReport, "usable" | "unusable"> {
  if (kind === "domains") {
    const { entries, unusable } = lists.domains;
    return { usable: entries.length - unusable.length, unusable };
  }
  const { usable, unusable } =
    kind === "whitelist" ? lists.whitelist : lists[wiki === null ? "global" : "local"];
  return { usable, unusable };
}

async function runLists(cli: Cli, name: WikiName, json: boolean): Promise<void> {
  const reports = await withWiki(cli, name, reportOf);
  if (json) return cli.out.lines(reports.map(jsonText));
  await cli.out.lines(reports.length === 0 ? [unread(name)] : tableLines(reports.flatMap(listRows)));
}

const unread = ({ full }: WikiName) => `no list was read yet; read them with: weboid feed ${full} --once`;

function listRows({ scope, list, source, usable, unusable, readAt, error }: ListReport): string[][] {
  const state = error === null ? `read ${readAt}` : `read ${readAt ?? "never"}; ${error}`;
  const lines = `${counted(usable, "line")}, ${unusable.length} not applied`;
  return [
    [`${scope} ${list}`, source || "-", lines, state],
    ...unusable.map(({ line, text, kind, reason }) => [
      `  line ${line}`,
      kind,
      cutEnd(text, LINE_COLUMNS),
      `this line ${reason}`,
    ]),
  ];
}

async function runTest(cli: Cli, name: WikiName, urls: readonly string[], json: boolean): Promise<void> {
  const { heads, lists } = await withWiki(cli, name, spamListsFor);
  if (!json && heads.length === 0) await cli.out.line(unread(name));
  for (const url of urls) {
    const match = spamMatch(lists, url);
    if (match !== null) cli.fail();
    const spam = match && { scope: match.scope, list: match.list, ...match.entry };
    const said =
      spam === null ? "not blocked" : `${spam.scope} ${spam.list}, line ${spam.line}: ${spam.text}`;
    await cli.out.line(json ? jsonText({ url, spam }) : printable(`${url}  ${said}`));
  }
}

async function runUses(cli: Cli, name: WikiName, { limit, after, json }: UsesOptions): Promise<void> {
  const uses = await withWiki(cli, name, (db, row) => spamUses(db, row.id, { limit, after: after ?? null }));
  await printRows(cli.out, json, uses, {
    none: `no page of ${name.full} that is watched has a link that a list blocks`,
    cells: ({ pageid, title, url, scope, line }) => [pageid, title, url, scope, line],
    data: ({ key, ...use }) => ({ ...use, cursor: cursorOf({ pageid: use.pageid, key }) }),
  });
  const last = uses.at(-1);
  if (!json && last !== undefined && uses.length === limit)
    await cli.out.line(`more with: weboid spam uses ${name.full} --after ${cursorOf(last)}`);
}
