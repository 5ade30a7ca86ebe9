import { Command } from "commander";
import type { RoleContext } from "../../runtime/context.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { printable } from "../../runtime/log.ts";
import type { Cli } from "../cli.ts";
import type { ConfigFile } from "../configuration/file.ts";
import type { Change } from "../configuration/plan.ts";
import { DATABASE, document } from "../help.ts";
import { isFolder } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface ApplyOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly prune?: true;
  readonly json?: true;
}

const BYTES_MAX = 4 * 1024 * 1024;

export function config(cli: Cli): Command {
  const apply = new Command("apply")
    .description(
      "bring farms and wikis in line with a TOML file: shows the difference, asks, does all or nothing",
    )
    .argument("<file>", "the configuration file")
    .option("--dry-run", "only show the difference")
    .option("--yes", "do it without asking")
    .option("--prune", "pause the wikis that the file does not name (nothing is ever deleted)")
    .option("--json", "print {changes, applied} as JSON")
    .action((file: string, options: ApplyOptions) => runApply(cli, file, options));
  const show = new Command("show")
    .description("print the configuration as such a file")
    .action(() => runShow(cli));
  document(apply, {
    examples: ["config apply weboid.toml --dry-run", "config apply weboid.toml --yes"],
    environment: [...DATABASE, "WEBOID_CONTACT", "WEBOID_DNS", "WEBOID_WIKI_CREDENTIALS"],
    finding: "the file has a mistake, a wiki cannot be used, or the difference was declined",
    more: ["Wikis that are new, or to be read in another way than before, are asked who they are."],
  });
  document(show, {
    examples: ["config show > weboid.toml"],
    environment: DATABASE,
    finding: "the database did not answer",
  });
  const command = new Command("config")
    .description("farms and wikis by a file: apply, show")
    .addCommand(apply)
    .addCommand(show);
  return document(command, {
    examples: ["config apply weboid.toml", "config show"],
    environment: DATABASE,
    finding: "the work failed",
  });
}

async function runApply(cli: Cli, path: string, options: ApplyOptions): Promise<void> {
  const file = await readFile(path);
  const asks = options.yes !== true && options.dryRun !== true;
  if (asks && (!cli.typed || options.json === true))
    throw new UsageError(
      "nobody can be asked here; give --yes to apply the file, or --dry-run to see the difference",
    );
  const [{ applyConfig, readCurrent }, { planChanges }, { resolveConfig }] = await Promise.all([
    import("../configuration/apply.ts"),
    import("../configuration/plan.ts"),
    import("../configuration/resolve.ts"),
  ]);
  const prune = options.prune === true;
  const work = async (ctx: RoleContext) => {
    const current = await readCurrent(ctx.db);
    const resolved = await resolveConfig(ctx, path, file, current);
    const changes = planChanges(resolved.file, current, { prune });
    if (options.json !== true)
      for (const { sign, text } of changes) await cli.out.line(printable(`${sign} ${text}`));
    const wanted =
      changes.length > 0 && options.dryRun !== true && (!asks || (await confirmed(cli, changes.length)));
    if (wanted) await applyConfig(ctx.db, resolved, changes, { prune });
    await tell(cli, options, changes, wanted);
    if (asks && changes.length > 0 && !wanted) cli.fail();
  };
  await withRole(cli, "config", work, { contact: true });
}

async function tell(
  cli: Cli,
  { json, dryRun }: ApplyOptions,
  changes: readonly Change[],
  applied: boolean,
): Promise<void> {
  if (json === true) return cli.out.line(jsonText({ changes, applied }));
  if (changes.length === 0) return cli.out.line("nothing to change");
  if (applied) return cli.out.line(`applied ${counted(changes.length)}`);
  await cli.out.line(dryRun === true ? `${counted(changes.length)}, not applied` : "nothing was done");
}

async function confirmed(cli: Cli, count: number): Promise<boolean> {
  await cli.out.text(`Apply ${count === 1 ? "this change" : `these ${count} changes`}? [y/N] `);
  await cli.out.flush();
  const decoder = new TextDecoder();
  let typed = "";
  for await (const chunk of cli.stdin) {
    typed += decoder.decode(chunk, { stream: true });
    if (typed.includes("\n") || typed.length > 100) break;
  }
  return /^\s*y(es)?\s*$/i.test(typed.split("\n", 1)[0] ?? "");
}

async function readFile(path: string): Promise<ConfigFile> {
  if (isFolder(path)) throw new WorkError(`${path} is a folder; give the file in it`);
  const file = Bun.file(path);
  if (!(await file.exists())) throw new WorkError(`there is no file ${path}; weboid config show prints one`);
  if (file.size > BYTES_MAX) throw new WorkError(`${path} is larger than ${BYTES_MAX} bytes`);
  const { parseConfigFile } = await import("../configuration/file.ts");
  const parsed = parseConfigFile(await file.text());
  if (!parsed.ok) throw new WorkError(`${path}: ${parsed.error}`);
  return parsed.value;
}

async function runShow(cli: Cli): Promise<void> {
  const [{ readCurrent }, { configToml }] = await Promise.all([
    import("../configuration/apply.ts"),
    import("../configuration/plan.ts"),
  ]);
  const lines = await withRole(cli, "config", async ({ db }) => configToml(await readCurrent(db)));
  for (const line of lines) await cli.out.line(line);
}

const counted = (changes: number): string => (changes === 1 ? "1 change" : `${changes} changes`);
