import { type Command, InvalidArgumentError } from "commander";
import { listSaid, removeSaid, type Said, type Whose } from "../../../db/people/contributions.ts";
import { listScopes, type SaidScope } from "../../../db/people/said-scopes.ts";
import { type Day, instantOfDay } from "../../../shared/calendar/day.ts";
import { isReservedTarget } from "../../../shared/protocol/lock-target.ts";
import { classify } from "../../../shared/url/classify.ts";
import { scopeOf } from "../../../shared/url/report-scope.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { type Cli, document } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { tableLines } from "../output/table.ts";
import { withRole } from "../role.ts";
import { logVerbs, RESERVED } from "./log.ts";

const LISTED_MAX = 1_000;

interface ListOptions {
  readonly host?: string;
  readonly scopes?: true;
  readonly json?: true;
}
interface RemoveOptions {
  readonly host?: string;
  readonly scope?: string;
  readonly reporter?: string;
}

export function report(command: Command, cli: Cli): void {
  command.description("what people reported and suggested: list, remove; their public log, and locks");
  const list = command
    .command("list")
    .description(
      `list what people reported and suggested, the latest ${LISTED_MAX} first, with hosts, domains and parts of them`,
    )
    .option("--host <name>", "only of this host's URLs", hostName)
    .option("--scopes", "only hosts, domains and parts of them")
    .option(
      "--json",
      "a JSON line per URL: {url, reporters, reported, replacement, checked, proposer, archives}; with --scopes per scope: {scope, reports, withdrawals, last, softened}",
    )
    .action((options: ListOptions) => runList(cli, options));
  const remove = command
    .command("remove")
    .description("remove reports, and suggested replacements and archived versions")
    .argument("[url]", "of this URL")
    .option("--host <name>", "of all URLs of this host", hostName)
    .option("--scope <scope>", "of this host, domain or part of one as a whole, as list --scopes names it")
    .option("--reporter <uuid>", "of one person, as list --json names them", uuid)
    .action((url: string | undefined, options: RemoveOptions) => runRemove(cli, url, options));
  logVerbs(command, cli);
  document(list, {
    examples: ["report list", "report list --scopes", "report list --host www.iana.org --json"],
  });
  document(remove, {
    examples: [
      "report remove https://www.iana.org/about",
      "report remove --host www.iana.org",
      "report remove --scope '*.example.org/news/'",
      "report remove --reporter 01234567-89ab-cdef-0123-456789abcdef",
    ],
    finding: "there was nothing to remove",
  });
  document(command, {
    examples: ["report list", "report remove https://www.iana.org/about"],
    finding: "the work failed",
  });
}

function hostName(text: string): string {
  if (isReservedTarget(text)) throw new InvalidArgumentError(RESERVED);
  const found = classify(`http://${text}/`, { allowPrivate: true });
  if (found.kind !== "resource" || found.parts.path !== "/")
    throw new InvalidArgumentError("Give the name of a host, such as www.iana.org.");
  return found.parts.host;
}

function uuid(text: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new InvalidArgumentError("Give it as weboid report list --json prints it.");
  return text;
}

const date = (day: Day) => new Date(instantOfDay(day)).toISOString().slice(0, 10);

function saidRow({ url, reporters, reported, replacement, checked, archives }: Said): string[] {
  const reports = reported === null ? "" : `${reporters.length} reported, last ${date(reported)}`;
  const works = checked === null ? "unchecked" : `works ${date(checked)}`;
  const proposed = replacement === null ? [] : [`replacement ${replacement}, ${works}`];
  const versions = archives.map((archive) => `archive ${archive.url}, ${date(archive.proposed)}`);
  return [url, reports, [...proposed, ...versions].join("; ")];
}

function scopeRow({ scope, reports, withdrawals, last, softened }: SaidScope): string[] {
  const said = last === null ? "" : `${reports} reported, ${withdrawals} withdrew, last ${date(last)}`;
  return [scope, said, softened === null ? "" : `softened, last ${date(softened)}`];
}

async function runList(cli: Cli, { host, scopes: only, json }: ListOptions): Promise<void> {
  const options = { host: host ?? null, limit: LISTED_MAX };
  const { said, scopes } = await withRole(cli, "report", async ({ db }) => ({
    said: only ? [] : await listSaid(db, options),
    scopes: json && !only ? [] : await listScopes(db, options),
  }));
  if (json) return cli.out.lines((only ? scopes : said).map(jsonText));
  const lines = tableLines([...scopes.map(scopeRow), ...said.map(saidRow)]);
  await cli.out.lines(lines.length === 0 ? ["nobody reported or suggested anything"] : lines);
}

async function runRemove(
  cli: Cli,
  url: string | undefined,
  { host, scope, reporter }: RemoveOptions,
): Promise<void> {
  const given: Whose[] = [];
  if (url !== undefined) {
    if (isReservedTarget(url)) throw new UsageError(RESERVED);
    const found = classify(url, { allowPrivate: true });
    if (found.kind !== "resource") throw new UsageError("give an address such as https://www.iana.org/about");
    given.push({ kind: "url", url: found.url });
  }
  if (host !== undefined) given.push({ kind: "host", host });
  if (scope !== undefined) {
    const [, name = "", path = ""] = /^([^/]*)(.*)$/s.exec(scope) ?? [];
    given.push({ kind: "scope", scope: scopeOf(name, path) });
  }
  if (reporter !== undefined) given.push({ kind: "reporter", reporter });
  const [whose, ...others] = given;
  if (whose === undefined || others.length > 0)
    throw new UsageError("give one of a URL, --host, --scope and --reporter");
  if (!(await withRole(cli, "report", ({ db, clock }) => removeSaid(db, whose, clock.today()))))
    throw new WorkError("there was nothing to remove; see weboid report list");
  await cli.out.line("removed; pages show it within a few minutes");
}
