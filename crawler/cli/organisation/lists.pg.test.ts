import { beforeAll, expect, test } from "vitest";
import { connect } from "../../../db/connect.ts";
import { enterOrganisation } from "../../../db/lists/organisation.ts";
import { freshDatabaseUrl } from "../../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import { encodeHistory } from "../../../db/urls/row.ts";
import { findWiki } from "../../../db/wikis/wikis.ts";
import { asDay, isoOfDay } from "../../../shared/calendar/day.ts";
import { PROFILE } from "../../../shared/format/html/testing/gallery.ts";
import { printArchiving, printOrganisation } from "../../../shared/format/html.ts";
import { printArchivingCsv } from "../../../shared/format/lists/csv.ts";
import { archivingData, organisationData } from "../../../shared/format/lists/data.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import { organisationPage } from "../../origin/lists/organisation.ts";
import { jsonLines, weboid } from "../testing/run.ts";

let env: Record<string, string> = {};
const PERSON = "Erika Mustermann";

beforeAll(async () => {
  env = { DATABASE_URL: await freshDatabaseUrl(), WEBOID_LOG: "silent" };
  const db = await connect(env.DATABASE_URL ?? "");
  try {
    const wiki = await sampleWiki(db);
    await sampleWiki(db, "otherwiki");
    await samplePage(db, wiki, 1, ["https://www.a.zz/1", "https://www.a.zz/2", "https://b.zz/"], 3_600);
    const run = {
      status: statusOfHttp(200),
      http: 200,
      first: asDay(3_000),
      last: asDay(3_610),
      deadEnd: false,
      checks: 9,
    };
    await db.sql`update url set history = decode(${Buffer.from(encodeHistory([run])).toString("hex")}, 'hex')`;
    const registrant = JSON.stringify({
      organisation: "A Ltd",
      address: PERSON,
      emailDomains: [],
      redacted: false,
    });
    await db.sql`insert into organisation (domain, name, profile, found, checked)
      values ('a.zz', '=A Ltd', ${registrant}::text::json, 3500, 3600)`;
    await db.sql`insert into organisation_domain (domain, uses, organisation_id, rule, evidence, score, registrant)
      select d, 2, id, 'registrant', ${"the registrant: same name\u001b[31m"}, ${2 / 3}, ${registrant}::text::json
      from organisation, unnest(array['a.zz', 'b.zz']) as given (d)`;
    await db.sql`insert into relaunch (site, domain, kind, from_day, to_day, found, lost, kept, moved, moves, examples)
      values ('a.zz', 'a.zz', 'relaunch', 3397, 3409, 3450, 412, 2, 380, '[{"from": "https://a.zz/x/", "to": "https://a.zz/y/", "count": 380}]', '{}')`;
    await db.sql`insert into relaunch_wiki select ${wiki}, id, 400, 370, 300 from relaunch`;
  } finally {
    await db.close();
  }
});
const run = (...args: string[]) => weboid(["organisation", ...args], { env });

test("show: an organisation with its domains, as text, JSON and CSV", async () => {
  const text = await run("show", "https://www.b.zz/x");
  expect(text).toMatchObject({ code: 0, stderr: [] });
  expect(text.stdout).toMatch(/^=A Ltd\ndomain +unreachable/);
  expect(text.stdout).toMatch(/^a\.zz .* 2 {2}registrant: same name/m);
  expect(text.stdout).toMatch(
    /^a\.zz {2}relaunch {2}2026-04-21 – 2026-05-03 {2}412 links lost, 380 of them moved/m,
  );
  expect(text.stdout).toMatch(/worth archiving now: 2 links/);
  expect(text.stdout).not.toContain("\u001b");
  const [data] = jsonLines(await run("show", "b.zz", "--wiki", "testwiki@wmflabs", "--json"));
  expect(data).toMatchObject({
    domain: "b.zz",
    organisation: { name: "=A Ltd" },
    relaunches: [{ lost: 400, toDate: "2026-05-03" }],
  });
  const csv = (await run("show", "b.zz", "--csv")).stdout.split("\r\n");
  expect(csv[0]).toMatch(/^"domain","rule","evidence","score","unreachable"/);
  expect(csv).toHaveLength(4);
  for (const { stdout } of [text, await run("show", "b.zz", "--json")]) expect(stdout).not.toContain(PERSON);
});

