import { Command } from "commander";
import type { UrlEverything } from "../../../db/queries/answers/url-everything.ts";
import type { TraitSpan } from "../../../db/types.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { statusRule } from "../../../shared/history/status-rule.ts";
import type { Earlier } from "../../../shared/history/types.ts";
import { statusRow } from "../../../shared/status/table.ts";
import { deletedOn, traitRule, triedAnewOn } from "../../../shared/status/trait-rules.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Judgement } from "../../../shared/verdict/types.ts";
import { WorkError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { jsonText } from "../json.ts";
import { withRole } from "../role.ts";
import { tableLines } from "../table.ts";

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
  const [{ normaliseLine }, { urlEverything }, { judge }] = await Promise.all([
    import("../../../shared/url/line.ts"),
    import("../../../db/queries/answers/url-everything.ts"),
    import("../../../shared/verdict/judge.ts"),
  ]);
  await withRole(cli, "url", async ({ db, clock }) => {
    // Test webs on loopback are on the watchlist only where they were let in.
    const { url: normalised, message } = normaliseLine(input, { allowPrivate: true });
    if (normalised === null) throw new WorkError(message ?? "this is no URL that Weboid reads");
    const found = await urlEverything(db, normalised);
    if (found === null)
      throw new WorkError(`${normalised} is not on the watchlist: no page that was read has it`);
    const today = clock.today();
    const verdict = judge(found.facts.history, found.facts.notes, today);
    if (json) await cli.out.line(jsonText(data(normalised, found, verdict)));
    else for (const line of tableLines(rows(normalised, found, verdict, today))) await cli.out.line(line);
  });
}

function data(normalised: NormalisedUrl, found: UrlEverything, verdict: Judgement) {
  const { id: _, key, facts, host, slice, pages, ...rest } = found;
  const { id: __, robots, ...hostRest } = host;
  const [latest] = facts.history;
  return {
    ...facts,
    url: normalised,
    key,
    ...verdict,
    status: latest?.status ?? 0,
    statusRule: latest === undefined ? null : statusRule(latest, facts.notes),
    http: latest?.http ?? null,
    ...rest,
    host: {
      ...hostRest,
      traits: host.traits.map(withDays),
      inherited: host.inherited.map(withDays),
      robotsDay: robots?.day ?? null,
    },
    slice,
    pages: pages.map(({ wiki, pageid, title }) => ({ wiki, pageid, title })),
  };
}

const withDays = <Seen extends TraitSpan>(seen: Seen) => ({
  ...seen,
  triedAnew: triedAnewOn(seen),
  deleted: deletedOn(seen),
});

function traitWords(seen: TraitSpan): string {
  const { triedAnew, deleted } = withDays(seen);
  const anew = triedAnew === null ? "tried anew by each check" : `tried anew from day ${triedAnew}`;
  return `${seen.trait} day ${seen.first} to ${seen.last}: ${traitRule(seen.trait).effect}; ${anew}, deleted on day ${deleted}`;
}

function outageWords(
  { rule, scope, status, day, count }: NonNullable<UrlEverything["host"]["outage"]>,
  ago: (day: Day) => string,
): string {
  const where = scope === "" ? "the whole host" : scope.replace(/:0$/, "");
  return `rule ${rule}, status ${status}, ${where}: ${count} URLs in a row, ${ago(day)}`;
}

/** What is left of the runs that were pushed out (M6), on which the verdict's rules go as well. */
function earlierRows(earlier: Earlier | undefined): (readonly (string | number)[])[] {
  if (earlier === undefined) return [];
  const { lastGood, goodChecks, failures, slowestRecoveryDays, open } = earlier;
  const good =
    lastGood === null ? "never seen good" : `seen good ${goodChecks} times, last on day ${lastGood}`;
  const back = failures === 0 ? "" : `, back after ${slowestRecoveryDays} days at most`;
  const failing = open === null ? "" : `, failing from day ${open.first} on, ${open.checks} checks`;
  return [["before", `${good}; failed ${failures} times${back}${failing}`]];
}

function statusWords({ history, notes }: UrlEverything["facts"]): string {
  const [latest] = history;
  if (latest === undefined) return "0 untried";
  const rule = statusRule(latest, notes);
  return `${latest.status} ${statusRow(latest.status).key}${rule === null ? "" : ` (rule ${rule})`}`;
}

function rows(
  normalised: NormalisedUrl,
  { facts, host, flags, touched, queried, recheck, slice, pages, pagesMore }: UrlEverything,
  { verdict, rule, since, checks }: Judgement,
  today: Day,
): (readonly (string | number)[])[] {
  const ago = (day: Day | null) => (day === null ? "never" : `day ${day}, ${today - day} days ago`);
  return [
    ["url", normalised],
    ["verdict", `${verdict} (rule ${rule})`],
    ["status", statusWords(facts)],
    ["since", since === null ? "-" : `${ago(since)}, seen ${checks} times`],
    ...facts.history.map((run, index) => [
      index === 0 ? "history" : "",
      `${run.http ?? "-"} (status ${run.status}) day ${run.first} to ${run.last}, ${run.checks} checks`,
    ]),
    ...earlierRows(facts.history.at(-1)?.earlier),
    ["last query", ago(queried)],
    ["last touch", ago(touched)],
    ["next", recheck === null ? `with slice ${slice.no}, swept ${ago(slice.swept)}` : `on day ${recheck}`],
    ...facts.notes.map(({ key, value }) => ["note", value === undefined ? key : `${key} ${value}`]),
    ...flags.map((flag) => ["flag", flag]),
    ["host", host.name],
    ...host.traits.map((seen) => ["trait", traitWords(seen)]),
    ...host.inherited.map((seen) => ["trait", `${traitWords(seen)} (of ${seen.domain})`]),
    ...(host.outage === null ? [] : [["outage", outageWords(host.outage, ago)]]),
    ...(host.paceMs === 0 ? [] : [["pace", `one request in ${host.paceMs} ms`]]),
    ...(host.retryAtMs === null
      ? []
      : [["retry at", `${new Date(host.retryAtMs).toISOString()}, as the host asked`]]),
    ...(host.robots === null ? [] : [["robots", `robots.txt read on ${ago(host.robots.day)}`]]),
    ...facts.archives.map(({ type, url: address }) => ["archive", `${type} ${address}`]),
    ...(facts.replacement === null ? [] : [["replacement", facts.replacement]]),
    ...pages.map(({ wiki, pageid, title }) => ["page", `${wiki} ${pageid} ${title}`]),
    ...(pagesMore ? [["", "and more"]] : []),
  ];
}
