import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { listPages } from "../pages/list-run.ts";
import { pagesNeedingUpdate } from "../pages/read-run.ts";
import { queueTouches } from "../pages/touches.ts";
import { clientLags } from "../status/clients.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { claimFeed, dueWikis, releaseFeed } from "../wikis/feeding.ts";
import { beginPass, countPages, endPass, expireTallies, tallyFeed, tallySweep } from "./passes.ts";

const page = (pageid: number) => ({ pageid, title: `P${pageid}`, namespace: 0 });

async function feedOnce(db: Database, wiki: WikiId): Promise<void> {
  const claim = await claimFeed(db, wiki, { worker: "w", leaseSeconds: 100 });
  if (claim.kind !== "lease") throw new Error("held");
  await releaseFeed(db, claim);
}

describe("which wiki is next (F7)", () => {
  test("a new one, then the one that was not fed for longest, for every feeder", async () => {
    const db = await freshDatabase();
    const [a, b, c] = [await sampleWiki(db, "a"), await sampleWiki(db, "b"), await sampleWiki(db, "c")];
    const next = async () => (await dueWikis(db, 1_000)).map(({ id }) => id);
    expect(await next()).toEqual([a, b, c]);
    await feedOnce(db, a);
    await feedOnce(db, c);
    expect(await next()).toEqual([b, a, c]);
    await feedOnce(db, b);
    expect(await next()).toEqual([a, c, b]);
    const newcomer = await sampleWiki(db, "newcomer");
    expect(await next()).toEqual([newcomer, a, c, b]);
    await feedOnce(db, newcomer);
    // Somebody waits for a page of c; of a, too, but a waits for longer.
    await queueTouches(db, c, [1], asDay(1));
    expect(await next()).toEqual([c, a, b, newcomer]);
    await queueTouches(db, a, [1], asDay(1));
    expect(await next()).toEqual([a, c, b, newcomer]);
    // b waited for more than an hour longer than the wikis that are asked for: nobody can starve it.
    await db.sql`update wiki set feed_served_at = feed_served_at - interval '61 minutes' where id = ${b}`;
    expect(await next()).toEqual([b, a, c, newcomer]);
  });

  test("a pass that is marked again before it is through goes on with the pages read longest ago", async () => {
    const db = await freshDatabase();
    const wiki = await sampleWiki(db);
    const all = [1, 2, 3, 4, 5, 6].map(page);
    await listPages(db, wiki, all, asDay(10));
    for (const [id, day] of [
      [1, 12],
      [2, 13],
      [3, 11],
    ] as const)
      await samplePage(db, wiki, id, [], day);
    await db.sql`update page set needs_update = true where wiki_id = ${wiki}`;
    const order = async (after: Parameters<typeof pagesNeedingUpdate>[3] = null) =>
      (await pagesNeedingUpdate(db, wiki, 10, after)).map(({ pageid }) => pageid);
    expect(await order()).toEqual([4, 5, 6, 3, 1, 2]);
    expect(await order({ linksRead: -1, pageid: 5 })).toEqual([6, 3, 1, 2]);
    expect(await order({ linksRead: 12, pageid: 1 })).toEqual([2]);
  });
});

