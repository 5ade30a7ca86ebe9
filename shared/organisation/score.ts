/** A score as it is printed: more digits than these say nothing. */
export const roundedScore = (score: number): number => Math.round(score * 1_000) / 1_000;
