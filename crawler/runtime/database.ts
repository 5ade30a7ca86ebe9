import { type ConnectOptions, connect, type Database, databaseTrouble } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { DatabaseError } from "../../db/errors.ts";
import { appliedMigrations, migrate, requireSchema } from "../../db/migrate.ts";
import type { Config } from "./config.ts";
import { WorkError } from "./errors.ts";
import type { Log } from "./log.ts";

export interface OpenDatabase {
  readonly db: Database;
  /** The address of the database. Has a password: never print it. */
  readonly url: string;
  close(): Promise<void>;
}

export interface OpenOptions extends ConnectOptions {
  /**
   * `required` (default): an older or empty database is refused; the embedded one, which nobody else maintains, is
   * migrated. `migrate`: migrated. `any`: not checked.
   */
  readonly schema?: "required" | "migrate" | "any";
}

/** Opens DATABASE_URL, or the embedded PostgreSQL under WEBOID_DATA. Throws WorkErrors that say how to fix it. */
export async function openDatabase(
  config: Config,
  log: Log,
  { schema = "required", ...options }: OpenOptions = {},
): Promise<OpenDatabase> {
  const embedded =
    config.databaseUrl === null ? await asWorkError("", () => startEmbedded(config.dataDir, log)) : null;
  const url = config.databaseUrl ?? embedded?.url ?? "";
  try {
    return await asWorkError(url, async () => {
      const db = await connect(url, options);
      try {
        if (schema === "migrate" || (schema === "required" && embedded !== null)) await migrate(db, log);
        else if (schema === "required") await requireSchema(db);
      } catch (error) {
        await db.close();
        throw error;
      }
      return {
        db,
        url,
        async close() {
          await db.close();
          await embedded?.stop();
        },
      };
    });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Runs work with the database; errors that the operator can fix become WorkErrors. */
export async function asWorkError<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const trouble =
      error instanceof DatabaseError || url === "" ? error : (databaseTrouble(error, url) ?? error);
    if (trouble instanceof DatabaseError) throw new WorkError(trouble.message, { cause: error });
    throw error;
  }
}

const SCHEMA_CHECK_MS = 5_000;

/**
 * Calls `onChanged` once when the database was migrated under a running process, which would take what a newer version
 * writes for damaged, and replace it. Compares with the database at the start and not with the migration files, which may
 * be those of a newer version by then. Returns a function that ends the watch.
 */
export async function watchSchema(
  db: Database,
  onChanged: (error: WorkError) => void,
  everyMs = SCHEMA_CHECK_MS,
): Promise<() => void> {
  const before = await appliedMigrations(db);
  let over = false;
  const timer = setInterval(async () => {
    // A database that is away is met by the role itself.
    const now = await appliedMigrations(db).catch(() => before);
    if (now === before || over) return;
    end();
    onChanged(
      new WorkError(
        `the database was migrated from version ${before} to ${now} while this ran: start the Weboid that did so`,
      ),
    );
  }, everyMs);
  timer.unref();
  const end = () => {
    over = true;
    clearInterval(timer);
  };
  return end;
}
