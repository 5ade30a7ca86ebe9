import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { connect, type Database } from "../connect.ts";
import { noLog } from "../errors.ts";
import { migrate } from "../migrate.ts";
import { worker } from "../schema/index.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { openReplicaPair } from "../testing/replica.ts";
import { heartbeat, holdLife, isLifeless } from "./workers.ts";

const BACK_SECONDS = 3;

/** Names of crawlers without a session. */
async function lifelessIn({ orm }: Database, backSeconds?: number): Promise<string[]> {
  const rows = await orm
    .select({ name: worker.name })
    .from(worker)
    .where(and(eq(worker.role, "crawl"), isLifeless([], backSeconds)));
  return rows.map(({ name }) => name);
}

test("of processes of before all sessions ended nothing is said until those that live had time to come back", async () => {
  const db = await freshDatabase();
  await heartbeat(db, { name: "before", role: "crawl", info: {} });
  await db.orm.update(worker).set({ seenAt: sql`pg_postmaster_start_time() - interval '1 hour'` });
  const areLifeless = () => lifelessIn(db, BACK_SECONDS);
  await sleep(BACK_SECONDS * 1_000);
  // The server runs for long, and nobody is back.
  expect(await areLifeless()).toEqual(["before"]);
  const back = db.session();
  await holdLife(back, "another");
  expect(await areLifeless()).toEqual([]);
  await expect.poll(areLifeless, { timeout: 30_000 }).toEqual(["before"]);
  await back.close();
});

test("a replica that is promoted ends all sessions, too, though it runs for long", async () => {
  const pair = await openReplicaPair();
  onTestFinished(() => pair.close());
  const primary = await connect(pair.primary.url, { max: 1 });
  await migrate(primary, noLog);
  await heartbeat(primary, { name: "living", role: "crawl", info: {} });
  await primary.close();
  const replica = await connect(pair.replica.url, { max: 1 });
  onTestFinished(() => replica.close());
  await expect.poll(() => replica.sql`select name from worker`.catch(() => [])).toEqual([{ name: "living" }]);
  await pair.primary.stop("SIGQUIT");
  await replica.sql`select pg_promote()`;
  expect(await lifelessIn(replica)).toEqual([]);
  // Who gave a sign of life since then and has no session is dead.
  await heartbeat(replica, { name: "dead", role: "crawl", info: {} });
  expect(await lifelessIn(replica)).toEqual(["dead"]);
}, 120_000);
