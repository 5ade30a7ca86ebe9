import { type Command, InvalidArgumentError } from "commander";
import { knownEdges } from "../../../db/dispatch/clients.ts";
import { forgetTarget } from "../../../db/dispatch/published.ts";
import { writeEvents } from "../../../db/events/write.ts";
import { SILENT_SECONDS, workers } from "../../../db/work/workers.ts";
import { dedupingStore } from "../../dispatch/deduping-store.ts";
import * as role from "../../dispatch/run.ts";
import type { SnapshotStore } from "../../dispatch/store.ts";
import { openHttpClient, storeEndpoints } from "../../net/egress/clients.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { EDGE_NAME_RULE, isEdgeName } from "../../runtime/variables.ts";
import { counted } from "../../runtime/words.ts";
import { type Cli, document, READING, ROLE } from "../command.ts";
import { dispatchSettings, STORE_ENVIRONMENT, withPurging } from "../open-store.ts";
import { type WikiName, wholeNumber, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly batch?: number;
  readonly delay?: number;
  readonly clients?: number;
  readonly forgetEdge?: string;
  readonly json?: true;
}
interface ExportOptions {
  readonly restart?: true;
  readonly json?: true;
}

const environment = [...ROLE, ...READING, ...STORE_ENVIRONMENT];

export function dispatch(command: Command, cli: Cli): void {
  command
    .description("publish changes to the edge, a snapshot per page, until stopped")
    .option("--once", "end when everything is published")
    .option("--batch <changes>", "changes read at a time (default: 5000)", wholeNumber(1, 100_000))
    .option("--delay <seconds>", "between two passes over a wiki (default: 2)", wholeNumber(0, 3_600))
    .option("--clients <wikis>", "wikis taken at a time (default: 250)", wholeNumber(1, 10_000))
    .option(
      "--forget-edge <name>",
      "only forget an edge: one that was given up, so that no changes are kept for it, or one that lost its store, so that it gets full exports",
      edgeName,
    )
    .option("--json", "at the end one JSON document {clients, changes, written, removed}")
    .action((options: Options) =>
      options.forgetEdge === undefined
        ? runDispatch(cli, options)
        : forgetEdge(cli, options.forgetEdge, options),
    );
  document(command, {
    examples: ["dispatch", "dispatch --once", "dispatch --forget-edge europe"],
    environment,
    finding: "not everything could be published",
    more: [
      "Any number of dispatchers share the load; when one dies, the others do its work. A larger batch and a longer delay make fewer, larger writes and later news; fewer wikis at a time share the load better.",
    ],
  });
}

export function exportCommand(command: Command, cli: Cli): void {
  command
    .description("rebuild all snapshots of a wiki at the edge")
    .argument("<wiki>", "as dbname@farm", wikiName)
    .option("--restart", "start from the first page, where an earlier export was stopped midway")
    .option("--json", "at the end one JSON document {clients, changes, written, removed, byOthers}")
    .action((name: WikiName, options: ExportOptions) => runExport(cli, name, options));
  document(command, {
    examples: ["export dewiki@WMF"],
    environment,
    finding: "the wiki is not configured, or not everything could be published",
  });
}

/** The edge's store for the time of `work`; a missing setting is reported before any database is opened. */
async function withStore<T>(
  cli: Cli,
  name: string,
  work: (ctx: RoleContext, store: SnapshotStore) => Promise<T>,
): Promise<T> {
  const { config, choice } = dispatchSettings(cli.config());
  return withRole(
    cli,
    name,
    async (given) => {
      const ctx = { ...given, config };
      const http = openHttpClient(ctx.config, storeEndpoints(ctx.config));
      try {
        return await withPurging(choice, { ...ctx, http }, (store) =>
          work(ctx, dedupingStore(store, ctx.db, ctx.config.edgeName)),
        );
      } finally {
        await http.close();
      }
    },
    { component: "dispatch", reads: true },
  );
}

async function runDispatch(cli: Cli, { once, batch, delay, clients, json }: Options): Promise<void> {
  const summary = await withStore(cli, "dispatch", (ctx, store) =>
    role.dispatch(ctx, {
      once: once === true,
      store,
      events: writeEvents,
      ...(batch !== undefined && { batch }),
      ...(delay !== undefined && { delaySeconds: delay }),
      ...(clients !== undefined && { clients }),
    }),
  );
  if (json) await cli.out.line(jsonText(summary));
}

function edgeName(text: string): string {
  if (!isEdgeName(text)) throw new InvalidArgumentError(`The name ${EDGE_NAME_RULE}.`);
  return text;
}

async function forgetEdge(cli: Cli, name: string, { json }: Options): Promise<void> {
  const wikis = await withRole(cli, "dispatch", async ({ db }) => {
    const alive = (await workers(db)).find(
      ({ role, info, secondsSilent }) =>
        role === "dispatch" && info.edge === name && secondsSilent < SILENT_SECONDS,
    );
    if (alive !== undefined)
      throw new WorkError(
        `${alive.name} still dispatches to ${name}, and would start again: stop it first, or wait a minute if it was killed`,
      );
    const forgotten = await forgetTarget(db, name);
    if (forgotten > 0) return forgotten;
    const edges = await knownEdges(db);
    throw new WorkError(
      `no edge is called ${name}; ${edges.length === 0 ? "there is none yet" : `there are: ${edges.join(", ")}`}`,
    );
  });
  await cli.out.line(
    json
      ? jsonText({ forgotten: name, wikis })
      : `${name} is forgotten, with its position in the changes of ${counted(wikis, "wiki")}; a dispatcher with EDGE_NAME=${name} begins with full exports`,
  );
}

async function runExport(cli: Cli, { full }: WikiName, { restart, json }: ExportOptions): Promise<void> {
  const summary = await withStore(cli, "export", (ctx, store) =>
    role.exportWiki(ctx, full, store, { restart: restart === true }),
  );
  await cli.out.line(json ? jsonText(summary) : exportedLine(full, summary));
}

function exportedLine(wiki: string, { written, removed, byOthers, finished }: role.ExportSummary): string {
  const own = `${wiki}: ${counted(written, "snapshot")} written, ${removed} removed`;
  if (!finished) return `${own}; stopped before all were, the next dispatcher or export goes on from there`;
  if (byOthers === 0) return own;
  return `${own}; ${counted(byOthers, "page")} written by a dispatcher that runs beside this command`;
}
