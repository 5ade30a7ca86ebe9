import type { NameResolver } from "../names.ts";

/** A name service without a network. @param addressesOf of a host, IPv6 without brackets; none: there is no such name */
export const fakeNames = (addressesOf: (host: string) => readonly string[]): NameResolver => ({
  async resolve(host) {
    const addresses = addressesOf(host);
    return addresses.length > 0 ? { kind: "found", addresses } : { kind: "failed", failure: "dns-unknown" };
  },
  cached: () => null,
  close() {},
});
