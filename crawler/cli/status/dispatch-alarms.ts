import type { ClientLag } from "../../../db/queries/status/read-status.ts";
import { type Alarm, iso, type Known, levelOf } from "./alarms.ts";
import { span } from "./lines.ts";

/** Design figure: a change is visible at the edge within ten minutes. */
const LAG_SECONDS_MAX = 600;
/** Nobody is told what was written since. */
const HELD_SECONDS = { warning: 120, alarm: LAG_SECONDS_MAX };
/** Named in one alarm; `clients` has all. */
const NAMED_MAX = 5;

/** A client that stands still: not told for so long, and nobody is at its full export either. */
export const isStuck = (
  { paused, lagSeconds, needsExport, holder }: ClientLag,
  stuckAfterSeconds: number,
): boolean => !paused && lagSeconds > stuckAfterSeconds && !(needsExport && holder !== null);

/** What dispatchers, and the order of changes, are to be looked at for. */
export function dispatchAlarms(known: Known): Alarm[] {
  return [...stuckAlarms(known), ...lateAlarm(known), ...heldAlarm(known)];
}

/** One for each edge, as its dispatchers, or its store, are what fails mostly. */
function stuckAlarms({ status: { clients, nowMs }, stuckAfterSeconds }: Known): Alarm[] {
  const stuck = clients.filter((client) => isStuck(client, stuckAfterSeconds));
  return [...Map.groupBy(stuck, ({ target }) => target)].map(([target, those]) => {
    const worst = those.toSorted((one, other) => other.lagSeconds - one.lagSeconds);
    const names = worst.slice(0, NAMED_MAX).map(({ wiki }) => wiki);
    const more = those.length > names.length ? ` and ${those.length - names.length} more` : "";
    const lag = worst[0]?.lagSeconds ?? 0;
    return {
      kind: "dispatch-stuck",
      level: "alarm",
      text: `${names.join(", ")}${more} at ${target} ${those.length === 1 ? "stands" : "stand"} still for ${span(lag * 1_000)}, and changes are kept for that: look at the log of its dispatchers (weboid dispatch), or give the edge up (weboid dispatch --forget-edge ${target})`,
      since: iso(nowMs - lag * 1_000),
      wiki: worst.length === 1 ? (worst[0]?.wiki ?? null) : null,
    };
  });
}

function lateAlarm({ status }: Known): Alarm[] {
  const late = status.clients.filter(({ paused, lagSeconds }) => !paused && lagSeconds > LAG_SECONDS_MAX);
  const [worst] = late.toSorted((one, other) => other.lagSeconds - one.lagSeconds);
  if (worst === undefined) return [];
  const more = late.length === 1 ? "" : ` and those of ${late.length - 1} more wikis`;
  return [
    {
      kind: "dispatch-late",
      level: "alarm",
      text: `readers of ${worst.wiki}${more} are told ${Math.round(worst.lagSeconds / 60)} minutes late: start weboid dispatch, or look at its log`,
      since: iso(status.nowMs - worst.lagSeconds * 1_000),
      wiki: late.length === 1 ? worst.wiki : null,
    },
  ];
}

function heldAlarm({ status: { heldBack: held, nowMs } }: Known): Alarm[] {
  const level = held === null || held.seconds === null ? null : levelOf(held.seconds, HELD_SECONDS);
  if (held === null || held.seconds === null || level === null) return [];
  const { pid, user, application, database, state, seconds } = held;
  const who =
    pid === null
      ? `the prepared transaction ${application}`
      : `pid ${pid} (${application === "" ? "no name" : application}, user ${user}, database ${database}, ${state})`;
  const mend =
    pid === null
      ? "end it with rollback prepared or commit prepared"
      : `end it, or select pg_terminate_backend(${pid})`;
  const text = `nothing that changed in the last ${Math.floor(seconds / 60)} minutes is told: ${who} keeps a transaction open for so long; ${mend}`;
  return [{ kind: "changes-held", level, text, since: iso(nowMs - seconds * 1_000), wiki: null }];
}
