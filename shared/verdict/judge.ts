import type { Day } from "../calendar/day.ts";
import { type Evidence, evidenceOf } from "../history/evidence.ts";
import type { History, HistoryEntry } from "../history/types.ts";
import type { Note, NoteKey } from "../status/note.ts";
import { statusRow } from "../status/table.ts";
import { type FailingRun, type Past, readHistory } from "./evidence.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "./policy.ts";
import type { Judgement, Verdict } from "./types.ts";

/** What is known of a link when its verdict is asked for; UrlFacts (shared/answer/types.ts) are. */
export interface Judged {
  readonly history: History;
  /** With `reported-working` (H3) it is never unreachable. */
  readonly notes: readonly Note[];
  /** The spam list that blocks it; null or absent: none does. */
  readonly spam?: string | null;
  /** It leads into the wiki's own farm (U5). */
  readonly internal?: boolean;
  /** Why it is no URL that can be contacted (U3); absent: it is one. */
  readonly invalid?: string;
}

/** A history that is not empty, as the rules see it. */
interface Case {
  readonly newest: HistoryEntry;
  readonly evidence: Evidence;
  readonly notes: readonly Note[];
  readonly policy: VerdictPolicy;
  readonly past: Past;
  /** The failing run: how many days ago it began, days from its first to its last check, checks; 0 without one. */
  readonly ageDays: number;
  readonly spanDays: number;
  readonly checks: number;
  readonly goneChecks: number;
  readonly goneFirst: number;
  readonly mostlyGone: boolean;
  /** Robots were turned away more than half as often as something failed since the run began. */
  readonly mostlyRefused: boolean;
  /** From the last sign of life (Past.lastAlive) to now, and to the first check that failed; infinite without one. */
  readonly sinceAliveDays: number;
  readonly blindDays: number;
}

interface Rule {
  readonly name: string;
  readonly verdict: Verdict;
  readonly applies: (facts: Case) => boolean;
}

/** What is assumed of every URL before its own past is counted: that it fails one time in four, weakly held. */
const ASSUMED_FAILURES = 0.5;
const ASSUMED_GOOD = 1.5;

/**
 * The chance that a URL with this past fails so many times in a row, given that it failed once. How often it fails is
 * itself only known from the past, so each failure of the run makes the next a little likelier (Pólya's urn).
 */
export function chanceOfRun(
  { failures, failedWeeks, goodChecks }: Pick<Past, "failures" | "failedWeeks" | "goodChecks">,
  checks: number,
): number {
  const good = goodChecks + ASSUMED_GOOD;
  let failed = failures + failedWeeks + ASSUMED_FAILURES;
  let chance = 1;
  for (let more = 1; more < checks; more++, failed++) chance *= failed / (failed + good);
  return chance;
}

const has = (notes: readonly Note[], wanted: NoteKey): boolean => notes.some(({ key }) => key === wanted);
/** Something came, but hardly the page; the notes of the newest check tell why. */
const isOddDeadEnd = (evidence: Evidence, { deadEnd }: HistoryEntry): boolean =>
  evidence === "odd" && deadEnd;

const repeated = ({ checks, spanDays, policy }: Case): boolean =>
  checks >= policy.checksMin && spanDays >= policy.repeatedDaysMin;

/**
 * Six weeks after the last sign of life it is known for less than two: so only where it was first seen dead a few days after the four weeks
 * of a sweep. What was plainly gone at its first looks is believed then; by those alone, as no later failure may take the verdict back.
 */
function goneLate({ goneFirst, sinceAliveDays, blindDays, policy }: Case): boolean {
  const dueDays = policy.watchedSinceGoodDaysMin;
  const blindDaysMax = dueDays - policy.goneDaysMin + policy.goneLateDaysMax;
  return sinceAliveDays >= dueDays && blindDays <= blindDaysMax && goneFirst >= policy.checksMin;
}

/**
 * The rules, in order; the first that applies decides, and every answer names it (docs/rules.md).
 * "Refused" comes before everything that speaks of failure: a wall says nothing about readers (design 10).
 */
