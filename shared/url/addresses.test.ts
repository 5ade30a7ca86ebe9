import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import { addressClass, blockTest, parseIpv6, SPECIAL_IPV4_BLOCKS, SPECIAL_IPV6_BLOCKS } from "./addresses.ts";
import { portRefused } from "./ports.ts";

describe("addressClass", () => {
  test.each([
    // First and last address of each denied block, and the public neighbours outside.
    ["0.0.0.0", "0.0.0.0/8"],
    ["0.255.255.255", "0.0.0.0/8"],
    ["1.0.0.0", null],
    ["9.255.255.255", null],
    ["10.0.0.0", "10.0.0.0/8"],
    ["10.255.255.255", "10.0.0.0/8"],
    ["11.0.0.0", null],
    ["100.63.255.255", null],
    ["100.64.0.0", "100.64.0.0/10"],
    ["100.127.255.255", "100.64.0.0/10"],
    ["100.128.0.0", null],
    ["126.255.255.255", null],
    ["127.0.0.1", "127.0.0.0/8"],
    ["127.255.255.255", "127.0.0.0/8"],
    ["128.0.0.0", null],
    ["168.63.129.15", null],
    ["168.63.129.16", "168.63.129.16/32"],
    ["168.63.129.17", null],
    ["100.100.100.200", "100.64.0.0/10"],
    ["169.253.255.255", null],
    ["169.254.169.254", "169.254.0.0/16"],
    ["169.255.0.0", null],
    ["172.15.255.255", null],
    ["172.16.0.0", "172.16.0.0/12"],
    ["172.31.255.255", "172.16.0.0/12"],
    ["172.32.0.0", null],
    ["191.255.255.255", null],
    ["192.0.0.9", "192.0.0.0/24"],
    ["192.0.1.0", null],
    ["192.0.2.255", "192.0.2.0/24"],
    ["192.0.3.0", null],
    ["192.31.196.1", "192.31.196.0/24"],
    ["192.52.193.1", "192.52.193.0/24"],
    ["192.88.99.2", "192.88.99.0/24"],
    ["192.167.255.255", null],
    ["192.168.255.255", "192.168.0.0/16"],
    ["192.169.0.0", null],
    ["192.175.48.6", "192.175.48.0/24"],
    ["198.17.255.255", null],
    ["198.19.255.255", "198.18.0.0/15"],
    ["198.20.0.0", null],
    ["198.51.100.7", "198.51.100.0/24"],
    ["203.0.113.7", "203.0.113.0/24"],
    ["223.255.255.255", null],
    ["224.0.0.0", "224.0.0.0/4"],
    ["239.255.255.255", "224.0.0.0/4"],
    ["240.0.0.0", "240.0.0.0/4"],
    ["255.255.255.254", "240.0.0.0/4"],
    ["255.255.255.255", "255.255.255.255/32"],
    ["::", "::/128"],
    ["::1", "::1/128"],
    ["::2", "::/96"],
    ["::127.0.0.1", "::/96"],
    ["::ffff:8.8.8.8", "::ffff:0:0/96"],
    ["::ffff:7f00:1", "::ffff:0:0/96"],
    ["::ffff:0:127.0.0.1", "::ffff:0:0:0/96"],
    ["0:0:0:1::", "::/0"],
    ["64:ff9b::808:808", "64:ff9b::/96"],
    ["64:ff9b:1::a00:1", "64:ff9b:1::/48"],
    ["64:ff9c::1", "::/0"],
    ["100::1", "100::/64"],
    ["100:0:0:1::1", "100:0:0:1::/64"],
    ["1fff:ffff::", "::/0"],
    ["2000::", null],
    ["2001::1", "2001::/32"],
    ["2001:1::1", "2001::/23"],
    ["2001:2::1", "2001:2::/48"],
    ["2001:3::1", "2001:3::/32"],
    ["2001:4:112::1", "2001:4:112::/48"],
    ["2001:1f:ffff::", "2001:10::/28"],
    ["2001:2f:ffff::", "2001:20::/28"],
    ["2001:3f:ffff::", "2001:30::/28"],
    ["2001:1ff:ffff::", "2001::/23"],
    ["2001:200::", null],
    ["2001:db7:ffff::", null],
    ["2001:db8:ffff::1", "2001:db8::/32"],
    ["2001:db9::", null],
    ["2002:7f00:1::", "2002::/16"],
    ["2003::1", null],
    ["2606:4700::6810:84e5", null],
    ["2620:4f:8000::42", "2620:4f:8000::/48"],
    ["2620:4f:8001::", null],
    ["2a00:1450:4001::200e", null],
    ["3ffe::1", "3ffe::/16"],
    ["3fff:fff::1", "3fff::/20"],
    ["3fff:1000::", null],
    ["4000::", "::/0"],
    ["5f00::1", "5f00::/16"],
    ["fd00:ec2::254", "fc00::/7"],
    ["fe80::1", "fe80::/10"],
    ["febf::1", "fe80::/10"],
    ["fec0::1", "fec0::/10"],
    ["ff02::1", "ff00::/8"],
    ["ff0e::1", "ff00::/8"],
  ])("%s is in %s", (text, block) => {
    expect(addressClass(text)).toEqual(
      block === null
        ? { kind: "public" }
        : { kind: "special", block, name: expect.stringMatching(/RFC|Azure/) },
    );
  });

  test.each([
    "",
    " 8.8.8.8",
    "8.8.8.8 ",
    "8.8.8.8.",
    "8.8.8",
    "8.8.8.8.8",
    "08.8.8.8",
    "010.0.0.1",
    "0x8.8.8.8",
    "256.1.1.1",
    "134744072",
    "8.8.8.-8",
    "[2003::1]",
    "2003::1%eth0",
    "2003::1::2",
    "2003:1:2:3:4:5:6",
    "2003:1:2:3:4:5:6:7:8",
    "2003:1:2:3:4:5:6::7:8",
    "1.2.3.4::",
    "::1.2.3.4:5",
    "2003::12345",
    ":2003::1",
    "2003:",
    ":",
    ":::",
    "localhost",
    "２００３::1",
    `::${"0".repeat(1_000_000)}`,
  ])("%s is no address", (text) => {
    expect(addressClass(text)).toEqual({ kind: "not-an-address" });
  });

  test("no block of the tables is shadowed by an earlier one, and all are in their canonical form", () => {
    for (const [block] of [...SPECIAL_IPV4_BLOCKS, ...SPECIAL_IPV6_BLOCKS]) {
      const first = block.slice(0, block.indexOf("/"));
      const network = block.includes(":")
        ? ipaddr.IPv6.networkAddressFromCIDR(block).toRFC5952String()
        : ipaddr.IPv4.networkAddressFromCIDR(block).toString();
      expect(network).toBe(first);
    }
    const blocks = [...SPECIAL_IPV4_BLOCKS, ...SPECIAL_IPV6_BLOCKS].map(([block]) => block);
    for (const [index, block] of blocks.entries())
      for (const earlier of blocks.slice(0, index)) {
        const [network, bits] = ipaddr.parseCIDR(block);
        const [outer, outerBits] = ipaddr.parseCIDR(earlier);
        const covers =
          network.kind() === outer.kind() && bits >= outerBits && network.match(outer, outerBits);
        expect(covers, `${earlier} hides ${block}`).toBe(false);
      }
  });

  test("nothing is public that ipaddr.js does not call unicast", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        fc.pre(addressClass(text).kind === "public");
        expect(ipaddr.parse(text).range()).toBe("unicast");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a block that an operator names", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    [
      "198.18.7.0/24",
      ["198.18.7.0", "198.18.7.255"],
      ["198.18.6.255", "198.18.8.0", "::ffff:198.18.7.1", "x"],
    ],
    ["198.18.7.9/24", ["198.18.7.0"], ["198.18.8.0"]],
    ["1.2.3.4", ["1.2.3.4"], ["1.2.3.5"]],
    ["1.2.3.4/32", ["1.2.3.4"], ["1.2.3.5"]],
    ["0.0.0.0/0", ["0.0.0.0", "255.255.255.255"], ["2606::1"]],
    ["128.0.0.0/1", ["200.0.0.1"], ["127.255.255.255"]],
    [
      "2001:DB8:7::/48",
      ["2001:db8:7::", "2001:db8:7:ffff::1"],
      ["2001:db8:6:ffff::", "2001:db8:8::", "1.2.3.4"],
    ],
    ["2001:db8::1", ["2001:db8:0::1"], ["2001:db8::2"]],
    ["::/0", ["::", "ffff::1"], ["1.2.3.4"]],
  ])("%s", (block, within, outside) => {
    const test = blockTest(block);
    expect(within.map((address) => test?.(address))).toEqual(within.map(() => true));
    expect(outside.map((address) => test?.(address))).toEqual(outside.map(() => false));
  });

  test.each([
    ["", "/", "/8", "1.2.3.4/", "1.2.3/24", "1.2.3.4/33", "1.2.3.4/-1", "1.2.3.4/8/8", "01.2.3.4/8"],
    ["::/129", "[::]/8", "fe80::1%eth0", "example.org", "1.2.3.4 /8", "1.2.3.4/8 "],
  ])("none of %j, %j, %j … is one", (...texts) => {
    expect(texts.filter((text) => blockTest(text) !== null)).toEqual([]);
  });
});

describe("ip text", () => {
  test.each([
    ["0:0:0:0:0:0:0:0", "::"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["2001:DB8:0:0:0:0:0:2", "2001:db8::2"],
    ["2001:0db8:0000:0000:0001:0000:0000:0001", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1"],
    ["1:0:0:0:0:0:0:0", "1::"],
    ["::192.0.2.1", "::c000:201"],
  ])("%s is written %s (RFC 5952)", (text, written) => {
    expect(parseIpv6(text)?.toRFC5952String()).toBe(written);
  });
});

test.each([
  [80, false],
  [443, false],
  [591, false],
  [8000, false],
  [8080, false],
  [8443, false],
  [65535, false],
  [21, true],
  [22, true],
  [25, true],
  [53, true],
  [6000, true],
  [6667, true],
  [2375, true],
  [3306, true],
  [5432, true],
  [6379, true],
  [9200, true],
  [11211, true],
  [27017, true],
])("http to port %i refused: %s", (port, refused) => {
  expect(portRefused({ scheme: "http", port })).toBe(refused);
});
