import { type AddressPolicy, createAddressPolicy } from "../../../shared/url/address-policy.ts";
import { endpointOf } from "../../../shared/url/endpoint.ts";
import { createOwnAddresses } from "./own-addresses.ts";

export interface EgressOptions {
  /** WEBOID_ALLOW_PRIVATE. */
  readonly allowPrivate: boolean;
  /** WEBOID_DENY: never dialled, whatever is configured. */
  readonly deny?: readonly string[];
  /** Public addresses of ours that no interface shows, such as a router's in front of this host. */
  readonly ownAddresses?: readonly string[];
}

/**
 * What the operator configured: addresses whose host and port may be dialled at private addresses, too; null ones are not set. Or a test
 * of an endpoint (shared/url/endpoint.ts), for what stands in a database; asked only about what would be refused otherwise.
 */
export type Configured = readonly (string | null)[] | ((endpoint: string) => boolean | Promise<boolean>);

/** Answers whether a socket may be opened (design 16). Every outbound client asks it before each connection, by the address it dials. */
export interface EgressGuard {
  /** For hosts that strangers name, such as links: public unicast, and not denied. */
  readonly allows: AddressPolicy;
  /**
   * Those of a host's addresses that may be dialled for this endpoint; rejects only as the test that was configured does. `hasRight`: it is
   * configured for this very request.
   */
  admitted(endpoint: string, addresses: readonly string[], hasRight?: boolean): Promise<readonly string[]>;
}

/** Throws a RangeError for a block of `deny` that is none. */
export function createEgressGuard(
  { allowPrivate, deny = [], ownAddresses = [] }: EgressOptions,
  ...configured: readonly Configured[]
): EgressGuard {
  const interfaces = createOwnAddresses();
  const isOwn = (address: string) => ownAddresses.includes(address) || interfaces().has(address);
  const allows = createAddressPolicy({ allowPrivate, deny, isOwn });
  // Not even there what is denied, and where clouds keep secrets.
  const allowsConfigured = createAddressPolicy({ allowPrivate: true, deny });
  const endpoints = new Set(
    configured
      .flatMap((each) => (typeof each === "function" ? [] : each))
      .map((each) => each && endpointOf(each)),
  );
  const tests = configured.filter((each) => typeof each === "function");
  const isConfigured = async (endpoint: string): Promise<boolean> => {
    if (endpoints.has(endpoint)) return true;
    for (const test of tests) if (await test(endpoint)) return true;
    return false;
  };
  return {
    allows,
    async admitted(endpoint, addresses, hasRight = false) {
      const open = addresses.filter(allows);
      const others = addresses.filter((address) => !allows(address) && allowsConfigured(address));
      return others.length > 0 && (hasRight || (await isConfigured(endpoint))) ? [...open, ...others] : open;
    },
  };
}
