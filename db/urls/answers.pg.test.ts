import { beforeAll, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { Database } from "../connect.ts";
import { expireNotes, expireTraits } from "../hosts/expire.ts";
import { pageFacts } from "../pages/snapshot-inputs.ts";
import { expireTouches } from "../pages/touches.ts";
import { pagesOfUrl } from "../pages/uses.ts";
import { expireReports } from "../people/reports.ts";
import { readStatus } from "../status/status.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { linked, normalised, samplePage, sampleWiki } from "../testing/sample.ts";
import type { UrlId, WikiId } from "../types.ts";
import { listCriteria, setCriteria } from "../wikis/criteria.ts";
import { addFarm, isAlone, listFarms } from "../wikis/farms.ts";
import { addWiki, findWiki, listWikis, updateWiki } from "../wikis/wikis.ts";
import { expireWorkers, heartbeat, signOff, workers } from "../work/workers.ts";
import { expireUrls } from "./expire.ts";
import { urlFacts } from "./facts.ts";

let db: Database;
let wiki: WikiId;
beforeAll(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db);
});

describe("facts of a URL", () => {
  const url = "https://www.facts.org/dir/a%E2%80%AEb";
  let id: UrlId;
  beforeAll(async () => {
    await samplePage(db, wiki, 1, [url, "https://plain.org/"], 100);
    const [row] = await db.sql<
      { id: UrlId }[]
    >`select id from url where key = ${urlKey(normalised(url))}::uuid`;
    id = row?.id ?? (0 as UrlId);
  });
  const facts = async (of: WikiId | null = wiki) => {
    const [found] = await urlFacts(db, of, [normalised(url)]);
    if (found === undefined) throw new Error("unknown");
    return found;
  };

  test("archives by type, the checked replacement, and how many reports", async () => {
    await db.sql`insert into archive (url_id, type, address, found) values
      (${id}, 'webcitation', '', 1), (${id}, 'archive.org', 'https://web.archive.org/x', 1)`;
    await db.sql`insert into replacement (url_id, url, proposed) values (${id}, 'https://new.org/', 1)`;
    await db.sql`insert into report select ${id}, gen_random_uuid(), 5 from generate_series(1, 3)`;
    expect(await facts()).toMatchObject({
      archives: [
        { type: "archive.org", url: "https://web.archive.org/x" },
        { type: "webcitation", url: "" },
      ],
      replacement: null,
      reports: 3,
    });
    await db.sql`update replacement set checked = 2`;
    expect((await facts()).replacement).toBe("https://new.org/");
  });

  test("spam as the lists of this wiki have it, and of no other (P1)", async () => {
    const other = await sampleWiki(db, "spamwiki");
    const { key } = linked(url);
    await db.sql`insert into spam_use values (${other}, 1, ${key}::uuid, ${url}, 'local', 1, 1)`;
    expect([(await facts()).spam, (await facts(other)).spam, (await facts(null)).spam]).toEqual([
      null,
      "local",
      null,
    ]);
  });

  test("notes: spelling, consolidated traits of the host, domain notes with their path", async () => {
    expect((await facts()).notes).toEqual([{ key: "suspicious-syntax", value: "bidi-control" }]);
    await db.sql`insert into host_trait select id, 'http-needed', 1, 101 from host where name = 'www.facts.org'`;
    expect((await facts()).notes.map(({ key }) => key)).toEqual(["suspicious-syntax"]);
    await db.sql`update host_trait set last = 102`;
    await db.sql`insert into domain_note (host, path, kind, value, first, last) values
      ('facts.org', '/dir/', 'rate-limited', '', 1, 1), ('facts.org', '/elsewhere/', 'moved', 'x', 1, 1),
      ('acts.org', '', 'robot-wall', '', 1, 1), ('facts.org', '', 'unknown-kind', '', 1, 1)`;
    expect((await facts()).notes.map(({ key }) => key)).toEqual([
      "suspicious-syntax",
      "http-needed",
      "rate-limited",
    ]);
  });

  test("a domain's traits and learnt notes are shown below it and of what fits only (M9, M10)", async () => {
    const names = ["http://m.below.org/", "https://m.below.org/x", "https://below.org/x"];
    await samplePage(db, wiki, 2, names, 100);
    await db.sql`insert into host_trait select id, 'http-needed', 1, 200 from host where name = 'below.org'`;
    await db.sql`insert into domain_note (host, kind, first, last) values
      ('below.org', 'certificate-expired', 1, 1), ('m.below.org', 'rate-limited', 1, 1)`;
    const shown = async () =>
      (await urlFacts(db, wiki, names.map(normalised))).map(({ notes }) => notes.map(({ key }) => key));
    expect(await shown()).toEqual([
      ["rate-limited"],
      ["http-needed", "rate-limited"],
      ["http-needed", "certificate-expired"],
    ]);
    // Once checked, a URL speaks for itself; its own host's trait stays.
    await db.sql`update url set history = '\\x01010064006400c8' where host_id in (select id from host where name like '%below.org')`;
    expect(await shown()).toEqual([[], [], ["http-needed"]]);
    await db.sql`delete from domain_note`;
  });

  test("what is wrong with a host for months is shown of its links that were never checked (M9)", async () => {
    const names = ["http://gone.org/", "http://www.gone.org/", "ftp://down.org/x"];
    await samplePage(db, wiki, 3, names, 100);
    await db.sql`insert into host_trait select id, 'dns-error', 1, 101 from host where name = 'gone.org'`;
    await db.sql`insert into host_trait select id, 'server-error', 1, 300 from host where name = 'down.org'`;
    const shown = async () =>
      (await urlFacts(db, wiki, names.map(normalised))).map(({ notes }) => notes.map(({ key }) => key));
    expect(await shown()).toEqual([[], [], ["host-down"]]);
    await db.sql`update host_trait set last = 102 where trait = 'dns-error'`;
    // An unknown domain says nothing of what is below it.
    expect(await shown()).toEqual([["host-unknown"], [], ["host-down"]]);
    await db.sql`update url set history = '\\x01010064006400c8' where host_id in (select id from host where name like '%.org')`;
    expect(await shown()).toEqual([[], [], []]);
  });

  test("a history that is damaged counts as none", async () => {
    await db.sql`update url set history = '\\xffffffffffffffff' where id = ${id}`;
    expect((await facts()).history).toEqual([]);
  });

  test("of many URLs: the order of the request, unknown ones left out", async () => {
    const wanted = ["https://plain.org/", "https://nowhere.org/", url].map(normalised);
    expect((await urlFacts(db, wiki, wanted)).map((one) => one.url)).toEqual([wanted[0], wanted[2]]);
    expect(await urlFacts(db, wiki, [])).toEqual([]);
    expect(await pageFacts(db, wiki, 404)).toBeNull();
  });

  test("pages that use it, by pages of the list, within wiki and farm (Q3)", async () => {
    const other = await sampleWiki(db, "otherwiki");
    for (const pageid of [5, 3, 9]) await samplePage(db, wiki, pageid, [url], 100);
    await samplePage(db, other, 2, [url], 100);
    const first = await pagesOfUrl(db, id, { wiki, limit: 2 });
    expect(first.map(({ pageid }) => pageid)).toEqual([1, 3]);
    expect(
      (await pagesOfUrl(db, id, { wiki, limit: 9, after: first[1] ?? null })).map(({ pageid }) => pageid),
    ).toEqual([5, 9]);
    expect((await pagesOfUrl(db, id, { farm: 0, limit: 9 })).map((page) => page.wiki)).toContain(
      "otherwiki@wmflabs",
    );
    expect(await pagesOfUrl(db, id, { farm: 1, limit: 9 })).toEqual([]);
  });
});

