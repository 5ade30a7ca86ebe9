import { Command, InvalidArgumentError } from "commander";
import type { SnapshotStore } from "../../dispatch/store.ts";
import { EDGE_NAME_RULE, isEdgeName } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { chooseStore, STORE_ENVIRONMENT, withPurging } from "../open-store.ts";
import { type WikiName, wholeNumber, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly batch?: number;
  readonly delay?: number;
  readonly clients?: number;
  readonly forgetEdge?: string;
  readonly anew?: true;
  readonly json?: true;
}

const ENVIRONMENT = [...DATABASE, ...STORE_ENVIRONMENT];

export function dispatch(cli: Cli): Command {
  const command = new Command("dispatch")
    .description("bring changes to the edge, a snapshot per page concerned (D), until stopped")
    .option("--once", "end when every wiki was told all there is")
    .option("--batch <changes>", "changes read at a time (default: 5000)", wholeNumber(1, 100_000))
    .option("--delay <seconds>", "between two passes over a wiki (default: 2)", wholeNumber(0, 3_600))
    .option("--clients <wikis>", "wikis taken at a time (default: 250)", wholeNumber(1, 10_000))
    .option(
      "--forget-edge <name>",
      "only forget an edge: one that was given up, as changes are kept for it no longer, or one that lost its store, as it is told everything anew",
      edgeName,
    )
    .option("--json", "at the end one JSON document {clients, changes, written, removed}")
    .action((options: Options) =>
      options.forgetEdge === undefined
        ? runDispatch(cli, options)
        : forgetEdge(cli, options.forgetEdge, options),
    );
  return document(command, {
    examples: ["dispatch", "dispatch --once", "dispatch --forget-edge europe"],
    environment: ENVIRONMENT,
    finding: "the edge could not be told everything",
    more: [
      "Any number of dispatchers share the load; one that dies is replaced by the others. More changes at a time and a longer delay make fewer, larger writes and later news; fewer wikis at a time share the load better.",
    ],
  });
}

export function exportCommand(cli: Cli): Command {
  const command = new Command("export")
    .description("rebuild all snapshots of a wiki at the edge")
    .argument("<wiki>", "as dbname@farm", wikiName)
    .option("--anew", "begin again where an export was stopped midway, in place of going on")
    .option("--json", "at the end one JSON document {clients, changes, written, removed}")
    .action((name: WikiName, options: Options) => runExport(cli, name, options));
  return document(command, {
    examples: ["export dewiki@WMF"],
    environment: ENVIRONMENT,
    finding: "the wiki is not configured, or the edge could not be told everything",
  });
}

/** The edge's store for the time of `work`; a missing setting is told before any database is opened. */
async function withStore<T>(
  cli: Cli,
  role: string,
  work: (ctx: RoleContext, store: SnapshotStore) => Promise<T>,
): Promise<T> {
  const choice = chooseStore(await cli.config());
  const [{ createHttpClient }, { userAgent }, { dedupingStore }] = await Promise.all([
    import("../../runtime/http.ts"),
    import("../../runtime/config.ts"),
    import("../../dispatch/deduping-store.ts"),
  ]);
  return withRole(cli, role, async (ctx) => {
    const http = createHttpClient({ userAgent: userAgent(ctx.config.contact), dns: ctx.config.dns });
    try {
      return await withPurging(choice, { ...ctx, http }, (store) =>
        work(ctx, dedupingStore(store, ctx.db, ctx.config.edgeName)),
      );
    } finally {
      await http.close();
    }
  });
}

async function runDispatch(cli: Cli, options: Options): Promise<void> {
  const [run, { writeEvents }] = await Promise.all([
    import("../../dispatch/run.ts"),
    import("../../../db/events/write.ts"),
  ]);
  const summary = await withStore(cli, "dispatch", (ctx, store) =>
    run.dispatch(ctx, {
      once: options.once === true,
      store,
      events: writeEvents,
      ...(options.batch !== undefined && { batch: options.batch }),
      ...(options.delay !== undefined && { delaySeconds: options.delay }),
      ...(options.clients !== undefined && { clients: options.clients }),
    }),
  );
  if (options.json === true) await cli.out.line(jsonText(summary));
}

function edgeName(text: string): string {
  if (!isEdgeName(text)) throw new InvalidArgumentError(`The name ${EDGE_NAME_RULE}.`);
  return text;
}

async function forgetEdge(cli: Cli, name: string, { json }: Options): Promise<void> {
  const [{ forgetTarget }, { knownEdges }, { workers }] = await Promise.all([
    import("../../../db/dispatch/published.ts"),
    import("../../../db/dispatch/clients.ts"),
    import("../../../db/work/workers.ts"),
  ]);
  const wikis = await withRole(cli, "dispatch", async ({ db }) => {
    const alive = (await workers(db)).find(
      ({ role, info, secondsSilent }) => role === "dispatch" && info.edge === name && secondsSilent < 60,
    );
    if (alive !== undefined)
      throw new WorkError(
        `${alive.name} still dispatches to ${name}, and would begin anew: stop it before, or wait a minute if it was killed`,
      );
    const forgotten = await forgetTarget(db, name);
    if (forgotten > 0) return forgotten;
    const edges = await knownEdges(db);
    throw new WorkError(
      `no edge is called ${name}; ${edges.length === 0 ? "none was ever told anything" : `those that are told changes: ${edges.join(", ")}`}`,
    );
  });
  await cli.out.line(
    json === true
      ? jsonText({ forgotten: name, wikis })
      : `${name} is forgotten, with its place in the changes of ${wikis} wikis; a dispatcher with EDGE_NAME=${name} begins with full exports`,
  );
}

async function runExport(cli: Cli, { full }: WikiName, { anew, json }: Options): Promise<void> {
  const run = await import("../../dispatch/run.ts");
  const summary = await withStore(cli, "export", (ctx, store) =>
    run.exportWiki(ctx, full, store, { anew: anew === true }),
  );
  await cli.out.line(
    json === true
      ? jsonText(summary)
      : `${full}: ${summary.written} snapshots written, ${summary.removed} removed`,
  );
}
