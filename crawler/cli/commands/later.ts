import type { Command } from "commander";
import { WorkError } from "../../runtime/errors.ts";
import { document } from "../command.ts";

/** A command whose work is not built yet: it must not pretend. @param example as it will be called */
const later =
  (description: string, example: string) =>
  (command: Command): void => {
    command
      .description(`${description} (comes with a later version)`)
      .argument("[words...]", "what to do")
      .allowUnknownOption()
      .action(() => {
        throw new WorkError(`${command.name()} comes with a later version; nothing was done`);
      });
    document(command, { examples: [example], environment: [], finding: "the work failed" });
  };

export const organisation = later(
  "find the domains that belong to an organisation",
  "organisation inspect example.org",
);
