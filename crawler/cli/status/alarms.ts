import { DAY_MS, daysBetween, HOUR_MS, instantOfDay } from "../../../shared/calendar/day.ts";
import { SKEW_MS_REPORTED } from "../../runtime/database-clock.ts";
import { span } from "../../runtime/words.ts";
import {
  type Alarm,
  alarm,
  days,
  type Known,
  lastHeard,
  levelOf,
  machineOf,
  PASS_DAYS,
  starting,
} from "./alarm.ts";
import { anomalies } from "./anomalies.ts";
import { archiveAlarms } from "./archive-alarms.ts";
import { dispatchAlarms } from "./dispatch-alarms.ts";
import { feedAlarms } from "./feed-alarms.ts";
import { organisationAlarms } from "./organisation-alarms.ts";
import { PASS_DAYS_MAX } from "./passes.ts";
import { serverAlarms } from "./server-alarms.ts";

/** A slice waits for its day, and its pass may take one. */
const SWEEP_LATE_DAYS = 2;
const NEW_URL_HOURS = { warning: 24, alarm: 24 * 7 };
const RECHECK_LATE_DAYS = 3;
/** More than the crawlers that are alive; the first one where there is none. */
const moreCrawlers = (known: Known): string =>
  known.status.workers.some(({ role }) => role === "crawl")
    ? "start more crawlers (weboid crawl)"
    : `start ${starting(known, "crawl")}`;

/** Alarms before warnings, each in the order of what stands still, what is late, what is slow. */
export function alarmsOf(known: Known): Alarm[] {
  const all = [
    ...workerAlarms(known),
    ...roleAlarms(known),
    ...answerAlarms(known),
    ...anomalies(known),
    ...clockAlarms(known),
    ...expiryAlarms(known),
    ...replicaAlarms(known),
    ...standbyAlarms(known),
    ...serverAlarms(known),
    ...sweepAlarms(known),
    ...feedAlarms(known),
    ...dispatchAlarms(known),
    ...archiveAlarms(known),
    ...organisationAlarms(known),
  ];
  return [...all.filter(({ level }) => level === "alarm"), ...all.filter(({ level }) => level === "warning")];
}

function workerAlarms(known: Known): Alarm[] {
  const { status } = known;
  const { workers, silent, urls, nowMs } = status;
  const alive = (role: string) => workers.filter((worker) => worker.role === role);
  const heardMs = (seconds: number) => nowMs - seconds * 1_000;
  // Those that started later replaced them.
  const missing = silent.filter(
    ({ role, secondsSilent }) => !alive(role).some(({ startedAtMs }) => startedAtMs > heardMs(secondsSilent)),
  );
  const silences = [...Map.groupBy(missing, ({ role }) => role)].map(([role, those]) => {
    const [first = ""] = those.map(({ name }) => name);
    const who =
      those.length === 1 ? `${role} worker ${first}` : `${those.length} ${role} workers (${first}, …)`;
    const text = `${who} gave no sign of life and did not sign off: look at the machine, or start ${known.own ? "" : "others: "}${starting(known, role)}`;
    const sinceMs = heardMs(Math.max(...those.map(({ secondsSilent }) => secondsSilent)));
    return alarm("worker-silent", "warning", text, sinceMs);
  });
  if (urls === 0 || alive("crawl").length > 0) return silences;
  const text = `no crawler is alive: start ${starting(known, "crawl")}`;
  return [alarm("no-crawler", "alarm", text, lastHeard(status, "crawl")), ...silences];
}

/** Roles without which nothing is lost at once, but for something that readers or the database miss; some run them by a timer. */
const EXPECTED = [
  ["dispatch", "no-dispatcher", "what changes is not published"],
  [
    "origin",
    "no-origin",
    "links that no snapshot knows stay unknown, and readers' forms and lists do not work",
  ],
  ["maintain", "no-maintainer", "nothing expires, and verdicts that change by time alone are not published"],
] as const;

function roleAlarms(known: Known): Alarm[] {
  const { status, wikis } = known;
  if (!wikis.some(({ paused }) => !paused)) return [];
  return EXPECTED.filter(([role]) => !status.workers.some((worker) => worker.role === role)).map(
    ([role, kind, effect]) =>
      alarm(
        kind,
        "warning",
        `no ${role} process is alive, so ${effect}: start ${starting(known, role)}`,
        lastHeard(status, role),
      ),
  );
}

/** Time-outs and failures of the network (table S): what our own outage looks like. */
const NO_ANSWER = [33, 64, 65, 66, 67];
const NO_ANSWER_SHARE_MAX = 0.5;
/** Fewer say nothing of the network. */
const ANSWERS_MIN = 100;

function answerAlarms({ status: { byStatus } }: Known): Alarm[] {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const { 0: _, ...checked } = byStatus;
  const all = sum(Object.values(checked));
  const silent = sum(NO_ANSWER.map((status) => checked[status] ?? 0));
  if (all < ANSWERS_MIN || silent <= all * NO_ANSWER_SHARE_MAX) return [];
  const percent = Math.floor((100 * silent) / all);
  const text = `${percent} % of all checked URLs gave no answer: look at the network and the resolvers (WEBOID_DNS) of the crawlers' machines, with weboid check URL there`;
  return [alarm("no-answers", "alarm", text)];
}

