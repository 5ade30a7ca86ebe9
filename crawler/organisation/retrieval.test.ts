import { describe, expect, onTestFinished, test } from "vitest";
import { compile } from "../../shared/organisation/compile.ts";
import { systemClock } from "../runtime/clock.ts";
import { openRetrieval } from "./open.ts";
import { startRegistries, UNIVERSITY, type World } from "./testing/registries.ts";

async function open(world: World, sharedHosters: readonly string[] = []) {
  const { asked, dns, whoisServer, rdapBase } = await startRegistries(world);
  const opened = openRetrieval({
    config: {
      allowPrivate: false,
      deny: [],
      contact: null,
      dns: [dns],
      rdapBootstrap: rdapBase,
      whoisServer,
      sharedHosters,
    },
    clock: systemClock,
    signal: new AbortController().signal,
  });
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return { retrieval: opened.retrieval, asked, base: rdapBase };
}

describe("by whois, as in the paper", () => {
  test("what identifies the organisation of a root domain", async () => {
    const { retrieval, asked } = await open(UNIVERSITY);
    const profile = await retrieval.profile("https://www.uni-moor.de/", "www.uni-moor.de");
    expect(profile).toMatchObject({
      root: "https://www.uni-moor.de/",
      domain: "uni-moor.de",
      addresses: ["192.0.2.80"],
      netRanges: [{ range: "192.0.2.0 - 192.0.2.255", cidrs: ["192.0.2.0/24"], source: "RIPE" }],
      nameServers: ["ns.dfn.de", "pan.uni-moor.de"],
      registrant: { organisation: "Universität Moor", emailDomains: ["uni-moor.de"], redacted: false },
      unknown: [],
    });
    // Persons are left where they are (issue of privacy), and one block is asked for once.
    expect(JSON.stringify(profile)).not.toContain("ada");
    expect(asked.filter((question) => question.startsWith("whois"))).toEqual([
      "whois uni-moor.de",
      "whois 192.0.2.80",
    ]);
  });

  test("a registry that asks for fewer questions is named in what it leaves unknown", async () => {
    const limited = "%ERROR:201: access denied, try again in 5 minutes\n";
    const { retrieval } = await open({ ...UNIVERSITY, whois: { ...UNIVERSITY.whois, "other.org": limited } });
    const profile = await retrieval.profile("uni-moor.de", "uni-moor.de");
    const { decision, evidence } = await retrieval.decide("other.org", compile(profile));
    expect(decision).toBe("unknown");
    expect(evidence).toMatch(/; the registry asks for fewer questions, for 5 min$/);
  });

  test("an address in place of a name is no name to ask DNS for, and decided by the ranges", async () => {
    const { retrieval } = await open({
      ...UNIVERSITY,
      dns: { ...UNIVERSITY.dns, "*": { A: ["192.0.2.1"] } },
    });
    expect(await retrieval.addresses("[2001:db8::1]")).toEqual(["2001:db8::1"]);
    const range = { range: "", cidrs: ["2001:db8::/32"], source: "RIPE", holder: "Universität Moor" };
    const profile = await retrieval.profile("uni-moor.de", "uni-moor.de");
    const decide = compile({ ...profile, netRanges: [range] });
    expect(await retrieval.decide("[2001:db8::1]", decide)).toMatchObject({ rule: "net-range" });
    expect(await retrieval.decide("[2001:db9::1]", decide)).toMatchObject({ decision: "unknown" });
  });

  test("name servers in another domain of the organisation are its own", async () => {
    const named = (nsDomain: string) => ({ NS: [`ns1.${nsDomain}`, `ns2.${nsDomain}`] });
    const holder = (domain: string, name: string) =>
      `domain: ${domain}\n\n[Holder]\nType: ORG\nName: ${name}\n`;
    const world = {
      dns: {
        "uni-moor.de": named("moornetz.org"),
        "lyrik.org": named("moornetz.org"),
        "moornetz.org": {},
        "stadt-moor.de": named("dorfserver.org"),
        "dorfserver.org": {},
      },
      whois: {
        "uni-moor.de": holder("uni-moor.de", "Universität Moor"),
        "moornetz.org": holder("moornetz.org", "University of Moor"),
        "stadt-moor.de": holder("stadt-moor.de", "Stadt Moor"),
        "dorfserver.org": holder("dorfserver.org", "Dorfserver GmbH"),
      },
    };
    const { retrieval } = await open(world);
    const university = await retrieval.profile("uni-moor.de", "uni-moor.de");
    expect(university.domains).toEqual(["moornetz.org"]);
    expect(await retrieval.decide("lyrik.org", compile(university))).toMatchObject({ rule: "name-server" });
    expect((await retrieval.profile("stadt-moor.de", "stadt-moor.de")).domains).toBeUndefined();
    // Unless the operator knows that they serve many.
    const known = await open(world, ["moornetz.org"]);
    expect((await known.retrieval.profile("uni-moor.de", "uni-moor.de")).domains).toBeUndefined();
  });

  test("a registrant who is known already is asked about a name server of the organisation's", async () => {
    const { retrieval, asked } = await open({
      ...UNIVERSITY,
      dns: { ...UNIVERSITY.dns, "baker.org": { NS: ["pan.uni-moor.de"] } },
      whois: {
        ...UNIVERSITY.whois,
        "baker.org": "domain: baker.org\n\n[Holder]\nType: ORG\nName: Bäckerei Sonntag GmbH\n",
      },
    });
    const decide = compile(await retrieval.profile("uni-moor.de", "uni-moor.de"));
    const before = asked.length;
    expect(await retrieval.decide("baker.org", decide)).toMatchObject({ decision: "belongs" });
    expect(asked.slice(before)).toEqual([]);
    await retrieval.registrant("baker.org");
    const known = asked.length;
    expect(await retrieval.decide("baker.org", decide)).toMatchObject({
      decision: "unknown",
      rule: "name-server",
    });
    expect(asked.slice(known)).toEqual([]);
  });

  test("where DNS names no name server, those that the registry names count", async () => {
    const { retrieval } = await open({
      ...UNIVERSITY,
      dns: { ...UNIVERSITY.dns, "silent.org": {} },
      whois: { ...UNIVERSITY.whois, "silent.org": "domain: silent.org\nnserver: pan.uni-moor.de\n" },
    });
    const decide = compile(await retrieval.profile("uni-moor.de", "uni-moor.de"));
    expect(await retrieval.decide("silent.org", decide)).toMatchObject({ rule: "name-server" });
  });

  test("hosts are decided by the cheapest sign that is enough, and registries asked for nothing else", async () => {
    const { retrieval, asked } = await open(UNIVERSITY);
    const decide = compile(await retrieval.profile("uni-moor.de", "uni-moor.de"));
    asked.length = 0;
    const rules = async (host: string) => {
      const { decision, rule } = await retrieval.decide(host, decide);
      return [decision, rule];
    };
    expect(await rules("physik.uni-moor.de")).toEqual(["belongs", "same-domain"]);
    expect(await rules("inside.example.org")).toEqual(["belongs", "net-range"]);
    expect(await rules("lake-institute.org")).toEqual(["belongs", "name-server"]);
    expect(asked).toEqual([]);
    expect((await rules("other.org"))[0]).not.toBe("belongs");
    expect(asked.filter((question) => question.startsWith("whois"))).toEqual(["whois other.org"]);
    await rules("www.other.org");
    expect(asked.filter((question) => question.startsWith("whois"))).toHaveLength(1);
  });
});

