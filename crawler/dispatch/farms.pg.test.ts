import { expect, test } from "vitest";
import { deletePages } from "../../db/pages/delete.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { dispatch, exportWiki } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

/** Farms in databases of their own, whose dispatchers write into the store of one edge (docs/scale.md). */
test("two databases behind one edge: each has its wikis there, and an export of one leaves the other's alone", async () => {
  const { store, values, urlsOf } = memoryStore();
  const keys = (prefix: string) => [...values.keys()].filter((key) => key.startsWith(prefix)).sort();
  const farm = async (dbname: string, link: string) => {
    const db = await freshDatabase();
    const wiki = await sampleWiki(db, dbname);
    await samplePage(db, wiki, 1, [link], 3_600);
    await samplePage(db, wiki, 2, [link], 3_600);
    const ctx: RoleContext = {
      db: await asComponent(db, "dispatch"),
      clock: systemClock,
      log: silentLog,
      signal: new AbortController().signal,
      config: readConfig({}),
    };
    await dispatch(ctx, { once: true, store });
    return { db, wiki, ctx };
  };
  const one = await farm("onewiki", "https://one.zz/");
  await farm("twowiki", "https://two.zz/");
  await deletePages(one.db, one.wiki, [2], "deleted", asDay(3_601));
  await exportWiki(one.ctx, "onewiki@wmflabs", store);
  expect(keys("s1:")).toEqual(["s1:onewiki@wmflabs:1", "s1:twowiki@wmflabs:1", "s1:twowiki@wmflabs:2"]);
  expect(await urlsOf("s1:onewiki@wmflabs:1")).toEqual(["https://one.zz/"]);
  expect(await urlsOf("s1:twowiki@wmflabs:2")).toEqual(["https://two.zz/"]);
  expect(keys("w1:")).toEqual(["w1:onewiki@wmflabs", "w1:twowiki@wmflabs"]);
});
