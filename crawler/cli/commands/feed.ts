import { Command } from "commander";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { each, type WikiName, wikiName } from "../options.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly json?: true;
}

export function feed(cli: Cli): Command {
  const command = new Command("feed")
    .description("read pages and their links from the wikis that are due (F2, F3), until stopped")
    .argument("[wiki...]", "wikis as dbname@farm; default: all that are not paused", each(wikiName))
    .option("--once", "both runs now, whether due or not, then end")
    .option("--json", "at the end a JSON line per wiki")
    .action((wikis: readonly WikiName[], options: Options) => run(cli, wikis, options));
  return document(command, {
    examples: ["feed", "feed --once testwiki@local"],
    environment: [...DATABASE, "WEBOID_CONTACT", "WEBOID_DNS", "WEBOID_ALLOW_PRIVATE"],
    finding: "a wiki could not be read to its end (the others were)",
    more: ["An interrupted feed loses nothing: the next one goes on where it ended."],
  });
}

async function run(cli: Cli, wikis: readonly WikiName[], options: Options): Promise<void> {
  const { feedWikis } = await import("../../feed/run.ts");
  const names = wikis.map(({ full }) => full);
  const summary = await withRole(
    cli,
    "feed",
    (ctx) => feedWikis(ctx, { wikis: names, once: options.once === true }),
    { contact: true },
  );
  if (options.json === true) for (const fed of summary.wikis) await cli.out.line(JSON.stringify(fed));
  if (summary.wikis.some(({ error }) => error !== null && error.kind !== "stopped")) cli.fail();
}
