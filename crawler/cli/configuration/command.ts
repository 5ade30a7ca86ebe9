import { type Command, Option } from "commander";
import { requireContact } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { printable } from "../../runtime/log.ts";
import { counted } from "../../runtime/words.ts";
import { type Cli, DATABASE, document } from "../command.ts";
import { readTextFile } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";
import { applyConfig, readCurrent } from "./apply.ts";
import { CHECKED_ROLES, checkEnvironment, parseEnvironmentFile } from "./environment.ts";
import { type ConfigFile, parseConfigFile } from "./file.ts";
import { configToml, planChanges } from "./plan.ts";
import { resolveConfig } from "./resolve.ts";

interface ApplyOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly prune?: true;
  readonly json?: true;
}

interface CheckOptions {
  readonly file?: string;
  readonly role?: string;
  readonly json?: true;
}

const BYTES_MAX = 4 * 1024 * 1024;
const ENV_BYTES_MAX = 64 * 1024;

export function config(command: Command, cli: Cli): void {
  command.description("configure farms and wikis by a file: apply, show; check the settings of roles");
  const apply = command
    .command("apply")
    .description(
      "bring farms and wikis in line with a TOML file: shows the difference, asks, does all or nothing",
    )
    .argument("<file>", "the configuration file")
    .option("--dry-run", "only show the difference")
    .option("--yes", "do it without asking")
    .option("--prune", "pause the wikis that the file does not name (nothing is ever deleted)")
    .option("--json", "print {changes, applied} as JSON")
    .action((file: string, options: ApplyOptions) => runApply(cli, file, options));
  const show = command
    .command("show")
    .description("print the configuration as such a file")
    .action(async () =>
      cli.out.text(await withRole(cli, "config", async ({ db }) => configToml(await readCurrent(db)))),
    );
  const check = command
    .command("check")
    .description("check the settings of the environment, or of a file with them, before a start")
    // Node takes --env-file for itself, behind the name of a program as well.
    .option("--file <file>", "a file of lines NAME=value, as for systemd's EnvironmentFile")
    .addOption(new Option("--role <role>", "also what this role needs").choices(CHECKED_ROLES))
    .option("--json", "print the findings as JSON lines {file, line, variable, message}")
    .action((options: CheckOptions) => runCheck(cli, options));
  document(check, {
    examples: ["config check --role crawl", "config check --file /etc/weboid/crawl.env --role crawl"],
    environment: [],
    finding: "a setting is wrong, unknown or missing",
    more: ["Nothing is contacted or started; values are never printed."],
  });
  document(apply, {
    examples: ["config apply weboid.toml --dry-run", "config apply weboid.toml --yes"],
    environment: [
      ...DATABASE,
      "WEBOID_CONTACT",
      "WEBOID_DNS",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
      "WEBOID_WIKI_CREDENTIALS",
    ],
    finding: "the file has a mistake, a wiki cannot be used, or the difference was declined",
    more: ["A wiki that is new, or whose address or criteria change, is contacted first."],
  });
  document(show, { examples: ["config show > weboid.toml"] });
  document(command, {
    examples: ["config apply weboid.toml", "config show"],
    finding: "the work failed",
  });
}

async function runCheck(cli: Cli, { file: path, role, json }: CheckOptions): Promise<void> {
  const { settings, findings: unread } =
    path === undefined
      ? { settings: settingsOf(cli.env), findings: [] }
      : parseEnvironmentFile(await readTextFile(path, ENV_BYTES_MAX, "it has lines NAME=value"));
  const findings = [...unread, ...checkEnvironment(settings, role ?? null)];
  const file = path ?? null;
  if (json) await cli.out.lines(findings.map((finding) => jsonText({ file, ...finding })));
  else if (findings.length === 0) await cli.out.line("nothing wrong found");
  else
    await cli.out.lines(
      findings.map(({ line, message }) =>
        printable(`${file ?? "environment"}${line === null ? "" : `:${line}`}: ${message}`),
      ),
    );
  if (findings.length > 0) cli.fail();
}

/** Set by our own launcher (weboid.mjs), and not by an operator. */
const OWN = "WEBOID_PARENT";
const settingsOf = (env: Cli["env"]) =>
  Object.entries(env).flatMap(([name, value = ""]) => (name === OWN ? [] : [{ line: null, name, value }]));

async function runApply(cli: Cli, path: string, options: ApplyOptions): Promise<void> {
  const file = await readConfigFile(path);
  const { json, dryRun, yes } = options;
  const asks = yes !== true && dryRun !== true;
  if (asks && (!cli.typed || json))
    throw new UsageError(
      "nobody can be asked here; give --yes to apply the file, or --dry-run to see the difference",
    );
  const prune = options.prune === true;
  const work = async (ctx: RoleContext) => {
    const current = await readCurrent(ctx.db);
    const resolved = await resolveConfig(ctx, path, file, current);
    const changes = planChanges(resolved.file, current, { prune });
    const some = changes.length > 0;
    if (!json) await cli.out.lines(changes.map(({ sign, text }) => printable(`${sign} ${text}`)));
    const applied = some && dryRun !== true && (!asks || (await confirmed(cli, changes.length)));
    if (applied) await applyConfig(ctx.db, resolved, changes, { prune });
    if (asks && some && !applied) cli.fail();
    if (json) return cli.out.line(jsonText({ changes, applied }));
    const count = counted(changes.length, "change");
    const said = applied ? `applied ${count}` : dryRun ? `${count}, not applied` : "nothing was done";
    await cli.out.line(some ? said : "nothing to change");
  };
  await withRole(cli, "config", work, { settings: requireContact });
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

async function readConfigFile(path: string): Promise<ConfigFile> {
  const parsed = parseConfigFile(await readTextFile(path, BYTES_MAX, "weboid config show prints one"));
  if (!parsed.ok) throw new WorkError(`${path}: ${parsed.error}`);
  return parsed.value;
}
