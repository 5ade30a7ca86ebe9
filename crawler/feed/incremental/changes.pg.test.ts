import { describe, expect, test } from "vitest";
import { OPEN_CHANGED_MAX } from "../../../db/pages/changed.ts";
import { updateWiki } from "../../../db/wikis/wikis.ts";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import { feedWiki } from "../feed-wiki.ts";
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
  pages,
  rowOf,
  setUp,
  through,
  wikiOf,
} from "../testing/feeder.ts";
import { placeOf, unrecognised } from "./changes.ts";
import { fed, links } from "./testing/poll.ts";

setUp();

const MINUTE_MS = 60_000;

describe("between two first runs (F4)", () => {
  test("new, edited, moved, deleted and restored pages are found", async () => {
    const wiki = await wikiOf(pages(3));
    const { fake, name, id } = wiki;
    await once(name);
    const created = fake.changes.create("New", { links: ["https://new.zz/"] });
    fake.changes.edit(1, { links: ["https://other.zz/"] });
    fake.changes.remove(2);
    fake.changes.move(3, "Moved");
    fake.asked.length = 0;
    await fed(wiki);
    expect(await links(id)).toEqual({
      1: ["other.zz/"],
      3: ["h2.zz/"],
      [created]: ["new.zz/"],
      [created + 1]: [],
    });
    expect(
      await context().db.sql`select title from page where wiki_id = ${id} and pageid in (3, ${created + 1})
      order by pageid`,
    ).toEqual([{ title: "Moved" }, { title: "T3" }]);
    expect(fake.asked.some((parameters) => parameters.has("apnamespace"))).toBe(false);
    fake.changes.restore(2);
    fake.changes.edit(1, { contentmodel: "javascript" });
    await fed(wiki);
    expect(await pageids(id)).toEqual([2, 3, created, created + 1]);
  });

  test("a wiki whose clock stands in the year 0 is fed all the same", async () => {
    const wiki = await wikiOf(pages(2));
    const { fake, name, id } = wiki;
    const { nowMs } = fake.changes;
    fake.changes.nowMs = Date.parse("0000-01-01T00:00:10Z");
    await fed(wiki, { settle: false });
    expect(await rowOf(name)).toMatchObject({ error: null, setbacks: 0 });
    fake.changes.nowMs = nowMs;
    await once(name);
    fake.changes.edit(1, { links: ["https://other.zz/"] });
    fake.changes.nowMs = Date.parse("0000-01-01T00:00:10Z");
    await fed(wiki, { settle: false });
    expect(await rowOf(name)).toMatchObject({ error: null, setbacks: 0 });
    expect(await links(id)).toMatchObject({ 1: ["other.zz/"] });
  });

  test("pages outside the criteria cost nothing", async () => {
    const wiki = await wikiOf(pages(1));
    const { fake, name, id } = wiki;
    await once(name);
    fake.changes.edit(1, {});
    const outside = fake.changes.create("Fake:Outside", { links: ["https://out.zz/"] });
    await fed(wiki);
    fake.asked.length = 0;
    fake.changes.edit(outside, { links: [] });
    fake.changes.remove(outside);
    await fed(wiki);
    expect(fake.asked).toEqual([]);
    expect(await pageids(id)).toEqual([1]);
  });

  test.each<[string, boolean]>([
    ["reported by the wiki", true],
    ["seen by the edit alone", false],
  ])("pages newly in a category, a tree, or with a template: %s", async (_name, categorizes) => {
    const criteria = [
      include("category", "Category:Plain"),
      include("category", "Category:Root", 2),
      include("template", "Template:Mark"),
    ];
    const wiki = await wikiOf(
      [
        { pageid: 1, title: "Category:Root", ns: 14, links: [] },
        { pageid: 2, title: "Category:Sub", ns: 14, links: [], categories: ["Category:Root"] },
        { pageid: 3, title: "In", links: [], categories: ["Category:Sub"] },
        { pageid: 4, title: "Out", links: ["https://out.zz/"] },
        { pageid: 5, title: "Plain", links: ["https://plain.zz/"] },
        { pageid: 6, title: "Fake:Marked", ns: 4, links: ["https://marked.zz/"] },
        { pageid: 7, title: "Never", links: [] },
        { pageid: 8, title: "Category:New", ns: 14, links: [] },
        { pageid: 9, title: "Waits", links: ["https://waits.zz/"], categories: ["Category:New"] },
      ],
      { criteria },
    );
    const { fake, name, id } = wiki;
    fake.changes.categorizes = categorizes;
    await once(name);
    expect(await pageids(id)).toEqual([3]);
    fake.changes.edit(4, { categories: ["Category:Sub"] });
    fake.changes.edit(5, { categories: ["Category:Plain"] });
    fake.changes.edit(6, { templates: ["Template:Mark"] });
    fake.changes.edit(7, { categories: ["Category:Else"] });
    await fed(wiki);
    expect(Object.keys(await links(id))).toEqual(["3", "4", "5", "6"]);
    // A whole category comes into the tree: its pages were not edited.
    fake.changes.edit(8, { categories: ["Category:Sub"] });
    await fed(wiki);
    expect(await links(id)).toMatchObject({ 9: ["waits.zz/"] });
    expect(await pageids(id)).toEqual([3, 4, 5, 6, 9]);
  });

  test("a feeder killed after every request goes on and misses nothing", async () => {
    const wiki = await wikiOf(pages(4));
    const { fake, name, id } = wiki;
    await once(name);
    for (const pageid of [1, 2, 3, 4]) fake.changes.edit(pageid, { links: [`https://n${pageid}.zz/`] });
    fake.changes.remove(4);
    fake.changes.create("New", { links: [] });
    for (let requests = 1; requests < 12; requests += 1) await fed(wiki, { requests });
    await fed(wiki);
    expect(await links(id)).toEqual({ 1: ["n1.zz/"], 2: ["n2.zz/"], 3: ["n3.zz/"], 5: [] });
  });

  test("a bot that edits the same pages again and again has each of them read once", async () => {
    const wiki = await wikiOf(pages(3));
    const { fake, name, id } = wiki;
    await once(name);
    for (let edit = 0; edit < 30; edit += 1) fake.changes.edit(1 + (edit % 3), { links: [] });
    fake.asked.length = 0;
    const summary = await fed(wiki);
    expect(summary).toMatchObject({ changes: 30, read: 3 });
    expect(await newsWaiting(id)).toBe(0);
  });
});

