import { expect, test, vi } from "vitest";
import { normalised, samplePage } from "../../db/testing/sample.ts";
import { urlEverything } from "../../db/urls/everything.ts";
import { leaseSlices } from "../../db/work/slices.ts";
import { holdLife } from "../../db/work/workers.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import { failed } from "../classify/testing/outcomes.ts";
import { HostScheduler } from "../politeness/host-scheduler.ts";
import { HostStates } from "../politeness/host-state.ts";
import { SWEEP_PACE } from "../politeness/rate-limiter.ts";
import type { RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { SweepBatch } from "./batch.ts";
import { crawl } from "./run.ts";
import type { SweepChecker } from "./sweep-check.ts";
import { answered, busy } from "./testing/outcomes.ts";
import { FINE, GONE, openWorld, NO_PACE as pace, START, web } from "./testing/world.ts";

const world = openWorld();
const { context } = world;

const schedulerOf = (delayMs: number, concurrency = 10) =>
  new HostScheduler({
    states: new HostStates({
      pace: { ...SWEEP_PACE, delayMsMin: delayMs, delayMsMax: delayMs },
      signs: "all",
      clock: context(START).ctx.clock,
    }),
    concurrency,
    waitMsMax: 60_000,
  });
const take = (ctx: RoleContext, checker: SweepChecker, scheduler: HostScheduler, leaseSeconds = 60) =>
  SweepBatch.take(ctx, { worker: "w", passDays: 28, checker, scheduler, onChecked() {}, leaseSeconds });

test("a host that says Retry-After is left alone at once, and its URLs come back by themselves", async () => {
  const urls = Array.from({ length: 50 }, (_, n) => normalised(`https://busy.zz/${n}`));
  await samplePage(world.db, world.wiki, 1, urls, START);
  const { ctx, goTo } = context(START);
  const first = web(Object.fromEntries(urls.map((url) => [url, busy(url, 429, 172_800)])));
  await crawl(ctx, { once: true, checker: first, pace });
  expect(first.asked).toHaveLength(1);
  await samplePage(world.db, world.wiki, 2, ["https://busy.zz/more"], START + 1);
  goTo(START + 1);
  const second = web({});
  await crawl(ctx, { once: true, checker: second, pace });
  expect(second.asked).toEqual([]);
  goTo(START + 3);
  await crawl(ctx, { once: true, checker: second, pace });
  const rest = urls.filter((url) => url !== first.asked[0]);
  expect([...second.asked].sort()).toEqual([...rest, normalised("https://busy.zz/more")].sort());
});

test("a recheck of such a host is planned again for after its rest", async () => {
  await samplePage(world.db, world.wiki, 1, [GONE], START);
  const { ctx, goTo } = context(START);
  await crawl(ctx, { once: true, checker: web({ [GONE]: busy(GONE, 503, 604_800) }), pace });
  expect((await urlEverything(world.db, GONE))?.recheck).toBe(START + 1);
  goTo(START + 1);
  const checker = web({});
  await crawl(ctx, { once: true, checker, pace });
  expect(checker.asked).toEqual([]);
  expect((await urlEverything(world.db, GONE))?.recheck).toBe(START + 8);
  goTo(START + 8);
  await crawl(ctx, { once: true, checker, pace });
  expect(checker.asked).toEqual([GONE]);
});

test("no redirect's target silences the host that redirects to it", async () => {
  const far = normalised("https://far.zz/");
  await samplePage(world.db, world.wiki, 1, [GONE, normalised("https://gone.zz/other")], START);
  for (const http of [404, 429, 503]) {
    const [first, last] = [answered(GONE, 302), busy(far, http, 604_800)];
    if (first.kind !== "answer" || last.kind !== "answer") throw new Error("no answers");
    const answer: Outcome = { ...first, chain: [...first.chain, ...last.chain] };
    const checker = web({ [GONE]: answer, [normalised("https://gone.zz/other")]: answer });
    await world.db.sql`update url set queried = -1`;
    await world.db.sql`update slice set fresh = true`;
    await crawl(context(START).ctx, { once: true, checker, pace });
    expect(checker.asked).toHaveLength(2);
    expect(await world.db.sql`select name from host where retry_at is not null`).toEqual([]);
  }
});

test("a host with very many URLs leaves its slice to be finished, and is GONE on with", async () => {
  const many = Array.from({ length: 6 }, (_, n) => normalised(`https://many.zz/${n}`));
  await samplePage(world.db, world.wiki, 1, [...many, FINE], START);
  const { ctx } = context(START);
  const checker = web({});
  // Each batch has rests of its own.
  const crowdedOut = async () => {
    const batch = await take(ctx, checker, schedulerOf(60_000));
    const before = checker.asked.length;
    await vi.waitFor(() => expect(checker.asked.length).toBeGreaterThan(before));
    batch?.preempt();
    return batch?.ended;
  };
  expect(await crowdedOut()).toMatchObject({ stored: 2 });
  expect(checker.asked).toContain(FINE);
  expect(await world.db.sql`select swept, fresh, holder, pass_began from slice`).toEqual([
    { swept: START, fresh: false, holder: null, pass_began: -1 },
  ]);
  expect(await world.db.sql`select distinct due, holder from recheck`).toEqual([
    { due: START, holder: null },
  ]);
  for (let batch = 0; batch < 5; batch++) await crowdedOut();
  expect([...checker.asked].sort()).toEqual([...many, FINE].sort());
  expect(await take(ctx, checker, schedulerOf(0))).toBeNull();
});

test.each([
  ["no-resources", START + 1],
  ["host-busy", START + 1],
  ["internal-error", START + 1],
  ["path-not-sendable", null],
  ["port-forbidden", null],
] as const)(
  "what could not be tried (%s) is looked at again on day %s, and its slice is finished",
  async (reason, day) => {
    await samplePage(world.db, world.wiki, 1, [GONE], START);
    const { ctx, goTo } = context(START);
    const checker = web({ [GONE]: { kind: "not-tried", reason } });
    expect(await crawl(ctx, { once: true, checker, pace })).toMatchObject({ checked: 1, stored: 0 });
    expect(await urlEverything(world.db, GONE)).toMatchObject({
      queried: null,
      recheck: day,
      slice: { swept: START },
    });
    goTo(START + 1);
    await crawl(ctx, { once: true, checker, pace });
    expect(checker.asked).toHaveLength(day === null ? 1 : 2);
  },
);

test("what is on the list but is never tried leaves the list", async () => {
  await samplePage(world.db, world.wiki, 1, [GONE], START);
  const { ctx } = context(START);
  await crawl(ctx, { once: true, checker: web({ [GONE]: answered(GONE, 404) }), pace });
  const later = context(START + 1).ctx;
  const checker = web({ [GONE]: { kind: "not-tried", reason: "port-forbidden" } });
  await crawl(later, { once: true, checker, pace });
  expect(await urlEverything(world.db, GONE)).toMatchObject({ queried: START, recheck: null });
});

test("an outage of our own leaves the work as if the batch had not come to it", async () => {
  await samplePage(world.db, world.wiki, 1, [GONE], START);
  const { ctx } = context(START);
  const checker = web({ [GONE]: { kind: "not-tried", reason: "own-outage" } });
  await (await take(ctx, checker, schedulerOf(0)))?.ended;
  expect(await world.db.sql`select swept, holder, pass_began from slice`).toEqual([
    { swept: -1, holder: null, pass_began: START },
  ]);
  expect(await world.db.sql`select 1 from recheck`).toEqual([]);
});

test("an interrupted pass is GONE on with on the next day", async () => {
  await samplePage(
    world.db,
    world.wiki,
    1,
    Array.from({ length: 40 }, (_, n) => `https://host${n}.zz/`),
    START,
  );
  const asked: number[] = [];
  for (let day = START; day < START + 4; day++) {
    const stop = new AbortController();
    let today = 0;
    const checker = {
      async check({ url }: { readonly url: NormalisedUrl }) {
        today += 1;
        if (today === 15) stop.abort();
        return answered(url, 200);
      },
    };
    await crawl(context(day, stop.signal).ctx, { once: true, checker, pace, concurrency: 1 });
    asked.push(today);
  }
  expect(asked).toEqual([15, 15, 10, 0]);
});

test("the signal ends a batch: what was checked is stored, what was not goes back and is done by the next", async () => {
  await samplePage(
    world.db,
    world.wiki,
    1,
    Array.from({ length: 50 }, (_, n) => `https://host${n}.zz/`),
    START,
  );
  const stop = new AbortController();
  const { ctx } = context(START, stop.signal);
  const seen = new Set<string>();
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }) {
      expect(seen.has(url)).toBe(false);
      seen.add(url);
      if (seen.size === 10) stop.abort();
      return answered(url, 200);
    },
  };
  const summary = await crawl(ctx, { once: true, checker, pace, concurrency: 1 });
  expect(summary).toMatchObject({ checked: 10, stored: 10 });
  expect(await crawl(context(START).ctx, { once: true, checker, pace })).toMatchObject({
    checked: 40,
    stored: 40,
  });
  expect(seen.size).toBe(50);
});