describe("configuration (M1, M2)", () => {
  const friend = {
    code: 2,
    name: "OSM",
    sites: "https://wiki.openstreetmap.org/",
    internalHosts: "",
    spamList: "",
  };
  const added = {
    dbname: "osmwiki",
    farm: 2,
    api: "https://wiki.openstreetmap.org/w/api.php",
    server: "https://wiki.openstreetmap.org",
    articleUrl: "https://wiki.openstreetmap.org/wiki/$1",
    lang: "en",
    siteName: "OSM",
  };

  test("farms and wikis are added once and found by name", async () => {
    expect(await addFarm(db, friend)).toEqual({ kind: "added" });
    expect(await addFarm(db, friend)).toEqual({ kind: "exists", what: "code" });
    expect(await addFarm(db, { ...friend, code: 3 })).toEqual({ kind: "exists", what: "name" });
    expect((await listFarms(db)).map(({ code, name }) => [code, name])).toEqual([
      [0, "wmflabs"],
      [1, "WMF"],
      [2, "OSM"],
    ]);
    const first = await addWiki(db, added);
    expect(first.kind).toBe("added");
    expect(await addWiki(db, added)).toEqual({ ...first, kind: "exists" });
    expect(await addWiki(db, { ...added, farm: 99 })).toEqual({ kind: "no-farm" });
    expect(await findWiki(db, "osmwiki@OSM")).toMatchObject({
      ...added,
      name: "osmwiki@OSM",
      feed: {},
      fullDueMs: 0,
    });
    await addWiki(db, { ...added, dbname: "dewiki", farm: 1 });
    expect(await findWiki(db, "dewiki")).toMatchObject({
      name: "dewiki@WMF",
      internalHosts: expect.stringContaining("wik"),
    });
    // Capitals as in $wgDBname: exactly so, else the only one in another case.
    await addWiki(db, { ...added, dbname: "CapWiki" });
    expect((await findWiki(db, "capwiki@OSM"))?.name).toBe("CapWiki@OSM");
    const cap = await addWiki(db, { ...added, dbname: "CAPWIKI" });
    expect((await findWiki(db, "CAPWIKI@OSM"))?.name).toBe("CAPWIKI@OSM");
    expect(await findWiki(db, "capwiki@OSM")).toBeNull();
    if (cap.kind === "no-farm") throw new Error("no farm");
    expect(await isAlone(db, cap.id)).toBe(false);
    await db.sql`delete from wiki where lower(dbname) = 'capwiki'`;
    expect((await listWikis(db, 2)).map(({ name }) => name)).toEqual(["osmwiki@OSM"]);
  });

  test("a patch changes what it names and nothing else", async () => {
    const before = await findWiki(db, "osmwiki@OSM");
    if (before === null) throw new Error("no wiki");
    expect(
      await updateWiki(db, before.id, {
        paused: true,
        error: "down",
        feed: { at: [1, "x"] },
        fullDueMs: 1_234,
      }),
    ).toBe(true);
    expect(await findWiki(db, "osmwiki@OSM")).toEqual({
      ...before,
      paused: true,
      error: "down",
      errorAtMs: expect.any(Number),
      feed: { at: [1, "x"] },
      fullDueMs: 1_234,
    });
    await updateWiki(db, before.id, { error: null, paused: false });
    expect(await findWiki(db, "osmwiki@OSM")).toMatchObject({
      error: null,
      errorAtMs: null,
      paused: false,
      feed: { at: [1, "x"] },
    });
    expect(await updateWiki(db, 12_345 as WikiId, { paused: true })).toBe(false);
  });

  test("criteria are replaced as a whole", async () => {
    const criteria = [
      { effect: "include", kind: "namespace", value: "0" },
      { effect: "exclude", kind: "category", value: 'Category:Ä "quoted" \\ and, comma' },
    ] as const;
    await setCriteria(db, wiki, criteria);
    expect(await listCriteria(db, wiki)).toEqual(criteria);
    await setCriteria(db, wiki, [criteria[0], { ...criteria[0], effect: "exclude" }]);
    expect(await listCriteria(db, wiki)).toEqual([{ effect: "exclude", kind: "namespace", value: "0" }]);
    await setCriteria(db, wiki, []);
    expect(await listCriteria(db, wiki)).toEqual([]);
  });
});

