import { describe, expect, test } from "vitest";
import { queueChanged } from "../../db/pages/changed.ts";
import { queueTouches } from "../../db/pages/touches.ts";
import { DAY_MS } from "../../shared/calendar/day.ts";
import { FAILURES_MAX } from "./budget.ts";
import {
  clock,
  context,
  newsWaiting,
  once,
  pageids,
  pages,
  rowOf,
  setUp,
  through,
  waiting,
  wikiOf,
} from "./testing/feeder.ts";

setUp();

/** A wiki that answers every question about these pages with an error, as often as `times` says. */
function failingOver(bad: readonly number[], code: string, times = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const client = through(({ url }) => {
    const ids = new URL(url).searchParams.get("pageids");
    if (ids !== null) asked.push(ids);
    const failures = asked.filter((one) => hits(one)).length;
    if (ids === null || !hits(ids) || failures > times) return undefined;
    const value = { error: { code, info: "broken page" } };
    return { kind: "json", http: 200, headers: {}, value };
  });
  const hits = (ids: string) => ids.split("|").some((id) => bad.includes(Number(id)));
  return { client, asked };
}

const LASTING = ["internal_api_error_TypeError", "permissiondenied"];

describe("a page over which the wiki fails each time", () => {
  test.each(LASTING)("%s: is passed over where pages are read, and tried at the next pass", async (code) => {
    const { name, id } = await wikiOf(pages(50));
    const [fed] = (await once(name, failingOver([17], code).client)).wikis;
    expect(fed).toMatchObject({ read: 49, error: null });
    expect(await pageids(id, { read: true })).not.toContain(17);
    const { client, asked } = failingOver([17], code);
    clock.set(clock.now() + 8 * DAY_MS);
    await once(name, client);
    expect(asked).toContain("17");
    clock.set(clock.now() + 8 * DAY_MS);
    expect((await once(name)).wikis).toMatchObject([{ read: 50, error: null }]);
  });

  test.each(LASTING)("%s: holds up neither news, nor requested pages, nor itself for ever", async (code) => {
    const { fake, name, id } = await wikiOf(pages(20));
    await once(name);
    fake.pages.push({ pageid: 30, title: "New", links: ["https://new.zz/"] });
    fake.pages.push({ pageid: 31, title: "Wanted", links: ["https://wanted.zz/"] });
    fake.pages.push({ pageid: 32, title: "Bad", links: ["https://bad.zz/"] });
    clock.set(clock.now() + DAY_MS);
    await queueChanged(context().db, id, [1, 30]);
    await queueTouches(context().db, id, [31, 32], clock.today());
    const [fed] = (await once(name, failingOver([1, 32], code).client)).wikis;
    expect(fed?.error).toBeNull();
    expect([await newsWaiting(id), await waiting(id)]).toEqual([0, 0]);
    expect(await pageids(id)).toEqual(expect.arrayContaining([30, 31]));
  });

  test("alone in what was reported: the requested pages are read", async () => {
    const { fake, name, id } = await wikiOf(pages(2));
    await once(name);
    fake.pages.push({ pageid: 3, title: "Three", links: ["https://c.zz/"] });
    await queueChanged(context().db, id, [1]);
    await queueTouches(context().db, id, [3], clock.today());
    await once(name, failingOver([1], "internal_api_error_X").client);
    expect(await newsWaiting(id)).toBe(0);
    expect(await pageids(id, { read: true })).toContain(3);
  });

  test("several of them in one batch: found within a few slices, however often the wiki has to be left alone", async () => {
    const { name, id } = await wikiOf(pages(50));
    const bad = [3, 9, 17, 22, 28, 33, 41, 50];
    for (let slice = 0; slice < 4; slice += 1) {
      await once(name, failingOver(bad, "internal_api_error_X").client);
      clock.set(clock.now() + 60 * 60_000);
    }
    expect(await pageids(id, { read: true })).toHaveLength(42);
  });
});

test("a wiki that breaks for a moment loses no wish", async () => {
  const { fake, name, id } = await wikiOf(pages(1), {
    criteria: [{ effect: "include", kind: "template", value: "Template:T" }],
  });
  await once(name);
  fake.pages.push({ pageid: 3, title: "Three", links: ["https://c.zz/"], templates: ["Template:T"] });
  await queueTouches(context().db, id, [3], clock.today());
  await context().db.sql`update wiki set full_due_at = '2030-01-01' where id = ${id}`;
  const { client, asked } = failingOver([3], "internal_api_error_DBQueryError", 2);
  await once(name, client);
  expect(asked.filter((ids) => ids === "3").length).toBeGreaterThan(2);
  expect(await waiting(id)).toBe(0);
  expect(await pageids(id, { read: true })).toEqual([3]);
});

test("a wiki that breaks over every page is left alone, and keeps what is to be done", async () => {
  const { fake, name, id } = await wikiOf(pages(3));
  await once(name);
  fake.pages.push({ pageid: 4, title: "Four", links: ["https://c.zz/"] });
  await queueChanged(context().db, id, [1]);
  await queueTouches(context().db, id, [4], clock.today());
  const asked: string[] = [];
  const broken = through(({ url }) => {
    if (!url.includes("pageids=")) return undefined;
    asked.push(url);
    const value = { error: { code: "internal_api_error_DBQueryError" } };
    return { kind: "json", http: 200, headers: {}, value };
  });
  const [fed] = (await once(name, broken)).wikis;
  expect(fed?.error).toMatchObject({ kind: "broken" });
  expect(asked.length).toBeLessThan(FAILURES_MAX);
  expect((await rowOf(name)).retryMs).toBeGreaterThan(clock.now());
  expect([await newsWaiting(id), await waiting(id)]).toEqual([1, 1]);
  await once(name);
  expect([await newsWaiting(id), await waiting(id)]).toEqual([0, 0]);
});
