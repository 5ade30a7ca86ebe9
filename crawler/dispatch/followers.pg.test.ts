import { expect, test } from "vitest";
import { pruneChanges } from "../../db/changes/prune.ts";
import { claimClients } from "../../db/dispatch/clients.ts";
import { releaseClients } from "../../db/dispatch/leases.ts";
import { DatabaseError } from "../../db/errors.ts";
import { writeEvents } from "../../db/events/write.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { FEED_TARGET } from "../../db/types.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database } from "../runtime/context.ts";
import { moment } from "../runtime/lease-keeper.ts";
import { silentLog } from "../runtime/log.ts";
import { publishChanges, type WriteEvents } from "./changes.ts";
import { beginDelivery, endOf, openWriter } from "./delivery.ts";
import { dispatch } from "./run.ts";
import { openTallies } from "./tallies.ts";
import { memoryStore } from "./testing/memory-store.ts";

test("a COMMIT whose answer is lost in the midst of several batches writes no event twice", async () => {
  const db = await freshDatabase();
  const wiki = await sampleWiki(db);
  await db.sql`create table published (id bigint generated always as identity, change bigint)`;
  const events: WriteEvents = async (tx, concerned) => {
    const ids = (concerned.get(wiki) ?? []).map(({ change }) => change.position.id);
    await tx.sql`insert into published (change) select unnest(${ids}::bigint[])`;
  };
  const publish = async (on: Database) => {
    const { store } = memoryStore();
    const ctx = {
      db: on,
      clock: systemClock,
      log: silentLog,
      signal: new AbortController().signal,
      config: readConfig({}),
    };
    await dispatch(ctx, { once: true, store, events, batch: 10 });
  };
  await publish(db);
  for (let page = 1; page <= 25; page++) await samplePage(db, wiki, page, [`https://a.zz/${page}`], 3_600);
  const count = async () => (await db.sql`select 1 from published`).length;

  let lost = 0;
  const flaky: Database = {
    ...db,
    get sql() {
      return db.sql;
    },
    async transaction(work) {
      const before = await count();
      const result = await db.transaction(work);
      if ((await count()) === before || lost > 0) return result;
      lost += 1;
      throw new DatabaseError("away", "the connection was closed behind COMMIT");
    },
  };
  await publish(flaky);
  expect(lost).toBe(1);
  const published = await db.sql<{ change: number }[]>`select change from published order by id`;
  const owed = await db.sql<
    { change: number }[]
  >`select id as change from change where pageid is not null order by id`;
  expect(owed).toHaveLength(25);
  expect(published).toEqual(owed);
});

test("followers get a gap for changes that are pruned while a dispatcher has their wiki", async () => {
  const db = await freshDatabase();
  const wiki = await sampleWiki(db);
  await samplePage(db, wiki, 1, ["https://a.zz/"], 3_600);
  const ctx = {
    db,
    clock: systemClock,
    log: silentLog,
    signal: new AbortController().signal,
    config: readConfig({}),
  };
  const { store } = memoryStore();
  const publish = () => dispatch(ctx, { once: true, store, events: writeEvents });
  await publish();
  await db.sql`update change set at = at - interval '40 days'`;
  const news = (
    title: string,
    age: string,
  ) => db.sql`insert into change (day, kind, wiki_id, pageid, payload, at)
    values (3600, 'page-deleted', ${wiki}, 1, jsonb_build_object('wiki', 'x', 'title', ${title}::text, 'namespace', 0, 'reason', 'deleted'),
      now() - ${age}::interval)`;
  await news("Lost", "30 days");
  await news("Kept", "1 hour");
  const claimed = moment();
  const leases = await claimClients(db, {
    worker: "slow",
    target: FEED_TARGET,
    leaseSeconds: 120,
    delaySeconds: 0,
    count: 1,
    work: "changes",
    until: null,
  });
  const deliveries = leases.map((lease) => beginDelivery(lease, openWriter(ctx, lease, store, claimed)));
  expect(deliveries).toMatchObject([{ needsExport: false }]);
  await pruneChanges(db, { seconds: 14 * 86_400, secondsMax: 28 * 86_400, rowsMax: 1_000 });
  await publishChanges(ctx, deliveries, {
    batch: 10,
    events: writeEvents,
    release: false,
    tallies: openTallies("main"),
  });
  for (const { writer } of deliveries) await writer.end();
  await releaseClients(
    db,
    deliveries.map((delivery) => ({ lease: delivery.lease, end: endOf(delivery) })),
  );
  await publish();
  expect(await db.sql`select kind from event order by id`).toEqual([{ kind: "gap" }, { kind: "page-gone" }]);
});
