import { Command, InvalidArgumentError } from "commander";
import type { SnapshotStore } from "../../dispatch/store.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { EDGE_NAME_RULE, isEdgeName } from "../../runtime/edge-name.ts";
import { WorkError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { chooseStore, STORE_ENVIRONMENT, withPurging } from "../open-store.ts";
import { type WikiName, wikiName } from "../options.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly once?: true;
  readonly forgetEdge?: string;
  readonly json?: true;
}

const ENVIRONMENT = [...DATABASE, ...STORE_ENVIRONMENT];

export function dispatch(cli: Cli): Command {
  const command = new Command("dispatch")
    .description("bring changes to the edge, a snapshot per page concerned (D), until stopped")
    .option("--once", "end when every wiki was told all there is")
    .option(
      "--forget-edge <name>",
      "only forget an edge that was given up: changes are kept for it no longer",
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
    more: ["Any number of dispatchers share the load; one that dies is replaced by the others."],
  });
}

export function exportCommand(cli: Cli): Command {
  const command = new Command("export")
    .description("rebuild all snapshots of a wiki at the edge")
    .argument("<wiki>", "as dbname@farm", wikiName)
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
  const [{ createHttpClient }, { userAgent }, { skippingRepeats }] = await Promise.all([
    import("../../runtime/http.ts"),
    import("../../runtime/config.ts"),
    import("../../dispatch/told.ts"),
  ]);
  return withRole(cli, role, async (ctx) => {
    const http = createHttpClient({ userAgent: userAgent(ctx.config.contact), dns: ctx.config.dns });
    try {
      return await withPurging(choice, { ...ctx, http }, (store) =>
        work(ctx, skippingRepeats(store, ctx.db, ctx.config.edgeName)),
      );
    } finally {
      await http.close();
    }
  });
}

async function runDispatch(cli: Cli, { once, json }: Options): Promise<void> {
  const [run, { writeEvents }] = await Promise.all([
    import("../../dispatch/run.ts"),
    import("../../../db/queries/events/write-events.ts"),
  ]);
  const summary = await withStore(cli, "dispatch", (ctx, store) =>
    run.dispatch(ctx, { once: once === true, store, events: writeEvents }),
  );
  if (json === true) await cli.out.line(JSON.stringify(summary));
}

function edgeName(text: string): string {
  if (!isEdgeName(text)) throw new InvalidArgumentError(`The name ${EDGE_NAME_RULE}.`);
  return text;
}

async function forgetEdge(cli: Cli, name: string, { json }: Options): Promise<void> {
  const [{ forgetTarget }, { knownEdges }] = await Promise.all([
    import("../../../db/queries/dispatch/forget-target.ts"),
    import("../../../db/queries/dispatch/known-edges.ts"),
  ]);
  const wikis = await withRole(cli, "dispatch", async ({ db }) => {
    const forgotten = await forgetTarget(db, name);
    if (forgotten > 0) return forgotten;
    const edges = await knownEdges(db);
    throw new WorkError(
      `no edge is called ${name}; ${edges.length === 0 ? "none was ever told anything" : `those that are told changes: ${edges.join(", ")}`}`,
    );
  });
  await cli.out.line(
    json === true
      ? JSON.stringify({ forgotten: name, wikis })
      : `${name} is forgotten, with its place in the changes of ${wikis} wikis; a dispatcher with EDGE_NAME=${name} begins with full exports`,
  );
}

async function runExport(cli: Cli, { full }: WikiName, { json }: Options): Promise<void> {
  const run = await import("../../dispatch/run.ts");
  const summary = await withStore(cli, "export", (ctx, store) => run.exportWiki(ctx, full, store));
  await cli.out.line(
    json === true
      ? JSON.stringify(summary)
      : `${full}: ${summary.written} snapshots written, ${summary.removed} removed`,
  );
}
