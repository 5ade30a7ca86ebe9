import { describe, expect, test } from "vitest";
import { registrantOf } from "./answer.ts";
import { mayBePersons, namesOfBodies } from "./persons.ts";
import { parseRdap } from "./rdap/parse.ts";
import { parseDomain } from "./whois/domain.ts";
import { parseNetwork } from "./whois/network.ts";

/** Given names in the list of frequent ones, and in none. */
const LISTED = ["Erika", "Karl", "Sarah", "Jan", "Claudia", "Louis"];
const UNLISTED = ["Zacharias", "Takumi", "Eadgyth", "Oluwaseun", "Bronisława", "Ngozi"];
const SURNAMES = ["Quendelmann", "Yamadori", "O'Fennigan", "Przybylak-Voss"];
const namesOf = (given: readonly string[]): string[] =>
  given.flatMap((first) => SURNAMES.map((last) => `${first} ${last}`));
const WITH_LISTED = namesOf(LISTED);
const WITH_UNLISTED = namesOf(UNLISTED);
const ALL = [...WITH_LISTED, ...WITH_UNLISTED];

const BODIES = ["Universität Seeberg", "Nordwind GmbH", "Ministry of Tides", "Museum Hafenstadt"];
const STREET = "Seestraße 10";
const PLACE = "78999 Seeberg";

/** Whether a text has a word of a name. */
const names = (value: unknown, name: string): boolean =>
  name.split(" ").some((word) => JSON.stringify(value).toUpperCase().includes(word.toUpperCase()));

const contact = { organisation: "Nordwind GmbH", address: [STREET, PLACE], emails: [] };
const inBody = (organisation: string) => registrantOf({ ...contact, organisation });
const inAddress = (...address: readonly string[]) => registrantOf({ ...contact, address });

/** Where a person may stand, and who is never kept from there: names of all kinds, or those with a listed given name or a title. */
const EVERYBODY: readonly (readonly [string, (name: string) => unknown])[] = [
  ["the name of a person", (name) => registrantOf({ name, address: [STREET, PLACE], emails: [] })],
  ["the field of an organisation", inBody],
  ["the name beside a body", (name) => registrantOf({ ...contact, name })],
  ["with a title behind a body", (name) => BODIES.map((body) => inBody(`${body} Dr. ${name}`))],
  ["with a title beside a body", (name) => BODIES.map((body) => inBody(`${body}, Prof. ${name}`))],
  ["with a title before a body", (name) => BODIES.map((body) => inBody(`Ing. ${name}, ${body}`))],
  ["who takes letters", (name) => BODIES.map((body) => inBody(`${body} c/o ${name}`))],
  ["who trades under a name", (name) => inBody(`${name} t/a Northmoor Trust`)],
  ["a line before the street", (name) => inAddress(name, STREET, PLACE)],
  ["a line behind the street", (name) => inAddress(STREET, name, PLACE)],
  ["a line behind the city", (name) => inAddress(STREET, PLACE, name)],
  ["before the street in its line", (name) => inAddress(`${name} ${STREET}`, PLACE)],
  ["behind the number of the house", (name) => inAddress(`${STREET} ${name}`, PLACE)],
  ["behind a number with a letter", (name) => inAddress(`Hochschulplatz 3 a ${name}`, PLACE)],
  ["behind an English street", (name) => inAddress(`4 Main Street ${name}`, PLACE)],
  ["behind a floor", (name) => inAddress(STREET, `2. OG ${name}`, PLACE)],
  ["before a floor", (name) => inAddress(STREET, `${name} 2. OG`, PLACE)],
  ["behind the city in its line", (name) => inAddress(STREET, `${PLACE} ${name}`)],
  ["behind the city, without a street", (name) => inAddress(`${PLACE} ${name}`)],
  ["in brackets", (name) => inAddress(`${STREET} (${name})`, PLACE)],
  ["a remark on a network", (name) => namesOfBodies([name])],
  ["the name of a network", (name) => networkOf(name.toUpperCase().replace(/\P{L}+/gu, "-"), "")],
  [
    "the name of a network beside its holder",
    (name) => networkOf(name.toUpperCase().replace(/\P{L}+/gu, "-"), "org: ORG-N-RIPE\n"),
  ],
];

