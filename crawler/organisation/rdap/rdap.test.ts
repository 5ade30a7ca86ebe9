import { describe, expect, test } from "vitest";
import { parseBootstrap, serversForAddress, serversForDomain } from "./bootstrap.ts";
import { parseRdap } from "./parse.ts";

const property = (name: string, value: unknown, parameters = {}) => [name, parameters, "text", value];
const vcard = (...properties: unknown[]) => ["vcard", [property("version", "4.0"), ...properties]];
const ADDRESS = ["", "", ["Seestraße 10", "Gebäude A"], "Seeberg", "BW", "78999", "Germany"];

const university = {
  objectClassName: "entity",
  roles: ["registrant"],
  vcardArray: vcard(
    property("fn", "Erika Muster"),
    property("kind", "individual"),
    property("org", "Universität Seeberg"),
    property("adr", ADDRESS),
    property("tel", "tel:+49-7531-5550100"),
    property("email", "erika.muster@rz.uni-seeberg.example"),
  ),
};
const domain = (entity: unknown, more = {}) => ({
  objectClassName: "domain",
  ldhName: "uni-seeberg.example",
  nameservers: [
    { ldhName: "NS1.uni-seeberg.example." },
    { ldhName: "ns2.uni-seeberg.example" },
    { unicodeName: 3 },
  ],
  entities: [{ roles: ["registrar"], vcardArray: vcard(property("fn", "Registrar Ltd")) }, entity],
  ...more,
});
const parse = (value: unknown) => {
  const answer = parseRdap(JSON.stringify(value));
  if (answer === null) throw new Error("no answer of RDAP");
  return answer;
};

describe("RDAP answers about domains", () => {
  test("an organisation with its address, a domain of e-mail, name servers; no person", () => {
    const answer = parse(domain(university));
    expect(answer.registrant).toEqual({
      organisation: "Universität Seeberg",
      address: "Seestraße 10, 78999 Seeberg, BW, Germany",
      emailDomains: ["rz.uni-seeberg.example"],
      redacted: false,
    });
    expect(answer.nameServers).toEqual(["ns1.uni-seeberg.example", "ns2.uni-seeberg.example"]);
    expect(JSON.stringify(answer)).not.toMatch(/Erika|erika|5550100/);
  });

  test.each<[string, unknown[], string | null, string | null]>([
    [
      "kind org and a name",
      [property("kind", "org"), property("fn", "Stadt Seeberg")],
      "Stadt Seeberg",
      null,
    ],
    ["a name that only bodies have", [property("fn", "Seeberg Werke GmbH")], "Seeberg Werke GmbH", null],
    ["a person", [property("fn", "Erika Muster"), property("adr", ADDRESS)], null, null],
    [
      "a structured organisation",
      [property("org", ["Universität Seeberg", "Rechenzentrum"])],
      "Universität Seeberg",
      null,
    ],
    [
      "an address as a label",
      [
        property("org", "Seeberg Werke AG"),
        property("adr", ["", "", "", "", "", "", ""], { label: "Weg 1\n78999 Seeberg", cc: "DE" }),
      ],
      "Seeberg Werke AG",
      "Weg 1, 78999 Seeberg, DE",
    ],
    [
      "a person in the organisation's field",
      [property("kind", "individual"), property("org", "Muster"), property("adr", ADDRESS)],
      null,
      null,
    ],
    [
      "a person in both fields",
      [property("fn", "Erika Muster"), property("org", "Erika Muster"), property("adr", ADDRESS)],
      null,
      null,
    ],
    ["a person alone in the organisation's field", [property("org", "Erika Muster")], null, null],
    [
      "a person in both fields, with another first name",
      [property("fn", "Erika B. Muster"), property("org", "Erika Muster")],
      null,
      null,
    ],
    ["one word that is not in the domain", [property("org", "Nordwind")], null, null],
    [
      "a person beside whom a role stands",
      [property("fn", "Domain Admin"), property("org", "Erika Muster")],
      null,
      null,
    ],
    [
      "a person, where the organisation of a body is withheld",
      [property("kind", "org"), property("org", "REDACTED FOR PRIVACY"), property("fn", "Erika Muster")],
      null,
      null,
    ],
    [
      "a person, where the organisation of a body is empty",
      [property("kind", "org"), property("org", ""), property("fn", "Erika Muster")],
      null,
      null,
    ],
    [
      "a body, where the organisation of a body is withheld",
      [property("kind", "org"), property("org", "REDACTED FOR PRIVACY"), property("fn", "Nordwind GmbH")],
      "Nordwind GmbH",
      null,
    ],
    [
      "a person whom the registrar calls a body",
      [property("kind", "org"), property("fn", "Erika Muster"), property("adr", ADDRESS)],
      null,
      null,
    ],
    ["nothing", [], null, null],
  ])("%s", (_, properties, organisation, address) => {
    const { registrant } = parse(domain({ roles: ["registrant"], vcardArray: vcard(...properties) }));
    expect(registrant).toMatchObject({ organisation, address });
  });

  test("one word that is in the domain is the organisation's name", () => {
    const entity = { roles: ["registrant"], vcardArray: vcard(property("org", "Nordwind")) };
    const { registrant } = parse(domain(entity, { ldhName: "nordwind.example" }));
    expect(registrant.organisation).toBe("Nordwind");
  });

  test("what is redacted is named so, and never compared (RFC 9537)", () => {
    const redacted = [
      { name: { description: "Registrant Organization" }, prePath: "$.entities[0]", method: "removal" },
      {
        name: { description: "Registrant Email" },
        method: "replacementValue",
        replacementPath: "$.entities[0]",
      },
      { name: { description: "Administrative Contact Name" }, method: "removal" },
    ];
    const entity = {
      roles: ["registrant"],
      vcardArray: vcard(property("fn", ""), property("email", "random@forward.example")),
    };
    expect(parse(domain(entity, { redacted })).registrant).toEqual({
      organisation: null,
      address: null,
      emailDomains: [],
      redacted: true,
    });
    const marked = {
      ...university,
      vcardArray: vcard(property("org", "REDACTED FOR PRIVACY")),
      remarks: [{ title: "REDACTED FOR PRIVACY" }],
    };
    expect(parse(domain(marked)).registrant).toMatchObject({ organisation: null, redacted: true });
    expect(parse(domain(university, { redacted: [redacted[2]] })).registrant.redacted).toBe(false);
  });

  test("a thin registry says who knows more", () => {
    const links = [
      { rel: "self", href: "https://a.example/" },
      { rel: "related", type: "application/rdap+json", href: "https://rdap.registrar.example/domain/x" },
    ];
    expect(parse(domain({}, { links })).referral).toBe("https://rdap.registrar.example/domain/x");
    expect(parse(domain({}, { links: [{ rel: "related", href: "javascript:x" }] })).referral).toBeNull();
  });
});

