import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pagesNeedingUpdate } from "../../db/pages/read-run.ts";
import { queueTouches } from "../../db/pages/touches.ts";
import { setCriteria } from "../../db/wikis/criteria.ts";
import { findWiki } from "../../db/wikis/wikis.ts";
import { asDay, DAY_MS } from "../../shared/calendar/day.ts";
import type { HttpClient } from "../net/egress/http-client.ts";
import type { RoleContext } from "../runtime/context.ts";
import { registerWiki } from "./registration/register.ts";
import { feedWikis } from "./run.ts";
import { type FakePage, type FakeWiki, startFakeWiki } from "./testing/fake-wiki.ts";
import { clock, context, feeder, http, START, setUp, through } from "./testing/feeder.ts";

setUp();
let ctx: RoleContext;
let fake: FakeWiki;
let name = "";
let count = 0;

beforeAll(() => {
  ctx = context();
});

const PAGES: FakePage[] = [
  { pageid: 1, title: "One", links: ["http://a.zz/", "HTTP://A.zz:80/#x", "mailto:x@y.zz", "http://docs/x"] },
  { pageid: 2, title: "Two", links: ["https://b.zz/1", "https://b.zz/2", "https://b.zz/3", "https://c.zz/"] },
  { pageid: 3, title: "Script", contentmodel: "javascript", links: ["https://never.zz/"] },
  { pageid: 4, title: "Three", links: [] },
  { pageid: 5, title: "Fake:Five", ns: 4, links: ["https://five.zz/"], categories: ["Category:Five"] },
];

beforeEach(async () => {
  fake = await startFakeWiki(structuredClone(PAGES));
  count += 1;
  name = `wiki${count}@friends`;
  const registered = await registerWiki(ctx, http, {
    dbname: `wiki${count}`,
    farm: "friends",
    api: fake.api,
    given: true,
    criteria: null,
  });
  expect(registered).toMatchObject({ ok: true, value: { added: true, site: { dbname: "fakewiki" } } });
  return () => fake.close();
});

const feed = (client: HttpClient = http) => feedWikis(feeder(), { wikis: [name], once: true, http: client });

/** A client that stops the feeder with the first request for this. */
const stopping = (stop: AbortController, what: string) =>
  through(({ url }) => {
    if (url.includes(what)) stop.abort();
    return undefined;
  });

async function stored(): Promise<Record<string, string[]>> {
  const rows = await ctx.db.sql<{ title: string; url: string[] }[]>`
    select p.title, coalesce(array_agg(h.name || u.path order by h.name, u.path)
      filter (where u.id is not null), '{}') as url
    from page p join wiki w on w.id = p.wiki_id
    left join page_link l on l.wiki_id = p.wiki_id and l.pageid = p.pageid
    left join url u on u.id = any(l.urls) left join host h on h.id = u.host_id
    where w.dbname = ${name.split("@")[0] ?? ""} group by p.pageid, p.title order by p.pageid`;
  return Object.fromEntries(rows.map(({ title, url }) => [title, url]));
}

async function row() {
  const found = await findWiki(ctx.db, name);
  if (found === null) throw new Error("the wiki is gone");
  return found;
}

