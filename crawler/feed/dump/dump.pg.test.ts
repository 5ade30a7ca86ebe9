import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../../db/connect.ts";
import { claimFeed } from "../../../db/queries/feed/claim-feed.ts";
import { freshDatabase } from "../../../db/testing/fresh.ts";
import type { Criterion } from "../../../db/types.ts";
import { asDay, instantOfDay } from "../../../shared/calendar/day.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { registerWiki } from "../register.ts";
import { feedWikis } from "../run.ts";
import { type FakePage, type FakeWiki, startFakeWiki } from "../testing/fake-wiki.ts";
import { clock, context, http, setUp } from "../testing/feeder.ts";
import { type DumpOptions, feedFromDump } from "./run.ts";
import { dumpOf, type TestTable } from "./testing/mysqldump.ts";

setUp();
let other: Database;
beforeAll(async () => {
  other = await freshDatabase({ max: 4 });
});

const PAGES: FakePage[] = [
  {
    pageid: 1,
    title: "One",
    links: [
      "http://a.zz/",
      "HTTP://A.zz:80/#x",
      "mailto:x@y.zz",
      "http://docs/x",
      "https://e.zz/%E2%80%AE/a",
    ],
    interwikis: [
      ["imdb", "title/tt1"],
      ["imdb", "It's_ü_&_?_東"],
      ["Fr", "Accueil"],
      ["gone", "x"],
      ["own", "Two"],
      ["bad", "a|b"],
    ],
  },
  {
    pageid: 2,
    title: "Two",
    links: ["https://b.zz/1", "https://b.zz/2", "//b.zz/2", "ftp://c.zz:2121/f", "http://a.zz/"],
    interwikis: [
      ["imdb", "title/tt1"],
      ["imdb", ""],
      ["imdb", "x".repeat(5_000)],
    ],
  },
  { pageid: 3, title: "Script", contentmodel: "javascript", links: ["https://never.zz/"] },
  { pageid: 4, title: 'It\'s \\ "ü" 東', links: [] },
  {
    pageid: 5,
    title: "Fake:Five",
    ns: 4,
    links: ["https://five.zz/", "http://[2001:4860:0:0:0:0:0:1]/x", "http://8.8.8.8:8080/"],
  },
  {
    pageid: 900,
    title: "Far\tway",
    links: ["https://u:p@pw.zz/1", "https://pw.zz/1", "http://a.zz/\\t'%22?a=\\"],
  },
  { pageid: 901, title: "Fake:Out", ns: 4, links: ["https://out.zz/"], categories: ["Category:Out"] },
  ...Array.from({ length: 30 }, (_, at) => ({
    pageid: 1_000 + at,
    title: `P${at}`,
    links: Array.from({ length: at % 4 }, (_, no) => `https://h${(at * no) % 7}.zz/${at % 5}/${no}`),
  })),
];

const PAGE = [
  "page_id int(8)",
  "page_namespace int(11)",
  "page_title varbinary(255)",
  "page_content_model varbinary(32)",
];

function pageTable(pages: readonly FakePage[]): TestTable {
  const rows = pages.map(({ pageid, title, ns = 0, contentmodel = "wikitext" }) => {
    const own = ns === 0 ? title : title.slice(title.indexOf(":") + 1);
    return [pageid, ns, own.replaceAll(" ", "_"), contentmodel];
  });
  return { name: "page", columns: PAGE, rows };
}

function iwlinksTable(pages: readonly FakePage[]): TestTable {
  return {
    name: "iwlinks",
    columns: ["iwl_from int(8)", "iwl_prefix varbinary(32)", "iwl_title varbinary(255)"],
    rows: pages.flatMap(({ pageid, interwikis = [] }) => interwikis.map((link) => [pageid, ...link])),
  };
}

