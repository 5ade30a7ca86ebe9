import { domainToASCII } from "node:url";
import { expect, test } from "vitest";
import { steppedClock } from "../../runtime/clock.ts";
import type { RegistryAnswer } from "../answer.ts";
import { RdapServers } from "../rdap/bootstrap.ts";
import type { WhoisServer } from "../whois/client.ts";
import { WhoisServers } from "../whois/servers.ts";
import { type RegistryLeases, RegistryPace } from "./pace.ts";
import { Registries, type RegistryCache } from "./registries.ts";
import type { Reply } from "./reply.ts";

const TOO_LONG = JSON.stringify({ objectClassName: "domain", notices: "x".repeat(300_000) });
const { signal } = new AbortController();

/** Registries that answer as given, with what they were asked and what was kept of it. */
function registries(
  rdap: string,
  whois: (host: string, question: string) => string | Reply<string>,
  more: {
    readonly put?: RegistryCache["put"];
    readonly get?: RegistryCache["get"];
    readonly leases?: RegistryLeases;
    /** What RDAP says of addresses, in place of having no server for them. */
    readonly rdapOfAddresses?: Reply<string>;
    readonly rdapOfRegistrar?: Reply<string>;
    /** The first level for which RDAP has a server. */
    readonly rdapZone?: string;
    /** Asked in place of all (WEBOID_WHOIS). */
    readonly whoisServer?: WhoisServer;
  } = {},
) {
  // Each look at it moves it on, so that no pause between questions is waited for.
  let ms = 0;
  const clock = { ...steppedClock(0), now: () => (ms += 1_000) };
  const asked: string[] = [];
  const kept: string[] = [];
  const servers = (what: string) => ({ services: [[[what], ["https://rdap.zz/"]]] });
  const { rdapOfAddresses } = more;
  const pace = new RegistryPace({ clock, signal, leases: more.leases });
  const opened = new Registries({
    whois: new WhoisServers({
      pace,
      whoisServer: more.whoisServer ?? null,
      whois: async ({ host }, question): Promise<Reply<string>> => {
        asked.push(`${host} ${question}`);
        const said = whois(host, question);
        return typeof said === "string" ? { kind: "answer", value: said } : said;
      },
    }),
    rdap: async (url) => {
      if (url.includes("/ip/") && rdapOfAddresses !== undefined) return rdapOfAddresses;
      if (url.startsWith("https://rdap.registrar.zz/") && more.rdapOfRegistrar !== undefined)
        return more.rdapOfRegistrar;
      return { kind: "answer", value: rdap };
    },
    rdapServers: new RdapServers({
      base: "https://iana.zz/",
      clock,
      fetchText: async (url) => ({
        kind: "answer",
        value: JSON.stringify(
          url.endsWith("dns.json")
            ? servers(more.rdapZone ?? "zz")
            : rdapOfAddresses === undefined
              ? { services: [] }
              : servers("192.0.2.0/24"),
        ),
      }),
    }),
    cache: {
      get: more.get ?? (async () => null),
      put: more.put ?? (async (key) => void kept.push(key)),
    },
  });
  return { opened, asked, kept };
}

test.each(["<html>Maintenance</html>", '{"objectClassName":"domain"', "{}", TOO_LONG])(
  "an RDAP answer that cannot be read is none: whois is asked (%#)",
  async (rdap) => {
    const { opened, kept } = registries(rdap, (host) =>
      host === "whois.iana.org"
        ? "whois: whois.zz\n"
        : "domain: a.zz\n\n[Holder]\nType: ORG\nName: Stadt Moor\n",
    );
    expect(await opened.domain("a.zz")).toMatchObject({
      answer: { registrant: { organisation: "Stadt Moor" } },
      missing: null,
    });
    expect(kept).toEqual(["domain a.zz"]);
  },
);

test("where whois has no answer either, nothing is kept", async () => {
  const { opened, kept } = registries("<html>", () => "");
  expect(await opened.domain("a.zz")).toMatchObject({ missing: expect.any(String), againSeconds: 3_600 });
  expect(kept).toEqual([]);
});

test.each([
  "% Error: database is temporarily unavailable\n",
  "%ERROR:100: internal software error\n",
  "Timeout.\n",
])("%j of whois is no answer: asked again in an hour, and nothing is kept", async (outage) => {
  const whois = (host: string) => (host === "whois.iana.org" ? "whois: whois.zz\n" : outage);
  const { opened, kept } = registries("<html>", whois);
  const failed = { missing: expect.stringMatching(/^the answer is in no known form/), againSeconds: 3_600 };
  expect(await opened.domain("a.zz")).toMatchObject(failed);
  expect(await opened.network("192.0.2.1")).toMatchObject(failed);
  expect(kept).toEqual([]);
});

