import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import type { Decision, RuleName } from "../../../shared/organisation/types.ts";
import { ADDRESSES_MAX, heritrixBlocks, listedAddresses } from "./addresses.ts";
import { type DecidedHost, entriesOf } from "./entry.ts";
import { type HeritrixScope, heritrixBeans } from "./heritrix.ts";
import { browsertrixConfig, domainLines, entriesCsv, rowOf, wgetLines } from "./lists.ts";
import { seedLines, surtLines } from "./surt.ts";

const decided = (
  host: string,
  rule: RuleName,
  decision: Decision["decision"] = "belongs",
  addresses: string[] = [],
): DecidedHost => ({
  host,
  addresses,
  decision: { decision, rule, evidence: `=1+1 "<&>" ${rule}`, score: rule === "registrant" ? 0.9 : 1 },
});

const entries = entriesOf([
  decided("www.uni.example", "registrant", "belongs", ["192.0.2.1"]),
  decided("lab.uni.example", "net-range", "belongs", ["192.0.2.2"]),
  decided("uni.example", "same-domain"),
  decided("club.other.example", "net-range", "belongs", ["192.0.2.3"]),
  decided("shop.example", "other-registrant", "foreign"),
  decided("what.example", "no-facts", "unknown"),
]);

describe("the list with reasons", () => {
  test("a domain once, with its hosts and the strongest reason; a host in the address range alone", () =>
    expect(entries.map(rowOf)).toMatchObject([
      {
        name: "club.other.example",
        includesSubdomains: false,
        hosts: ["club.other.example"],
        rule: "net-range",
      },
      {
        name: "uni.example",
        includesSubdomains: true,
        hosts: ["lab.uni.example", "uni.example", "www.uni.example"],
        addresses: ["192.0.2.1", "192.0.2.2"],
        rule: "same-domain",
        score: 1,
      },
    ]));

  test("CSV quotes, and is safe in spreadsheets", () => {
    const [head, row] = entriesCsv(entries).split("\r\n");
    expect(head).toBe('"name","includesSubdomains","hosts","addresses","decision","rule","evidence","score"');
    expect(row).toContain(`"'=1+1 ""<&>"" net-range",1`);
  });

  test("domains, seeds, and other crawlers' lists", () => {
    expect(domainLines(entries)).toEqual(["club.other.example", "uni.example"]);
    expect(seedLines(entries)).toEqual([
      "https://club.other.example/",
      "https://lab.uni.example/",
      "https://uni.example/",
      "https://www.uni.example/",
    ]);
    expect(parseYaml(browsertrixConfig(entries))).toEqual({
      seeds: [
        {
          url: "https://club.other.example/",
          scopeType: "custom",
          include: [String.raw`^https?://(club\.other\.example)(:[0-9]+)?(/|$)`],
        },
        ...["lab.", "", "www."].map((host) => ({
          url: `https://${host}uni.example/`,
          scopeType: "custom",
          include: [String.raw`^https?://(([^/?#@]+\.)?uni\.example)(:[0-9]+)?(/|$)`],
        })),
      ],
    });
    expect(wgetLines(entries).slice(-3)).toEqual([
      "span_hosts = on",
      "domains = club.other.example,uni.example",
      String.raw`acceptregex = ^https?://(club\.other\.example|([^/?#@]+\.)?uni\.example)(:[0-9]+)?(/|$)`,
    ]);
    // Without domains nothing may span hosts: wget would go through the whole web.
    expect(wgetLines([])).toEqual([]);
  });
});

test.each<[readonly number[], string]>([
  [[], "https://a.example/"],
  [[80, 443], "https://a.example/"],
  [[8080, 80], "http://a.example/"],
  [[8080, 9090], "http://a.example:8080/"],
  [[8443], "https://a.example:8443/"],
])("a seed is what the ports %j can answer: %s", (ports, seed) =>
  expect(seedLines(entriesOf([{ ...decided("a.example", "net-range"), ports }]))).toEqual([seed]),
);

test("scores are printed with three digits at most", () => {
  const entries = entriesOf([
    {
      host: "a.example",
      addresses: [],
      decision: { ...decided("a.example", "registrant").decision, score: 2 / 3 },
    },
  ]);
  expect(entries.map(rowOf)).toMatchObject([{ score: 0.667 }]);
  expect(entriesCsv(entries)).toMatch(/,0\.667\r\n$/);
});

describe("browsertrix", () => {
  /** Members of a seed, and scopes, that browsertrix-crawler knows: docs "Crawl Scope" and "YAML Crawl Config", src/util/seeds.ts. */
  const MEMBERS = [
    "url",
    "scopeType",
    "include",
    "exclude",
    "allowHash",
    "depth",
    "sitemap",
    "extraHops",
    "auth",
  ];
  const SCOPES = ["page", "page-spa", "prefix", "host", "domain", "any", "custom"];
  const seedsOf = (all: readonly DecidedHost[]): Record<string, unknown>[] =>
    parseYaml(browsertrixConfig(entriesOf(all))).seeds;

  test("has members that it knows, also for names that mean something in YAML", () => {
    const names = ["no", "1e3.example", "0x1f.example", "null.example", "xn--mller-kva.de", "[2001:db8::1]"];
    const seeds = seedsOf(names.map((name) => decided(name, "net-range")));
    expect(seeds.map(({ url }) => url).sort()).toEqual(names.map((name) => `https://${name}/`).sort());
    for (const { scopeType, ...seed } of [...seeds, ...seedsOf([decided("www.com", "same-domain")])]) {
      expect(SCOPES).toContain(scopeType);
      expect(MEMBERS).toEqual(expect.arrayContaining(Object.keys(seed)));
    }
  });

  test("a domain that begins with www. is not all of what stands behind that", () => {
    const [seed = {}] = seedsOf([decided("www.com", "same-domain")]);
    expect(seed).toMatchObject({ url: "https://www.com/", scopeType: "custom" });
    const [pattern = ""] = seed.include as string[];
    for (const url of ["https://www.com/x", "http://a.www.com:8080/"])
      expect(url).toMatch(new RegExp(pattern));
    for (const url of [
      "https://other.com/",
      "https://www.com.evil.org/",
      "https://evil.org/?https://www.com/",
    ])
      expect(url).not.toMatch(new RegExp(pattern));
  });
});

