import type { ClientLag, SystemStatus } from "../../../db/status/status.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import type { Alarm } from "./alarm.ts";
import { alarmsOf } from "./alarms.ts";
import { isStuck } from "./dispatch-alarms.ts";
import { type EdgeReport, edgesOf } from "./edges.ts";
import { feedPassOf, type SweepPass, sweepPassOf, type WikiReport } from "./passes.ts";

export interface ClientReport extends ClientLag {
  /** It was not told something for longer than it may be. */
  readonly stuck: boolean;
}

export interface StatusReport
  extends Omit<SystemStatus, "sweepHours" | "wikis" | "clients" | "dispatchHours"> {
  readonly today: Day;
  readonly pass: SweepPass;
  readonly wikis: readonly WikiReport[];
  readonly clients: readonly ClientReport[];
  /** What each edge was told, and the table of events. */
  readonly edges: readonly EdgeReport[];
  /** URLs that got their host's status without being asked (C5), by the crawlers that are alive, since they started. */
  readonly booked: number;
  /** What an operator should look at, the worst first; empty: all is well. */
  readonly alarms: readonly Alarm[];
}

/** A client that was not told something for so long stands still, if the operator does not say otherwise. */
export const STUCK_AFTER_SECONDS = 3_600;

/** Reads the counts as an operator would. Pure. */
export function reportStatus(
  status: SystemStatus,
  today: Day,
  stuckAfterSeconds = STUCK_AFTER_SECONDS,
): StatusReport {
  const { sweepHours: _, dispatchHours: __, ...counts } = status;
  const pass = sweepPassOf(status, today);
  const wikis = status.wikis.map(({ hours, ...wiki }) => ({
    ...wiki,
    pass: feedPassOf({ ...wiki, hours }, status.nowMs),
  }));
  const booked = status.workers.reduce((sum, { info }) => sum + Number(info.booked ?? 0), 0);
  const clients = status.clients.map((client) => ({ ...client, stuck: isStuck(client, stuckAfterSeconds) }));
  const alarms = alarmsOf({ status, today, pass, wikis, stuckAfterSeconds });
  return { today, ...counts, wikis, clients, edges: edgesOf(status), pass, booked, alarms };
}
