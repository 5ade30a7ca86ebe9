import type { Command } from "commander";
import type { Conventions } from "../../../shared/repair/conventions/schema.ts";
import { repair as repaired } from "../../../shared/repair/repair.ts";
import { TooManyParts } from "../../../shared/repair/wikitext/scan.ts";
import { type Cli, document } from "../command.ts";
import { parseDash } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { idOf, parseJsonLine } from "../output/json-line.ts";
import { type InputLine, readLines } from "../output/lines.ts";
import { parseRequest, readConventions } from "../output/repair-line.ts";

interface Options {
  readonly conventions?: string;
}

export function repair(command: Command, cli: Cli): void {
  command
    .description("print the edit that repairs dead links in wikitext, a JSON line each; no network")
    .argument("<->", "- : read JSON lines from standard input", parseDash("pages"))
    .option("--conventions <file>", "JSON: how other wikis write copies and marks (docs/repair.md)")
    .option("--json", "JSON lines (always so)")
    .action((_, options: Options) => run(cli, options));
  document(command, {
    examples: [`echo '${SAMPLE}' | weboid repair -`, "repair - --conventions ptwiki.json < pages.jsonl"],
    environment: [],
    finding: "a line was wrong: {id, error} stands in its place",
    more: [
      "Reads {id, dbname, today, wikitext, links: [{url, verdict, since, archives: [{type, url, at}], movedTo, replacement}]}. Links whose verdict is unreachable are repaired: a verified new address (movedTo) takes their place, else the first archived copy is added, else they are marked as dead.",
      "Prints {id, wikitext, edits: [{url, kind, before, after, reason}], summary, absent}, in the order of the input. Each before is replaced with its after at its first occurrence behind the edit before it. kind is archive, tag, move, or none: then reason says why nothing was done. absent: dead links that the wikitext does not have.",
      "The conventions of enwiki, dewiki and frwiki are built in; other wikis come with --conventions.",
    ],
  });
}

/** What a line looks like, for those whose line does not. */
const SAMPLE =
  '{"id": 1, "dbname": "enwiki", "today": 3612, "wikitext": "[http://a.zz/x T]", "links": [{"url": "http://a.zz/x", "verdict": "unreachable", "archives": []}]}';

/** A page of 2 MiB, MediaWiki's limit, with every letter as an escape of JSON. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

async function run({ out, stdin, typed, complain, fail }: Cli, options: Options): Promise<void> {
  const conventions = options.conventions === undefined ? [] : await readConventions(options.conventions);
  if (typed) complain(`weboid: type lines such as ${SAMPLE}; Ctrl-D ends`);
  for await (const line of readLines(stdin, LINE_BYTES_MAX)) {
    if (out.closed.aborted) return;
    const answer = answerTo(line, conventions);
    if ("error" in answer) fail();
    await out.line(jsonText(answer));
  }
}

function answerTo(line: InputLine, conventions: readonly Conventions[]): object {
  const parsed = parseJsonLine(line, SAMPLE);
  if ("error" in parsed) return parsed;
  const request = parseRequest(parsed.input);
  if ("wrong" in request) return { ...idOf(parsed.input), error: `line ${line.number}: ${request.wrong}` };
  try {
    return repaired(request, conventions);
  } catch (error) {
    if (!(error instanceof TooManyParts)) throw error;
    return { id: request.id, error: `line ${line.number}: wikitext: ${error.message}` };
  }
}
