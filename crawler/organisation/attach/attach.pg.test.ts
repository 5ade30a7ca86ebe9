import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { factsOfDomains } from "../../../db/organisations/domains.ts";
import { membersBeside } from "../../../db/organisations/organisations.ts";
import { expireSharers } from "../../../db/organisations/sharers.ts";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import type { WikiId } from "../../../db/types.ts";
import { asDay, instantOfDay } from "../../../shared/calendar/day.ts";
import { steppedClock } from "../../runtime/clock.ts";
import { readConfig } from "../../runtime/config.ts";
import type { Database } from "../../runtime/context.ts";
import { silentLog } from "../../runtime/log.ts";
import { startRegistries, UNIVERSITY, type World } from "../testing/registries.ts";
import { attach } from "./run.ts";

const TODAY = asDay(3_600);
let db: Database;
/** As the component has it, which may do there what its row says (db/roles/grants.ts). */
let own: Database;
let wiki: WikiId;
const clock = steppedClock(instantOfDay(TODAY));

beforeAll(async () => {
  db = await freshDatabase();
  own = await asComponent(db, "organisation");
  wiki = await sampleWiki(db);
});
beforeEach(async () => {
  await db.sql`truncate url, page, page_link, host, host_trait, organisation, organisation_domain, organisation_range,
    organisation_sign, organisation_sharer, organisation_work, registry, registry_answer, worker`;
  clock.set(instantOfDay(TODAY));
});

/** A wiki links to these addresses, and the role works until nothing is due. */
async function run(world: World, urls: readonly string[], env: Record<string, string> = {}) {
  const { asked, dns, whoisServer, rdapBase } = await startRegistries(world);
  if (urls.length > 0) await samplePage(db, wiki, 1, urls, TODAY);
  const again = () =>
    attach(
      {
        db: own,
        clock,
        log: silentLog,
        signal: new AbortController().signal,
        config: readConfig({
          WEBOID_DNS: dns,
          WEBOID_WHOIS: `${whoisServer.host}:${whoisServer.port}`,
          WEBOID_RDAP_BOOTSTRAP: rdapBase,
          ...env,
        }),
      },
      { once: true },
    );
  return { asked, tally: await again(), again };
}

/** Domains of organisations, by their root domain, with the rule. */
async function attached() {
  const rows = await db.sql<{ root: string; domain: string; rule: string }[]>`
    select o.domain as root, d.domain, d.rule from organisation_domain d
    join organisation o on o.id = d.organisation_id order by 1, 2`;
  return rows.map(({ root, domain, rule }) => `${root}: ${domain} ${rule}`);
}

const whois = (asked: readonly string[]) => asked.filter((question) => question.startsWith("whois "));

const LINKS = [
  "https://www.uni-moor.de/a",
  "https://www.uni-moor.de/b",
  "https://physik.uni-moor.de/",
  "https://lake-institute.org/",
  "https://other.org/",
  "https://someone.github.io/",
  "https://93.184.216.34/",
];

