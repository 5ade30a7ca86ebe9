import { messageOf } from "../../db/errors.ts";
import { type Config, VERSION } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import {
  asWorkError,
  type OpenDatabase,
  type OpenOptions,
  openDatabase,
  openReadReplica,
  requirePrimary,
  watchSchema,
} from "../runtime/database.ts";
import { openDatabaseClock } from "../runtime/database-clock.ts";
import { dropRoot } from "../runtime/drop-root.ts";
import { createLog, createRoleLog, type Log, logsJson } from "../runtime/log.ts";
import { metricsOf } from "../runtime/metrics.ts";
import { listenForShutdown } from "../runtime/shutdown.ts";
import type { Cli } from "./command.ts";

interface RoleOptions extends OpenOptions {
  /** What it needs to be set; throws a UsageError. `weboid config check --role` asks the same. */
  readonly settings?: (config: Config) => unknown;
  /** It has much to read, from a replica where there is one. */
  readonly reads?: boolean;
  /** Named by the operator, to be read. */
  readonly files?: readonly string[];
}

type Work<T> = (ctx: RoleContext, database: OpenDatabase) => Promise<T>;

/** Runs work with everything that a role needs, and releases it all whatever happens. */
export async function withRole<T>(
  cli: Cli,
  role: string,
  work: Work<T>,
  options: RoleOptions = {},
): Promise<T> {
  const config = cli.config();
  options.settings?.(config);
  if (options.reads) requirePrimary(config);
  if (options.component === undefined)
    return run(cli, role, work, { options, config, log: createLog(role, config.logLevel) });
  return logged(role, config, (log) => run(cli, role, work, { options, config, log }));
}

/** Work that runs for long, and its end in the log. */
export async function logged<T>(role: string, config: Config, work: (log: Log) => Promise<T>): Promise<T> {
  const log = createRoleLog(role, config);
  try {
    const done = await work(log);
    log.info("ended", "ended");
    return done;
  } catch (error) {
    // For people the command's last line says it.
    if (logsJson(config)) log.error(messageOf(error), "failed");
    throw error;
  }
}

interface Running {
  readonly options: RoleOptions;
  readonly config: Config;
  readonly log: Log;
}

async function run<T>(
  cli: Cli,
  role: string,
  work: Work<T>,
  { options: { reads = false, files = [], ...options }, config, log }: Running,
): Promise<T> {
  const isRole = options.component !== undefined;
  // Commands of operators end soon, and read what an operator may; roles meet the world.
  if (isRole) dropRoot(config, log, { files, keepsData: config.databaseUrl === null });
  await using opened = new AsyncDisposableStack();
  const figures = isRole ? await metricsOf(config, log, opened) : {};
  const shutdown = listenForShutdown(log);
  opened.defer(shutdown.dispose);
  cli.out.closed.addEventListener("abort", () => shutdown.stop());
  let ended = null as Error | null;
  const endWith = (error: Error) => {
    ended ??= error;
    shutdown.stop(error);
  };
  const database = await openDatabase(config, log, { name: `weboid ${role}`, onLost: endWith, ...options });
  opened.defer(() => database.close());
  const { db, url } = database;
  if ((options.schema ?? "required") === "required") opened.defer(watchSchema(db, endWith));
  // Commands of operators look, and repair, whatever the clocks say.
  const clock = await openDatabaseClock(db, {
    log,
    onSkewed: isRole ? endWith : (error) => log.warn(error.message, "clock-skew"),
  });
  opened.defer(() => clock.close());
  if (ended !== null) throw ended;
  const replica = reads
    ? await openReadReplica(config, database, { log, name: `weboid ${role} reads` })
    : null;
  opened.defer(async () => replica?.close());
  const ctx = { db, clock, log, signal: shutdown.signal, config, ...figures, ...(replica && { replica }) };
  if (isRole) log.info(`started: Weboid ${VERSION}`, "started");
  try {
    const done = await asWorkError(url, () => work(ctx, database));
    if (ended !== null) throw ended;
    return done;
  } catch (error) {
    throw ended ?? error;
  }
}
