import { describe, expect, test } from "vitest";
import { paperCases } from "./cases.ts";
import { isPrivacyProxy, isWithheld } from "./lists/redaction.ts";
import { isOrganisationName } from "./names/body.ts";
import { fold } from "./names/fold.ts";
import { parseName } from "./names/name.ts";
import { nearnessOf, parseAddress } from "./postal/address.ts";
import { addressSet, cidrsOfRange } from "./ranges.ts";

test.each([
  ["Universität Göttingen", "UNIVERSITAET GOETTINGEN", "universitat gottingen"],
  ["Århus Straße", "Aarhus Strasse", "arhus strasse"],
  ["Łódź", "Lodz", "lodz"],
  ["Ｗｉｄｅ", "wide", "wide"],
  ["Москва", "moskva", "moskva"],
  ["Αθήνα", "Athina", "athina"],
  ["İstanbul", "istanbul", "istanbul"],
  ["SW1A 2AA", "sw1a 2aa", "sw1a 2aa"],
])("%s and %s are one spelling", (a, b, folded) => {
  expect(fold(a)).toBe(folded);
  expect(fold(b)).toBe(folded);
});

test.each([
  ["Nordwind GmbH & Co. KG", "nordwind"],
  ["Nordwind Gesellschaft m.b.H.", "nordwind"],
  ["Nordwind, S.p.A.", "nordwind"],
  ["Nordwind spol. s r.o.", "nordwind"],
  ["Nordwind Sp. z o.o.", "nordwind"],
  ["Nordwind A/S", "nordwind"],
  ["Nordwind Pty Ltd", "nordwind"],
  ["株式会社田中精機", "田中精機"],
  ["OOO Nordwind", "nordwind"],
  ["The Nordwind Company", "nordwind"],
  ["AG", "ag"],
])("%s without its legal form", (name, joined) => expect(parseName(name).joined).toBe(joined));

test.each([
  ["Nordwind GmbH", true],
  ["Stadt Seeberg", true],
  ["Erika Muster", false],
  ["", false],
  ["Tanaka Seiki Co., Ltd.", true],
  ["Nordwind A/S", true],
  ["SIEMENS AG", true],
  ["Nordwind S.A.", true],
  ["nordwind plc", true],
  ["Lloyds Bank", true],
  ["Anna Bank", false],
  ["KU Leuven", true],
  ["Nordwind Gallery", true],
  ["Nordwind Verlag", true],
  ["Save the Harbours", true],
  ["Hans Per Muster", false],
  ["TU Seeberg", true],
  // Names of persons that are legal forms, abbreviations or kinds of bodies as well.
  ["Maria Sá", false],
  ["MARIA SA", false],
  ["Li Na", false],
  ["Anh Tu", false],
  ["Erica Kim", false],
  ["Charlotte Church", false],
  ["Hans Abt", false],
  ["Ellen Pao", false],
  ["Wou-Ki Zao", false],
  ["Jan Sas", false],
  ["Bill Press", false],
  ["Press, Bill", false],
  ["Kunta Kinte", false],
  ["Harold Town", false],
  ["Elaine Courts", false],
  ["Hans Kreiss", false],
  ["Marc Institut", false],
  ["Rolf Bezirk", false],
  ["Kim de Vries", false],
  ["Dr. Anna Amt", false],
  ["Dupont SAS", true],
  ["Ferrari SpA", true],
  ["Bill Press Ltd", true],
  ["Press Association", true],
  ["Ville de Paris", true],
  ["Institut Pasteur", true],
  ["Bonn, Universität", true],
  ["Harvard University", true],
  ["Oslo kommune", true],
  ["DBS Bank", true],
  ["Müller & Söhne", true],
  ["Staatsbibl. zu Berlin", true],
  ["Landesamt für Umwelt", true],
])("%s is a name that bodies have: %s", (name, is) => expect(isOrganisationName(name)).toBe(is));

