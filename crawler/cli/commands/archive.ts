import type { Command } from "commander";
import { pMapIterable } from "p-map";
import { type OpenArchive, openArchives } from "../../archive/lookup.ts";
import { chosenTypes } from "../../archive/types/index.ts";
import { systemClock } from "../../runtime/clock.ts";
import { requireContact, userAgent } from "../../runtime/config.ts";
import { WorkError } from "../../runtime/errors.ts";
import { createHttpClient } from "../../runtime/http.ts";
import { createLog } from "../../runtime/log.ts";
import { listenForShutdown } from "../../runtime/shutdown.ts";
import { lookup, parseLookup } from "../archive/line.ts";
import { type Cli, document } from "../command.ts";
import { parseDash } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { parseJsonLine } from "../output/json-line.ts";
import { type InputLine, readLines } from "../output/lines.ts";
import { InvalidLine } from "../output/observations.ts";

export function archive(command: Command, cli: Cli): void {
  command
    .description(
      "visit web archives for the version that replaces each dead URL (comes with a later version)",
    )
    .action(() => {
      throw new WorkError("archive comes with a later version; nothing was done");
    });
  document(command, { examples: ["archive"], finding: "the work failed" });
  lookupVerb(command.command("lookup"), cli);
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
  const archives = { endpoints: config.archiveEndpoints, timeMaps: config.archiveTimeMaps };
  if (chosenTypes(archives).some(({ own }) => own === undefined)) requireContact(config);
  const shutdown = listenForShutdown(log);
  out.closed.addEventListener("abort", shutdown.stop);
  const http = createHttpClient({ userAgent: userAgent(config.contact), dns: config.dns });
  const opened = openArchives(archives, { http, clock: systemClock, signal: shutdown.signal });
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
