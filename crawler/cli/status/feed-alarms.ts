import { daysBetween, instantOfDay } from "../../../shared/calendar/day.ts";
import { type Alarm, days, iso, type Known, lastHeard, levelOf, PASS_DAYS } from "./alarm.ts";
import { DAY_MS, HOUR_MS, PASS_DAYS_MAX, type WikiReport } from "./passes.ts";

/** A pace that is taken from less says little of days to come. */
const PACE_MS_MIN = HOUR_MS;
/** Nothing came forward for so long. */
const STILL_MS = { warning: HOUR_MS, alarm: DAY_MS };
const CHANGES_MS = { warning: HOUR_MS, alarm: DAY_MS };
/** Of the pages that the lists named. */
const SILENT = { warning: 0, alarm: 0.1 };
const STREAM_MS_MAX = 15 * 60_000;
const SPAM_MS_MAX = 2 * HOUR_MS;

/** What feeders are to be looked at for. */
export function feedAlarms(known: Known): Alarm[] {
  const fed = known.wikis.filter(({ paused }) => !paused);
  return [
    ...noFeeder(known, fed),
    ...fed.flatMap((wiki) => wikiAlarms(known, wiki)),
    ...streamAlarms(known),
    ...askedLate(known),
    ...spamAlarms(known),
  ];
}

function noFeeder({ status, today }: Known, fed: readonly WikiReport[]): Alarm[] {
  const { nowMs, workers, queues } = status;
  if (workers.some(({ role }) => role === "feed")) return [];
  // Who feeds once a day by hand or by cron is late on the day after.
  const late =
    fed.some(
      ({ dueMs, needUpdate, lastTurnMs }) =>
        nowMs - dueMs > DAY_MS || (needUpdate > 0 && nowMs - (lastTurnMs ?? 0) > HOUR_MS),
    ) ||
    (queues.oldestTouch !== null && queues.oldestTouch < today);
  if (!late) return [];
  const text = "no feeder is alive, and pages wait to be read: start weboid feed";
  return [{ kind: "no-feeder", level: "alarm", text, since: iso(lastHeard(status, "feed")), wiki: null }];
}

function wikiAlarms({ status, today }: Known, wiki: WikiReport): Alarm[] {
  const { nowMs } = status;
  const { pass, wiki: name } = wiki;
  const alarms: Alarm[] = [];
  const add = (kind: Alarm["kind"], level: Alarm["level"] | null, text: string, sinceMs: number | null) => {
    if (level !== null)
      alarms.push({ kind, level, text: `${name}: ${text}`, since: iso(sinceMs), wiki: name });
  };
  if (wiki.error !== null) add("wiki-error", "alarm", `${wiki.error}${again(wiki)}`, wiki.errorAtMs);
  if (wiki.passedOver > 0)
    add(
      "feed-silent",
      levelOf(wiki.passedOver / Math.max(1, wiki.listed), SILENT),
      `it names ${wiki.passedOver} pages about which it says nothing or fails, so their links are not known: look at the feeder's log`,
      null,
    );
  const more =
    "a faster connection to it, a bot's right of higher limits, or more feeders (weboid feed) where many wikis wait";
  const began = wiki.passBeganMs;
  if (pass.projectedDays !== null && (began === null || nowMs - began > PACE_MS_MIN)) {
    const took = began === null ? "its last pass took" : "its pass takes";
    const text = `${took} ${days(pass.projectedDays)}, which ${pass.projectedDays > PASS_DAYS_MAX ? "are more than" : "is not far from"} ${PASS_DAYS_MAX}: it needs ${more}`;
    add("feed-slow", levelOf(pass.projectedDays, PASS_DAYS), text, began);
  }
  if (wiki.oldestRead !== null) {
    const age = daysBetween(wiki.oldestRead, today);
    const text = `some of its pages were not read for ${days(age)}: it needs ${more}`;
    add("feed-late", levelOf(age, PASS_DAYS), text, instantOfDay(wiki.oldestRead));
  }
  const still = stillFor(wiki, nowMs);
  if (still !== null && wiki.error === null)
    add(
      "feed-still",
      levelOf(still, STILL_MS),
      `its pass is under way, and nothing was read for ${Math.floor(still / HOUR_MS)} hours: look at the feeder's log`,
      nowMs - still,
    );
  if (wiki.changesAtMs !== null && wiki.error === null)
    add(
      "changes-late",
      levelOf(nowMs - Math.max(wiki.changesDueMs, wiki.changesAtMs), CHANGES_MS),
      `what changes in it is not asked for since ${new Date(wiki.changesAtMs).toISOString()}: look at the feeder's log`,
      wiki.changesAtMs,
    );
  return alarms;
}

