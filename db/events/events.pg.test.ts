import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { type FeedEvent, readCursor } from "../../shared/protocol/feed.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import { changesOfWikis, headPosition, readChanges, type WikiChange } from "../changes/read.ts";
import type { UrlChange } from "../changes/types.ts";
import type { Database } from "../connect.ts";
import { addClients, claimClients } from "../dispatch/clients.ts";
import { type ClientLease, storePositions } from "../dispatch/leases.ts";
import { removeProposals } from "../people/replacements.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../testing/sample.ts";
import type { Change, UrlId, WikiId } from "../types.ts";
import { type EventsWanted, readEvent, readEvents } from "./read.ts";
import { expireEvents, writeEvents, writeGap } from "./write.ts";

const DAY = asDay(3_611);
let db: Database;
let wiki: WikiId;
let other: WikiId;
beforeAll(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db, "onewiki");
  other = await sampleWiki(db, "twowiki");
});
afterEach(async () => {
  await db.sql`truncate event, event_page, page, page_link, url, slice, recheck, archive, replacement`;
});

const shown = (verdict: Verdict) => ({
  verdict,
  rule: "r",
  status: 18,
  http: 404,
  since: DAY,
  last: DAY,
  checks: 3,
});

function urlChange(
  id: number,
  {
    before = "working",
    after = "doubtful",
    pages = [],
    count = pages.length,
  }: {
    readonly before?: Verdict;
    readonly after?: Verdict;
    readonly pages?: readonly number[];
    readonly count?: number;
  } = {},
): WikiChange {
  const payload: UrlChange = {
    url: `https://a.zz/${id}`,
    news: ["verdict"],
    before: shown(before),
    after: shown(after),
  };
  const position = { xid: "1", id };
  const change: Change = { position, atMs: 0, day: DAY, kind: "url", url: id as UrlId, page: null, payload };
  return { change, pages, pageCount: count };
}

