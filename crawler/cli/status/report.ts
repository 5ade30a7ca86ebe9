import type { ClientLag, DispatchHour, SweepHour, SystemStatus } from "../../../db/status/status.ts";
import { FEED_TARGET } from "../../../db/types.ts";
import { type Day, HOUR_MS } from "../../../shared/calendar/day.ts";
import type { Starting } from "../../up/simulation.ts";
import type { Alarm } from "./alarm.ts";
import { alarmsOf } from "./alarms.ts";
import { isStuck } from "./dispatch-alarms.ts";
import { feedPassOf, type SweepPass, sweepPassOf, type WikiReport } from "./passes.ts";
import { stoppedAlarm } from "./starting.ts";

/** What was published to an edge in some hours. */
interface EdgeWork {
  readonly batches: number;
  /** Changes times the pages that they concern. */
  readonly concerned: number;
  /** Snapshots written and removed for them, and those written by full exports. */
  readonly written: number;
  readonly removed: number;
  readonly exported: number;
  /** Of these changes, how many one write or removal published (D4); null: there was none. */
  readonly coalescing: number | null;
  /** Writes and removals, without those of full exports; null: nothing was checked. */
  readonly writesPer1000Checks: number | null;
}

export interface EdgeReport {
  readonly target: string;
  /** The hour under way and the one before; the last day. */
  readonly hour: EdgeWork;
  readonly day: EdgeWork;
}

/** How much traffic the news make (design 5), by the database's hours. Events are no snapshots: the feed is no edge. */
export function edgesOf({
  clients,
  dispatchHours,
  sweepHours,
  nowMs,
}: Pick<SystemStatus, "clients" | "dispatchHours" | "sweepHours" | "nowMs">): EdgeReport[] {
  const names = [...clients, ...dispatchHours].map(({ target }) => target);
  const edges = [...new Set(names)].filter((name) => name !== FEED_TARGET);
  return edges.sort().map((target) => {
    const own = dispatchHours.filter((hour) => hour.target === target);
    const since = (hours: number) => {
      const young = ({ startMs }: { readonly startMs: number }) => startMs > nowMs - (hours + 1) * HOUR_MS;
      return workOf(own.filter(young), sweepHours.filter(young));
    };
    return { target, hour: since(1), day: since(24) };
  });
}

function workOf(hours: readonly DispatchHour[], sweeps: readonly SweepHour[]): EdgeWork {
  const sum = (value: (hour: DispatchHour) => number) =>
    hours.reduce((total, hour) => total + value(hour), 0);
  const [written, removed] = [sum((hour) => hour.written), sum((hour) => hour.removed)];
  const concerned = sum((hour) => hour.concerned);
  const checked = sweeps.reduce((total, hour) => total + hour.checked, 0);
  const writes = written + removed;
  return {
    batches: sum((hour) => hour.batches),
    concerned,
    written,
    removed,
    exported: sum((hour) => hour.exported),
    coalescing: writes === 0 ? null : concerned / writes,
    writesPer1000Checks: checked === 0 ? null : (writes * 1_000) / checked,
  };
}

interface ClientReport extends ClientLag {
  /** It got no changes for longer than it may. */
  readonly stuck: boolean;
}

export interface StatusReport
  extends Omit<
    SystemStatus,
    "sweepHours" | "usualSweep" | "queueHours" | "wikis" | "clients" | "dispatchHours"
  > {
  readonly today: Day;
  readonly pass: SweepPass;
  readonly wikis: readonly WikiReport[];
  readonly clients: readonly ClientReport[];
  /** What was published to each edge. */
  readonly edges: readonly EdgeReport[];
  /** URLs that got their host's status without being asked (C5), by the crawlers that are alive, since they started. */
  readonly booked: number;
  /** What an operator should look at, the worst first; empty: all is well, or `weboid up` is still starting. */
  readonly alarms: readonly Alarm[];
  /**
   * The roles of `weboid up` come after its start, which may simulate days: no alarms meanwhile, and one alone where it was stopped amid
   * them. null: neither.
   */
  readonly starting: Starting | null;
}

/** What surrounds the database. */
interface Surroundings {
  readonly stuckAfterSeconds?: number;
  readonly own?: boolean;
  readonly starting?: Starting | null;
}

/** Reads the counts as an operator would. Pure. */
export function reportStatus(
  status: SystemStatus,
  today: Day,
  { stuckAfterSeconds = 3_600, own = false, starting: found = null }: Surroundings = {},
): StatusReport {
  const { sweepHours: _, usualSweep: __, queueHours: ___, dispatchHours: ____, ...counts } = status;
  const pass = sweepPassOf(status, today);
  const wikis = status.wikis.map(({ hours, ...wiki }) => ({
    ...wiki,
    pass: feedPassOf({ ...wiki, hours }, status.nowMs),
  }));
  const booked = status.workers.reduce((sum, { info }) => sum + Number(info.booked ?? 0), 0);
  const clients = status.clients.map((client) => ({ ...client, stuck: isStuck(client, stuckAfterSeconds) }));
  const known = { status, today, pass, wikis, stuckAfterSeconds, own };
  // Roles that run are not those of a start that was stopped.
  const starting = found?.stopped && status.workers.length > 0 ? null : found;
  const alarms = starting === null ? alarmsOf(known) : starting.stopped ? [stoppedAlarm(starting)] : [];
  return { today, ...counts, wikis, clients, edges: edgesOf(status), pass, booked, alarms, starting };
}
