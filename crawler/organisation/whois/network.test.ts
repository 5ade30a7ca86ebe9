import { describe, expect, test } from "vitest";
import { NOTHING } from "../answer.ts";
import { LIMITS } from "../limits.ts";
import { withoutPersons } from "../persons.ts";
import { parseNetwork as parse } from "./network.ts";

const parseNetwork = (answer: string) => parse(answer) ?? NOTHING;

const RIPE = `% This is the RIPE Database query service.
% Information related to '192.0.2.0 - 192.0.2.255'
% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'abuse@uni-seeberg.example'

inetnum:        192.0.2.0 - 192.0.2.255
netname:        UNI-SEEBERG
descr:          Universitaet Seeberg
descr:          Seeberg, Germany
country:        DE
org:            ORG-US99-RIPE
admin-c:        EM99-RIPE
tech-c:         EM99-RIPE
status:         ASSIGNED PI
source:         RIPE # Filtered

organisation:   ORG-US99-RIPE
org-name:       Universitaet Seeberg
org-type:       OTHER
address:        Seestrasse 10
address:        78999 Seeberg
address:        Germany
abuse-c:        AR99-RIPE
source:         RIPE # Filtered

person:         Erika Muster
address:        Gartenweg 3
phone:          +49 7531 5550100
e-mail:         erika@muster.example
nic-hdl:        EM99-RIPE

% Information related to '192.0.2.0/24AS64500'

route:          192.0.2.0/24
descr:          UNI-SEEBERG
origin:         AS64500
source:         RIPE # Filtered
`;

const ARIN = `#
# ARIN WHOIS data and services are subject to the Terms of Use
#

# start

NetRange:       198.51.100.0 - 198.51.100.255
CIDR:           198.51.100.0/24
NetName:        EXAMPLE-PROVIDER
NetHandle:      NET-198-51-100-0-1
NetType:        Direct Allocation
Organization:   Example Telecom (EXTE)

OrgName:        Example Telecom
OrgId:          EXTE
Address:        1 Backbone Road
City:           Ashburn
StateProv:      VA
PostalCode:     20199
Country:        US

OrgAbuseEmail:  abuse@telecom.example
OrgAbuseName:   Erica Sample
OrgAbusePhone:  +1-703-555-0100

# end

# start

NetRange:       198.51.100.0 - 198.51.100.63
CIDR:           198.51.100.0/26
NetName:        ACME
Organization:   Acme Rocket Laboratories, Inc. (ARL-1)

OrgName:        Acme Rocket Laboratories, Inc.
Address:        123 Desert Road
City:           Tucson
StateProv:      AZ
PostalCode:     85999
Country:        US

# end
`;

const ERX = `NetRange:       192.0.2.0 - 192.0.2.255
CIDR:           192.0.2.0/24
NetName:        RIPE-ERX-192-0-2
Organization:   RIPE Network Coordination Centre (RIPE)
ReferralServer: whois://whois.ripe.net
OrgName:        RIPE Network Coordination Centre
`;

const LACNIC = `% Joint Whois - whois.lacnic.net
inetnum:     203.0.113/25
status:      assigned
owner:       Mercado do Sol Ltda
ownerid:     BR-MESO-LACNIC
responsible: Erica Exemplo
address:     Av. do Sol, 222,
address:     01999-000 - Sao Paulo - SP
country:     BR
owner-c:     ERE99

nic-hdl:     ERE99
person:      Erica Exemplo
e-mail:      erica@mercado-sol.example
phone:       +55 11 55550100
`;

const APNIC = `% [whois.apnic.net]
% Information related to '2001:db8:40::/44'

inet6num:       2001:db8:40::/44
netname:        KYOTSU-V6
descr:          Kyotsu University
country:        JP
source:         APNIC
`;

const AFRINIC = `% This is the AfriNIC Whois server.
% Note: this output has been filtered.
% Information related to '2001:db8:50::/48'

inet6num:       2001:db8:50::/48
netname:        MSITU-UNIV
descr:          Msitu University of Technology
country:        TZ
org:            ORG-MUT9-AFRINIC
admin-c:        EM99-AFRINIC
tech-c:         EM99-AFRINIC
status:         ASSIGNED PI
mnt-by:         AFRINIC-HM-MNT
source:         AFRINIC # Filtered
parent:         2001:db8::/32

organisation:   ORG-MUT9-AFRINIC
org-name:       Msitu University of Technology
org-type:       EU-PI
country:        TZ
address:        P.O. Box 99999
address:        Msitu
phone:          tel:+255-22-555-0100
e-mail:         noc@msitu.example
admin-c:        EM99-AFRINIC
mnt-by:         AFRINIC-HM-MNT
source:         AFRINIC # Filtered

person:         Erika Mfano
address:        Gartenweg 3
phone:          tel:+255-22-555-0100
nic-hdl:        EM99-AFRINIC
source:         AFRINIC # Filtered
`;

/** Customers of providers, who may be persons. */
const PERSONS_AS_HOLDERS = [
  RIPE.replace(
    "Universitaet Seeberg\ndescr:          Seeberg, Germany",
    "Erika Muster\ndescr:          Gartenweg 3",
  ),
  RIPE.replace("org-name:       Universitaet Seeberg", "org-name:       Erika Muster").replaceAll(
    "Seestrasse 10",
    "Gartenweg 3",
  ),
  ARIN.replace("OrgName:        Acme Rocket Laboratories, Inc.", "CustName:       Erica Sample").replace(
    "123 Desert Road",
    "3 Gartenweg",
  ),
  ARIN.replace("OrgName:        Acme Rocket Laboratories, Inc.", "OrgName:        Erika Muster").replace(
    "123 Desert Road",
    "3 Gartenweg",
  ),
  RIPE.replace("org-name:       Universitaet Seeberg", "org-name:       Erika Muster")
    .replace("org-type:       OTHER", "org-type:       LIR")
    .replace("UNI-SEEBERG", "ERIKA-MUSTER")
    .replace("Universitaet Seeberg", "Universitaet Seeberg Erika Muster")
    .replace("Seestrasse 10", "Gartenweg 3"),
  ...["000.000.001-91", "AR-EREX-LACNIC", "***.000.001-**"].map((number) =>
    LACNIC.replace("Mercado do Sol Ltda", "Erica Exemplo")
      .replace("BR-MESO-LACNIC", number)
      .replace("Av. do Sol, 222,", "Gartenweg 3"),
  ),
];

