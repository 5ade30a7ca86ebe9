import { beforeEach, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { History } from "../../shared/history/types.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import { readChanges } from "../changes/read.ts";
import type { Database } from "../connect.ts";
import { publishHostChanges } from "../hosts/changes.ts";
import { expireNotes, expireTraits } from "../hosts/expire.ts";
import { recordDomainNotes } from "../hosts/record.ts";
import { deletePages } from "../pages/delete.ts";
import { recordPageLinks } from "../pages/links.ts";
import { freshDatabase } from "../testing/fresh.ts";
import {
  dueUrl,
  linked,
  newsOf,
  POSITION_END,
  POSITION_ZERO,
  resultOf,
  samplePage,
  sampleWiki,
} from "../testing/sample.ts";
import type { Change, DueUrl, WikiId } from "../types.ts";
import { expireUrls } from "./expire.ts";
import { recordResults } from "./results.ts";
import { BLOCKED_BIT } from "./row.ts";
import { publishVerdictChanges } from "./verdict-changes.ts";

const DAY = 3_600;

let db: Database;
let wiki: WikiId;
beforeEach(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db);
});

/** Of what was written since, but for what is said of the sample's pages when they come. */
async function changesOf<Kind extends Change["kind"]>(
  kind: Kind,
): Promise<Extract<Change, { kind: Kind }>[]> {
  const { changes } = await readChanges(db, POSITION_ZERO, 1_000, POSITION_END);
  await db.sql`delete from change`;
  return changes.filter((change): change is Extract<Change, { kind: Kind }> => change.kind === kind);
}

const looks = (...all: readonly (readonly [day: number, http: number])[]): History =>
  all.reduce<History>(
    (known, [day, http]) =>
      fold(known, { status: statusOfHttp(http), http, deadEnd: false }, asDay(DAY + day)),
    [],
  );

describe("a verdict that changes as days go by (Q9)", () => {
  const URL = "https://dead.zz/";
  const FAILING = looks([0, 200], [28, 404], [29, 404], [31, 404], [35, 404]);
  const CHANGES = asDay(DAY + 42);

  beforeEach(async () => {
    await samplePage(db, wiki, 1, [URL], DAY);
    const due = await dueUrl(db, URL);
    const day = asDay(DAY + 35);
    await recordResults(db, null, [
      { ...resultOf(due, day, 404), history: FAILING, nextVerdictChange: CHANGES },
    ]);
    await changesOf("url");
  });

  test("is published on its day, once", async () => {
    expect(await publishVerdictChanges(db, asDay(CHANGES - 1))).toBe(0);
    expect(await publishVerdictChanges(db, CHANGES)).toBe(1);
    expect(await publishVerdictChanges(db, CHANGES)).toBe(0);
    expect(await changesOf("url")).toMatchObject([
      {
        day: CHANGES,
        payload: {
          url: URL,
          news: ["verdict"],
          before: { verdict: "doubtful", since: DAY + 28, last: DAY + 35, checks: 4 },
          after: { verdict: "unreachable", since: DAY + 28, last: DAY + 35, checks: 4 },
        },
      },
    ]);
  });

  test.each([
    [true, 0],
    [false, 1],
  ])(
    "published by then: %j; the next check that sees the same publishes it %d times",
    async (before, times) => {
      if (before) await publishVerdictChanges(db, CHANGES);
      await changesOf("url");
      const day = asDay(CHANGES + 1);
      const result = resultOf(await dueUrl(db, URL), day, 404, {
        verdictChanged: { change: newsOf(URL, { verdict: "unreachable" }) },
      });
      await recordResults(db, null, [result]);
      expect(await changesOf("url")).toHaveLength(times);
      expect(await db.sql`select 1 from verdict_change_due`).toEqual([]);
      expect(await publishVerdictChanges(db, day)).toBe(0);
    },
  );

  test("is not published when a check saw something else, and is forgotten with its URL", async () => {
    await recordResults(db, null, [resultOf(await dueUrl(db, URL), asDay(CHANGES - 1), 200)]);
    expect(await publishVerdictChanges(db, CHANGES)).toBe(0);
    await recordResults(db, null, [
      { ...resultOf(await dueUrl(db, URL), CHANGES, 404), nextVerdictChange: asDay(CHANGES + 9) },
    ]);
    expect(await db.sql`select due, published from verdict_change_due`).toEqual([
      { due: CHANGES + 9, published: false },
    ]);
    const day = asDay(CHANGES + 500);
    expect((await expireUrls(db, { before: day, today: day, most: 9 })).deleted).toBe(1);
    expect(await db.sql`select 1 from verdict_change_due`).toEqual([]);
    expect(await changesOf("url-deleted")).toMatchObject([
      {
        page: { wiki, pageid: 1 },
        payload: { wiki: "testwiki@wmflabs", title: "Page 1", removed: 1, urls: { gone: [URL] } },
      },
    ]);
  });
});

