import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { readEvidence } from "./evidence.ts";
import { ownRanges } from "./holder.ts";
import { type Facts, type NetRange, NOBODY, type OrganisationProfile } from "./types.ts";

const range = (cidr: string, more: Partial<NetRange> = {}): NetRange => ({
  range: cidr,
  cidrs: [cidr],
  source: "RIPE",
  holder: null,
  ...more,
});
const seeberg: OrganisationProfile = {
  root: "www.uni-seeberg.example",
  domain: "uni-seeberg.example",
  addresses: ["192.0.2.10"],
  netRanges: [range("192.0.2.0/25", { holder: "Universitaet Seeberg" })],
  nameServers: ["ns1.uni-seeberg.example", "dns1.belwue.de"],
  registrant: {
    organisation: "Universität Seeberg",
    address: "Seestraße 10, 78999 Seeberg, DE",
    emailDomains: ["rz.uni-seeberg.example", "gmail.com"],
    redacted: false,
  },
  unknown: [],
};
const registrant = (
  organisation: string | null,
  emailDomains: readonly string[] = [],
  address: string | null = null,
) => ({ organisation, address, emailDomains, redacted: false });
const decide = (facts: Partial<Facts>, profile: Partial<OrganisationProfile> = {}, providers = {}) =>
  compile({ ...seeberg, ...profile }, providers)({ host: "www.other.example", ...facts });

describe("the rules, in the order of the paper's flow chart", () => {
  test.each<[string, Partial<Facts>, string, string]>([
    [
      "a host of the root's domain",
      { host: "x.uni-seeberg.example", addresses: ["203.0.113.1"] },
      "belongs",
      "same-domain",
    ],
    [
      "an address in the range",
      { addresses: ["203.0.113.1", "192.0.2.127"], registrant: registrant("Kanu-Club e.V.") },
      "belongs",
      "net-range",
    ],
    ["an address beside the range", { addresses: ["192.0.2.128"] }, "unknown", "no-facts"],
    ["an address as IPv6", { addresses: ["::ffff:192.0.2.1"] }, "belongs", "net-range"],
    [
      "the organisation's name server",
      { nameServers: ["NS1.uni-seeberg.example."] },
      "belongs",
      "name-server",
    ],
    [
      "another name server in its domain",
      { nameServers: ["ns7.rz.uni-seeberg.example"] },
      "belongs",
      "name-server",
    ],
    [
      "the organisation's name server, and another registrant",
      { nameServers: ["ns1.uni-seeberg.example"], registrant: registrant("Bäckerei Huber") },
      "unknown",
      "name-server",
    ],
    [
      "the organisation's name server, and a registrant with more of its name",
      { nameServers: ["ns1.uni-seeberg.example"], registrant: registrant("Universität Seeberg Campus GmbH") },
      "belongs",
      "name-server",
    ],
    ["a secondary that serves all universities", { nameServers: ["dns1.belwue.de"] }, "unknown", "no-facts"],
    [
      "the organisation's e-mail domain, whatever the name",
      { registrant: registrant("Netzwerk e.V.", ["inf.uni-seeberg.example"]) },
      "belongs",
      "email-domain",
    ],
    [
      "an e-mail domain that anybody has",
      { registrant: registrant(null, ["gmail.com"]) },
      "unknown",
      "not-comparable",
    ],
    ["the registrant", { registrant: registrant("Universitaet Seeberg") }, "belongs", "registrant"],
    ["another registrant", { registrant: registrant("Bäckerei Huber") }, "foreign", "other-registrant"],
    [
      "a redacted registrant",
      { registrant: { ...registrant("REDACTED FOR PRIVACY"), redacted: true } },
      "unknown",
      "not-comparable",
    ],
    ["a privacy proxy", { registrant: registrant("Domains By Proxy, LLC") }, "unknown", "not-comparable"],
    [
      "a page of a platform, whose registrant is the platform",
      { host: "seeberg.github.io", registrant: registrant("Universität Seeberg") },
      "unknown",
      "platform",
    ],
    ["nothing known", {}, "unknown", "no-facts"],
  ])("%s", (_, facts, decision, rule) => expect(decide(facts)).toMatchObject({ decision, rule }));

  test("a cheap rule decides without dear facts, and dear facts do not change it", () => {
    const cheap = decide({ addresses: ["192.0.2.1"] });
    expect(decide({ addresses: ["192.0.2.1"], registrant: registrant("Bäckerei Huber") })).toEqual(cheap);
  });

  test("evidence names no person", () =>
    expect(decide({ registrant: registrant("Bäckerei Huber", ["muster.example"]) }).evidence).not.toMatch(
      /Huber|muster/,
    ));
});

