import { type Command, Option } from "commander";
import type { ReadableStore } from "../../dispatch/store.ts";
import { openHttpClient, storeEndpoints } from "../../net/egress/clients.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { UsageError } from "../../runtime/errors.ts";
import { createProgress } from "../../runtime/log.ts";
import { type Cli, DATABASE, document, READING } from "../command.ts";
import { chooseStore, openStore, STORE_ENVIRONMENT, withOwnEdge } from "../open-store.ts";
import { jsonText } from "../output/json.ts";
import { coloured, createPaint } from "../output/paint.ts";
import { withRole } from "../role.ts";
import { GROUPS, type Group } from "./checks.ts";
import type { Doctor } from "./context.ts";
import { examine } from "./doctor.ts";
import { countChecks, createFindings, type Findings } from "./findings.ts";
import { type Report, reportLines } from "./lines.ts";

interface Options {
  readonly json?: true;
  readonly repair?: true;
  readonly force?: true;
  readonly full?: true;
  readonly only?: readonly Group[];
}

export function doctor(command: Command, cli: Cli): void {
  command
    .description(
      "find, and with --repair repair, what is wrong in database, edge, clocks, grants and configuration",
    )
    .option("--repair", "repair what can be, range by range and beside running roles")
    .option("--force", "repair also where very many URLs have days after today")
    .option("--full", "read all URLs, pages and snapshots, not a sample of them")
    .addOption(new Option("--only <groups...>", "look at these only").choices(GROUPS))
    .option(
      "--json",
      "one JSON document {findings: [{check, severity, count, examples, what, fix, repaired}], notes, checks, full, stopped, ms}",
    )
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["doctor", "doctor --full --json", "doctor --repair", "doctor --only database edge"],
    environment: [
      ...DATABASE,
      ...STORE_ENVIRONMENT,
      ...READING,
      "ORIGIN_URL",
      "ORIGIN_TOKEN",
      "WEBOID_CONTACT",
      "PUBLIC_URL",
    ],
    finding: "there are findings, errors or warnings, or it was stopped before its end",
    more: [
      "Tables of any size take seconds: of large ones some ranges are read, chosen at random each time; --full reads all, with progress. Nothing is changed without --repair. Run it as the owner of the database; what another user may not do is said.",
      "A snapshot at the edge is right when it says today to a reader what a full export would: title, namespace, the same URLs, and of each the verdict, the runs of its history with status, HTTP number and first day, notes, type of file, archives, replacement, new address, reports and spam. What advances without being news is as of the last news and no difference: the day on which links were read, the last day and the count of checks of a run, sizes, the number of links that are not watched. A page with a change that is still to be published is on its way and no finding.",
      "docs/doctor.md lists all checks.",
    ],
  });
}

async function run(cli: Cli, { json, repair, force, full, only = GROUPS }: Options): Promise<void> {
  const began = performance.now();
  const findings = createFindings();
  const asked = { findings, repair: repair === true, force: force === true, full: full === true, only };
  let stopped = true;
  await withRole(
    cli,
    "doctor",
    async (ctx) => {
      await withStore(ctx, findings, (store) => examineAll(ctx, store, asked));
      stopped = ctx.signal.aborted;
    },
    { schema: "any", existing: true },
  );
  const report: Report = {
    findings: findings.list(),
    notes: findings.notes,
    checks: countChecks(only),
    full: asked.full,
    stopped,
    ms: Math.round(performance.now() - began),
  };
  if (stopped || report.findings.length > 0) cli.fail();
  const { out, env } = cli;
  if (json) return out.line(jsonText(report));
  return out.lines(reportLines(report, out.columns, createPaint(coloured({ env, terminal: out.terminal }))));
}

async function examineAll(
  ctx: RoleContext,
  store: ReadableStore | null,
  {
    full,
    only,
    ...asked
  }: Pick<Doctor, "findings" | "repair" | "force"> & {
    readonly full: boolean;
    readonly only: readonly Group[];
  },
): Promise<void> {
  const progress = createProgress(ctx.log);
  try {
    await examine({ ...ctx, ...asked, store, progress, groups: only, extent: { full, random: Math.random } });
  } finally {
    progress.done();
  }
}

/** null: none is named, nor does `up` run here. One that is named, but not wholly, or cannot be used, is a finding. */
async function withStore(
  { config: given, signal }: RoleContext,
  findings: Findings,
  work: (store: ReadableStore | null) => Promise<void>,
): Promise<void> {
  const config = usable(findings, () => withOwnEdge(given));
  if (config === null || (config.edgeUrl === null && config.cloudflare.namespaceId === null))
    return work(null);
  const http = openHttpClient(config, storeEndpoints(config));
  try {
    const store = usable(findings, () => openStore(chooseStore(config), { config, http, signal }));
    return await work(store);
  } finally {
    await http.close();
  }
}

function usable<T>(findings: Findings, open: () => T): T | null {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    findings.add("store-unusable", { examples: [error.message] });
    return null;
  }
}