describe("by RDAP", () => {
  const entity = (organisation: string) => ({
    objectClassName: "entity",
    roles: ["registrant"],
    vcardArray: [
      "vcard",
      [
        ["version", {}, "text", "4.0"],
        ["kind", {}, "text", "org"],
        ["fn", {}, "text", organisation],
      ],
    ],
  });
  test("a domain and a network at the servers that the lists name, also on another port of this machine", async () => {
    const second = await open({
      dns: {},
      whois: {},
      rdap: {
        "/v1/domain/moor.zz": { objectClassName: "domain", entities: [entity("Universität Moor")] },
        "/v1/ip/192.0.2.80": {
          objectClassName: "ip network",
          ...{ startAddress: "192.0.2.0", endAddress: "192.0.2.255", name: "MOORNET" },
          entities: [entity("Universität Moor")],
        },
      },
    });
    const { retrieval, asked } = await open({
      dns: { "moor.zz": { A: ["192.0.2.80"], NS: ["ns1.moor.zz"] } },
      whois: {},
      rdap: {
        "/dns.json": { services: [[["zz"], [`${second.base}/v1`]]] },
        "/ipv4.json": { services: [[["192.0.0.0/8"], [`${second.base}/v1/`]]] },
      },
    });
    const profile = await retrieval.profile("moor.zz", "moor.zz");
    expect(profile).toMatchObject({
      netRanges: [{ range: "192.0.2.0 - 192.0.2.255", cidrs: ["192.0.2.0/24"] }],
      registrant: { organisation: "Universität Moor" },
      unknown: [],
    });
    expect(second.asked.sort()).toEqual(["rdap /v1/domain/moor.zz", "rdap /v1/ip/192.0.2.80"]);
    expect(asked.sort()).toEqual(["rdap /dns.json", "rdap /ipv4.json", "whois 192.0.2.80"]);
  });
});

test("what cannot be found out is named", async () => {
  const { retrieval } = await open({ dns: { "a.de": { A: ["192.0.2.1"] } }, whois: {} });
  const { unknown, netRanges, registrant } = await retrieval.profile("a.de", "a.de");
  expect([netRanges, registrant.organisation]).toEqual([[], null]);
  expect(unknown).toEqual([
    expect.stringMatching(/^the network of 192\.0\.2\.1: /),
    "name servers: DNS names none, or does not answer",
    expect.stringMatching(/^registrant: /),
  ]);
});
