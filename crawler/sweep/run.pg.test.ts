import { expect, test } from "vitest";
import { readChanges } from "../../db/changes/read.ts";
import { normalised, POSITION_ZERO, samplePage } from "../../db/testing/sample.ts";
import { urlEverything } from "../../db/urls/everything.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import { crawl } from "./run.ts";
import type { SweepHints } from "./sweep-check.ts";
import { answered } from "./testing/outcomes.ts";
import { FINE, GONE, openWorld, NO_PACE as pace, START, web } from "./testing/world.ts";

const world = openWorld();
const { context } = world;

test("a sweep checks every URL once and dates its slice", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE, GONE], START);
  const { ctx } = context(START);
  const checker = web({ [GONE]: answered(GONE, 404) });
  const summary = await crawl(ctx, { once: true, checker, pace });
  expect(summary).toMatchObject({ checked: 2, stored: 2 });
  expect([...checker.asked].sort()).toEqual([FINE, GONE]);
  expect((await urlEverything(world.db, GONE))?.facts.history).toMatchObject([
    { status: 18, http: 404, first: START },
  ]);
  expect(await crawl(ctx, { once: true, checker, pace })).toMatchObject({ checked: 0 });
});

test("batches beside each other ask a host by one connection at a time, without a fleet too", async () => {
  for (const [slice, page] of [1, 2].entries()) {
    await world.db.sql`select setval('url_id_seq', ${slice * 10_000 + 1})`;
    await samplePage(world.db, world.wiki, page, [`https://slow.zz/${page}`], START);
  }
  let [underWay, most] = [0, 0];
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }) {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, 400));
      underWay -= 1;
      return answered(url, 200);
    },
  };
  expect(await crawl(context(START).ctx, { once: true, checker, pace })).toMatchObject({ checked: 2 });
  expect(most).toBe(1);
});

test("what was never seen is looked at again after 1, 3, 7 and 14 days, content is not", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE, GONE], START);
  const { ctx, goTo } = context(START);
  const checker = web({ [GONE]: answered(GONE, 404) });
  const days: number[] = [];
  for (let day = START; day < START + 28; day++) {
    goTo(day);
    checker.asked.length = 0;
    await crawl(ctx, { once: true, checker, pace });
    if (checker.asked.includes(GONE)) days.push(day - START);
    expect(checker.asked.includes(FINE)).toBe(day === START);
  }
  expect(days).toEqual([0, 1, 3, 7, 14]);
  expect((await urlEverything(world.db, GONE))?.facts.history).toMatchObject([
    { first: START, last: START + 14, checks: 5 },
  ]);
});

test("what worked before is looked at beside the sweeps for months", async () => {
  await samplePage(world.db, world.wiki, 1, [GONE], START);
  const { ctx, goTo } = context(START);
  const days: number[] = [];
  for (const after of [0, ...Array.from({ length: 46 }, (_, more) => 28 + more)]) {
    goTo(START + after);
    const checker = web({ [GONE]: answered(GONE, after === 0 ? 200 : 404) });
    await crawl(ctx, { once: true, checker, pace });
    if (checker.asked.includes(GONE)) days.push(after);
  }
  // The sweep on the 56th day is one of them.
  expect(days).toEqual([0, 28, 29, 31, 35, 38, 42, 49, 56, 72]);
});

