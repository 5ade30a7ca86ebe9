import { beforeAll, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { readChanges } from "../changes/read.ts";
import type { Database } from "../connect.ts";
import { claimWikiLists } from "../spam/lists.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { enterUrls } from "../urls/enter.ts";
import { expireUrls } from "../urls/expire.ts";
import { addPartition } from "../urls/partitions.ts";
import { claimFeed, dueWikis, type FeedLease, releaseFeed, renewFeed, storeFeed } from "../wikis/feeding.ts";
import { findWiki, updateWiki } from "../wikis/wikis.ts";
import { finishChanged, nextChanged, queueChanged } from "./changed.ts";
import { deletePages, deleteUntouchedPages } from "./delete.ts";
import { listPages } from "./list-run.ts";
import { clearNeedsUpdate, deletePageBatches, nextPageBatch, pagesNeedingUpdate } from "./read-run.ts";
import { finishTouches, queueTouches, takeTouches } from "./touches.ts";

const address = (number: number) => `https://site-${number % 7}.org/path/${number}`;
const page = (pageid: number) => ({ pageid, title: `T${pageid}`, namespace: 0 });

async function changesOf(db: Database) {
  const { changes } = await readChanges(db, { xid: "0", id: 0 }, 10_000);
  return changes.map(({ kind, page: about, payload }) => [kind, about?.pageid ?? null, payload]);
}

async function urlCount(db: Database): Promise<{ rows: number; keys: number }> {
  const [row] = await db.sql<{ rows: number; keys: number }[]>`
    select count(*)::int as rows, count(distinct key)::int as keys from url`;
  return row ?? { rows: -1, keys: -1 };
}

describe("pages", () => {
  let db: Database;
  let wiki: WikiId;
  beforeAll(async () => {
    db = await freshDatabase();
    wiki = await sampleWiki(db);
  });

  test("are created once, listed later, and read in order beyond a point", async () => {
    await db.sql`update wiki set pass = 1 where id = ${wiki}`;
    expect(await listPages(db, wiki, [page(3), page(1), page(2)], asDay(10))).toBe(3);
    expect(await clearNeedsUpdate(db, wiki, [1, 2, 3, 99])).toBe(3);
    expect(await pagesNeedingUpdate(db, wiki, 10)).toEqual([]);
    const marked = (id: number) => ({ ...page(id), linksRead: -1 });
    expect(await listPages(db, wiki, [{ ...page(2), title: "Moved" }, page(4)], asDay(20))).toBe(1);
    expect(await pagesNeedingUpdate(db, wiki, 10)).toEqual([marked(4)]);
    const batch = await nextPageBatch(db, wiki, 10);
    expect(batch?.pageids).toEqual([2]);
    expect(await nextPageBatch(db, wiki, 10, { after: 0, busy: [2] })).toMatchObject({ pageids: [] });
    await deletePageBatches(db, wiki, batch?.batchIds ?? []);
    expect(await nextPageBatch(db, wiki, 10)).toBeNull();
    // What was touched long ago is touched and marked at once; its title is taken over when its links are read, where a
    // move becomes news.
    expect(await listPages(db, wiki, [{ ...page(2), title: "Moved" }], asDay(39))).toBe(0);
    expect(await pagesNeedingUpdate(db, wiki, 10)).toEqual([marked(2), marked(4)]);
    expect(await pagesNeedingUpdate(db, wiki, 10, marked(2))).toEqual([marked(4)]);
    expect(await pagesNeedingUpdate(db, wiki, 1)).toEqual([marked(2)]);
    expect(await listPages(db, wiki, [], asDay(20))).toBe(0);
  });

  test("untouched for long are deleted, with a change for the clients (F3)", async () => {
    // Page 2 was never read: no client ever heard of it.
    await db.sql`update page set links_read = 10 where wiki_id = ${wiki} and pageid <> 2`;
    expect(await deleteUntouchedPages(db, wiki, asDay(20), asDay(30))).toBe(2);
    const gone = { wiki: "testwiki@wmflabs", namespace: 0, reason: "untouched", removed: 0, uses: 0 };
    expect(await changesOf(db)).toEqual([
      ["page-deleted", 1, { ...gone, title: "T1" }],
      ["page-deleted", 3, { ...gone, title: "T3" }],
    ]);
    expect(await deletePages(db, wiki, [2, 4, 77], "deleted", asDay(30))).toBe(2);
    expect(await deletePages(db, wiki, [2, 4, 77], "deleted", asDay(30))).toBe(0);
  });

  const hold = (of: WikiId, token: number): FeedLease => ({ wiki: of, token });

  test("asked for by a flood: the queue of a wiki is bounded, and what is dropped is counted", async () => {
    const own = await sampleWiki(db, "flooded");
    const other = await sampleWiki(db, "calm");
    const day = asDay(41);
    const limits = { open: 5, unwatched: 100 };
    expect(await queueTouches(db, own, [1, 2, 3], day, limits)).toEqual({ queued: 3, dropped: 0 });
    expect(await queueTouches(db, own, [2, 3, 4, 5, 6, 7], day, limits)).toEqual({ queued: 2, dropped: 2 });
    expect(await queueTouches(db, own, [8], day, limits)).toEqual({ queued: 0, dropped: 1 });
    expect(await queueTouches(db, other, [8], day, limits)).toEqual({ queued: 1, dropped: 0 });
    // What was handed out makes room.
    expect((await takeTouches(db, hold(own, 1), 4)).sort()).toEqual([1, 2, 3, 4]);
    expect(await queueTouches(db, own, [1, 8, 9], day, limits)).toEqual({ queued: 2, dropped: 0 });
  });

  test("that nobody watches are bounded per wiki and day; watched ones come in beside them", async () => {
    const own = await sampleWiki(db, "invented");
    const limits = { open: 100, unwatched: 3 };
    await listPages(db, own, [page(1), page(2)], asDay(40));
    expect(await queueTouches(db, own, [71, 72], asDay(41), limits)).toEqual({ queued: 2, dropped: 0 });
    expect(await queueTouches(db, own, [1, 71, 73, 74], asDay(41), limits)).toEqual({
      queued: 2,
      dropped: 1,
    });
    await takeTouches(db, hold(own, 1), 100);
    expect(await queueTouches(db, own, [2, 75], asDay(41), limits)).toEqual({ queued: 1, dropped: 1 });
    expect(await queueTouches(db, own, [74, 75], asDay(42), limits)).toEqual({ queued: 2, dropped: 0 });
  });

  test("asked for are queued once a day and handed to one feeder (F5)", async () => {
    await listPages(db, wiki, [page(5)], asDay(40));
    expect(await queueTouches(db, wiki, [5, 6, 5, 7], asDay(41))).toEqual({ queued: 3, dropped: 0 });
    expect(await queueTouches(db, wiki, [5, 6], asDay(41))).toEqual({ queued: 0, dropped: 0 });
    const first = hold(wiki, 1);
    const [one, other] = await Promise.all([takeTouches(db, first, 2), takeTouches(db, first, 2)]);
    expect([...one, ...other].sort()).toEqual([5, 6, 7]);
    expect(await takeTouches(db, first, 10)).toEqual([]);
    expect(await queueTouches(db, wiki, [6], asDay(41))).toEqual({ queued: 0, dropped: 0 });
    expect(await queueTouches(db, wiki, [6], asDay(42))).toEqual({ queued: 1, dropped: 0 });
    expect(await takeTouches(db, first, 10)).toEqual([6]);
    expect(await db.sql`select asked from page where pageid = 5`).toEqual([{ asked: 41 }]);
    expect(await db.sql`select 1 from page where pageid = 6`).toEqual([]);
  });

  test("reported by the wiki itself wait until they were read as they were reported last (F4)", async () => {
    const own = await sampleWiki(db, "edited");
    const ids = async () => (await nextChanged(db, own, 10)).map(({ pageid }) => pageid);
    expect(await queueChanged(db, own, [9, 3, 9])).toEqual({ queued: 2, dropped: 0 });
    expect(await queueChanged(db, own, [1])).toEqual({ queued: 1, dropped: 0 });
    const read = await nextChanged(db, own, 2);
    expect(read.map(({ pageid }) => pageid)).toEqual([3, 9]);
    // Published while it is being read: it is read again, and its place in the queue stays.
    await queueChanged(db, own, [3]);
    await finishChanged(db, own, read);
    expect(await ids()).toEqual([3, 1]);
    await finishChanged(db, own, await nextChanged(db, own, 10));
    expect(await ids()).toEqual([]);
    // The same day.
    await queueChanged(db, own, [9]);
    expect(await ids()).toEqual([9]);
    expect(await queueChanged(db, own, [9, 10, 11, 12], 3)).toEqual({ queued: 3, dropped: 1 });
    expect(await ids()).toEqual([9, 10, 11]);
    expect(await queueChanged(db, own, [])).toEqual({ queued: 0, dropped: 0 });
  });

  test("that a feeder took and did not finish go to the next holder, after those that wait", async () => {
    const own = await sampleWiki(db, "abandoned");
    await listPages(db, own, [page(1)], asDay(40));
    await queueTouches(db, own, [1, 2, 3], asDay(41));
    expect(await takeTouches(db, hold(own, 1), 10)).toEqual([1, 2, 3]);
    await finishTouches(db, hold(own, 1), [2]);
    await queueTouches(db, own, [4], asDay(41));
    const next = hold(own, 2);
    expect([await takeTouches(db, next, 10), (await takeTouches(db, next, 10)).sort()]).toEqual([
      [4],
      [1, 3],
    ]);
    // The one that was only away learns nothing, and changes nothing.
    await finishTouches(db, hold(own, 1), [1, 3]);
    expect((await takeTouches(db, hold(own, 3), 10)).sort()).toEqual([1, 3, 4]);
    // Asked for again while it is being read: it is read once more.
    await queueTouches(db, own, [1], asDay(42));
    await finishTouches(db, hold(own, 3), [1, 3, 4]);
    expect(await takeTouches(db, hold(own, 3), 10)).toEqual([1]);
    await finishTouches(db, hold(own, 3), [1]);
    expect(await takeTouches(db, hold(own, 4), 10)).toEqual([]);
  });

  test("that are watched only since somebody asked for them know when that was (M3)", async () => {
    const own = await sampleWiki(db, "discovered");
    await queueTouches(db, own, [1], asDay(41));
    const [taken, lease] = [await takeTouches(db, hold(own, 1), 10), hold(own, 1)];
    await listPages(db, own, [page(1)], asDay(41));
    await finishTouches(db, lease, taken);
    expect(await db.sql`select asked from page where wiki_id = ${own}`).toEqual([{ asked: 41 }]);
  });
});

describe("links of a page", () => {
  test("are written as a difference, which is published once", async () => {
    const db = await freshDatabase();
    const wiki = await sampleWiki(db);
    const steps: [number[], number, object][] = [
      [[1, 2, 3], 100, { added: 3, removed: 0, kept: 0 }],
      [[3, 2, 1], 101, { added: 0, removed: 0, kept: 3 }],
      [[2, 3, 4], 102, { added: 1, removed: 1, kept: 2 }],
      [[], 103, { added: 0, removed: 3, kept: 0 }],
      [[], 104, { added: 0, removed: 0, kept: 0 }],
      [[1], 105, { added: 1, removed: 0, kept: 0 }],
    ];
    for (const [numbers, day, difference] of steps)
      expect(await samplePage(db, wiki, 9, numbers.map(address), day)).toEqual(difference);
    const about = { wiki: "testwiki@wmflabs", title: "Page 9", namespace: 0 };
    const links = (what: object, came: number[] = [], gone: number[] = []) => ({
      ...{ ...about, came: false, added: 0, removed: 0 },
      ...what,
      urls: { came: came.map(address), gone: gone.map(address) },
    });
    expect((await changesOf(db)).map(([kind, , payload]) => [kind, payload])).toEqual([
      ["page-links", links({ came: true, added: 3 })],
      ["page-links", links({ added: 1, removed: 1 }, [4], [1])],
      ["page-links", links({ removed: 3 }, [], [2, 3, 4])],
      ["page-links", links({ added: 1 }, [1])],
    ]);
    const touched = await db.sql`select right(path, 1)::int as number, touched from url order by 1`;
    // Written again four weeks later only.
    expect(touched).toEqual([
      { number: 1, touched: 100 },
      { number: 2, touched: 100 },
      { number: 3, touched: 100 },
      { number: 4, touched: 102 },
    ]);
    expect(await db.sql`select links_read, needs_update from page`).toEqual([
      { links_read: 105, needs_update: false },
    ]);
  });

  test("eight feeders with the same URLs in different orders: no key twice, nobody stuck", async () => {
    const db = await freshDatabase({ max: 8 });
    const wiki = await sampleWiki(db);
    const feeder = async (number: number) => {
      for (let round = 0; round < 15; round++) {
        const numbers = Array.from(
          { length: 25 },
          (_, index) => ((index + round * 5) * (2 * number + 3)) % 101,
        );
        await samplePage(db, wiki, number * 100 + round, numbers.map(address), 200 + round);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, number) => feeder(number)));
    const { rows, keys } = await urlCount(db);
    expect(rows).toBe(keys);
    expect(rows).toBe(101);
    const [dangling] = await db.sql<{ count: number }[]>`
      select count(*)::int as count from page_link, unnest(urls) as id
      where not exists (select 1 from url where url.id = id)`;
    expect(dangling?.count).toBe(0);
  });

  test("feeders and the expiry of URLs at once: no page names a URL that is gone", async () => {
    const db = await freshDatabase({ max: 6 });
    const wiki = await sampleWiki(db);
    const urls = Array.from({ length: 40 }, (_, index) => address(index));
    await samplePage(db, wiki, 1, urls, 100);
    let expired = 0;
    for (let round = 0; round < 20; round++) {
      await db.sql`update url set touched = 100`;
      await db.sql`update slice set expiry_due = -1`;
      const feed = (pageid: number) => samplePage(db, wiki, pageid, urls, 300 + round);
      const [gone] = await Promise.all([
        expireUrls(db, { before: asDay(200), today: asDay(300), most: 100 }),
        feed(2),
        feed(3),
      ]);
      expired += gone.deleted;
    }
    // The race was run both ways.
    expect(expired).toBeGreaterThan(0);
    expect((await urlCount(db)).rows).toBe(40);
    const [dangling] = await db.sql<{ count: number }[]>`
      select count(*)::int as count from page_link, unnest(urls) as id
      where not exists (select 1 from url where url.id = id)`;
    expect(dangling?.count).toBe(0);
  });
});