describe("domains of links are attached to organisations (O5)", () => {
  test("by name servers, with the registrable domain of all host names", async () => {
    const { tally } = await run(UNIVERSITY, LINKS);
    expect(tally).toEqual({ looked: 3, belong: expect.any(Number) });
    expect(await attached()).toEqual([
      "uni-moor.de: lake-institute.org name-server",
      "uni-moor.de: uni-moor.de same-domain",
    ]);
    const [organisation] = await db.sql`select domain, name, found from organisation`;
    expect(organisation).toEqual({ domain: "uni-moor.de", name: "Universität Moor", found: TODAY });
    // Below a platform, and of an address, nothing can be said.
    const domains = await db.sql<{ domain: string; uses: number }[]>`
      select domain, uses from organisation_domain order by 1`;
    expect(domains.map(({ domain, uses }) => [domain, uses])).toEqual([
      ["lake-institute.org", 1],
      ["other.org", 1],
      ["uni-moor.de", 3],
    ]);
  });

  test("nothing about persons is stored", async () => {
    const world = {
      ...UNIVERSITY,
      whois: {
        ...UNIVERSITY.whois,
        "uni-moor.de": `${UNIVERSITY.whois["uni-moor.de"]}Address: Erika Muster\nName: Erika Muster\n`,
        "other.org":
          "Domain Name: other.org\nRegistrar WHOIS Server: \nRegistrant Name: Domain Admin\nRegistrant Organization: Erika Muster\nRegistrant Street: Gartenweg 3\nRegistrant City: Adorf\nRegistrant Email: erika.muster@other.org\n",
        "192.0.2.80": `${UNIVERSITY.whois["192.0.2.80"]}`.replace(
          "descr:          Universitaet Moor",
          "descr:          Universitaet Moor, Erika Muster, Gartenweg 3, +49 170 5550100",
        ),
      },
    };
    const { asked } = await run(world, LINKS);
    expect(asked).toEqual(expect.arrayContaining(["whois uni-moor.de", "whois 192.0.2.80"]));
    const rows = await db.sql`
      select answer::text as text from registry_answer union all select registrant::text from organisation_domain
      union all select profile::text from organisation union all select sign from organisation_sign`;
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toMatch(/ada|beispiel|erika|muster|gartenweg|5550100/i);
  });

  test("by an address in the organisation's own block, once that is known", async () => {
    const world = {
      ...UNIVERSITY,
      dns: { ...UNIVERSITY.dns, "inside.org": { A: ["192.0.2.99"], NS: ["ns.else.org"] } },
    };
    await run(world, LINKS);
    await samplePage(db, wiki, 2, ["https://inside.org/"], TODAY);
    await run(world, []);
    expect(await attached()).toContain("uni-moor.de: inside.org net-range");
  });

  test("by equal registrants, asked for as both share a server", async () => {
    const holder = (domain: string) =>
      `domain: ${domain}\nStatus: connect\n\n[Holder]\nOrganisation: Seewerke Adorf GmbH\nAddress: Seestr. 1\nPostalCode: 12345\nCity: Adorf\nCountryCode: DE\n`;
    const dns = {
      "seewerke.de": { A: ["203.0.113.9"], NS: ["ns1.hetzner.de"] },
      "seewerke-shop.de": { A: ["203.0.113.9"], NS: ["ns1.hetzner.de"] },
    };
    const whoisAnswers = {
      "seewerke.de": holder("seewerke.de"),
      "seewerke-shop.de": holder("seewerke-shop.de"),
    };
    await run({ dns, whois: whoisAnswers }, [
      "https://seewerke.de/1",
      "https://seewerke.de/2",
      "https://seewerke-shop.de/",
    ]);
    expect(await attached()).toEqual([
      "seewerke.de: seewerke-shop.de registrant",
      "seewerke.de: seewerke.de same-domain",
    ]);
  });

  test("by what registries say by RDAP, found by the bootstrap files", async () => {
    const holder = (domain: string) => ({
      objectClassName: "domain",
      ldhName: domain,
      entities: [
        {
          objectClassName: "entity",
          roles: ["registrant"],
          vcardArray: [
            "vcard",
            [
              ["version", {}, "text", "4.0"],
              ["fn", {}, "text", "Erika Beispiel"],
              ["org", {}, "text", "Seewerke Adorf GmbH"],
              ["adr", {}, "text", ["", "", "Seestr. 1", "Adorf", "", "12345", "DE"]],
              ["email", {}, "text", "erika.beispiel@gmx.de"],
            ],
          ],
        },
      ],
    });
    const network = {
      objectClassName: "ip network",
      startAddress: "203.0.113.0",
      endAddress: "203.0.113.255",
      name: "HOSTER-NET",
    };
    const services = (of: string) => (base: string) => ({ version: "1.0", services: [[[of], [base]]] });
    const { asked } = await run(
      {
        dns: {
          "seewerke.org": { A: ["203.0.113.9"], NS: ["ns1.hetzner.de"] },
          "seewerke-shop.org": { A: ["203.0.113.9"], NS: ["ns1.hetzner.de"] },
        },
        whois: {},
        rdap: {
          "/dns.json": services("org"),
          "/ipv4.json": services("203.0.0.0/8"),
          "/domain/seewerke.org": holder("seewerke.org"),
          "/domain/seewerke-shop.org": holder("seewerke-shop.org"),
          "/ip/203.0.113.9": network,
        },
      },
      ["https://seewerke.org/1", "https://seewerke.org/2", "https://seewerke-shop.org/"],
    );
    expect(await attached()).toEqual([
      "seewerke.org: seewerke-shop.org registrant",
      "seewerke.org: seewerke.org same-domain",
    ]);
    const ofDomains = asked.filter((question) => question.startsWith("rdap /domain/"));
    expect(ofDomains.sort()).toEqual(["rdap /domain/seewerke-shop.org", "rdap /domain/seewerke.org"]);
    expect(whois(asked).filter((question) => question.includes("seewerke"))).toEqual([]);
    const rows = await db.sql`select answer::text as text from registry_answer union all
      select registrant::text from organisation_domain union all select profile::text from organisation`;
    expect(JSON.stringify(rows)).toContain("Seewerke");
    expect(JSON.stringify(rows)).not.toMatch(/erika|beispiel/i);
  });

  test("its links are counted again when a domain is looked at again", async () => {
    const { again } = await run(UNIVERSITY, LINKS);
    const uses = async () =>
      (await db.sql<{ uses: number }[]>`select uses from organisation_domain where domain = 'uni-moor.de'`)[0]
        ?.uses;
    expect(await uses()).toBe(3);
    await samplePage(db, wiki, 2, ["https://www.uni-moor.de/c", "https://neu.uni-moor.de/"], TODAY);
    await again();
    // A new host is counted when it is read, further links of one that is known are not.
    expect(await uses()).toBe(4);
    clock.set(instantOfDay(asDay(TODAY + 200)));
    await again();
    expect(await uses()).toBe(5);
  });

  test("run again, nothing is looked at or asked twice", async () => {
    const { asked, again } = await run(UNIVERSITY, LINKS);
    const before = whois(asked).length;
    expect(await again()).toEqual({ looked: 0, belong: 0 });
    expect(whois(asked)).toHaveLength(before);
    expect(new Set(whois(asked)).size).toBe(before);
  });
});