test.each([
  "No match.\n",
  '% No match for "A.ZZ".\n\nRead the terms below: unavailable data may be limited.\n',
  "%ERROR:101: no entries found\n%\n% No entries found in source RIPE.\n",
  "The domain has not been registered.\n",
  "Domain: a.zz\nStatus: free\n",
  "a.zz is free\n",
  "% Copyright (c)2026 by NIC.ZZ (1)\n%\n% nothing found\n",
  "% .zz Whois Server 6.1\n%\n\nDomain:\ta.zz\nStatus:\tAVAILABLE\n",
  "We do not have an entry in our database matching your query.\n",
  "No information available about domain name a.zz in the Registry database.\n",
  "No_Se_Encontro_El_Objeto/Object_Not_Found\n",
  "No Found\n",
  "El dominio no se encuentra registrado en NIC ZZ\n",
])("%j of whois says that there is nothing, which is kept", async (text) => {
  const whois = (host: string) => (host === "whois.iana.org" ? "whois: whois.zz\n" : text);
  const { opened, kept } = registries("<html>", whois);
  expect(await opened.domain("a.zz")).toMatchObject({
    missing: "the registry does not know it (by RDAP: the answer is in no known form)",
    againSeconds: null,
  });
  expect(kept).toEqual(["domain a.zz"]);
});

test("blocks without the address that was asked about are not its network", async () => {
  const whois = (host: string) =>
    host === "whois.iana.org" ? "whois: whois.zz\n" : "inetnum: 198.51.100.0 - 198.51.100.255\n";
  const { opened, kept } = registries("", whois);
  expect(await opened.network("192.0.2.1")).toMatchObject({ answer: { ranges: [] }, againSeconds: 3_600 });
  expect(kept).toEqual([]);
});

const RIPE_BLOCK = "inetnum: 192.0.2.0 - 192.0.2.255\nnetname: DE-RACKHOUSE-20190101\nsource: RIPE\n";
const RDAP_BLOCK: Reply<string> = {
  kind: "answer",
  value: JSON.stringify({
    objectClassName: "ip network",
    startAddress: "192.0.2.0",
    endAddress: "192.0.2.255",
  }),
};
const LIMITED: Reply<string> = { kind: "limited", seconds: 600 };
const FAILED: Reply<string> = { kind: "failed", why: "ECONNREFUSED" };

test.each<[string, Reply<string>, string | Reply<string>, number | null]>([
  ["RDAP", LIMITED, RIPE_BLOCK, 600],
  ["RDAP", FAILED, RIPE_BLOCK, 3_600],
  ["whois", RDAP_BLOCK, LIMITED, 600],
  ["whois", RDAP_BLOCK, FAILED, 3_600],
  ["whois", { kind: "not-found" }, FAILED, 3_600],
  ["nobody", RDAP_BLOCK, RIPE_BLOCK, null],
  ["nobody", RDAP_BLOCK, "%ERROR:101: no entries found\n", null],
])("a network of which %s does not answer is a part, which is not kept (%#)", async (_, ...given) => {
  const [rdapOfAddresses, ofWhois, againSeconds] = given;
  const whois = (host: string) => (host === "whois.iana.org" ? "whois: whois.ripe.net\n" : ofWhois);
  const { opened, kept } = registries("", whois, { rdapOfAddresses });
  const said = await opened.network("192.0.2.1");
  expect(said.againSeconds).toBe(againSeconds);
  expect(said.missing === null).toBe(againSeconds === null);
  expect(kept).toHaveLength(againSeconds === null ? 1 : 0);
  const isAnswered = [rdapOfAddresses, ofWhois].some((one) => one === RDAP_BLOCK || one === RIPE_BLOCK);
  expect(said.answer.ranges).toHaveLength(isAnswered ? 1 : 0);
});

test("where RIPE does not answer, what ARIN says of a block that it gave to RIPE is a part", async () => {
  const { opened, kept } = registries("", (host) =>
    host === "whois.iana.org"
      ? "whois: whois.arin.net\n"
      : host === "whois.arin.net"
        ? "NetRange: 192.0.2.0 - 192.0.2.255\nOrgName: RIPE Network Coordination Centre\nReferralServer: whois://whois.ripe.net\n"
        : LIMITED,
  );
  expect(await opened.network("192.0.2.1")).toMatchObject({ answer: { ranges: [{}] }, againSeconds: 600 });
  expect(kept).toEqual([]);
});