describe("two feeders on one page", () => {
  test("the later one compares with what the earlier one wrote while it waited for the lock", async () => {
    const db = await freshDatabase({ max: 4 });
    const wiki = await sampleWiki(db);
    await samplePage(db, wiki, 1, [address(1)], 100);
    const ids = await enterUrls(db, [linked(address(1)), linked(address(2))], asDay(100));
    const both = [...ids.values()].sort((one, other) => one - other);
    let second: Promise<unknown> = Promise.resolve();
    await db.transaction(async ({ sql }) => {
      await sql`select 1 from page where pageid = 1 for update`;
      await sql`update page_link set urls = ${both}::bigint[] where pageid = 1`;
      second = samplePage(db, wiki, 1, [address(1)], 101);
      const waits = async () => {
        const [row] = await db.sql<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.waiting;
      };
      await expect.poll(waits).toBe(1);
    });
    expect(await second).toEqual({ added: 0, removed: 1, kept: 1 });
    expect(await db.sql`select urls from page_link`).toEqual([{ urls: both.slice(0, 1) }]);
  });
});

describe("holds on wikis", () => {
  test("one feeder at a time; a lost hold writes nothing; what is due and free is found", async () => {
    const db = await freshDatabase({ max: 8 });
    const wiki = await sampleWiki(db);
    const other = await sampleWiki(db, "other");
    const due = async () => (await dueWikis(db, 1_000)).map(({ id }) => id);
    expect(await due()).toEqual([other, wiki]);
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        claimFeed(db, wiki, { worker: `w${number}`, leaseSeconds: 100 }),
      ),
    );
    const leases = claims.flatMap((claim) => (claim.kind === "lease" ? [claim] : []));
    expect(leases).toHaveLength(1);
    const [lease] = leases;
    if (lease === undefined) throw new Error("nobody has it");
    expect(await due()).toEqual([other]);
    const [holder] = await db.sql<
      { name: string }[]
    >`select feed_holder as name from wiki where id = ${wiki}`;
    expect(claims.find(({ kind }) => kind === "held")).toMatchObject({ holder: holder?.name });

    expect(await storeFeed(db, lease, { feed: { a: 1 }, fullDue: { ms: 9_000, seenMs: 0 } })).toBe(true);
    // Somebody who changes the configuration meanwhile sets the time back: that stays.
    await updateWiki(db, wiki, { fullDueMs: 500 });
    expect(await storeFeed(db, lease, { fullDue: { ms: 20_000, seenMs: 9_000 } })).toBe(true);
    expect(await findWiki(db, "testwiki@wmflabs")).toMatchObject({ feed: { a: 1 }, fullDueMs: 500 });

    const worker = "later";
    expect(await claimFeed(db, wiki, { worker, leaseSeconds: 100, dead: "not the holder" })).toMatchObject({
      kind: "held",
    });
    const later = await claimFeed(db, wiki, { worker, leaseSeconds: 100, dead: holder?.name ?? "" });
    if (later.kind !== "lease") throw new Error("a dead holder holds it");
    expect(later.token).toBeGreaterThan(lease.token);
    expect(await renewFeed(db, lease, 100)).toBe(false);
    expect(await storeFeed(db, lease, { feed: { a: 2 } })).toBe(false);
    expect(await releaseFeed(db, lease)).toBe(false);
    expect(await renewFeed(db, later, 100)).toBe(true);
    expect(await releaseFeed(db, later)).toBe(true);
    expect(await renewFeed(db, later, 100)).toBe(false);
    expect(await due()).toEqual([other, wiki]);
  });

  test("a wiki is due for a first run, for its spam lists, for pages asked for, and for pages that are marked", async () => {
    const db = await freshDatabase();
    const wiki = await sampleWiki(db);
    const due = async (nowMs: number) => (await dueWikis(db, nowMs)).length;
    await updateWiki(db, wiki, { fullDueMs: 5_000, changesDueMs: 7_000 });
    const lists = (nowMs: number, nextMs: number) =>
      claimWikiLists(db, wiki, { nowMs, nextMs, force: false });
    expect([await due(0), await lists(0, 1_000), await lists(999, 9_000)]).toEqual([1, true, false]);
    expect([await due(999), await due(1_000), await lists(1_000, 9_000)]).toEqual([0, 1, true]);
    expect([await due(4_999), await due(5_000)]).toEqual([0, 1]);
    await queueTouches(db, wiki, [1], asDay(1));
    expect(await due(4_999)).toBe(1);
    const lease = { wiki, token: 1 };
    const taken = await takeTouches(db, lease, 10);
    // By a feeder that does not hold the wiki any more.
    expect(await due(4_999)).toBe(1);
    await finishTouches(db, lease, taken);
    expect(await due(4_999)).toBe(0);
    await queueChanged(db, wiki, [1]);
    expect(await due(4_999)).toBe(1);
    await finishChanged(db, wiki, await nextChanged(db, wiki, 10));
    expect(await due(4_999)).toBe(0);
    await listPages(db, wiki, [page(1)], asDay(1));
    expect(await due(4_999)).toBe(1);
    await updateWiki(db, wiki, { incrementalDueMs: 6_000, fullDueMs: 5_900 });
    expect([await due(5_899), await due(5_900)]).toEqual([0, 1]);
    await updateWiki(db, wiki, { fullDueMs: 9_000 });
    expect([await due(5_999), await due(6_000)]).toEqual([0, 1]);
    await deletePages(db, wiki, [1], "deleted", asDay(1));
    expect([await due(6_999), await due(7_000)]).toEqual([0, 1]);
  });
});

