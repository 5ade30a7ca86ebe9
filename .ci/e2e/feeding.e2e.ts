import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expected, idOf, inNamespaces, inTree, watched, without } from "./testing/expected-pages.ts";
import { type MediaWiki, openMediaWiki } from "./testing/mediawiki.ts";
import { openWeboid, type Weboid } from "./testing/weboid.ts";
import { readWikiTables, type WikiTables } from "./testing/wiki-tables.ts";

/**
 * Feeding (F2, F3, M2 to M5) by its commands alone, from a real MediaWiki, compared with that wiki's own tables: which
 * pages are watched, and every use of every URL.
 */

let wiki: MediaWiki;
let weboid: Weboid;

beforeAll(async () => {
  [wiki, weboid] = await Promise.all([openMediaWiki(), openWeboid()]);
});
afterAll(async () => {
  await weboid?.close();
  await wiki?.close();
});

interface Fed {
  readonly error: unknown;
  readonly read: number;
  readonly watched: number;
}

async function feed(name: string): Promise<Fed> {
  return JSON.parse(await weboid.command("feed", name, "--once", "--json")) as Fed;
}

async function compare(name: string, ids: (tables: WikiTables) => number[]): Promise<void> {
  const tables = readWikiTables(wiki.database);
  const stored = await weboid.stored(name);
  expect(watched(stored)).toEqual(expected(wiki.api, tables, ids(tables)));
}