test("a registrant called like a refusal silences no registry", async () => {
  const rests: number[] = [];
  const { opened } = registries(
    "<html>",
    (host) =>
      host === "whois.iana.org"
        ? "whois: whois.zz\n"
        : "Domain Name: a.zz\nRegistrant Organization: Throttled 900 hour GmbH\n",
    { leases: { begin: async () => null, end: async (_, seconds) => void rests.push(seconds) } },
  );
  expect((await opened.domain("a.zz")).answer.registrant.organisation).toBe("Throttled 900 hour GmbH");
  expect(Math.max(...rests)).toBeLessThan(1);
});

test("a registry that asks for fewer questions by whois rests", async () => {
  const rests: number[] = [];
  const { opened, asked } = registries(
    "<html>",
    (host) => (host === "whois.iana.org" ? "whois: whois.zz\n" : "Too many requests, try again later\n"),
    { leases: { begin: async () => null, end: async (_, seconds) => void rests.push(seconds) } },
  );
  expect(await opened.domain("a.zz")).toMatchObject({ againSeconds: 300 });
  expect(await opened.domain("b.zz")).toMatchObject({ againSeconds: expect.any(Number) });
  expect(asked).toEqual(["whois.iana.org zz", "whois.zz a.zz"]);
  expect(rests.at(-1)).toBeGreaterThan(290);
});

test.each([
  ["Please come back some other day.\n", 3],
  ["Domain: x.zz\nA form that nobody knows.\n", 5],
])(
  "a registry that answers %j is asked %i of 5 times: it rests after three unreadable refusals",
  async (text, count) => {
    const { opened, asked } = registries("<html>", (host) =>
      host === "whois.iana.org" ? "whois: whois.zz\n" : text,
    );
    for (const name of ["a", "b", "c", "d", "e"])
      expect((await opened.domain(`${name}.zz`)).missing).not.toBeNull();
    expect(asked.filter((question) => question.startsWith("whois.zz "))).toHaveLength(count);
  },
);

test.each([
  ["moor.ac.uk", "Stadt Moor", ["whois.nic.ac.uk moor.ac.uk"]],
  ["moor.gov.uk", "Stadt Moor", ["whois.nic.ac.uk moor.gov.uk"]],
  ["moor.co.uk", "Universität Seeberg", []],
])(
  "a second level with a registry of its own is asked for there: %s",
  async (domain, organisation, questions) => {
    const whois = () => `domain: ${domain}\n\n[Holder]\nType: ORG\nName: Stadt Moor\n`;
    const { opened, asked } = registries(JSON.stringify(LIAR), whois, { rdapZone: "uk" });
    expect((await opened.domain(domain)).answer.registrant).toMatchObject({ organisation });
    expect(asked).toEqual(questions);
  },
);

test("DENIC is asked for names in punycode as such", async () => {
  const { opened, asked } = registries("", (host) =>
    host === "whois.iana.org" ? "whois: whois.denic.de\n" : "Domain: xn--mller-kva.de\nStatus: connect\n",
  );
  await opened.domain("xn--mller-kva.de");
  expect(asked[1]).toBe("whois.denic.de -T dn,ace xn--mller-kva.de");
});

test("of a block that ARIN gave to RIPE, RIPE is asked who holds it", async () => {
  const block = "192.0.2.0 - 192.0.2.255";
  const { opened } = registries("", (host) =>
    host === "whois.iana.org"
      ? "whois: whois.arin.net\n"
      : host === "whois.arin.net"
        ? `NetRange: ${block}\nOrgName: RIPE Network Coordination Centre\nReferralServer: whois://whois.ripe.net\n`
        : `inetnum: ${block}\norg: ORG-1\nsource: RIPE\n\norganisation: ORG-1\norg-name: Universitaet Seeberg\n`,
  );
  const { answer } = await opened.network("192.0.2.1");
  expect(answer.ranges).toMatchObject([{ source: "RIPE", holder: "Universitaet Seeberg" }]);
});

test.each([
  ["no contact", ""],
  [
    "its holder's contact",
    "org: ORG-1\n\norganisation: ORG-1\norg-name: Quendel Hosting GmbH\ne-mail: noc@quendel.example\n",
  ],
])("a registry is asked once about a hundred domains at one address with %s", async (_, more) => {
  const cache = new Map<string, RegistryAnswer>();
  const { opened, asked } = registries(
    "",
    (host) =>
      host === "whois.iana.org"
        ? "whois: whois.ripe.net\n"
        : `inetnum: 192.0.2.0 - 192.0.2.255\nsource: RIPE\n${more}`,
    { get: async (key) => cache.get(key) ?? null, put: async (key, answer) => void cache.set(key, answer) },
  );
  for (let no = 0; no < 100; no++) await opened.network("192.0.2.1", `a${no}.example`);
  expect(asked.filter((question) => question.startsWith("whois.ripe.net "))).toHaveLength(1);
  expect([...cache.keys()]).toEqual(["network 192.0.2.1 for all"]);
});

