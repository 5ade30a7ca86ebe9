import { beforeEach, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { newsOf, resultOf, samplePage, sampleWiki } from "../testing/sample.ts";
import type { DueBatch, SliceLease, UrlId } from "../types.ts";
import { handBackRechecks, postponeRechecks, takeRechecks } from "../urls/rechecks.ts";
import { recordResults } from "../urls/results.ts";
import {
  ensureSlices,
  finishSlice,
  isSliceDue,
  leaseSlices,
  readSlice,
  releaseSlices,
  renewLeases,
} from "./slices.ts";

let db: Database;
beforeEach(async () => {
  db = await freshDatabase({ max: 8 });
});

const ask = (today: number, extra: Partial<Parameters<typeof leaseSlices>[1]> = {}) => ({
  worker: "w",
  count: 100,
  leaseSeconds: 600,
  today: asDay(today),
  passDays: 7,
  ...extra,
});

/** One URL per slice, in so many slices; their leases count from here. */
async function urlsInSlices(count: number): Promise<void> {
  const wiki = await sampleWiki(db);
  for (let slice = 0; slice < count; slice++) {
    await db.sql`select setval('url_id_seq', ${slice * 10_000 + 1}, false)`;
    await samplePage(db, wiki, slice + 1, [`https://host-${slice}.org/`], 1);
  }
}

const only = (leases: readonly SliceLease[]): SliceLease => {
  const [lease, ...more] = leases;
  if (lease === undefined || more.length > 0) throw new Error(`${leases.length} leases`);
  return lease;
};
const first = (batch: DueBatch) => {
  const [due] = batch.urls;
  if (due === undefined) throw new Error("nothing is due");
  return due;
};
/** As if the lease's time had passed. */
const runOut = (slice: number) => db.sql`update slice set lease_until = 'epoch' where no = ${slice}`;

describe("leases of slices", () => {
  test("eight workers at once get every slice, each once, with tokens that grow", async () => {
    await urlsInSlices(40);
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, number) => leaseSlices(db, ask(10, { worker: `w${number}`, count: 7 }))),
    );
    const rest = await leaseSlices(db, ask(10));
    const leases = [...all.flat(), ...rest];
    expect(leases.map(({ slice }) => slice).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, no) => no),
    );
    expect(new Set(leases.map(({ token }) => token)).size).toBe(40);
    expect(await leaseSlices(db, ask(10))).toEqual([]);
  });

  test("whether any is due can be asked without taking one", async () => {
    const isDue = (today: number, passDays = 7) => isSliceDue(db, asDay(today), passDays);
    expect(await isDue(10)).toBe(false);
    await urlsInSlices(1);
    expect([await isDue(10), await isDue(10)]).toEqual([true, true]);
    const lease = only(await leaseSlices(db, ask(10)));
    expect(await isDue(10)).toBe(false);
    await runOut(0);
    expect(await isDue(10)).toBe(true);
    await finishSlice(db, lease);
    await db.sql`update slice set fresh = false, swept = 10`;
    expect([await isDue(16), await isDue(17), await isDue(17, 8)]).toEqual([false, true, false]);
  });

  test("never swept first, then swept longest ago; not before the pass is over", async () => {
    await urlsInSlices(4);
    await db.sql`update slice set fresh = false, swept = 100 - no`;
    const oldest = await leaseSlices(db, ask(105, { count: 2 }));
    expect(oldest.map(({ slice, kind }) => `${slice} ${kind}`).sort()).toEqual(["2 pass", "3 pass"]);
    expect(await leaseSlices(db, ask(105, { passDays: 8, count: 1 }))).toEqual([]);
    await db.sql`update slice set fresh = true where no = 0`;
    expect(only(await leaseSlices(db, ask(105, { count: 1 })))).toMatchObject({ slice: 0, kind: "fresh" });
  });

  test("equals are taken at random", async () => {
    await urlsInSlices(12);
    const orders = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const leases = await leaseSlices(db, ask(10, { count: 4 }));
      orders.add(
        leases
          .map(({ slice }) => slice)
          .sort()
          .join(),
      );
      await releaseSlices(db, leases);
    }
    // One chance in 495^4 that all five choices of 4 out of 12 are the same.
    expect(orders.size).toBeGreaterThan(1);
  });

  test("a new URL in a slice just swept is read alone, and the pass goes on as planned", async () => {
    const wiki = await sampleWiki(db);
    await samplePage(db, wiki, 1, ["https://old.org/"], 10);
    const lease = only(await leaseSlices(db, ask(10)));
    await recordResults(
      db,
      [lease],
      [resultOf(first(await readSlice(db, lease, asDay(10))), asDay(10), 200)],
    );
    await finishSlice(db, lease);
    await samplePage(db, wiki, 2, ["https://new.org/"], 11);
    const fresh = only(await leaseSlices(db, ask(11)));
    expect(fresh.kind).toBe("fresh");
    const batch = await readSlice(db, fresh, asDay(11));
    expect(batch.urls.map(({ url }) => url)).toEqual(["https://new.org/"]);
    await recordResults(db, [fresh], [resultOf(first(batch), asDay(11), 200)]);
    await finishSlice(db, fresh);
    expect(await db.sql`select swept, fresh, counts from slice`).toEqual([
      { swept: 10, fresh: false, counts: { 1: 2 } },
    ]);
    expect(await leaseSlices(db, ask(16))).toEqual([]);
    expect(only(await leaseSlices(db, ask(17))).kind).toBe("pass");
  });

  test("URLs that come in while the slice is leased make it due again", async () => {
    const wiki = await sampleWiki(db);
    await samplePage(db, wiki, 1, ["https://old.org/"], 10);
    const lease = only(await leaseSlices(db, ask(10)));
    await readSlice(db, lease, asDay(10));
    await samplePage(db, wiki, 2, ["https://new.org/"], 10);
    await finishSlice(db, lease);
    expect(only(await leaseSlices(db, ask(10))).kind).toBe("fresh");
  });

  test("given back or run out, the rest is taken up at once by another", async () => {
    await urlsInSlices(1);
    const lease = only(await leaseSlices(db, ask(10)));
    expect(await releaseSlices(db, [lease])).toBe(1);
    const second = only(await leaseSlices(db, ask(10, { worker: "other" })));
    expect(second.kind).toBe("pass");
    expect(await renewLeases(db, [second], 600)).toEqual(new Set([0]));
    expect(await leaseSlices(db, ask(10))).toEqual([]);
    await runOut(0);
    const third = only(await leaseSlices(db, ask(10)));
    expect(third.token).toBeGreaterThan(second.token);
    expect(await renewLeases(db, [second], 600)).toEqual(new Set());
    expect(await finishSlice(db, second)).toBe(false);
    expect(await releaseSlices(db, [second])).toBe(0);
    expect(await renewLeases(db, [third], 600)).toEqual(new Set([0]));
  });

  test("a rest that is handed back waits behind slices never swept, and behind those swept long ago", async () => {
    await urlsInSlices(12);
    await db.sql`update slice set fresh = false`;
    const seen = new Set<number>();
    for (let batch = 0; batch < 3; batch++) {
      const leases = await leaseSlices(db, ask(10, { count: 4 }));
      for (const { slice } of leases) seen.add(slice);
      await releaseSlices(db, leases);
    }
    expect(seen.size).toBe(12);
    await db.sql`update slice set swept = 20, pass_began = -1`;
    const rest = await leaseSlices(db, ask(40, { count: 1 }));
    await releaseSlices(db, rest);
    const others = await leaseSlices(db, ask(41, { count: 11 }));
    expect(others.map(({ slice }) => slice)).not.toContain(only(rest).slice);
    expect(only(await leaseSlices(db, ask(41)))).toMatchObject({ slice: only(rest).slice, began: 40 });
  });

  test("a pass that goes on after midnight or after its worker's death has the beginning that it had", async () => {
    const wiki = await sampleWiki(db);
    await samplePage(db, wiki, 1, ["https://one.org/", "https://two.org/"], 1);
    const dead = only(await leaseSlices(db, ask(10)));
    const [one] = (await readSlice(db, dead, asDay(10))).urls;
    if (one === undefined) throw new Error("nothing is due");
    await recordResults(db, [dead], [resultOf(one, asDay(10), 200)]);
    await runOut(0);
    const heir = only(await leaseSlices(db, ask(11)));
    expect(heir).toMatchObject({ kind: "pass", began: 10 });
    expect((await readSlice(db, heir, asDay(11))).urls.map(({ id }) => id)).not.toContain(one.id);
    await finishSlice(db, heir);
    expect(await leaseSlices(db, ask(16))).toEqual([]);
    expect(only(await leaseSlices(db, ask(17))).began).toBe(17);
  });

  test("never-contacted URLs of a lease that ended unfinished are found again", async () => {
    const wiki = await sampleWiki(db);
    await samplePage(db, wiki, 1, ["https://one.org/"], 1);
    await db.sql`update slice set swept = 9`;
    for (const end of [releaseSlices, async () => runOut(0)]) {
      const lease = only(await leaseSlices(db, ask(10)));
      expect(lease).toMatchObject({ kind: "fresh", began: 10 });
      await end(db, [lease]);
    }
    expect(only(await leaseSlices(db, ask(10))).kind).toBe("fresh");
  });

  test("days to come count as never: a clock was ahead", async () => {
    await urlsInSlices(1);
    await db.sql`update slice set fresh = false, swept = 400, pass_began = 400`;
    await db.sql`update url set queried = 400`;
    const lease = only(await leaseSlices(db, ask(10)));
    expect(lease).toMatchObject({ kind: "pass", began: 10 });
    const due = first(await readSlice(db, lease, asDay(10)));
    expect(await recordResults(db, [lease], [resultOf(due, asDay(10), 200)])).toMatchObject({ stored: 1 });
    expect((await readSlice(db, lease, asDay(10))).urls).toEqual([]);
    await finishSlice(db, lease);
    expect(await db.sql`select queried, swept from url, slice`).toEqual([{ queried: 10, swept: 10 }]);
    // A worker whose clock is seconds ahead at midnight.
    await db.sql`update url set queried = 11`;
    expect((await readSlice(db, lease, asDay(10))).urls).toEqual([]);
  });

  test("rows of the slice table that are missing are made", async () => {
    await urlsInSlices(3);
    await db.sql`delete from slice where no in (0, 2)`;
    expect([await ensureSlices(db), await ensureSlices(db)]).toEqual([2, 0]);
    expect((await leaseSlices(db, ask(10))).map(({ slice }) => slice).sort()).toEqual([0, 1, 2]);
  });
});