const LISTED_ONLY: readonly (readonly [string, (name: string) => unknown])[] = [
  ["behind a body", (name) => BODIES.map((body) => inBody(`${body} ${name}`))],
  ["beside a body, by a comma", (name) => BODIES.map((body) => inBody(`${body}, ${name}`))],
  ["beside a body, by a colon", (name) => BODIES.map((body) => inBody(`${body}: ${name}`))],
  ["beside a body, by a stroke", (name) => BODIES.map((body) => inBody(`${body}/${name}`))],
  ["before a body, by a stroke", (name) => BODIES.map((body) => inBody(`${name} / ${body}`))],
  ["beside a body, in brackets", (name) => BODIES.map((body) => inBody(`${body} (${name})`))],
  ["behind a body in a remark", (name) => namesOfBodies(BODIES.map((body) => `${body} ${name}`))],
  ["behind a street that begins with its word", (name) => inAddress(`4 rue des Carmes ${name}`, PLACE)],
];

const networkOf = (netname: string, org: string) =>
  parseNetwork(
    `inetnum: 192.0.2.0 - 192.0.2.255\nnetname: ${netname}\n${org}source: RIPE\n\norganisation: ORG-N-RIPE\norg-name: Nordwind GmbH\n`,
  );

describe("persons are not kept", () => {
  test.each(EVERYBODY)("%s", (_, read) => expect(ALL.filter((name) => names(read(name), name))).toEqual([]));

  test.each(LISTED_ONLY)("%s, where the given name is a listed one", (_, read) =>
    expect(WITH_LISTED.filter((name) => names(read(name), name))).toEqual([]),
  );

  test("in answers of whole registries, where both are persons", () => {
    const answers = (name: string): unknown[] => [
      parseDomain(
        `Domain Name: BEISPIEL.EXAMPLE\nRegistrant Name: ${name}\nRegistrant Organization: ${name}\nRegistrant Street: ${name}, ${STREET}\nRegistrant City: Seeberg\n`,
      ),
      parseDomain(
        `domain: beispiel.example\nowner: ${name}\nownerid: 00.000.000/0001-91\naddress: ${name}\n`,
      ),
      parseRdap(
        JSON.stringify({
          objectClassName: "domain",
          entities: [
            {
              roles: ["registrant"],
              vcardArray: [
                "vcard",
                [
                  ["fn", {}, "text", name],
                  ["org", {}, "text", name],
                  ["adr", { label: `${name}\n${STREET}\n${PLACE}` }, "text", []],
                ],
              ],
            },
          ],
        }),
      ),
      parseNetwork(
        `NetRange: 192.0.2.0 - 192.0.2.255\nNetName: ${name.toUpperCase()}\nCustName: ${name}\nAddress: ${name}\nAddress: 3 Garden Street\n`,
      ),
    ];
    expect(ALL.filter((name) => names(answers(name), name))).toEqual([]);
  });
});

describe("bodies are kept", () => {
  test.each(BODIES)("%s, with a person beside it", (body) => {
    const kept = WITH_LISTED.flatMap((name) =>
      [`${body} ${name}`, `${body}: ${name}`, `${name}/${body}`].map((text) => inBody(text).organisation),
    );
    expect(new Set(kept)).toEqual(new Set([body]));
  });

  test("their addresses, with a person in them", () => {
    const kept = ALL.map((name) => inAddress(`${STREET} ${name}`, `${PLACE} ${name}`).address);
    expect(new Set(kept)).toEqual(new Set([`${STREET}, ${PLACE}`]));
  });

  test("names of networks that their holder is called like", () => {
    for (const name of ["NORDWIND", "NORDWIND-NET", "UNI-SEEBERG"])
      expect(mayBePersons(name, { organisation: "Nordwind GmbH", emailDomains: [] })).toBe(false);
  });
});
