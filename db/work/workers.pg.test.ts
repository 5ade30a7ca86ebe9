import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { worker } from "../schema/index.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { heartbeat, holdLife, isLifeless } from "./workers.ts";

const BACK_SECONDS = 3;

test("of processes of before all sessions ended nothing is said until those that live had time to come back", async () => {
  const db = await freshDatabase();
  await heartbeat(db, { name: "before", role: "crawl", info: {} });
  await db.orm.update(worker).set({ seenAt: sql`pg_postmaster_start_time() - interval '1 hour'` });
  const areLifeless = async () =>
    (
      await db.orm
        .select({ name: worker.name })
        .from(worker)
        .where(and(eq(worker.role, "crawl"), isLifeless([], BACK_SECONDS)))
    ).map(({ name }) => name);
  await sleep(BACK_SECONDS * 1_000);
  // The server runs for long, and nobody is back.
  expect(await areLifeless()).toEqual(["before"]);
  const back = db.session();
  await holdLife(back, "another");
  expect(await areLifeless()).toEqual([]);
  await expect.poll(areLifeless, { timeout: 30_000 }).toEqual(["before"]);
  await back.close();
});
