import { Command, InvalidArgumentError } from "commander";
import type { Database } from "../../../db/connect.ts";
import type { SpamUse, SpamUseCursor } from "../../../db/pages/spam.ts";
import type { SpamListHead } from "../../../db/spam/lists.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import type { SpamLists } from "../../../shared/spam/lists.ts";
import type { UnusableEntry } from "../../../shared/spam/types.ts";
import type { UrlKey } from "../../../shared/url/types.ts";
import { printable } from "../../runtime/log.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { type WikiName, wholeNumber, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { tableLines } from "../output/table.ts";
import { cutEnd } from "../output/text.ts";
import { withRole } from "../role.ts";

interface JsonOption {
  readonly json?: true;
}
interface UsesOptions extends JsonOption {
  readonly limit: number;
  readonly after?: SpamUseCursor;
}

const NAME = "the wiki as dbname@farm, such as dewiki@WMF; farm WMF may be left out";
/** Of a line in the table: one that is very long would widen it for all. */
const LINE_COLUMNS = 100;
const USES = 100;
const USES_MAX = 10_000;

export function spam(cli: Cli): Command {
  const lists = new Command("lists")
    .description("tell which spam lists are in force, and which of their lines are not applied, and why (P1)")
    .argument("<wiki>", NAME, wikiName)
    .option("--json", "a JSON line per list")
    .action((name: WikiName, { json }: JsonOption) => runLists(cli, name, json === true));
  const test = new Command("test")
    .description("tell which list and line blocks a URL on a wiki; exit 1 when one is blocked")
    .argument("<wiki>", NAME, wikiName)
    .argument("<url...>", "in the spelling in which the wiki has it")
    .option("--json", "a JSON line per URL")
    .action((name: WikiName, urls: string[], { json }: JsonOption) =>
      runTest(cli, name, urls, json === true),
    );
  const uses = new Command("uses")
    .description("list the links on a wiki's pages that spam lists block")
    .argument("<wiki>", NAME, wikiName)
    .option("--limit <n>", `how many at most (default ${USES})`, wholeNumber(1, USES_MAX), USES)
    .option("--after <cursor>", "go on behind the cursor of the last line", parseCursor)
    .option("--json", "a JSON line per use")
    .action((name: WikiName, options: UsesOptions) => runUses(cli, name, options));
  const common = { environment: DATABASE, finding: "the wiki is not configured" };
  document(lists, { ...common, examples: ["spam lists dewiki@WMF"] });
  document(test, {
    ...common,
    examples: ["spam test dewiki@WMF http://www.example.com/shop"],
    finding: "one of the URLs is blocked, or the wiki is not configured",
  });
  document(uses, {
    ...common,
    examples: ["spam uses dewiki@WMF --json"],
    more: [
      "Of watched pages only: what other pages of the wiki link to is not known, however much of it is spam.",
    ],
  });
  const command = new Command("spam").description("spam lists: lists, test, uses");
  for (const verb of [lists, test, uses]) command.addCommand(verb);
  return document(command, { ...common, examples: ["spam lists testwiki@local"] });
}

const cursorOf = ({ pageid, key }: SpamUseCursor): string => `${pageid}-${key}`;

function parseCursor(text: string): SpamUseCursor {
  const [, pageid, key] = /^([0-9]{1,15})-([0-9a-f]{32})$/.exec(text) ?? [];
  if (key === undefined)
    throw new InvalidArgumentError("Give the cursor of a line of this command's output.");
  return { pageid: Number(pageid), key: key as UrlKey };
}

async function withWiki<T>(
  cli: Cli,
  { full }: WikiName,
  work: (db: Database, row: Wiki) => Promise<T>,
): Promise<T> {
  const [{ findWiki }, { WorkError }] = await Promise.all([
    import("../../../db/wikis/wikis.ts"),
    import("../../runtime/errors.ts"),
  ]);
  return withRole(cli, "spam", async ({ db }) => {
    const row = await findWiki(db, full);
    if (row === null) throw new WorkError(`${full} is not configured; see weboid wiki list`);
    return work(db, row);
  });
}

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
  const [{ spamListsFor }, { LOCAL_TITLES }, { listFarms }] = await Promise.all([
    import("../../runtime/spam-judge.ts"),
    import("../../feed/spam/source.ts"),
    import("../../../db/wikis/farms.ts"),
  ]);
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
  const list = kind === "whitelist" ? lists.whitelist : wiki === null ? lists.global : lists.local;
  return { usable: list.usable, unusable: list.unusable };
}

async function runLists(cli: Cli, name: WikiName, json: boolean): Promise<void> {
  await withWiki(cli, name, async (db, row) => {
    const reports = await reportOf(db, row);
    if (json) for (const report of reports) await cli.out.line(jsonText(report));
    else for (const line of tableLines(reports.flatMap(listRows))) await cli.out.line(line);
    if (!json && reports.length === 0) await cli.out.line(unread(name));
  });
}

const unread = ({ full }: WikiName) => `no list was read yet; read them with: weboid feed ${full} --once`;

function listRows({ scope, list, source, usable, unusable, readAt, error }: ListReport): string[][] {
  const state = error === null ? `read ${readAt}` : `read ${readAt ?? "never"}; ${error}`;
  return [
    [
      `${scope} ${list}`,
      source || "-",
      `${usable} ${usable === 1 ? "line" : "lines"}, ${unusable.length} not applied`,
      state,
    ],
    ...unusable.map(({ line, text, kind, reason }) => [
      `  line ${line}`,
      kind,
      cutEnd(text, LINE_COLUMNS),
      `this line ${reason}`,
    ]),
  ];
}

async function runTest(cli: Cli, name: WikiName, urls: readonly string[], json: boolean): Promise<void> {
  const { spamMatch } = await import("../../../shared/spam/lists.ts");
  const { spamListsFor } = await import("../../runtime/spam-judge.ts");
  let blocked = 0;
  await withWiki(cli, name, async (db, row) => {
    const { heads, lists } = await spamListsFor(db, row);
    if (!json && heads.length === 0) await cli.out.line(unread(name));
    for (const url of urls) {
      const match = spamMatch(lists, url);
      if (match !== null) blocked += 1;
      const spam =
        match === null
          ? null
          : { scope: match.scope, list: match.list, line: match.entry.line, text: match.entry.text };
      const said =
        spam === null ? "not blocked" : `${spam.scope} ${spam.list}, line ${spam.line}: ${spam.text}`;
      await cli.out.line(json ? jsonText({ url, spam }) : printable(`${url}  ${said}`));
    }
  });
  if (blocked > 0) cli.fail();
}

async function runUses(cli: Cli, name: WikiName, { limit, after, json }: UsesOptions): Promise<void> {
  const { spamUses } = await import("../../../db/pages/spam.ts");
  await withWiki(cli, name, async (db, row) => {
    const uses = await spamUses(db, row.id, { limit, after: after ?? null });
    if (json) for (const use of uses) await cli.out.line(jsonText(useData(use)));
    else
      for (const line of tableLines(
        uses.map((use) => [String(use.pageid), use.title, use.url, use.scope, use.line]),
      ))
        await cli.out.line(line);
    const last = uses.at(-1);
    if (!json && last !== undefined && uses.length === limit)
      await cli.out.line(`more with: weboid spam uses ${name.full} --after ${cursorOf(last)}`);
  });
}

const useData = ({ key, ...use }: SpamUse) => ({ ...use, cursor: cursorOf({ pageid: use.pageid, key }) });
