import { Command } from "commander";
import { type Cli, comesLater } from "../cli.ts";
import { document } from "../help.ts";

export function organisation(_cli: Cli): Command {
  const command = new Command("organisation")
    .description("find the domains that belong to an organisation (comes with a later version)")
    .argument("[words...]", "what to do, and with which root domain")
    .allowUnknownOption()
    .action(() => comesLater("organisation"));
  return document(command, {
    examples: ["organisation example.org"],
    environment: ["WEBOID_CONTACT", "WEBOID_DNS"],
    finding: "the work failed",
  });
}
