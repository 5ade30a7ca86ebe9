import type { Day } from "../calendar/day.ts";
import { type Evidence, evidenceOf } from "../history/evidence.ts";
import type { History, HistoryEntry } from "../history/types.ts";
import type { Note, NoteKey } from "../status/note.ts";
import { statusRow } from "../status/table.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "./policy.ts";
import { type FailingRun, type Past, readHistory } from "./runs.ts";
import type { Judgement, Verdict } from "./types.ts";

/** The facts on which a link's verdict depends; UrlFacts (shared/answer/types.ts) contain them. */
interface Judged {
  readonly history: History;
  /** Notes of the newest check and of people; with `reported-working` (H3) a link is never unreachable. */
  readonly notes: readonly Note[];
  /** The spam list that blocks the link; null or absent: none. */
  readonly spam?: string | null;
  /** Whether the link leads into the wiki's own farm (U5). */
  readonly internal?: boolean;
  /** Why the link is invalid (U3); absent: it is valid. */
  readonly invalid?: string;
}

/** The facts of a non-empty history that the rules use. */
interface JudgedFacts {
  readonly newest: HistoryEntry;
  readonly evidence: Evidence;
  readonly notes: readonly Note[];
  readonly policy: VerdictPolicy;
  readonly past: Past;
  /** Days since the failing run began; 0 without a run, as the next four. */
  readonly ageDays: number;
  /** Days from the first to the last check of the run. */
  readonly spanDays: number;
  readonly checks: number;
  readonly goneChecks: number;
  readonly goneFirst: number;
  /** Whether at least half of the run's checks said "gone". */
  readonly mostlyGone: boolean;
  /** Whether refusals during the run exceed the policy's share (`refusedShare`). */
  readonly mostlyRefused: boolean;
  /** Days from the last sign of life (Past.lastAlive) to now; infinite without one. */
  readonly sinceAliveDays: number;
  /** Days from the last sign of life to the first failed check; infinite without one. */
  readonly unobservedDays: number;
}

interface Rule {
  readonly name: string;
  readonly verdict: Verdict;
  readonly applies: (facts: JudgedFacts) => boolean;
}

/** Prior of the chance to fail: one time in four, with the weight of two checks. */
const ASSUMED_FAILURES = 0.5;
const ASSUMED_GOOD = 1.5;

/**
 * The chance, 0…1, that a URL with this past fails `checks` times in a row, given that it failed once. Its failure rate is
 * known only from the past, so each failure of the run makes the next one a little likelier (Pólya's urn).
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
/** Whether there was some content, but probably not the page; the notes of the newest check say why. */
const isOddDeadEnd = (evidence: Evidence, { deadEnd }: HistoryEntry): boolean =>
  evidence === "odd" && deadEnd;

/** Whether the failure was observed often enough and for long enough. */
const repeated = ({ checks, spanDays, policy }: JudgedFacts): boolean =>
  checks >= policy.checksMin && spanDays >= policy.repeatedDaysMin;

/**
 * Whether a link was found gone late: `watchedSinceGoodDaysMin` days after its last sign of life the failure is younger than
 * `goneDaysMin`, as its sweep came late. Then its first checks are enough if they all said "gone". Only the first ones count, as later
 * failures of another kind must not revoke the verdict.
 */
function foundGoneLate({ goneFirst, sinceAliveDays, unobservedDays, policy }: JudgedFacts): boolean {
  const dueDays = policy.watchedSinceGoodDaysMin;
  const unobservedDaysMax = dueDays - policy.goneDaysMin + policy.goneLateDaysMax;
  return sinceAliveDays >= dueDays && unobservedDays <= unobservedDaysMax && goneFirst >= policy.checksMin;
}

/**
 * The rules in order; the first that applies decides, and every answer names it (docs/rules.md).
 * "refused" comes before all failures, because a bot wall says nothing about readers (design 10).
 */
const RULES: readonly Rule[] = [
  {
    // The site is not checked any more (C4), so its last result must not stand forever.
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
      (facts.ageDays < facts.policy.goneDaysMin && !foundGoneLate(facts)) ||
      facts.sinceAliveDays <
        (facts.unobservedDays <= facts.policy.unobservedDaysMax
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
    applies: (facts) => (facts.mostlyGone || foundGoneLate(facts)) && repeated(facts),
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

/** Applies if no other rule does: the failure is old enough, but was checked too seldom. */
const TOO_FEW_CHECKS: Rule = { name: "too-few-checks", verdict: "doubtful", applies: () => true };
const NEVER_CHECKED = "never-checked";
/** H3: people report about half of the domain's URLs as working, so none of them is called unreachable. */
export const REPORTED_DOMAIN = "reported-domain";

/** Names of all rules in their order; `never-checked` is for a URL without history. */
export const RULE_NAMES: readonly string[] = [
  NEVER_CHECKED,
  ...[...RULES, TOO_FEW_CHECKS].map(({ name }) => name),
  REPORTED_DOMAIN,
];

/**
 * The verdict on a link (Q9), wherever it is shown: by the link itself, else by its history. A `today` before the last
 * observation (clocks of two machines differ) counts as that day.
 */
export function judge(link: Judged, today: Day, policy: VerdictPolicy = DEFAULT_POLICY): Judgement {
  const { history, notes, spam = null, internal = false, invalid } = link;
  if (invalid !== undefined) return unobserved("invalid", invalid);
  if (internal) return unobserved("internal", "own-farm");
  if (spam !== null) return unobserved("spam", `spam-${spam}`);
  return judgeHistory(history, notes, today, policy);
}

/** A verdict without observations. */
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
  const facts: JudgedFacts = {
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
    unobservedDays:
      past.lastAlive === null || run === null ? Number.POSITIVE_INFINITY : run.first - past.lastAlive,
  };
  const found = RULES.find(({ applies }) => applies(facts)) ?? TOO_FEW_CHECKS;
  const { since, checks } = basisOf(history, evidence, run);
  const own = { verdict: found.verdict, rule: found.name, since, last: newest.last, checks };
  return has(notes, "reported-working") ? soften(own) : own;
}

/** The verdict on a URL whose domain is reported as working (H3), from the verdict by its history. */
export const soften = <Given extends Pick<Judgement, "verdict" | "rule">>(judged: Given): Given =>
  judged.verdict === "unreachable" ? { ...judged, verdict: "doubtful", rule: REPORTED_DOMAIN } : judged;

/** The uninterrupted observations on which the verdict rests: their first day and number of checks. */
function basisOf(
  history: History,
  evidence: Evidence,
  run: FailingRun | null,
): Pick<Judgement, "since" | "checks"> {
  if (run !== null && (evidence === "gone" || evidence === "broken"))
    return { since: run.first, checks: run.checks };
  /** Evidence that does not end the state: a link works on through refused and odd answers; a refusal ends with anything else. */
  const ignored: readonly Evidence[] = evidence === "good" ? ["refused", "odd"] : [];
  let since: Day | null = null;
  let checks = 0;
  for (const entry of history) {
    const own = evidenceOf(entry);
    if (own === evidence) {
      since = entry.first;
      checks += entry.checks;
    } else if (!ignored.includes(own)) break;
  }
  return { since, checks };
}