describe("both runs", () => {
  test("pages of the main namespace, with all that is to be watched", async () => {
    const { wikis } = await feed();
    expect(wikis).toEqual([
      {
        wiki: name,
        changes: 0,
        listed: 4,
        created: 4,
        read: 3,
        passedOver: 0,
        deleted: 1,
        watched: 5,
        added: 5,
        spam: 0,
        internal: 0,
        ignored: 1,
        invalid: 1,
        error: null,
      },
    ]);
    expect(await stored()).toEqual({
      One: ["a.zz/"],
      Two: ["b.zz/1", "b.zz/2", "b.zz/3", "c.zz/"],
      Three: [],
    });
    const due = (await row()).fullDueMs - START;
    expect([due >= 3.5 * DAY_MS, due <= 10.5 * DAY_MS]).toEqual([true, true]);
    expect(fake.asked.every((parameters) => parameters.get("maxlag") === "5")).toBe(true);
  });

  test("a second time finds what changed: links, deletions, new pages", async () => {
    await feed();
    clock.set(START + 8 * DAY_MS);
    const [one, two] = fake.pages;
    if (one === undefined || two === undefined) throw new Error("no pages");
    one.links = ["http://a.zz/", "http://new.zz/"];
    fake.pages.splice(1, 1);
    fake.pages.splice(2, 1, { pageid: 4, title: "Fake:Three", ns: 4, links: ["https://three.zz/"] });
    fake.pages.push({ pageid: 9, title: "Nine", links: ["https://b.zz/1"] });
    const { wikis } = await feed();
    // Page 2 is gone, page 3 is known to be no wikitext. Page 4 is on no list any more: it goes when it was not touched for long (F3).
    expect(wikis).toMatchObject([{ listed: 3, created: 1, read: 2, deleted: 1, added: 2 }]);
    expect(await stored()).toEqual({ One: ["a.zz/", "new.zz/"], Three: [], Nine: ["b.zz/1"] });
    clock.set(START + 120 * DAY_MS);
    expect(await feed()).toMatchObject({ wikis: [{ deleted: 2 }] });
    expect(Object.keys(await stored())).toEqual(["One", "Nine"]);
  });

  test("a page deleted between the two runs goes at once", async () => {
    await feed();
    await ctx.db.sql`update page set needs_update = true where wiki_id = ${(await row()).id} and pageid = 2`;
    fake.pages.splice(1, 1);
    expect(await feed()).toMatchObject({ wikis: [{ deleted: 1 }] });
    expect(Object.keys(await stored())).toEqual(["One", "Three"]);
  });

  test("a page of another model is neither entered nor read again for four weeks, unless the wiki reports a change", async () => {
    const asked = async (day: number) => {
      clock.set(START + day * DAY_MS);
      fake.asked.length = 0;
      const { wikis } = await feed();
      const about = fake.asked.some((question) => question.get("pageids")?.split("|").includes("3"));
      return [wikis[0]?.created, wikis[0]?.deleted, about];
    };
    expect(await asked(0)).toEqual([4, 1, true]);
    expect(await asked(8)).toEqual([0, 0, false]);
    expect(await asked(29)).toEqual([1, 1, true]);
    expect(await asked(30)).toEqual([0, 0, false]);
    fake.changes.edit(3, { contentmodel: "wikitext" });
    expect(await asked(31)).toEqual([0, 0, true]);
    expect(Object.keys(await stored())).toContain("Script");
    fake.changes.edit(3, { contentmodel: "javascript" });
    expect(await asked(32)).toEqual([0, 1, true]);
    // Another wiki has other pages.
    const other = await startFakeWiki([{ pageid: 3, title: "Text", links: [] }]);
    const dbname = name.split("@")[0] ?? "";
    await registerWiki(ctx, http, { dbname, farm: "friends", api: other.api, given: true, criteria: null });
    await feed();
    expect(Object.keys(await stored())).toContain("Text");
    await other.close();
  });

  test("links into the own wiki are not watched (U5)", async () => {
    const own = new URL(fake.api).origin;
    fake.pages.splice(0, 5, { pageid: 1, title: "One", links: [`${own}/wiki/Two`, "https://a.zz/"] });
    const config = { ...ctx.config, allowPrivate: true };
    const { wikis } = await feedWikis({ ...feeder(), config }, { wikis: [name], once: true, http });
    expect(wikis).toMatchObject([{ internal: 1, watched: 1 }]);
    expect(await stored()).toEqual({ One: ["a.zz/"] });
  });

  test("criteria: a category, and an exclusion", async () => {
    await setCriteria(ctx.db, (await row()).id, [
      { effect: "include", kind: "category", value: "Category:Five" },
    ]);
    expect(await feed()).toMatchObject({ wikis: [{ listed: 1, read: 1, watched: 1 }] });
    await setCriteria(ctx.db, (await row()).id, [
      { effect: "include", kind: "namespace", value: "4" },
      { effect: "exclude", kind: "category", value: "Category:Five" },
    ]);
    expect(await feed()).toMatchObject({ wikis: [{ listed: 1, read: 0 }] });
  });

  test("a page that somebody requested is read when it is within the criteria (F5)", async () => {
    await feed();
    fake.pages.push({ pageid: 20, title: "Asked", links: ["https://asked.zz/"] });
    const today = clock.today();
    await queueTouches(ctx.db, (await row()).id, [20, 5, 777], asDay(today));
    const stop = new AbortController();
    const forever = feedWikis({ ...feeder(), signal: stop.signal }, { wikis: [name], once: false, http });
    await expect.poll(stored).toMatchObject({ Asked: ["asked.zz/"] });
    stop.abort();
    expect((await forever).wikis).toMatchObject([{ error: null }]);
    expect(Object.keys(await stored())).not.toContain("Fake:Five");
  });
});

