import type { SystemStatus } from "../../../db/status/status.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { PASS_DAYS_MAX, type SweepPass, type WikiReport } from "./passes.ts";

/** What an operator should look at. Kinds are lasting names, for programs. */
export interface Alarm {
  readonly kind: AlarmKind;
  /** `warning`: it will become one, or it can wait until tomorrow. */
  readonly level: "alarm" | "warning";
  /** The same as `weboid doctor` names it; `status --check` fails while there is an `error`. */
  readonly severity: "error" | "warning";
  /** What is wrong, and how to fix it. */
  readonly text: string;
  /** ISO 8601; null: not known. */
  readonly since: string | null;
  /** The wiki that it is about; null: none, or several. */
  readonly wiki: string | null;
}

/** Each has a section of its name in docs/alarms.md. */
export const ALARM_KINDS = [
  "simulation-stopped",
  "no-crawler",
  "no-feeder",
  "no-dispatcher",
  "no-origin",
  "no-maintainer",
  "no-answers",
  "checks-fail",
  "checks-few",
  "queue-grows",
  "worker-silent",
  "clock-skew",
  "urls-held",
  "replica-late",
  "standby-unusable",
  "archiving-fails",
  "slot-idle",
  "sweep-slow",
  "sweep-late",
  "new-urls-late",
  "rechecks-late",
  "feed-slow",
  "feed-late",
  "feed-silent",
  "feed-still",
  "changes-late",
  "stream-silent",
  "asked-late",
  "wiki-error",
  "spam-list",
  "spam-stale",
  "edge-away",
  "edge-empty",
  "dispatch-late",
  "dispatch-stuck",
  "changes-held",
  "no-archivist",
  "archive-fails",
  "archive-late",
  "no-attacher",
  "organisations-late",
] as const;

type AlarmKind = (typeof ALARM_KINDS)[number];

export interface Known {
  readonly status: SystemStatus;
  readonly today: Day;
  readonly pass: SweepPass;
  readonly wikis: readonly WikiReport[];
  /** A client that got no changes for longer is stuck. */
  readonly stuckAfterSeconds: number;
  /** The database is that of a data folder, all of whose roles `weboid up` runs. */
  readonly own: boolean;
}

/** What starts a role that is missing. */
export const starting = ({ own }: Pick<Known, "own">, role: string): string =>
  own ? "weboid up" : `weboid ${role === "organisation" ? "organisation attach" : role}`;

/** F7: the alarm comes at four weeks, a warning long before. */
export const PASS_DAYS = { warning: 21, alarm: PASS_DAYS_MAX };

/** @param sinceMs null: not known. */
export const alarm = (
  kind: AlarmKind,
  level: Alarm["level"],
  text: string,
  sinceMs: number | null = null,
  wiki: string | null = null,
): Alarm => ({
  kind,
  level,
  severity: level === "alarm" ? "error" : "warning",
  text,
  since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
  wiki,
});

/** Of a worker, by its name. */
export const machineOf = ({ name }: { readonly name: string }): string => name.split(":")[0] ?? "";

export const days = (count: number): string => `${Math.ceil(count)} days`;

/** `at` beyond which limit: F7's two, or others of their kind. */
export const levelOf = (value: number, limits: { readonly warning: number; readonly alarm: number }) =>
  value > limits.alarm ? "alarm" : value > limits.warning ? "warning" : null;

/** When one of that role gave its last sign of life; null: none ever did. */
export function lastHeard({ silent, nowMs }: SystemStatus, role: string): number | null {
  const ages = silent.filter((worker) => worker.role === role).map(({ secondsSilent }) => secondsSilent);
  return ages.length === 0 ? null : nowMs - Math.min(...ages) * 1_000;
}