test("change rows report news, not checks (design 5)", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE, GONE], START);
  const { ctx, goTo } = context(START);
  let http = 200;
  const checker = {
    check: async ({ url }: { readonly url: NormalisedUrl }) => answered(url, url === GONE ? http : 200),
  };
  const published = async () => {
    const { changes } = await readChanges(world.db, POSITION_ZERO, 100);
    return changes
      .flatMap((change) => (change.kind === "url" ? [change] : []))
      .map(({ day, payload }) => [day - START, payload.url, payload.after.verdict])
      .sort();
  };
  const liveThrough = async (from: number, to: number) => {
    for (let day = from; day < to; day++) {
      goTo(START + day);
      await crawl(ctx, { once: true, checker, pace });
    }
  };
  await liveThrough(0, 56);
  const working = [
    [0, FINE, "working"],
    [0, GONE, "working"],
  ];
  expect(await published()).toEqual([...working].sort());
  http = 404;
  await liveThrough(56, 84);
  // First seen dead by the sweep; repeats that find it as it was are no news, the one on the fourteenth day decides.
  const dead = [...working, [56, GONE, "doubtful"], [70, GONE, "unreachable"]];
  expect(await published()).toEqual([...dead].sort());
  http = 200;
  await liveThrough(84, 85);
  expect(await published()).toEqual([...dead, [84, GONE, "working"]].sort());
});

test("what was not tried is not stored", async () => {
  const scheme = normalised("sftp://files.zz/x");
  await samplePage(world.db, world.wiki, 1, [scheme], START);
  const { ctx } = context(START);
  const checker = web({ [scheme]: { kind: "not-tried", reason: "path-not-sendable" } });
  expect(await crawl(ctx, { once: true, checker, pace })).toMatchObject({ checked: 1, stored: 0 });
  expect(await urlEverything(world.db, scheme)).toMatchObject({ queried: null, facts: { history: [] } });
});

test("where plain http is needed it is asked at once, tried again after some weeks, and forgotten when it is no longer so", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE], START);
  const { ctx, goTo } = context(START);
  const hints: unknown[] = [];
  let fixed = false;
  const checker = {
    async check(
      { url }: { readonly url: NormalisedUrl },
      _: unknown,
      { httpNeeded }: SweepHints,
    ): Promise<Outcome> {
      hints.push(httpNeeded ?? null);
      const outcome = answered(url, 200);
      if (outcome.kind !== "answer" || (fixed && httpNeeded === undefined)) return outcome;
      const plain = { ...outcome.chain[0], url: url.replace("https:", "http:") as NormalisedUrl };
      const round = { ...outcome, chain: [plain] as const, tls: "expired", tlsFallback: "http" } as const;
      return httpNeeded === undefined ? round : { ...round, remembered: true };
    },
  };
  const seen: unknown[] = [];
  const look = async (day: number) => {
    goTo(START + day);
    await world.db.sql`update slice set swept = -1`;
    await crawl(ctx, { once: true, checker, pace });
    const { host, facts } = (await urlEverything(world.db, FINE)) ?? {};
    seen.push([facts?.history[0]?.status, ...(host?.traits ?? []).map(({ last }) => last - START)]);
    expect(facts?.notes.map(({ key }) => key)).toEqual(
      fixed && host?.traits.length === 0 ? [] : ["certificate-expired", "http-needed"],
    );
  };
  for (const day of [0, 5, 9, 31]) await look(day);
  fixed = true;
  for (const day of [35, 62]) await look(day);
  expect(hints).toEqual([null, "expired", "expired", null, "expired", null]);
  expect(seen).toEqual([[63, 0], [63, 0], [63, 0], [63, 31], [63, 31], [1]]);
});

test("HEAD is not tried again for 200 days where it was no use, then it is earned again", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE], START);
  const { ctx, goTo } = context(START);
  const hints: boolean[] = [];
  const checker = {
    async check(
      { url }: { readonly url: NormalisedUrl },
      _: unknown,
      { getNeeded }: SweepHints,
    ): Promise<Outcome> {
      hints.push(getNeeded);
      const outcome = answered(url, 200);
      if (outcome.kind !== "answer") return outcome;
      return { ...outcome, neededGet: !getNeeded, chain: [{ ...outcome.chain[0], method: "GET" }] };
    },
  };
  for (const day of [0, 28, 190, 220, 250]) {
    goTo(START + day);
    await crawl(ctx, { once: true, checker, pace });
  }
  expect(hints).toEqual([false, true, true, false, true]);
});
