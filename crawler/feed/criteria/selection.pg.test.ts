import { describe, expect, test } from "vitest";
import { queueChanged } from "../../../db/pages/changed.ts";
import { queueTouches } from "../../../db/pages/touches.ts";
import { wikiCounts } from "../../../db/status/wiki-counts.ts";
import type { Criterion } from "../../../db/types.ts";
import { setCriteria } from "../../../db/wikis/criteria.ts";
import { countPages } from "../../../db/work/passes.ts";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import type { HttpClient } from "../../net/egress/http-client.ts";
import { openWikiApi } from "../api/wiki.ts";
import { fed } from "../incremental/testing/poll.ts";
import { feedWikis } from "../run.ts";
import type { FakePage } from "../testing/fake-wiki.ts";
import {
  clock,
  context,
  exclude,
  feeder,
  forever,
  http,
  include,
  newsWaiting,
  once,
  pageids,
  rowOf,
  START,
  setUp,
  through,
  waiting,
  wikiOf,
} from "../testing/feeder.ts";
import { allOf } from "../testing/recording.ts";
import { readTree } from "./tree.ts";

setUp();

const category = (pageid: number, name: string, ...parents: string[]): FakePage => ({
  pageid,
  ns: 14,
  title: `Category:${name}`,
  categories: parents.map((parent) => `Category:${parent}`),
  links: ["https://category.zz/"],
});
const article = (pageid: number, ...categories: string[]): FakePage => ({
  pageid,
  title: `P${pageid}`,
  categories: categories.map((name) => `Category:${name}`),
  links: [`https://p${pageid}.zz/`],
});

/** A > B > C > A, a cycle; A > D; D and C have E below them; F stands alone. */
const TREE: FakePage[] = [
  category(101, "A", "C"),
  category(102, "B", "A"),
  category(103, "C", "B"),
  category(104, "D", "A"),
  category(105, "E", "C", "D"),
  article(1, "A"),
  article(2, "B"),
  article(3, "C"),
  article(4, "D"),
  article(5, "E", "A"),
  article(6, "F"),
  { ...article(7, "D"), ns: 6 },
  { ...article(8, "B"), ns: 4 },
];

