import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../db/connect.ts";
import { freshDatabase } from "../../../db/testing/fresh.ts";
import type { Criterion, WikiId } from "../../../db/types.ts";
import { beginFirstPass } from "../../../db/wikis/first-pass.ts";
import { asDay, instantOfDay } from "../../../shared/calendar/day.ts";
import { feedWikis } from "../run.ts";
import type { FakePage } from "../testing/fake-wiki.ts";
import { clock, context, feeder, http, setUp } from "../testing/feeder.ts";
import {
  endState,
  fakeWiki,
  feed,
  filesOf,
  iwlinksTable,
  newLinks,
  nextName,
  oldLinks,
  PAGES,
  pageTable,
  wikiIn,
} from "./testing/dumped-wiki.ts";
import { dumpOf, type TestTable } from "./testing/mysqldump.ts";

setUp();
let other: Database;
beforeAll(async () => {
  other = await freshDatabase({ max: 4 });
});

describe("the same as over the API", () => {
  const criteria: Criterion[] = [
    { effect: "include", kind: "namespace", value: "0" },
    { effect: "include", kind: "namespace", value: "4" },
  ];
  test.each<[string, (pages: readonly FakePage[]) => TestTable]>([
    ["el_to", oldLinks],
    ["el_to_domain_index", newLinks],
  ])("layout with %s", async (_, links) => {
    const fake = await fakeWiki();
    fake.messages.set(
      "MediaWiki:Spam-blacklist",
      "\\bb\\.zz/1\n\\bh3\\.zz\\b\n\\ba\\.zz:80\n8\\.8\\.8\\.8\n",
    );
    fake.messages.set("MediaWiki:Spam-whitelist", "h3\\.zz/2");
    fake.messages.set("MediaWiki:BlockedExternalDomains.json", '[{"domain":"h4.zz"}]');
    const name = nextName();
    const wiki = await wikiIn(other, fake, name, criteria);
    const [read] = (await feedWikis({ ...feeder(), db: other }, { wikis: [wiki], once: true, http })).wikis;
    await wikiIn(context().db, fake, name, criteria);
    fake.asked.length = 0;
    const fed = await feed(
      wiki,
      await filesOf({
        "w-20261120-page.sql.gz": gzipSync(dumpOf([pageTable(fake.pages)])),
        "w-20261120-externallinks.sql": dumpOf([links(fake.pages)]),
        "w-20261120-iwlinks.sql": dumpOf([iwlinksTable(fake.pages)]),
      }),
      { batch: 10 },
    );
    const dumped = await endState(context().db, wiki);
    // A password is none of what the newer layout keeps.
    const flagged = (rows: readonly object[]) =>
      JSON.parse(JSON.stringify(rows).replaceAll(/ 8 (\d+ -1 0")/g, " 0 $1"));
    const api = await endState(other, wiki);
    expect(flagged(dumped.pages)).toEqual(flagged(api.pages));
    if (links === oldLinks) expect(dumped.pages).toEqual(api.pages);
    expect(dumped.spam).toEqual(api.spam);
    expect(dumped.spam.map(({ list, line }) => `${list} ${line}`)).toContain("local h4.zz");
    expect(dumped.rest).toEqual({ unswept: 0, staging: 0, doubled: 0 });
    expect(fed).toMatchObject({ wiki, day: 3610, pages: 36, ignored: 1, invalid: 3, sisters: 1 });
    // By the same words; what the wiki has twice in another spelling is one link of the page.
    const { watched, spam, internal, ignored, invalid } = fed;
    expect(read).toMatchObject({ error: null, read: 36, watched, spam, internal, ignored, invalid });
    const uses = dumped.pages.flatMap(({ urls }) => urls);
    expect([watched, spam, internal]).toEqual([uses.length, dumped.spam.length, 1]);
    expect(JSON.stringify(api.pages)).toContain("www.imdb.zz 0 /It%27s_%C3%BC_%26_%3F_%E6%9D%B1");
    expect(fake.asked.map((asked) => asked.get("meta"))).toEqual(["siteinfo", null, null]);
    expect(fake.asked.map((asked) => asked.get("list"))).toEqual([null, null, "logevents"]);
  });

  test("a saved siteinfo is read in place of the API's", async () => {
    const fake = await fakeWiki();
    const wiki = await wikiIn(context().db, fake, nextName());
    const answer = await fetch(`${fake.api}?action=query&format=json&formatversion=2&meta=siteinfo`);
    const [siteinfo, ...from] = await filesOf({
      "siteinfo.json": Buffer.from(await answer.arrayBuffer()),
      "w-20261120-page.sql": dumpOf([pageTable(PAGES)]),
      "w-20261120-externallinks.sql": dumpOf([newLinks(PAGES)]),
    });
    fake.asked.length = 0;
    expect(await feed(wiki, from, { siteinfo: siteinfo ?? null })).toMatchObject({ pages: 34 });
    expect(fake.asked.map((asked) => asked.get("meta"))).not.toContain("siteinfo");
  });

  test("what spam lists block since the pages were read last", async () => {
    const fake = await fakeWiki();
    const name = nextName();
    const wiki = `${name}@friends`;
    const ends = [];
    for (const db of [other, context().db]) {
      fake.messages.delete("MediaWiki:Spam-blacklist");
      clock.set(instantOfDay(asDay(3570)));
      await wikiIn(db, fake, name);
      await feedWikis({ ...feeder(), db }, { wikis: [wiki], once: true, http });
      fake.messages.set("MediaWiki:Spam-blacklist", "\\bh[256]\\.zz\\b");
      clock.set(instantOfDay(asDay(3610)));
      await db.sql`update wiki set spam_due_at = 'epoch' where dbname = ${name}`;
      if (db === other) await feedWikis({ ...feeder(), db }, { wikis: [wiki], once: true, http });
      else
        await feed(
          wiki,
          await filesOf({
            "w-20261120-page.sql": dumpOf([pageTable(PAGES)]),
            "w-20261120-externallinks.sql": dumpOf([oldLinks(PAGES)]),
            "w-20261120-iwlinks.sql": dumpOf([iwlinksTable(PAGES)]),
          }),
        );
      const blocked = await db.sql`
        select u.key, u.flags from url u where u.key in (select key from spam_use s join wiki w on w.id = s.wiki_id
          where w.dbname = ${name}) order by u.key`;
      ends.push({ ...(await endState(db, wiki)), blocked: [...blocked] });
    }
    const [api, dumped] = ends;
    expect(dumped?.blocked.length).toBeGreaterThan(3);
    expect(dumped?.pages).toEqual(api?.pages);
    expect(dumped?.spam).toEqual(api?.spam);
    expect(dumped?.blocked).toEqual(api?.blocked);
  });

  test("one file with all tables, prefixed names, and interwiki links", async () => {
    const fake = await fakeWiki();
    const wiki = await wikiIn(context().db, fake, nextName());
    const iwlinks: TestTable = {
      name: "mw_iwlinks",
      columns: ["iwl_from int(8)", "iwl_prefix varbinary(32)", "iwl_title varbinary(255)"],
      rows: [
        [1, "imdb", "title/tt1"],
        [1, "fr", "Accueil"],
        [2, "gone", "x"],
        [3, "imdb", "no_page"],
      ],
    };
    const prefixed = (table: TestTable) => ({ ...table, name: `mw_${table.name}` });
    const tables = [prefixed(newLinks(PAGES)), iwlinks, prefixed(pageTable(PAGES))];
    const fed = await feed(wiki, await filesOf({ "all.sql.gz": gzipSync(dumpOf(tables)) }));
    expect(fed).toMatchObject({ pages: 34, sisters: 1, unknownPrefixes: 1 });
    const [row] = await context().db.sql`
      select p.title from page p join page_link l using (wiki_id, pageid) join url u on u.id = any(l.urls)
      join host h on h.id = u.host_id join wiki w on w.id = p.wiki_id
      where h.name = 'www.imdb.zz' and u.path = '/title/tt1' and w.dbname || '@friends' = ${wiki}`;
    expect(row).toEqual({ title: "One" });
  });

  test("categories by name and by link target", async () => {
    const fake = await fakeWiki();
    const wiki = await wikiIn(context().db, fake, nextName(), [
      { effect: "include", kind: "namespace", value: "4" },
      { effect: "exclude", kind: "category", value: "Category:Out" },
    ]);
    const tables: TestTable[] = [
      {
        name: "linktarget",
        columns: ["lt_id int", "lt_namespace int", "lt_title varbinary(255)"],
        rows: [
          [7, 14, "Out"],
          [8, 0, "Out"],
        ],
      },
      {
        name: "categorylinks",
        columns: ["cl_from int", "cl_target_id bigint"],
        rows: [
          [901, 7],
          [5, 8],
        ],
      },
    ];
    const links = { "page.sql": dumpOf([pageTable(PAGES)]), "externallinks.sql": dumpOf([oldLinks(PAGES)]) };
    await expect(feed(wiki, await filesOf(links))).rejects.toThrow("no file has the table categorylinks");
    const fed = await feed(wiki, await filesOf({ ...links, "more.sql": dumpOf(tables) }));
    expect(fed).toMatchObject({ pages: 1 });
  });
});

describe("what is there already", () => {
  const dumps = (pages: readonly FakePage[], day: string) =>
    filesOf({
      [`w-${day}-page.sql`]: dumpOf([pageTable(pages)]),
      [`w-${day}-externallinks.sql`]: dumpOf([oldLinks(pages)]),
    });

  test("an older dump changes no page that was read later; the next run is due by the day of the dump", async () => {
    const fake = await fakeWiki();
    const wiki = await wikiIn(context().db, fake, nextName());
    await feedWikis(feeder(), { wikis: [wiki], once: true, http });
    const before = await endState(context().db, wiki);
    const old = PAGES.map((page) => ({
      ...page,
      title: page.pageid % 2 === 0 ? page.title : `Old ${page.title}`,
      links: ["https://old.zz/"],
    }));
    const fed = await feed(wiki, await dumps(old, "20261101"));
    expect(fed.day).toBe(3591);
    expect((await endState(context().db, wiki)).pages).toEqual(before.pages);
  });

  test("the first pass of a wiki is quiet, where it had no pages before, and ends with the slices that there are then", async () => {
    const { db } = context();
    const fake = await fakeWiki();
    const [young, old] = [await wikiIn(db, fake, nextName()), await wikiIn(db, fake, nextName())];
    await feedWikis(feeder(), { wikis: [old], once: true, http });
    for (const wiki of [young, old]) await feed(wiki, await dumps(PAGES, "20261120"));
    const last = db.sql`(select max(no) from slice)`;
    const rows = await db.sql<{ wiki: string; until: boolean; all: boolean }[]>`
      select dbname || '@friends' as wiki, first_pass_until > clock_timestamp() + interval '27 days' as until,
        first_pass_slice = ${last} as all from wiki where dbname || '@friends' in (${young}, ${old}) order by id`;
    expect([...rows]).toEqual([
      { wiki: young, until: true, all: true },
      { wiki: old, until: null, all: null },
    ]);
  });

  test("a first run over the API ends what a start from a dump left open", async () => {
    const { db } = context();
    const wiki = await wikiIn(db, await fakeWiki(), nextName());
    const [row] = await db.sql<{ id: WikiId }[]>`select id from wiki where dbname || '@friends' = ${wiki}`;
    const id = row?.id ?? (0 as WikiId);
    await beginFirstPass(db, id);
    await feedWikis(feeder(), { wikis: [wiki], once: true, http });
    const [bound] = await db.sql`select first_pass_slice >= first_pass_from as is from wiki where id = ${id}`;
    expect(bound).toEqual({ is: true });
  });

  test("a younger one is taken over, twice the same as once; readers get new snapshots", async () => {
    const { db } = context();
    const fake = await fakeWiki();
    const wiki = await wikiIn(db, fake, nextName());
    const [row] = await db.sql<{ id: number }[]>`select id from wiki where dbname || '@friends' = ${wiki}`;
    await feedWikis(feeder(), { wikis: [wiki], once: true, http });
    await db.sql`insert into dispatch_client (wiki_id, target, needs_export) values (${row?.id ?? 0}, 'main', false)`;
    clock.set(instantOfDay(asDay(3620)));
    const young = PAGES.map((page) => ({
      ...page,
      title: page.pageid % 2 === 0 ? page.title : `New ${page.title}`,
      links: [...page.links.slice(1), "https://new.zz/"],
    }));
    const files = await dumps(young, "20261128");
    const fed = await feed(wiki, files, { batch: 7 });
    const once = await endState(db, wiki);
    expect(once.pages).toHaveLength(34);
    expect(once.pages[0]).toMatchObject({
      title: "New One",
      touched: 3620,
      links_read: 3618,
      needs_update: false,
    });
    expect(await feed(wiki, files)).toEqual({ ...fed, added: 0 });
    expect(await endState(db, wiki)).toEqual(once);
    const [client] = await db.sql`
      select needs_export, extract(epoch from full_due_at)::float8 * 1000 as due from dispatch_client c
      join wiki w on w.id = c.wiki_id where wiki_id = ${row?.id ?? 0}`;
    expect(client).toEqual({ needs_export: true, due: instantOfDay(asDay(3625)) });
  });
});
