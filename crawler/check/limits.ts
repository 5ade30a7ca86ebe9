import { EXCHANGE_LIMITS, type ExchangeLimits } from "../net/limits.ts";

/**
 * Everything that bounds a check (C2, C3). Servers are hostile: whatever is read, awaited or followed ends at one of these
 * numbers.
 */
export interface CheckLimits extends ExchangeLimits {
  /** The whole check: name service, redirects, the repeat by GET, the ways round a bad certificate. */
  readonly totalMs: number;
  /** Rest of a server that answered one request of a check and turned the next away, before it is asked once more. */
  readonly burstRestMs: number;
  /** The way round a certificate in trouble by plain http, redirects included: its port may be silent. */
  readonly plainHttpMs: number;
  /** One further request about the URL's site, redirects included (C7). */
  readonly siteMs: number;
  /** Redirects followed (C6). */
  readonly hopsMax: number;
  /** A check on its way that does not get the lease of a host within this time is given up unbooked. */
  readonly waitMsMax: number;
  /** Longest Location that is looked at. */
  readonly locationCharsMax: number;
}

/**
 * `totalMs` stays two seconds under C3's minute, so that a caller who counts a minute from outside sees the answer;
 * a client that hurries can be reached by a lower number, never by a higher one than a minute.
 */
export const CHECK_LIMITS: CheckLimits = {
  ...EXCHANGE_LIMITS,
  totalMs: 58_000,
  burstRestMs: 2_000,
  plainHttpMs: 10_000,
  siteMs: 10_000,
  hopsMax: 10,
  waitMsMax: 20_000,
  locationCharsMax: 8_192,
};

/** Throws a RangeError where the limits contradict each other: a bug of the caller, found at start. */
export function checkLimits(changes: Partial<CheckLimits> = {}): CheckLimits {
  const limits = { ...CHECK_LIMITS, ...changes };
  for (const [name, value] of Object.entries(limits))
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`limit ${name} is no positive integer`);
  const rules: readonly (readonly [boolean, string])[] = [
    [limits.totalMs <= 60_000, "totalMs is more than the minute of C3"],
    [limits.connectMs < limits.totalMs, "connectMs leaves no time of totalMs"],
    [limits.headSilenceMs < limits.totalMs, "headSilenceMs leaves no time of totalMs for GET"],
    [limits.bodyMs < limits.totalMs, "bodyMs leaves no time of totalMs"],
    [limits.bodyBytesEnough <= limits.bodyBytesMax, "bodyBytesEnough is more than bodyBytesMax"],
    [
      limits.headBytesMax <= 1024 * 1024,
      "headBytesMax is more than a worker can hold for thousands of hosts",
    ],
    [
      limits.bodyBytesMax <= 1024 * 1024,
      "bodyBytesMax is more than a worker can hold for thousands of hosts",
    ],
    [limits.locationCharsMax <= limits.headBytesMax, "locationCharsMax is more than a head can hold"],
    [limits.hopsMax <= 20, "hopsMax is more than browsers follow"],
  ];
  const broken = rules.find(([holds]) => !holds);
  if (broken !== undefined) throw new RangeError(`limits: ${broken[1]}`);
  return limits;
}
