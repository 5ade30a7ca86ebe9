import { expect, test } from "vitest";
import { registrantOf } from "./answer.ts";
import { mayBePersons, namesOfBodies } from "./persons.ts";
import { parseRdap } from "./rdap/parse.ts";
import { parseDomain } from "./whois/domain.ts";

test.each([
  ["Domain Admin", "Erika Muster"],
  ["Hostmaster", "John Doe"],
  ["Эрика Мустер", "Erika Muster"],
  ["Erica Mustermann", "Erika Muster"],
])("%s beside %s makes no body of it", (name, organisation) =>
  expect(registrantOf({ name, organisation, address: [], emails: [] })).toMatchObject({
    organisation: null,
  }),
);

test("the person beside an organisation that RDAP's list of redactions names", () => {
  const answer = parseRdap(
    JSON.stringify({
      objectClassName: "domain",
      ldhName: "muster.example",
      redacted: [{ name: { description: "Registrant Organization" }, method: "removal" }],
      entities: [
        {
          roles: ["registrant"],
          vcardArray: [
            "vcard",
            [
              ["kind", {}, "text", "org"],
              ["fn", {}, "text", "Erika Muster"],
            ],
          ],
        },
      ],
    }),
  );
  expect(answer?.registrant.organisation).toBeNull();
});

test("the person beside an organisation that JPRS withholds", () =>
  expect(
    parseDomain("[Domain Name] SAKURA.JP\n[Organization] Redacted for Privacy\n[Registrant] Taro Yamada\n")
      ?.registrant,
  ).toMatchObject({ organisation: null }));

test.each<[string, string[]]>([
  ["Nordwind GmbH, Erika Muster, erika.muster@nordwind.example, +49 170 5550100", ["Nordwind GmbH"]],
  ["Nordwind GmbH erika.muster@nordwind.example", []],
  ["Nordwind GmbH Erika Muster 0170/5550100", ["Nordwind GmbH"]],
  ["Nordwind GmbH 0170/5550100", []],
  ["Erika Muster; Universität Seeberg", ["Universität Seeberg"]],
  ["Tanaka Seiki Co., Ltd.", ["Tanaka Seiki Co., Ltd."]],
  ["Erika Muster", []],
  ["Universität Seeberg Erika Muster", ["Universität Seeberg"]],
  ["Universität Seeberg: Erika Muster", ["Universität Seeberg"]],
  ["Universität Seeberg/Erika Muster", ["Universität Seeberg"]],
])("of the remark %s the bodies are kept", (remark, bodies) =>
  expect(namesOfBodies([remark])).toEqual(bodies),
);

test.each([
  ["Nordwind GmbH c/o Erika Muster", "Nordwind GmbH"],
  ["Nordwind GmbH, erika.muster@nordwind.example", "Nordwind GmbH"],
  ["Nordwind GmbH, Erika Muster 0170/5550100", "Nordwind GmbH"],
  ["Nordwind GmbH erika.muster@nordwind.example", null],
  ["Universität Lindental, Erika Quendelmann", "Universität Lindental"],
  ["Erika Quendelmann, Universität Lindental", "Universität Lindental"],
  ["Universität Lindental, Z. Quendelmann", "Universität Lindental"],
  ["Universität Lindental (Erika Quendelmann)", "Universität Lindental"],
  ["Universität Lindental / Prof. Dr. Zacharias Quendelmann", "Universität Lindental"],
  ["Universität Lindental - Erika Quendelmann", "Universität Lindental"],
  ["Universität Lindental Erika Quendelmann", "Universität Lindental"],
  ["Universität Lindental: Erika Quendelmann", "Universität Lindental"],
  ["Erika Quendelmann/Universität Lindental", "Universität Lindental"],
  ["Universität Lindental Mag. Zacharias Quendelmann", "Universität Lindental"],
  ["Istituto Lindental Dott. Zacharias Quendelmann", "Istituto Lindental"],
  ["Universität Lindental, Dipl.-Ing. Zacharias Quendelmann", "Universität Lindental"],
  ["Zacharias Quendelmann t/a Northmoor Trust", "Northmoor Trust"],
  ["Zacharias Quendelmann trading as Northmoor Shop", null],
  ["Harbour Foods Ltd t/a The Fish Bar", "Harbour Foods Ltd t/a The Fish Bar"],
  ["Fundación Juan Quendel", "Fundación Juan Quendel"],
  ["Nordwind A/S", "Nordwind A/S"],
  ["Institut für Physik Prof. Zacharias Quendelmann", "Institut für Physik"],
  ["Klinik Dr. Muster GmbH", "Klinik Dr. Muster GmbH"],
  ["Prof. Dr. Muster-Stiftung", "Prof. Dr. Muster-Stiftung"],
  ["University of California, San Diego", "University of California, San Diego"],
  ["MINISTRY OF EDUCATION, YOUTH AND SPORTS", "MINISTRY OF EDUCATION, YOUTH AND SPORTS"],
  ["Stadt Wien - Wiener Wohnen", "Stadt Wien - Wiener Wohnen"],
  ["Universität Lindental, Institut für Physik", "Universität Lindental, Institut für Physik"],
  ["University of California, Berkeley", "University of California, Berkeley"],
  ["Nordwind Co., Ltd.", "Nordwind Co., Ltd."],
])("of the name %s no person is kept", (organisation, kept) =>
  expect(registrantOf({ organisation, address: [], emails: [] }).organisation).toBe(kept),
);

