import { describe, expect, test } from "vitest";
import { createAddressPolicy } from "../../shared/url/address-policy.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createRouter } from "./routes.ts";
import { fakeNames } from "./testing/fake-names.ts";

const SITES = {
  both: ["198.35.26.96", "2620:0:863:ed1a::1"],
  four: ["198.35.26.96"],
  six: ["2620:0:863:ed1a::1"],
} as const;

function route(addresses: readonly string[], hasIpv6: boolean) {
  const resolver = fakeNames(() => addresses);
  const allowed = createAddressPolicy({ allowPrivate: false });
  const router = createRouter(resolver, allowed, { addressesMax: 4 }, () => hasIpv6);
  return router.route(splitUrl("https://site.example.net/" as NormalisedUrl));
}

describe("a place without IPv6 says nothing of sites that have nothing else (design 11)", () => {
  test.each<[keyof typeof SITES, boolean, object]>([
    ["both", true, { kind: "addresses" }],
    ["both", false, { kind: "addresses", addresses: SITES.four }],
    ["four", false, { kind: "addresses", addresses: SITES.four }],
    ["six", true, { kind: "addresses", addresses: SITES.six }],
    ["six", false, { kind: "not-tried", reason: "no-ipv6" }],
  ])("%s addresses, IPv6 here: %s", async (site, hasIpv6, expected) => {
    expect(await route(SITES[site], hasIpv6)).toMatchObject(expected);
  });
});
