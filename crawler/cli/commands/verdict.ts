import type { Command } from "commander";
import { historyData, sinceData } from "../../../shared/format/json.ts";
import { type Cli, document } from "../command.ts";
import { parseDash } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { idOf, parseJsonLine } from "../output/json-line.ts";
import { type InputLine, readLines } from "../output/lines.ts";
import { judgeLine, type LineVerdict } from "../output/verdict-line.ts";

export function verdict(command: Command, cli: Cli): void {
  command
    .description("print the verdict on given observations, a JSON line each")
    .argument("<->", "- : read JSON lines from standard input", parseDash("observations"))
    .option("--json", "JSON lines (always so)")
    .action(() => run(cli));
  document(command, {
    examples: [`echo '{"id":1,"today":3612,"observations":[[3540,18],[3610,18]]}' | weboid verdict -`],
    environment: [],
    finding: "a line was wrong: {id, error} stands in its place",
    more: [
      "Reads {id, today, observations: [[day, status], …]}, oldest first: day numbers since 2017-01-01, status bytes of docs/rules.md. An observation may have a third member, the HTTP number, and a fourth, true for a redirect that ended nowhere.",
      "Prints {id, verdict, rule, since, sinceDate, last, lastDate, checks, history}, in the order of the input; and earlier, a summary of what the five entries of the history had no room for.",
    ],
  });
}

type ErrorLine = { readonly id?: unknown; readonly error: string };

/** The same with the dates of its days, as answers about pages have them. */
const withDates = ({ id, verdict, rule, history, earlier, ...since }: LineVerdict) => ({
  id,
  verdict,
  rule,
  ...sinceData(since),
  history: historyData(history),
  ...(earlier && { earlier }),
});

/** What a line looks like, for those whose line does not. */
const SAMPLE = '{"id": 1, "today": 3612, "observations": [[3540, 18], [3610, 18]]}';

/** Of thousands of lines that are wrong in the same way, a few are enough to see it. */
const NOTES_MAX = 5;

async function run({ out, stdin, typed, complain, fail }: Cli): Promise<void> {
  let notes = 0;
  function note(line: InputLine, text: string): void {
    notes += 1;
    if (notes <= NOTES_MAX) complain(`weboid: line ${line.number}: ${text}`);
    if (notes === NOTES_MAX) complain("weboid: further notes of this kind are not shown");
  }

  function judged(line: InputLine): object {
    const parsed = parseJsonLine(line, SAMPLE);
    if ("error" in parsed) return parsed;
    const result = judgeLine(parsed.input);
    if (result.kind === "verdict") {
      if (result.note !== undefined) note(line, result.note);
      return withDates(result.line);
    }
    return { ...idOf(parsed.input), error: `line ${line.number}: ${result.message}` } satisfies ErrorLine;
  }

  if (typed) complain(`weboid: type lines such as ${SAMPLE}; Ctrl-D ends`);
  for await (const line of readLines(stdin)) {
    if (out.closed.aborted) return;
    const answer = judged(line);
    if ("error" in answer) fail();
    await out.line(jsonText(answer));
  }
}
