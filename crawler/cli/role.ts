import type { RoleContext } from "../runtime/context.ts";
import type { OpenOptions } from "../runtime/database.ts";
import type { Cli } from "./cli.ts";

interface RoleOptions extends OpenOptions {
  /** It asks strangers' servers: without WEBOID_CONTACT it is refused. */
  readonly contact?: boolean;
}

/**
 * Runs work with everything a role needs, and lets go of it all whatever happens. The loads are lazy: `--help` and
 * the commands without a database start without it.
 */
export async function withRole<T>(
  cli: Cli,
  role: string,
  work: (ctx: RoleContext) => Promise<T>,
  { contact = false, ...options }: RoleOptions = {},
): Promise<T> {
  const config = await cli.config();
  const [
    { requireContact },
    { createLog },
    { listenForShutdown },
    { systemClock },
    database,
    { watchSchema },
  ] = await Promise.all([
    import("../runtime/config.ts"),
    import("../runtime/log.ts"),
    import("../runtime/shutdown.ts"),
    import("../runtime/clock.ts"),
    import("../runtime/database.ts"),
    import("../runtime/database.ts"),
  ]);
  if (contact) requireContact(config);
  const log = createLog(role, config.logLevel);
  const shutdown = listenForShutdown(log);
  cli.out.closed.addEventListener("abort", shutdown.stop);
  try {
    const opened = await database.openDatabase(config, log, { name: `weboid ${role}`, ...options });
    try {
      const ctx = { db: opened.db, clock: systemClock, log, signal: shutdown.signal, config };
      let migrated = null as Error | null;
      const onMigrated = (error: Error) => {
        migrated = error;
        shutdown.stop();
      };
      const { schema = "required" } = options;
      const endWatch = schema === "required" ? await watchSchema(opened.db, onMigrated) : () => {};
      try {
        const done = await database.asWorkError(opened.url, () => work(ctx));
        if (migrated !== null) throw migrated;
        return done;
      } catch (error) {
        throw migrated ?? error;
      } finally {
        endWatch();
      }
    } finally {
      await opened.close();
    }
  } finally {
    shutdown.dispose();
  }
}
