import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonLines, weboid } from "../../crawler/cli/testing/run.ts";
import { startRegistries, UNIVERSITY } from "../../crawler/organisation/testing/registries.ts";
import { type Nsd, startNsd } from "./testing/nsd.ts";

/** Organisations as operators ask for them, with a name server that people run; whois and RDAP by fakes in their formats. */

const MANY = 60;
const numbered = (record: (nth: number) => string) => Array.from({ length: MANY }, (_, nth) => record(nth));

const ZONES = {
  "uni-moor.de": `
@        NS    pan
@        NS    ns.dfn.de.
@        A     192.0.2.80
@        AAAA  2001:db8:6::80
@        TXT   "v=spf1 -all"
pan      A     192.0.2.3
www      CNAME web
web      CNAME @
outside  CNAME www.lake-institute.org.
faculty  NS    ns.faculty
ns.faculty A   192.0.2.5
`,
  "lake-institute.org": `
@        NS    PAN.Uni-Moor.de.
@        A     198.51.100.7
*        A     198.51.100.7
`,
  "dfn.de": "\nns A 192.0.2.150\n",
  // Neither fits into a datagram: nsd says so, and the question goes over TCP.
  "large.org": `
${numbered((nth) => `@ NS ns-with-a-long-name-${nth}.of-a-provider-${nth}.example.`).join("\n")}
${numbered((nth) => `@ A 203.0.113.${nth + 1}`).join("\n")}
`,
  "within.org": `
@        NS    ns.within.org.
ns       A     203.0.113.250
www      A     192.0.2.99
`,
};

let nsd: Nsd;
beforeAll(async () => {
  nsd = await startNsd(ZONES);
});
afterAll(() => nsd?.[Symbol.asyncDispose]());

async function ask(args: readonly string[], stdin = "") {
  const { whoisServer, rdapBase } = await startRegistries({ ...UNIVERSITY, dns: {} });
  const env = {
    WEBOID_DNS: nsd.address,
    WEBOID_WHOIS: `${whoisServer.host}:${whoisServer.port}`,
    WEBOID_RDAP_BOOTSTRAP: rdapBase,
    WEBOID_LOG: "silent",
  };
  const ran = await weboid(["organisation", ...args], { env, stdin });
  expect(ran.stderr).toEqual([]);
  return jsonLines(ran);
}

test("inspect: addresses of both families, name servers of the zone", async () => {
  expect(await ask(["inspect", "uni-moor.de"])).toMatchObject([
    {
      addresses: ["192.0.2.80", "2001:db8:6::80"],
      netRanges: [{ cidrs: ["192.0.2.0/24"] }],
      nameServers: ["ns.dfn.de", "pan.uni-moor.de"],
      registrant: { organisation: "Universität Moor" },
      unknown: [expect.stringMatching(/^the network of 2001:db8:6::80: /)],
    },
  ]);
});

test("inspect: what does not fit into a datagram is bounded", async () => {
  const [{ addresses, nameServers }] = (await ask(["inspect", "large.org"])) as [
    { addresses: string[]; nameServers: string[] },
  ];
  expect(addresses).toHaveLength(8);
  expect(new Set(nameServers).size).toBe(16);
});

test("decide: aliases, wildcards, names in capitals, zones below a domain, and a name that is not there", async () => {
  const hosts = [
    "www.uni-moor.de",
    "outside.uni-moor.de",
    "anything.lake-institute.org",
    "x.faculty.uni-moor.de",
    "www.within.org",
    "large.org",
    "gone.dfn.de",
  ];
  const decided = await ask(["decide", "--root", "uni-moor.de", "-"], hosts.join("\n"));
  expect(
    (decided as { decision: string; rule: string | null }[]).map((each) => [each.decision, each.rule]),
  ).toEqual([
    ["belongs", "same-domain"],
    ["belongs", "same-domain"],
    ["belongs", "name-server"],
    ["belongs", "same-domain"],
    ["belongs", "net-range"],
    ["unknown", "no-facts"],
    ["unknown", "no-facts"],
  ]);
});