describe("partitions of the URL table", () => {
  test("are added by feeders when needed; a key stays unique across the border, also under feeders at once", async () => {
    const db = await freshDatabase({ max: 6 });
    await db.sql`select setval('url_id_seq', 49999995)`;
    const links = Array.from({ length: 20 }, (_, number) => linked(address(number)));
    const entered = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        enterUrls(db, number % 2 === 0 ? links : [...links].reverse(), asDay(1)),
      ),
    );
    for (const ids of entered) expect(ids).toEqual(entered[0]);
    expect(await urlCount(db)).toEqual({ rows: 20, keys: 20 });
    const spread =
      await db.sql`select tableoid::regclass::text as part, count(*)::int from url group by 1 order by 1`;
    expect(spread).toEqual([
      { part: "url_0000", count: 4 },
      { part: "url_0001", count: 16 },
    ]);
    expect(await db.sql`select no, fresh from slice order by no`).toEqual([
      { no: 4999, fresh: true },
      { no: 5000, fresh: true },
    ]);
    expect(await addPartition(db)).toBe(true);
    expect(await addPartition(db)).toBe(false);
    const [indexes] = await db.sql<{ same: boolean }[]>`
      select array_agg(pg_get_indexdef(indexrelid) order by 1) filter (where indrelid = 'url_0002'::regclass)
        = array_agg(replace(pg_get_indexdef(indexrelid), 'url_0000', 'url_0002') order by 1)
          filter (where indrelid = 'url_0000'::regclass) as same
      from pg_index`;
    expect(indexes?.same).toBe(true);
  });
});