test("a clock that once was a year ahead keeps no URL from being checked", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE, GONE], START);
  const { ctx, goTo } = context(START + 365);
  const checker = web({ [GONE]: answered(GONE, 404) });
  await crawl(ctx, { once: true, checker, pace });
  const days: number[] = [];
  for (const day of [0, 1, 28, 56]) {
    goTo(START + day);
    checker.asked.length = 0;
    await crawl(ctx, { once: true, checker, pace });
    if (checker.asked.includes(FINE) && checker.asked.includes(GONE)) days.push(day);
  }
  expect(days).toEqual([0, 28, 56]);
  expect(await urlEverything(world.db, FINE)).toMatchObject({ queried: START + 56 });
});

test("rechecks stay ours for as long as the check lasts", async () => {
  await samplePage(world.db, world.wiki, 1, [GONE], START);
  const { ctx, goTo } = context(START);
  await crawl(ctx, { once: true, checker: web({ [GONE]: answered(GONE, 404) }), pace });
  goTo(START + 1);
  const until = async () => {
    const [row] = await world.db.sql<{ until: string }[]>`select lease_until::text as until from recheck`;
    return row?.until;
  };
  let renewals = 0;
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }) {
      let last = await until();
      while (renewals < 4) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        const now = await until();
        if (now !== last) renewals += 1;
        last = now;
      }
      return answered(url, 404);
    },
  };
  const summary = await (await take(ctx, checker, schedulerOf(0), 0.3))?.ended;
  expect([renewals, summary?.stored]).toEqual([4, 1]);
});

