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

/** How often and how many at a time hosts are asked, beyond what the sweep paces (C4). */
export interface EtiquetteLimits {
  /** Rest of a domain between two redirects that lead to it from outside. */
  readonly hopGapMs: number;
  /** Connections to one address at a time (IPv6: one /64), under whatever names; with a fleet, of all of it. */
  readonly perAddressMax: number;
  /** With a fleet: rest of each of these places at an address, which bounds the rate. */
  readonly addressRestMs: number;
  /** A check on its way that does not get its turn within this time is given up unbooked. */
  readonly waitMsMax: number;
  /** Private addresses are asked no faster than public ones: only tests of these limits want that. */
  readonly pacePrivate: boolean;
}

export const ETIQUETTE_LIMITS: EtiquetteLimits = {
  hopGapMs: 500,
  perAddressMax: 8,
  addressRestMs: 100,
  waitMsMax: 20_000,
  pacePrivate: false,
};

/** @param allowPrivate test webs on loopback: redirects need no rest. Throws a RangeError as `checkLimits` does. */
export function etiquetteLimits(changes: Partial<EtiquetteLimits>, allowPrivate: boolean): EtiquetteLimits {
  const limits = { ...ETIQUETTE_LIMITS, ...(allowPrivate && { hopGapMs: 0 }), ...changes };
  const { hopGapMs, addressRestMs, perAddressMax, waitMsMax } = limits;
  for (const [name, value] of Object.entries({ hopGapMs, addressRestMs }))
    if (!Number.isInteger(value) || value < 0) throw new RangeError(`limit ${name} is no natural number`);
  for (const [name, value] of Object.entries({ perAddressMax, waitMsMax }))
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`limit ${name} is no positive integer`);
  if (hopGapMs > waitMsMax) throw new RangeError("limits: hopGapMs is more than anybody waits (waitMsMax)");
  return limits;
}
