import { afterEach, describe, expect, test } from "vitest";
import { createAddressPolicy } from "../../shared/url/address-policy.ts";
import fixture from "../../shared/url/cases/forbidden-addresses.json" with { type: "json" };
import { classify } from "../../shared/url/classify.ts";
import { interpret } from "../classify/interpret.ts";
import { createEgressGuard } from "../net/egress/guard.ts";
import { createNameResolver, type NameResolver } from "../net/names.ts";
import { createRouter } from "../net/routes.ts";
import { type DnsServer, type Say, startDnsServer } from "../net/testing/dns-server.ts";
import { fakeNames } from "../net/testing/fake-names.ts";
import type { CheckMeans } from "./check.ts";
import { checkLimits } from "./limits.ts";
import { checkAlone, meansOf } from "./testing/alone.ts";
import { fakeTransport, type Says } from "./testing/fake-transport.ts";

/** One answer of the name service; the next one is used when it is asked again. */
interface DnsAnswer {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly CNAME?: string;
  readonly rcode?: string;
}
interface Case {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly why: string;
  readonly dns?: readonly DnsAnswer[];
  readonly redirectChain?: readonly string[];
  readonly expect: {
    readonly decision: string;
    readonly code: number | null;
    readonly dialled?: readonly string[];
  };
}

/** Stands for the public address of this host, which no interface of a test machine has. */
const OURS = "93.184.215.99";
const LIMITS = checkLimits();
const ALLOWED = createEgressGuard({ allowPrivate: false, ownAddresses: [OURS] }).allows;
const cases = fixture.cases as readonly Case[];
const of = (kind: string) => cases.filter((each) => each.kind === kind);

const sayOf = ({ A = [], AAAA = [], rcode }: DnsAnswer): Say =>
  rcode === "NXDOMAIN" ? "nxdomain" : { A: A.map((each) => (each === "SELF" ? OURS : each)), AAAA, ttl: 0 };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** What is heard depends on how often it was asked: nothing is kept, so a second question would be heard. */
async function scripted(answers: readonly DnsAnswer[]): Promise<NameResolver> {
  const server: DnsServer = await startDnsServer({ "*": answers.map(sayOf) });
  const limits = { ttlMsMin: 0, ttlMsMax: 0 };
  const resolver = createNameResolver({ servers: [server.address], limits });
  closers.push(() => resolver.close(), server.close);
  return resolver;
}

const SITE = fakeNames(() => ["93.184.215.14"]);

function start(resolver: NameResolver, say: (count: number) => Says) {
  const transport = fakeTransport((_, count) => say(count));
  const router = createRouter(resolver, ALLOWED, LIMITS, () => true);
  return { transport, means: meansOf({ transport, router, limits: LIMITS }) };
}

async function outcomeOf(url: string, means: CheckMeans) {
  const found = classify(url);
  if (found.kind !== "resource") throw new Error(`not contacted at all: ${url}`);
  const outcome = await checkAlone(found.url, means);
  return { outcome, status: interpret(outcome, found.url, 0).status };
}

const sorted = (addresses: Iterable<string>) => [...addresses].sort();

describe("answers of the name service", () => {
  test.each(of("dns"))("$id: $why", async ({ url, dns = [], expect: expected }) => {
    // HEAD is refused, so that a second request follows within the same check.
    const { transport, means } = start(await scripted(dns), (count) => ({ http: count === 0 ? 405 : 200 }));
    const { outcome, status } = await outcomeOf(url, means);
    expect(sorted(transport.dialled)).toEqual(sorted(expected.dialled ?? []));
    if (expected.decision === "deny-address")
      expect(outcome).toMatchObject({ kind: "failure", failure: "address-not-public" });
    if (expected.decision === "deny-name")
      expect(outcome).toMatchObject({ kind: "failure", failure: "dns-unknown" });
    if (expected.decision === "allow") expect(outcome.kind).toBe("answer");
    expect(status).toBe(expected.code ?? 1);
  });

  test("of many different addresses four are dialled", async () => {
    const A = Array.from({ length: 50 }, (_, index) => `93.184.215.${index + 1}`);
    const { transport, means } = start(await scripted([{ A, AAAA: ["2606:2800::1", "::1"] }]), () => ({}));
    await outcomeOf("http://many.test-zone.net/", means);
    expect(sorted(transport.dialled)).toEqual(
      ["2606:2800::1", "93.184.215.1", "93.184.215.2", "93.184.215.3"].sort(),
    );
  });
});

