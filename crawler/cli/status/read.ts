import { readStatus } from "../../../db/status/status.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import type { Config } from "../../runtime/config.ts";
import type { Database } from "../../runtime/context.ts";
import { startingOn } from "../../up/simulation.ts";
import { reportStatus, type StatusReport } from "./report.ts";

/** Reads the counts of the database, and whether a `weboid up` starts on it: on the data folder, with its embedded database. */
export async function readReport(
  db: Database,
  today: Day,
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  stuckAfterSeconds?: number,
): Promise<StatusReport> {
  // Before the counts: roles that came since are in them.
  const own = databaseUrl === null;
  const starting = own ? startingOn(dataDir) : null;
  return reportStatus(await readStatus(db, today), today, {
    own,
    starting,
    ...(stuckAfterSeconds !== undefined && { stuckAfterSeconds }),
  });
}
