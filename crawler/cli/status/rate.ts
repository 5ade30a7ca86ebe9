const HOUR_MS = 3_600_000;
/** Less is no rate. */
const WINDOW_MS_MIN = 60_000;

/** Something done in one hour of the clock. */
export interface HourCount {
  /** Milliseconds since 1970. */
  readonly startMs: number;
  readonly amount: number;
}

/**
 * How much a second was done from `fromMs` to `nowMs`; an hour that lies in it partly counts for its part. `sinceMs`: all
 * was done after that. null: the time is too short to tell.
 */
export function perSecond(
  hours: readonly HourCount[],
  {
    fromMs,
    nowMs,
    sinceMs = 0,
  }: { readonly fromMs: number; readonly nowMs: number; readonly sinceMs?: number },
): number | null {
  const from = Math.max(fromMs, sinceMs);
  if (nowMs - from < WINDOW_MS_MIN) return null;
  const amount = hours.reduce((sum, { startMs, amount }) => {
    const start = Math.max(startMs, sinceMs);
    const end = Math.min(startMs + HOUR_MS, nowMs);
    const inside = Math.min(end, nowMs) - Math.max(start, from);
    return end <= start || inside <= 0 ? sum : sum + (amount * inside) / (end - start);
  }, 0);
  return (amount * 1_000) / (nowMs - from);
}