describe("counts of passes (F7)", () => {
  const stored = async (db: Database, wiki: WikiId) => {
    const [row] = await db.sql<Record<string, unknown>[]>`
      select began_at is not null as open, seconds is not null as ended, listed, read, pages, need_update as "needUpdate",
        oldest_touch as "oldestTouch" from feed_pass where wiki_id = ${wiki}`;
    return row;
  };

  test("begin with the lists, go on while pages are marked, and end with the last of them", async () => {
    const db = await freshDatabase();
    const wiki = await sampleWiki(db);
    await beginPass(db, wiki, true);
    await listPages(db, wiki, [page(1), page(2)], asDay(7));
    await tallyFeed(db, wiki, { listed: 2, read: 0, passedOver: 0, pages: 2, needUpdate: 2 });
    await db.sql`update wiki set feed = '{"listing": {}}', full_due_at = to_timestamp(9)`;
    expect(await endPass(db, wiki, 1_000)).toBe(false);
    await samplePage(db, wiki, 1, [], 8);
    await tallyFeed(db, wiki, { listed: 0, read: 1, passedOver: 0, pages: 0, needUpdate: -1 });
    await db.sql`update wiki set feed = '{}'`;
    expect(await endPass(db, wiki, 1_000)).toBe(false);
    await countPages(db, wiki, false);
    const half = { open: true, ended: false, listed: 2, read: 1, pages: 2, needUpdate: 1, oldestTouch: 7 };
    expect(await stored(db, wiki)).toEqual(half);
    await samplePage(db, wiki, 2, [], 8);
    await tallyFeed(db, wiki, { listed: 0, read: 1, passedOver: 0, pages: 0, needUpdate: -1 });
    // Lists that are due again already: an endless loop, of which the counts begin again with the lists.
    expect(await endPass(db, wiki, 10_000)).toBe(false);
    await beginPass(db, wiki, false);
    // Published by the feeder, and not counted again so soon.
    expect(await stored(db, wiki)).toEqual({ ...half, read: 2, needUpdate: 0 });
    expect(await endPass(db, wiki, 1_000)).toBe(true);
    expect(await endPass(db, wiki, 1_000)).toBe(false);
    // Counted a moment ago: not again so soon, unless it must be.
    await countPages(db, wiki, false);
    const over = { open: false, ended: true, listed: 2, read: 2, pages: 2, needUpdate: 0, oldestTouch: 7 };
    expect(await stored(db, wiki)).toEqual(over);
    await countPages(db, wiki, true);
    expect(await stored(db, wiki)).toEqual({ ...over, needUpdate: 0, oldestTouch: 8 });
    await beginPass(db, wiki, true);
    expect(await stored(db, wiki)).toMatchObject({ open: true, listed: 0, read: 0 });
  });

  test("of an hour add up, from any number of processes, and expire", async () => {
    const db = await freshDatabase({ max: 4 });
    const wiki = await sampleWiki(db);
    await samplePage(db, wiki, 1, ["https://a.sample-site.org/", "https://b.sample-site.org/"], 8);
    await Promise.all(
      [1, 2, 3].map((read) =>
        tallyFeed(db, wiki, { listed: 10, read, passedOver: 0, pages: 10, needUpdate: 10 - read }),
      ),
    );
    await Promise.all([1, 2, 3].map((checked) => tallySweep(db, { checked, inferred: 1 })));
    const hours = () =>
      Promise.all([
        db.sql`select sum(listed)::int as listed, sum(read)::int as read from feed_hour`,
        db.sql`select sum(checked)::int as checked, sum(inferred)::int as booked, max(last_url)::int as last from sweep_hour`,
      ]);
    expect(await hours()).toEqual([[{ listed: 30, read: 6 }], [{ checked: 6, booked: 3, last: 2 }]]);
    await db.sql`insert into feed_hour (wiki_id, hour) select ${wiki}, hour - 49 from feed_hour limit 1`;
    await db.sql`insert into sweep_hour (hour) select hour - 200 from sweep_hour limit 1`;
    expect(await expireTallies(db, { feedHours: 48, sweepHours: 190 })).toBe(2);
    expect(await hours()).toEqual([[{ listed: 30, read: 6 }], [{ checked: 6, booked: 3, last: 2 }]]);
  });
});

test("how far clients are behind is published of each by its own place", async () => {
  const db = await freshDatabase();
  for (const name of ["a", "b", "c", "d", "e", "f"]) await sampleWiki(db, name);
  await db.sql`
    insert into change (xid, day, kind, wiki_id, at)
    select ('1000' || n)::xid8, 1, 'x', 1, now() - make_interval(mins => 60 - n) from generate_series(1, 5) n`;
  await db.sql`
    insert into dispatch_client (wiki_id, target, position_xid, position_id, since)
    select w.id, 'main', p.xid::xid8, coalesce((select id from change where xid = p.xid::xid8), 0), now() - p.since
    from (values ('a', '0', interval '2 hours'), ('b', '10003', '2 hours'), ('c', '10005', null), ('d', '10003', null), ('e', '0', '5 minutes'),
      ('f', '10003', '0')) p (name, xid, since) join wiki w on w.dbname = p.name`;
  const lags = await clientLags(db);
  expect(
    lags.map(({ wiki, waiting, lagSeconds }) => [wiki.at(0), waiting, Math.round(lagSeconds / 60)]),
  ).toEqual([
    ["a", 5, 59],
    ["b", 2, 56],
    ["c", 0, 0],
    ["d", 2, 56],
    // New ones: nobody waited for them before they were there.
    ["e", 5, 5],
    ["f", 2, 0],
  ]);
});