/** In no order, as rows come by edits. */
function shuffled<T>(rows: T[]): T[] {
  return rows
    .map((row, at) => ({ row, place: (at * 7_919) % 101 }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

function oldLinks(pages: readonly FakePage[]): TestTable {
  const rows = pages.flatMap(({ pageid, links }) => links.map((url) => [pageid, url, "x"]));
  return {
    name: "externallinks",
    columns: ["el_from int(8)", "el_to blob", "el_index blob"],
    rows: shuffled(rows),
  };
}

/** As MediaWiki 1.41 and later keep them: host in lower case and reversed, fragment with the path, nobody's password. */
function newLinks(pages: readonly FakePage[]): TestTable {
  const rows = pages.flatMap(({ pageid, links }) =>
    links.map((link) => {
      const [, scheme = "", host = "", port = "", path = ""] =
        /^([a-z]*:?)(?:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(:\d+)?)?(.*)$/i.exec(link) ?? [];
      if (!link.includes("//")) return [pageid, "mailto:zz.y.@x", ""];
      const index = /^[\d.]+$/.test(host)
        ? `V4.${host}.`
        : host.startsWith("[")
          ? `V6.${host.slice(1, -1).replaceAll(":", ".")}.`
          : `${host.toLowerCase().split(".").reverse().join(".")}.`;
      return [pageid, `${(scheme || "https:").toLowerCase()}//${index}${port}`, path];
    }),
  );
  const columns = ["el_from int(8)", "el_to_domain_index varbinary(255)", "el_to_path blob"];
  return { name: "externallinks", columns, rows: shuffled(rows), introducer: true };
}

async function filesOf(files: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "weboid-dump-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    }),
  );
}

let count = 0;
/** A wiki of this name, registered in that database. */
async function wikiIn(
  db: Database,
  fake: FakeWiki,
  dbname: string,
  criteria: Criterion[] | null = null,
): Promise<string> {
  const registered = await registerWiki({ ...context(), db }, http, {
    dbname,
    farm: "friends",
    api: fake.api,
    criteria,
  });
  if (!registered.ok) throw new Error(registered.error.message);
  return `${dbname}@friends`;
}

async function fakeWiki(pages: FakePage[] = PAGES): Promise<FakeWiki> {
  const fake = await startFakeWiki(structuredClone(pages));
  onTestFinished(() => fake.close());
  return fake;
}

const nextName = () => `dump${++count}`;

function feed(
  wiki: string,
  from: readonly string[],
  options: Partial<DumpOptions> = {},
  ctx: RoleContext = context(),
) {
  return feedFromDump(ctx, { wiki, from, siteinfo: null, http, ...options });
}

/** All that a feeder leaves behind of a wiki, without ids, which depend on the order of arrival. */
async function endState(db: Database, wiki: string) {
  const pages = await db.sql`
    select p.pageid, p.title, p.namespace, p.touched, p.asked, p.links_read, p.needs_update,
      l.urls is not null as listed, coalesce((
        select array_agg(u.key || ' ' || u.scheme || ' ' || h.name || ' ' || u.port || ' ' || u.path || ' ' || u.flags
          || ' ' || u.touched || ' ' || u.queried || ' ' || length(u.history) order by u.key)
        from url u join host h on h.id = u.host_id where u.id = any(l.urls)), '{}') as urls,
      l.urls = (select coalesce(array_agg(id order by id), '{}') from unnest(l.urls) as id) as ascending
    from page p join wiki w on w.id = p.wiki_id
    left join page_link l on l.wiki_id = p.wiki_id and l.pageid = p.pageid
    where w.dbname || '@friends' = ${wiki} order by p.pageid`;
  const [rest] = await db.sql`
    select (select count(*)::int from url where id / 10000 not in (select no from slice where fresh)) as unswept,
      (select count(*)::int from pg_class where relname like 'bulk%') as staging,
      (select count(*)::int - count(distinct key)::int from url) as doubled`;
  const spam = await db.sql`
    select s.pageid, s.key, s.url, s.list, s.line, s.first, s.last from spam_use s join wiki w on w.id = s.wiki_id
    where w.dbname || '@friends' = ${wiki} order by s.pageid, s.key`;
  return { pages: [...pages], spam: [...spam], rest };
}

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
    const [read] = (await feedWikis({ ...context(), db: other }, { wikis: [wiki], once: true, http })).wikis;
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

  test("what spam lists block since the pages were read last", async () => {
    const fake = await fakeWiki();
    const name = nextName();
    const wiki = `${name}@friends`;
    const ends = [];
    for (const db of [other, context().db]) {
      fake.messages.delete("MediaWiki:Spam-blacklist");
      clock.set(instantOfDay(asDay(3570)));
      await wikiIn(db, fake, name);
      await feedWikis({ ...context(), db }, { wikis: [wiki], once: true, http });
      fake.messages.set("MediaWiki:Spam-blacklist", "\\bh[256]\\.zz\\b");
      clock.set(instantOfDay(asDay(3610)));
      await db.sql`update wiki set spam_due_at = 'epoch' where dbname = ${name}`;
      if (db === other) await feedWikis({ ...context(), db }, { wikis: [wiki], once: true, http });
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
    await feedWikis(context(), { wikis: [wiki], once: true, http });
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

  test("a younger one is taken over, twice the same as once; readers get new snapshots", async () => {
    const { db } = context();
    const fake = await fakeWiki();
    const wiki = await wikiIn(db, fake, nextName());
    const [row] = await db.sql<{ id: number }[]>`select id from wiki where dbname || '@friends' = ${wiki}`;
    await feedWikis(context(), { wikis: [wiki], once: true, http });
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

describe("interrupted", () => {
  /** A database that is gone for this process after so many statements, as when it was killed. */
  function dying(db: Database, statements: number): Database {
    let left = statements;
    const wrap = (inner: Database): Database => ({
      ...inner,
      get sql() {
        const { sql } = inner;
        return new Proxy(sql, {
          apply(target, self, args) {
            // Fragments are called with a text or a list, statements with a template.
            const [first] = args;
            if (Array.isArray(first) && "raw" in first) {
              left -= 1;
              if (left < 0) throw new Error("killed");
            }
            return Reflect.apply(target, self, args);
          },
        });
      },
      orm: inner.orm,
      transaction: (work) => inner.transaction((tx) => work(wrap(tx))),
      close: async () => {},
    });
    return wrap(db);
  }

  test("after any statement, the same call again ends in the same state", async () => {
    const { db } = context();
    const fake = await fakeWiki();
    const files = await filesOf({
      "page.sql": dumpOf([pageTable(PAGES)]),
      "externallinks.sql": dumpOf([newLinks(PAGES)]),
    });
    const whole = await wikiIn(db, fake, nextName());
    await feed(whole, files, { batch: 15 });
    const wanted = await endState(db, whole);
    let deaths = 0;
    for (let statements = 3; ; statements += 11) {
      const wiki = await wikiIn(db, fake, nextName());
      const mortal = { ...context(), db: dying(db, statements) };
      const first = await feed(wiki, files, { batch: 15 }, mortal).catch(String);
      if (typeof first !== "string") break;
      expect(first).toContain("killed");
      deaths += 1;
      await db.sql`update wiki set feed_holder = null, feed_lease_until = 'epoch' where dbname || '@friends' = ${wiki}`;
      await feed(wiki, files, { batch: 15 });
      expect(await endState(db, wiki)).toEqual(wanted);
    }
    expect(deaths).toBeGreaterThan(5);
  });

  test("a stop between batches; what was read is not read again, unless the files are others", async () => {
    const { db } = context();
    const fake = await fakeWiki();
    const content = {
      "page.sql": dumpOf([pageTable(PAGES)]),
      "externallinks.sql": dumpOf([newLinks(PAGES)]),
    };
    const files = await filesOf(content);
    const wiki = await wikiIn(db, fake, nextName());
    const stop = new AbortController();
    let asked = 0;
    const today = () => {
      asked += 1;
      if (asked === 3) stop.abort();
      return clock.today();
    };
    const stopping = { ...context(), signal: stop.signal, clock: { ...clock, today } };
    await expect(feed(wiki, files, { batch: 10 }, stopping)).rejects.toThrow(
      "the same command goes on from there",
    );
    const said: string[] = [];
    const log = { ...context().log, info: (text: string) => void said.push(text) };
    await feed(wiki, files, { batch: 10 }, { ...context(), log });
    expect(said.join("\n")).toContain("the dumps were read before");
    expect((await endState(db, wiki)).rest).toEqual({ unswept: 0, staging: 0, doubled: 0 });
  });

  test("a broken dump enters nothing", async () => {
    const { db } = context();
    const fake = await fakeWiki();
    const wiki = await wikiIn(db, fake, nextName());
    const cut = gzipSync(dumpOf([oldLinks(PAGES)])).subarray(0, -12);
    const files = { "page.sql": dumpOf([pageTable(PAGES)]), "externallinks.sql.gz": cut };
    await expect(feed(wiki, await filesOf(files))).rejects.toThrow(/externallinks.sql.gz, byte \d+ unpacked/);
    const twice = { ...files, "page.sql": dumpOf([pageTable([...PAGES, ...PAGES.slice(0, 1)])]) };
    await expect(feed(wiki, await filesOf(twice))).rejects.toThrow("has a page twice");
    await expect(feed(wiki, await filesOf({ "page.sql": files["page.sql"] }))).rejects.toThrow(
      "no file has the table externallinks",
    );
    const mixed = {
      "page.sql": files["page.sql"],
      "externallinks.sql": dumpOf([oldLinks(PAGES)], { database: "other" }),
    };
    await expect(feed(wiki, await filesOf(mixed))).rejects.toThrow("is of the database other");
    const bomb = gzipSync(
      Buffer.concat([Buffer.from(dumpOf([oldLinks(PAGES)])), Buffer.alloc(80 << 20, " ")]),
    );
    await expect(feed(wiki, await filesOf({ ...files, "externallinks.sql.gz": bomb }))).rejects.toThrow(
      "unpacks to more than 200 times its size",
    );
    const long = `CREATE TABLE \`externallinks\` (\n  \`el_from\` int,\n  \`el_to\` blob\n);\nINSERT INTO \`externallinks\` VALUES (1,'${"x".repeat(64 << 20)}');\n`;
    await expect(
      feed(wiki, await filesOf({ "page.sql": files["page.sql"], "externallinks.sql": long })),
    ).rejects.toThrow("a row of table externallinks has more than 1048576 bytes");
    const odd = dumpOf([
      { name: "externallinks", columns: ["el_from int", "el_odd blob"], rows: [[1, "x"]] },
    ]);
    await expect(
      feed(wiki, await filesOf({ "page.sql": files["page.sql"], "externallinks.sql": odd })),
    ).rejects.toThrow("has columns that no MediaWiki had (el_from, el_odd)");
    const foreign = PAGES.map((page) => ({ ...page, title: `Elsewhere ${page.title}` }));
    await expect(
      feed(wiki, await filesOf({ ...mixed, "page.sql": dumpOf([pageTable(foreign)]) })),
    ).rejects.toThrow('page 1 is "Elsewhere One" in them and "One" at');
    const left = await endState(db, wiki);
    expect([left.pages, left.rest?.staging]).toEqual([[], 0]);
  });

  test("invalid UTF-8 becomes U+FFFD, a single line of many megabytes is read", async () => {
    const { db } = context();
    const fake = await fakeWiki();
    const wiki = await wikiIn(db, fake, nextName());
    const rows = Array.from(
      { length: 200_000 },
      (_, at) => `(${at % 7 === 0 ? 1 : 3},'http://l.zz/${"y".repeat(60)}')`,
    );
    const links = Buffer.concat([
      Buffer.from(
        `CREATE TABLE \`externallinks\` (\n  \`el_from\` int,\n  \`el_to\` blob\n);\nINSERT INTO \`externallinks\` VALUES (2,'http://u.zz/`,
      ),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(`'),${rows.join(",")};\n`),
    ]);
    await feed(wiki, await filesOf({ "page.sql": dumpOf([pageTable(PAGES)]), "externallinks.sql": links }));
    const { pages } = await endState(db, wiki);
    expect(pages.map(({ urls }) => urls.length).slice(0, 2)).toEqual([1, 1]);
    expect(pages[1]?.urls[0]).toContain(" u.zz 0 /%EF%BF%BD%EF%BF%BD ");
  });
});

test("while another feeder has the wiki it is left alone", async () => {
  const fake = await fakeWiki();
  const wiki = await wikiIn(context().db, fake, nextName());
  const [row] = await context().db.sql<{ id: Parameters<typeof claimFeed>[1] }[]>`
    select id from wiki where dbname || '@friends' = ${wiki}`;
  if (row === undefined) throw new Error("the wiki is gone");
  await claimFeed(context().db, row.id, { worker: "elsewhere:1:feed:aa00", leaseSeconds: 60 });
  await expect(feed(wiki, [])).rejects.toThrow("is being fed by elsewhere:1:feed:aa00");
});
