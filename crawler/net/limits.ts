/** How lookups of names are bounded (C9: thousands of hosts at once, answers lost over UDP). */
export interface NameLimits {
  /** One question to one server, over UDP and, where the answer does not fit, TCP. */
  readonly queryMs: number;
  readonly lookupsAtOnceMax: number;
  /** A lookup counts among these for so long at most: name servers that are silent must not keep others waiting. */
  readonly permitMs: number;
  /** Who waits for a name learns after this time that it is late. */
  readonly lateMs: number;
  /** With IPv4 addresses at hand, how long IPv6 is waited for (RFC 8305, section 3, has 50 ms the other way round). */
  readonly otherFamilyMs: number;
  /** After a refusal, and so much longer after each further one: a resolver refuses at once. */
  readonly refusedRestMs: number;
  /** A resolver that answers about no name is asked on for so long; after that the outage watch decides. */
  readonly stallMsMax: number;
  readonly cacheEntriesMax: number;
  readonly ttlMsMin: number;
  readonly ttlMsMax: number;
  /** NXDOMAIN and no address: short in place of the SOA's minimum (RFC 2308), which is a day with many. */
  readonly negativeMs: number;
  /** REFUSED, SERVFAIL, silence: short, as these pass. */
  readonly failureMs: number;
}

export const NAME_LIMITS: NameLimits = {
  queryMs: 2_000,
  lookupsAtOnceMax: 128,
  permitMs: 250,
  lateMs: 500,
  otherFamilyMs: 100,
  refusedRestMs: 250,
  stallMsMax: 20_000,
  cacheEntriesMax: 100_000,
  ttlMsMin: 30_000,
  ttlMsMax: 3_600_000,
  negativeMs: 300_000,
  failureMs: 30_000,
};
