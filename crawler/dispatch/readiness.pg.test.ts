import { expect, test } from "vitest";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { sampleWiki } from "../../db/testing/sample.ts";
import { WIKIS_TOLD_KEY } from "../../shared/protocol/types.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { dispatch } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

test("an edge is told that it knows all wikis when the last profile is there, also after whoever wrote that died, and not where it lost them", async () => {
  const db = await freshDatabase();
  await sampleWiki(db, "onewiki");
  await sampleWiki(db, "twowiki");
  let away = true;
  const { store, values } = memoryStore({ fail: ({ key }) => away && key === "w1:twowiki@wmflabs" });
  const told = () => values.has(WIKIS_TOLD_KEY);
  const lines: string[] = [];
  const log = { ...silentLog, error: (line: string) => void lines.push(line) };
  const { signal } = new AbortController();
  const run = () =>
    dispatch({ db, clock: systemClock, log, signal, config: readConfig({}) }, { once: true, store });

  await expect(run()).rejects.toThrow("twowiki@wmflabs");
  expect([values.has("w1:onewiki@wmflabs"), told()]).toEqual([true, false]);
  away = false;
  await run();
  expect(told()).toBe(true);
  values.delete(WIKIS_TOLD_KEY);
  await run();
  expect([told(), lines]).toEqual([true, []]);
  values.clear();
  await run();
  expect([told(), lines]).toEqual([false, [expect.stringContaining("--forget-edge main")]]);
});