describe("registries are spared", () => {
  test("within the budget of a day, and a domain that waits for it is due tomorrow", async () => {
    const dns = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`d${at}.org`, { A: ["203.0.113.5"], NS: [`ns.d${at}.org`] }]),
    );
    const urls = Object.keys(dns).map((domain) => `https://${domain}/`);
    const { asked, again } = await run({ dns, whois: {} }, urls, { WEBOID_REGISTRY_QUESTIONS: "2" });
    expect(whois(asked)).toHaveLength(2);
    await again();
    expect(whois(asked)).toHaveLength(2);
    const waiting = async () =>
      (
        await db.sql<
          { n: number }[]
        >`select count(*)::int as n from organisation_domain where due = ${TODAY + 1}`
      )[0]?.n;
    expect(await waiting()).toBeGreaterThan(0);
    clock.set(instantOfDay(asDay(TODAY + 1)));
    await again();
    expect(whois(asked)).toHaveLength(4);
  });

  test("not asked at all without a contact, unless they are the operator's own", async () => {
    const { asked } = await run(UNIVERSITY, LINKS, { WEBOID_RDAP_BOOTSTRAP: "" });
    expect(whois(asked)).toEqual([]);
    expect(await attached()).toContain("uni-moor.de: lake-institute.org name-server");
  });

  test("looks at no more domains in a day than it may, those with most links first", async () => {
    const { tally, again } = await run(UNIVERSITY, LINKS, { WEBOID_DOMAIN_LOOKS: "1" });
    expect(tally.looked).toBe(1);
    expect((await db.sql`select domain from organisation_domain where looked >= 0`)[0]?.domain).toBe(
      "uni-moor.de",
    );
    expect((await again()).looked).toBe(0);
    clock.set(instantOfDay(asDay(TODAY + 1)));
    expect((await again()).looked).toBe(1);
  });
});

