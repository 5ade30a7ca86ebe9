import { daysBetween } from "../../../shared/calendar/day.ts";
import { statusInWords, statusName } from "../../../shared/format/html/words.ts";
import { messages } from "../../../shared/i18n/messages.ts";
import { isRecord } from "../../../shared/json/record.ts";
import { CORRECTED, isStatus, statusRow } from "../../../shared/status/table.ts";
import { printable } from "../../runtime/log.ts";
import { span } from "../../runtime/words.ts";
import type { Paint } from "../output/paint.ts";
import { tableLines } from "../output/table.ts";
import { cutEnd, itemLines, wrapped } from "../output/text.ts";
import type { Alarm } from "./alarm.ts";
import { PASS_DAYS_MAX, type WikiReport } from "./passes.ts";
import type { EdgeReport, StatusReport } from "./report.ts";
import { startingWords } from "./starting.ts";

/** Of each kind; `--json` has all. */
const SHOWN_MAX = 12;
const LABEL_COLUMNS = 10;
const NAME_COLUMNS = 24;

const number = (value: number | null): string =>
  value === null ? "-" : value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });

export const counted = (count: number, noun: string): string =>
  `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Of less than an hour nothing more is known: checks are counted by the hour, which crawlers may spend waiting. */
const passTime = (days: number): string => (days < 1 / 24 ? "less than an hour" : spanOfDays(days));
const spanOfDays = (days: number | null): string => (days === null ? "-" : span(days * 86_400_000));

/** What is wrong first, then how it goes, for people; lines of `columns`. */
export function statusLines(report: StatusReport, columns: number, paint: Paint): string[] {
  return [
    ...alarmLines(report, columns, paint),
    ...section("watched", watched(report), columns, paint),
    ...section("sweep", sweep(report), columns, paint),
    ...section("links", links(report), columns, paint),
    ...section("queues", queues(report), columns, paint),
    ...section("streams", streams(report), columns, paint),
    ...section("archives", archives(report), columns, paint),
    ...section("domains", organisations(report), columns, paint),
    ...section("published", published(report), columns, paint),
    ...section("replica", replicas(report), columns, paint),
    ...section("expired", expired(report), columns, paint),
    ...section("workers", workers(report), columns, paint),
    ...wikiLines(report, columns, paint),
  ];
}

function alarmLines(report: StatusReport, columns: number, paint: Paint): string[] {
  const { alarms, nowMs, starting } = report;
  if (starting !== null && !starting.stopped)
    return section("starting", [startingWords(starting)], columns, paint);
  if (alarms.length === 0) return [`${label("alarms", paint)}${paint("good", "none")}`];
  const lines = alarms.slice(0, SHOWN_MAX).flatMap((alarm) => alarmLine(alarm, nowMs, columns, paint));
  const more = alarms.length - SHOWN_MAX;
  return [
    ...lines,
    ...(more > 0 ? [`${label("", paint)}… and ${number(more)} more: weboid status --json`] : []),
    `${label("", paint)}${paint("quiet", "docs/alarms.md has a section for each name in brackets")}`,
  ];
}

function alarmLine(
  { kind, level, text, since }: Alarm,
  nowMs: number,
  columns: number,
  paint: Paint,
): string[] {
  const age = since === null ? "" : ` (for ${span(Math.max(0, nowMs - Date.parse(since)))})`;
  const [tone, name] = level === "alarm" ? (["bad", "ALARM"] as const) : (["doubt", "warning"] as const);
  return wrapped(`${printable(text).replace(/\s+/g, " ")}${age} [${kind}]`, columns - LABEL_COLUMNS).map(
    (line, at) =>
      at === 0 ? paint(tone, name.padEnd(LABEL_COLUMNS)) + line : " ".repeat(LABEL_COLUMNS) + line,
  );
}

const label = (name: string, paint: Paint): string => paint("quiet", name.padEnd(LABEL_COLUMNS));

/** Items of a section side by side, under their label. */
function section(name: string, items: readonly string[], columns: number, paint: Paint): string[] {
  return itemLines(items, " · ", columns - LABEL_COLUMNS).map(
    (line, at) => label(at === 0 ? name : "", paint) + line,
  );
}

/** Of each process that has one: how far it is behind, and how much of the reading it does. */
function replicas({ workers: all }: StatusReport): string[] {
  return all.flatMap(({ role, info }) => {
    if (info.replicaUsed === undefined) return [];
    const [reads, others] = [Number(info.replicaReads), Number(info.replicaPassedOver)];
    const share =
      reads + others === 0
        ? "nothing read yet"
        : `${Math.floor((100 * reads) / (reads + others))} % of ${counted(reads + others, "read")}`;
    const behind = `${span(Number(info.replicaBehindSeconds) * 1_000)} behind`;
    return [`${role}: ${info.replicaUsed === 0 ? "not used" : behind}, ${share}`];
  });
}

/** What maintainers that go on deleted in their last runs (M11). */
function expired({ workers: all }: StatusReport): string[] {
  const last = new Map<string, number>();
  for (const { info } of all)
    for (const [kind, counts] of Object.entries(isRecord(info.expired) ? info.expired : {}))
      last.set(kind, (last.get(kind) ?? 0) + (isRecord(counts) ? Number(counts.last) : 0));
  const some = [...last].filter(([, rows]) => rows > 0);
  if (last.size > 0 && some.length === 0) return ["nothing in the last run"];
  return some.map(([kind, rows]) => `${number(rows)} ${printable(kind)}`);
}

function watched(report: StatusReport): string[] {
  const { wikis, pages, urls, neverContacted, hosts, hostsAway, databaseBytes, spam, countedExactly } =
    report;
  return [
    counted(wikis.length, "wiki"),
    counted(pages, "page"),
    `${number(urls)} URLs${countedExactly ? "" : " as of the last sweeps"}`,
    `${number(neverContacted)} never contacted`,
    counted(hosts, "host"),
    ...(hostsAway === 0 ? [] : [`${number(hostsAway)} of them failed today`]),
    ...(spam.uses === 0 ? [] : [counted(spam.uses, "spam link")]),
    `${number(databaseBytes / 1_048_576)} MiB`,
  ];
}

function sweep({ pass, leasedSlices, booked, nowMs }: StatusReport): string[] {
  const { progress, slices, waiting, projectedDays, projectedEnd, oldestDays } = pass;
  return [
    progress === null
      ? "nothing to sweep yet"
      : `${Math.floor(progress * 100)} % of ${counted(slices, "slice")} swept within ${PASS_DAYS_MAX} days`,
    ...(leasedSlices === 0 ? [] : [`${number(leasedSlices)} in work`]),
    ...(waiting === 0 ? [] : [`${number(waiting)} waiting`]),
    ...(projectedEnd === null ? [] : [`through in ${span(Date.parse(projectedEnd) - nowMs)}`]),
    ...(projectedDays === null ? [] : [`a pass takes ${passTime(projectedDays)}`]),
    ...(oldestDays === null
      ? []
      : [`the oldest began ${oldestDays === 0 ? "today" : `${counted(oldestDays, "day")} ago`}`]),
    ...(pass.checksPerSecondHour === null
      ? []
      : [
          `${number(pass.checksPerSecondHour)} checks/s in the last hour`,
          `${number(pass.checksPerSecondDay)} in the last day`,
        ]),
    ...(booked === 0 ? [] : [`${number(booked)} stored without a check`]),
  ];
}

const say = messages("en");

/** `404 not found`, as pages show it; of several numbers their words alone, as the byte does not say which one was sent. */
function byteInWords(byte: number): string {
  if (!isStatus(byte)) return `status ${byte}`;
  const [http = null, ...others] = statusRow(byte).http;
  if (byte === CORRECTED) return "page loads, but the server sends an error";
  if (others.length === 0) return statusInWords(say, { status: byte, http });
  const words = [http, ...others].map((number) => statusName(say, { status: byte, http: number }));
  return [...new Set(words)].join(" or ");
}

function links({ byStatus }: StatusReport): string[] {
  return Object.entries(byStatus)
    .filter(([byte]) => byte !== "0")
    .sort(([, one], [, other]) => other - one)
    .map(([byte, urls]) => `${byteInWords(Number(byte))}: ${number(urls)}`);
}

function queues({ rechecksDue, touchesWaiting, newsWaiting, spam }: StatusReport): string[] {
  return [
    counted(rechecksDue, "recheck"),
    `${counted(touchesWaiting, "page")} asked for`,
    `${counted(newsWaiting, "page")} changed`,
    ...(spam.scansOpen === 0 ? [] : [`${number(spam.scansOpen)} changes of spam lists to be applied`]),
  ];
}

function streams({ streams: all, nowMs }: StatusReport): string[] {
  const lines = all.slice(0, SHOWN_MAX).map(({ url, wikis, open, sinceMs, lastEventMs }) => {
    const ago = (ms: number) => span(Math.max(0, nowMs - ms));
    const state = sinceMs === null ? "never open" : `${open ? "open" : "closed"} for ${ago(sinceMs)}`;
    const event = lastEventMs === null ? "no event yet" : `last event ${ago(lastEventMs)} ago`;
    return `${cutEnd(printable(URL.parse(url)?.host ?? url), NAME_COLUMNS)} ${state}, ${event}, ${counted(wikis, "wiki")}`;
  });
  const more = all.length - lines.length;
  return more > 0 ? [...lines, `… and ${number(more)} more: weboid status --json`] : lines;
}

/** What is due, and what is wrong; nothing of archives that were never asked. */
function archives({ archives: all, nowMs }: StatusReport): string[] {
  return all.map(({ type, asked, visits, due, answeredMs, failures, restUntilMs, error }) => {
    const last =
      answeredMs === null ? "never answered" : `answered ${span(Math.max(0, nowMs - answeredMs))} ago`;
    const rest = restUntilMs > nowMs ? `, left alone for ${span(restUntilMs - nowMs)}` : "";
    const wrong =
      failures === 0 ? "" : `, ${counted(failures, "failure")} in a row (${printable(error)})${rest}`;
    const how = asked ? "" : ", not asked: versions in pages only";
    return `${cutEnd(printable(type), NAME_COLUMNS)}: ${counted(visits, "visit")}, ${number(due)} due, ${last}${how}${wrong}`;
  });
}

/** Nothing where nobody ever looked. */
function organisations({ organisations: { begun, due, lastLooked }, today }: StatusReport): string[] {
  if (!begun) return [];
  const ago = lastLooked === null ? null : daysBetween(lastLooked, today);
  const last = ago === null ? "none yet" : ago === 0 ? "today" : `${counted(ago, "day")} ago`;
  return [`${number(due)} due to be attached to organisations`, `the last ones looked at: ${last}`];
}

/** From when on people see that changes are held back. */
const HELD_SECONDS = 10;
/** What is published within a minute is in time: something always waits for its batch. */
const BEHIND_SECONDS = 60;

/** By wikis: one is up to date where all its edges, and its feed, are. */
function published({ clients, edges, heldBack }: StatusReport): string[] {
  const live = clients.filter(({ paused }) => !paused);
  const held = heldBack?.seconds ?? 0;
  if (live.length === 0) return [];
  const wikis = new Set(live.map(({ wiki }) => wiki));
  const first = live.filter(({ inFirstPass }) => inFirstPass);
  const exported = live.filter(({ needsExport, inFirstPass }) => needsExport && !inFirstPass);
  const behind = live.filter(
    ({ needsExport, waiting, lagSeconds }) => !needsExport && waiting > 0 && lagSeconds > BEHIND_SECONDS,
  );
  const late = new Set([...first, ...exported, ...behind].map(({ wiki }) => wiki));
  const lag = Math.max(0, ...behind.map(({ lagSeconds }) => lagSeconds));
  const several = (those: typeof live) => number(new Set(those.map(({ wiki }) => wiki)).size);
  const stuck = live.filter((client) => client.stuck);
  return [
    `${counted(wikis.size - late.size, "wiki")} up to date`,
    ...(first.length === 0 ? [] : [`${several(first)} in a first pass, exported at its end`]),
    ...(exported.length === 0 ? [] : [`${several(exported)} wait for a full export`]),
    ...(behind.length === 0 ? [] : [`${several(behind)} behind, the last by ${span(lag * 1_000)}`]),
    ...(stuck.length === 0 ? [] : [`${several(stuck)} stand still`]),
    ...edges.flatMap(edge),
    ...(held < HELD_SECONDS ? [] : [`changes held back for ${span(held * 1_000)}`]),
  ];
}

/** Nothing of an edge that got nothing for a day. */
function edge({ target, day }: EdgeReport): string[] {
  if (day.coalescing === null) return [];
  const perChecks =
    day.writesPer1000Checks === null ? "" : `, ${number(day.writesPer1000Checks)} writes per 1,000 checks`;
  return [
    `${cutEnd(printable(target), NAME_COLUMNS)}: ${number(day.coalescing)} changes per write${perChecks}`,
  ];
}

function workers({ workers: alive, silent }: StatusReport): string[] {
  const roles = [...Map.groupBy(alive, ({ role }) => role)];
  return [
    ...(roles.length === 0 ? ["none alive"] : roles.map(([role, those]) => `${those.length} ${role}`)),
    ...(silent.length === 0 ? [] : [`${silent.length} ended without signing off`]),
  ];
}

const STATES = ["trouble", "reading", "listing", "new", "idle", "paused"] as const;

/** Those in trouble first, then those with the slowest pass, those with most left, those with most pages. */
function worstFirst(one: WikiReport, other: WikiReport): number {
  return (
    STATES.indexOf(one.pass.state) - STATES.indexOf(other.pass.state) ||
    (other.pass.projectedDays ?? 0) - (one.pass.projectedDays ?? 0) ||
    other.needUpdate - one.needUpdate ||
    other.pages - one.pages
  );
}

function wikiLines({ wikis, nowMs }: StatusReport, columns: number, paint: Paint): string[] {
  if (wikis.length === 0) return [];
  const head = ["wiki", "state", "pages", "to read", "pages/s", "through in", "pass"];
  const rows = wikis
    .toSorted(worstFirst)
    .slice(0, SHOWN_MAX)
    .map((wiki) => {
      const { pass } = wiki;
      const end = pass.projectedEnd === null ? "-" : span(Math.max(0, Date.parse(pass.projectedEnd) - nowMs));
      return [
        cutEnd(printable(wiki.wiki), NAME_COLUMNS),
        pass.state,
        number(wiki.pages),
        number(wiki.needUpdate),
        number(pass.pagesPerSecondHour),
        end,
        spanOfDays(pass.projectedDays),
      ];
    });
  const [first = "", ...rest] = tableLines([head, ...rows], { right: [2, 3, 4, 5, 6] });
  const more = wikis.length - SHOWN_MAX;
  return [
    "",
    paint("quiet", first),
    ...rest.map((line) => cutEnd(line, columns)),
    ...(more > 0 ? [`… and ${number(more)} more: weboid status --json`] : []),
  ];
}
