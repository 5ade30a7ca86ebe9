import type { Note } from "../answer/types.ts";
import type { Day } from "../calendar/day.ts";
import type { History, HistoryEntry } from "../history/types.ts";
import { statusRow } from "../status/table.ts";
import { type Evidence, evidenceOf, type FailingRun, type Past, readHistory } from "./evidence.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "./policy.ts";
import type { Judgement, Verdict } from "./types.ts";

/** What the rules look at: a history that is not empty, read once. */
interface Case {
  readonly history: History;
  readonly newest: HistoryEntry;
  readonly evidence: Evidence;
  readonly notes: readonly Note[];
  readonly today: number;
  readonly policy: VerdictPolicy;
  readonly run: FailingRun | null;
  readonly past: Past;
}

interface Rule {
  readonly name: string;
  readonly verdict: Verdict;
  readonly applies: (facts: Case) => boolean;
}

const failing = ({ evidence }: Case): boolean => evidence === "gone" || evidence === "broken";

/** Days since the failing run began, as of today; the run is there wherever a rule asks. */
const ageDays = ({ run, today }: Case): number => (run === null ? 0 : today - run.first);
const spanDays = ({ run }: Case): number => (run === null ? 0 : run.last - run.first);
const checksOf = ({ run }: Case): number => run?.checks ?? 0;

const enoughChecks = (facts: Case): boolean =>
  checksOf(facts) >= facts.policy.checksMin && spanDays(facts) >= facts.policy.repeatedDaysMin;

const observedForWeeks = (facts: Case): boolean =>
  checksOf(facts) >= facts.policy.observedChecksMin && spanDays(facts) >= facts.policy.observedDaysMin;

const mostlyGone = ({ run }: Case): boolean => run !== null && run.goneChecks * 2 >= run.checks;

/** The chance that a URL with this past fails so often in a row, given that it failed once. */
export function chanceOfRun(past: Past, checks: number, policy: VerdictPolicy): number {
  const failed = past.failedChecks + policy.assumedFailedChecks;
  const good = past.goodChecks + policy.assumedGoodChecks;
  return (failed / (failed + good)) ** Math.max(0, checks - 1);
}

const shorterThanBefore = ({ past, policy, ...facts }: Case): boolean =>
  past.longestOutageDays >= policy.earlierOutageDaysMin &&
  spanDays({ past, policy, ...facts }) < Math.min(past.longestOutageDays, policy.earlierOutageDaysMax);

/**
 * The rules, in order; the first that applies decides and is named in every answer (docs/statuses-and-verdicts.md).
 * Refused comes before everything that speaks of failure: a wall says nothing about readers (design 10).
 */
const RULES: readonly Rule[] = [
  {
    name: "unreachable-before-one-429",
    verdict: "unreachable",
    applies: ({ newest, history, notes, today, policy }) =>
      statusRow(newest.status).key === "too-many-requests" &&
      newest.checks === 1 &&
      judgeDay(history.slice(1), notes, today, policy).verdict === "unreachable",
  },
  {
    name: "refused",
    verdict: "refused",
    applies: ({ evidence, notes }) => evidence === "refused" || notes.some(({ key }) => key === "robot-wall"),
  },
  {
    name: "working-again",
    verdict: "working",
    applies: ({ evidence, past }) => evidence === "good" && past.failedChecks > 0,
  },
  { name: "working", verdict: "working", applies: ({ evidence }) => evidence === "good" },
  {
    name: "redirect-nowhere",
    verdict: "doubtful",
    applies: ({ evidence, newest }) => evidence === "odd" && newest.deadEnd,
  },
  { name: "odd-answer", verdict: "doubtful", applies: ({ evidence }) => evidence === "odd" },
  {
    name: "failing-lately",
    verdict: "doubtful",
    applies: (facts) => failing(facts) && ageDays(facts) < facts.policy.goneDaysMin,
  },
  { name: "outage-as-before", verdict: "doubtful", applies: shorterThanBefore },
  {
    name: "unsteady",
    verdict: "doubtful",
    applies: (facts) => chanceOfRun(facts.past, checksOf(facts), facts.policy) > facts.policy.chanceMax,
  },
  {
    name: "gone-for-weeks",
    verdict: "unreachable",
    applies: (facts) => mostlyGone(facts) && enoughChecks(facts),
  },
  { name: "failing-for-weeks", verdict: "unreachable", applies: observedForWeeks },
  {
    name: "broken-since-weeks",
    verdict: "unreachable",
    applies: (facts) =>
      enoughChecks(facts) &&
      ageDays(facts) >= facts.policy.brokenDaysMin &&
      (facts.past.lastGood === null || facts.today - facts.past.lastGood >= facts.policy.sinceGoodDaysMin),
  },
];

/** Weeks old, but looked at too seldom. */
const TOO_FEW_CHECKS: Rule = { name: "too-few-checks", verdict: "doubtful", applies: () => true };

/** Names of all rules, in their order; the first belongs to a URL without a history. */
export const RULE_NAMES: readonly string[] = [
  "never-checked",
  ...[...RULES, TOO_FEW_CHECKS].map(({ name }) => name),
];

/**
 * What a history amounts to on a day (Q9): `unknown`, `working`, `doubtful`, `unreachable` or `refused`. Verdicts of the
 * link itself (invalid, spam, internal) are made where the link is known. `today` before the last observation (clocks of
 * two machines) counts as that day.
 */
export function judge(
  history: History,
  notes: readonly Note[],
  today: Day,
  policy: VerdictPolicy = DEFAULT_POLICY,
): Judgement {
  return judgeDay(history, notes, today, policy);
}

function judgeDay(history: History, notes: readonly Note[], today: number, policy: VerdictPolicy): Judgement {
  const [newest] = history;
  if (newest === undefined)
    return { verdict: "unknown", rule: "never-checked", since: null, last: null, checks: 0 };
  const { run, past } = readHistory(history, policy.gapDaysMax, policy.failuresPerRunMax);
  const facts: Case = {
    history,
    newest,
    evidence: evidenceOf(newest),
    notes,
    today: Math.max(today, newest.last),
    policy,
    run,
    past,
  };
  const rule = RULES.find(({ applies }) => applies(facts)) ?? TOO_FEW_CHECKS;
  const { since, checks } = carriers(facts, rule.verdict);
  return { verdict: rule.verdict, rule: rule.name, since, last: newest.last, checks };
}

/** The uninterrupted run of observations that carries a verdict: its first day, and how many checks speak for it. */
function carriers({ history, evidence, run }: Case, verdict: Verdict): { since: Day | null; checks: number } {
  if (run !== null && (verdict === "unreachable" || evidence === "gone" || evidence === "broken"))
    return { since: run.first, checks: run.checks };
  /** Refused and odd answers in between do not end a time of working; anything else ends a time of refusal. */
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
