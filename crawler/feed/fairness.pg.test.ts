import { expect, test } from "vitest";
import type { WikiId } from "../../db/types.ts";
import { feedWikis } from "./run.ts";
import {
  context,
  feeder,
  http,
  IDLE_MS,
  include,
  pageids,
  pages,
  rowOf,
  setUp,
  wikiOf,
} from "./testing/feeder.ts";

setUp();

/** Every slice that any feeder begins, in order. */
async function logSlices(): Promise<() => Promise<WikiId[]>> {
  const { sql } = context().db;
  await sql.unsafe(`
    create table slice_log (no bigint generated always as identity, wiki_id integer);
    create function log_slice() returns trigger language plpgsql security definer as $$
      begin insert into slice_log (wiki_id) values (new.id); return null; end $$;
    create trigger log_slice after update of feed_served_at on wiki for each row
      when (new.feed_served_at <> old.feed_served_at) execute function log_slice();`);
  return async () =>
    (await sql<{ id: WikiId }[]>`select wiki_id as id from slice_log order by no`).map(({ id }) => id);
}

test("while a huge wiki is under way, small ones of its server wait for a slice of each other at most, under two feeders", async () => {
  // Lists come in pieces of two, and a slice of no time takes one.
  const huge = await wikiOf([...pages(1_000), { pageid: 2_001, title: "Fake:One", ns: 4, links: [] }], {
    criteria: [include("namespace", "0")],
  });
  const small = await Promise.all(
    [1, 2, 3, 4].map(() => wikiOf([], { twinOf: huge.fake, criteria: [include("namespace", "4")] })),
  );
  const slices = await logSlices();
  const stop = new AbortController();
  const ctx = { ...feeder(), signal: stop.signal };
  const feeders = [1, 2].map(() =>
    feedWikis(ctx, { wikis: [], once: false, http, sliceMs: 0, idleMs: IDLE_MS }),
  );
  const taken = async (id: WikiId, since: number) =>
    (await slices()).slice(since).filter((one) => one === id).length;
  try {
    await expect.poll(() => taken(huge.id, 0)).toBeGreaterThan(3);
    for (const { id } of small) expect(await pageids(id, { read: true })).toEqual([2_001]);
    // All of them are due again in one moment.
    const mark = (await slices()).length;
    await ctx.db
      .sql`update wiki set full_due_at = 'epoch' where id = any(${small.map(({ id }) => id)}::int[])`;
    const served = async () => Promise.all(small.map(({ id }) => taken(id, mark)));
    await expect.poll(async () => Math.min(...(await served()))).toBeGreaterThan(0);
    const order = (await slices()).slice(mark);
    // A slice of each, and one that either feeder had chosen before.
    for (const { id } of small) expect(order.indexOf(id)).toBeLessThan(small.length + 1 + feeders.length);
    await expect.poll(() => taken(huge.id, mark)).toBeGreaterThan(1);
    // It is far from done, so that all of this was beside it.
    expect((await rowOf(huge.name)).feed).toHaveProperty("listing");
  } finally {
    stop.abort();
    await Promise.all(feeders);
  }
}, 150_000);
