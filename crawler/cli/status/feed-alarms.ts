import { DAY_MS, daysBetween, HOUR_MS, instantOfDay } from "../../../shared/calendar/day.ts";
import { counted, span } from "../../runtime/words.ts";
import { type Alarm, alarm, days, type Known, lastHeard, levelOf, PASS_DAYS, starting } from "./alarm.ts";
import { PASS_DAYS_MAX, type WikiReport } from "./passes.ts";

/** A rate that is measured over less says little of days to come. */
const RATE_MS_MIN = HOUR_MS;
/** No progress for so long. */
const STILL_MS = { warning: HOUR_MS, alarm: DAY_MS };
const CHANGES_MS = { warning: HOUR_MS, alarm: DAY_MS };
/** Of the pages that the lists named. */
const SILENT = { warning: 0, alarm: 0.1 };
const STREAM_MS_MAX = 15 * 60_000;
const SPAM_MS_MAX = 2 * HOUR_MS;
const LOG = "look at the feeder's log";

/** What is wrong with feeding. */
export function feedAlarms(known: Known): Alarm[] {
  const fed = known.wikis.filter(({ paused }) => !paused);
  return [
    ...noFeeder(known, fed),
    ...fed.flatMap((wiki) => wikiAlarms(known, wiki)),
    ...streamAlarms(known),
    ...requestedLate(known),
    ...spamAlarms(known),
  ];
}

function noFeeder(known: Known, fed: readonly WikiReport[]): Alarm[] {
  const { status, today } = known;
  const { nowMs, workers, queues } = status;
  if (workers.some(({ role }) => role === "feed")) return [];
  // Feeding once a day, by hand or by cron, is late on the day after.
  const late =
    fed.some(
      ({ dueMs, needUpdate, lastTurnMs }) =>
        nowMs - dueMs > DAY_MS || (needUpdate > 0 && nowMs - (lastTurnMs ?? 0) > HOUR_MS),
    ) ||
    (queues.oldestTouch !== null && queues.oldestTouch < today);
  if (!late) return [];
  const waiting = fed.reduce((pages, { needUpdate }) => pages + needUpdate, 0);
  const what =
    waiting > 0
      ? `and ${counted(waiting, "page")} ${waiting === 1 ? "waits" : "wait"} to be read`
      : queues.oldestTouch === null
        ? "and wikis are due to be looked through"
        : "and pages that readers asked for wait to be read";
  const text = `no feeder is alive, ${what}: start ${starting(known, "feed")}`;
  return [alarm("no-feeder", "alarm", text, lastHeard(status, "feed"))];
}

function wikiAlarms({ status, today }: Known, wiki: WikiReport): Alarm[] {
  const { nowMs } = status;
  const { pass, wiki: name, passBeganMs: began } = wiki;
  const alarms: Alarm[] = [];
  const add = (
    kind: Alarm["kind"],
    level: Alarm["level"] | null,
    text: string,
    sinceMs: number | null = null,
  ) => {
    if (level !== null) alarms.push(alarm(kind, level, `${name}: ${text}`, sinceMs, name));
  };
  if (wiki.error !== null) add("wiki-error", "alarm", `${wiki.error}${again(wiki)}`, wiki.errorAtMs);
  const silent = levelOf(wiki.passedOver / Math.max(1, wiki.listed), SILENT);
  add(
    "feed-silent",
    silent,
    `it names ${counted(wiki.passedOver, "page")} about which it says nothing or fails, so their links are not known: ${LOG}`,
  );
  const more =
    "a faster connection to it, a bot's right of higher limits, or more feeders (weboid feed) where many wikis wait";
  if (pass.projectedDays !== null && (began === null || nowMs - began > RATE_MS_MIN)) {
    const took = began === null ? "its last pass took" : "its pass takes";
    const limit = pass.projectedDays > PASS_DAYS_MAX ? "which are more than" : "which is not far from";
    const text = `${took} ${days(pass.projectedDays)}, ${limit} ${PASS_DAYS_MAX}: it needs ${more}`;
    add("feed-slow", levelOf(pass.projectedDays, PASS_DAYS), text, began);
  }
  if (wiki.oldestRead !== null) {
    const age = daysBetween(wiki.oldestRead, today);
    const text = `some of its pages were not read for ${days(age)}: it needs ${more}`;
    add("feed-late", levelOf(age, PASS_DAYS), text, instantOfDay(wiki.oldestRead));
  }
  if (wiki.error !== null) return alarms;
  const still = stillFor(wiki, nowMs);
  const text = `its pass is under way, and nothing was read for ${span(still)}: ${LOG}`;
  add("feed-still", levelOf(still, STILL_MS), text, nowMs - still);
  const { changesAtMs, changesDueMs } = wiki;
  if (changesAtMs !== null)
    add(
      "changes-late",
      levelOf(nowMs - Math.max(changesDueMs, changesAtMs), CHANGES_MS),
      `its recent changes were not read since ${new Date(changesAtMs).toISOString()}: ${LOG}`,
      changesAtMs,
    );
  return alarms;
}

