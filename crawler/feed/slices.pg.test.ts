import { describe, expect, test } from "vitest";
import { queueTouches, takeTouches } from "../../db/pages/touches.ts";
import { setCriteria } from "../../db/wikis/criteria.ts";
import { claimFeed, dueWikis } from "../../db/wikis/feeding.ts";
import { updateWiki } from "../../db/wikis/wikis.ts";
import { asDay, DAY_MS } from "../../shared/calendar/day.ts";
import type { HttpAnswer, HttpClient } from "../net/egress/http-client.ts";
import { feedWiki } from "./feed-wiki.ts";
import {
  clock,
  context,
  exclude,
  feeder,
  forever,
  http,
  include,
  once,
  pageids,
  pages,
  rowOf,
  START,
  setUp,
  through,
  waiting,
  wikiOf,
} from "./testing/feeder.ts";

setUp();

const refusal: HttpAnswer = {
  kind: "json",
  http: 200,
  headers: {},
  value: { error: { code: "internal_api_error_DBQueryError", info: "A database error" } },
};
/** `http`, but what `matches` gets the answer. */
const instead = (matches: (url: string) => boolean, answer: HttpAnswer = refusal): HttpClient =>
  through(({ url }) => (matches(url) ? answer : undefined));

describe("an interrupted first run", () => {
  test("taken up after 101 days deletes no page that exists", async () => {
    const { name, id } = await wikiOf(pages(60));
    let lists = 0;
    await once(
      name,
      instead((url) => url.includes("list=allpages") && ++lists > 25),
    );
    expect(await pageids(id)).toHaveLength(50);
    // It would go on with the rest, if it were not that old.
    expect((await rowOf(name)).feed).toMatchObject({ listing: { place: { apcontinue: "40" } } });
    clock.set(START + 101 * DAY_MS);
    expect((await once(name)).wikis).toMatchObject([{ listed: 60, created: 10, deleted: 0, error: null }]);
    expect(await pageids(id)).toHaveLength(60);
  });

  test("that hangs for 101 days within one process deletes nothing that it listed", async () => {
    const { name, id, fake } = await wikiOf(pages(6));
    await once(name);
    fake.pages.splice(5, 1, { pageid: 6, title: "Fake:T6", ns: 4, links: [] });
    const late: HttpClient = {
      ...http,
      send: async (request) => {
        const answer = await http.send(request);
        if (request.url.includes("apcontinue=2")) clock.set(START + 101 * DAY_MS);
        return answer;
      },
    };
    // Page 6 was last touched on the day on which this run began: the next one may judge it.
    expect((await once(name, late)).wikis).toMatchObject([{ deleted: 0 }]);
    expect(await pageids(id)).toHaveLength(6);
    expect((await once(name)).wikis).toMatchObject([{ deleted: 1 }]);
    expect(await pageids(id)).toEqual([1, 2, 3, 4, 5]);
  });

  test("in slices of no time, one batch each, comes to its end all the same", async () => {
    const { name, id } = await wikiOf(pages(7));
    await forever([name], async () => (await rowOf(name)).fullDueMs > 0, { sliceMs: 0 });
    expect(await pageids(id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await rowOf(name)).feed).toEqual({ wikiid: "fakewiki" });
  });

  test("whose lists take longer than a week comes to its end, four requests of them every two days", async () => {
    const { name, id, fake } = await wikiOf(pages(40));
    for (let day = 0; day <= 8; day += 2) {
      clock.set(START + day * DAY_MS);
      let left = 4;
      const slice = { listsOver: () => --left <= 0, over: () => true };
      const fed = await feedWiki(feeder(), { id, name }, { http, worker: "one", now: false, slice });
      expect(fed.error).toBeNull();
    }
    expect(await pageids(id)).toHaveLength(40);
    expect((await rowOf(name)).feed).toEqual({ wikiid: "fakewiki" });
    const places = fake.asked.flatMap((asked) => (asked.get("list") ? [asked.get("apcontinue")] : []));
    expect(new Set(places).size).toBe(places.length);
  });

  test("of which one list always fails does not keep the others from being read each week", async () => {
    const { name, fake } = await wikiOf([...pages(60), ...pages(3, { ns: 4 })], {
      criteria: [include("namespace", "0"), include("namespace", "4")],
    });
    // Far enough for a place to be stored; from there it fails until it begins again.
    const broken = instead((url) => url.includes("apcontinue=50") && url.includes("apnamespace=0"));
    for (let day = 0; day <= 8; day += 1) {
      clock.set(START + day * DAY_MS);
      await once(name, broken);
      await once(name, broken);
    }
    const listed = fake.asked.filter((asked) => asked.get("apnamespace") === "4" && !asked.has("apcontinue"));
    expect(listed).toHaveLength(2);
  });

  test("criteria that change meanwhile are read from the start", async () => {
    const { name, id, fake } = await wikiOf([...pages(4), ...pages(2, { ns: 4 })]);
    await once(
      name,
      instead((url) => url.includes("apcontinue=2")),
    );
    await setCriteria(context().db, id, [include("namespace", "0"), include("namespace", "4")]);
    fake.asked.length = 0;
    expect((await once(name)).wikis).toMatchObject([{ error: null }]);
    expect(
      fake.asked.filter((asked) => asked.get("list") === "allpages").map((asked) => asked.get("apcontinue")),
    ).toEqual([null, "2", null]);
  });
});

