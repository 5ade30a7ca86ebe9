import type { ClientLag } from "../../../db/status/status.ts";
import { FEED_TARGET } from "../../../db/types.ts";
import { span } from "../output/text.ts";
import { type Alarm, iso, type Known, levelOf } from "./alarm.ts";

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
  return [...stuckAlarms(known), ...lateAlarms(known), ...heldAlarm(known)];
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

/** One for each edge, and for the feeds: each has dispatchers of its own to look at. */
function lateAlarms({ status: { clients, nowMs } }: Known): Alarm[] {
  const late = clients.filter(({ paused, lagSeconds }) => !paused && lagSeconds > LAG_SECONDS_MAX);
  return [...Map.groupBy(late, ({ target }) => target)].map(([target, those]) => {
    const [worst = those[0]] = those.toSorted((one, other) => other.lagSeconds - one.lagSeconds);
    const lag = worst?.lagSeconds ?? 0;
    const more =
      those.length === 1 ? "" : ` and ${those.length - 1} more ${those.length === 2 ? "wiki" : "wikis"}`;
    const who = target === FEED_TARGET ? "followers of the feed of" : `readers at the edge ${target} of`;
    return {
      kind: "dispatch-late",
      level: "alarm",
      text: `${who} ${worst?.wiki}${more} are told ${Math.round(lag / 60)} minutes late: start weboid dispatch${target === FEED_TARGET ? "" : ` with EDGE_NAME=${target}`}, or look at its log`,
      since: iso(nowMs - lag * 1_000),
      wiki: those.length === 1 ? (worst?.wiki ?? null) : null,
    };
  });
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
