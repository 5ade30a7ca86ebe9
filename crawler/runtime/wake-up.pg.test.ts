import { beforeEach, expect, test, vi } from "vitest";
import { addClients, claimClients } from "../../db/dispatch/clients.ts";
import { requestExport } from "../../db/dispatch/exports.ts";
import { markProfiles } from "../../db/dispatch/published.ts";
import { askCheck } from "../../db/people/asked-checks.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { newsOf, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { UrlId, WikiId } from "../../db/types.ts";
import { steppedClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import type { Database } from "./context.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { silentLog } from "./log.ts";
import { WakeUp } from "./wake-up.ts";

let db: Database;
let wiki: WikiId;
beforeEach(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db, "onewiki");
  await samplePage(db, wiki, 1, ["https://a.zz/"], 3_600);
});

/** A process of a role that hears this, from its first sign of life on. */
async function hear(role: "dispatch" | "crawl", name: WakeUp["channel"]) {
  const wakeUp = new WakeUp(name);
  const onNotify = vi.spyOn(wakeUp, "onNotify");
  const ctx = {
    db: await asComponent(db, role),
    clock: steppedClock(0),
    log: silentLog,
    signal: new AbortController().signal,
    config: readConfig({}),
  };
  const life = startHeartbeat(ctx, role, () => ({}), { listeners: [wakeUp] });
  await life.begun;
  return { life, onNotify };
}

async function writeNews(): Promise<void> {
  await db.sql`insert into change (day, kind, url_id, payload)
    select 3600, 'url', id, ${JSON.stringify(newsOf("https://a.zz/"))}::text::jsonb from url`;
}

test("a dispatcher hears of news and of an export that is wanted, and not of what dispatchers do", async () => {
  const { life, onNotify } = await hear("dispatch", "weboid_news");
  await writeNews();
  await expect.poll(() => onNotify.mock.calls.length).toBe(1);
  await addClients(db, ["main"]);
  const claim = {
    worker: "here:1:dispatch",
    target: "main",
    leaseSeconds: 60,
    delaySeconds: 0,
    count: 1,
    until: null,
  };
  const claims = [];
  for (const work of ["profile", "export", "changes"] as const)
    claims.push((await claimClients(db, { ...claim, work })).length);
  await markProfiles(db, "main", "1");
  expect(claims).toEqual([1, 0, 0]);
  await requestExport(db, wiki);
  await expect.poll(() => onNotify.mock.calls.length).toBe(2);
  await life.stop();
});

test("a crawler hears of a check that somebody asked for", async () => {
  const { life, onNotify } = await hear("crawl", "weboid_asked");
  const [row] = await db.sql<{ id: UrlId }[]>`select id from url`;
  await askCheck(db, row?.id ?? (0 as UrlId));
  await expect.poll(() => onNotify.mock.calls.length).toBe(1);
  await life.stop();
});

test("a connection that is lost is heard over again with the next sign of life, and until then nobody relies on it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  try {
    const { life, onNotify } = await hear("dispatch", "weboid_news");
    const ended = await db.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename ~ '_dispatch'`;
    expect(ended.length).toBeGreaterThan(0);
    // The loss rings, before any beat: who waits looks again by himself.
    await expect.poll(() => onNotify.mock.calls.length).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        const before = onNotify.mock.calls.length;
        await vi.advanceTimersByTimeAsync(20_000);
        await writeNews();
        await Bun.sleep(100);
        return onNotify.mock.calls.length - before;
      })
      .toBe(1);
    await life.stop();
  } finally {
    vi.useRealTimers();
  }
});
