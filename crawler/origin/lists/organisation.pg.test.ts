import { expect, test } from "vitest";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import { encodeHistory } from "../../../db/urls/row.ts";
import { findWiki } from "../../../db/wikis/wikis.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import { PROFILE } from "../../../shared/format/html/testing/gallery.ts";
import { printOrganisation } from "../../../shared/format/html.ts";
import { printOrganisationCsv, printRelaunchesCsv } from "../../../shared/format/lists/csv.ts";
import type { History } from "../../../shared/history/types.ts";
import { evidenceOf } from "../../../shared/organisation/evidence.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import { organisationList } from "./domains.ts";
import { organisationContent, organisationPage } from "./organisation.ts";
import { relaunchList } from "./relaunches.ts";

const TODAY = asDay(3_612);
const run = (http: number, first: number, last: number) => ({
  status: statusOfHttp(http),
  http,
  first: asDay(first),
  last: asDay(last),
  deadEnd: false,
  checks: 9,
});
const WELL: History = [run(200, 3_000, 3_610)];
const DEAD: History = [run(404, 3_520, 3_610), run(200, 3_000, 3_500)];
const BACK: History = [run(200, 3_500, 3_610), run(404, 3_400, 3_450), run(200, 3_000, 3_350)];

/** An organisation of two domains, known by what registries say: of that, nothing else than its name may leave. */
/** As the rule writes it, with the one part of what registries say of a registrant that pages print. */
const BY_MAIL = evidenceOf("email-domain", "uni.zz");

async function organisation() {
  const db = await freshDatabase();
  await sampleWiki(db, "onewiki");
  await sampleWiki(db, "otherwiki");
  const [one, other] = [await findWiki(db, "onewiki@wmflabs"), await findWiki(db, "otherwiki@wmflabs")];
  if (one === null || other === null) throw new Error("no wiki");
  const seen: Readonly<Record<string, History>> = {
    "https://www.uni.zz/well": WELL,
    "https://www.uni.zz/archived": WELL,
    "https://www.uni.zz/dead/1": DEAD,
    "https://www.uni.zz/dead/2": DEAD,
    "https://press.zz/steady": WELL,
    "https://press.zz/back": BACK,
    "https://foreign.zz/": WELL,
    "https://uni.zz.evil.zz/": WELL,
  };
  await samplePage(db, one.id, 1, Object.keys(seen), 3_600);
  await samplePage(db, other.id, 1, ["https://www.uni.zz/elsewhere"], 3_600);
  for (const [url, history] of Object.entries({ ...seen, "https://www.uni.zz/elsewhere": WELL }))
    await db.sql`update url set history = decode(${Buffer.from(encodeHistory(history)).toString("hex")}, 'hex')
      where key = ${linked(url).key}::uuid`;
  await db.sql`insert into archive (url_id, type, address, found)
    select id, 'archive.org', 'https://web.archive.org/x', 3500 from url where path = '/archived'`;
  const registrant = {
    organisation: "University of Zz",
    address: "Erika Mustermann, Main Street 1",
    emailDomains: ["erika-mustermann.example"],
    redacted: false,
  };
  await db.sql`insert into organisation (domain, name, profile, found, checked)
    values ('uni.zz', 'University of Zz', ${JSON.stringify({ registrant })}::text::json, 3500, 3600)`;
  await db.sql`insert into organisation_domain (domain, uses, organisation_id, rule, evidence, score, registrant)
    select d, u, id, r, e, 1, ${JSON.stringify(registrant)}::text::json from organisation,
      (values ('uni.zz', 4, 'same-domain', ''), ('press.zz', 2, 'email-domain', ${BY_MAIL}::text),
        ('empty.zz', 0, 'name-server', 'ns.uni.zz')) as given (d, u, r, e)`;
  await db.sql`insert into organisation_domain (domain, uses) values ('foreign.zz', 1)`;
  await db.sql`insert into relaunch (site, domain, kind, from_day, to_day, found, lost, kept, moved, moves, examples)
    values ('uni.zz', 'uni.zz', 'relaunch', 3501, 3520, 3560, 60, 10, 20,
      '[{"from": "https://www.uni.zz/dead/", "to": "https://new.zz/", "count": 20}]', '{https://www.uni.zz/dead/1}'),
      ('foreign.zz', 'foreign.zz', 'shutdown', 3400, 3410, 3460, 2, 0, 1,
      '[{"from": "https://foreign.zz/", "to": "https://new.zz/", "count": 1}]', '{https://foreign.zz/}')`;
  await db.sql`insert into relaunch_wiki (wiki_id, relaunch_id, lost, moved, pages)
    select ${one.id}, id, 2, 1, 1 from relaunch`;
  return { db: await asComponent(db, "origin"), all: db, one, other, registrant };
}

