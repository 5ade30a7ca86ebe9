import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { queueTouches } from "../../db/pages/touches.ts";
import { claimFeed, FeedLost, lockFeed } from "../../db/wikis/feeding.ts";
import { holdLife } from "../../db/work/workers.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { HttpClient } from "../net/egress/http-client.ts";
import { links } from "./incremental/testing/poll.ts";
import { feedWikis } from "./run.ts";
import {
  clock,
  context,
  feeder,
  forever,
  http,
  IDLE_MS,
  once,
  pageids,
  pages,
  rowOf,
  setUp,
  through,
  waiting,
  wikiOf,
} from "./testing/feeder.ts";

setUp();

describe("many wikis", () => {
  test("one that never answers holds up no other, nor a new one; a stop ends it all", async () => {
    const slow = await wikiOf(pages(4));
    const first = await wikiOf(pages(2));
    const hanging = through(async ({ url, signal }) => {
      if (!url.startsWith(slow.fake.api)) return undefined;
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      return { kind: "failure", failure: "aborted", detail: "stopped" };
    });
    const stop = new AbortController();
    const feeding = feedWikis(
      { ...feeder(), signal: stop.signal },
      { wikis: [], once: false, http: hanging, idleMs: IDLE_MS },
    );
    await expect.poll(() => pageids(first.id, { read: true })).toHaveLength(2);
    const later = await wikiOf(pages(3));
    await expect.poll(() => pageids(later.id, { read: true })).toHaveLength(3);
    await queueTouches(context().db, first.id, [1], asDay(clock.today() + 1));
    await expect.poll(() => waiting(first.id)).toBe(0);
    stop.abort();
    const { wikis } = await feeding;
    expect(wikis.find(({ wiki }) => wiki === slow.name)?.error).toMatchObject({ kind: "stopped" });
    expect(await context().db.sql`select 1 from wiki where feed_holder is not null`).toEqual([]);
  });

  test("those of one server are asked one after the other", async () => {
    const { fake, name } = await wikiOf(pages(4));
    const twin = await wikiOf([], { twinOf: fake });
    let open = 0;
    let most = 0;
    const counting: HttpClient = {
      ...http,
      send: async (request) => {
        most = Math.max(most, ++open);
        const answer = await http.send(request);
        open -= 1;
        return answer;
      },
    };
    const both = async () => (await rowOf(name)).fullDueMs > 0 && (await rowOf(twin.name)).fullDueMs > 0;
    await forever([], both, { client: counting, sliceMs: 0 });
    expect(most).toBe(1);
  });
});

