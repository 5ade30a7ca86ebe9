import ipaddr from "ipaddr.js";
import type { CallerRange } from "../../shared/protocol/people.ts";
import { limitItem, policyItem } from "../../shared/protocol/rate-limit.ts";
import type { Fill } from "../cache/fill.ts";

/** The rate-limit binding of Workers: counted per location, approximate; it says neither what remains nor until when. */
interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** The bindings of wrangler.toml, whose limits are those of POLICIES. Unset: only what passes through this isolate is counted. */
export interface Limiters {
  readonly LIMIT?: RateLimiter;
  readonly LIMIT_SUBSCRIBER?: RateLimiter;
  readonly LIMIT_SITE?: RateLimiter;
  readonly LIMIT_PROVIDER?: RateLimiter;
  readonly LIMIT_GADGET?: RateLimiter;
  readonly LIMIT_GADGET_SUBSCRIBER?: RateLimiter;
  readonly LIMIT_GADGET_SITE?: RateLimiter;
  readonly LIMIT_GADGET_PROVIDER?: RateLimiter;
}

/** Of all windows; the shorter one of the two that bindings have. */
export const PERIOD_SECONDS = 10;

/**
 * What may be asked in a window from an address, and from the ranges around it (Q7): a caller with many addresses has a
 * larger allowance, but not as many times that of one. A gadget asks with every view of an article, and a university or a
 * mobile carrier is one address: what costs one read of the store, or a few where that has no such page, has
 * allowances of its own.
 */
export const POLICIES = {
  address: { quota: 60, binding: "LIMIT" },
  subscriber: { quota: 120, binding: "LIMIT_SUBSCRIBER" },
  site: { quota: 600, binding: "LIMIT_SITE" },
  provider: { quota: 6_000, binding: "LIMIT_PROVIDER" },
  "gadget-address": { quota: 300, binding: "LIMIT_GADGET" },
  "gadget-subscriber": { quota: 600, binding: "LIMIT_GADGET_SUBSCRIBER" },
  "gadget-site": { quota: 3_000, binding: "LIMIT_GADGET_SITE" },
  "gadget-provider": { quota: 30_000, binding: "LIMIT_GADGET_PROVIDER" },
} as const satisfies Readonly<Record<string, { quota: number; binding: keyof Limiters }>>;
type PolicyName = keyof typeof POLICIES;

/** From the narrowest to the widest. One IPv6 subscriber has a /64 at the least and a /56 or /48 often; a provider /32. */
const PREFIXES = {
  ipv4: [
    ["address", 32],
    ["site", 24],
    ["provider", 16],
  ],
  ipv6: [
    ["address", 64],
    ["subscriber", 56],
    ["site", 48],
    ["provider", 32],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [CallerRange["policy"], number])[]>>;

/** Cloudflare sets it itself; so does the local runtime, with the socket's address, when the caller sent none. */
const CLIENT_IP_HEADER_DEFAULT = "cf-connecting-ip";

/** All callers whose address is not known are counted together. */
const UNKNOWN = "unknown";

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null;
}