const none = { unreachable: 0, doubtful: 0, refused: 0, unknown: 0, working: 0 };

test("the domains of an organisation with the wiki's links, relaunches, and what is worth archiving", async () => {
  const { db, one, other, registrant } = await organisation();
  const page = await organisationPage(db, one, "press.zz", TODAY);
  expect(page).toMatchObject({
    version: 1,
    wiki: "onewiki@wmflabs",
    list: "organisation",
    domain: "press.zz",
    organisation: { domain: "uni.zz", name: "University of Zz" },
    complete: true,
  });
  expect(page.domains).toEqual([
    {
      domain: "press.zz",
      rule: "email-domain",
      evidence: BY_MAIL,
      score: 1,
      ...none,
      working: 2,
    },
    { domain: "uni.zz", rule: "same-domain", evidence: "", score: 1, ...none, working: 2, unreachable: 2 },
  ]);
  expect(page.relaunches).toMatchObject([
    { site: "uni.zz", lost: 2, moved: 1, pages: 1, from: 3_501, to: 3_520 },
  ]);
  // Neither what is archived, nor what is at no risk.
  expect(page.archiving).toEqual([
    { url: "https://www.uni.zz/well", risks: ["relaunch"] },
    { url: "https://press.zz/back", risks: ["unsteady"] },
  ]);
  expect(page.days.at(-1)).toEqual({ day: TODAY, ...none, working: 4, unreachable: 2 });
  const before = page.days.find(({ day }) => day < 3_500);
  expect(before).toMatchObject({ unreachable: 0 });

  // Of a wiki that has none of the lost links, nothing is said of the relaunch.
  const others = await organisationPage(db, other, "www.uni.zz", TODAY);
  expect(others.domains).toMatchObject([{ domain: "uni.zz", working: 1, unreachable: 0 }]);
  expect(others).toMatchObject({ relaunches: [], archiving: [] });

  // Nothing about persons, in whatever form.
  for (const text of [
    JSON.stringify(page),
    printOrganisation(page, { lang: "en", profile: PROFILE }),
    printOrganisationCsv(page),
  ])
    for (const personal of [registrant.address, ...registrant.emailDomains, "Mustermann"])
      expect(text).not.toContain(personal);
});

test("of more relaunches than are shown, all count for what is worth archiving", async () => {
  const { db, all, one } = await organisation();
  await all.sql`with given as (select 's' || n || '.uni.zz' as site from generate_series(1, 30) n),
      newer as (insert into relaunch (site, domain, kind, from_day, to_day, found, lost, kept, moved, moves, examples)
        select site, 'uni.zz', 'relaunch', 3550, 3560, 3600, 60, 10, 0, '[]', '{}' from given returning id)
      insert into relaunch_wiki (wiki_id, relaunch_id, lost, moved, pages) select ${one.id}, id, 2, 0, 1 from newer`;
  const page = await organisationPage(db, one, "uni.zz", TODAY);
  expect(page.relaunches).toHaveLength(20);
  expect(page.archiving).toContainEqual({ url: "https://www.uni.zz/well", risks: ["relaunch"] });
  const extent = { domains: 50, archiving: 200, relaunches: 100, ms: 60_000 };
  const { relaunches } = await organisationContent(db, one.id, "uni.zz", TODAY, extent);
  expect(relaunches).toHaveLength(31);
});

