import { Command } from "commander";
import { WorkError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { jsonText } from "../output/json.ts";
import { coloured, createPaint } from "../output/paint.ts";
import { withRole } from "../role.ts";

export function url(cli: Cli): Command {
  const command = new Command("url")
    .description("tell everything known of a URL: history, verdict, traits, pages")
    .argument("<url>", "in any spelling; it is normalised")
    .option("--json", "print it as one JSON document")
    .action((input: string, options: { readonly json?: true }) => run(cli, input, options.json === true));
  return document(command, {
    examples: ["url https://www.example.com/page", "url https://www.example.com/page --json"],
    environment: DATABASE,
    finding: "the URL is invalid, or not on the watchlist",
  });
}

async function run(cli: Cli, input: string, json: boolean): Promise<void> {
  const [{ normaliseLine }, { urlEverything }, { judge }, { urlData }, { urlLines }] = await Promise.all([
    import("../../../shared/url/normalise-line.ts"),
    import("../../../db/urls/everything.ts"),
    import("../../../shared/verdict/judge.ts"),
    import("../url/data.ts"),
    import("../url/lines.ts"),
  ]);
  const { out, env } = cli;
  await withRole(cli, "url", async ({ db, clock }) => {
    // Test webs on loopback are on the watchlist only where they were let in.
    const { url: normalised, message } = normaliseLine(input, { allowPrivate: true });
    if (normalised === null) throw new WorkError(message ?? "this is no URL that Weboid reads");
    const found = await urlEverything(db, normalised);
    if (found === null)
      throw new WorkError(`${normalised} is not on the watchlist: no page that was read has it`);
    const today = clock.today();
    const verdict = judge(found.facts, today);
    if (json) return out.line(jsonText(urlData(normalised, found, verdict)));
    const paint = createPaint(coloured({ env, terminal: out.terminal }));
    const columns = out.terminal ? out.columns : null;
    for (const line of urlLines(normalised, found, verdict, { paint, columns, today })) await out.line(line);
  });
}