/** A wiki that fails too often is left alone by itself. */
const again = ({ retryMs }: WikiReport): string =>
  retryMs === null ? "" : `; tried again at ${new Date(retryMs).toISOString()}`;

/** Milliseconds in which a pass that is under way did not come forward; null: none is. */
function stillFor({ passBeganMs, needUpdate, listing, pass }: WikiReport, nowMs: number): number | null {
  if (passBeganMs === null || (needUpdate === 0 && !listing)) return null;
  return nowMs - Math.max(passBeganMs, pass.lastProgress === null ? 0 : Date.parse(pass.lastProgress));
}

/** Its wikis' own lists of changes tell the same, later. */
function streamAlarms({ status: { streams, nowMs } }: Known): Alarm[] {
  return streams.flatMap(({ url, open, sinceMs, namedAtMs, error }) => {
    const lastMs = sinceMs ?? namedAtMs;
    if (open || lastMs === null || nowMs - lastMs <= STREAM_MS_MAX) return [];
    const why = error ?? "no feeder reads it, start weboid feed";
    const text = `stream ${url} was not open for ${Math.floor((nowMs - lastMs) / 60_000)} minutes: ${why}; weboid wiki set WIKI --stream names another or none`;
    return [{ kind: "stream-silent", level: "alarm", text, since: iso(lastMs), wiki: null } as const];
  });
}

function askedLate({ status, today }: Known): Alarm[] {
  const { oldestTouch } = status.queues;
  if (oldestTouch === null) return [];
  const age = daysBetween(oldestTouch, today);
  const level = levelOf(age, { warning: 1, alarm: 7 });
  if (level === null) return [];
  const text = `pages that readers asked for wait ${days(age)}: start more feeders (weboid feed), or look at their log`;
  return [{ kind: "asked-late", level, text, since: iso(instantOfDay(oldestTouch)), wiki: null }];
}

function spamAlarms({ status: { spam, nowMs } }: Known): Alarm[] {
  // A wiki in trouble has three lists.
  const alarms = [...Map.groupBy(spam.troubles, ({ of }) => of)].map(([of, lists]): Alarm => {
    const names = lists.map(({ list }) => list).join(", ");
    const whats = lists.length === 1 ? `spam ${names} of ${of}` : `spam lists of ${of} (${names})`;
    const why = [...new Set(lists.map(({ error }) => error))].join("; ");
    const read = lists.map(({ readAtMs }) => readAtMs);
    const what = read.every((at) => at === null)
      ? "never read, so nothing of it is in force"
      : "not read lately, what was read last is in force";
    return {
      kind: "spam-list",
      level: "warning",
      text: `${whats} ${lists.length === 1 ? "is" : "are"} ${what}: ${why}`,
      since: iso(read.includes(null) ? null : Math.min(...read.map(Number))),
      wiki: of.startsWith("@") ? null : of,
    };
  });
  const { oldestReadMs, stalest } = spam;
  if (oldestReadMs !== null && nowMs - oldestReadMs > SPAM_MS_MAX)
    alarms.push({
      kind: "spam-stale",
      level: "warning",
      text: `spam lists are not looked at for ${Math.floor((nowMs - oldestReadMs) / HOUR_MS)} hours (${stalest ?? ""}): is a feeder alive (weboid feed)?`,
      since: iso(oldestReadMs),
      wiki: null,
    });
  return alarms;
}
