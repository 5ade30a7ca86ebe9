import type { Day } from "../calendar/day.ts";

/** The verdicts on a link (Q9). The last three follow from the link itself, the others from its history. */
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
  /** Name of the rule that decided (docs/rules.md). */
  readonly rule: string;
  /** First day of the uninterrupted observations on which the verdict rests; null without any. */
  readonly since: Day | null;
  /** Day of the last observation; null without any. */
  readonly last: Day | null;
  /** Number of checks on which the verdict rests (at most 255 per history entry). */
  readonly checks: number;
}