test.each([
  ["ERIKA-MUSTER", true],
  ["ERIKA-MUSTER-NET", true],
  ["UNI-SEEBERG", false],
  ["FASTBOX-1", true],
  ["BO-JENSEN", true],
  ["E-MUSTERMANN", true],
  ["BOOT-NET", false],
  ["ROTES-BOOT", false],
])("the network %s may be a person's: %s", (name, isPersons) =>
  expect(mayBePersons(name, { organisation: "Rotes Boot GmbH", emailDomains: ["rotes-boot.example"] })).toBe(
    isPersons,
  ),
);

test.each(["BO-JENSEN", "LI-WEI", "QUENDELMANN-NET", "Z-QUENDELMANN", "ZACHARIASQ", "DR-QUENDELMANN"])(
  "without a recognised holder %s may be a person's",
  (name) =>
    expect(mayBePersons(name, { organisation: null, emailDomains: ["quendelmann.example"] })).toBe(true),
);

test.each([
  // One who is called like the domain, or trades alone.
  [{ organisation: "Quendelmann", name: "Zacharias Quendelmann" }, null],
  [{ organisation: "Quendelmann" }, "Quendelmann"],
  [{ organisation: "Quendelmann", name: "Quendelmann Hostmaster" }, "Quendelmann"],
  [{ name: "Zacharias Quendelmann t/a Northmoor Shop", isPerson: true }, null],
])("a word that is the domain's, %j, keeps no address", (contact, organisation) =>
  expect(
    registrantOf({ ...contact, address: ["Seeweg 3", "12345 Adorf"], emails: [] }, "quendelmann.example"),
  ).toMatchObject({ organisation, address: null }),
);

test("a person in JPRS's field of an organisation", () =>
  expect(
    parseDomain("[Domain Name] SAKURA.JP\n[Organization] Erika Muster\n[Postal Address] 3 Garden Street\n")
      ?.registrant,
  ).toMatchObject({ organisation: null, address: null }));

test.each<[string[], string | null]>([
  [["Prof. Dr. Erika Muster Schlossberg 3", "12345 Adorf"], "3, 12345 Adorf"],
  [["Herr Dr. Muster Hafen 5", "12345 Adorf"], "5, 12345 Adorf"],
  [["12 Mulholland Dr", "Adorf", "DE"], "12 Mulholland Dr, Adorf, DE"],
  [["Mulholland Dr 12", "12345 Adorf"], "Mulholland Dr 12, 12345 Adorf"],
  [["1 Garden Lane", "Erika Muster", "12345 Adorf"], "1 Garden Lane, 12345 Adorf"],
  [["Seestraße 10", "Seeberg", "DE"], "Seestraße 10, Seeberg, DE"],
  [["Seestraße 10", "Erika Muster", "Seeberg", "78999", "DE"], "Seestraße 10, Seeberg, 78999, DE"],
  [["Seestraße 10", "Erika Muster", "DE"], "Seestraße 10, DE"],
  [["12 Pine Street", "John Doe", "New York", "US"], "12 Pine Street, New York, US"],
  [["Seestraße 10", "Bad Seeberg", "DE"], "Seestraße 10, Bad Seeberg, DE"],
  [["Seestraße 10", "Muster", "78999 Seeberg"], "Seestraße 10, 78999 Seeberg"],
  [["12 High Street", "Tel. Erika Muster 0171 1234567", "12345 Adorf"], "12 High Street, 12345 Adorf"],
  [["12 High Street", "Erika Muster Room 5", "London SW1A 1AA"], "12 High Street, London SW1A 1AA"],
  [["Lehrstuhl Prof. Zacharias Quendelmann", "Hochschulplatz 3 (Herr Quendelmann)"], "Hochschulplatz 3"],
  [["Große Straße 2", "Takumi Yamada 2. OG", "12345 Adorf"], "Große Straße 2, 12345 Adorf"],
  [["Store Torv 4", "Universität Lindental Takumi Yamada", "8000 Adorf"], "Store Torv 4, 8000 Adorf"],
  [["Hochschulplatz 3 Erika Muster", "78999 Seeberg Erika Muster"], "Hochschulplatz 3, 78999 Seeberg"],
  [["Hochschulplatz 3 a Takumi Yamada", "78999 Seeberg Takumi Yamada"], "Hochschulplatz 3 a, 78999 Seeberg"],
  [["4 Main Street Erika Muster", "2. OG Erika Muster", "Seeberg"], "4 Main Street, 2. OG, Seeberg"],
  [["Garden Road Erika Muster", "Seeberg"], "Garden Road, Seeberg"],
  [["12-14 rue Victor Hugo", "06000 NICE CEDEX 2"], "12-14 rue Victor Hugo, 06000 NICE CEDEX 2"],
  [
    ["Via 25 Aprile 12 Erika Muster", "D-60311 Frankfurt am Main"],
    "Via 25 Aprile 12, D-60311 Frankfurt am Main",
  ],
  [["350 5th Avenue", "New York NY 10118"], "350 5th Avenue, New York NY 10118"],
  [["Straße des 17. Juni 135", "6200 MD Maasdam"], "Straße des 17. Juni 135, 6200 MD Maasdam"],
  [["27 Broadmead", "Erika Muster", "Adorf"], "27 Broadmead, Adorf"],
  [["12 High Street", "Room 5", "Tucson AZ 85999"], "12 High Street, Room 5, Tucson AZ 85999"],
  [["27", "rue des Carmes", "Nordwind GmbH", "Erika Muster", "FR"], "27, rue des Carmes, FR"],
])("of the address %j no person is kept", (address, kept) =>
  expect(
    registrantOf({
      organisation: "Nordwind GmbH",
      address,
      places: ["Adorf"],
      emails: [],
    }).address,
  ).toBe(kept),
);
