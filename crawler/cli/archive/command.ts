import type { Command } from "commander";
import { pMapIterable } from "p-map";
import { blockVersions, listJudged, unblockVersions } from "../../../db/archives/blocks.ts";
import { listSaves } from "../../../db/archives/saves.ts";
import { logActs } from "../../../db/people/log.ts";
import { isoOfDay } from "../../../shared/calendar/day.ts";
import { classify } from "../../../shared/url/classify.ts";
import { type OpenArchive, openArchives, withBreaker } from "../../archive/lookup.ts";
import * as role from "../../archive/run.ts";
import { savingAddress } from "../../archive/saving/saver.ts";
import { chosenTypes } from "../../archive/types/index.ts";
import { archiveEndpoints, openHttpClient } from "../../net/egress/clients.ts";
import { systemClock } from "../../runtime/clock.ts";
import { type Config, requireContact } from "../../runtime/config.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { createLog } from "../../runtime/log.ts";
import { listenForShutdown } from "../../runtime/shutdown.ts";
import { type Cli, document, ROLE } from "../command.ts";
import { parseDash } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { parseJsonLine } from "../output/json-line.ts";
import { type InputLine, readLines } from "../output/lines.ts";
import { InvalidLine } from "../output/observations.ts";
import { printRows } from "../output/table.ts";
import { withRole } from "../role.ts";
import { lookup, parseLookup } from "./lookup.ts";

interface Options {
  readonly once?: true;
  readonly json?: true;
}

export function archive(command: Command, cli: Cli): void {
  command
    .description("visit web archives for the version that replaces each dead URL")
    .enablePositionalOptions()
    .option("--once", "until nothing is due, then end")
    .option("--json", "at the end one JSON document: what the visits came to, by archive")
    .action((options: Options) => runRole(cli, options));
  document(command, {
    examples: ["archive", "archive --once --json"],
    environment: [
      ...ROLE,
      "WEBOID_CONTACT",
      "WEBOID_ARCHIVE_ENDPOINTS",
      "WEBOID_ARCHIVE_TIMEMAPS",
      "WEBOID_ARCHIVES",
      "WEBOID_SAVE_PAGE_NOW",
      "WEBOID_SAVES_PER_DAY",
      "WEBOID_DNS",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
    ],
    finding: "the work failed, or with --once an archive could not be asked",
  });
  lookupVerb(command.command("lookup"), cli);
  blockVerbs(command, cli);
  const saves = command
    .command("saves")
    .description("list URLs that archive.org was asked to save, the latest first")
    .option("--json", "a JSON line each: {url, asked, tries, state, error}")
    .action((options: { readonly json?: true }) => runSaves(cli, options));
  document(saves, { examples: ["archive saves", "archive saves --json"] });
}

async function runSaves(cli: Cli, { json }: { readonly json?: true }): Promise<void> {
  const saves = await withRole(cli, "archive", ({ db }) => listSaves(db, LISTED_MAX));
  await printRows(cli.out, json, saves, {
    none: "archive.org was asked to save none; see WEBOID_SAVE_PAGE_NOW",
    cells: ({ url, asked, state, error }) => [url, isoOfDay(asked), state, error ?? ""],
  });
}

async function runRole(cli: Cli, { once, json }: Options): Promise<void> {
  const config = cli.config();
  archiveSettings(config);
  const http = openHttpClient(config, archiveEndpoints(config));
  try {
    const tallies = await withRole(
      cli,
      "archive",
      (ctx) => role.archive(ctx, { once: once === true, http }),
      { component: "archive" },
    );
    if ([...tallies.values()].some(({ failed }) => failed > 0)) cli.fail();
    if (json) await cli.out.line(jsonText(Object.fromEntries(tallies)));
  } finally {
    await http.close();
  }
}

/** What an archivist needs. */
export function archiveSettings(config: Config): void {
  requireContactFor(config);
  savingAddress(config);
}

/** Archives of other people see who asks; an address of the operator's own need not. */
function requireContactFor(config: Config): void {
  if (chosenTypes(config).some(({ own }) => own === undefined)) requireContact(config);
}

function lookupVerb(command: Command, cli: Cli): void {
  command
    .description(
      "print the archived version that Weboid would choose, a JSON line each; no database is needed",
    )
    .argument("<->", "- : read JSON lines from standard input", parseDash("URLs"))
    .option("--json", "JSON lines (always so)")
    .action(() => runLookup(cli));
  document(command, {
    examples: [`echo '${SAMPLE}' | weboid archive lookup -`],
    environment: [
      "WEBOID_CONTACT",
      "WEBOID_ARCHIVE_ENDPOINTS",
      "WEBOID_ARCHIVE_TIMEMAPS",
      "WEBOID_DNS",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
      "WEBOID_LOG",
    ],
    finding: "a line was wrong ({url, error} stands in its place), or an archive could not be asked",
    more: [
      "Reads {url, today, observations: [[day, status], …]}, the observations as weboid verdict - reads them: when the page was there, by them, decides which version is chosen.",
      'Prints {url, archives: [{type, url, at, reason}]}, in the order of the input. Its url is "" and at null where the page is archived and no version shows it; an archive in which it is not archived has no entry; one that could not be asked has error in place of url.',
      "archive.org is asked, and what the environment names besides. Rules: docs/archives.md.",
    ],
  });
}