describe("who serves many says nothing", () => {
  /** Customers of a hoster that no list has, whose registrants registries name. */
  const customers = (count: number): World => {
    const names = Array.from({ length: count }, (_, at) => `customer${at}.org`);
    const trade = [
      "Bäckerei Huber",
      "Autohaus Schulz",
      "Gasthof Krone",
      "Reisebüro Sonne",
      "Optik Weiss",
      "Malerei Ott",
    ];
    return {
      dns: {
        "smallserver.net": { A: ["203.0.113.1"], NS: ["a.smallserver.net"] },
        "a.smallserver.net": { A: ["203.0.113.2"] },
        ...Object.fromEntries(names.map((name) => [name, { A: ["203.0.113.3"], NS: ["a.smallserver.net"] }])),
      },
      whois: Object.fromEntries(
        names.map((name, at) => [
          name,
          `domain: ${name}\nStatus: connect\n\n[Holder]\nOrganisation: ${trade[at % trade.length]} GmbH\nAddress: Weg ${at}\nCity: Ort${at}\nCountryCode: DE\n`,
        ]),
      ),
    };
  };
  const linksOf = (world: World) => [
    ...Object.keys(world.dns).map((domain) => `https://${domain}/`),
    ...[1, 2, 3].map((at) => `https://smallserver.net/${at}`),
  ];

  test("more than three unrelated registrants at a name server make it a shared one", async () => {
    const world = customers(6);
    const { again } = await run(world, linksOf(world));
    const [counted] =
      await db.sql`select count(*)::int as n from organisation_sharer where shared = 'smallserver.net'`;
    expect(counted?.n).toBeGreaterThan(3);
    // What was attached before that was known is looked at again when it is due.
    clock.set(instantOfDay(asDay(TODAY + 200)));
    await again();
    expect((await attached()).filter((line) => line.includes("customer"))).toEqual([]);
  });

  test("a registrant that is seen again is not forgotten", async () => {
    const world = customers(6);
    const { again } = await run(world, linksOf(world));
    const days = async () =>
      (await db.sql<{ seen: number }[]>`select distinct seen from organisation_sharer order by 1`).map(
        ({ seen }) => seen,
      );
    expect(await days()).toEqual([TODAY]);
    const later = asDay(TODAY + 200);
    clock.set(instantOfDay(later));
    await again();
    expect(await days()).toEqual([later]);
    expect(await expireSharers(db, later)).toBe(0);
  });

  test("nor does a hoster that the operator names", async () => {
    const world = customers(2);
    await run(world, linksOf(world), { WEBOID_SHARED_HOSTERS: "smallserver.net" });
    expect(await attached()).toEqual([]);
  });
});

test("what the database knows decides and is listed without asking anybody", async () => {
  await run(UNIVERSITY, LINKS);
  const facts = await factsOfDomains(own, ["lake-institute.org", "unknown.org"]);
  expect([...facts]).toEqual([
    [
      "lake-institute.org",
      expect.objectContaining({ nameServers: ["pan.uni-moor.de"], addresses: ["198.51.100.7"] }),
    ],
  ]);
  expect(await membersBeside(own, "uni-moor.de")).toEqual([
    expect.objectContaining({ domain: "lake-institute.org", rule: "name-server" }),
  ]);
});

