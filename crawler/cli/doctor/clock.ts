import { urlSlices } from "../../../db/doctor/ranges.ts";
import { endlessLeases, instantsAhead } from "../../../db/doctor/server.ts";
import { urlsAhead } from "../../../db/doctor/urls.ts";
import { SKEW_MS_REPORTED } from "../../runtime/database-clock.ts";
import { span } from "../../runtime/words.ts";
import type { Doctor } from "./context.ts";

/** With more URLs than so many, and than this share of those looked at, after today, it is rather today that is wrong. */
const AHEAD_MAX = 20;
const AHEAD_SHARE_MAX = 0.05;

/**
 * Why nothing may be repaired: a repair takes the database's day for today, and takes out what lies after it, which cannot be undone.
 * null: nothing speaks against it. `force` knows better of the days of URLs, and of no clock.
 */
export async function wrongToday(doctor: Doctor): Promise<string | null> {
  const { db, clock, extent } = doctor;
  if (isSkewed(doctor))
    return "nothing is repaired while the clocks of this machine and of the database differ: set both right first";
  if (doctor.force) return null;
  const slices = await urlSlices(db, { ...extent, full: false });
  const { urls, ahead } = await urlsAhead(db, slices, clock.today());
  if (ahead <= AHEAD_MAX || ahead <= urls * AHEAD_SHARE_MAX) return null;
  return `nothing is repaired: ${ahead} of ${urls} URLs looked at have days after today, so today may be wrong; where the database's clock is right now, and was ahead before: weboid doctor --repair --force`;
}

const isSkewed = ({ clock }: Doctor): boolean => Math.abs(clock.skewMs?.() ?? 0) > SKEW_MS_REPORTED;

/** M8: one clock for the whole system, the database's, and it only goes forward. */
export async function checkClock(doctor: Doctor): Promise<void> {
  const { db, clock, findings, repair } = doctor;
  const skew = clock.skewMs?.() ?? 0;
  if (isSkewed(doctor))
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