test.each([
  "REDACTED FOR PRIVACY",
  "Data Protected",
  "Not Disclosed",
  "GDPR Masked",
  "Données non diffusées",
  "nicht veröffentlicht",
  "非公開",
  "Statutory Masking Enabled",
  "NOT DISCLOSED!",
  "***",
  "-",
  "",
  "n/a",
])("%s is withheld", (text) => expect(isWithheld(text)).toBe(true));
test.each(["Universität Seeberg", "Privatbank Huber", "Datenschutz Muster GmbH & Co"])("%s is not", (text) =>
  expect(isWithheld(text)).toBe(false),
);
test.each([
  ["Domains By Proxy, LLC", true],
  ["Whois Privacy Corp.", true],
  ["Contact Privacy Inc. Customer 0123456789", true],
  ["Privatbank Huber", false],
  ["Private Registrations Aktien Gesellschaft", true],
  ["MyPrivacy.net Ltd.", true],
  ["PrivateName Services Inc.", true],
  ["Domain Name Proxy Service, Inc", true],
  ["Protected Domain Services", true],
  ["WhoisSecure Inc", true],
  ["Registrant of seeberg.de", true],
  ["Private Universität Leeberg", false],
  ["Office of the Privacy Commissioner of Canada", false],
  ["Privacy International", false],
  ["Digital Privacy Alliance e.V.", false],
  ["Proxy Networks Inc", false],
  ["Verein für anonyme Beratung", false],
])("%s stands for somebody else: %s", (name, is) => expect(isPrivacyProxy(name)).toBe(is));

test.each([
  ["Seestraße 10, 78999 Seeberg, DE", "Seestr. 10, D-78999 Seeberg", "street"],
  ["Seestraße 10, 78999 Seeberg", "Hafenweg 3, 78999 Seeberg", "postal-code"],
  ["Seestraße 10, 78999 Seeberg", "Hafenweg 3, 78990 Seeberg", "city"],
  ["Seestraße 10, 78999 Seeberg", "Markt 1, 04999 Seeberg", "elsewhere"],
  ["Seestraße 10, 78999 Seeberg", "Markt 1, 04999 Leeberg", "elsewhere"],
  ["Via 1, 1999 Wien, AT", "Weg 1, 1999 Vienna, Austria", "postal-code"],
  ["Weg 1, 78999 Seeberg, DE", "Weg 1, 3999 Seeberg, Switzerland", "abroad"],
  ["10 Low St, London SW1A 2AA, GB", "10 Low Street, London, SW1A2AA, United Kingdom", "street"],
  ["Postfach 5560, 78999 Seeberg", "78999 Seeberg, P.O. Box 5560", "street"],
  ["Seestraße 10, 78999 Seeberg", "", null],
])("%s and %s: %s", (a, b, nearness) => expect(nearnessOf(parseAddress(a), parseAddress(b))).toBe(nearness));

test.each([
  ["192.0.2.0 - 192.0.2.255", ["192.0.2.0/24"]],
  ["192.0.2.1-192.0.2.6", ["192.0.2.1/32", "192.0.2.2/31", "192.0.2.4/31", "192.0.2.6/32"]],
  ["0.0.0.0 - 255.255.255.255", ["0.0.0.0/0"]],
  ["2001:db8:: - 2001:db8:0:ffff:ffff:ffff:ffff:ffff", ["2001:db8::/48"]],
  ["2001:db8::/44", ["2001:db8::/44"]],
  ["192.0.2.9 - 192.0.2.1", []],
  ["x - y", []],
])("%s as blocks", (range, cidrs) => expect(cidrsOfRange(range)).toEqual(cidrs));

describe("a set of blocks", () => {
  const set = addressSet([
    "192.0.2.64/26",
    "192.0.2.0/25",
    "2001:db8::/32",
    "198.51.100.7",
    "no/8",
    "192.0.2.0/99",
  ]);
  test.each([
    ["192.0.2.0", true],
    ["192.0.2.127", true],
    ["192.0.2.128", false],
    ["198.51.100.7", true],
    ["198.51.100.8", false],
    ["2001:db8:1::1", true],
    ["[2001:db8::1]", true],
    ["2001:db9::1", false],
    ["text", false],
  ])("%s: %s", (address, has) => expect(set.has(address)).toBe(has));
  test("blocks that touch are one", () => expect(set.size).toBe(3));
});

test.each([
  [true, "from-root", [1]],
  [false, "from-root", [2]],
  [false, "from-anywhere", [2]],
  [true, "from-anywhere", [1, 3]],
  [true, "none", [4]],
  [false, "none", [5]],
] as const)("internal: %s, path: %s is case %s of the paper", (isInternal, path, numbers) =>
  expect(paperCases(isInternal, path).map(({ number }) => number)).toEqual(numbers),
);