const write = (...changes: WikiChange[]) => writeEvents(db, new Map([[wiki, changes]]));
const ALL: EventsWanted = { since: null, limit: 500, kinds: null, namespaces: null, pageids: null };
const read = async (wanted: Partial<EventsWanted> = {}) => {
  const found = await readEvents(db, wiki, { ...ALL, ...wanted });
  if (found === null) throw new Error("gone");
  return found;
};
const urlsOf = (events: readonly FeedEvent[]) => events.map(({ url }) => url?.replace("https://a.zz/", ""));
const placeOf = (event: FeedEvent | undefined) => readCursor(event?.id ?? "") ?? { id: -1, second: -1 };
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe("writing", () => {
  test("an event has titles and namespaces of its pages, and what is there in place of the URL", async () => {
    await samplePage(db, wiki, 7, ["https://a.zz/1"], DAY);
    await samplePage(db, wiki, 8, ["https://a.zz/1"], DAY);
    await db.sql`update page set namespace = 10, title = ${"Vorlage:\u202eX\n<b>"} where pageid = 8`;
    await db.sql`insert into archive (url_id, type, address, found) values (1, 'archive.org', 'https://web.zz/1', 1)`;
    await db.sql`insert into replacement values (1, 'https://b.zz/', 1, 1)`;
    await write(urlChange(1, { pages: [7, 8, 9], count: 3 }));
    const { events } = await read();
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^\d+\.\d{10}$/),
        atMs: expect.any(Number),
        day: DAY,
        kind: "doubtful",
        url: "https://a.zz/1",
        before: "working",
        ...shown("doubtful"),
        archives: [{ type: "archive.org", url: "https://web.zz/1" }],
        replacement: "https://b.zz/",
        pages: [
          { pageid: 7, title: "Page 7", namespace: 0 },
          { pageid: 8, title: "Vorlage:\u202eX\n<b>", namespace: 10 },
        ],
        pageCount: 3,
      },
    ]);
  });

  test("of an archived version that is gone: those that are there", async () => {
    await samplePage(db, wiki, 7, ["https://a.zz/1"], DAY);
    const [row] = await db.sql<{ id: UrlId }[]>`select id from url`;
    const id = row?.id ?? (0 as UrlId);
    const suggested = () => db.sql`
      insert into archive (url_id, type, address, found, proposed) values (${id}, 'old', 'https://archive.yy/1', 1, 3600)`;
    const found = { type: "archive.org", url: "https://web.zz/1" };
    await suggested();
    await db.sql`insert into archive (url_id, type, address, found) values (${id}, ${found.type}, ${found.url}, 1)`;
    await db.sql`insert into replacement values (${id}, 'https://b.zz/', 1, 1)`;
    /** What followers hear of its removal, and of what happened before in the same batch. */
    const removed = async (before: WikiChange[] = []) => {
      await db.sql`truncate event, event_page`;
      const from = await headPosition(db);
      await db.transaction((tx) =>
        removeProposals(tx, id, { address: normalised("https://archive.yy/1") }, DAY),
      );
      const { changes } = await readChanges(db, from, 100);
      await write(...before, ...((await changesOfWikis(db, changes, [wiki])).get(wiki) ?? []));
      return (await read()).events.map(({ kind, archives, replacement }) => [kind, archives, replacement]);
    };
    expect(await removed()).toEqual([["archive", [found], undefined]]);
    await suggested();
    const came = urlChange(id);
    const payload: UrlChange = {
      ...(came.change.payload as UrlChange),
      url: "https://a.zz/1",
      news: ["archive"],
      archive: found,
    };
    expect(await removed([{ ...came, change: { ...came.change, payload } as Change }])).toEqual([
      ["archive", [found], undefined],
    ]);
    await db.sql`update archive set blocked = true, address = '', visited = 3600`;
    await suggested();
    expect(await removed()).toEqual([["archive", [{ type: "archive.org", url: "" }], undefined]]);
    await db.sql`delete from archive`;
    await suggested();
    expect(await removed()).toEqual([["archive", [], undefined]]);
  });

  test("each wiki has its own, with numbers in the order of writing", async () => {
    await writeEvents(
      db,
      new Map([
        [wiki, [urlChange(1)]],
        [other, [urlChange(2), urlChange(3)]],
      ]),
    );
    await write(urlChange(4));
    expect(urlsOf((await read()).events)).toEqual(["1", "4"]);
    expect(urlsOf((await readEvents(db, other, ALL))?.events ?? [])).toEqual(["2", "3"]);
  });

  test("a URL on very many pages is one small row", async () => {
    await db.sql`insert into page (wiki_id, pageid, namespace, touched, title)
      select ${wiki}, n, 0, 1, repeat('x', 255) from generate_series(1, 60) n`;
    await write(urlChange(1, { pages: numbers(1, 50), count: 100_000 }));
    const [event] = (await read()).events;
    expect([event?.pages.length, event?.pageCount]).toEqual([20, 100_000]);
  });

  test("a batch of far more events than a statement takes", async () => {
    await write(...numbers(1, 5_001).map((id) => urlChange(id)));
    const [row] = await db.sql<{ count: number }[]>`select count(*)::int as count from event`;
    expect(row?.count).toBe(5_001);
    expect(urlsOf((await read({ limit: 2 })).events)).toEqual(["5000", "5001"]);
  });

  test("what a dispatcher that was overtaken had to publish is not written", async () => {
    await addClients(db, ["feed"]);
    await db.sql`insert into change (day, kind) values (1, 'url')`;
    const claim = async () => {
      const [lease] = await claimClients(db, {
        worker: "d",
        target: "feed",
        leaseSeconds: 60,
        delaySeconds: 0,
        count: 1,
        work: "changes",
        until: null,
      });
      return lease;
    };
    const publish = async (lease: ClientLease | undefined, id: number) =>
      db.transaction(async (tx) => {
        if (lease === undefined || (await storePositions(tx, [lease], { xid: "5", id })).length === 0)
          return false;
        await writeEvents(tx, new Map([[lease.wiki, [urlChange(id)]]]));
        return true;
      });
    const first = await claim();
    await db.sql`update dispatch_client set lease_until = 'epoch', dispatched_at = null where wiki_id = ${first?.wiki ?? 0}`;
    await db.sql`update wiki set paused = id <> ${first?.wiki ?? 0}`;
    const second = await claim();
    expect(second?.wiki).toBe(first?.wiki);
    expect([await publish(second, 1), await publish(first, 2)]).toEqual([true, false]);
    await db.sql`update wiki set paused = false`;
    const [row] = await db.sql<{ count: number }[]>`select count(*)::int as count from event`;
    expect(row?.count).toBe(1);
  });

  test("followers hear of a gap", async () => {
    await writeGap(db, wiki);
    expect((await read()).events).toMatchObject([{ kind: "gap", url: null, pages: [], pageCount: 0 }]);
  });
});