describe("results", () => {
  test("under a stale token write nothing: no row, no change, no host", async () => {
    await urlsInSlices(1);
    const stale = only(await leaseSlices(db, ask(10)));
    const due = first(await readSlice(db, stale, asDay(10)));
    await runOut(0);
    const next = only(await leaseSlices(db, ask(10)));
    const results = [resultOf(due, asDay(10), 404, { change: newsOf(due.url) })];
    const hosts = [{ id: due.host, day: asDay(10), seen: ["dns-error"] as const }];
    expect(await recordResults(db, [stale], results, hosts)).toEqual({
      stored: 0,
      stale: [0],
      unread: [],
    });
    expect(await db.sql`select queried from url`).toEqual([{ queried: -1 }]);
    expect(await db.sql`select 1 from host_trait`).toEqual([]);
    expect(await recordResults(db, [next], results, hosts)).toEqual({
      stored: 1,
      stale: [],
      unread: [],
    });
    expect(await db.sql`select count(*)::int from change where kind = 'url'`).toEqual([{ count: 1 }]);
  });

  test("of one stale slice among others: only the others are stored", async () => {
    await urlsInSlices(2);
    const leases = await leaseSlices(db, ask(10));
    const due = (await Promise.all(leases.map((lease) => readSlice(db, lease, asDay(10))))).map(first);
    await runOut(0);
    await leaseSlices(db, ask(10, { worker: "other" }));
    const recorded = await recordResults(
      db,
      leases,
      due.map((one) => resultOf(one, asDay(10), 200)),
    );
    expect(recorded).toEqual({ stored: 1, stale: [0], unread: [] });
  });

  test("a lease cannot be taken between the check of its token and the commit", async () => {
    await urlsInSlices(1);
    const lease = only(await leaseSlices(db, ask(10)));
    const due = first(await readSlice(db, lease, asDay(10)));
    await runOut(0);
    await db.transaction(async (tx) => {
      await recordResults(tx, [lease], [resultOf(due, asDay(10), 200)]);
      expect(await leaseSlices(db, ask(10))).toEqual([]);
    });
    expect(await leaseSlices(db, ask(10))).toHaveLength(1);
  });

  test("made from a state that was written since are passed over, so that no observation is lost", async () => {
    await urlsInSlices(1);
    const lease = only(await leaseSlices(db, ask(10)));
    const due = first(await readSlice(db, lease, asDay(10)));
    expect(await recordResults(db, null, [resultOf(due, asDay(10), 404)])).toMatchObject({ stored: 1 });
    expect(await recordResults(db, [lease], [resultOf(due, asDay(10), 200)])).toEqual({
      stored: 0,
      stale: [],
      unread: [],
    });
  });

  test("clear reports and plan the next look", async () => {
    await urlsInSlices(1);
    const due = first(await readSlice(db, only(await leaseSlices(db, ask(10))), asDay(10)));
    await db.sql`insert into report values (${due.id}, gen_random_uuid(), 9)`;
    await recordResults(db, null, [resultOf(due, asDay(10), 404, { recheck: asDay(11) })]);
    expect(await db.sql`select count(*)::int from report`).toEqual([{ count: 1 }]);
    const request = { worker: "w", count: 10, leaseSeconds: 600, today: asDay(10) };
    expect((await takeRechecks(db, request)).urls).toEqual([]);
    const again = first(await takeRechecks(db, { ...request, today: asDay(11) }));
    expect(again).toMatchObject({ id: due.id, queried: 10, history: [{ status: 18 }] });
    expect((await takeRechecks(db, { ...request, today: asDay(11) })).urls).toEqual([]);
    await recordResults(db, null, [resultOf(again, asDay(11), 200, { clearsReports: true })]);
    expect(await db.sql`select 1 from report`).toEqual([]);
    const published = { verdict: "working", status: 1, http: 200, last: 11 };
    expect(await db.sql`select day, url_id, payload from change where kind = 'url'`).toMatchObject([
      {
        day: 11,
        url_id: due.id,
        payload: { url: due.url, news: ["reports"], reports: "cleared", before: published, after: published },
      },
    ]);
    expect(await db.sql`select 1 from recheck`).toEqual([]);
  });

  test("a plan for a URL that its slice checked meanwhile is dropped when its day comes", async () => {
    await urlsInSlices(1);
    const due = first(await readSlice(db, only(await leaseSlices(db, ask(10))), asDay(10)));
    await recordResults(db, null, [resultOf(due, asDay(10), 200)]);
    await handBackRechecks(db, [due.id, 77 as UrlId], asDay(10));
    await postponeRechecks(db, [77 as UrlId], asDay(12));
    const request = { worker: "w", count: 10, leaseSeconds: 600, today: asDay(10) };
    expect((await takeRechecks(db, request)).urls).toEqual([]);
    expect(await db.sql`select url_id from recheck`).toEqual([{ url_id: 77 }]);
  });
});