test("no transaction is open for longer than the links of one domain take", async () => {
  const { db, one } = await organisation();
  let begun = 0;
  const watched: typeof db = Object.create(db, {
    transaction: {
      value: (...given: Parameters<typeof db.transaction>) => {
        begun += 1;
        return db.transaction(...given);
      },
    },
  });
  const page = await organisationPage(watched, one, "uni.zz", TODAY);
  expect([page.domains.length, begun]).toEqual([2, 1 + 3]);
  expect(page.archiving).toHaveLength(2);
});

test("a domain that belongs to no known organisation stands for itself", async () => {
  const { db, one } = await organisation();
  for (const asked of ["foreign.zz", "evil.zz", "nowhere.zz"]) {
    const page = await organisationPage(db, one, asked, TODAY);
    expect(page).toMatchObject({
      domain: asked,
      organisation: null,
      domains: [{ domain: asked, rule: "same-domain" }],
    });
  }
});

test("the relaunched sites of a wiki, the newest first, in parts", async () => {
  const { db, one, other } = await organisation();
  const list = await relaunchList(db, one, null, TODAY);
  if (list === "bad-cursor") throw new Error(list);
  expect(list.entries.map(({ site, kind, lost }) => [site, kind, lost])).toEqual([
    ["uni.zz", "relaunch", 2],
    ["foreign.zz", "shutdown", 2],
  ]);
  // Most of what was lost at the first one is on other wikis.
  expect(list.entries.map(({ moves, examples }) => [moves.length, examples])).toEqual([
    [0, []],
    [1, ["https://foreign.zz/"]],
  ]);
  expect(list.cursor).toBe(null);
  expect(printRelaunchesCsv(list).split("\r\n")[2]).toBe(
    '"foreign.zz","foreign.zz","shutdown",3400,3410,2,1,1,"2026-04-24","2026-05-04","https://foreign.zz/","https://new.zz/",3460,"2026-06-23","https://foreign.zz/ https://new.zz/ 1","https://foreign.zz/"',
  );
  const rest = await relaunchList(db, one, "3520-1", TODAY);
  expect(rest).toMatchObject({ entries: [{ site: "foreign.zz" }] });
  expect(await relaunchList(db, one, "x", TODAY)).toBe("bad-cursor");
  expect(await relaunchList(db, other, null, TODAY)).toMatchObject({ entries: [] });
});

test("the organisations to whose sites a wiki has broken links, the worst first, in parts", async () => {
  const { db: own, all, one, other, registrant } = await organisation();
  await all.sql`insert into survey (wiki_id, taken_at) values (${one.id}, now())`;
  await all.sql`insert into survey_domain (wiki_id, domain, unreachable, doubtful) values
      (${one.id}, 'uni.zz', 2, 1), (${one.id}, 'press.zz', 3, 0), (${one.id}, 'foreign.zz', 90, 0), (${other.id}, 'empty.zz', 7, 0)`;
  await all.sql`with given as (select n from generate_series(1, 60) n),
      entered as (insert into organisation (domain, name, profile, found, checked)
        select 'o' || n || '.zz', null, '{}', 3500, 3600 from given returning id, domain),
      members as (insert into organisation_domain (domain, organisation_id) select domain, id from entered)
      insert into survey_domain (wiki_id, domain, unreachable, doubtful) select ${one.id}, domain, 0, 1 from entered`;
  const first = await organisationList(own, one, null, TODAY);
  if (first === "bad-cursor") throw new Error("bad cursor");
  expect(first.entries[0]).toEqual({
    domain: "uni.zz",
    name: "University of Zz",
    domains: 2,
    unreachable: 5,
    doubtful: 1,
  });
  expect(first.entries).toHaveLength(50);
  expect(JSON.stringify(first)).not.toContain(registrant.address);
  const second = await organisationList(own, one, first.cursor, TODAY);
  if (second === "bad-cursor") throw new Error("bad cursor");
  expect(new Set([...first.entries, ...second.entries].map(({ domain }) => domain)).size).toBe(61);
  expect(second.cursor).toBeNull();
  expect(await organisationList(own, other, null, TODAY)).toMatchObject({
    entries: [{ domain: "uni.zz", domains: 1, unreachable: 7 }],
    countedAtMs: null,
  });
  expect(await organisationList(own, one, "x", TODAY)).toBe("bad-cursor");
});