test("verdicts that change by time are published to the last, but for those that a crawler is storing just now", async () => {
  const COUNT = 2_500;
  const failing = looks([0, 200], [28, 404], [29, 404], [31, 404], [35, 404]);
  await samplePage(db, wiki, 1, ["http://dead.zz/"], DAY);
  await recordResults(db, null, [
    { ...resultOf(await dueUrl(db, "http://dead.zz/"), asDay(DAY + 35), 404), history: failing },
  ]);
  await db.sql`
    insert into url (id, key, scheme, host_id, port, path, touched, queried, history)
    select (select max(id) from url) + n, md5(n::text)::uuid, scheme, host_id, port, '/' || n, touched, queried, history
    from url, generate_series(1, ${COUNT - 1}::int) n`;
  await db.sql`insert into verdict_change_due (url_id, due) select id, ${DAY + 42} from url`;
  await db.transaction(async (tx) => {
    await tx.sql`select 1 from url where id = (select min(url_id) from verdict_change_due) for no key update`;
    expect(await publishVerdictChanges(db, asDay(DAY + 42))).toBe(COUNT - 1);
  });
  expect(await publishVerdictChanges(db, asDay(DAY + 42))).toBe(1);
});

test("URLs that are forgotten are published for every page that names them, some thousand pages in a transaction", async () => {
  const PAGES = 5_001;
  await samplePage(db, wiki, 1, ["https://a.zz/1", "https://a.zz/2"], DAY);
  await db.sql`
    insert into page (wiki_id, pageid, title, namespace, links_read, touched)
    select wiki_id, pageid + n, 'Page ' || pageid + n, namespace, links_read, touched from page, generate_series(1, ${PAGES - 1}::int) n`;
  await db.sql`
    insert into page_link (wiki_id, pageid, urls)
    select wiki_id, pageid + n, urls from page_link, generate_series(1, ${PAGES - 1}::int) n`;
  await db.sql`delete from change`;
  const expiry = { before: asDay(DAY + 1), today: asDay(DAY + 100), most: 9 };
  expect((await expireUrls(db, expiry)).deleted).toBe(2);
  const [row] = await db.sql<{ pages: number; rows: number; most: number; payload: object }[]>`
    select count(distinct pageid)::int as pages, count(*)::int as rows,
      (select max(published)::int from (select count(*) as published from change group by xid) as of) as most,
      (select payload from change where pageid = 5001) as payload
    from change where kind = 'url-deleted'`;
  expect(row).toEqual({
    pages: PAGES,
    rows: PAGES,
    most: 5_000,
    payload: {
      wiki: "testwiki@wmflabs",
      title: "Page 5001",
      removed: 2,
      urls: { came: [], gone: ["https://a.zz/1", "https://a.zz/2"] },
    },
  });
  expect(await db.sql`select 1 from page_link where urls <> '{}'`).toEqual([]);
});

