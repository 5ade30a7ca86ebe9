import { expect, test, vi } from "vitest";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { sampleWiki } from "../../db/testing/sample.ts";
import { WIKIS_KNOWN_KEY } from "../../shared/protocol/types.ts";
import { steppedClock, systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { openReadiness } from "./readiness.ts";
import { dispatch } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

test("an edge learns that it knows all wikis when the last profile is there, also after its writer died, and not where it lost them", async () => {
  const db = await freshDatabase();
  await sampleWiki(db, "onewiki");
  await sampleWiki(db, "twowiki");
  let away = true;
  const { store, values } = memoryStore({ fail: ({ key }) => away && key === "w1:twowiki@wmflabs" });
  const isComplete = () => values.has(WIKIS_KNOWN_KEY);
  const lines: string[] = [];
  const log = { ...silentLog, error: (line: string) => void lines.push(line) };
  const { signal } = new AbortController();
  const ctx = {
    db: await asComponent(db, "dispatch"),
    clock: systemClock,
    log,
    signal,
    config: readConfig({}),
  };
  const run = () => dispatch(ctx, { once: true, store });

  await expect(run()).rejects.toThrow("twowiki@wmflabs");
  expect([values.has("w1:onewiki@wmflabs"), isComplete()]).toEqual([true, false]);
  away = false;
  await run();
  expect(isComplete()).toBe(true);
  values.delete(WIKIS_KNOWN_KEY);
  await run();
  expect([isComplete(), lines]).toEqual([true, []]);
  values.clear();
  await run();
  const lost = expect.stringMatching(/nothing of (one|two)wiki@wmflabs.*--forget-edge main/);
  expect([isComplete(), lines]).toEqual([false, [lost]]);

  // One profile after the other is written again, each by a process of its own: all is there with the last only.
  for (const [dbname, complete] of [
    ["onewiki", false],
    ["twowiki", true],
  ] as const) {
    await db.sql`
      update dispatch_client set profile_due = true where wiki_id = (select id from wiki where dbname = ${dbname})`;
    await run();
    expect([values.has(`w1:${dbname}@wmflabs`), isComplete()]).toEqual([true, complete]);
  }

  // Also where it is lost while a dispatcher runs that wrote them all.
  const readiness = openReadiness(ctx, store);
  readiness.wrote(["onewiki@wmflabs", "twowiki@wmflabs"]);
  await readiness.announce();
  values.clear();
  lines.length = 0;
  for (const wiki of ["onewiki@wmflabs", "twowiki@wmflabs"]) {
    readiness.wrote([wiki]);
    await readiness.announce();
    expect([isComplete(), lines]).toEqual([wiki.startsWith("two"), [lost]]);
  }

  // And where nothing is written: at the next look but one, as lists may be behind by a minute.
  let nowMs = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const lookLater = async () => {
    nowMs += 300_000;
    await readiness.announce();
    return readiness.isStoreEmpty;
  };
  expect(await lookLater()).toBe(false);
  const kept = [...values];
  values.clear();
  lines.length = 0;
  await readiness.announce();
  expect(lines).toEqual([]);
  expect([await lookLater(), lines]).toEqual([false, [lost]]);
  expect([await lookLater(), isComplete(), lines]).toEqual([true, false, [lost]]);
  for (const [key, value] of kept) values.set(key, value);
  expect(await lookLater()).toBe(false);
  clock.mockRestore();
});

test("a store that does not answer is noticed though nothing is to be written", async () => {
  const db = await freshDatabase();
  await sampleWiki(db, "onewiki");
  const { store } = memoryStore();
  let isAway = false;
  const failed = { kind: "failed", message: "away" } as const;
  const list: typeof store.list = async (...asked) => (isAway ? failed : store.list(...asked));
  const config = readConfig({});
  const { signal } = new AbortController();
  const ctx = {
    db: await asComponent(db, "dispatch"),
    clock: steppedClock(0),
    log: silentLog,
    signal,
    config,
  };
  await dispatch(ctx, { once: true, store });
  const readiness = openReadiness(ctx, { ...store, list });
  await readiness.announce();
  expect(readiness.storeAwaySince).toBe(null);
  isAway = true;
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 300_000);
  for (const _ of [1, 2]) {
    await readiness.announce();
    expect(readiness.storeAwaySince).toBe(new Date(ctx.clock.now()).toISOString());
  }
  isAway = false;
  await readiness.announce();
  expect(readiness.storeAwaySince).toBe(null);
  clock.mockRestore();
});
