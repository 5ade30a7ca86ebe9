import ipaddr from "ipaddr.js";

/** The rate-limit binding of Workers: counted per location, approximate. */
export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Period of the binding in wrangler.toml: after it a caller may ask again. */
export const RETRY_AFTER_SECONDS = 10;

/** Cloudflare sets it itself; so does the local runtime, with the socket's address, when the caller sent none. */
export const CLIENT_IP_HEADER_DEFAULT = "cf-connecting-ip";

/** All callers whose address is not known are counted together. */
const UNKNOWN = "unknown";

/**
 * Under which name an address is counted (Q7): an IPv4 address by itself, IPv6 by its /64, as one subscriber has at
 * least that many, what is no address together with all such. Null: not counted: this machine, which no caller of the
 * deployed Worker can be.
 */
export function throttleKey(address: string | undefined): string | null {
  if (address === undefined || !ipaddr.isValid(address)) return UNKNOWN;
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback") return null;
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`;
}

/**
 * Under which name a caller is counted. `trusted`: CLIENT_IP_HEADER, the header in which the proxy in front tells the
 * caller's address; of a list the last counts, which the nearest proxy added. "none": nothing that callers send is
 * believed, and all are counted together.
 */
export function callerOf(
  header: (name: string) => string | undefined,
  trusted: string | undefined,
): string | null {
  const name = trusted || CLIENT_IP_HEADER_DEFAULT;
  return throttleKey(name === "none" ? undefined : header(name)?.split(",").at(-1)?.trim());
}

/** True when the caller has to wait. Without the binding nothing is limited (tests). `key` null: not counted. */
export async function isThrottled(limiter: RateLimiter | undefined, key: string | null): Promise<boolean> {
  if (!limiter || key === null) return false;
  return !(await limiter.limit({ key })).success;
}