describe("what holds for hosts (M9, M10)", () => {
  const PLAIN = "http://a.zz/plain";
  const NOTED = "http://a.zz/noted";
  const SECURE = "https://a.zz/secure";
  let host: DueUrl["host"];

  beforeEach(async () => {
    await samplePage(db, wiki, 1, [PLAIN, NOTED, SECURE, "http://other.zz/"], DAY);
    host = (await dueUrl(db, PLAIN)).host;
    await recordResults(db, null, [
      resultOf(await dueUrl(db, NOTED), asDay(DAY), 301, { notes: [{ key: "https-needed" }] }),
    ]);
    await changesOf("url");
  });

  const seen = async (day: number) => {
    const other = await dueUrl(db, "http://other.zz/");
    await recordResults(
      db,
      null,
      [resultOf(other, asDay(day), 200)],
      [{ id: host, day: asDay(day), seen: ["https-needed"] }],
    );
  };
  const NOTE = [{ key: "https-needed" }];

  test("a trait is published once it has lasted, for the URLs whose own checks did not say it, and when it is gone", async () => {
    await seen(DAY + 1);
    await seen(DAY + 101);
    expect(await changesOf("url")).toEqual([]);
    await seen(DAY + 102);
    expect((await changesOf("url")).map(({ payload }) => payload)).toMatchObject([
      { url: PLAIN, news: ["host-notes"], notes: { came: NOTE, gone: [] }, after: { verdict: "unknown" } },
    ]);
    await seen(DAY + 130);
    expect(await changesOf("url")).toEqual([]);
    const limits = { last: asDay(DAY + 131), firstOfGet: asDay(0) };
    expect(await expireTraits(db, limits, asDay(DAY + 231))).toBe(1);
    expect((await changesOf("url")).map(({ payload }) => [payload.url, payload.notes])).toEqual([
      [PLAIN, { came: [], gone: NOTE }],
    ]);
  });

  test("one that a check refutes is published as gone, a young one is not", async () => {
    await seen(DAY);
    const gone = async (last: number) =>
      recordResults(
        db,
        null,
        [resultOf(await dueUrl(db, SECURE), asDay(last + 1), 200)],
        [{ id: host, day: asDay(last + 1), gone: [{ trait: "https-needed", last: asDay(last) }] }],
      );
    await gone(DAY);
    expect(await changesOf("url")).toEqual([]);
    await seen(DAY + 10);
    await seen(DAY + 150);
    await changesOf("url");
    await gone(DAY + 150);
    expect((await changesOf("url")).map(({ payload }) => [payload.url, payload.notes?.gone])).toEqual([
      [PLAIN, NOTE],
    ]);
  });

  test("a note is published for the URLs that were never checked, again with another value, and when it expires", async () => {
    const learn = (value: string, day: number) =>
      recordDomainNotes(db, [{ host: "a.zz", kind: "moved", value }], asDay(day));
    await learn("https://b.zz/", DAY);
    await learn("https://b.zz/", DAY + 1);
    const summary = async () =>
      (await changesOf("url")).map(({ payload }) => [
        payload.url,
        payload.notes?.came[0]?.value,
        payload.notes?.gone[0]?.value,
      ]);
    expect(await summary()).toEqual([
      [PLAIN, "https://b.zz/", undefined],
      [SECURE, "https://b.zz/", undefined],
    ]);
    await recordResults(db, null, [resultOf(await dueUrl(db, SECURE), asDay(DAY), 200)]);
    await learn("https://c.zz/", DAY + 2);
    expect(await summary()).toEqual([[PLAIN, "https://c.zz/", undefined]]);
    expect(await expireNotes(db, asDay(DAY + 3), asDay(DAY + 200))).toBe(1);
    expect(await summary()).toEqual([[PLAIN, undefined, "https://c.zz/"]]);
  });
});

describe("a host with more URLs than a transaction publishes of", () => {
  const URLS = 12_000;
  const notesOf = async () => {
    const rows = await db.sql<{ url: string; notes: string }[]>`
      select payload ->> 'url' as url, payload ->> 'notes' as notes from change where kind = 'url' order by id`;
    await db.sql`delete from change`;
    return rows.map(({ url, notes }) => `${url} ${notes}`);
  };

  beforeEach(async () => {
    await samplePage(db, wiki, 1, ["http://big.zz/"], DAY);
    await db.sql`
      insert into url (id, key, scheme, host_id, port, path, touched)
      select (select max(id) from url) + n, md5(n::text)::uuid, scheme, host_id, port, '/' || n, touched
      from url, generate_series(1, ${URLS - 1}::int) n`;
    await changesOf("url");
  });

  test("has all of them published, the others by maintenance", async () => {
    await db.sql`insert into host_trait (host_id, trait, first, last) select id, 'https-needed', 100, 500 from host`;
    await expireTraits(db, { last: asDay(1_000), firstOfGet: asDay(0) }, asDay(DAY));
    const [now, later] = [await notesOf(), await publishHostChanges(db, asDay(DAY)).then(notesOf)];
    expect([now.length, later.length]).toEqual([10_000, 2_000]);
    expect(new Set([...now, ...later]).size).toBe(URLS);
    await publishHostChanges(db, asDay(DAY));
    expect(await notesOf()).toEqual([]);
  });

  test("has what came later published behind what is left, and a transaction publishes no more for many notes", async () => {
    const learn = (value: string) =>
      recordDomainNotes(db, [{ host: "big.zz", kind: "moved", value }], asDay(DAY));
    await learn("https://one.zz/");
    await learn("https://two.zz/");
    expect(await notesOf()).toHaveLength(10_000);
    await publishHostChanges(db, asDay(DAY));
    const values = (await notesOf()).map((text) => /one|two/.exec(text)?.[0]);
    expect(values.slice(0, 2_000).every((value) => value === "one")).toBe(true);
    expect(values.slice(2_000).filter((value) => value === "two")).toHaveLength(URLS);
  });
});

