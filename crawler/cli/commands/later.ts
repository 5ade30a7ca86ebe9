import type { Command } from "commander";
import { WorkError } from "../../runtime/errors.ts";
import { DATABASE, document } from "../command.ts";

/** Commands of docs/cli.md whose work is not built yet: they must not pretend. */

export function archive(command: Command): void {
  command
    .description(
      "visit web archives for the version that replaces each dead URL (comes with a later version)",
    )
    .option("--once", "end when nothing is due")
    .action(() => comesLater("archive"));
  document(command, {
    examples: ["archive --once"],
    environment: [...DATABASE, "WEBOID_CONTACT"],
    finding: "the work failed",
  });
}

export function organisation(command: Command): void {
  command
    .description("find the domains that belong to an organisation (comes with a later version)")
    .argument("[words...]", "what to do, and with which root domain")
    .allowUnknownOption()
    .action(() => comesLater("organisation"));
  document(command, {
    examples: ["organisation example.org"],
    environment: ["WEBOID_CONTACT", "WEBOID_DNS"],
    finding: "the work failed",
  });
}

function comesLater(what: string): never {
  throw new WorkError(`${what} comes with a later version; nothing was done`);
}
