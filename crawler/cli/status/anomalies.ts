import { COUNT_MAX } from "../../../db/status/counts.ts";
import { addDays, daysBetween, HOUR_MS, instantOfDay } from "../../../shared/calendar/day.ts";
import { counted, span } from "../../runtime/words.ts";
import { type Alarm, alarm, type Known, machineOf, starting } from "./alarm.ts";
import { PASS_DAYS_MAX } from "./passes.ts";

/** What is not usual; docs/alarms.md has the same numbers. */
export const ANOMALIES = {
  /** Fewer domains in the last hour say nothing: a small installation, or a night with little to check. */
  domainsMin: 100,
  /** Percent of them that worked before and failed now. */
  failedPercent: { warning: 50, alarm: 90 },
  /** Checks an hour fall to this part of what is usual. */
  usualPart: 10,
  /** What is usual is known from so many hours with work of the last days. */
  usualHoursMin: 24,
  /** A fleet that usually checks less an hour has nothing to lose. */
  usualChecksMin: 1_000,
  /** Work waits, and crawlers run, for so long. */
  fewHours: 2,
  /** A queue was longer each hour … */
  growingHours: 6,
  /** … and got so much longer. */
  grownBy: 1_000,
} as const;

/** What is not late yet, but not as it usually is. */
export function anomalies(known: Known): Alarm[] {
  return [...failingAlarms(known), ...fewChecksAlarm(known), ...queueAlarms(known)];
}

/** By machine: one that is shut out does not show in what the whole fleet does. */
function failingAlarms({ status: { workers } }: Known): Alarm[] {
  const crawlers = workers.filter(({ role }) => role === "crawl");
  const hosts = Map.groupBy(crawlers, machineOf);
  return [...hosts].flatMap(([host, those]) => {
    const sum = (figure: string) => those.reduce((total, { info }) => total + Number(info[figure] ?? 0), 0);
    const [checked, failed] = [sum("domainsChecked"), sum("domainsFailed")];
    const { domainsMin, failedPercent } = ANOMALIES;
    const percent = Math.floor((100 * failed) / checked);
    if (checked < domainsMin || percent <= failedPercent.warning) return [];
    const text = `${percent} % of the domains that worked before fail in the checks of ${host}: look at its network and resolvers (WEBOID_DNS), or whether it is shut out, with weboid check URL there and elsewhere`;
    return [alarm("checks-fail", percent > failedPercent.alarm ? "alarm" : "warning", text)];
  });
}

function fewChecksAlarm(known: Known): Alarm[] {
  const { status, pass } = known;
  const { nowMs, usualSweep, workers } = status;
  const since = nowMs - ANOMALIES.fewHours * HOUR_MS;
  const works = workers.some(({ role, startedAtMs }) => role === "crawl" && startedAtMs < since);
  const { usualPart, usualHoursMin, usualChecksMin } = ANOMALIES;
  const isUsualKnown = usualSweep.hours >= usualHoursMin && usualSweep.perHour >= usualChecksMin;
  const waitsSince = workSince(known);
  if (!works || !isUsualKnown || waitsSince === null || waitsSince > since) return [];
  const perHour = (pass.checksPerSecondHour ?? 0) * 3_600;
  if (perHour * usualPart >= usualSweep.perHour) return [];
  const text = `${counted(Math.round(perHour), "check")} in the last hour, usual are ${counted(Math.round(usualSweep.perHour), "check")}, and URLs wait for ${span(nowMs - waitsSince)}: look at the log of the crawlers, their machines and their network`;
  return [alarm("checks-few", "warning", text)];
}

/** Since when URLs wait, at least; null: none does. Slices are due by the day, new URLs are known by the hour. What crawlers that hang hold waits, too. */
function workSince({ status: { queues, sweptPerDay, leasedSlices }, pass, today }: Known): number | null {
  const due = sweptPerDay.flatMap(({ day }) =>
    day !== null && daysBetween(day, today) >= PASS_DAYS_MAX
      ? [instantOfDay(addDays(day, PASS_DAYS_MAX))]
      : [],
  );
  const since = queues.oldestNewUrlMs === null ? due : [...due, queues.oldestNewUrlMs + HOUR_MS];
  return pass.waiting + leasedSlices === 0 || since.length === 0 ? null : Math.min(...since);
}

/** Who works on which queue. */
const QUEUE_ROLES = {
  "asked-pages": ["feed", "pages that readers asked for"],
  "changed-pages": ["feed", "pages that changed"],
  "asked-checks": ["crawl", "checks that people asked for"],
  replacements: ["crawl", "suggested replacements"],
} as const;

function queueAlarms(known: Known): Alarm[] {
  const { status, wikis } = known;
  const { growingHours, grownBy } = ANOMALIES;
  // While a wiki is read for the first time, its news and what readers ask for wait for it.
  const isFirstPass = wikis.some(
    ({ paused, error, pass }) => !paused && error === null && pass.lastDays === null,
  );
  const queues = Map.groupBy(status.queueHours, ({ queue }) => queue);
  return [...queues].flatMap(([queue, all]) => {
    const [role, words] = QUEUE_ROLES[queue];
    const hours = all.slice(-(growingHours + 1));
    const [first, last] = [hours[0], hours.at(-1)];
    // Nobody is there: that is an alarm of its own.
    if (!status.workers.some((worker) => worker.role === role)) return [];
    if (first === undefined || last === undefined || (role === "feed" && isFirstPass)) return [];
    const isWhole =
      last.startMs - first.startMs === growingHours * HOUR_MS && status.nowMs - last.startMs < 2 * HOUR_MS;
    const grows = hours.every(
      ({ waiting }, at) => at === 0 || waiting > (hours[at - 1]?.waiting ?? 0) || waiting === COUNT_MAX,
    );
    if (!isWhole || hours.length <= growingHours || !grows || last.waiting - first.waiting < grownBy)
      return [];
    const text = `${words} come faster than they are done, for ${growingHours} hours: ${last.waiting} ${last.waiting === COUNT_MAX ? "or more " : ""}wait; start more of ${starting(known, role)}, or look at its log`;
    return [alarm("queue-grows", "warning", text, first.startMs)];
  });
}
