import type { Database } from "../../db/connect.ts";
import { appliedMigrations } from "../../db/migrate.ts";
import { WorkError } from "./errors.ts";

const EVERY_MS = 5_000;

/**
 * Tells once when somebody migrated the database under a process that lives on, which would take what a newer version writes
 * for damaged, and replace it. It compares with the database at its own beginning and not with the files of migrations,
 * which may be those of a newer version by then. Answers how to end it.
 */
export async function watchSchema(
  db: Database,
  onChanged: (error: WorkError) => void,
  everyMs = EVERY_MS,
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
        `the database was brought from version ${before} to ${now} while this ran: start the Weboid that did so`,
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