describe("the position (F4)", () => {
  test("stands behind the wiki's own clock; a wiki that is quiet is asked less often", async () => {
    const wiki = await wikiOf(pages(1));
    const { fake, name } = wiki;
    fake.changes.nowMs = Date.UTC(2031, 0, 1);
    fake.changes.edit(1, {});
    fake.changes.nowMs += 100_000;
    await once(name);
    const first = await rowOf(name);
    expect(first.changesAtMs).toBe(fake.changes.nowMs - 30_000);
    expect(first.changesDueMs - clock.now()).toBe(5 * MINUTE_MS);
    for (const [quietMs, pauseMs] of [
      [90 * MINUTE_MS, 9.001 * MINUTE_MS],
      [900 * MINUTE_MS, 20 * MINUTE_MS],
    ] as const) {
      fake.changes.nowMs += quietMs;
      await fed(wiki, { settle: false });
      const pause = (await rowOf(name)).changesDueMs - clock.now();
      expect(Math.abs(pause - pauseMs)).toBeLessThan(MINUTE_MS);
    }
    await updateWiki(context().db, (await rowOf(name)).id, { changesEveryS: 60 });
    fake.changes.edit(1, {});
    await fed(wiki);
    expect((await rowOf(name)).changesDueMs - clock.now()).toBeLessThan(2 * MINUTE_MS);
  });

  test("fell off the wiki's list: that is said, a first run is due, and deletions come from the log", async () => {
    const wiki = await wikiOf(pages(3));
    const { fake, name, id } = wiki;
    fake.changes.edit(1, {});
    fake.changes.nowMs += MINUTE_MS;
    await once(name);
    fake.changes.remove(2);
    fake.changes.create("Unseen");
    fake.changes.nowMs += 100 * MINUTE_MS;
    fake.changes.fromMs = fake.changes.nowMs;
    fake.changes.edit(3, { links: ["https://seen.zz/"] });
    await fed(wiki);
    expect(await links(id)).toEqual({ 1: ["h0.zz/"], 3: ["seen.zz/"] });
    expect((await rowOf(name)).fullDueMs).toBe(0);
    await forever([name], async () => (await rowOf(name)).fullDueMs > 0);
    expect(await pageids(id)).toEqual([1, 3, 4]);
    await fed(wiki);
    expect((await rowOf(name)).fullDueMs).toBeGreaterThan(0);
  });

  test("was taken from an empty list and is eight days old: what happened since may have fallen off, once", async () => {
    const wiki = await wikiOf(pages(3));
    const { fake, name, id } = wiki;
    await once(name);
    fake.changes.edit(1, { links: ["https://edited.zz/"] });
    fake.changes.nowMs += 8 * DAY_MS;
    fake.changes.fromMs = fake.changes.nowMs;
    await fed(wiki);
    expect((await rowOf(name)).fullDueMs).toBe(0);
    await once(name);
    expect(await links(id)).toMatchObject({ 1: ["edited.zz/"] });
    // The list is empty still, and then has its first change.
    for (const quietMs of [0, 60 * MINUTE_MS]) {
      fake.changes.nowMs += quietMs;
      await fed(wiki);
    }
    fake.changes.edit(2, { links: [] });
    await fed(wiki);
    expect((await rowOf(name)).fullDueMs).toBeGreaterThan(clock.now());
    expect(await links(id)).toMatchObject({ 2: [] });
  });

  test("fell off while a first run was interrupted: that begins again", async () => {
    const wiki = await wikiOf(pages(8));
    const { fake, name, id } = wiki;
    fake.changes.edit(1, {});
    fake.changes.nowMs += MINUTE_MS;
    await once(name);
    clock.set(clock.now() + 11 * DAY_MS);
    let left = 3;
    const slice = { listsOver: () => --left <= 0, over: () => true };
    const options = { http, worker: "one", now: false, slice };
    await feedWiki(feeder(), { id, name }, options);
    expect((await rowOf(name)).feed).toMatchObject({ listing: { place: { apcontinue: "6" } } });
    fake.changes.edit(1, { links: ["https://edited.zz/"] });
    fake.pages.unshift({ pageid: 9, title: "A first", links: ["https://first.zz/"] });
    fake.changes.nowMs += 100 * MINUTE_MS;
    fake.changes.fromMs = fake.changes.nowMs;
    fake.changes.edit(3, {});
    clock.set(clock.now() + DAY_MS);
    // Pages that nobody read yet come before those to be read again.
    await forever([name], async () => (await links(id))[1]?.[0] === "edited.zz/");
    expect(await links(id)).toMatchObject({ 1: ["edited.zz/"], 9: ["first.zz/"] });
    expect((await rowOf(name)).fullDueMs).toBeGreaterThan(clock.now());
    // Two pages a request: as a whole, interrupted, and as a whole again.
    expect(fake.asked.filter((asked) => asked.has("apnamespace"))).toHaveLength(4 + 3 + 5);
  });

  test("fell off while the queue has no room for all deletions: the gap stays until they are read", async () => {
    const wiki = await wikiOf(pages(4));
    const { fake, name, id } = wiki;
    const { sql } = context().db;
    fake.changes.edit(1, {});
    fake.changes.nowMs += MINUTE_MS;
    await once(name);
    fake.changes.remove(2);
    fake.changes.remove(3);
    fake.changes.nowMs += 100 * MINUTE_MS;
    fake.changes.fromMs = fake.changes.nowMs;
    fake.changes.edit(4, {});
    await sql`insert into changed_page (wiki_id, pageid) select ${id}::int, 1000 + no from generate_series(1, ${OPEN_CHANGED_MAX - 1}::int) as no`;
    fake.asked.length = 0;
    // Killed before it reads pages, of which very many wait.
    await fed(wiki, { requests: 5 });
    expect(fake.asked.some((params) => params.get("list") === "logevents")).toBe(true);
    expect((await rowOf(name)).fullDueMs).toBeGreaterThan(0);
    await sql`delete from changed_page where wiki_id = ${id} and pageid > 1000`;
    await fed(wiki);
    expect(await pageids(id)).toEqual([1, 4]);
    expect((await rowOf(name)).fullDueMs).toBe(0);
  });

  test("fell off, and more was restored meanwhile than has room: the gap ends all the same", async () => {
    const wiki = await wikiOf(pages(7));
    const { fake, name, id } = wiki;
    const { sql } = context().db;
    fake.changes.edit(7, {});
    fake.changes.nowMs += MINUTE_MS;
    await once(name);
    for (const pageid of [1, 2, 3, 4, 5, 6]) fake.changes.remove(pageid);
    for (const pageid of [1, 2, 3, 4, 5, 6]) fake.changes.restore(pageid);
    fake.changes.nowMs += 100 * MINUTE_MS;
    fake.changes.fromMs = fake.changes.nowMs;
    fake.changes.edit(7, {});
    // Room for two; what is queued is read by somebody else.
    await sql`insert into changed_page (wiki_id, pageid) select ${id}::int, 1000 + no from generate_series(1, ${OPEN_CHANGED_MAX - 2}::int) as no`;
    const queued: number[] = [];
    for (let slice = 0; slice < 8 && !queued.includes(7); slice += 1) {
      // Killed before it reads pages.
      await fed(wiki, { requests: 4 });
      const read = await sql<{ pageid: number }[]>`
        delete from changed_page where wiki_id = ${id} and pageid < 1000 returning pageid`;
      queued.push(...read.map(({ pageid }) => pageid));
    }
    expect((await rowOf(name)).fullDueMs).toBe(0);
    expect([...new Set(queued)].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("fell off while another feeder took the wiki over: the one that was away writes nothing", async () => {
    const wiki = await wikiOf(pages(2));
    const { fake, name, id } = wiki;
    fake.changes.edit(1, {});
    fake.changes.nowMs += MINUTE_MS;
    await once(name);
    const before = await rowOf(name);
    fake.changes.nowMs += 100 * MINUTE_MS;
    fake.changes.fromMs = fake.changes.nowMs;
    fake.changes.edit(2, {});
    const overtaken = through(async ({ url }) => {
      if (url.includes("logevents"))
        await context().db.sql`update wiki set feed_token = nextval('lease_token_seq') where id = ${id}`;
      return undefined;
    });
    clock.set(clock.now() + 30 * MINUTE_MS);
    const slice = { listsOver: () => false, over: () => false };
    const options = { http: overtaken, worker: "h:1:feed", now: false, slice };
    await feedWiki(feeder(), before, options);
    expect(await rowOf(name)).toMatchObject({
      fullDueMs: before.fullDueMs,
      changesAtMs: before.changesAtMs,
    });
  });

  test("was at an edit of a page that is deleted by now: no first run is due", async () => {
    const wiki = await wikiOf(pages(3));
    const { fake, name, id } = wiki;
    fake.changes.edit(1, {});
    fake.changes.edit(2, {});
    fake.changes.nowMs += 10 * MINUTE_MS;
    await once(name);
    fake.changes.remove(2);
    await fed(wiki);
    expect((await rowOf(name)).fullDueMs).toBeGreaterThan(0);
    expect(await pageids(id)).toEqual([1, 3]);
  });

  test("a clock set back is a gap, and ends as one", async () => {
    const wiki = await wikiOf(pages(1));
    const { fake, name } = wiki;
    fake.changes.edit(1, {});
    const early = fake.changes.nowMs;
    fake.changes.nowMs = Date.UTC(9999, 0, 1);
    await once(name);
    fake.changes.nowMs = early + 10 * MINUTE_MS;
    await fed(wiki);
    const row = await rowOf(name);
    expect([row.fullDueMs, row.changesAtMs]).toEqual([0, fake.changes.nowMs]);
  });
});

describe("a wiki that does not list its changes", () => {
  test.each<[string, string | null]>([
    ["refuses", "permissiondenied"],
    ["knows no such list", "badvalue"],
    ["answers without a list", null],
  ])("%s: all else works, and it is asked again after a day", async (_name, refusal) => {
    const wiki = await wikiOf(pages(2));
    const { fake, name, id } = wiki;
    fake.changes.refusal = refusal;
    expect((await once(name)).wikis).toMatchObject([{ read: 2, error: null }]);
    const row = await rowOf(name);
    expect([row.error, row.changesAtMs, row.changesDueMs - clock.now()]).toEqual([
      null,
      null,
      24 * 60 * MINUTE_MS,
    ]);
    fake.changes.refusal = undefined;
    await fed(wiki);
    fake.changes.create("New");
    await fed(wiki);
    expect(await pageids(id)).toEqual([1, 2, 3]);
  });

  test("and was filled from a dump is no trouble either: that has a position, and no change", async () => {
    const { fake, name, id } = await wikiOf(pages(2));
    await once(name);
    const cursor = placeOf(unrecognised(clock.now()));
    await context().db
      .sql`update wiki set changes_at = now(), changes_cursor = ${JSON.stringify(cursor)}::text::jsonb
      where id = ${id}`;
    fake.changes.refusal = "permissiondenied";
    await once(name);
    const row = await rowOf(name);
    expect([row.error, row.changesDueMs - clock.now()]).toEqual([null, 24 * 60 * MINUTE_MS]);
  });

  test("though it did before is in trouble, which is reported until it lists them again", async () => {
    const wiki = await wikiOf(pages(2));
    const { fake, name } = wiki;
    await once(name);
    fake.changes.create("New");
    await fed(wiki);
    fake.changes.refusal = "permissiondenied";
    await fed(wiki);
    const row = await rowOf(name);
    expect([row.error, row.changesDueMs - clock.now()]).toEqual([
      expect.stringContaining("permissiondenied"),
      5 * MINUTE_MS,
    ]);
    const slice = { listsOver: () => false, over: () => false };
    const options = { http: through(() => undefined), worker: "test:1:feed", now: false, slice };
    fake.asked.length = 0;
    await feedWiki(feeder(), row, options);
    expect(fake.asked.some((parameters) => parameters.get("list") === "recentchanges")).toBe(false);
    expect((await rowOf(name)).error).toBe(row.error);
    fake.changes.refusal = undefined;
    await fed(wiki);
    expect((await rowOf(name)).error).toBe(null);
  });

  test("or is in trouble with it alone: pages are read, and the trouble is reported", async () => {
    const { fake, name } = await wikiOf(pages(2));
    const expired = { kind: "failure", failure: "tls", detail: "expired" } as const;
    const client = through(({ url }) => (url.includes("recentchanges") ? expired : undefined));
    expect((await once(name, client)).wikis).toMatchObject([{ read: 2, error: { kind: "down" } }]);
    expect((await rowOf(name)).error).toMatch(/certificate/);
    expect(fake.asked.length).toBeGreaterThan(0);
  });
});