test("two processes share the work: a registry sees one connection of both", async () => {
  const world = UNIVERSITY;
  const { connections, dns, whoisServer, rdapBase } = await startRegistries(world);
  await samplePage(db, wiki, 1, LINKS, TODAY);
  const other = await asComponent(db, "organisation");
  const config = readConfig({
    WEBOID_DNS: dns,
    WEBOID_WHOIS: `${whoisServer.host}:${whoisServer.port}`,
    WEBOID_RDAP_BOOTSTRAP: rdapBase,
  });
  const signal = new AbortController().signal;
  const tallies = await Promise.all(
    [own, other].map((one) => attach({ db: one, clock, log: silentLog, signal, config }, { once: true })),
  );
  expect(tallies.reduce((sum, { looked }) => sum + looked, 0)).toBeGreaterThanOrEqual(3);
  expect(connections.most).toBe(1);
  expect(await attached()).toEqual([
    "uni-moor.de: lake-institute.org name-server",
    "uni-moor.de: uni-moor.de same-domain",
  ]);
  expect(await db.sql`select domain from organisation_domain where looked < 0 or holder is not null`).toEqual(
    [],
  );
});

test("a domain that cannot be looked at waits until tomorrow, and the others are looked at", async () => {
  // PostgreSQL refuses what was read of it, as it does a NUL.
  await db.sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '22021'; end $$`;
  await db.sql`create trigger refuse before update of uses on organisation_domain for each row
    when (new.domain = 'uni-moor.de') execute function refuse()`;
  try {
    const { tally } = await run(UNIVERSITY, LINKS.slice(3, 5).concat("https://uni-moor.de/"));
    expect(tally.looked).toBe(2);
  } finally {
    await db.sql`drop trigger refuse on organisation_domain`;
  }
  expect(
    await db.sql`select domain, looked, holder from organisation_domain where due = ${TODAY + 1}`,
  ).toContainEqual({ domain: "uni-moor.de", looked: -1, holder: null });
});

const LATER = asDay(TODAY + 200);
const stored = async () => ({
  organisations: await db.sql`select domain, name, checked from organisation`,
  ranges: await db.sql`select range::text from organisation_range order by 1`,
  signs: await db.sql`select sign, domain from organisation_sign order by 1, 2`,
  attached: await attached(),
});

test("while DNS does not answer, nothing is concluded from it", async () => {
  const dns: Record<string, World["dns"][string]> = { ...UNIVERSITY.dns };
  const { again } = await run({ ...UNIVERSITY, dns }, LINKS);
  const before = await stored();
  expect(before.signs.length).toBeGreaterThan(0);
  for (const name of [...Object.keys(dns), "*"]) dns[name] = "servfail";
  clock.set(instantOfDay(LATER));
  expect(await again()).toEqual({ looked: 0, belong: 0 });
  expect(await stored()).toEqual(before);
  expect(await db.sql`select distinct due, holder from organisation_domain`).toEqual([
    { due: LATER + 1, holder: null },
  ]);
});

test("what registries said stays while they refuse, and they are asked tomorrow", async () => {
  const answers: Record<string, string> = { ...UNIVERSITY.whois };
  const { asked, again } = await run({ ...UNIVERSITY, whois: answers }, LINKS);
  const before = await stored();
  expect(before.ranges).toHaveLength(1);
  for (const name of Object.keys(answers)) answers[name] = "WHOIS LIMIT EXCEEDED\n";
  await db.sql`truncate registry_answer, registry`;
  clock.set(instantOfDay(LATER));
  asked.length = 0;
  await again();
  // Domains, and what is asked of one, are looked at side by side: others are asked only where the first was not refused before.
  expect(["whois lake-institute.org", "whois uni-moor.de", "whois 192.0.2.80"]).toEqual(
    expect.arrayContaining(whois(asked)),
  );
  expect(whois(asked).length).toBeGreaterThan(0);
  expect(await stored()).toEqual(before);
  Object.assign(answers, UNIVERSITY.whois);
  await db.sql`truncate registry`;
  clock.set(instantOfDay(asDay(LATER + 1)));
  asked.length = 0;
  await again();
  expect(whois(asked)).toContain("whois uni-moor.de");
  expect(await stored()).toEqual({
    ...before,
    organisations: before.organisations.map((row) => ({ ...row, checked: LATER + 1 })),
  });
});

const rootOf = async () =>
  (
    await db.sql<{ checked: number; addresses: string[]; holder: string }[]>`select checked,
    profile::json->'addresses' as addresses, profile::json->'registrant'->>'organisation' as holder from organisation`
  )[0];

test("an organisation of which registries did not say all at first is read again the next day, then seldom", async () => {
  const answers: Record<string, string> = { ...UNIVERSITY.whois, "192.0.2.80": "WHOIS LIMIT EXCEEDED\n" };
  const { again } = await run({ ...UNIVERSITY, whois: answers }, LINKS);
  const due = async () =>
    (await db.sql<{ due: number }[]>`select due from organisation_domain where domain = 'uni-moor.de'`)[0]
      ?.due;
  expect(await rootOf()).toMatchObject({ checked: -1, holder: "Universität Moor" });
  expect(await due()).toBe(TODAY + 1);
  const nextLook = async () => {
    await db.sql`truncate registry`;
    clock.set(instantOfDay(asDay((await due()) ?? 0)));
    await again();
    return ((await due()) ?? 0) - clock.today();
  };
  expect(await nextLook()).toBeGreaterThanOrEqual(1);
  expect(await nextLook()).toBeGreaterThanOrEqual(2);
  answers["192.0.2.80"] = `${UNIVERSITY.whois["192.0.2.80"]}`;
  expect(await nextLook()).toBe(180);
  expect(await rootOf()).toMatchObject({ checked: clock.today() });
  expect(await db.sql`select range::text from organisation_range`).toEqual([{ range: "192.0.2.0/24" }]);
});

test("without a contact, what DNS says of an organisation is kept up to date", async () => {
  const dns: Record<string, World["dns"][string]> = { ...UNIVERSITY.dns };
  const { again } = await run({ ...UNIVERSITY, dns }, LINKS, { WEBOID_RDAP_BOOTSTRAP: "" });
  expect(await rootOf()).toMatchObject({ checked: -1, addresses: ["192.0.2.80"] });
  const moved = { A: ["192.0.2.81"], NS: ["pan.uni-moor.de", "ns.dfn.de"] };
  Object.assign(dns, { "uni-moor.de": moved, "www.uni-moor.de": moved });
  clock.set(instantOfDay(LATER));
  await again();
  expect(await rootOf()).toMatchObject({ checked: -1, addresses: ["192.0.2.81"] });
});

test("without a contact, an organisation that was found before its domain was looked at is completed at once", async () => {
  const links = ["https://lake-institute.org/"];
  const { again } = await run(UNIVERSITY, links, { WEBOID_RDAP_BOOTSTRAP: "" });
  await db.sql`insert into organisation_domain (domain, uses, due) values ('uni-moor.de', 3, ${LATER})`;
  await db.sql`update organisation_domain set due = ${TODAY} where domain = 'lake-institute.org'`;
  await again();
  expect(await rootOf()).toMatchObject({ checked: -1, addresses: ["192.0.2.80"] });
  expect(await attached()).toEqual([
    "uni-moor.de: lake-institute.org name-server",
    "uni-moor.de: uni-moor.de same-domain",
  ]);
});

test("a domain whose name servers never answer is asked less and less often", async () => {
  const { again } = await run({ dns: { "*": "servfail" }, whois: {} }, ["https://broken.org/"]);
  const waits: number[] = [];
  for (let look = 0; look < 8; look++) {
    const [row] = await db.sql<{ due: number }[]>`select due from organisation_domain`;
    waits.push((row?.due ?? 0) - clock.today());
    clock.set(instantOfDay(asDay(row?.due ?? 0)));
    await again();
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 32, 32]);
});