describe("reading", () => {
  test("from cursor to cursor everything once, in order, to the end", async () => {
    await write(...numbers(1, 25).map((id) => urlChange(id)));
    const seen: (string | undefined)[] = [];
    let since: EventsWanted["since"] = { id: 0, second: 0 };
    const mores: boolean[] = [];
    for (let round = 0; round < 4; round++) {
      const { events, place, more } = await read({ since, limit: 10 });
      seen.push(...urlsOf(events));
      mores.push(more);
      since = place;
    }
    expect(seen).toEqual(numbers(1, 25).map(String));
    expect(mores).toEqual([true, true, false, false]);
    expect((await read({ since })).place).toEqual(since);
  });

  test.each<[string, Partial<EventsWanted>, string[]]>([
    ["a kind", { kinds: ["unreachable"] }, ["2", "6"]],
    ["several kinds", { kinds: ["unreachable", "working"] }, ["2", "3", "6"]],
    [
      "a namespace, and what is about no page or about more than it names",
      { namespaces: [10] },
      ["3", "4", "5", "6"],
    ],
    ["main namespace", { namespaces: [0] }, ["1", "2", "4", "5", "6"]],
    ["both", { kinds: ["unreachable"], namespaces: [10] }, ["6"]],
  ])("filters by %s, from a place as well as newest", async (_name, filter, expected) => {
    for (const [pageid, namespace] of [
      [1, 0],
      [2, 10],
    ] as const)
      await db.sql`insert into page (wiki_id, pageid, namespace, touched, title) values (${wiki}, ${pageid}, ${namespace}, 1, 'P')`;
    await write(
      urlChange(1, { pages: [1] }),
      urlChange(2, { pages: [1], after: "unreachable" }),
      urlChange(3, { pages: [2], before: "doubtful", after: "working" }),
      urlChange(4, { pages: [1], count: 99 }),
      urlChange(5),
      // The title of one of them is not known (any more): in which namespace it is nobody can say.
      urlChange(6, { pages: [1, 9], after: "unreachable" }),
    );
    const all = await read();
    for (const since of [{ id: 0, second: 0 }, null]) {
      const found = await read({ ...filter, since });
      expect(urlsOf(found.events)).toEqual(expected);
      expect([found.place, found.more]).toEqual([all.place, false]);
    }
  });

  test("a filter that nothing passes looks through a bounded number of rows, and says that there is more", async () => {
    await db.sql`insert into event (wiki_id, at, day, page_count, kind, pages, detail)
      select ${wiki}, clock_timestamp(), 1, 1, 'doubtful', '[[1,0,"P"]]', '{}' from generate_series(1, 5005)`;
    const first = await read({ since: { id: 0, second: 0 }, namespaces: [10] });
    expect([first.events.length, first.more]).toEqual([0, true]);
    const second = await read({ since: first.place, namespaces: [10] });
    expect([second.events.length, second.more]).toEqual([0, false]);
    expect(second.place).toEqual((await read()).place);
  });

  test("a kind of which there are many is read on from place to place; one of which there is none, to the end at once", async () => {
    await db.sql`insert into event (wiki_id, at, day, page_count, kind, pages, detail)
      select ${wiki}, clock_timestamp(), 1, 0, case when n % 3 = 0 then 'working' else 'doubtful' end, '[]', '{}'
      from generate_series(1, 6000) n`;
    const all = await read();
    const none = await read({ since: { id: 0, second: 0 }, kinds: ["spam"] });
    expect(none).toEqual({ events: [], place: all.place, more: false });
    const seen = new Set<string>();
    let since: EventsWanted["since"] = { id: 0, second: 0 };
    let reads = 0;
    for (let more = true; more; reads++) {
      const found = await read({ since, kinds: ["moved", "working"] });
      for (const { id } of found.events) seen.add(id);
      since = found.place;
      more = found.more;
    }
    expect([seen.size, reads, since]).toEqual([2_000, 4, all.place]);
  });

  test("a place of which the event is gone, or is another, is none", async () => {
    await write(urlChange(1), urlChange(2));
    const place = placeOf((await read()).events[0]);
    expect(await readEvents(db, wiki, { ...ALL, since: { ...place, second: place.second - 1 } })).toBeNull();
    expect(await readEvents(db, wiki, { ...ALL, since: { ...place, id: place.id + 100 } })).toBeNull();
    expect(await readEvents(db, other, { ...ALL, since: place })).toBeNull();
  });

  test("a wiki without events: its place is good for as long as events are kept", async () => {
    const { events, place, more } = await read();
    expect([events, place.id, more]).toEqual([[], 0, false]);
    expect((await read({ since: place })).place.id).toBe(0);
    expect(
      await readEvents(db, wiki, { ...ALL, since: { id: 0, second: place.second - 31 * 86_400 } }),
    ).toBeNull();
    await write(urlChange(1));
    expect(urlsOf((await read({ since: place })).events)).toEqual(["1"]);
  });

  test("pages of an event go on where it ends, as they are now", async () => {
    for (let page = 1; page <= 25; page++) await samplePage(db, wiki, page, ["https://a.zz/1"], DAY);
    const [url] = await db.sql<{ id: UrlId }[]>`select id from url`;
    const change = urlChange(url?.id ?? 0, { pages: numbers(1, 25) });
    await write(change);
    const [event] = (await read()).events;
    const pages = async (after: number, limit: number) => {
      const found = await readEvent(db, wiki, placeOf(event), { after, limit });
      return [found?.pages.map(({ pageid }) => pageid), found?.next];
    };
    expect(await pages(20, 3)).toEqual([[21, 22, 23], 23]);
    expect(await pages(23, 3)).toEqual([[24, 25], null]);
    expect(await readEvent(db, other, placeOf(event), { after: 0, limit: 1 })).toBeNull();
  });
});

