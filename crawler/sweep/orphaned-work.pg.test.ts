import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { samplePage } from "../../db/testing/sample.ts";
import { urlEverything } from "../../db/urls/everything.ts";
import { releaseDead } from "../../db/work/dead-workers.ts";
import { leaseSlices } from "../../db/work/slices.ts";
import { heartbeat, holdLife } from "../../db/work/workers.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { silentLog } from "../runtime/log.ts";
import { waitForOrphanedWork } from "./orphaned-work.ts";
import { crawl } from "./run.ts";
import { FINE, openWorld, NO_PACE as pace, START, web } from "./testing/world.ts";

const world = openWorld();
const { context } = world;

const lease = (worker: string, leaseSeconds: number) =>
  leaseSlices(world.db, { worker, count: 9, leaseSeconds, today: asDay(START), passDays: 28 });

/** As after a restart: the last sign of life is older than the server. */
async function seenBeforeRestart(name: string): Promise<void> {
  await heartbeat(world.db, { name, role: "crawl", info: {} });
  await world.db.sql`
    update worker set seen_at = pg_postmaster_start_time() - interval '1 second' where name = ${name}`;
}

async function crawlOnce() {
  const logged: string[] = [];
  const log = {
    ...silentLog,
    warn: (message: string) => void logged.push(message),
    info: (message: string) => void logged.push(message),
  };
  const checker = web({});
  const { ctx } = context(START);
  return { ...(await crawl({ ...ctx, log }, { once: true, checker, pace })), logged };
}

test("a worker that died with the server is known by its process, where that was of this machine", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE], START);
  const name = `${hostname()}:${spawnSync("true").pid}:crawl:0f3a91c2`;
  await seenBeforeRestart(name);
  await lease(name, 120);
  const { checked, logged } = await crawlOnce();
  expect(checked).toBe(1);
  expect(logged).toContainEqual(`going on with what was in hand of workers that died: ${name}`);
});

test("a run that ends waits for the lease of a worker without a session, and then does its work", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE], START);
  // Not in the table of workers: nobody can take it for dead before its lease ends.
  await lease("there:1:crawl:0f3a91c2", 1);
  const { checked, logged } = await crawlOnce();
  expect(checked).toBe(1);
  expect(logged).toContainEqual(expect.stringMatching(/^what is left was in hand of there:1:crawl:0f3a91c2/));
});

test.each([
  [1, true],
  [60, false],
])("a lease that ran out %i s ago: another look is worth it: %s", async (seconds, expected) => {
  await samplePage(world.db, world.wiki, 1, [FINE], START);
  const name = "there:3:crawl:0f3a91c2";
  const session = world.db.session();
  try {
    await holdLife(session, name);
    await lease(name, 120);
    await world.db.sql`update slice set lease_until = clock_timestamp() - make_interval(secs => ${seconds})`;
    const { ctx } = context(START);
    const mayCome = waitForOrphanedWork(ctx, "me", { waitIdle: async () => false });
    expect(await mayCome(ctx.signal)).toBe(expected);
  } finally {
    await session.close();
  }
});

test("what a living worker has in hand is left to it, and said", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE], START);
  const name = "there:2:crawl:0f3a91c2";
  const session = world.db.session();
  try {
    await holdLife(session, name);
    await seenBeforeRestart(name);
    await lease(name, 120);
    const { checked, logged } = await crawlOnce();
    expect(checked).toBe(0);
    expect(logged).toEqual([`nothing is left but what other workers have in hand: ${name}`]);
    expect((await urlEverything(world.db, FINE))?.queried).toBeNull();
  } finally {
    await session.close();
  }
});

test("what a run that failed could not give back is gone on with at once", async () => {
  await samplePage(world.db, world.wiki, 1, [FINE], START);
  const { ctx } = context(START);
  const checker = { check: () => Promise.reject(new Error("a bug")) };
  await expect(crawl(ctx, { once: true, checker, pace })).rejects.toThrow("a bug");
  const { checked, logged } = await crawlOnce();
  expect(checked).toBe(1);
  expect(logged).toContainEqual(
    expect.stringMatching(/^going on with what was in hand of workers that died/),
  );
});

test("after a restart who lives has a minute to come back", async () => {
  const name = "there:3:crawl:0f3a91c2";
  await seenBeforeRestart(name);
  const [server] = await world.db.sql<{ late: boolean }[]>`
    select clock_timestamp() > pg_postmaster_start_time() + interval '60 seconds' as late`;
  expect(await releaseDead(world.db)).toEqual(server?.late ? [name] : []);
});

test("so it has after a recovery, when the server's start is long ago", async () => {
  const name = "there:4:crawl:0f3a91c2";
  const session = world.db.session();
  try {
    await heartbeat(session, { name, role: "crawl", info: {} });
    // The statistics of the server begin again for all of its databases, those of other tests too: in their place a table of ours.
    await session.sql`set search_path = public, pg_catalog`;
    await session.sql`create table pg_stat_bgwriter as select clock_timestamp() as stats_reset`;
    expect(await releaseDead(session)).toEqual([]);
    // Who gave a sign of life since then and has no session is dead.
    await heartbeat(session, { name, role: "crawl", info: {} });
    expect(await releaseDead(session)).toEqual([name]);
  } finally {
    await session.sql`drop table if exists public.pg_stat_bgwriter`;
    await session.close();
  }
});
