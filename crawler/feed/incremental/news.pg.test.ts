import { describe, expect, test } from "vitest";
import { queueChanged } from "../../../db/pages/changed.ts";
import { listCriteria } from "../../../db/wikis/criteria.ts";
import { updateWiki } from "../../../db/wikis/wikis.ts";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import type { HttpClient } from "../../net/egress/http-client.ts";
import { selectionOf } from "../criteria/selection.ts";
import { feedWiki } from "../feed-wiki.ts";
import { newListing } from "../passes/listing.ts";
import type { FakePage } from "../testing/fake-wiki.ts";
import {
  clock,
  context,
  feeder,
  forever,
  http,
  include,
  newsWaiting,
  once,
  pageids,
  rowOf,
  setUp,
  wikiOf,
} from "../testing/feeder.ts";
import { fed } from "./testing/poll.ts";

setUp();

describe("pages of which the wiki reported something new (F4)", () => {
  test("are read again the same day, as often as something is reported", async () => {
    const { fake, name, id } = await wikiOf([{ pageid: 1, title: "One", links: ["https://a.zz/"] }]);
    await once(name);
    const urls = async () =>
      (
        await context().db.sql<{ urls: number }[]>`
        select cardinality(urls) as urls from page_link where wiki_id = ${id}`
      )[0]?.urls;
    for (const links of [["https://a.zz/", "https://b.zz/"], [], ["https://c.zz/"]]) {
      fake.pages.splice(0, 1, { pageid: 1, title: "One", links });
      await queueChanged(context().db, id, [1]);
      await forever([name], async () => (await newsWaiting(id)) === 0);
      expect(await urls()).toBe(links.length);
    }
  });

  test("reported while they are being read, they are read once more", async () => {
    const { fake, name, id } = await wikiOf([{ pageid: 1, title: "One", links: [] }]);
    await once(name);
    let changed = false;
    const editing: HttpClient = {
      ...http,
      send: async (request) => {
        const answer = await http.send(request);
        if (request.url.includes("pageids=1") && !changed) {
          changed = true;
          fake.pages.splice(0, 1, { pageid: 1, title: "Two", links: [] });
          await queueChanged(context().db, id, [1]);
        }
        return answer;
      },
    };
    await queueChanged(context().db, id, [1]);
    await forever([name], async () => changed && (await newsWaiting(id)) === 0, { client: editing });
    expect(await context().db.sql`select title from page where wiki_id = ${id}`).toEqual([{ title: "Two" }]);
  });

  test("outside the criteria, excluded, of another model or gone: nothing is kept", async () => {
    const { fake, name, id } = await wikiOf([{ pageid: 1, title: "One", links: [] }]);
    await once(name);
    fake.pages.splice(0, 1);
    fake.pages.push(
      { pageid: 2, title: "Fake:Two", ns: 4, links: [] },
      { pageid: 3, title: "Three.js", contentmodel: "javascript", links: [] },
      { pageid: 4, title: "Four", links: [] },
    );
    await queueChanged(context().db, id, [1, 2, 3, 4, 777]);
    await forever([name], async () => (await newsWaiting(id)) === 0);
    expect(await pageids(id)).toEqual([4]);
    expect(await context().db.sql`select 1 from touch_queue where wiki_id = ${id}`).toEqual([]);
  });

  test("a watched page that left the criteria is read, and goes all the same when it is untouched for long", async () => {
    const { fake, name, id } = await wikiOf([
      { pageid: 1, title: "One", links: ["https://a.zz/"] },
      { pageid: 2, title: "Two", links: [] },
    ]);
    await once(name);
    fake.pages.splice(0, 1, { pageid: 1, title: "Fake:One", ns: 4, links: ["https://b.zz/"] });
    clock.set(clock.now() + 90 * DAY_MS);
    await queueChanged(context().db, id, [1]);
    await forever([name], async () => (await newsWaiting(id)) === 0);
    const [row] = await context().db
      .sql`select title, touched from page where wiki_id = ${id} and pageid = 1`;
    expect(row).toEqual({ title: "Fake:One", touched: clock.today() - 90 });
    clock.set(clock.now() + 20 * DAY_MS);
    await once(name);
    expect(await pageids(id)).toEqual([2]);
  });
});