const RULES: readonly Rule[] = [
  {
    // Nobody looks there any more (C4): what was last seen must not be told for ever.
    name: "left-alone",
    verdict: "unknown",
    applies: ({ notes }) => notes.some(({ key }) => key === "left-alone"),
  },
  {
    name: "refused",
    verdict: "refused",
    applies: ({ evidence, notes }) => evidence === "refused" || notes.some(({ key }) => key === "robot-wall"),
  },
  {
    name: "working-again",
    verdict: "working",
    applies: ({ evidence, past }) => evidence === "good" && past.failures > 0,
  },
  { name: "working", verdict: "working", applies: ({ evidence }) => evidence === "good" },
  {
    name: "soft-404",
    verdict: "doubtful",
    applies: ({ evidence, newest, notes }) =>
      isOddDeadEnd(evidence, newest) && (statusRow(newest.status).class === "fine" || has(notes, "soft-404")),
  },
  {
    name: "redirect-to-root",
    verdict: "doubtful",
    applies: ({ evidence, newest, notes }) =>
      isOddDeadEnd(evidence, newest) && has(notes, "redirect-to-root"),
  },
  {
    name: "redirect-shared",
    verdict: "doubtful",
    applies: ({ evidence, newest, notes }) => isOddDeadEnd(evidence, newest) && has(notes, "redirect-shared"),
  },
  {
    name: "redirect-nowhere",
    verdict: "doubtful",
    applies: ({ evidence, newest }) => isOddDeadEnd(evidence, newest),
  },
  { name: "odd-answer", verdict: "doubtful", applies: ({ evidence }) => evidence === "odd" },
  {
    name: "failing-lately",
    verdict: "doubtful",
    applies: (facts) =>
      (facts.ageDays < facts.policy.goneDaysMin && !goneLate(facts)) ||
      facts.sinceAliveDays <
        (facts.blindDays <= facts.policy.blindDaysMax
          ? facts.policy.watchedSinceGoodDaysMin
          : facts.policy.goneSinceGoodDaysMin),
  },
  {
    name: "never-seen-working",
    verdict: "doubtful",
    applies: ({ past, mostlyGone, checks, spanDays, policy }) =>
      past.lastGood === null &&
      !mostlyGone &&
      (checks < policy.neverGoodChecksMin || spanDays < policy.neverGoodDaysMin),
  },
  {
    name: "walled",
    verdict: "doubtful",
    applies: ({ past: { sinceWall }, goneChecks, mostlyRefused, policy }) =>
      mostlyRefused ||
      (sinceWall !== null &&
        goneChecks < policy.checksMin &&
        (sinceWall.checks < policy.walledChecksMin || sinceWall.spanDays < policy.walledDaysMin)),
  },
  {
    name: "outage-as-before",
    verdict: "doubtful",
    applies: ({ past, spanDays, policy }) =>
      past.longestOutageDays >= policy.earlierOutageDaysMin &&
      spanDays <= Math.min(past.longestOutageDays, policy.earlierOutageDaysMax),
  },
  {
    name: "flapping",
    verdict: "doubtful",
    applies: ({ past, checks, spanDays, policy }) =>
      past.failures >= policy.flappingFailuresMin &&
      (checks < policy.flappingChecksMin || spanDays < policy.flappingDaysMin) &&
      (chanceOfRun(past, checks) > policy.flappingChanceMax ||
        spanDays < past.slowestRecoveryDays * policy.outlastingFactor),
  },
  {
    name: "unsteady",
    verdict: "doubtful",
    applies: ({ past, checks, policy }) => past.failures > 0 && chanceOfRun(past, checks) > policy.chanceMax,
  },
  {
    name: "gone-for-weeks",
    verdict: "unreachable",
    applies: (facts) => (facts.mostlyGone || goneLate(facts)) && repeated(facts),
  },
  {
    name: "failing-for-weeks",
    verdict: "unreachable",
    applies: ({ checks, spanDays, policy }) =>
      policy.observed.some(({ daysMin, checksMin }) => spanDays >= daysMin && checks >= checksMin),
  },
  {
    name: "broken-since-weeks",
    verdict: "unreachable",
    applies: (facts) =>
      repeated(facts) &&
      facts.ageDays >= facts.policy.brokenDaysMin &&
      facts.sinceAliveDays >= facts.policy.brokenSinceGoodDaysMin,
  },
];

