import { describe, expect, test } from "vitest";
import { queueChanged } from "../../../db/pages/changed.ts";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import type { HttpClient } from "../../net/egress/http-client.ts";
import {
  clock,
  context,
  forever,
  http,
  newsWaiting,
  once,
  pageids,
  setUp,
  wikiOf,
} from "../testing/feeder.ts";

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