/** What a line looks like, for those whose line does not. */
const SAMPLE =
  '{"url": "https://www.example.org/page", "today": 3612, "observations": [[3100, 1], [3540, 18], [3610, 18]]}';

/** Lines under way at once: while one archive is waited for, others can be asked. */
const CONCURRENCY = 8;

async function runLookup(cli: Cli): Promise<void> {
  const { out, stdin, typed, complain, fail } = cli;
  const config = cli.config();
  const log = createLog("archive", config.logLevel);
  requireContactFor(config);
  const shutdown = listenForShutdown(log);
  out.closed.addEventListener("abort", () => shutdown.stop());
  const http = openHttpClient(config, archiveEndpoints(config));
  const opened = openArchives(config, { http, clock: systemClock, signal: shutdown.signal }).map((one) =>
    withBreaker(one, systemClock),
  );
  if (typed) complain(`weboid: type lines such as ${SAMPLE}; Ctrl-D ends`);
  try {
    const answers = pMapIterable(readLines(stdin), (line) => answerTo(line, opened), {
      concurrency: CONCURRENCY,
    });
    for await (const answer of answers) {
      if (shutdown.signal.aborted) break;
      if (hasError(answer)) fail();
      await out.line(jsonText(answer));
    }
    if (shutdown.signal.aborted && !out.closed.aborted) fail();
  } finally {
    await http.close();
    shutdown.dispose();
  }
}

type Answer = Awaited<ReturnType<typeof lookup>> | { readonly url?: string; readonly error: string };

async function answerTo(line: InputLine, archives: readonly OpenArchive[]): Promise<Answer> {
  const parsed = parseJsonLine(line, SAMPLE);
  if ("error" in parsed) return parsed;
  try {
    const { given, asked } = parseLookup(parsed.input);
    return await lookup(archives, given, asked);
  } catch (error) {
    if (!(error instanceof InvalidLine)) throw error;
    return { ...urlOf(parsed.input), error: `line ${line.number}: ${error.message}` };
  }
}

const hasError = (answer: Answer): boolean =>
  "error" in answer || answer.archives.some((entry) => "error" in entry);

/** The URL of a wrong line, if it can be made out, so that a program finds the line again. */
function urlOf(input: unknown): { readonly url?: string } {
  if (typeof input !== "object" || input === null || !("url" in input)) return {};
  return typeof input.url === "string" && input.url.length <= 8_192 ? { url: input.url } : {};
}

const LISTED_MAX = 10_000;

function blockVerbs(command: Command, cli: Cli): void {
  const list = command
    .command("list")
    .description("list URLs whose versions are blocked, or differ so much that they should perhaps be")
    .option("--json", "a JSON line each: {url, type, blocked, changing, version}")
    .action((options: { readonly json?: true }) => runList(cli, options));
  const block = command
    .command("block")
    .description("choose no version of a URL whose content changes all the time")
    .argument("<url>", "the URL")
    .argument("[archive]", "only in this archive, such as archive.org")
    .action((url: string, type?: string) => runBlock(cli, url, type ?? null, blockVersions));
  const unblock = command
    .command("unblock")
    .description("let versions of a URL be chosen again, at a visit that is due at once")
    .argument("<url>", "the URL")
    .argument("[archive]", "only in this archive")
    .action((url: string, type?: string) => runBlock(cli, url, type ?? null, unblockVersions));
  document(list, { examples: ["archive list", "archive list --json"] });
  document(block, {
    examples: [
      "archive block https://www.example.org/news",
      "archive block https://www.example.org/ archive.org",
    ],
    finding: "nobody watches that URL",
  });
  document(unblock, {
    examples: ["archive unblock https://www.example.org/news"],
    finding: "nothing was blocked",
  });
}

async function runList(cli: Cli, { json }: { readonly json?: true }): Promise<void> {
  const judged = await withRole(cli, "archive", ({ db }) => listJudged(db, LISTED_MAX));
  await printRows(cli.out, json, judged, {
    none: "no URL is blocked, and none seems to have to be",
    cells: ({ url, type, blocked, version }) => [
      url,
      type,
      blocked ? "blocked" : "changes all the time",
      version,
    ],
  });
}

async function runBlock(
  cli: Cli,
  text: string,
  type: string | null,
  act: typeof blockVersions,
): Promise<void> {
  const found = classify(text, { allowPrivate: true });
  if (found.kind !== "resource") throw new UsageError("give an address such as https://www.example.org/page");
  const done = await withRole(cli, "archive", ({ db, clock }) =>
    db.transaction(async (tx) => {
      const changed = await act(tx, found.url, type, clock.today());
      const what = act === blockVersions ? "block" : "unblock";
      const entry = { act: what, wiki: null, scope: "url", target: found.url, detail: type } as const;
      if (changed) await logActs(tx, [{ ...entry, urls: 1, by: "operator" }]);
      return changed;
    }),
  );
  if (!done)
    throw new WorkError(
      act === blockVersions
        ? `${found.url} is on no page that is watched, or no archive ${type ?? ""} is known; see weboid url ${found.url}`
        : "nothing was blocked; see weboid archive list",
    );
  await cli.out.line("done; pages show it within a few minutes");
}
