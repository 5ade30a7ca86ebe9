/** Answers of registries about domains, in the shape that each prints, with invented data. */
export interface DomainSample {
  readonly registry: string;
  readonly answer: string;
  readonly organisation: string | null;
  readonly address?: string | null;
  readonly emailDomains?: readonly string[];
  readonly nameServers?: readonly string[];
  readonly redacted?: boolean;
  readonly referral?: string;
}

const NS = ["ns1.beispiel.example", "ns2.beispiel.example"];

export const DOMAIN_SAMPLES: readonly DomainSample[] = [
  {
    registry: "DENIC today",
    answer: `% Restricted rights.\n%\nDomain: beispiel.example\nNserver: ns1.beispiel.example 192.0.2.53\nNserver: ns2.beispiel.example\nDnskey: 257 3 8 AwEAA\nStatus: connect\nChanged: 2024-03-30T19:36:27+02:00\n`,
    organisation: null,
    nameServers: NS,
  },
  {
    registry: "DENIC until 2018",
    answer: `Domain: beispiel.example\nNserver: ns1.beispiel.example 192.0.2.53\nNserver: ns2.beispiel.example\nStatus: connect\n\n[Holder]\nType: ORG\nName: Universitaet Beispiel\nAddress: Rechenzentrum\nAddress: Postfach 55 60\nPostalCode: 78999\nCity: Seeberg\nCountryCode: DE\n\n[Tech-C]\nType: PERSON\nName: Erika Muster\nAddress: Universitaet Beispiel\nPhone: +49 7531 5550100\nEmail: erika.muster@rz.beispiel.example\n`,
    organisation: "Universitaet Beispiel",
    address: "Rechenzentrum, Postfach 55 60, 78999 Seeberg, DE",
    nameServers: NS,
  },
  {
    registry: "DENIC until 2018, a person",
    answer: `Domain: muster.example\nNserver: ns1.beispiel.example\nNserver: ns2.beispiel.example\nStatus: connect\n\n[Holder]\nType: PERSON\nName: Erika Muster\nAddress: Gartenweg 3\nPostalCode: 78999\nCity: Seeberg\nCountryCode: DE\n\n[Zone-C]\nType: ROLE\nName: Hostmaster\n`,
    organisation: null,
    address: null,
    nameServers: NS,
  },
  {
    registry: "Nominet",
    answer: `\n    Domain name:\n        beispiel.example\n\n    Registrant:\n        Example Trust Ltd.\n\n    Registrant type:\n        UK Limited Company, (Company number: 0123456)\n\n    Registrant's address:\n        12 High Street\n        Glenmoor\n        EH99 3HJ\n        United Kingdom\n\n    Registrar:\n        Registrar Ltd t/a Registrar [Tag = REG]\n        URL: https://registrar.example\n\n    Name servers:\n        ns1.beispiel.example      192.0.2.53\n        ns2.beispiel.example\n\n    WHOIS lookup made at 20:44:01 18-Feb-2024\n`,
    organisation: "Example Trust Ltd.",
    address: "12 High Street, Glenmoor, EH99 3HJ, United Kingdom",
    nameServers: NS,
  },
  {
    registry: "Nominet, a person",
    answer: `\n    Domain name:\n        muster.example\n\n    Registrant:\n        Erica Sample\n\n    Registrant type:\n        UK Individual\n\n    Registrant's address:\n        The registrant is a non-trading individual who has opted to have their\n        address omitted from the WHOIS service.\n\n    Name servers:\n        ns1.beispiel.example\n        ns2.beispiel.example\n`,
    organisation: null,
    address: null,
    nameServers: NS,
  },
  {
    registry: "AFNIC",
    answer: `%% This is the AFNIC Whois server.\n%%\n\ndomain:      beispiel.example\nstatus:      ACTIVE\nholder-c:    AS9999-FRNIC\nadmin-c:     EM9999-FRNIC\ntech-c:      HO9999-FRNIC\nnserver:     ns1.beispiel.example [192.0.2.53]\nnserver:     ns2.beispiel.example\nregistrar:   BUREAU\nsource:      FRNIC\n\nregistrar:   BUREAU\ntype:        Isp Option 1\naddress:     2 Rue du Registre\ne-mail:      support@bureau.example\n\nnic-hdl:     AS9999-FRNIC\ntype:        ORGANIZATION\ncontact:     SOCIETE EXEMPLE SAS\naddress:     SOCIETE EXEMPLE SAS\naddress:     27, rue des Carmes\naddress:     21999 Valmont\ncountry:     FR\nphone:       +33.155501001\ne-mail:      nic-admin@societe-exemple.example\nanonymous:   NO\nsource:      FRNIC\n\nnic-hdl:     EM9999-FRNIC\ntype:        PERSON\ncontact:     Erica Exemple\naddress:     1 rue Seule\n`,
    organisation: "SOCIETE EXEMPLE SAS",
    address: "27, rue des Carmes, 21999 Valmont, FR",
    emailDomains: ["societe-exemple.example"],
    nameServers: NS,
  },
  {
    registry: "AFNIC, a person",
    answer: `domain:                        muster.example\nholder-c:                      ANO00-FRNIC\nnserver:                       ns1.beispiel.example\nnserver:                       ns2.beispiel.example\n\nnic-hdl:                       ANO00-FRNIC\ntype:                          PERSON\ncontact:                       Ano Nymous\nremarks:                       -------------- WARNING --------------\nanonymous:                     YES\n`,
    organisation: null,
    address: null,
    redacted: true,
    nameServers: NS,
  },
  {
    registry: "SWITCH",
    answer: `whois: This information is subject to an Acceptable Use Policy.\n\nDomain name:\nbeispiel.example\n\nHolder of domain name:\nMuster AG\nRheinweg 100\nCH-4099 Basel\nSwitzerland\nContractual Language: German\n\nTechnical contact:\nMuster AG\nErika Muster\n\nDNSSEC:N\n\nName servers:\nns1.beispiel.example\t[192.0.2.53]\nns2.beispiel.example\n`,
    organisation: "Muster AG",
    address: "Rheinweg 100, CH-4099 Basel, Switzerland",
    nameServers: NS,
  },
  {
    registry: "SWITCH, a person",
    answer: `Domain name:\nmuster.example\n\nHolder of domain name:\nErika Muster\nGartenweg 3\nCH-4099 Basel\nSwitzerland\n\nName servers:\nns1.beispiel.example\nns2.beispiel.example\n`,
    organisation: null,
    address: null,
    nameServers: NS,
  },
  {
    registry: "NIC.AT",
    answer: `% Copyright (c)2024 by NIC.AT\n\ndomain:         beispiel.example\nregistrar:      Registrar GmbH ( https://nic.at/registrar/1 )\nregistrant:     TM9999999-NICAT\ntech-c:         HM9999998-NICAT\nnserver:        ns1.beispiel.example\nremarks:        192.0.2.53\nnserver:        ns2.beispiel.example\nchanged:        20240426 17:57:27\nsource:         AT-DOM\n\npersonname:     Erika Muster\norganization:   Technische Universität Mittelstadt\nstreet address: Karlsplatz 13\npostal code:    1999\ncity:           Mittelstadt\ncountry:        Austria\nphone:          +4315550100\ne-mail:         erika.muster@tu.mittelstadt.example\nnic-hdl:        TM9999999-NICAT\nsource:         AT-DOM\n\npersonname:     Host Master\norganization:   Dienst GmbH\ne-mail:         hm@dienst.example\nnic-hdl:        HM9999998-NICAT\n`,
    organisation: "Technische Universität Mittelstadt",
    address: "Karlsplatz 13, 1999 Mittelstadt, Austria",
    emailDomains: ["tu.mittelstadt.example"],
    nameServers: NS,
  },
  {
    registry: "SIDN until 2014",
    answer: `   Domain name:\n      beispiel.example\n\n   Status: active\n\n   Registrant:\n      GOO001748-EXMPL\n      Oosterbrug Bouw B.V.\n      Kanaalkade 8\n      3299AB  DORDWIJK\n      Netherlands\n\n   Administrative contact:\n      JOH009999-EXMPL\n      E Voorbeeld\n      +31 (0)205550100\n      e.voorbeeld@oosterbrug.example\n\n   Domain nameservers:\n      ns1.beispiel.example      192.0.2.53\n      ns2.beispiel.example\n\n   Record maintained by: NL Domain Registry\n`,
    organisation: "Oosterbrug Bouw B.V.",
    address: "Kanaalkade 8, 3299AB DORDWIJK, Netherlands",
    nameServers: NS,
  },
  {
    registry: "SIDN today",
    answer: `Domain name: beispiel.example\nStatus:      active\n\nRegistrar:\n   Registrar B.V.\n   Straat 1\n   1999AA AMSTELDORP\n   Netherlands\n\nAbuse Contact:\n   abuse@registrar.example\n\nDNSSEC:      yes\n\nDomain nameservers:\n   ns1.beispiel.example\n   ns2.beispiel.example\n\nCreation Date: 1999-05-27\n`,
    organisation: null,
    nameServers: NS,
  },
  {
    registry: "NIC.IT",
    answer: `*********************************************************************\n* Please note that the following result could be a subgroup of      *\n*********************************************************************\n\nDomain:             beispiel.example\nStatus:             ok\nCreated:            1999-12-10 00:00:00\n\nRegistrant\n  Organization:     Comune di Belcolle\n  Address:          Piazza Garibaldi 1\n                    Belcolle\n                    06999\n                    PG\n                    IT\n  Created:          2013-04-21 01:05:35\n\nAdmin Contact\n  Name:             Erica Esempio\n  Organization:     Comune di Belcolle\n\nNameservers\n  ns1.beispiel.example\n  ns2.beispiel.example\n`,
    organisation: "Comune di Belcolle",
    address: "Piazza Garibaldi 1, Belcolle, 06999, PG, IT",
    nameServers: NS,
  },
  {
    registry: "NIC.IT, a person",
    answer: `Domain:             muster.example\n\nRegistrant\n  Organization:     hidden\n\nNameservers\n  ns1.beispiel.example\n  ns2.beispiel.example\n`,
    organisation: null,
    redacted: true,
    nameServers: NS,
  },
  {
    registry: "NASK",
    answer: `\nDOMAIN NAME:           beispiel.example\nregistrant type:       organization\nnameservers:           ns1.beispiel.example. [192.0.2.53]\n                       ns2.beispiel.example.\ncreated:               2002.09.19 13:00:00\n\ndnssec:                Unsigned\n\nREGISTRANT:\ncompany: Zakłady Zielone Sp. z o.o.\nstreet: ul. Długa 5\ncity: 00-299 Warszawa\nlocation: PL\n\nTECHNICAL CONTACT:\ncompany: DNS Admin\n\nREGISTRAR:\nRejestrator Sp. z o.o.\n`,
    organisation: "Zakłady Zielone Sp. z o.o.",
    address: "ul. Długa 5, 00-299 Warszawa, PL",
    nameServers: NS,
  },
  {
    registry: "NASK, a person",
    answer: `DOMAIN NAME:           muster.example\nregistrant type:       individual\nnameservers:           ns1.beispiel.example.\n                       ns2.beispiel.example.\n\nREGISTRANT:\ncompany: Eryka Przykład\nstreet: ul. Krótka 1\n`,
    organisation: null,
    address: null,
    nameServers: NS,
  },
  {
    registry: "CZ.NIC",
    answer: `%  (c) 2006-2024 CZ.NIC, z.s.p.o.\n%\n\ndomain:       beispiel.example\nregistrant:   MM99999\nadmin-c:      EV99999\nnsset:        NS99999\nregistrar:    REG-X\n\ncontact:      MM99999\norg:          Sklárna Lípa, spol. s r.o.\nname:         Erika Vzorová\naddress:      Sklářská 12\naddress:      Lípa\naddress:      473 99\naddress:      CZ\ne-mail:       erika.vzorova@sklarna-lipa.example\nregistrar:    REG-X\n\nnsset:        NS99999\nnserver:      ns1.beispiel.example (192.0.2.53)\nnserver:      ns2.beispiel.example\ntech-c:       EV99999\n\ncontact:      EV99999\nname:         Erika Vzorová\n`,
    organisation: "Sklárna Lípa, spol. s r.o.",
    address: "Sklářská 12, Lípa, 473 99, CZ",
    emailDomains: ["sklarna-lipa.example"],
    nameServers: NS,
  },
  {
    registry: "The Swedish Internet Foundation",
    answer: `# Copyright (c) 1997- The Swedish Internet Foundation.\nstate:            active\ndomain:           beispiel.example\nholder:           mmr9999-53808\nadmin-c:          -\ntech-c:           -\ncreated:          2008-10-20\nnserver:          ns1.beispiel.example 192.0.2.53\nnserver:          ns2.beispiel.example\ndnssec:           unsigned delegation\nregistrar:        Registrar AB\n`,
    organisation: null,
    nameServers: NS,
  },
  {
    registry: "JPRS",
    answer: `[ JPRS database provides information on network administration. Its use is    ]\n[ restricted to network administration purposes.                              ]\n\nDomain Information:\n[Domain Name]                   BEISPIEL.EXAMPLE\n\n[Registrant]                    Tanaka Seiki Co., Ltd.\n\n[Name Server]                   ns1.beispiel.example\n[Name Server]                   ns2.beispiel.example\n[Signing Key]                   \n\n[Created on]                    2005/05/30\n\nContact Information:\n[Name]                          Hanako Mihon\n[Email]                         hanako@tanaka-seiki.example\n[Web Page]                       \n[Postal code]                   100-9999\n[Postal Address]                Chiyoda-ku\n                                1-2-3 Chiyoda\n                                Tokyo\n[Phone]                         03-5550-0100\n`,
    organisation: "Tanaka Seiki Co., Ltd.",
    address: "Chiyoda-ku, 1-2-3 Chiyoda, Tokyo, 100-9999",
    emailDomains: ["tanaka-seiki.example"],
    nameServers: NS,
  },
  {
    registry: "JPRS, an organisation's domain",
    answer: `Domain Information:\na. [Domain Name]                BEISPIEL.EXAMPLE\ng. [Organization]               Kyotsu University\nl. [Organization Type]          University\nm. [Administrative Contact]     HM999JP\nn. [Technical Contact]          HM998JP\np. [Name Server]                ns1.beispiel.example\np. [Name Server]                ns2.beispiel.example\ns. [Signing Key]                \n[State]                         Connected (2025/03/31)\n`,
    organisation: "Kyotsu University",
    nameServers: NS,
  },
  {
    registry: "KISA",
    answer: `query : beispiel.example\n\n# KOREAN(UTF8)\n\n도메인이름                  : beispiel.example\n등록인                      : 보기 주식회사\n등록인 주소                 : 서울시 강남구\n\n# ENGLISH\n\nDomain Name                 : beispiel.example\nRegistrant                  : Bogi Company, LLC\nRegistrant Address          : 22nd Floor Bogi Center, Seoul\nRegistrant Zip Code         : 135984\nAdministrative Contact(AC)  : Gildong Hong\nAC E-Mail                   : gildong@bogi.example\nAC Phone Number             : 82.25550100\n\nPrimary Name Server\n   Host Name                : ns1.beispiel.example\n\nSecondary Name Server\n   Host Name                : ns2.beispiel.example\n\n- KISA/KRNIC Whois Service -\n`,
    organisation: "Bogi Company, LLC",
    address: "22nd Floor Bogi Center, Seoul, 135984",
    emailDomains: ["bogi.example"],
    nameServers: NS,
  },
  {
    registry: "Registro.br",
    answer: `% Copyright (c) Nic.br\n\ndomain:      beispiel.example\nowner:       Mercado do Sol Ltda\nownerid:     00.000.000/0001-91\nresponsible: Erica Exemplo\ncountry:     BR\nowner-c:     ERE99\ntech-c:      ERE99\nnserver:     ns1.beispiel.example\nnsstat:      20240628 AA\nnserver:     ns2.beispiel.example\ncreated:     19990518 #162310\nstatus:      published\n\nnic-hdl-br:  ERE99\nperson:      Erica Exemplo\ne-mail:      erica@mercado-sol.example\ncountry:     BR\n`,
    organisation: "Mercado do Sol Ltda",
    address: "BR",
    emailDomains: ["mercado-sol.example"],
    nameServers: NS,
  },
  {
    registry: "Registro.br, a person",
    answer: `domain:      muster.example\nowner:       Erica Exemplo\nownerid:     000.000.001-91\ncountry:     BR\nnserver:     ns1.beispiel.example\nnserver:     ns2.beispiel.example\n`,
    organisation: null,
    address: null,
    nameServers: NS,
  },
  {
    registry: "TCI",
    answer: `% TCI Whois Service. Terms of use:\n\ndomain:        BEISPIEL.EXAMPLE\nnserver:       ns1.beispiel.example.\nnserver:       ns2.beispiel.example.\nstate:         REGISTERED, DELEGATED, VERIFIED\norg:           Romashka Plus LLC\ntaxpayer-id:   7700000000\nregistrar:     RU-CENTER-RU\nadmin-contact: https://registrar.example/whois\nsource:        TCI\n\nLast updated on 2024-02-19T00:41:43Z\n`,
    organisation: "Romashka Plus LLC",
    nameServers: NS,
  },
  {
    registry: "TCI, a person",
    answer: `domain:        MUSTER.EXAMPLE\nnserver:       ns1.beispiel.example.\nnserver:       ns2.beispiel.example.\nstate:         REGISTERED, DELEGATED, VERIFIED\nperson:        Private Person\nregistrar:     RU-CENTER-RU\n`,
    organisation: null,
    nameServers: NS,
  },
  {
    registry: "Verisign, thin",
    answer: `   Domain Name: BEISPIEL.EXAMPLE\n   Registry Domain ID: 2138514_DOMAIN_COM-VRSN\n   Registrar WHOIS Server: whois.registrar.example\n   Registrar URL: http://www.registrar.example\n   Registrar: Registrar Inc.\n   Registrar Abuse Contact Email: abuse@registrar.example\n   Name Server: NS1.BEISPIEL.EXAMPLE\n   Name Server: NS2.BEISPIEL.EXAMPLE\n   DNSSEC: unsigned\n>>> Last update of whois database: 2024-07-31T23:59:53Z <<<\n\nNOTICE: The expiration date displayed in this record is the date\n`,
    organisation: null,
    nameServers: NS,
    referral: "whois.registrar.example",
  },
  {
    registry: "registrar, thick",
    answer: `Domain Name: beispiel.example\nRegistry Domain ID: 2138514_DOMAIN_COM-VRSN\nRegistrar WHOIS Server: whois.registrar.example\nRegistrar: Registrar, Inc.\nRegistry Registrant ID:\nRegistrant Name: Erica Sample\nRegistrant Organization: Acme Rocket Laboratories, Inc.\nRegistrant Street: 123 Desert Road\nRegistrant City: Tucson\nRegistrant State/Province: AZ\nRegistrant Postal Code: 85999\nRegistrant Country: US\nRegistrant Phone: +1.5205550100\nRegistrant Email: erica.sample@acmerocket.example\nAdmin Name: Erica Sample\nAdmin Organization: Agency LLC\nAdmin Email: erica@agency.example\nName Server: ns1.beispiel.example\nName Server: ns2.beispiel.example\n`,
    organisation: "Acme Rocket Laboratories, Inc.",
    address: "123 Desert Road, 85999 Tucson, AZ, US",
    emailDomains: ["acmerocket.example"],
    nameServers: NS,
    referral: "whois.registrar.example",
  },
  {
    registry: "registrar, a person",
    answer: `Domain Name: muster.example\nRegistry Domain ID: 1\nRegistrant Name: Erica Sample\nRegistrant Organization:\nRegistrant Street: 1 Garden Lane\nRegistrant City: Tucson\nRegistrant Email: erica@muster.example\nName Server: ns1.beispiel.example\nName Server: ns2.beispiel.example\n`,
    organisation: null,
    address: null,
    emailDomains: ["muster.example"],
    nameServers: NS,
  },
  {
    registry: "registrar, redacted",
    answer: `Domain Name: beispiel.example\nRegistry Domain ID: 1\nRegistrant Name: REDACTED FOR PRIVACY\nRegistrant Organization: REDACTED FOR PRIVACY\nRegistrant Street: REDACTED FOR PRIVACY\nRegistrant City: REDACTED FOR PRIVACY\nRegistrant State/Province: Bavaria\nRegistrant Country: DE\nRegistrant Email: Please query the RDDS service of the Registrar of Record identified in this output\nName Server: ns1.beispiel.example\nName Server: ns2.beispiel.example\n`,
    organisation: null,
    address: null,
    emailDomains: [],
    redacted: true,
    nameServers: NS,
  },
  {
    registry: "registrar, a privacy proxy",
    answer: `Domain Name: beispiel.example\nRegistry Domain ID: 1\nRegistrant Name: Registration Private\nRegistrant Organization: Domains By Proxy, LLC\nRegistrant Street: 100 S. Mill Ave, Suite 1600\nRegistrant City: Tempe\nRegistrant Email: beispiel.example@domainsbyproxy.com\nName Server: ns1.beispiel.example\nName Server: ns2.beispiel.example\n`,
    organisation: null,
    address: null,
    emailDomains: [],
    redacted: true,
    nameServers: NS,
  },
  {
    registry: "EURid",
    answer: `% WHOIS beispiel.example\nDomain: beispiel.example\nScript: LATIN\n\nRegistrant:\n        NOT DISCLOSED!\n        Visit www.eurid.eu for the web-based WHOIS.\n\nTechnical:\n        Organisation: Registrar BV\n        Language: en\n        Email: tech@registrar.example\n\nRegistrar:\n        Name: Registrar BV\n        Website: https://registrar.example/\n\nName servers:\n        ns1.beispiel.example (192.0.2.53)\n        ns2.beispiel.example\n\nPlease visit www.eurid.eu for more info.\n`,
    organisation: null,
    redacted: true,
    nameServers: NS,
  },
  {
    registry: "DNS Belgium",
    answer: `% .be Whois Server 6.1\n%\nDomain:\tbeispiel.example\nStatus:\tNOT AVAILABLE\nRegistered:\tTue Dec 12 2000\n\nRegistrant:\n\tNot shown, please visit www.dnsbelgium.be for webbased whois.\n\nRegistrar Technical Contacts:\n\tName:\tErica Voorbeeld\n\tOrganisation:\tRegistrar BV\n\nNameservers:\n\tns1.beispiel.example\n\tns2.beispiel.example\n\nKeys:\n`,
    organisation: null,
    redacted: true,
    nameServers: NS,
  },
  {
    registry: "unknown shape",
    answer: "Erika Muster lives at Gartenweg 3\nsome text",
    organisation: null,
    address: null,
    nameServers: [],
  },
  { registry: "no answer", answer: "", organisation: null, nameServers: [] },
  {
    registry: "not found",
    answer: '% No match for domain "beispiel.example".\n',
    organisation: null,
    nameServers: [],
  },
];

/** What no result may have: persons in the samples. */
export const PERSONS =
  /erika|erica|eryka|muster(?!\s+AG)\b(?!\.example)|vzorov|hanako|gildong|exemple erica|555/i;
