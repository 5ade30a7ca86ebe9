import type { Command } from "commander";
import { urlEverything } from "../../../db/urls/everything.ts";
import { normaliseLine } from "../../../shared/url/normalise-line.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { type Cli, document } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { coloured, createPaint } from "../output/paint.ts";
import { withRole } from "../role.ts";
import { urlData } from "./data.ts";
import { urlLines } from "./lines.ts";

export function url(command: Command, cli: Cli): void {
  command
    .description("print everything known of a URL: history, verdict, traits, pages")
    .argument("<url>", "in any spelling; it is normalised")
    .option("--json", "print it as one JSON document")
    .action((input: string, { json }: { readonly json?: true }) => run(cli, input, json === true));
  document(command, {
    examples: ["url https://www.example.com/page", "url https://www.example.com/page --json"],
    finding: "the URL is not on the watchlist",
  });
}

async function run(cli: Cli, input: string, json: boolean): Promise<void> {
  const { out, env } = cli;
  // Private addresses are on the watchlist only where they were let in.
  const { url: normalised, message } = normaliseLine(input, { allowPrivate: true });
  if (normalised === null) throw new UsageError(message ?? "this is no URL that Weboid reads");
  await withRole(cli, "url", async ({ db, clock }) => {
    const found = await urlEverything(db, normalised);
    if (found === null)
      throw new WorkError(`${normalised} is not on the watchlist: no page that was read has it`);
    const today = clock.today();
    const verdict = judge(found.facts, today);
    if (json) return out.line(jsonText(urlData(normalised, found, verdict)));
    const paint = createPaint(coloured({ env, terminal: out.terminal }));
    const columns = out.terminal ? out.columns : null;
    await out.lines(urlLines(normalised, found, verdict, { paint, columns, today }));
  });
}