describe("RDAP answers about networks", () => {
  const network = {
    objectClassName: "ip network",
    startAddress: "192.0.2.0",
    endAddress: "192.0.2.191",
    name: "UNI-SEEBERG",
    port43: "whois.ripe.net",
    remarks: [{ description: ["Universitaet Seeberg", "Erika Muster", "Seestraße 10"] }],
    entities: [
      university,
      { roles: ["abuse"], vcardArray: vcard(property("email", "abuse@uni-seeberg.example")) },
    ],
  };
  test("range, blocks, holder", () =>
    expect(parse(network).ranges).toEqual([
      {
        range: "192.0.2.0 - 192.0.2.191",
        cidrs: ["192.0.2.0/25", "192.0.2.128/26"],
        source: "RIPE",
        holder: "Universität Seeberg",
        names: ["UNI-SEEBERG", "Universitaet Seeberg"],
        emailDomains: ["rz.uni-seeberg.example", "uni-seeberg.example"],
      },
    ]));
  test("a customer who is a person is nobody, whatever the registry calls him", () => {
    const vcardArray = vcard(
      property("kind", "org"),
      property("fn", "Erika Muster"),
      property("adr", ADDRESS),
    );
    const entities = [{ roles: ["registrant"], vcardArray }];
    const answer = parse({ ...network, name: "ERIKA-MUSTER", entities });
    expect(answer).toMatchObject({
      registrant: { organisation: null, address: null },
      ranges: [{ holder: null }],
    });
    expect(JSON.stringify(answer)).not.toMatch(/Erika|Seestraße/i);
  });
  test("of a technical contact who is a person, not even the e-mail domain is kept", () => {
    const technical = {
      roles: ["technical"],
      vcardArray: vcard(
        property("fn", "Otto Geheimnis"),
        property("email", "otto@familie-geheimnis.example"),
      ),
    };
    const { entities } = network;
    expect(parse({ ...network, entities: [...entities, technical] })).toEqual(parse(network));
    const alone = parse({ ...network, remarks: [], entities: [{ ...technical, roles: ["registrant"] }] });
    expect(alone.ranges).toMatchObject([{ hasUnnamedHolder: true, emailDomains: [] }]);
    expect(JSON.stringify(alone.ranges)).not.toMatch(/geheimnis/i);
  });
  test("blocks by the first and the last address, whatever else is stated", () => {
    const cidr0_cidrs = [{ v6prefix: "::", length: 0 }];
    const answer = parse({
      ...network,
      startAddress: "2001:db8::",
      endAddress: "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
      cidr0_cidrs,
    });
    expect(answer.cidrs).toEqual(["2001:db8::/32"]);
  });
  test.each([
    ["0.0.0.0", "255.255.255.255"],
    ["::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ])("the placeholder of a registry is no network: %s", (startAddress, endAddress) =>
    expect(parse({ ...network, startAddress, endAddress, name: "IANA-BLK" })).toMatchObject({
      ranges: [],
      cidrs: [],
    }),
  );
  test("the body, where maintainers have the same role", () => {
    const maintainer = {
      roles: ["registrant"],
      vcardArray: vcard(property("fn", "BELWUE-MNT"), property("kind", "individual")),
    };
    const body = {
      roles: ["registrant"],
      vcardArray: vcard(property("fn", "Universität Seeberg"), property("kind", "org")),
    };
    expect(parse({ ...network, entities: [maintainer, body] }).ranges[0]?.holder).toBe("Universität Seeberg");
  });
  test("a hoster whose name is not recognisable is a holder all the same", () => {
    const vcardArray = vcard(property("kind", "org"), property("fn", "Fastbox"));
    const hosted = { ...network, name: "FASTBOX-1", remarks: [] };
    const { ranges } = parse({ ...hosted, entities: [{ roles: ["registrant"], vcardArray }] });
    expect(ranges).toMatchObject([{ holder: null, hasUnnamedHolder: true, names: [] }]);
    expect(parse({ ...hosted, entities: [] }).ranges[0]?.hasUnnamedHolder).toBe(true);
    expect(
      parse({ ...hosted, name: "UNI-SEEBERG", entities: [] }).ranges[0]?.hasUnnamedHolder,
    ).toBeUndefined();
  });
  test.each([["domain"], ["ip network"]])("values of any form are no obstacle: %s", (objectClassName) => {
    const anything = { toString: 1, valueOf: 1 };
    const all = { description: anything, title: anything, type: anything, name: anything };
    const answer = parse({
      ...{ ldhName: anything, startAddress: "192.0.2.0", endAddress: "192.0.2.255", name: anything },
      ...{ objectClassName, port43: anything, nameservers: [{ ldhName: anything }] },
      redacted: [{ name: all, method: anything }, { name: anything }],
      links: [
        { rel: "related", type: anything, href: "https://rdap.zz/" },
        { rel: "related", href: anything },
      ],
      cidr0_cidrs: [{ v4prefix: anything, length: anything }],
      remarks: [{ description: [anything], title: anything, type: anything }],
      entities: [
        {
          roles: ["registrant", anything],
          remarks: [{ title: anything, type: anything }],
          vcardArray: vcard(
            [anything],
            ...["org", "fn", "adr", "email", "kind"].map((name) =>
              property(name, anything, { label: anything }),
            ),
            property("adr", [anything, [anything]], { cc: anything }),
          ),
        },
      ],
    });
    expect(answer.registrant.organisation).toBeNull();
  });
  test.each([
    "",
    "{",
    "[]",
    "null",
    "{}",
    "<html>",
    `{"objectClassName":"domain","x":"${"x".repeat(300_000)}"}`,
    '{"objectClassName":"domain"',
  ])("%.30s is no answer", (text) => expect(parseRdap(text)).toBeNull());
  test.each([
    '{"objectClassName":"ip network","startAddress":1}',
    '{"objectClassName":"domain","entities":[{"roles":["registrant"],"vcardArray":[1,[2,["org"],["adr",0,0,{}]]]}]}',
  ])("%s is nothing", (text) =>
    expect(parseRdap(text)).toMatchObject({
      ranges: [],
      nameServers: [],
      registrant: { organisation: null },
    }),
  );
});

describe("bootstrap files (RFC 9224)", () => {
  const dns = parseBootstrap(
    '{"version":"1.0","services":[[["example","net"],["http://rdap.example/","https://rdap.example/v1"]],[["co.example"],["https://co.example/"]],["broken"]]}',
  );
  const ip = parseBootstrap(
    '{"services":[[["192.0.0.0/8"],["https://arin.example/"]],[["192.0.2.0/24","2001:db8::/32"],["https://ripe.example/"]]]}',
  );
  test.each([
    ["a.example", ["https://rdap.example/v1/", "http://rdap.example/"]],
    ["A.CO.Example.", ["https://co.example/"]],
    ["a.org", []],
  ])("%s", (name, servers) => expect(dns && serversForDomain(dns, name)).toEqual(servers));
  test.each([
    ["192.0.2.9", ["https://ripe.example/"]],
    ["192.9.2.9", ["https://arin.example/"]],
    ["2001:db8::1", ["https://ripe.example/"]],
    ["203.0.113.1", []],
    ["no address", []],
  ])("%s", (address, servers) => expect(ip && serversForAddress(ip, address)).toEqual(servers));
  test.each(["", "[]", '{"services":1}'])("%s is no such file", (text) =>
    expect(parseBootstrap(text)).toBeNull(),
  );
});
