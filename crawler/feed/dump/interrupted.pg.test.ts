import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Database } from "../../../db/connect.ts";
import { watched } from "../../../db/testing/watched.ts";
import { claimFeed } from "../../../db/wikis/feeding.ts";
import { clock, context, feeder, setUp } from "../testing/feeder.ts";
import {
  endState,
  fakeWiki,
  feed,
  filesOf,
  newLinks,
  nextName,
  oldLinks,
  PAGES,
  pageTable,
  wikiIn,
} from "./testing/dumped-wiki.ts";
import { dumpOf } from "./testing/mysqldump.ts";

setUp();

describe("interrupted", () => {
  /** A database that is gone for this process after so many statements, as when it was killed. */
  function dying(db: Database, statements: number): Database {
    let left = statements;
    return watched(db, () => {
      left -= 1;
      if (left < 0) throw new Error("killed");
    });
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
    for (let statements = 3; ; statements += 29) {
      const wiki = await wikiIn(db, fake, nextName());
      const mortal = { ...feeder(), db: dying(feeder().db, statements) };
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
    const stopping = { ...feeder(), signal: stop.signal, clock: { ...clock, today } };
    await expect(feed(wiki, files, { batch: 10 }, stopping)).rejects.toThrow(
      "the same command continues from there",
    );
    const said: string[] = [];
    const log = { ...context().log, info: (text: string) => void said.push(text) };
    await feed(wiki, files, { batch: 10 }, { ...feeder(), log });
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