describe("category trees (M2)", () => {
  test.each<[string, Criterion[], number[]]>([
    ["depth 1", [include("category", "Category:A", 1)], [1, 2, 4, 5, 7, 8]],
    [
      "the whole tree, a cycle and two ways to E in it",
      [include("category", "Category:A", 9)],
      [1, 2, 3, 4, 5, 7, 8],
    ],
    [
      "a tree without a tree: who stands in both is out",
      [include("category", "Category:A", 9), exclude("category", "Category:D", 3)],
      [1, 2, 3, 8],
    ],
    [
      "an excluded tree has the last word over namespaces",
      [include("namespace", "0"), exclude("category", "Category:B", 1)],
      [1, 4, 5, 6],
    ],
    [
      "a namespace left out of a tree",
      [include("category", "Category:A", 9), exclude("namespace", "4")],
      [1, 2, 3, 4, 5, 7],
    ],
    ["a category without a page of its own", [include("category", "Category:F", 3)], [6]],
  ])("%s", async (_, criteria, expected) => {
    const { name, id } = await wikiOf(structuredClone(TREE), { criteria });
    expect((await once(name)).wikis).toMatchObject([{ error: null }]);
    expect(await pageids(id, { read: true })).toEqual(expected);
  });

  test("excluded pages are not counted", async () => {
    const { name, id } = await wikiOf(structuredClone(TREE), {
      criteria: [include("namespace", "0"), exclude("category", "Category:B", 1)],
    });
    await once(name);
    const { db } = context();
    expect(await wikiCounts(db, id)).toMatchObject([{ pages: 4 }]);
    await countPages(db, id, true);
    expect(await db.sql`select pages::int from feed_pass where wiki_id = ${id}`).toEqual([{ pages: 4 }]);
  });

  test("an excluded tree with more categories than can be asked about by name", async () => {
    const many = Array.from({ length: 60 }, (_, at) => category(200 + at, `X${at}`, "X"));
    const { name, id, fake } = await wikiOf([...many, article(1, "X33"), article(2, "X"), article(3, "Y")], {
      criteria: [include("namespace", "0"), exclude("category", "Category:X", 2)],
    });
    await once(name);
    expect(await pageids(id, { read: true })).toEqual([3]);
    expect(fake.asked.some((asked) => asked.has("clcategories"))).toBe(false);
  });

  test("what leaves the tree is untouched from then on, and goes after 100 days; what comes in comes", async () => {
    const { name, id, fake } = await wikiOf(structuredClone(TREE), {
      criteria: [include("category", "Category:A", 9)],
    });
    await once(name);
    // B, and C below it, are taken out of A; F comes in.
    fake.pages.splice(1, 1, category(102, "B"), category(106, "F", "A"));
    clock.set(START + 8 * DAY_MS);
    await once(name);
    expect(await pageids(id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    clock.set(START + 120 * DAY_MS);
    await once(name);
    expect(await pageids(id)).toEqual([1, 4, 5, 6, 7]);
  });

  test("a page that comes under an exclusion is watched no more, and readers are shown that (F2)", async () => {
    const { name, id, fake } = await wikiOf(structuredClone(TREE), {
      criteria: [include("namespace", "0"), exclude("category", "Category:D", 3)],
    });
    const { db } = context();
    await once(name);
    expect(await pageids(id, { read: true })).toEqual([1, 2, 3, 6]);
    const at = fake.pages.findIndex(({ pageid }) => pageid === 6);
    fake.pages.splice(at, 1, article(6, "E"));
    for (const days of [8, 16]) {
      clock.set(START + days * DAY_MS);
      await once(name);
      expect(await pageids(id, { read: true })).toEqual([1, 2, 3]);
      expect(await wikiCounts(db, id)).toMatchObject([{ pages: 3 }]);
      expect(
        await db.sql`select kind, payload->'reason' as reason, payload->'removed' as removed
          from change where wiki_id = ${id} and pageid = 6 order by id desc limit 1`,
      ).toEqual([{ kind: "page-deleted", reason: "released", removed: 1 }]);
    }
  });

  test.each<[string, Criterion[], number[]]>([
    ["a namespace", [include("category", "Category:B"), exclude("namespace", "4")], [2]],
    [
      "a tree, out of the included lists",
      [include("namespace", "4"), exclude("category", "Category:A", 1)],
      [],
    ],
  ])(
    "pages that are in no list any more are watched no more where they come under an exclusion: %s",
    async (_, criteria, expected) => {
      const { name, id } = await wikiOf(structuredClone(TREE), {
        criteria: [include("category", "Category:B")],
      });
      await once(name);
      expect(await pageids(id, { read: true })).toEqual([2, 8]);
      await setCriteria(context().db, id, criteria);
      await once(name);
      expect(await pageids(id, { read: true })).toEqual(expected);
    },
  );

  test.each([
    ["was reported", queueChanged],
    ["was requested", queueTouches],
  ])("a page that comes under an exclusion is watched no more when it %s", async (_, queue) => {
    const { name, id, fake } = await wikiOf([article(1), article(2), article(3), category(104, "D")], {
      criteria: [include("namespace", "0"), exclude("namespace", "4"), exclude("category", "Category:D", 1)],
    });
    await once(name);
    fake.pages.splice(0, 2, { ...article(1), title: "Fake:Draft", ns: 4, links: [] }, article(2, "D"));
    await queue(context().db, id, [1, 2, 3], clock.today());
    await forever([name], async () => (await newsWaiting(id)) + (await waiting(id)) === 0);
    expect(await pageids(id)).toEqual([3]);
  });

  test.each([1, 2, 3, 5, 8, 13, 16])("stopped at request %i: the next start has the same end", async (at) => {
    const criteria = [include("category", "Category:A", 9), exclude("category", "Category:D", 3)];
    const { name, id } = await wikiOf(structuredClone(TREE), { criteria });
    const stop = new AbortController();
    let requests = 0;
    const stopping: HttpClient = {
      ...http,
      send: (request) => {
        requests += 1;
        if (requests === at) stop.abort();
        return http.send({ ...request, signal: stop.signal });
      },
    };
    const ctx = { ...feeder(), signal: stop.signal };
    await feedWikis(ctx, { wikis: [name], once: true, http: stopping });
    expect(requests).toBe(at);
    await once(name);
    expect(await pageids(id, { read: true })).toEqual([1, 2, 3, 8]);
  });

  test("in slices of no time, one batch each, it comes to its end", async () => {
    const criteria = [include("category", "Category:A", 9), exclude("category", "Category:D", 3)];
    const { name, id } = await wikiOf(structuredClone(TREE), { criteria });
    const isRead = async () => (await pageids(id, { read: true })).length === 4;
    await forever([name], isRead, { sliceMs: 0 });
    expect(await pageids(id, { read: true })).toEqual([1, 2, 3, 8]);
  });

  test("nothing is read while an excluded tree cannot be learnt", async () => {
    const { name, id, fake } = await wikiOf(structuredClone(TREE), {
      criteria: [include("namespace", "0"), exclude("category", "Category:B", 2)],
    });
    const denied = JSON.stringify({ error: { code: "permissiondenied", info: "No" } });
    fake.instead.push({ status: 200, body: denied });
    expect((await once(name)).wikis).toMatchObject([{ read: 0, error: { kind: "refused" } }]);
    expect(await pageids(id, { read: true })).toEqual([]);
    expect((await once(name)).wikis).toMatchObject([{ error: null }]);
    // By the cycle A is below B.
    expect(await pageids(id, { read: true })).toEqual([4, 6]);
  });

  test("titles of categories that no database takes", async () => {
    const odd = `Odd\0${"x".repeat(5_000)}`;
    const wiki = await wikiOf([category(101, "A"), category(102, odd, "A"), article(1, "A")], {
      criteria: [include("category", "Category:A", 3)],
    });
    const { fake, id, name } = wiki;
    const root = { pages: [{ ns: 14, title: "Category:A\0" }] };
    const client = through(({ url }) =>
      new URL(url).searchParams.get("titles") === "Category:A"
        ? { kind: "json", http: 200, headers: {}, value: { batchcomplete: true, query: root } }
        : undefined,
    );
    expect((await once(name, client)).wikis).toMatchObject([{ error: null, read: 1 }]);
    fake.pages.push(category(103, "New", odd));
    fake.changes.edit(103, { categories: [`Category:${odd}`, "Category:A"] });
    fake.changes.create(`Category:${odd}y`, { categories: ["Category:A"] });
    await fed(wiki);
    expect(await rowOf(name)).toMatchObject({ error: null, setbacks: 0 });
    const rows = await context().db.sql<{ name: string }[]>`
      select left(name, 5) as name from tree_category where wiki_id = ${id} order by 1`;
    expect(rows.map((row) => row.name)).toEqual(["A", "New", "Oddxx"]);
  });

  test("a tree that is too large is refused, and says how to fix it", async () => {
    const { id, name, fake } = await wikiOf(structuredClone(TREE), { criteria: [] });
    const wiki = openWikiApi(fake.api, { http, signal: new AbortController().signal });
    const tree = { root: "Category:A", depth: 9, members: true, categoriesMax: 4 };
    const run = { ctx: feeder(), row: await rowOf(name), wiki };
    expect(await allOf(readTree(run, tree, null))).toMatchObject({
      error: {
        kind: "refused",
        message: expect.stringContaining("more than 4 categories within 9 levels; give it fewer levels"),
      },
    });
    expect(await pageids(id)).toEqual([]);
  });
});

describe("templates, properties and single pages (M2)", () => {
  const PAGES: FakePage[] = [
    { ...article(1), templates: ["Template:Film"] },
    { ...article(2), templates: ["Template:Film", "Template:Stub"], statements: ["P31=Q11424"] },
    { ...article(3), statements: ["P31=Q5"] },
    { ...article(4, "X"), statements: ["P31=Q5", "P21=Q6"] },
    article(5),
    { ...article(6), ns: 2 },
    { ...article(7), statements: ["P31=Q5"] },
  ];
  test.each<[string, Criterion[], number[]]>([
    ["a template", [include("template", "Template:Film")], [1, 2]],
    [
      "a template less another",
      [include("template", "Template:Film"), exclude("template", "Template:Stub")],
      [1],
    ],
    ["a property with a value, in several batches", [include("wikidata-property", "P31=Q5")], [3, 4, 7]],
    ["a property", [include("wikidata-property", "P31")], [2, 3, 4, 7]],
    ["all but a property", [include("namespace", "0"), exclude("wikidata-property", "P31=Q5")], [1, 2, 5]],
    [
      "single pages of any namespace",
      [include("page", "P5"), include("page", "#6"), include("page", "None")],
      [5, 6],
    ],
    [
      "all but single pages",
      [include("namespace", "0"), exclude("page", "P5"), exclude("page", "#1")],
      [2, 3, 4, 7],
    ],
    [
      "several inclusions, and exclusions over all of them",
      [
        include("template", "Template:Film"),
        include("page", "#4"),
        include("page", "#5"),
        exclude("category", "Category:X"),
      ],
      [1, 2, 5],
    ],
  ])("%s", async (_, criteria, expected) => {
    const { name, id } = await wikiOf(structuredClone(PAGES), { criteria });
    expect((await once(name)).wikis).toMatchObject([{ error: null }]);
    expect(await pageids(id, { read: true })).toEqual(expected);
  });

  test("pages that somebody requested are judged by the same criteria (F5)", async () => {
    const { name, id, fake } = await wikiOf(structuredClone(TREE), {
      criteria: [
        include("category", "Category:A", 9),
        include("template", "Template:Film"),
        include("page", "#20"),
        exclude("template", "Template:Stub"),
      ],
    });
    await once(name);
    fake.pages.push(
      article(20),
      article(21, "E"),
      { ...article(22), templates: ["Template:Film"] },
      { ...article(23, "A"), templates: ["Template:Stub"] },
      article(24, "Z"),
    );
    await queueTouches(context().db, id, [20, 21, 22, 23, 24], clock.today());
    expect((await rowOf(name)).fullDueMs).toBeGreaterThan(clock.now());
    const stop = new AbortController();
    const feeding = feedWikis({ ...feeder(), signal: stop.signal }, { wikis: [name], once: false, http });
    await expect.poll(() => pageids(id, { read: true })).toEqual([1, 2, 3, 4, 5, 7, 8, 20, 21, 22]);
    stop.abort();
    await feeding;
  });

  test("a repository outside the farm is not asked", async () => {
    const { name, fake } = await wikiOf(structuredClone(PAGES), {
      criteria: [include("wikidata-property", "P31")],
    });
    const repo = { url: { base: "https://elsewhere.zz", scriptpath: "/w", articlepath: "/wiki/$1" } };
    fake.instead.push({
      status: 200,
      body: JSON.stringify({ batchcomplete: true, query: { wikibase: { repo, siteid: "fakewiki" } } }),
    });
    expect((await once(name)).wikis).toMatchObject([
      {
        error: {
          kind: "refused",
          message: expect.stringContaining(
            "elsewhere.zz as its Wikibase repository, which is no host of its farm",
          ),
        },
      },
    ]);
  });

  test("criteria that change are another listing, and trees that are gone leave nothing", async () => {
    const { name, id } = await wikiOf(structuredClone(TREE), {
      criteria: [include("category", "Category:A", 9)],
    });
    await once(name);
    const rows = () => context().db.sql`select 1 from tree_category where wiki_id = ${id}`;
    expect(await rows()).toHaveLength(5);
    await setCriteria(context().db, id, [include("category", "Category:A")]);
    expect(await rows()).toHaveLength(0);
  });
});
