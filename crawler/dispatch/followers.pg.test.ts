import { expect, test } from "vitest";
import { DatabaseError } from "../../db/errors.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import type { WriteEvents } from "./changes.ts";
import { dispatch } from "./run.ts";
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
