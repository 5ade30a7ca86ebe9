import { addPartition } from "../../db/queries/operate/add-partition.ts";
import { expireNotes } from "../../db/queries/operate/expire-notes.ts";
import { expireReports } from "../../db/queries/operate/expire-reports.ts";
import { expireTouches } from "../../db/queries/operate/expire-touches.ts";
import { expireTraits } from "../../db/queries/operate/expire-traits.ts";
import { expireUrls } from "../../db/queries/operate/expire-urls.ts";
import { expireWorkers } from "../../db/queries/operate/expire-workers.ts";
import { pruneChanges } from "../../db/queries/operate/prune-changes.ts";
import { addDays } from "../../shared/calendar/day.ts";
import type { RoleContext } from "../runtime/context.ts";
import { pause } from "../runtime/pause.ts";

/** How long things are kept without being seen again; the requirement stands beside each. */
const KEEP_DAYS = {
  /** M4: URLs that no pass over the pages touched. */
  urls: 100,
  /** M9 */
  traits: 100,
  /** C1: a host that wants GET has to earn it again. */
  getNeeded: 200,
  /** M10: half a year. */
  notes: 183,
  /** H1: six months. */
  reports: 183,
  /** Pages that were asked for and are done with. */
  touches: 7,
} as const;
/** D1: how far a client may fall behind before it needs a full export. */
const KEEP_CHANGES_SECONDS = 14 * 86_400;
const KEEP_WORKERS_SECONDS = 86_400;
const PERIOD_MS = 6 * 3_600_000;

/** How many of each kind expired (M11). */
export type Expired = Readonly<
  Record<"urls" | "traits" | "notes" | "reports" | "touches" | "changes" | "workers", number>
>;

/** Lets everything that expires expire (M11): now with `once`, else now and every six hours. */
export async function maintain(ctx: RoleContext, options: { readonly once: boolean }): Promise<Expired> {
  for (;;) {
    const expired = await expire(ctx);
    const said = Object.entries(expired)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${count} ${kind}`);
    ctx.log.info(said.length === 0 ? "nothing has expired" : `expired: ${said.join(", ")}`);
    if (options.once) return expired;
    await pause(PERIOD_MS, ctx.signal);
    if (ctx.signal.aborted) return expired;
  }
}

async function expire({ db, clock }: RoleContext): Promise<Expired> {
  const today = clock.today();
  const before = (days: number) => addDays(today, -days);
  // So that no feeder has to in the midst of its work.
  await addPartition(db);
  return {
    urls: await expireUrls(db, before(KEEP_DAYS.urls), today),
    traits: await expireTraits(db, before(KEEP_DAYS.traits), before(KEEP_DAYS.getNeeded)),
    notes: await expireNotes(db, before(KEEP_DAYS.notes)),
    reports: await expireReports(db, before(KEEP_DAYS.reports), today),
    touches: await expireTouches(db, before(KEEP_DAYS.touches)),
    changes: await pruneChanges(db, KEEP_CHANGES_SECONDS),
    workers: await expireWorkers(db, KEEP_WORKERS_SECONDS),
  };
}
