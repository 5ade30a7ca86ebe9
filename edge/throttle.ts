import ipaddr from "ipaddr.js";

/** The rate-limit binding of Workers: counted per location, approximate. */
export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** Period of the binding in wrangler.toml: after it a caller may ask again. */
export const RETRY_AFTER_SECONDS = 10;

/**
 * Under which name an address is counted (Q7): an IPv4 address by itself, IPv6 by its /64, as one subscriber has at
 * least that many. Null: not counted: no address is known (a self-hosted workerd without a proxy that sets
 * CF-Connecting-IP), or it is this machine, which no caller of the deployed Worker can be.
 */
export function throttleKey(address: string | undefined): string | null {
  if (address === undefined || !ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback") return null;
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`;
}

/** True when the caller has to wait. Without the binding nothing is limited (self-hosters, tests). */
export async function isThrottled(
  limiter: RateLimiter | undefined,
  address: string | undefined,
): Promise<boolean> {
  const key = limiter && throttleKey(address);
  if (!limiter || key === undefined || key === null) return false;
  return !(await limiter.limit({ key })).success;
}