describe("addresses that an operator denies (WEBOID_DENY)", () => {
  const deny = ["93.184.216.0/24", "2606:2800::/32", "127.0.0.9"];
  test.each<[string, boolean, boolean]>([
    ["93.184.215.255", true, true],
    ["93.184.216.34", false, false],
    ["2606:2800::1", false, false],
    ["2606:2801::1", true, true],
    ["127.0.0.9", false, false],
    ["127.0.0.8", false, true],
  ])("%s", (address, contacted, withLeave) => {
    expect(createAddressPolicy({ allowPrivate: false, deny })(address)).toBe(contacted);
    expect(createAddressPolicy({ allowPrivate: true, deny })(address)).toBe(withLeave);
  });

  test("a block that is none is a bug of the caller", () => {
    expect(() => createAddressPolicy({ allowPrivate: false, deny: ["x"] })).toThrow("no address block: x");
  });
});

describe("hops of redirects", () => {
  test.each(of("redirect"))("$id: $why", async ({ url, redirectChain = [], expect: expected }) => {
    const { transport, means } = start(SITE, (count) => {
      const [status = "200", location = null] = redirectChain[count]?.split(" ") ?? [];
      return { http: Number(status), location };
    });
    const { outcome, status } = await outcomeOf(url, means);
    if (expected.dialled !== undefined) expect(sorted(transport.dialled)).toEqual(sorted(expected.dialled));
    expect(outcome).toMatchObject({
      kind: "answer",
      end: expected.decision === "allow" ? "final" : "forbidden-target",
    });
    expect(status).toBe(expected.code);
  });

  test("to a name that leads to a private address", async () => {
    const transport = fakeTransport(({ parts }) =>
      parts.host === "a.test-zone.net" ? { http: 301, location: "http://b.test-zone.net/" } : {},
    );
    const names = fakeNames((host) => [host.startsWith("a.") ? "93.184.215.14" : "10.0.0.1"]);
    const { means } = start(names, () => ({}));
    const { outcome, status } = await outcomeOf("http://a.test-zone.net/", {
      ...means,
      transport,
      router: createRouter(names, ALLOWED, LIMITS, () => true),
    });
    expect(outcome).toMatchObject({ kind: "answer", end: "forbidden-target" });
    expect(status).toBe(8);
    expect([...transport.dialled]).toEqual(["93.184.215.14"]);
  });
});

describe("addresses in URLs", () => {
  test.each(of("url"))("$id: $why", async ({ url, expect: expected }) => {
    const { transport, means } = start(SITE, () => ({}));
    const found = classify(url);
    if (found.kind === "resource") await checkAlone(found.url, means);
    const names = /^(strip-)?allow$/.test(expected.decision) && (expected.dialled ?? []).length === 0;
    if (!names) expect(sorted(transport.dialled)).toEqual(sorted(expected.dialled ?? []));
  });

  test("the dialler's own guard does not rely on what the URL was found to be", async () => {
    for (const url of ["http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/"]) {
      const { transport, means } = start(SITE, () => ({}));
      const outcome = await checkAlone(url, means);
      expect(outcome).toMatchObject({ kind: "failure", failure: "address-not-public" });
      expect(transport.asked).toEqual([]);
    }
    const { means } = start(SITE, () => ({}));
    expect(await checkAlone("http://93.184.215.14:6379/", means)).toEqual({
      kind: "not-tried",
      reason: "port-forbidden",
    });
  });

  test("test webs may be on loopback, when that is said", () => {
    expect(createAddressPolicy({ allowPrivate: true })("127.0.0.1")).toBe(true);
    expect(createAddressPolicy({ allowPrivate: true })("localhost")).toBe(false);
    expect(createAddressPolicy({ allowPrivate: false })("127.0.0.1")).toBe(false);
  });

  test.each([
    "169.254.169.254",
    "fe80::1",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
    "fd00:42::42",
    "fd00:a9fe:a9fe::1",
    "fd00:100::100:200",
    "::ffff:a9fe:a9fe",
    "::a9fe:a9fe",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::a9fe:a9fe",
    "64:ff9b::6464:64c8",
    "2002:a9fe:a9fe::1",
    "2001:0:a9fe:a9fe::1",
    "2001::5601:5601",
    "fd12:3456::5efe:a9fe:a9fe",
  ])("%s gives a machine its secrets, and is no test web", (address) => {
    expect(createAddressPolicy({ allowPrivate: true })(address)).toBe(false);
  });

  test.each(["::1", "10.0.0.1", "fd12:3456::1", "64:ff9b::a00:1", "2002:a00:1::1", "169.253.0.1"])(
    "%s may be one",
    (address) => {
      expect(createAddressPolicy({ allowPrivate: true })(address)).toBe(true);
    },
  );

  test("what an operator denies cannot be reached by a gateway either", () => {
    const policy = createAddressPolicy({ allowPrivate: true, deny: ["10.0.0.0/8"] });
    expect(["10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1"].map(policy)).toEqual([false, false, false]);
    expect(policy("192.168.0.1")).toBe(true);
  });
});