test("a note that softens a verdict is published for what a check that is under way will have stored (H3)", async () => {
  const URL = "https://dead.zz/";
  await samplePage(db, wiki, 1, [URL], DAY);
  const failing = looks([0, 200], [28, 404], [29, 404], [31, 404], [35, 404], [42, 404]);
  const [day, next] = [asDay(DAY + 42), asDay(DAY + 43)];
  await recordResults(db, null, [{ ...resultOf(await dueUrl(db, URL), day, 404), history: failing }]);
  await changesOf("url");
  const due = await dueUrl(db, URL);
  let noted = Promise.resolve();
  await db.transaction(async (tx) => {
    await recordResults(tx, null, [resultOf(due, next, 200)]);
    const note = { host: "dead.zz", kind: "reported-working", value: "" } as const;
    noted = recordDomainNotes(db, [note], next);
    await expect
      .poll(
        () =>
          db.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
  });
  await noted;
  expect((await changesOf("url")).map(({ payload }) => [payload.news, payload.before.verdict])).toEqual([
    [["host-notes"], "working"],
  ]);
});

describe("a link that is blocked on another page of the wiki (P1)", () => {
  const URL = "http://spam.zz/";
  const { key, url } = linked(URL);
  const page = (pageid: number) => ({ wikiId: wiki, pageid, title: `Page ${pageid}`, namespace: 0 });
  const blockOn = (pageid: number, list: "local" | "global" = "local") =>
    recordPageLinks(db, page(pageid), [], asDay(DAY), [{ url, key, scope: list, line: "spam" }]);
  const summary = async () =>
    (await changesOf("page-links")).map(({ page: about, payload }) => [
      about?.pageid,
      payload.added,
      payload.spam,
    ]);

  let otherWiki: WikiId;
  beforeEach(async () => {
    otherWiki = await sampleWiki(db, "otherwiki");
    await samplePage(db, wiki, 1, [URL], DAY);
    await samplePage(db, otherWiki, 5, [URL], DAY);
    await changesOf("page-links");
  });

  test("is published for all pages that have it, with the first page and the last one only", async () => {
    const item = { url: URL, list: "local" };
    await blockOn(2);
    expect(await summary()).toEqual([
      [1, 0, { uses: 0, came: [item], gone: [] }],
      [2, 0, { uses: 1, came: [item], gone: [] }],
    ]);
    await blockOn(3);
    expect((await summary()).map(([pageid]) => pageid)).toEqual([3]);
    await deletePages(db, wiki, [2], "deleted", asDay(DAY));
    expect(await summary()).toEqual([]);
    await deletePages(db, wiki, [3], "deleted", asDay(DAY));
    expect(await summary()).toEqual([[1, 0, { uses: 0, came: [], gone: [item] }]]);
  });

  test("is not checked any more when the last page that has it is deleted (C10)", async () => {
    await blockOn(2);
    await samplePage(db, wiki, 4, [URL, "http://other.zz/"], DAY);
    await recordPageLinks(db, { wikiId: otherWiki, pageid: 6, title: "Six", namespace: 0 }, [], asDay(DAY), [
      { url, key, scope: "local", line: "spam" },
    ]);
    const isChecked = async () =>
      (await db.sql`select 1 from url where key = ${key} and flags & ${BLOCKED_BIT} = 0`).length > 0;
    await deletePages(db, wiki, [1, 4], "deleted", asDay(DAY));
    expect(await isChecked()).toBe(true);
    await deletePages(db, otherWiki, [5], "deleted", asDay(DAY));
    expect(await isChecked()).toBe(false);
  });

  test("is published again when another list blocks it, and not when nothing changed", async () => {
    await blockOn(2);
    await changesOf("page-links");
    await blockOn(2);
    expect(await summary()).toEqual([]);
    await blockOn(2, "global");
    const change = { came: [{ url: URL, list: "global" }], gone: [{ url: URL, list: "local" }] };
    expect(await summary()).toEqual([
      [1, 0, { uses: 0, ...change }],
      [2, 0, { uses: 1, ...change }],
    ]);
  });
});

test("a page that goes is published with what it had", async () => {
  await samplePage(db, wiki, 1, ["https://a.zz/", "https://b.zz/"], DAY);
  await deletePages(db, wiki, [1], "released", asDay(DAY));
  expect((await changesOf("page-deleted")).map(({ payload }) => payload)).toEqual([
    { wiki: "testwiki@wmflabs", title: "Page 1", namespace: 0, reason: "released", removed: 2, uses: 0 },
  ]);
});

test("long lists of URLs are cut, and counted whole", async () => {
  await samplePage(db, wiki, 1, ["https://a.zz/0"], DAY);
  await changesOf("page-links");
  await samplePage(
    db,
    wiki,
    1,
    Array.from({ length: 200 }, (_, no) => `https://a.zz/${no}`),
    DAY + 1,
  );
  const [change] = await changesOf("page-links");
  expect(change?.payload).toMatchObject({ added: 199, removed: 0 });
  expect(change?.payload.urls.came).toHaveLength(50);
});