/** Old enough, but looked at too seldom. */
const TOO_FEW_CHECKS: Rule = { name: "too-few-checks", verdict: "doubtful", applies: () => true };
const NEVER_CHECKED = "never-checked";
/** H3: people say of about half of the domain's URLs that they work, so none of it is presumed unreachable. */
export const REPORTED_DOMAIN = "reported-domain";

/** All rules in their order; `never-checked` belongs to a URL without a history. */
export const RULE_NAMES: readonly string[] = [
  NEVER_CHECKED,
  ...[...RULES, TOO_FEW_CHECKS].map(({ name }) => name),
  REPORTED_DOMAIN,
];

/**
 * What readers are told of a link on a day (Q9), wherever it is shown: first what the link itself decides, then what its history
 * amounts to. `today` before the last observation (clocks of two machines) counts as that day.
 */
export function judge(link: Judged, today: Day, policy: VerdictPolicy = DEFAULT_POLICY): Judgement {
  const { history, notes, spam = null, internal = false, invalid } = link;
  if (invalid !== undefined) return unobserved("invalid", invalid);
  if (internal) return unobserved("internal", "own-farm");
  if (spam !== null) return unobserved("spam", `spam-${spam}`);
  return judgeHistory(history, notes, today, policy);
}

/** A verdict for which nothing was observed. */
const unobserved = (verdict: Verdict, rule: string): Judgement => ({
  verdict,
  rule,
  since: null,
  last: null,
  checks: 0,
});

function judgeHistory(
  history: History,
  notes: readonly Note[],
  today: Day,
  policy: VerdictPolicy,
): Judgement {
  const [newest] = history;
  if (newest === undefined) return unobserved("unknown", NEVER_CHECKED);
  const { run, past } = readHistory(history);
  const now = Math.max(today, newest.last);
  const evidence = evidenceOf(newest);
  const facts: Case = {
    newest,
    evidence,
    notes,
    policy,
    past,
    ageDays: run === null ? 0 : now - run.first,
    spanDays: run === null ? 0 : run.last - run.first,
    checks: run?.checks ?? 0,
    goneChecks: run?.goneChecks ?? 0,
    goneFirst: run?.goneFirst ?? 0,
    mostlyGone: run !== null && run.goneChecks * 2 >= run.checks,
    mostlyRefused: run !== null && run.refusals * policy.refusedShare > run.checks,
    sinceAliveDays: past.lastAlive === null ? Number.POSITIVE_INFINITY : now - past.lastAlive,
    blindDays:
      past.lastAlive === null || run === null ? Number.POSITIVE_INFINITY : run.first - past.lastAlive,
  };
  const found = RULES.find(({ applies }) => applies(facts)) ?? TOO_FEW_CHECKS;
  const own = { verdict: found.verdict, rule: found.name };
  const decided = has(notes, "reported-working") ? soften(own) : own;
  return { ...decided, last: newest.last, ...carriers(history, evidence, run) };
}

/** H3: the verdict on a URL whose domain people report to work, where it was judged without knowing that. */
export const soften = <Told extends Pick<Judgement, "verdict" | "rule">>(judged: Told): Told =>
  judged.verdict === "unreachable" ? { ...judged, verdict: "doubtful", rule: REPORTED_DOMAIN } : judged;

/** The uninterrupted run of observations that carries the verdict: its first day, and how many checks speak for it. */
function carriers(
  history: History,
  evidence: Evidence,
  run: FailingRun | null,
): Pick<Judgement, "since" | "checks"> {
  if (run !== null && (evidence === "gone" || evidence === "broken"))
    return { since: run.first, checks: run.checks };
  /** Refused and odd answers do not end a time of working; anything else ends a time of refusal. */
  const passedOver: readonly Evidence[] = evidence === "good" ? ["refused", "odd"] : [];
  let since: Day | null = null;
  let checks = 0;
  for (const entry of history) {
    const own = evidenceOf(entry);
    if (own === evidence) {
      since = entry.first;
      checks += entry.checks;
    } else if (!passedOver.includes(own)) break;
  }
  return { since, checks };
}