describe("what many share says nothing", () => {
  test.each<[string, Partial<NetRange>, boolean]>([
    ["the registrant's", { holder: "Univ. Seeberg" }, true],
    ["a hoster's that is known", { holder: "Hetzner Online GmbH" }, false],
    ["a hoster's by its description", { names: ["HOS-123", "Example Hosting Datacenter"] }, false],
    ["another organisation's", { holder: "Leeberg Werke GmbH" }, false],
    ["another organisation's by its description", { names: ["LEEBERG", "Leeberg Werke GmbH"] }, false],
    ["a registry's", { holder: "RIPE Network Coordination Centre" }, false],
    ["whose holder is not known", { names: ["DE-RACKHOUSE-20190101"] }, false],
    ["of which nothing but addresses is known", {}, true],
    ["whose holder may not be named", { names: ["FASTBOX-1"], hasUnnamedHolder: true }, false],
    ["… in a network named like the domain", { names: ["UNI-SEEBERG"], hasUnnamedHolder: true }, true],
    [
      "with a contact of the organisation",
      { holder: "Rechenverbund Süd", emailDomains: ["noc.uni-seeberg.example"] },
      true,
    ],
  ])("a range: %s", (_, more, isOwn) =>
    expect(ownRanges({ ...seeberg, netRanges: [range("192.0.2.0/24", more)] })).toEqual(
      isOwn ? ["192.0.2.0/24"] : [],
    ),
  );

  test.each<[string, Partial<NetRange>, boolean]>([
    ["named like the domain", { names: ["UNI-SEEBERG"] }, true],
    ["with a holder whose name is in the domain", { holder: "Universitaet Seeberg" }, true],
    ["with another holder", { holder: "Kleinhost Service" }, false],
    ["with nothing but addresses", {}, true],
    ["with a holder who may not be named", { hasUnnamedHolder: true }, false],
  ])("a range, where the registrant is withheld: %s", (_, more, isOwn) =>
    expect(
      ownRanges({ ...seeberg, registrant: NOBODY, netRanges: [range("192.0.2.0/24", more)] }),
    ).toHaveLength(Number(isOwn)),
  );

  test.each([
    ["hostel-seeberg.example", "Jugendherberge Seeberg e.V.", "Hostrix GmbH"],
    ["netzwerk-kunst.example", "Kunstverein Leeberg e.V.", "Netzhaus GmbH"],
    ["plusenergie.example", "Stadtwerke Leeberg GmbH", "Plusnet GmbH"],
  ])("a range in a hoster's name whose first letters are those of %s", (domain, organisation, holder) =>
    expect(
      ownRanges({
        ...seeberg,
        domain,
        registrant: registrant(organisation),
        netRanges: [range("192.0.2.0/24", { holder })],
      }),
    ).toEqual([]),
  );

  test.each([
    ["Verein für Moorkunde e.V.", "elsewhere.edu", "unknown"],
    ["Museum Seeberg", "seebauer-webdesign.example", "unknown"],
    ["Stadt Bremen", "bremer-webservice.example", "unknown"],
    ["Stadt Bremen", "bremerhaven.example", "unknown"],
    ["Stadt Bern", "bernerzeitung.example", "unknown"],
    ["Galway County Council", "galwaycoco.example", "belongs"],
    ["Universität Hamburg", "hambach-it.example", "unknown"],
    ["Verein für Moorkunde e.V.", "moorkunde.example", "belongs"],
    ["Universität Hamburg", "uni-hamburg.example", "belongs"],
  ])("of %s the e-mail domain %s: %s", (organisation, email, decision) =>
    expect(
      decide(
        { host: `www.${email}` },
        { root: "root.example", domain: "root.example", registrant: registrant(organisation, [email]) },
      ).decision,
    ).toBe(decision),
  );

  const hosted = { nameServers: ["ns1.smallhost.example", "ns2.smallhost.example"] };
  const same = { nameServers: ["ns2.smallhost.example", "ns1.smallhost.example"], registrant: NOBODY };
  test.each<[string, Partial<Facts>, object, string]>([
    ["the same name servers of somebody else, whom nobody knows", same, {}, "unknown"],
    ["… of another domain of the organisation", same, { domains: ["smallhost.example"] }, "belongs"],
    ["… and another registrant", { ...same, registrant: registrant("Bäckerei Huber") }, {}, "foreign"],
    ["who runs them", { ...same, host: "www.smallhost.example" }, {}, "unknown"],
  ])("%s", (_, facts, profile, decision) =>
    expect(decide(facts, { ...hosted, ...profile }).decision).toBe(decision),
  );

  test("name servers whose name says that they serve many", () => {
    const servers = { nameServers: ["ns1.cheap-hosting.example", "ns2.cheap-hosting.example"] };
    expect(decide({ ...servers, registrant: NOBODY }, servers).decision).toBe("unknown");
  });

  test("an e-mail domain below one of many bodies", () => {
    const profile = {
      registrant: {
        ...registrant("Bundesministerium für Klima und Meere", ["bmkm.staat.example"]),
      },
    };
    expect(decide({ registrant: registrant("Ocean Days", ["bmkm.staat.example"]) }, profile).decision).toBe(
      "belongs",
    );
    expect(decide({ registrant: registrant(null, ["bmf.staat.example"]) }, profile).decision).toBe("unknown");
  });

  test("a namesake in another place, with an e-mail domain of its own", () => {
    const elsewhere = "Hafenstr. 2, 20999 Hansaburg, DE";
    const profile = { registrant: registrant("Nordwind Logistik GmbH", [], "Weg 1, 78999 Seeberg, DE") };
    const branch = registrant("Nordwind Logistik GmbH", [], elsewhere);
    expect(decide({ registrant: branch }, profile).decision).toBe("belongs");
    expect(decide({ registrant: { ...branch, emailDomains: ["namesake.example"] } }, profile).decision).toBe(
      "unknown",
    );
  });

  test.each(["Stadt Bühren", "Gemeinde Buhren", "Gemeinde Bühren"])(
    "%s, another place of that name not far away, with an e-mail domain of its own",
    (name) => {
      const profile = {
        registrant: registrant("Stadt Bühren", ["buehren.example"], "Königstr. 16, 33142 Bühren, DE"),
      };
      const at = (emails: readonly string[], address: string) =>
        decide({ registrant: registrant(name, emails, address) }, profile).decision;
      expect(at(["samtgemeinde.example"], "Hauptstr. 2, 37127 Bühren, DE")).toBe("unknown");
      expect(at(["agency.example"], "Königstr. 16, 33142 Bühren, DE")).toBe("belongs");
    },
  );

  test.each([
    "ns-12.awsdns-34.org",
    "ada.ns.cloudflare.com",
    "ns1-07.azure-dns.com",
    "ns01.domaincontrol.com",
  ])("%s", (server) =>
    expect(decide({ nameServers: [server] }, { nameServers: [server] }).decision).toBe("unknown"),
  );

  test("an address that serves many, as was counted", () =>
    expect(decide({ addresses: ["192.0.2.1"] }, {}, { registrantsOf: () => 9 }).decision).toBe("unknown"));

  test("an e-mail domain of an agency that registered both", () => {
    const profile = { registrant: { ...seeberg.registrant, emailDomains: ["agency.example"] } };
    expect(decide({ registrant: registrant("Bäckerei Huber", ["agency.example"]) }, profile).decision).toBe(
      "foreign",
    );
  });

  test.each<[string, OrganisationProfile["registrant"], OrganisationProfile["registrant"], string]>([
    ["a person", registrant("Museum Seeberg"), registrant(null, ["agency.example"]), "unknown"],
    [
      "somebody withheld",
      registrant("Museum Seeberg"),
      { ...NOBODY, emailDomains: ["agency.example"], redacted: true },
      "unknown",
    ],
    ["two persons", registrant(null), registrant(null, ["agency.example"]), "unknown"],
    [
      "the same house",
      registrant("Museum Seeberg", [], "Seestraße 10, 78999 Seeberg, DE"),
      registrant("Freundeskreis der Sammlung", ["agency.example"], "Seestraße 10, 78999 Seeberg, DE"),
      "belongs",
    ],
    [
      "a name that is alike, at the same postal code",
      registrant("한별미디어 주식회사", [], "Yanghwa-ro 45, Seoul 04036, KR"),
      registrant("Hanbyul Media Co., Ltd.", ["agency.example"], "45 Yanghwa-ro 2, Seoul 04036, KR"),
      "belongs",
    ],
  ])("an e-mail domain of a third party, and %s", (_, own, other, decision) => {
    const profile = { nameServers: [], registrant: { ...own, emailDomains: ["agency.example"] } };
    const decided = decide({ registrant: other }, profile);
    expect(decided.decision).toBe(decision);
    expect(decided.evidence).not.toContain("agency");
  });

  test.each<[string, string, string, string]>([
    [
      "Technische Universität Seeberg",
      "Technische Universitaet Seeberg, Universitätsbibliothek",
      "",
      "belongs",
    ],
    ["Universiteit Maasdam", "Universiteit Maasdam - Universiteitsbibliotheek", "", "belongs"],
    ["Universität Seeberg", "Medizinische Fakultät der Universität Seeberg", "", "belongs"],
    ["Universität Seeberg", "Der Präsident der Universität Seeberg", "", "belongs"],
    ["Universität Seeberg", "Graduiertenkolleg der Universität Seeberg", "", "unknown"],
    ["Universität Seeberg", "Freundeskreis der Universität Seeberg", "", "foreign"],
    ["Urząd Miasta Brzeźno", "Brzeźno Sp. z o.o.", "brzezno.example", "foreign"],
    ["Urząd Miasta Brzeźno", "Brzeźno", "brzezno.example", "belongs"],
  ])("%s and %s in one house", (own, other, domain, decision) => {
    const address = "Donaugasse 13, 3500 Seeberg";
    const profile = { registrant: registrant(own, [], address), ...(domain !== "" && { domain }) };
    expect(decide({ registrant: registrant(other, [], address) }, profile).decision).toBe(decision);
  });

  test.each([
    ["1209 Orange St, Wilmington, DE", "1209 Orange Street, Wilmington, DE 19801, US", "belongs"],
    ["7 Elm St, Muncie, IN", "7 Elm St, Muncie, IN", "belongs"],
    ["7 Elm St, Springfield, IL", "9 Oak St, Springfield, MA", "unknown"],
    ["7 Elm St, Springfield, IL", "9 Oak St, Springfield, IL", "belongs"],
  ])("%s and %s: a state is no country", (one, other, decision) => {
    const profile = { registrant: registrant("Carver Library", [], one), nameServers: [] };
    expect(decide({ registrant: registrant("Carver Library, Inc.", [], other) }, profile).decision).toBe(
      decision,
    );
  });

  test("a part at the house of the whole, without its name", () => {
    const address = "Seestraße 10, 78999 Seeberg, DE";
    const decision = decide(
      { registrant: registrant("Fakultät für Gewässerkunde", [], address) },
      { registrant: registrant("Universität Seeberg", [], address) },
    );
    expect(decision.decision).toBe("belongs");
    expect(decision.score).toBeGreaterThan(0);
    expect(readEvidence(decision.evidence)).toEqual({ kind: "registrant", names: "part", place: "street" });
  });

  test("a faculty in the genitive of its university, as in Czech", () => {
    const address = "Náměstí Svobody 26, 301 99 Velkov, CZ";
    const profile = { registrant: registrant("Univerzita Velkov", [], address) };
    for (const name of ["Filozofická fakulta Univerzity Velkov", "Fakulta filozofická Univerzity Velkov"])
      expect(decide({ registrant: registrant(name, [], address) }, profile).decision).toBe("belongs");
  });

  test("a root on a platform has nothing but its name", () => {
    const profile = { domain: "seeberg.github.io", registrant: registrant("GitHub, Inc.") };
    expect(decide({ registrant: registrant("GitHub, Inc.") }, profile).decision).toBe("unknown");
    expect(decide({ host: "www.seeberg.github.io" }, profile).decision).toBe("belongs");
  });
});