describe("a list that the wiki does not serve", () => {
  test("stops neither the other lists nor the reading, and is tried again later", async () => {
    const { name, id } = await wikiOf(
      [...pages(3), { pageid: 9, title: "Nine", ns: 4, links: ["https://nine.zz/"] }],
      {
        criteria: [
          include("category", "Category:Heavy"),
          include("namespace", "0"),
          include("namespace", "4"),
        ],
      },
    );
    const heavy = instead((url) => url.includes("Category%3AHeavy"));
    await forever([name], async () => (await pageids(id, { read: true })).length === 4, { client: heavy });
    const row = await rowOf(name);
    expect(row.error).toContain("try again later (list category:Category:Heavy)");
    // Pages can be requested meanwhile; the list has its own time.
    expect(row.incrementalDueMs).toBe(0);
    expect(row.fullDueMs).toBe(START + 15 * 60_000);
    await queueTouches(context().db, id, [1], asDay(5_000));
    await forever([name], async () => (await waiting(id)) === 0, { client: heavy });
    expect((await rowOf(name)).error).toContain("A database error");
    clock.set(START + 15 * 60_000);
    await forever([name], async () => (await rowOf(name)).error === null);
    expect((await rowOf(name)).feed).toEqual({ wikiid: "fakewiki" });
  });

  test("if it is an exclusion: its pages are not read nevertheless, and nothing is deleted", async () => {
    const { name, id } = await wikiOf(
      [...pages(2), { pageid: 3, title: "No", links: ["https://no.zz/"], categories: ["Category:No"] }],
      { criteria: [include("namespace", "0"), exclude("category", "Category:No")] },
    );
    const broken = instead((url) => url.includes("list=categorymembers"));
    expect((await once(name, broken)).wikis).toMatchObject([
      { listed: 3, read: 2, deleted: 0, error: { kind: "broken" } },
    ]);
    expect(await pageids(id, { read: true })).toEqual([1, 2]);
    clock.set(START + 101 * DAY_MS);
    expect((await once(name, broken)).wikis).toMatchObject([{ read: 2, deleted: 0 }]);
    expect((await once(name)).wikis).toMatchObject([{ deleted: 0, error: null }]);
    expect(await pageids(id)).toEqual([1, 2, 3]);
  });
});

test("while an excluded tree cannot be read, the wiki is left alone until its lists are due", async () => {
  const { name, id } = await wikiOf(pages(2), { criteria: [include("namespace", "0")] });
  const { db } = context();
  await once(name);
  await setCriteria(db, id, [include("namespace", "0"), exclude("category", "Category:No", 2)]);
  await db.sql`update wiki set full_due_at = 'epoch' where id = ${id}`;
  await db.sql`update page set needs_update = true where wiki_id = ${id}`;
  const refused = { ...refusal, value: { error: { code: "permissiondenied", info: "No" } } };
  const client = instead((url) => url.includes("Category%3ANo"), refused);
  const slice = { listsOver: () => false, over: () => false };
  const feed = () => feedWiki(feeder(), { id, name }, { http: client, worker: "one", now: false, slice });
  const isDue = async () => (await dueWikis(db, clock.now())).some((wiki) => wiki.id === id);
  expect(await isDue()).toBe(true);
  expect(await feed()).toMatchObject({ read: 0, error: { kind: "refused" } });
  expect(await isDue()).toBe(false);
  clock.set(clock.now() + 15 * 60_000);
  expect(await isDue()).toBe(true);
  await feed();
  expect(await isDue()).toBe(false);
  // Who corrects the criteria does not wait.
  await setCriteria(db, id, [include("namespace", "0")]);
  await updateWiki(db, id, { fullDueMs: 0 });
  expect(await isDue()).toBe(true);
  expect(await feed()).toMatchObject({ read: 2, error: null });
});