/** Days are the database's (M8); a machine that has other ones gives its requests and logs wrong times, and ends at an hour. */
function clockAlarms({ status: { workers } }: Known): Alarm[] {
  const skewed = workers.flatMap((worker) => {
    const ms = Number(worker.info.clockSkewMs ?? 0);
    return Math.abs(ms) > SKEW_MS_REPORTED ? [{ host: machineOf(worker), ms }] : [];
  });
  return [...Map.groupBy(skewed, ({ host }) => host).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    const { host, ms } = first;
    const text = `the clock of ${host} is ${span(Math.abs(ms))} ${ms > 0 ? "ahead of" : "behind"} the database's: set it right (NTP)`;
    return [alarm("clock-skew", "alarm", text)];
  });
}

const REPLICA_SECONDS = { warning: 60, alarm: 600 };

/** Nobody goes backwards: what the replica lacks is read from the primary, which then bears all reading. */
function replicaAlarms({ status: { workers, nowMs } }: Known): Alarm[] {
  const behind = workers.flatMap((worker) => {
    const { role, info } = worker;
    const seconds = Number(info.replicaBehindSeconds ?? 0);
    return seconds > REPLICA_SECONDS.warning ? [{ role, host: machineOf(worker), info, seconds }] : [];
  });
  const [worst, ...others] = behind.toSorted((one, other) => other.seconds - one.seconds);
  if (worst === undefined) return [];
  const { role, host, info, seconds } = worst;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const what = info.replicaUsed === 0 ? "cannot use its replica" : "has a replica that lags";
  const text = `${role} on ${host}${more} ${what} for ${span(seconds * 1_000)}, so all is read from the primary: look at the log of that role and of the server at DATABASE_READ_URL`;
  return [
    alarm("replica-late", levelOf(seconds, REPLICA_SECONDS) ?? "warning", text, nowMs - seconds * 1_000),
  ];
}

/** Noticed by nobody until the day on which the primary is lost. Each process looks by itself, and may be let in where others are not. */
function standbyAlarms({ status: { workers } }: Known): Alarm[] {
  const troubles = workers.flatMap((worker) => {
    const { role, info } = worker;
    const all = Array.isArray(info.unusableServers) ? info.unusableServers : [];
    return all.map((trouble) => ({ role, host: machineOf(worker), trouble: String(trouble) }));
  });
  return [...Map.groupBy(troubles, ({ trouble }) => trouble)].map(([trouble, seen]) => {
    const [{ role, host } = { role: "", host: "" }] = seen;
    const more = seen.length === 1 ? "" : ` and ${seen.length - 1} more`;
    const text = `no role could go on at a server that DATABASE_URL names, if the primary were lost now: ${trouble} (so ${role} on ${host}${more})`;
    return alarm("standby-unusable", "warning", text);
  });
}

function expiryAlarms({ status: { workers } }: Known): Alarm[] {
  if (!workers.some(({ info }) => info.urlsHeld === true)) return [];
  const text =
    "more URLs are due to be deleted than a hundredth of all, as no page was seen with them for long: look whether feeders read all wikis; if that is right, weboid maintain --once --force";
  return [alarm("urls-held", "alarm", text)];
}

function sweepAlarms(known: Known): Alarm[] {
  const { status, today, pass } = known;
  const more = moreCrawlers(known);
  const { nowMs, queues } = status;
  const { oldestNewUrlMs: newUrl, oldestRecheck } = queues;
  const { projectedDays, oldestDays } = pass;
  const alarms: Alarm[] = [];
  const slow = pass.waiting > 0 && projectedDays !== null ? levelOf(projectedDays, PASS_DAYS) : null;
  if (slow !== null && projectedDays !== null) {
    const limit = `${slow === "alarm" ? "more than" : "not far from"} ${PASS_DAYS_MAX}`;
    const text = `a pass over all URLs takes ${days(projectedDays)}, ${limit}: ${more}, on another machine if this one is busy`;
    alarms.push(alarm("sweep-slow", slow, text));
  }
  if (oldestDays !== null && oldestDays > PASS_DAYS_MAX + SWEEP_LATE_DAYS) {
    const text = `some URLs were not checked for ${days(oldestDays)}: ${more}`;
    const sinceMs = instantOfDay(today) - (oldestDays - PASS_DAYS_MAX) * DAY_MS;
    alarms.push(alarm("sweep-late", "alarm", text, sinceMs));
  }
  const hours = newUrl === null ? 0 : (nowMs - newUrl) / HOUR_MS;
  const waits = levelOf(hours, NEW_URL_HOURS);
  if (waits !== null) {
    const text = `new URLs wait ${span(hours * HOUR_MS)} for their first check: ${more}`;
    alarms.push(alarm("new-urls-late", waits, text, newUrl));
  }
  const late = oldestRecheck === null ? 0 : daysBetween(oldestRecheck, today);
  if (oldestRecheck !== null && late > RECHECK_LATE_DAYS) {
    const text = `rechecks wait ${days(late)}, so verdicts come late: ${more}`;
    alarms.push(alarm("rechecks-late", "warning", text, instantOfDay(oldestRecheck)));
  }
  return alarms;
}