describe("SURT prefixes", () => {
  test.each([
    ["uni.example", true, ["+http://(example,uni,"]],
    ["www.uni.example", false, ["+http://(example,uni,www,)", "+http://(example,uni,www,:"]],
    ["192.0.2.1", false, ["+http://(192.0.2.1)", "+http://(192.0.2.1:"]],
    ["[2001:db8::1]", false, ["+http://([2001:db8::1],)", "+http://([2001:db8::1],:"]],
  ])("%s", (name, includesSubdomains, lines) =>
    expect(surtLines([{ ...(entries[0] as (typeof entries)[number]), name, includesSubdomains }])).toEqual(
      lines,
    ),
  );
});

/** Throws for what is not well-formed. */
function parsed(xml: string) {
  const errors: string[] = [];
  const document = new DOMParser({ onError: (_, message) => errors.push(message) }).parseFromString(
    xml,
    "text/xml",
  );
  expect(errors).toEqual([]);
  return document;
}

describe("Heritrix", () => {
  test("is well-formed, and has the rules, without IPv6", () => {
    const document = parsed(
      heritrixBeans({
        entries,
        addresses: ["192.0.2.1", "2001:db8::1"],
        blocks: heritrixBlocks(["192.0.2.0/25", "2001:db8::/32"]),
      }),
    );
    const beans = [...document.getElementsByTagName("bean")].map((bean) => bean.getAttribute("class"));
    expect(beans).toEqual([
      "org.archive.modules.deciderules.surt.SurtPrefixedDecideRule",
      "org.archive.spring.ConfigString",
      "org.archive.modules.deciderules.IpAddressSetDecideRule",
      "org.archive.modules.deciderules.ScriptedDecideRule",
      "org.archive.spring.ConfigString",
      "org.archive.modules.deciderules.ScriptedDecideRule",
      "org.archive.spring.ConfigString",
    ]);
    const values = [...document.getElementsByTagName("value")].map(({ textContent }) => textContent ?? "");
    expect(values).toHaveLength(4);
    expect(values[0]?.trim().split("\n")).toEqual(surtLines(entries));
    expect(values[1]).toBe("192.0.2.1");
    expect(values[2]).toContain("{\n  { 3221225984L, 3221226111L }, // 192.0.2.0 - 192.0.2.127\n};");
  });

  test("a name cannot break out", () => {
    for (const name of [
      "a.]]></value><evil/>--&",
      "\u0000\u000b\ufffe<evil/>",
      "\ud800<evil/>",
      "-->\r\n<evil/><!--",
    ]) {
      const hostile = entriesOf([decided(name, "net-range")]);
      const addresses = [`192.0.2.1${name}`, "192.0.2.1"];
      const document = parsed(heritrixBeans({ entries: hostile, addresses, blocks: [] }));
      expect(document.getElementsByTagName("evil")).toHaveLength(0);
      expect(document.getElementsByTagName("bean")).toHaveLength(5);
    }
  });

  test("addresses are unknown when a URL is found: a rule lets it pass until DNS was asked", () => {
    const refs = (scope: Partial<HeritrixScope>) => {
      const xml = heritrixBeans({ entries, addresses: [], blocks: [], ...scope });
      const rules = [...parsed(xml).getElementsByTagName("bean")].flatMap(
        (bean) => bean.getAttribute("id") ?? [],
      );
      // What the comment says to add is what is there, in its order.
      expect(xml.match(/(?<=<ref bean=")\w+/g)).toEqual(rules);
      expect(xml.includes("recheckScope of the bean")).toBe(rules.includes("organisationUnresolved"));
      return rules;
    };
    expect(refs({})).toEqual(["organisationDomains"]);
    expect(refs({ addresses: ["192.0.2.1"] })).toEqual([
      "organisationDomains",
      "organisationAddresses",
      "organisationUnresolved",
    ]);
    expect(refs({ entries: [], blocks: heritrixBlocks(["192.0.2.0/25"]) })).toEqual([
      "organisationBlocks",
      "organisationUnresolved",
    ]);
  });

  test("blocks become single addresses up to a /16 in all; what is beyond stays a block", () => {
    expect(listedAddresses(["192.0.2.8/30", "192.0.2.8/31"])).toEqual({
      addresses: ["192.0.2.8", "192.0.2.9", "192.0.2.10", "192.0.2.11"],
      rest: [],
    });
    const all = ["198.18.0.0/16", "198.18.128.0/17", "198.18.0.0/16"];
    const { addresses, rest } = listedAddresses([...all, "203.0.113.0/24", "2001:db8::/48"]);
    expect(addresses).toHaveLength(ADDRESSES_MAX);
    expect(rest).toEqual(heritrixBlocks(["203.0.113.0/24"]));
    expect(listedAddresses(["2001:db8::/64"])).toEqual({ addresses: [], rest: [] });
  });
});
