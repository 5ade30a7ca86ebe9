import type { StoredUrlNote } from "../../../db/hosts/url-notes.ts";
import type { InheritedTrait, TraitSpan } from "../../../db/types.ts";
import type { UrlEverything } from "../../../db/urls/everything.ts";
import { type Day, isoOfDay } from "../../../shared/calendar/day.ts";
import { statusName } from "../../../shared/format/html/words.ts";
import type { Earlier, HistoryEntry } from "../../../shared/history/types.ts";
import { messages } from "../../../shared/i18n/messages.ts";
import type { KnownMove } from "../../../shared/moves/rules.ts";
import type { Status } from "../../../shared/status/table.ts";
import { traitRule } from "../../../shared/status/trait-rules.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Judgement } from "../../../shared/verdict/types.ts";
import { counted } from "../../runtime/words.ts";
import { answerOf } from "../check/outlook.ts";
import { answerInWords, type Paint, VERDICT_TONES } from "../output/paint.ts";
import { harmless, padEnd, wrapped } from "../output/text.ts";
import { noteWithDays, operatorNoteData, outageTriedAnew, withDays } from "./data.ts";
import { statusRule } from "./status-rule.ts";

type Row = readonly [label: string, text: string];

interface Layout {
  readonly paint: Paint;
  /** null: no terminal, and lines are as long as they are. */
  readonly columns: number | null;
  readonly today: Day;
}

const LABEL_COLUMNS = 12;
const TEXT_COLUMNS_MIN = 24;
const say = messages("en");

/** `weboid url` for people: what pages show, and all that stands behind it. URLs are never cut. */
export function urlLines(
  normalised: NormalisedUrl,
  found: UrlEverything,
  judgement: Judgement,
  { paint, columns, today }: Layout,
): string[] {
  const width =
    columns === null ? Number.POSITIVE_INFINITY : Math.max(TEXT_COLUMNS_MIN, columns - 1 - LABEL_COLUMNS);
  const rows = [
    ["url", normalised] as const,
    ...shownRows(normalised, found, today),
    ...linkRows(found, judgement, today),
    ...hostRows(found, today),
    ...useRows(found),
  ];
  const tone = VERDICT_TONES[judgement.verdict];
  return rows.flatMap(([label, text], at) =>
    wrapped(harmless(text), width).map((line, part) => {
      const name = part > 0 || label === rows[at - 1]?.[0] ? "" : label;
      const toned = label === "verdict" ? line.replace(judgement.verdict, (word) => paint(tone, word)) : line;
      return `${paint("quiet", padEnd(name, LABEL_COLUMNS))}${label === "url" ? paint("strong", toned) : toned}`;
    }),
  );
}

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);
const span = (first: Day, last: Day): string =>
  first === last ? `on ${isoOfDay(first)}` : `from ${isoOfDay(first)} to ${isoOfDay(last)}`;
const ago = (day: Day | null, today: Day): string =>
  day === null ? "never" : `${say.ago(day, today)} (${isoOfDay(day)})`;

function ahead(day: Day, today: Day): string {
  const days = day - today;
  if (days < 1) return `now (from ${isoOfDay(day)} on)`;
  return `${days === 1 ? "tomorrow" : `in ${days} days`} (${isoOfDay(day)})`;
}

/** In the words of an answer about a page. */
function shownRows(normalised: NormalisedUrl, { facts }: UrlEverything, today: Day): Row[] {
  const answer = answerOf(normalised, facts, today, true);
  if (answer === null) return [];
  const { first, more } = answerInWords(say, answer, today);
  return [first, ...more].map((text) => ["shown", text]);
}

function statusWords(status: Status, http: number | null): string {
  return `${status} ${statusName(say, { status, http })}${http === null ? "" : `, HTTP ${http}`}`;
}

function latestWords({ history, notes }: UrlEverything["facts"]): string {
  const [latest] = history;
  if (latest === undefined) return "0 untried";
  const rule = statusRule(latest, notes);
  const why =
    rule === null
      ? ""
      : ` (rule ${rule}${rule === "host-away" ? ": not checked, as its host was away" : ""})`;
  return `${statusWords(latest.status, latest.http)}${why}`;
}

const runWords = ({ status, http, first, last, checks, deadEnd }: HistoryEntry): string =>
  `${statusWords(status, http)}${deadEnd ? ", not the page" : ""}: ${counted(checks, "check")} ${span(first, last)}`;

/** What is left of the runs that were pushed out (M6), on which the verdict's rules go as well. */
function earlierRows(earlier: Earlier | undefined): Row[] {
  if (earlier === undefined) return [];
  const { lastGood, goodChecks, failures, slowestRecoveryDays, open } = earlier;
  const good =
    lastGood === null ? "never seen good" : `seen good ${times(goodChecks)}, last on ${isoOfDay(lastGood)}`;
  const back = failures === 0 ? "" : `, back after ${counted(slowestRecoveryDays, "day")} at most`;
  const failing =
    open === null ? "" : `, failing from ${isoOfDay(open.first)} on, ${counted(open.checks, "check")}`;
  return [["before", `${good}; failed ${times(failures)}${back}${failing}`]];
}

