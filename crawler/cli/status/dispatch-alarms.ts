import type { ClientLag } from "../../../db/status/status.ts";
import { FEED_TARGET } from "../../../db/types.ts";
import { counted, span } from "../../runtime/words.ts";
import { type Alarm, alarm, type Known, levelOf, starting } from "./alarm.ts";

/** Design figure: a change is visible at the edge within ten minutes. */
const LAG_SECONDS_MAX = 600;
/** Nothing that was written since is published. */
const HELD_SECONDS = { warning: 120, alarm: LAG_SECONDS_MAX };
/** An edge that is started again is back before. */
const AWAY_MS = { warning: 60_000, alarm: 300_000 };
/** Named in one alarm; `clients` has all. */
const NAMED_MAX = 5;

/** Whether a client stands still: it got nothing for so long, and no full export is under way either. */
export const isStuck = (
  { paused, lagSeconds, needsExport, holder }: ClientLag,
  stuckAfterSeconds: number,
): boolean => !paused && lagSeconds > stuckAfterSeconds && !(needsExport && holder !== null);

/** What is wrong with dispatchers, and with the order of changes. */
export function dispatchAlarms(known: Known): Alarm[] {
  return [
    ...awayAlarms(known),
    ...emptyAlarms(known),
    ...stuckAlarms(known),
    ...lateAlarms(known),
    ...heldAlarm(known),
  ];
}

/** Each dispatcher looks now and then, also when nothing is to be written. */
function awayAlarms({ status: { workers, nowMs } }: Known): Alarm[] {
  const away = workers.flatMap(({ info: { edge, storeAwaySince } }) =>
    typeof storeAwaySince === "string" ? [{ edge: String(edge), sinceMs: Date.parse(storeAwaySince) }] : [],
  );
  return [...Map.groupBy(away, ({ edge }) => edge)].flatMap(([edge, those]) => {
    const sinceMs = Math.min(...those.map((each) => each.sinceMs));
    const level = levelOf(nowMs - sinceMs, AWAY_MS);
    const text = `the store of the edge ${edge} does not answer its dispatchers for ${span(nowMs - sinceMs)}, so nothing new reaches readers, and an edge of your own may answer nobody: see whether it runs (weboid edge), and what the log of its dispatchers says`;
    return level === null ? [] : [alarm("edge-away", level, text, sinceMs)];
  });
}

function emptyAlarms({ status: { workers } }: Known): Alarm[] {
  const edges = workers.flatMap(({ info }) => (info.isStoreEmpty === true ? [String(info.edge)] : []));
  return [...new Set(edges)].map((edge) =>
    alarm(
      "edge-empty",
      "alarm",
      `the store of the edge ${edge} lost what was published there, so it may answer nothing: if it is the right store, stop its dispatchers, have everything published again with weboid dispatch --forget-edge ${edge} as the owner of the database, and start them`,
    ),
  );
}

/** Clients by their edge, which mostly is what fails, with its store or its dispatchers; those that lag most first. */
function byTarget(clients: readonly ClientLag[]): [target: string, those: ClientLag[]][] {
  const worstFirst = clients.toSorted((one, other) => other.lagSeconds - one.lagSeconds);
  return [...Map.groupBy(worstFirst, ({ target }) => target)];
}

function stuckAlarms({ status: { clients, nowMs }, stuckAfterSeconds }: Known): Alarm[] {
  const stuck = clients.filter((client) => isStuck(client, stuckAfterSeconds));
  return byTarget(stuck).map(([target, those]) => {
    const names = those.slice(0, NAMED_MAX).map(({ wiki }) => wiki);
    const more = those.length > names.length ? ` and ${those.length - names.length} more` : "";
    const lagMs = (those[0]?.lagSeconds ?? 0) * 1_000;
    const text = `${names.join(", ")}${more} at ${target} ${those.length === 1 ? "stands" : "stand"} still for ${span(lagMs)}, and changes are kept for that: look at the log of its dispatchers (weboid dispatch), or give the edge up (weboid dispatch --forget-edge ${target})`;
    return alarm("dispatch-stuck", "alarm", text, nowMs - lagMs, onlyWiki(those));
  });
}

function lateAlarms(known: Known): Alarm[] {
  const { clients, nowMs } = known.status;
  const [own, starts] = [known.own, starting(known, "dispatch")];
  const late = clients.filter(({ paused, lagSeconds }) => !paused && lagSeconds > LAG_SECONDS_MAX);
  return byTarget(late).map(([target, those]) => {
    const lag = those[0]?.lagSeconds ?? 0;
    const more = those.length === 1 ? "" : ` and ${counted(those.length - 1, "more wiki")}`;
    const [who, which] =
      target === FEED_TARGET
        ? ["followers of the feed of", ""]
        : [`readers at the edge ${target} of`, ` with EDGE_NAME=${target}`];
    const text = `${who} ${those[0]?.wiki}${more} get changes ${span(lag * 1_000)} late: start ${starts}${own ? "" : which}, or look at its log`;
    return alarm("dispatch-late", "alarm", text, nowMs - lag * 1_000, onlyWiki(those));
  });
}

const onlyWiki = (those: readonly ClientLag[]): string | null =>
  those.length === 1 ? (those[0]?.wiki ?? null) : null;

function heldAlarm({ status: { heldBack: held, nowMs } }: Known): Alarm[] {
  const level = held === null || held.seconds === null ? null : levelOf(held.seconds, HELD_SECONDS);
  if (held === null || held.seconds === null || level === null) return [];
  const { pid, user, application, database, state, seconds } = held;
  const [who, fix] =
    pid === null
      ? [`the prepared transaction ${application}`, "end it with rollback prepared or commit prepared"]
      : [
          `pid ${pid} (${application === "" ? "no name" : application}, user ${user}, database ${database}, ${state === "" ? "state not known" : state})`,
          `end it, or select pg_terminate_backend(${pid})`,
        ];
  const text = `nothing that changed in the last ${span(seconds * 1_000)} is published: ${who} keeps a transaction open for so long; ${fix}`;
  return [alarm("changes-held", level, text, nowMs - seconds * 1_000)];
}
