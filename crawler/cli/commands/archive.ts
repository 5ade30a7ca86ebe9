import { Command } from "commander";
import { type Cli, comesLater } from "../cli.ts";
import { DATABASE, document } from "../help.ts";

export function archive(_cli: Cli): Command {
  const command = new Command("archive")
    .description("visit archives for the version that stands for each URL (comes with a later version)")
    .option("--once", "end when nothing is due")
    .action(() => comesLater("archive"));
  return document(command, {
    examples: ["archive --once"],
    environment: [...DATABASE, "WEBOID_CONTACT"],
    finding: "the work failed",
  });
}