function linkRows(
  { facts, flags, touched, queried, recheck, slice }: UrlEverything,
  { verdict, rule, since, checks }: Judgement,
  today: Day,
): Row[] {
  const next =
    recheck === null ? `with slice ${slice.no}, swept ${ago(slice.swept, today)}` : ahead(recheck, today);
  return [
    ["verdict", `${verdict} (rule ${rule})`],
    ["status", latestWords(facts)],
    ["since", since === null ? "-" : `${ago(since, today)}, seen ${times(checks)}`],
    ...facts.history.map((run): Row => ["history", runWords(run)]),
    ...earlierRows(facts.history.at(-1)?.earlier),
    ["last query", ago(queried, today)],
    ["last touch", ago(touched, today)],
    ["next", next],
    ...facts.notes.map(({ key, value }): Row => ["note", value === undefined ? key : `${key}: ${value}`]),
    ...flags.map((flag): Row => ["flag", flag]),
  ];
}

function traitWords(seen: TraitSpan): string {
  const { trait, first, last, triedAnew, deleted } = withDays(seen);
  const { effect } = traitRule(trait);
  const again = triedAnew === null ? "" : `, tested again from ${isoOfDay(triedAnew)} on`;
  return `${trait}, seen ${span(first, last)}: ${effect}${again}; deleted on ${isoOfDay(deleted)} unless seen again`;
}

const inheritedWords = (seen: InheritedTrait): string => `of ${seen.domain}: ${traitWords(seen)}`;

function noteWords(note: Parameters<typeof noteWithDays>[0], host: string): string {
  const { key, value, domain, path, first, last, deleted } = noteWithDays(note);
  const where = domain === host && path === "" ? "" : `of ${domain}${path}: `;
  return `${where}${key}${value === null ? "" : `: ${value}`}, seen ${span(first, last)}; deleted on ${isoOfDay(deleted)} unless seen again`;
}

function outageWords(outage: NonNullable<UrlEverything["host"]["outage"]>, today: Day): string {
  const { rule, scope, status, http, day, count } = outage;
  const where =
    scope === "" ? "the whole host" : `its ${scope.replace(/:0$/, "").replace(":", " port ")} links`;
  const over = today === day ? `checked again from ${isoOfDay(outageTriedAnew(outage))} on` : "over";
  return `rule ${rule}, ${where}: ${statusWords(status, http)}, ${counted(count, "URL")} in a row on ${isoOfDay(day)}; ${over}`;
}

function operatorNoteWords(note: StoredUrlNote): string {
  const { pattern, note: key, value, last, ends } = operatorNoteData(note);
  return `of ${pattern}: ${key}${value === null ? "" : `: ${value}`}, by an operator on ${isoOfDay(last)}; until ${isoOfDay(ends)}`;
}

function hostRows({ host, hostNotes, operatorNotes }: UrlEverything, today: Day): Row[] {
  const { name, traits, inherited, outage, paceMs, retryAtMs, robots } = host;
  return [
    ["host", name],
    ...traits.map((seen): Row => ["trait", traitWords(seen)]),
    ...inherited.map((seen): Row => ["trait", inheritedWords(seen)]),
    ...hostNotes.map((note): Row => ["host note", noteWords(note, name)]),
    ...operatorNotes.map((note): Row => ["host note", operatorNoteWords(note)]),
    ...(outage === null ? [] : [["outage", outageWords(outage, today)] as const]),
    ...(paceMs === 0 ? [] : [["pace", `one request in ${paceMs} ms`] as const]),
    ...(retryAtMs === null
      ? []
      : [["retry at", `${new Date(retryAtMs).toISOString()}, as the host asked`] as const]),
    ...(robots === null ? [] : [["robots", `robots.txt read ${ago(robots.day, today)}`] as const]),
  ];
}

function moveWords({ to, rule, days, checked }: KnownMove): string {
  const why =
    rule === null
      ? `its redirect was seen on ${counted(days, "day")}`
      : `by the rule ${rule.from} → ${rule.to}, right for ${counted(rule.support, "move")} and wrong for ${rule.counter}`;
  return `${to} (${why}; ${checked === null ? "not shown" : `seen working on ${isoOfDay(checked)}`})`;
}

const useRows = ({ facts, move, pages, pagesMore }: UrlEverything): Row[] => [
  ...(move === null ? [] : [["moved to", moveWords(move)] as const]),
  ...facts.archives.map(({ type, url }): Row => ["archive", `${type} ${url}`]),
  ...(facts.replacement === null ? [] : [["replacement", facts.replacement] as const]),
  ...pages.map(({ wiki, pageid, title }): Row => ["page", `${wiki} ${pageid} ${title}`]),
  ...(pagesMore ? [["page", "and more"] as const] : []),
];
