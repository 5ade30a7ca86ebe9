/** What bounds one request and its answer (C2, C3). */
export interface ExchangeLimits {
  /** All attempts to connect, over all addresses of the host. */
  readonly connectMs: number;
  /** A HEAD whose head does not begin, or does not go on, for so long is given up, so that time is left for GET (C1). */
  readonly headSilenceMs: number;
  /** A body still coming in this long after its head is cut off: the head has said enough. */
  readonly bodyMs: number;
  /** Status line and fields, interim responses included, as sent. */
  readonly headBytesMax: number;
  readonly headFieldsMax: number;
  /** Responses 1xx before the final one. */
  readonly interimMax: number;
  /** Of the body as sent, before any decompression. */
  readonly bodyBytesMax: number;
  /** Of a body whose size or status leaves no more to learn; enough for magic numbers (C8). */
  readonly bodyBytesEnough: number;
  /** Different addresses dialled. */
  readonly addressesMax: number;
}

export const EXCHANGE_LIMITS: ExchangeLimits = {
  connectMs: 10_000,
  headSilenceMs: 20_000,
  bodyMs: 5_000,
  headBytesMax: 64 * 1024,
  headFieldsMax: 1_000,
  interimMax: 16,
  bodyBytesMax: 64 * 1024,
  bodyBytesEnough: 512,
  addressesMax: 4,
};

/** How lookups of names are bounded (C9: thousands of hosts at once, answers lost over UDP). */
export interface NameLimits {
  /** One question to one server, over UDP and, where the answer does not fit, TCP. */
  readonly queryMs: number;
  readonly lookupsAtOnceMax: number;
  /** A lookup counts among these for so long at most: name servers that are silent must not keep others waiting. */
  readonly permitMs: number;
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
  otherFamilyMs: 100,
  refusedRestMs: 250,
  stallMsMax: 20_000,
  cacheEntriesMax: 100_000,
  ttlMsMin: 30_000,
  ttlMsMax: 3_600_000,
  negativeMs: 300_000,
  failureMs: 30_000,
};