test.each([
  ["quendel.example", "other.example"],
  ["other.example", "quendel.example"],
])("what is kept of a network for %s is no answer for %s", async (...roots) => {
  const cache = new Map<string, RegistryAnswer>();
  const block = "inetnum: 192.0.2.0 - 192.0.2.255\nnetname: QUENDEL-NET\nsource: RIPE\n";
  const { opened } = registries(
    "",
    (host) =>
      host === "whois.iana.org"
        ? "whois: whois.ripe.net\n"
        : `% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'abuse@quendel.example'\n\n${block}`,
    { get: async (key) => cache.get(key) ?? null, put: async (key, answer) => void cache.set(key, answer) },
  );
  const domains = async (root: string) =>
    (await opened.network("192.0.2.1", root)).answer.ranges.flatMap(({ emailDomains }) => emailDomains);
  const expected = roots.map((root) => (root === "quendel.example" ? [root] : []));
  expect([await domains(roots[0] ?? ""), await domains(roots[1] ?? "")]).toEqual(expected);
  cache.clear();
  expect(await Promise.all(roots.map(domains))).toEqual(expected);
});

test("RIPE is asked without persons, and IANA once for each block", async () => {
  const { opened, asked } = registries("", (host) =>
    host === "whois.iana.org" ? "whois: whois.ripe.net\n" : "inetnum: 192.0.2.0 - 192.0.2.255\n",
  );
  for (const address of [
    "192.0.2.1",
    "192.9.9.9",
    "2001:db8:1::1",
    "2001:db8:2::1",
    "2001:db9::1",
    "2001::1",
  ])
    await opened.network(address);
  expect(asked.filter((one) => one.startsWith("whois.iana.org"))).toEqual(
    ["192.0.0.0", "2001:db8::", "2001:db9::", "2001:0::"].map((block) => `whois.iana.org ${block}`),
  );
  expect(asked[1]).toBe("whois.ripe.net --no-personal 192.0.2.1");
});

const WHOIS_OF_A = "domain: A.ZZ.\n\n[Holder]\nType: ORG\nName: Stadt Moor\n";
const LIAR = {
  objectClassName: "domain",
  entities: [{ roles: ["registrant"], vcardArray: ["vcard", [["org", {}, "text", "Universität Seeberg"]]] }],
};

test.each([{ ldhName: "google.com" }, { unicodeName: "göögle.com" }])(
  "an RDAP answer about another domain is none: whois is asked (%j)",
  async (named) => {
    const whois = (host: string) => (host === "whois.iana.org" ? "whois: whois.zz\n" : WHOIS_OF_A);
    const { opened } = registries(JSON.stringify({ ...LIAR, ...named }), whois);
    expect((await opened.domain("a.zz")).answer.registrant.organisation).toBe("Stadt Moor");
  },
);

test.each([{ ldhName: "XN--GGLE-5QAA.ZZ." }, { unicodeName: "göögle.zz" }, {}])(
  "an RDAP answer in other letters, or without the name, is one (%j)",
  async (named) => {
    const { opened } = registries(JSON.stringify({ ...LIAR, ...named }), () => "");
    const { answer } = await opened.domain(domainToASCII("göögle.zz"));
    expect(answer.registrant.organisation).toBe("Universität Seeberg");
  },
);

test.each([
  WHOIS_OF_A.replace("A.ZZ.", "google.de"),
  "Domain name:\n    google.uk\n\nRegistrant:\n    Google Ltd.\n",
  "a. [Domain Name]  GOOGLE.JP\ng. [Organization]  Google Ltd.\n",
])("a whois answer about another domain is none, and nothing is kept (%#)", async (text) => {
  const whois = (host: string) => (host === "whois.iana.org" ? "whois: whois.zz\n" : text);
  const { opened, kept } = registries("<html>", whois);
  expect(await opened.domain("a.zz")).toMatchObject({ answer: { registrant: { organisation: null } } });
  expect(kept).toEqual([]);
});