test("show says so where neither links nor an organisation are known", async () => {
  expect(await run("show", "www.nowhere.zz")).toMatchObject({
    code: 0,
    stdout: "nowhere.zz: no watched page links there, and no organisation is known that has it\n",
  });
  expect((await run("show", "nowhere.zz", "--wiki", "otherwiki@wmflabs")).stdout).toContain(
    "no watched page of otherwiki@wmflabs links there",
  );
  expect((await run("show", "b.zz", "--wiki", "otherwiki@wmflabs")).stdout).toMatch(/^=A Ltd\n/);
});

test("list: the organisations that are known", async () => {
  expect((await run("list")).stdout).toBe("a.zz  2 domains  4 URLs  =A Ltd\n");
  const { stdout } = await run("list", "--json");
  expect(JSON.parse(stdout)).toEqual({
    ...{ domain: "a.zz", name: "=A Ltd", domains: 2, urls: 4 },
    ...{ found: 3_500, foundDate: isoOfDay(asDay(3_500)) },
  });
  expect(stdout).not.toContain(PERSON);
  const empty = { DATABASE_URL: await freshDatabaseUrl(), WEBOID_LOG: "silent" };
  expect((await weboid(["organisation", "list"], { env: empty })).stdout).toMatch(
    /^no organisation is known/,
  );
  const db = await connect(empty.DATABASE_URL);
  try {
    await enterOrganisation(db, { domain: "fresh.zz", name: "Fresh Ltd", domains: [] }, asDay(3_612));
  } finally {
    await db.close();
  }
  expect((await weboid(["organisation", "list"], { env: empty })).stdout).toBe(
    "fresh.zz  1 domain  URLs not counted yet  Fresh Ltd\n",
  );
});

test("scores have three digits at most", async () => {
  const [data] = jsonLines(await run("show", "b.zz", "--json")) as [{ domains: { score: number }[] }];
  expect(data.domains.map(({ score }) => score)).toEqual([0.667, 0.667]);
  expect((await run("show", "b.zz", "--csv")).stdout).toContain(",0.667,");
});

test("relaunches: of all wikis, or of one", async () => {
  expect(jsonLines(await run("relaunches", "--json"))).toMatchObject([
    { site: "a.zz", lost: 412, moved: 380, fromDate: "2026-04-21", foundDate: "2026-06-13" },
  ]);
  expect(jsonLines(await run("relaunches", "--json", "--wiki", "testwiki@wmflabs"))).toMatchObject([
    { site: "a.zz", lost: 400, moved: 370, pages: 300 },
  ]);
  expect((await run("relaunches", "--wiki", "otherwiki@wmflabs")).stdout).toBe(
    "no relaunched site is known\n",
  );
  expect((await run("relaunches", "--csv")).stdout).toContain(
    '"a.zz","a.zz","relaunch",3397,3409,412,380,300',
  );
  expect(await run("relaunches", "--wiki", "nowiki@wmflabs")).toMatchObject({ code: 1 });
});

test("what is worth archiving is the same for a command, and as page, JSON and CSV of the API", async () => {
  const ofWiki = ["b.zz", "--wiki", "testwiki@wmflabs"];
  const lines = jsonLines(await run("archive", ...ofWiki, "--json")) as { url: string }[];
  expect(lines).toHaveLength(2);
  const db = await connect(env.DATABASE_URL ?? "");
  try {
    const wiki = await findWiki(db, "testwiki@wmflabs");
    if (wiki === null) throw new Error("no wiki");
    const page = await organisationPage(db, wiki, "b.zz", asDay(3_612));
    expect(archivingData(page).entries).toEqual(lines);
    expect(organisationData(page).archiving).toEqual(lines);
    expect(printArchivingCsv(page)).toBe((await run("archive", ...ofWiki, "--format", "csv")).stdout);
    for (const print of [printOrganisation, printArchiving])
      for (const { url } of lines) expect(print(page, { lang: "en", profile: PROFILE })).toContain(url);
  } finally {
    await db.close();
  }
});

test("archive: a list that crawlers read, and the risks", async () => {
  const urls = ["https://www.a.zz/1", "https://www.a.zz/2"];
  expect((await run("archive", "b.zz")).stdout).toBe(`${urls.join("\n")}\n`);
  expect((await run("archive", "b.zz", "--format", "csv")).stdout).toBe(
    `"url","risks"\r\n${urls.map((url) => `"${url}","relaunch"\r\n`).join("")}`,
  );
  expect(jsonLines(await run("archive", "b.zz", "--json"))).toEqual(
    urls.map((url) => ({ url, risks: ["relaunch"] })),
  );
  expect(await run("archive", "no domain")).toMatchObject({ code: 2 });
  expect(await run("archive", "a.zz", "--format", "xml")).toMatchObject({ code: 2 });
});