describe("a category that comes into a tree", () => {
  const ROOT: FakePage[] = [
    { pageid: 1, title: "Category:Root", ns: 14, links: [] },
    { pageid: 2, title: "Category:Sub", ns: 14, links: [], categories: ["Category:Root"] },
    { pageid: 3, title: "Category:New", ns: 14, links: [] },
    ...[4, 5, 6, 7, 8, 9].map((pageid) => ({
      pageid,
      title: `T${pageid}`,
      links: [],
      categories: ["Category:New"],
    })),
  ];
  const criteria = [include("category", "Category:Root", 3)];

  test("while a walk is past its parent, it is read by that walk", async () => {
    const wiki = await wikiOf(structuredClone(ROOT), { criteria });
    const { fake, name, id } = wiki;
    await once(name);
    const { db } = context();
    const categories = () =>
      db.sql`select name, state from tree_category where wiki_id = ${id} order by name`;
    const { fingerprint, include: sources } = selectionOf(await listCriteria(db, id));
    const listing = newListing(clock.today(), { criteria: fingerprint, api: fake.api });
    const source = sources[0]?.name ?? "";
    await updateWiki(db, id, { feed: { listing: { ...listing, source, place: { category: "Sub" } } } });
    await db.sql`update tree_category set state = 'open' where wiki_id = ${id} and name = 'Sub'`;
    fake.changes.edit(3, { categories: ["Category:Root"] });
    await fed(wiki);
    expect(await categories()).toEqual([
      { name: "New", state: "open" },
      { name: "Root", state: "done" },
      { name: "Sub", state: "open" },
    ]);
    fake.asked.length = 0;
    await once(name);
    expect(await pageids(id)).toEqual([4, 5, 6, 7, 8, 9]);
    expect(fake.asked.some((params) => params.get("cmtitle") === "Category:Root")).toBe(false);
  });

  test("below one that the walk has not met, it waits for that", async () => {
    const wiki = await wikiOf(structuredClone(ROOT), { criteria });
    const { fake, name, id } = wiki;
    await once(name);
    const { db } = context();
    const { fingerprint, include: sources } = selectionOf(await listCriteria(db, id));
    const listing = newListing(clock.today(), { criteria: fingerprint, api: fake.api });
    const source = sources[0]?.name ?? "";
    await updateWiki(db, id, { feed: { listing: { ...listing, source, place: { category: "Root" } } } });
    await db.sql`update tree_category set state = case name when 'Sub' then 'before' else 'open' end where wiki_id = ${id}`;
    fake.changes.edit(3, { categories: ["Category:Sub"] });
    await fed(wiki);
    expect(await db.sql`select 1 from tree_category where wiki_id = ${id} and name = 'New'`).toEqual([]);
  });

  test("is read to its end, however short the time slices are", async () => {
    const { fake, name, id } = await wikiOf(structuredClone(ROOT), { criteria });
    await once(name);
    fake.changes.edit(3, { categories: ["Category:Sub"] });
    fake.changes.nowMs += 31_000;
    clock.set(clock.now() + 3_600_000);
    fake.asked.length = 0;
    const over = () => true;
    const options = { http, worker: "test:1:feed", now: false, slice: { listsOver: over, over } };
    for (let slices = 0; slices < 12 && (await rowOf(name)).changesDueMs <= clock.now(); slices += 1)
      expect(await feedWiki(feeder(), await rowOf(name), options)).toMatchObject({ error: null });
    const asked = fake.asked.filter((params) => params.get("cmtitle") === "Category:New");
    expect(asked.map((params) => params.get("cmcontinue"))).toEqual([null, "2", "4"]);
    expect(await pageids(id)).toEqual([4, 5, 6, 7, 8, 9]);
    expect((await rowOf(name)).changesDueMs).toBeGreaterThan(clock.now());
    expect((await rowOf(name)).feed).toEqual({ wikiid: "fakewiki" });
  });
});
