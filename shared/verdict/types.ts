import type { Day } from "../calendar/day.ts";

/** contract.md: what a history amounts to (Q9). The last three are decided by the link, not by its history. */
export const VERDICTS = [
  "working",
  "doubtful",
  "unreachable",
  "refused",
  "unknown",
  "invalid",
  "spam",
  "internal",
] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Judgement {
  readonly verdict: Verdict;
  /** Name of the ordered rule that decided. */
  readonly rule: string;
  /** First day of the uninterrupted run of observations that carries the verdict; null without any. */
  readonly since: Day | null;
  /** Last day of an observation. */
  readonly last: Day | null;
  /** How many checks in that run speak for the verdict (saturating per history entry). */
  readonly checks: number;
}
