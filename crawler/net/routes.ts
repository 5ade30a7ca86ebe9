import type { AddressPolicy } from "../../shared/url/address-policy.ts";
import { addressClass } from "../../shared/url/addresses.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { createOwnAddresses } from "./egress/own-addresses.ts";
import type { ExchangeLimits } from "./limits.ts";
import type { DnsFailure, NameResolver, Resolution } from "./names.ts";
import { bareHost } from "./transport.ts";

/** Sites that have only IPv6 addresses are not asked from a place that has no IPv6: that they are silent is our doing. */
export type Route =
  | { readonly kind: "not-tried"; readonly reason: "no-ipv6" }
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  | { readonly kind: "failure"; readonly failure: DnsFailure | "address-not-public" };

const isPublicIpv6 = (address: string): boolean =>
  address.includes(":") && addressClass(address).kind === "public";

/** Whether this host has an address of the IPv6 web; one of a local network (ULA) leads nowhere else. */
function publicIpv6Test(): () => boolean {
  const interfaces = createOwnAddresses();
  return () => [...interfaces()].some(isPublicIpv6);
}

/** Of a name that is not answered while its check has time. */
export const LATE_NAME: Route = { kind: "failure", failure: "dns-timeout" };

/** Normalised hosts are addresses when they look like one: no name has digits alone at its end (U3). */
export const isLiteral = ({ host }: UrlParts): boolean => /^(?:\[.+\]|[0-9.]+)$/.test(host);

/** What may be dialled for a host. */
export interface Router {
  /** A promise only where the name service is asked. */
  route(parts: UrlParts): Route | Promise<Route>;
}

/**
 * The addresses that may be dialled, at most `addressesMax`. A check asks once per host, so that a second answer of the
 * name service (rebinding) finds no use.
 */
export function createRouter(
  resolver: Pick<NameResolver, "resolve" | "cached">,
  allowed: AddressPolicy,
  { addressesMax }: Pick<ExchangeLimits, "addressesMax">,
  hasIpv6: () => boolean = publicIpv6Test(),
): Router {
  /** What was judged is the same object for as long as the resolver keeps it. */
  const judged = new WeakMap<Resolution, Route>();
  const judge = (resolution: Resolution): Route => {
    const known = judged.get(resolution);
    if (known !== undefined) return known;
    const route = routeOf(resolution);
    judged.set(resolution, route);
    return route;
  };
  const routeOf = (resolution: Resolution): Route => {
    if (resolution.kind === "failed") return { kind: "failure", failure: resolution.failure };
    const permitted = resolution.addresses.filter(allowed);
    if (permitted.length === 0) return { kind: "failure", failure: "address-not-public" };
    const dialled = !permitted.some(isPublicIpv6) || hasIpv6();
    const addresses = (dialled ? permitted : permitted.filter((address) => !isPublicIpv6(address))).slice(
      0,
      addressesMax,
    );
    return addresses.length === 0
      ? { kind: "not-tried", reason: "no-ipv6" }
      : { kind: "addresses", addresses };
  };
  return {
    route(parts) {
      if (isLiteral(parts)) return routeOf({ kind: "found", addresses: [bareHost(parts)] });
      const cached = resolver.cached(parts.host);
      return cached === null ? resolver.resolve(parts.host).then(judge) : judge(cached);
    },
  };
}
