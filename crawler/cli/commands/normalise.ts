import type { Command } from "commander";
import { type NormaliseLine, normaliseLine } from "../../../shared/url/normalise-line.ts";
import { type Cli, document } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { readLines, type WrongLine, whyWrong } from "../output/lines.ts";

interface Options {
  readonly allowPrivate?: true;
}

export function normalise(command: Command, cli: Cli): void {
  command
    .alias("normalize")
    .description("print the one form in which Weboid stores a URL, a JSON line each")
    .argument("<url...>", "URLs, or - to read them from standard input, one a line")
    .option("--allow-private", "accept addresses and names of private networks (or WEBOID_ALLOW_PRIVATE=1)")
    .option("--json", "JSON lines (always so)")
    .action((urls: string[], options: Options) => run(cli, urls, options));
  document(command, {
    examples: ["normalise HTTP://Example.com:80/a/../b#c", "normalise - < urls.txt"],
    environment: ["WEBOID_ALLOW_PRIVATE"],
    finding: "is not used: an invalid URL is an answer, not a failure",
    more: [
      "Each line: {input, url, host, valid, reason, ignored, flags, message}. docs/url-normalisation.md has the rules.",
    ],
  });
}

async function run(cli: Cli, urls: string[], options: Options): Promise<void> {
  const { out, stdin, typed, complain } = cli;
  const allowPrivate = options.allowPrivate === true || cli.config().allowPrivate;
  const print = (input: string) => out.line(jsonText(normaliseLine(input, { allowPrivate })));
  if (typed && urls.includes("-")) complain("weboid: type URLs, one a line; Ctrl-D ends the list");
  for (const url of urls) {
    if (url !== "-") await print(url);
    else
      for await (const line of readLines(stdin)) {
        if (out.closed.aborted) return;
        if ("text" in line) await print(line.text);
        else await out.line(jsonText(unreadable(line)));
      }
  }
}

/** The answer about a line that has no text. */
function unreadable(line: WrongLine): NormaliseLine {
  const why = whyWrong(line);
  return {
    input: "",
    url: null,
    host: null,
    valid: false,
    reason: line.wrong === "too-long" ? "too-long" : "syntax",
    ignored: false,
    flags: [],
    message: `${why[0]?.toUpperCase()}${why.slice(1)}.`,
  };
}
