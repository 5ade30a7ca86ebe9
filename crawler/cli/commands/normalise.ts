import { Command } from "commander";
import { type Cli, comesLater } from "../cli.ts";
import { document } from "../help.ts";

export function normalise(_cli: Cli): Command {
  const command = new Command("normalise")
    .alias("normalize")
    .description("print the one form in which Weboid knows a URL, a JSON line each")
    .argument("<url...>", "URLs, or - to read them from standard input, one a line")
    .option("--json", "JSON lines (always)")
    .action(() => comesLater("normalise"));
  return document(command, {
    examples: ["normalise HTTP://Example.com:80/a/../b", "normalise - <urls.txt"],
    finding: "is not used",
  });
}
