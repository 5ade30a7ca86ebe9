import { endlessLeases, instantsAhead } from "../../../db/doctor/server.ts";
import { SKEW_MS_REPORTED } from "../../runtime/database-clock.ts";
import { span } from "../../runtime/words.ts";
import type { Doctor } from "./context.ts";

/** M8: one clock for the whole system, the database's, and it only goes forward. */
export async function checkClock({ db, clock, findings, repair }: Doctor): Promise<void> {
  const skew = clock.skewMs?.() ?? 0;
  if (Math.abs(skew) > SKEW_MS_REPORTED)
    findings.add("clock-skew", {
      examples: [`${span(Math.abs(skew))} ${skew > 0 ? "ahead" : "behind"}`],
    });
  await findings.attempt("instants ahead of the clock", async () => {
    const ahead = await instantsAhead(db, repair);
    const examples = ahead.map(({ where, latestMs }) => `${where}: ${new Date(latestMs).toISOString()}`);
    findings.add("clock-set-back", { examples, repaired: repair ? ahead.length : 0 });
  });
  await findings.attempt("leases", async () => {
    for (const { table, rows, repaired } of await endlessLeases(db, repair))
      findings.add("lease-endless", { count: rows, repaired, examples: [`${table}: ${rows} rows`] });
  });
}