describe("pages that somebody requested (F5)", () => {
  test("are not added when they stand in an excluded category, also one of many", async () => {
    const many = Array.from({ length: 60 }, (_, at) => exclude("category", `Category:No ${at}`));
    const { name, id, fake } = await wikiOf(pages(1), { criteria: [include("namespace", "0"), ...many] });
    await once(name);
    const asked = (pageid: number, categories: string[]) => ({
      pageid,
      title: `Asked ${pageid}`,
      links: [`https://asked${pageid}.zz/`],
      categories,
    });
    fake.pages.push(asked(20, ["Category:No 3"]), asked(21, ["Category:No 57"]), asked(22, ["Category:Yes"]));
    await queueTouches(context().db, id, [20, 21, 22], clock.today());
    await forever([name], async () => (await pageids(id)).includes(22));
    expect(await pageids(id)).toEqual([1, 22]);
  });

  test("in floods do not keep the wiki's own pages from being read, and are requested once a day", async () => {
    const { name, id, fake } = await wikiOf(pages(3));
    const flood = Array.from({ length: 1_200 }, (_, at) => 4_000_000_000 + at);
    const today = clock.today();
    expect(await queueTouches(context().db, id, flood, today)).toEqual({ queued: 1_200, dropped: 0 });
    await forever([name], async () => (await pageids(id, { read: true })).length === 3);
    const kinds = fake.asked.map((asked) =>
      asked.get("list") !== null
        ? "list"
        : (asked.get("pageids") ?? "").startsWith("4000")
          ? "flood"
          : "read",
    );
    // Ten batches of the flood, then the wiki's own pages.
    expect(kinds.indexOf("read")).toBe(kinds.indexOf("flood") + 10);
    await forever([name], async () => (await waiting(id)) === 0);
    expect(await queueTouches(context().db, id, flood, today)).toEqual({ queued: 0, dropped: 0 });
    expect(await pageids(id)).toEqual([1, 2, 3]);
  });

  test("are not lost with a feeder that dies, nor by trouble of the wiki; what the wiki refuses is given up", async () => {
    const { name, id, fake } = await wikiOf(pages(3));
    await once(name);
    fake.pages.push({ pageid: 20, title: "Asked", links: ["https://asked.zz/"] });
    await queueTouches(context().db, id, [20], clock.today());
    const claim = await claimFeed(context().db, id, { worker: "gone", leaseSeconds: 0 });
    if (claim.kind !== "lease") throw new Error("held");
    expect(await takeTouches(context().db, claim, 50)).toEqual([20]);
    fake.instead.push(...Array.from({ length: 4 }, () => ({ status: 403, body: "<html>" })));
    await forever([name], async () => (await rowOf(name)).error !== null);
    expect(await waiting(id)).toBe(1);
    clock.set(START + 16 * 60_000);
    await forever([name], async () => (await pageids(id, { read: true })).includes(20));
    await expect.poll(() => waiting(id)).toBe(0);
    await queueTouches(context().db, id, [21], clock.today());
    fake.instead.push({ status: 200, body: JSON.stringify({ error: { code: "badinteger" } }) });
    await forever([name], async () => (await waiting(id)) === 0);
  });

  test("of a page that is gone: requested once", async () => {
    const { name, id, fake } = await wikiOf(pages(3));
    await once(name);
    fake.pages.splice(1, 1);
    await queueTouches(context().db, id, [2], clock.today());
    await forever([name], async () => !(await pageids(id)).includes(2));
    expect(await queueTouches(context().db, id, [2], clock.today())).toEqual({ queued: 0, dropped: 0 });
  });
});