test("a registrar's answer about another domain is none", async () => {
  const other = "Domain Name: google.com\nRegistrant Organization: Google LLC\n";
  const { opened, kept } = registries("<html>", (host) =>
    host === "whois.iana.org" ? "whois: whois.zz\n" : host === "whois.zz" ? THIN : other,
  );
  expect(await opened.domain("a.zz")).toMatchObject({ answer: { registrant: { organisation: null } } });
  expect(kept).toEqual([]);
});

const THIN = "Domain Name: a.zz\nRegistry Domain ID: 1\nRegistrar WHOIS Server: whois.registrar.zz\n";

test.each<[Reply<string>, number]>([
  [{ kind: "limited", seconds: 600 }, 600],
  [{ kind: "failed", why: "ECONNREFUSED" }, 3_600],
])(
  "where the registrar does not answer, the thin registry's answer is not kept (%#)",
  async (reply, seconds) => {
    const { opened, kept } = registries("<html>", (host) =>
      host === "whois.iana.org" ? "whois: whois.zz\n" : host === "whois.zz" ? THIN : reply,
    );
    expect(await opened.domain("a.zz")).toMatchObject({
      missing: expect.any(String),
      againSeconds: seconds,
    });
    expect(kept).toEqual([]);
  },
);

const THIN_RDAP = JSON.stringify({
  objectClassName: "domain",
  ldhName: "a.zz",
  nameservers: [{ ldhName: "ns1.moor.zz" }],
  links: [{ rel: "related", type: "application/rdap+json", href: "https://rdap.registrar.zz/domain/a.zz" }],
});

test.each<[string, Reply<string>, string | Reply<string>, number | null, readonly string[]]>([
  [
    "by whois",
    FAILED,
    "Domain Name: a.zz\nRegistrant Organization: Stadt Moor\n",
    null,
    ["whois.registrar.zz a.zz"],
  ],
  ["by neither", FAILED, FAILED, 3_600, ["whois.registrar.zz a.zz"]],
  ["in a while", LIMITED, FAILED, 600, []],
])(
  "a registrar whose RDAP fails answers %s; what the registry says stays",
  async (_, byRdap, byWhois, seconds, questions) => {
    const whois = (host: string) =>
      host === "whois.iana.org" ? "whois: whois.zz\n" : host === "whois.zz" ? THIN : byWhois;
    const { opened, asked, kept } = registries(THIN_RDAP, whois, { rdapOfRegistrar: byRdap });
    const said = await opened.domain("a.zz");
    expect(said).toMatchObject({
      againSeconds: seconds,
      answer: {
        nameServers: ["ns1.moor.zz"],
        registrant: { organisation: seconds === null ? "Stadt Moor" : null },
      },
    });
    expect([said.missing === null, kept.length]).toEqual(seconds === null ? [true, 1] : [false, 0]);
    expect(asked.filter((question) => question.startsWith("whois.registrar.zz "))).toEqual(questions);
  },
);

test("a registry is asked once, though the database is away when it has answered", async () => {
  let isAway = false;
  const away = async () => {
    if (isAway) throw new Error("the database is away");
  };
  const whois = (host: string) => {
    if (host === "whois.iana.org") return "whois: whois.zz\n";
    isAway = true;
    return "domain: a.zz\n\n[Holder]\nType: ORG\nName: Stadt Moor\n";
  };
  const { opened, asked } = registries("<html>", whois, {
    put: away,
    leases: { begin: async () => null, end: away },
  });
  await expect(opened.domain("a.zz")).rejects.toThrow("away");
  isAway = false;
  expect(await opened.domain("a.zz")).toMatchObject({
    answer: { registrant: { organisation: "Stadt Moor" } },
  });
  expect(asked.filter((question) => question.startsWith("whois.zz "))).toEqual(["whois.zz a.zz"]);
});

test("one server in place of all is asked once, whomever it refers to", async () => {
  const whois = (_: string, question: string) =>
    question === "a.zz"
      ? "Domain Name: A.ZZ\nRegistrar WHOIS Server: whois.registrar.zz\nRegistrar: R\n"
      : "NetRange: 192.0.2.0 - 192.0.2.255\nCIDR: 192.0.2.0/24\nReferralServer: whois://whois.ripe.net\n";
  const { opened, asked } = registries("<html>", whois, { whoisServer: { host: "whois.own.zz", port: 43 } });
  expect(await opened.domain("a.zz")).toMatchObject({ answer: { referral: "whois.registrar.zz" } });
  expect(await opened.network("192.0.2.1")).toMatchObject({ answer: { referral: "whois.ripe.net" } });
  expect(asked).toEqual(["whois.own.zz a.zz", "whois.own.zz 192.0.2.1"]);
});