describe("trouble", () => {
  const lag = {
    status: 200,
    headers: { "retry-after": "0" },
    body: JSON.stringify({ error: { code: "maxlag", info: "Waiting" } }),
  };

  test("lag is waited for", async () => {
    fake.instead.push(lag, lag);
    expect(await feed()).toMatchObject({ wikis: [{ read: 3, error: null }] });
  });

  test("an interruption in the second run: the next start reads only what is left", async () => {
    await feed();
    const { id } = await row();
    await ctx.db.sql`update page set needs_update = true where wiki_id = ${id}`;
    const stop = new AbortController();
    const hanging = stopping(stop, "elcontinue=");
    const stopped = await feedWikis(
      { ...feeder(), signal: stop.signal },
      { wikis: [name], once: true, http: hanging },
    );
    expect(stopped.wikis).toMatchObject([{ error: { kind: "stopped" } }]);
    expect((await pagesNeedingUpdate(ctx.db, id, 50)).length).toBeGreaterThan(0);
    expect(await feed()).toMatchObject({ wikis: [{ read: 3, error: null }] });
    expect(await pagesNeedingUpdate(ctx.db, id, 50)).toEqual([]);
  });

  test("an interruption in the first run: finished lists are not read again", async () => {
    await setCriteria(ctx.db, (await row()).id, [
      { effect: "include", kind: "namespace", value: "0" },
      { effect: "include", kind: "namespace", value: "4" },
    ]);
    const stop = new AbortController();
    const hanging = stopping(stop, "apnamespace=4");
    await feedWikis({ ...feeder(), signal: stop.signal }, { wikis: [name], once: true, http: hanging });
    fake.asked.length = 0;
    await feed();
    const namespaces = fake.asked.map((parameters) => parameters.get("apnamespace")).filter(Boolean);
    expect(namespaces).toEqual(["4"]);
    fake.asked.length = 0;
    await feed();
    expect(fake.asked.filter((parameters) => parameters.get("apnamespace") === "0")).toHaveLength(2);
  });

  test("a wiki that answers nonsense is named, and the others are fed all the same", async () => {
    const other = await startFakeWiki([{ pageid: 1, title: "Other", links: ["https://other.zz/"] }]);
    const otherName = `other${count}`;
    await registerWiki(ctx, http, {
      dbname: otherName,
      farm: "friends",
      api: other.api,
      given: true,
      criteria: null,
    });
    const nonsense = { status: 200, body: "<html>Hello" };
    fake.instead.push(nonsense, nonsense, nonsense, nonsense);
    const { wikis } = await feedWikis(feeder(), {
      wikis: [name, `${otherName}@friends`],
      once: true,
      http,
      wait: async () => true,
    });
    await other.close();
    expect(wikis).toMatchObject([
      { read: 0, error: { kind: "not-mediawiki" } },
      { read: 1, error: null },
    ]);
    expect((await row()).error).toContain("is not the API of a MediaWiki");
    await feed();
    expect((await row()).error).toBeNull();
  });

  test("a wiki that is not configured", async () => {
    await expect(feedWikis(feeder(), { wikis: ["nope@friends"], once: true, http })).rejects.toThrow(
      "nope@friends is not configured; add it with: weboid wiki add nope@friends --api URL",
    );
  });
});

describe("registration", () => {
  test("again: the configuration is brought up to date, and the next run is due", async () => {
    await feed();
    const again = await registerWiki(ctx, http, {
      dbname: name.split("@")[0] ?? "",
      farm: "friends",
      api: fake.api,
      given: true,
      criteria: [{ effect: "include", kind: "namespace", value: "4" }],
    });
    expect(again).toMatchObject({ ok: true, value: { added: false, wiki: { fullDueMs: 0 } } });
  });

  test("nothing is written of what cannot be used", async () => {
    fake.instead.push({ status: 404, body: "not here" });
    const refused = await registerWiki(ctx, http, {
      dbname: "refused",
      farm: "nofarm",
      api: fake.api,
      given: true,
      criteria: null,
    });
    expect(refused).toMatchObject({ ok: false, error: { kind: "not-mediawiki" } });
    expect(await findWiki(ctx.db, "refused@nofarm")).toBeNull();
  });
});

test("a wiki that is named twice is fed once", async () => {
  const before = fake.asked.length;
  await feed();
  const asked = fake.asked.length - before;
  const { wikis } = await feedWikis(feeder(), { wikis: [name, name], once: true, http });
  expect(wikis).toHaveLength(1);
  expect(fake.asked.length - before - asked).toBeLessThanOrEqual(asked);
});