/** `Links duplicate` and others by hand, so that nothing rests on our own reading of a link alone. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {
  "Links duplicate": ["http://dup.zz/same", "http://dup.zz/same/", "https://dup.zz/same"],
  "Links protocol relative": [
    "http://both.zz/c",
    "https://both.zz/c",
    "https://relative.zz/a",
    "https://relative.zz:8080/b",
  ],
  "Links none": [],
  "Links hidden": [
    "http://hidden.zz/display-none",
    "http://hidden.zz/indented",
    "http://hidden.zz/noinclude",
    "http://hidden.zz/ref",
    "http://hidden.zz/ref-plain",
    "http://hidden.zz/then",
  ],
  "Redirect with links": ["https://redirect.zz/below"],
  "Restored 1": ["https://restored.zz/1"],
  Recreated: ["https://recreated.zz/second"],
  "Partly restored": ["https://partly.zz/first"],
  "Moved newer 4": ["https://moved.zz/4"],
};

describe("the main namespace, one after the other", () => {
  const NAME = "main@local";

  test("first run: every page and use that the wiki's tables have", async () => {
    await weboid.command("wiki", "add", NAME, "--api", wiki.api);
    const fed = await feed(NAME);
    const tables = readWikiTables(wiki.database);
    const pages = expected(wiki.api, tables, inNamespaces(tables, 0));
    const uses = Object.values(pages).flatMap(({ urls }) => urls);
    expect(fed).toMatchObject({ error: null, read: Object.keys(pages).length });
    expect(fed.watched).toBeGreaterThanOrEqual(uses.length);
    expect(uses.length).toBeGreaterThan(2_500);
    await compare(NAME, (now) => inNamespaces(now, 0));
    const byTitle = new Map([...(await weboid.stored(NAME)).values()].map((page) => [page.title, page.urls]));
    expect(Object.fromEntries(Object.keys(BY_HAND).map((title) => [title, byTitle.get(title)]))).toEqual(
      BY_HAND,
    );
    expect(byTitle.get("Links bulk")).toHaveLength(2_000);
    // No wikitext, or deleted: neither has a record (F3).
    for (const title of ["Json page", "Plain text page", "Deleted 1", "Moved old 2"])
      expect(byTitle.has(title)).toBe(false);
  });

  test("a second run without news changes nothing, and publishes no news", async () => {
    const changes = async () => (await weboid.db.sql`select count(*) from change`)[0];
    const before = [await weboid.stored(NAME), await changes()];
    await feed(NAME);
    expect([await weboid.stored(NAME), await changes()]).toEqual(before);
  });

  test("deleted, restored, moved, edited, of another model, and a template that 100 pages use", async () => {
    await wiki.act({ action: "delete", title: "Article 10" });
    await wiki.act({ action: "move", from: "Article 11", to: "Article 11 moved" });
    await wiki.act({ action: "move", from: "Article 12", to: "Portal:Twelve", noredirect: "1" });
    await wiki.act({ action: "undelete", title: "Deleted 1" });
    await wiki.act({
      action: "changecontentmodel",
      title: "Article 14",
      model: "text",
      summary: "no wikitext",
    });
    await wiki.edit("Article 13", "[https://new.zz/thirteen one] [https://new.zz/thirteen again]");
    await wiki.edit("Quite new", "[https://new.zz/page new] {{Testbed source|id=new}}");
    await wiki.edit(
      "Template:Testbed source",
      "[https://source.zz/other/{{{id|0}}} Source] [https://shared.zz/other shared]",
    );
    await wiki.runJobs();

    const asked = wiki.asked("extlinks");
    const fed = await feed(NAME);
    const requests = wiki.asked("extlinks") - asked;
    const tables = readWikiTables(wiki.database);
    // Moved out of the namespace it stays for some months (F3); what became of it is known.
    const twelve = idOf(tables, "Twelve", 3000);
    const stored = await weboid.stored(NAME);
    expect(stored.get(twelve)).toMatchObject({ title: "Portal:Twelve" });
    stored.delete(twelve);
    expect(watched(stored)).toEqual(expected(wiki.api, tables, inNamespaces(tables, 0)));
    expect(fed.error).toBeNull();
    const titles = new Set([...stored.values()].map(({ title }) => title));
    expect(titles).toContain("Deleted 1");
    expect(titles).toContain("Article 11 moved");
    expect(titles).not.toContain("Article 10");
    expect(titles).not.toContain("Article 14");
    const shared = [...stored.values()].filter(({ urls }) => urls.includes("https://shared.zz/other"));
    expect(shared.length).toBeGreaterThan(100);
    // Fifty pages a request, one more for every 500 links that do not fit, and one for what the wiki's changes said.
    const links = [...tables.external.values()].flat().length;
    expect(requests).toBeLessThanOrEqual(Math.ceil(titles.size / 50) + Math.ceil(links / 500) + 2);
  });
});

describe("between two first runs (F4)", () => {
  test("what people do there is found by feeders that are killed, without a first run", async () => {
    const name = "live@local";
    await weboid.command("wiki", "add", name, "--api", wiki.api);
    await feed(name);
    await weboid.command("wiki", "set", name, "--changes-every", "5");
    const lists = wiki.asked("allpages");
    await wiki.edit("Article 20", "[https://live.zz/edited x]");
    await wiki.edit("Live", "[https://live.zz/new x]");
    const first = weboid.start("feed", name);
    await wiki.act({ action: "delete", title: "Article 21" });
    await wiki.act({ action: "move", from: "Article 22", to: "Article 22 moved" });
    first.kill();
    await first.ended;
    // Its hold on the wiki ends by itself for the next one.
    const second = weboid.start("feed", name);
    try {
      await wiki.act({ action: "undelete", title: "Article 21" });
      await wiki.act({ action: "delete", title: "Article 23" });
      await wiki.edit("Article 20", "[https://live.zz/again x]");
      const tables = readWikiTables(wiki.database);
      const pages = expected(wiki.api, tables, inNamespaces(tables, 0));
      await expect
        .poll(async () => watched(await weboid.stored(name)), { timeout: 100_000, interval: 1_000 })
        .toEqual(pages);
    } finally {
      second.kill();
      await second.ended;
    }
    expect(wiki.asked("allpages")).toBe(lists);
  });
});

/** Name, criteria as the command takes them, and the pages that the wiki's tables give for them (M2). */
const CRITERIA: readonly (readonly [
  name: string,
  options: readonly string[],
  ids: (tables: WikiTables) => number[],
])[] = [
  [
    "deep@local",
    ["--category-tree", "Testbed A", "--depth", "5"],
    (tables) => inTree(tables, "Testbed A", 5),
  ],
  [
    "shallow@local",
    ["--category-tree", "Testbed A", "--depth", "1"],
    (tables) => inTree(tables, "Testbed A", 1),
  ],
  [
    "lesstree@local",
    ["--namespace", "0", "--namespace", "3000", "--exclude-category-tree", "Testbed B", "--depth", "5"],
    (tables) => without(inNamespaces(tables, 0, 3000), inTree(tables, "Testbed B", 5)),
  ],
  ["template@local", ["--template", "Template:Testbed source"], (tables) => tables.using("Testbed source")],
  [
    "lesstemplate@local",
    ["--category", "Testbed large", "--namespace", "10", "--exclude-template", "Template:Testbed url"],
    (tables) =>
      without(
        [...tables.inCategory("Testbed large"), ...inNamespaces(tables, 10)],
        tables.using("Testbed url"),
      ),
  ],
  [
    "single@local",
    ["--page", "Article 01", "--page", "Category:Testbed A", "--page", "No such page"],
    (tables) => [idOf(tables, "Article 01"), idOf(tables, "Testbed A", 14)],
  ],
  [
    "user@local",
    ["--namespace", "2", "--exclude-page", "User:192.0.2.77"],
    (tables) => without(inNamespaces(tables, 2), [idOf(tables, "192.0.2.77", 2)]),
  ],
];

describe("criteria", () => {
  test.each(CRITERIA)("%s %j", async (name, options, ids) => {
    await weboid.command("wiki", "add", name, "--api", wiki.api, ...options);
    expect(await feed(name)).toMatchObject({ error: null });
    const tables = readWikiTables(wiki.database);
    expect(ids(tables).length).toBeGreaterThan(1);
    await compare(name, ids);
  });
});