describe("expiry", () => {
  test("old ones go, but for the last of them in each wiki, by which those who had read it all go on", async () => {
    await write(urlChange(1), urlChange(2));
    await db.sql`update event set at = at - interval '31 days'`;
    const { events, place } = await read();
    expect(await expireEvents(db, 30 * 86_400)).toBe(1);
    expect(await expireEvents(db, 30 * 86_400)).toBe(0);
    await write(urlChange(3));
    expect(await expireEvents(db, 30 * 86_400)).toBe(0);
    expect(urlsOf((await read({ since: place })).events)).toEqual(["3"]);
    expect(await readEvents(db, wiki, { ...ALL, since: placeOf(events[0]) })).toBeNull();
    await db.sql`update event set at = at - interval '31 days'`;
    expect(await expireEvents(db, 30 * 86_400)).toBe(1);
    expect(await readEvents(db, wiki, { ...ALL, since: place })).toBeNull();
  });

  test("more than a batch of them, of several wikis, but for the last of each", async () => {
    for (const of of [wiki, other]) {
      await db.sql`insert into event (wiki_id, at, day, page_count, kind, pages, detail)
        select ${of}, clock_timestamp() - interval '31 days', 1, 0, 'doubtful', '[]', '{}' from generate_series(1, 10100)`;
      // Of the second wiki the planner knows nothing.
      if (of === wiki) await db.sql`analyze event`;
    }
    await db.sql`update event set pages = '[[5, 0, "T"]]' where id % 2 = 0`;
    await db.sql`insert into event_page select wiki_id, 5, id from event where id % 2 = 0`;
    expect(await expireEvents(db, 30 * 86_400)).toBe(20_198);
    const orphans = await db.sql`select from event_page where event_id not in (select id from event)`;
    expect(orphans.length).toBe(0);
    const left = await db.sql`select wiki_id, count(*)::int from event group by 1 order by 1`;
    expect(left.map(({ count }) => count)).toEqual([1, 1]);
  });
});