describe("what expires (M11) and what operators see", () => {
  test("URLs untouched for long go with all that depends on them, and it is published of their pages", async () => {
    const EXPIRY = { before: asDay(150), today: asDay(250), most: 100 };
    const own = await freshDatabase();
    const there = await sampleWiki(own);
    await samplePage(own, there, 1, ["https://old.org/", "https://both.org/"], 100);
    await samplePage(own, there, 2, ["https://both.org/"], 200);
    await own.sql`insert into archive (url_id, type, found) select id, 'archive.org', 1 from url`;
    await own.sql`insert into recheck (url_id, due) select id, 1 from url`;
    await own.sql`insert into report select id, gen_random_uuid(), 1 from url`;
    await own.sql`insert into replacement (url_id, url, proposed) select id, 'x', 1 from url`;
    expect((await expireUrls(own, EXPIRY)).deleted).toBe(1);
    expect((await expireUrls(own, EXPIRY)).deleted).toBe(0);
    const left = await own.sql`
      select (select count(*)::int from url) as url, (select count(*)::int from archive) as archive,
        (select count(*)::int from recheck) as recheck, (select count(*)::int from report) as report,
        (select count(*)::int from replacement) as replacement,
        (select json_agg(cardinality(urls) order by pageid) from page_link) as links,
        (select json_agg(pageid) from change where kind = 'url-deleted') as published`;
    expect(left).toEqual([
      { url: 1, archive: 1, recheck: 1, report: 1, replacement: 1, links: [1, 1], published: [1] },
    ]);
  });

  test("traits, notes, reports and requests by their days", async () => {
    const own = await freshDatabase();
    const there = await sampleWiki(own);
    await own.sql`insert into host (name) values ('a.org'), ('b.org')`;
    await own.sql`insert into host_trait values (1, 'dns-error', 1, 99), (1, 'get-needed', 1, 150), (2, 'get-needed', 120, 150),
      (2, 'http-needed', 1, 100)`;
    expect(await expireTraits(own, { last: asDay(100), firstOfGet: asDay(100) }, asDay(200))).toBe(2);
    await own.sql`insert into domain_note (host, kind, first, last) values ('a.org', 'moved', 1, 9), ('b.org', 'moved', 1, 10)`;
    expect(await expireNotes(own, asDay(10), asDay(200))).toBe(1);
    await samplePage(own, there, 1, ["https://a.org/reported"], 20);
    await own.sql`insert into report select 1, gen_random_uuid(), day from unnest(array[1, 2, 30]) as day`;
    expect(await expireReports(own, asDay(10), asDay(40))).toBe(2);
    expect(await own.sql`select url_id, day, payload from change where kind = 'url'`).toMatchObject([
      {
        url_id: 1,
        day: 40,
        payload: { url: "https://a.org/reported", news: ["reports"], reports: "expired" },
      },
    ]);
    await own.sql`insert into touch_queue values (${there}, 1, 5, true, 0), (${there}, 2, 5, false, 0), (${there}, 3, 9, true, 0), (${there}, 4, 5, true, 7)`;
    expect(await expireTouches(own, asDay(9))).toBe(1);
  });

  test("processes sign on and off, and those that died are forgotten", async () => {
    await heartbeat(db, { name: "crawl-1", role: "crawl", info: { rate: 5 } });
    await heartbeat(db, { name: "crawl-1", role: "crawl", info: { rate: 7 } });
    await heartbeat(db, { name: "dead", role: "crawl", info: {} });
    await db.sql`update worker set seen_at = now() - interval '10 minutes' where name = 'dead'`;
    expect(
      (await workers(db)).map(({ name, info, secondsSilent }) => [name, info, secondsSilent < 60]),
    ).toEqual([
      ["crawl-1", { rate: 7 }, true],
      ["dead", {}, false],
    ]);
    expect(await expireWorkers(db, 300)).toBe(1);
    await signOff(db, "crawl-1");
    expect(await workers(db)).toEqual([]);
  });

  test("the silence of a process ends with one that replaced it, for good", async () => {
    const silence = (name: string, seconds: number) =>
      db.sql`update worker set seen_at = now() - make_interval(secs => ${seconds}) where name = ${name}`;
    for (const [name, role, silent] of [
      ["killed", "maintain", 90],
      ["alive", "maintain", 10],
      ["other", "dispatch", 90],
    ] as const) {
      await heartbeat(db, { name, role, info: {} });
      await silence(name, silent);
    }
    // A single run replaces nobody, nor does what is there before the silence, or at another edge.
    await heartbeat(db, { name: "single", role: "maintain", info: {} });
    await signOff(db, "single");
    await heartbeat(db, { name: "next", role: "maintain", info: {} });
    await heartbeat(db, { name: "elsewhere", role: "dispatch", info: { edge: "b" } });
    await signOff(db, "elsewhere", true);
    expect(await workers(db)).toHaveLength(4);
    await signOff(db, "next", true);
    expect((await workers(db)).map(({ name }) => name)).toEqual(["other", "alive"]);
    // It was there before that one fell silent.
    await heartbeat(db, { name: "older", role: "dispatch", info: {} });
    await db.sql`update worker set started_at = now() - interval '1 hour' where name = 'older'`;
    await signOff(db, "older", true);
    expect((await workers(db)).map(({ name }) => name)).toEqual(["other", "alive"]);
    await expireWorkers(db, 0);
  });

  test("status counts an empty database too", async () => {
    const own = await freshDatabase();
    expect(await readStatus(own, asDay(1))).toMatchObject({
      pages: 0,
      urls: 0,
      byStatus: {},
      countedExactly: true,
      slices: 0,
      sweptPerDay: [],
      wikis: [],
      clients: [],
      workers: [],
    });
  });
});