function network(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const cidr = `${address.toNormalizedString()}/${bits}`;
  const base =
    address.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${base.toString()}/${bits}`;
}

/**
 * Under which name an address is counted (Q7): an IPv4 address by itself, IPv6 by its /64, as one subscriber has at
 * least that many, what is no address together with all such. Null: not counted: this machine, which no caller of the
 * deployed Worker can be.
 */
export function throttleKey(address: string | undefined): string | null {
  const parsed = parse(address ?? "");
  if (parsed === null) return UNKNOWN;
  if (parsed.range() === "loopback") return null;
  return parsed.kind() === "ipv4" ? parsed.toString() : network(parsed, 64);
}

/**
 * The address of a caller, as far as it is known. `trusted`: CLIENT_IP_HEADER, the header in which the proxy in front names it; of a
 * list the last counts, which the nearest proxy added. "none": nothing that callers send is believed.
 */
export function addressIn(
  header: (name: string) => string | undefined,
  trusted: string | undefined,
): string | undefined {
  const name = trusted || CLIENT_IP_HEADER_DEFAULT;
  return name === "none" ? undefined : withoutPort(header(name)?.split(",").at(-1)?.trim());
}

/** Some proxies add the port, and brackets to IPv6: each connection would be no address, and all callers one. */
const withoutPort = (node: string | undefined): string | undefined =>
  node?.replace(/^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2");

/** The ranges around a caller, from the narrowest on. A name that is no address has but itself. */
export function rangesOf(caller: string): readonly CallerRange[] {
  const address = parse(caller.replace(/\/64$/, ""));
  if (address === null) return [{ policy: "address", key: caller }];
  const [narrowest, ...wider] = PREFIXES[address.kind()];
  return [
    { policy: narrowest[0], key: caller },
    ...wider.map(([policy, bits]) => ({ policy, key: network(address, bits) })),
  ];
}

/**
 * What is counted by itself: questions; those of gadgets; tokens that nobody knows, each of which is asked of origin; requests
 * for operators' addresses without their signature.
 */
export type ThrottleClass = "question" | "gadget" | "token" | "unsigned";

interface Range {
  readonly policy: PolicyName;
  readonly key: string;
}

const countedIn = (caller: string, purpose: ThrottleClass): readonly Range[] =>
  rangesOf(caller).map(({ policy, key }) => ({
    policy: purpose === "gadget" ? (`gadget-${policy}` as const) : policy,
    key: purpose === "token" || purpose === "unsigned" ? `${purpose} ${key}` : key,
  }));

/** More names of a policy than this are not counted in one window; the ranges around them are. */
const KEYS_MAX = 20_000;

/** A question as it was counted, before it is known how much it is. */
export interface Counted {
  readonly caller: string;
  readonly purpose: ThrottleClass;
  /** For how many questions it was taken. */
  readonly questions: number;
  readonly window: number;
}

/** What a caller hears of a question that was counted. */
export interface Taken {
  readonly refused: boolean;
  /** `RateLimit`, `RateLimit-Policy`; Retry-After when refused. */
  readonly headers: Readonly<Record<string, string>>;
  readonly retrySeconds: number;
}

/** For a message that says when to go on. */
export const inSeconds = (seconds: number): string => `in ${seconds} ${seconds === 1 ? "second" : "seconds"}`;

export interface Throttle {
  /** Counts a question of a caller, unless it is refused; as several, where it may come to as much. */
  take(limiters: Limiters, caller: string, purpose: ThrottleClass, questions?: number): Promise<Taken>;
  /** The window that is counted in now. */
  window(): number;
  /**
   * Counts a question as what it came to: in the window in which it was taken, less where it was taken for too much; more only as far as
   * the caller has something left, so that the neighbours do not pay for it. Gives what remains, as `RateLimit` has it.
   */
  settle(counted: Counted, questions: number): string;
  /** Questions that were refused since the start. */
  refused(): number;
  /** Callers and ranges that are counted at the moment. */
  fill(): Fill;
}

/** Counts of one window, per policy. Windows are those of the clock, as the local runtime's bindings have them. */
function createCounts(now: () => number) {
  let window = -1;
  const counts = new Map<PolicyName, Map<string, number>>();
  const windowNow = (): number => Math.floor(now() / (PERIOD_SECONDS * 1_000));
  const of = (policy: PolicyName): Map<string, number> => {
    const current = windowNow();
    if (current !== window) counts.clear();
    window = current;
    const found = counts.get(policy) ?? new Map<string, number>();
    counts.set(policy, found);
    return found;
  };
  return {
    remaining: ({ policy, key }: Range) => Math.max(0, POLICIES[policy].quota - (of(policy).get(key) ?? 0)),
    add({ policy, key }: Range, questions: number) {
      const names = of(policy);
      const count = Math.max(0, (names.get(key) ?? 0) + questions);
      if (names.has(key) || names.size < KEYS_MAX) names.set(key, count);
    },
    window: windowNow,
    fill: () => ({
      used: [...counts.values()].reduce((sum, { size }) => sum + size, 0),
      max: KEYS_MAX * Object.keys(POLICIES).length,
    }),
    secondsLeft: () => PERIOD_SECONDS - (Math.floor(now() / 1_000) % PERIOD_SECONDS),
  };
}

async function passes(limiters: Limiters, { policy, key }: Range): Promise<boolean> {
  const limiter = limiters[POLICIES[policy].binding];
  return limiter === undefined || (await limiter.limit({ key })).success;
}

/**
 * Q7. What passed through this isolate is counted exactly, which on a machine of one's own is everything; where many
 * isolates answer, the bindings know of the others, and what answers name as remaining is an upper bound. Refused questions
 * count in no range, so that a flood takes nothing from the neighbours.
 */
export function createThrottle(now: () => number): Throttle {
  const counts = createCounts(now);
  let refusals = 0;

  async function refusedIn(
    limiters: Limiters,
    ranges: readonly Range[],
    questions: number,
  ): Promise<Range | null> {
    const full = ranges.find((range) => counts.remaining(range) === 0);
    if (full !== undefined) return full;
    for (const range of ranges) counts.add(range, questions);
    const [narrowest, ...wider] = ranges;
    for (const together of [narrowest === undefined ? [] : [narrowest], wider]) {
      const passed = await Promise.all(together.map((range) => passes(limiters, range)));
      const refused = together.find((_, at) => passed[at] === false);
      if (refused === undefined) continue;
      // Other isolates have used it up; until the window ends the binding need not be asked again.
      counts.add(refused, counts.remaining(refused));
      return refused;
    }
    return null;
  }

  const scarcestOf = (ranges: readonly Range[]): Range =>
    ranges.reduce((a, b) => (counts.remaining(b) < counts.remaining(a) ? b : a));

  return {
    refused: () => refusals,
    fill: counts.fill,
    window: counts.window,
    settle({ caller, purpose, questions: taken, window }, questions) {
      const ranges = countedIn(caller, purpose);
      const [narrowest] = ranges;
      const left = narrowest === undefined ? 0 : counts.remaining(narrowest);
      const others = Math.min(questions - taken, left);
      if (others > 0 || window === counts.window()) for (const range of ranges) counts.add(range, others);
      const scarcest = scarcestOf(ranges);
      return limitItem(scarcest.policy, counts.remaining(scarcest), counts.secondsLeft());
    },
    async take(limiters, caller, purpose, questions = 1) {
      const ranges = countedIn(caller, purpose);
      const refused = await refusedIn(limiters, ranges, questions);
      if (refused !== null) refusals += 1;
      const seconds = counts.secondsLeft();
      const shown = refused ?? scarcestOf(ranges);
      return {
        refused: refused !== null,
        retrySeconds: seconds,
        headers: {
          "ratelimit-policy": ranges
            .map(({ policy }) => policyItem(policy, POLICIES[policy].quota, PERIOD_SECONDS))
            .join(", "),
          ratelimit: limitItem(shown.policy, refused ? 0 : counts.remaining(shown), seconds),
          ...(refused !== null && { "retry-after": String(seconds) }),
        },
      };
    },
  };
}
