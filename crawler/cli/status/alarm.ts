import type { SystemStatus } from "../../../db/status/status.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { PASS_DAYS_MAX, type SweepPass, type WikiReport } from "./passes.ts";

/** What an operator should look at. Kinds are lasting names, for programs. */
export interface Alarm {
  readonly kind: AlarmKind;
  /** `warning`: it will become one, or it can wait until tomorrow. */
  readonly level: "alarm" | "warning";
  /** With the mend. */
  readonly text: string;
  /** ISO 8601; null: not known. */
  readonly since: string | null;
  /** The wiki that it is about; null: none, or several. */
  readonly wiki: string | null;
}

type AlarmKind =
  | "no-crawler"
  | "no-feeder"
  | "worker-silent"
  | "sweep-slow"
  | "sweep-late"
  | "new-urls-late"
  | "rechecks-late"
  | "feed-slow"
  | "feed-late"
  | "feed-silent"
  | "feed-still"
  | "changes-late"
  | "stream-silent"
  | "asked-late"
  | "wiki-error"
  | "spam-list"
  | "spam-stale"
  | "dispatch-late"
  | "dispatch-stuck"
  | "changes-held";

export interface Known {
  readonly status: SystemStatus;
  readonly today: Day;
  readonly pass: SweepPass;
  readonly wikis: readonly WikiReport[];
  /** A client that was not told something for longer stands still. */
  readonly stuckAfterSeconds: number;
}

/** F7: the alarm stands at four weeks; operators are told long before. */
const PASS_DAYS_WARN = 21;
export const iso = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();
export const days = (count: number): string => `${Math.ceil(count)} days`;

/** `at` beyond which limit: F7's two, or others of their kind. */
export const levelOf = (value: number, limits: { readonly warning: number; readonly alarm: number }) =>
  value > limits.alarm ? "alarm" : value > limits.warning ? "warning" : null;
export const PASS_DAYS = { warning: PASS_DAYS_WARN, alarm: PASS_DAYS_MAX };

/** When one of that role gave its last sign of life. */
export function lastHeard({ silent, nowMs }: SystemStatus, role: string): number | null {
  const ages = silent.filter((worker) => worker.role === role).map(({ secondsSilent }) => secondsSilent);
  return ages.length === 0 ? null : nowMs - Math.min(...ages) * 1_000;
}