describe("answers about networks", () => {
  test.each([
    [
      "RIPE",
      RIPE,
      "192.0.2.0/24",
      "Universitaet Seeberg",
      "Seestrasse 10, 78999 Seeberg, Germany",
      ["uni-seeberg.example"],
    ],
    [
      "ARIN, the nearest of two",
      ARIN,
      "198.51.100.0/26",
      "Acme Rocket Laboratories, Inc.",
      "123 Desert Road, Tucson, AZ, 85999, US",
      [],
    ],
    [
      "LACNIC, which leaves zeros out",
      LACNIC,
      "203.0.113.0/25",
      "Mercado do Sol Ltda",
      "Av. do Sol, 222, 01999-000 - Sao Paulo - SP, BR",
      [],
    ],
    ["APNIC, without an organisation", APNIC, "2001:db8:40::/44", null, null, []],
    [
      "AFRINIC",
      AFRINIC,
      "2001:db8:50::/48",
      "Msitu University of Technology",
      "P.O. Box 99999, Msitu, TZ",
      ["msitu.example"],
    ],
  ])("%s", (source, answer, cidr, holder, address, emailDomains) => {
    const { ranges, registrant } = parseNetwork(answer);
    const range = ranges.at(-1);
    expect(range?.source).toBe(source.split(/\W/)[0]);
    expect(range?.cidrs).toEqual([cidr]);
    expect(range?.holder).toBe(holder);
    expect(range?.emailDomains).toEqual(emailDomains);
    expect(registrant.address).toBe(address);
  });

  test("routes, names and who knows more", () => {
    expect(parseNetwork(RIPE)).toMatchObject({ routes: ["192.0.2.0/24"], cidrs: ["192.0.2.0/24"] });
    expect(parseNetwork(RIPE).ranges[0]?.names).toEqual(["UNI-SEEBERG", "Universitaet Seeberg"]);
    expect(parseNetwork(ERX).referral).toBe("whois.ripe.net");
  });

  test("of very many and very long names only some are judged, each up to a bound", () => {
    const many = (key: string, value: (at: number) => string) =>
      Array.from({ length: 250 }, (_, at) => `${key}: ${value(at)}\n`).join("");
    const described = many("descr", (at) => `Stadt Moor ${at} ${"(a".repeat(480)}`);
    const named = many("netname", (at) => `STADT-MOOR-${at}`);
    const { ranges } = parseNetwork(`inetnum: 192.0.2.0 - 192.0.2.255\n${named}${described}source: RIPE\n`);
    expect(ranges[0]?.names).toHaveLength(2 * LIMITS.emailsMax);
    expect(withoutPersons(`Stadt Moor ${"(a".repeat(480)}`).length).toBeLessThanOrEqual(LIMITS.textCharsMax);
  });

  test("the placeholder of a registry is no network", () => {
    expect(
      parseNetwork("inetnum: 0.0.0.0 - 255.255.255.255\nnetname: IANA-BLK\nsource: RIPE\n").ranges,
    ).toEqual([]);
  });

  test.each(["", "% Error: database is temporarily unavailable\n", "source: RIPE\n"])(
    "%j is no answer",
    (text) => expect(parse(text)).toBeNull(),
  );

  test("who is not recognisable is a holder all the same", () => {
    for (const answer of PERSONS_AS_HOLDERS.slice(1))
      expect(parseNetwork(answer).ranges.at(-1)).toMatchObject({ holder: null, hasUnnamedHolder: true });
  });

  test("a number in Brazil's register of firms makes no body of who trades alone", () => {
    const answer = LACNIC.replace("Mercado do Sol Ltda", "Taro Yamada").replace(
      "BR-MESO-LACNIC",
      "00.000.000/0001-91",
    );
    expect(parseNetwork(answer).registrant.organisation).toBeNull();
  });

  test("of a block that names nobody, the domain that is asked about is kept", () => {
    const text =
      "% Abuse contact for '192.0.2.0 - 192.0.2.255' is 'abuse@quendel.example'\n\ninetnum: 192.0.2.0 - 192.0.2.255\nnetname: QUENDEL-NET\nsource: RIPE\n";
    expect(parse(text, "quendel.example")?.ranges).toMatchObject([
      { hasUnnamedHolder: true, names: [], emailDomains: ["quendel.example"] },
    ]);
    expect(parse(text, "other.example")?.ranges).toMatchObject([{ names: [], emailDomains: [] }]);
  });

  test("of a contact who is a person, not even the e-mail domain is kept of a network", () => {
    const answer = RIPE.replace("'abuse@uni-seeberg.example'", "'otto@familie-geheimnis.example'");
    expect(parseNetwork(answer).ranges[0]?.emailDomains).toEqual([]);
  });

  test("nothing about persons leaves", () => {
    for (const answer of [RIPE, ARIN, LACNIC, AFRINIC, ...PERSONS_AS_HOLDERS])
      expect(JSON.stringify(parseNetwork(answer))).not.toMatch(/Eri[ck]a|5550100|555-0100|Gartenweg/i);
  });
});