describe("several feeders", () => {
  test("`--once` on a wiki that another feeder holds says so, and leaves it alone", async () => {
    const { name, id, fake } = await wikiOf(pages(2));
    const claim = await claimFeed(context().db, id, { worker: "elsewhere:7:feed", leaseSeconds: 100 });
    expect(claim).toMatchObject({ kind: "lease" });
    const { wikis } = await once(name);
    expect(wikis).toMatchObject([{ listed: 0, error: { kind: "held" } }]);
    expect(wikis[0]?.error?.message).toMatch(
      /^it is being fed by elsewhere:7:feed.*wait for it, or stop it.*after \d+ s/,
    );
    expect(fake.asked).toEqual([]);
    expect((await rowOf(name)).error).toBeNull();
    await context().db.sql`update wiki set feed_lease_until = 'epoch' where id = ${id}`;
    expect((await once(name)).wikis).toMatchObject([{ read: 2, error: null }]);
  });

  test("what one of this machine held when it was killed is taken over at once, what others hold is not", async () => {
    const [left, held] = await Promise.all([wikiOf(pages(3)), wikiOf(pages(3))]);
    const claim = { leaseSeconds: 600 };
    await claimFeed(context().db, left.id, { ...claim, worker: `${hostname()}:4194304:feed:0a0a0a0a` });
    // Of another machine with this one's name.
    const twin = `${hostname()}:4194305:feed:0b0b0b0b`;
    const session = context().db.session();
    await holdLife(session, twin);
    const twins = await wikiOf(pages(3));
    await claimFeed(context().db, twins.id, { ...claim, worker: twin });
    await claimFeed(context().db, held.id, { ...claim, worker: "elsewhere:4194304:feed:0a0a0a0a" });
    await forever([], async () => (await pageids(left.id, { read: true })).length === 3);
    expect([held.fake.asked, twins.fake.asked]).toEqual([[], []]);
    await session.close();
  });

  test("one that stood still until another had its wiki writes nothing of what it heard before", async () => {
    const { name, id, fake } = await wikiOf(pages(3));
    await once(name);
    fake.changes.remove(2);
    fake.changes.edit(3, { links: ["https://new.zz/"] });
    const { db } = context();
    const stands = through(async (request) => {
      const answer = await http.send(request);
      if (request.url.includes("pageids=")) {
        await db.sql`update wiki set feed_lease_until = 'epoch' where id = ${id}`;
        await claimFeed(db, id, { worker: "elsewhere:7:feed", leaseSeconds: 100 });
      }
      return answer;
    });
    const { wikis } = await once(name, stands);
    expect(wikis).toMatchObject([
      {
        read: 0,
        deleted: 0,
        error: { kind: "held", message: expect.stringContaining("another feeder took it") },
      },
    ]);
    expect(await links(id)).toEqual({ 1: ["h0.zz/"], 2: ["h1.zz/"], 3: ["h2.zz/"] });
    await db.sql`update wiki set feed_lease_until = 'epoch' where id = ${id}`;
    await once(name);
    expect(await links(id)).toEqual({ 1: ["h0.zz/"], 3: ["new.zz/"] });
  });

  test("one that stands still amid a write has its wiki for as long, and holds up nobody", async () => {
    const { id } = await wikiOf(pages(1));
    const { db } = context();
    const lease = await claimFeed(db, id, { worker: "elsewhere:7:feed", leaseSeconds: 100 });
    if (lease.kind === "held") throw new Error("a new wiki is held");
    const [locked, stands] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writes = db.transaction(async (tx) => {
      await lockFeed(tx.orm, lease);
      locked.resolve();
      await stands.promise;
    });
    await locked.promise;
    await db.sql`update wiki set feed_lease_until = 'epoch' where id = ${id}`;
    const claim = { worker: "here:7:feed", leaseSeconds: 100 };
    expect(await claimFeed(db, id, claim)).toEqual({ kind: "held", holder: "elsewhere:7:feed", seconds: 1 });
    stands.resolve();
    await writes;
    expect(await claimFeed(db, id, claim)).toMatchObject({ kind: "lease" });
    await expect(db.transaction((tx) => lockFeed(tx.orm, lease))).rejects.toBeInstanceOf(FeedLost);
  });

  test("do no work twice", async () => {
    const wikis = await Promise.all([pages(5), pages(6), pages(7)].map((one) => wikiOf(one)));
    const stop = new AbortController();
    const signal = stop.signal;
    const feeders = [1, 2].map(() =>
      feedWikis({ ...feeder(), signal }, { wikis: [], once: false, http, sliceMs: 0, idleMs: IDLE_MS }),
    );
    const all = async () =>
      (await Promise.all(wikis.map(async ({ id }) => (await pageids(id, { read: true })).length))).join();
    await expect.poll(all).toBe("5,6,7");
    await expect
      .poll(async () =>
        (await Promise.all(wikis.map(({ name }) => rowOf(name)))).every((row) => row.fullDueMs > 0),
      )
      .toBe(true);
    stop.abort();
    const sums = (await Promise.all(feeders)).flatMap((summary) => summary.wikis);
    expect(sums.reduce((sum, { listed }) => sum + listed, 0)).toBe(18);
  });

  test("one that lost its hold ends its run and writes nothing more about it", async () => {
    const { name, id } = await wikiOf(pages(60));
    const robbed = through(async ({ url }) => {
      if (url.includes("apcontinue=2&"))
        await context().db.sql`update wiki set feed_token = -1, feed_holder = 'thief' where id = ${id}`;
      return undefined;
    });
    expect((await once(name, robbed)).wikis).toMatchObject([{ error: { kind: "stopped" } }]);
    const [row] = await context().db.sql`select feed_holder as holder, feed from wiki where id = ${id}`;
    expect(row).toEqual({ holder: "thief", feed: { wikiid: "fakewiki" } });
  });
});
