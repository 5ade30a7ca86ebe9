import { networkInterfaces } from "node:os";
import { addressClass } from "../../shared/url/addresses.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import type { CheckLimits } from "./limits.ts";
import type { DnsFailure, HostResolver } from "./resolver.ts";
import { bareHost } from "./transport.ts";

export interface AddressPolicyOptions {
  /** Lifts all refusals: test webs on loopback, never the default. */
  readonly allowPrivate: boolean;
  /** Public addresses of ours that no interface shows, such as a router's in front of this host. */
  readonly ownAddresses?: readonly string[];
}

/** Whether a socket may be opened to an address. */
export type AddressPolicy = (address: string) => boolean;

/** Everything that is not plainly public unicast is refused, and so is this host itself (shared/url/addresses.ts). */
export function createAddressPolicy(options: AddressPolicyOptions): AddressPolicy {
  if (options.allowPrivate) return (address) => addressClass(address).kind !== "not-an-address";
  const own = new Set(options.ownAddresses ?? []);
  for (const addresses of Object.values(networkInterfaces()))
    for (const { address } of addresses ?? []) own.add(address);
  return (address) => addressClass(address).kind === "public" && !own.has(address);
}

export type Route =
  | { readonly kind: "addresses"; readonly addresses: readonly string[] }
  | { readonly kind: "failure"; readonly failure: DnsFailure | "address-not-public" };

export const isLiteral = (parts: UrlParts): boolean =>
  addressClass(bareHost(parts)).kind !== "not-an-address";

/**
 * The addresses that may be dialled for a host, at most `addressesMax`. Asked once per host and check, so that a second
 * answer of the name service (rebinding) finds no use.
 */
export async function routeTo(
  parts: UrlParts,
  resolver: HostResolver,
  allowed: AddressPolicy,
  limits: Pick<CheckLimits, "addressesMax">,
): Promise<Route> {
  const literal = isLiteral(parts);
  const found = literal ? null : await resolver.resolve(parts.host);
  if (found?.kind === "failed") return { kind: "failure", failure: found.failure };
  const candidates = found === null ? [bareHost(parts)] : found.addresses;
  const addresses = candidates.filter(allowed).slice(0, limits.addressesMax);
  if (addresses.length === 0) return { kind: "failure", failure: "address-not-public" };
  return { kind: "addresses", addresses };
}