/** Feeding rests by itself after several errors. */
const again = ({ retryMs }: WikiReport): string =>
  retryMs === null ? "" : `; tried again at ${new Date(retryMs).toISOString()}`;

/** For how many milliseconds a pass made no progress; 0 where none is under way. */
function stillFor({ passBeganMs, needUpdate, listing, pass }: WikiReport, nowMs: number): number {
  if (passBeganMs === null || (needUpdate === 0 && !listing)) return 0;
  return nowMs - Math.max(passBeganMs, pass.lastProgress === null ? 0 : Date.parse(pass.lastProgress));
}

/** Its wikis' recent changes bring the same, later. */
function streamAlarms(known: Known): Alarm[] {
  const { streams, nowMs } = known.status;
  return streams.flatMap(({ url, open, sinceMs, namedAtMs, error }) => {
    const lastMs = sinceMs ?? namedAtMs;
    if (open || lastMs === null || nowMs - lastMs <= STREAM_MS_MAX) return [];
    const why = error ?? `no feeder reads it, start ${starting(known, "feed")}`;
    const text = `stream ${url} was not open for ${span(nowMs - lastMs)}: ${why}; weboid wiki set WIKI --stream names another or none`;
    return [alarm("stream-silent", "alarm", text, lastMs)];
  });
}

function requestedLate({ status, today }: Known): Alarm[] {
  const { oldestTouch } = status.queues;
  if (oldestTouch === null) return [];
  const age = daysBetween(oldestTouch, today);
  const level = levelOf(age, { warning: 1, alarm: 7 });
  if (level === null) return [];
  const text = `pages that readers asked for wait ${days(age)}: start more feeders (weboid feed), or look at their log`;
  return [alarm("asked-late", level, text, instantOfDay(oldestTouch))];
}

function spamAlarms(known: Known): Alarm[] {
  const { spam, nowMs } = known.status;
  // A wiki in trouble has three lists.
  const alarms = [...Map.groupBy(spam.troubles, ({ of }) => of)].map(([of, lists]) => {
    const names = lists.map(({ list }) => list).join(", ");
    const whats = lists.length === 1 ? `spam ${names} of ${of} is` : `spam lists of ${of} (${names}) are`;
    const why = [...new Set(lists.map(({ error }) => error))].join("; ");
    const read = lists.flatMap(({ readAtMs }) => readAtMs ?? []);
    const what =
      read.length === 0
        ? "never read, so nothing of it is in force"
        : "not read lately, what was read last is in force";
    const sinceMs = read.length < lists.length ? null : Math.min(...read);
    const wiki = of.startsWith("@") ? null : of;
    return alarm("spam-list", "warning", `${whats} ${what}: ${why}`, sinceMs, wiki);
  });
  const { oldestReadMs, stalest } = spam;
  if (oldestReadMs === null || nowMs - oldestReadMs <= SPAM_MS_MAX) return alarms;
  const text = `spam lists were not read for ${span(nowMs - oldestReadMs)} (${stalest ?? ""}): is a feeder alive (${starting(known, "feed")})?`;
  return [...alarms, alarm("spam-stale", "warning", text, oldestReadMs)];
}