/** Another worker has the slice, as its lease ran out; in one step, or the first one might take it again in between. */
async function takeOver(): Promise<void> {
  const request = { worker: "other", count: 1, leaseSeconds: 60, today: asDay(START), passDays: 28 };
  const taken = await world.db.transaction(async (tx) => {
    await tx.sql`update slice set lease_until = 'epoch'`;
    return leaseSlices(tx, request);
  });
  expect(taken).toHaveLength(1);
}

test("a worker that lost its lease writes nothing", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE], START);
  const { ctx } = context(START);
  const warn = vi.fn();
  const session = world.db.session();
  await holdLife(session, "other");
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }): Promise<Outcome> {
      await takeOver();
      return url === FINE ? failed("reset") : answered(url, 200);
    },
  };
  const summary = await crawl({ ...ctx, log: { ...silentLog, warn } }, { once: true, checker, pace });
  await session.close();
  expect(summary).toMatchObject({ checked: 1, stored: 0 });
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("another worker's"), "lease-lost");
  expect((await urlEverything(world.db, FINE))?.facts.history).toEqual([]);
});

test("a worker that stood still begins nothing that another does by now", async () => {
  const urls = Array.from({ length: 40 }, (_, n) => normalised(`https://host${n}.zz/`));
  await samplePage(world.db, world.wiki, 1, urls, START);
  const { ctx } = context(START);
  let began = 0;
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }): Promise<Outcome> {
      began += 1;
      // The first is under way while the process stands still for longer than its lease.
      if (began === 1) {
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
        await takeOver();
      }
      return answered(url, 200);
    },
  };
  try {
    expect(await (await take(ctx, checker, schedulerOf(0, 1)))?.ended).toMatchObject({ stored: 0 });
  } finally {
    vi.useRealTimers();
  }
  expect(began).toBe(1);
});

test.each(["port-forbidden", "host-busy"] as const)(
  "what another has of the list by now stays as it is: %s",
  async (reason) => {
    await samplePage(world.db, world.wiki, 1, [GONE], START);
    const { ctx, goTo } = context(START);
    await crawl(ctx, { once: true, checker: web({ [GONE]: answered(GONE, 404) }), pace });
    goTo(START + 1);
    const checker = {
      async check(): Promise<Outcome> {
        await world.db.sql`update recheck set holder = 'other', lease_until = now() + interval '1 hour'`;
        return { kind: "not-tried", reason };
      },
    };
    expect(await (await take(ctx, checker, schedulerOf(0)))?.ended).toMatchObject({ stored: 0 });
    expect(await world.db.sql`select holder, due, lease_until > now() as held from recheck`).toEqual([
      { holder: "other", due: START + 1, held: true },
    ]);
  },
);

test("a worker that stood still gives nothing away of what another has by now", async () => {
  const urls = Array.from({ length: 600 }, (_, n) => normalised(`https://host${n}.zz/`));
  await samplePage(world.db, world.wiki, 1, urls, START);
  const { ctx } = context(START);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }): Promise<Outcome> {
      await released;
      return answered(url, 200);
    },
  };
  const batch = await take(ctx, checker, schedulerOf(0));
  await takeOver();
  expect(await batch?.giveHalfAway()).toBe(false);
  expect(await world.db.sql`select url_id from recheck`).toEqual([]);
  batch?.preempt();
  release();
  expect(await batch?.ended).toMatchObject({ stored: 0 });
  expect(await world.db.sql`select url_id from recheck`).toEqual([]);
});

test("a host that left a URL without an answer is not asked by HEAD again, at once and when the URL's day comes (C3)", async () => {
  const urls = Array.from({ length: 3 }, (_, n) => normalised(`https://late.zz/${n}`));
  await samplePage(world.db, world.wiki, 1, urls, START);
  const slow: boolean[] = [];
  const checker: SweepChecker = {
    async check({ url }, { lease: { state } }) {
      slow.push(state.hints.slowToAnswer);
      return state.hints.slowToAnswer ? answered(url, 200) : failed("timeout");
    },
  };
  const { ctx, goTo } = context(START);
  await crawl(ctx, { once: true, checker, pace });
  expect(slow).toEqual([false, true, true]);
  goTo(START + 1);
  await crawl(ctx, { once: true, checker, pace });
  expect(slow).toEqual([false, true, true, true]);
});
