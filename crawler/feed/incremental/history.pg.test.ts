import fc from "fast-check";
import { expect, test } from "vitest";
import type { Criterion } from "../../../db/types.ts";
import type { FakePage } from "../testing/fake-wiki.ts";
import { once, setUp, wikiOf } from "../testing/feeder.ts";
import { fed, links } from "./testing/poll.ts";

setUp();

const RUNS = 6;
const STEPS_MAX = 25;

const CRITERIA: readonly (readonly Criterion[])[] = [
  [
    { effect: "include", kind: "namespace", value: "0" },
    { effect: "exclude", kind: "category", value: "Category:Out" },
  ],
  [
    { effect: "include", kind: "category", value: "Category:Plain" },
    { effect: "include", kind: "category", value: "Category:Root", depth: 9 },
    { effect: "include", kind: "template", value: "Template:Mark" },
    { effect: "include", kind: "page", value: "Chosen" },
  ],
];

const CATEGORIES = ["Root", "Sub", "Plain", "Out", "Else"].map((name) => `Category:${name}`);
const category = fc.subarray(CATEGORIES, { maxLength: 2 });
const title = fc.constantFrom("Chosen", "One", "Two", "Three", "Fake:One", "Fake:Two");
/** Of the pages that there are. */
const which = fc.nat(99);

const step = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), title, categories: category }),
  fc.record({ kind: fc.constant("links" as const), which, to: fc.nat(4) }),
  fc.record({ kind: fc.constant("categories" as const), which, categories: category }),
  fc.record({ kind: fc.constant("template" as const), which, used: fc.boolean() }),
  fc.record({ kind: fc.constant("model" as const), which, wikitext: fc.boolean() }),
  fc.record({ kind: fc.constant("remove" as const), which }),
  fc.record({ kind: fc.constant("restore" as const), which }),
  fc.record({ kind: fc.constant("move" as const), which, title, redirect: fc.boolean() }),
  fc.record({ kind: fc.constant("tree" as const), under: fc.constantFrom("Category:Root", "Category:Sub") }),
  // A feeder comes, and is killed after so many requests.
  fc.record({ kind: fc.constant("feed" as const), requests: fc.nat(12) }),
  fc.record({ kind: fc.constant("settle" as const), ms: fc.nat(300_000) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Wiki = Awaited<ReturnType<typeof wikiOf>>;

const START: readonly FakePage[] = [
  { pageid: 1, title: "Category:Root", ns: 14, links: [] },
  { pageid: 2, title: "Category:Sub", ns: 14, links: [], categories: ["Category:Root"] },
  { pageid: 3, title: "Category:New", ns: 14, links: [] },
  { pageid: 4, title: "Here", links: ["https://a.zz/"], categories: ["Category:Sub"] },
  { pageid: 5, title: "New", links: ["https://b.zz/"], categories: ["Category:New"] },
  { pageid: 6, title: "Else", links: ["https://c.zz/"] },
];

async function take(wiki: Wiki, one: Step): Promise<void> {
  const { changes, pages } = wiki.fake;
  if (one.kind === "feed") {
    await fed(wiki, { requests: one.requests, settle: false });
    return;
  }
  if (one.kind === "settle") {
    changes.nowMs += one.ms;
    return;
  }
  if (one.kind === "tree") {
    changes.edit(3, { categories: [one.under] });
    return;
  }
  if (one.kind === "create") {
    if (!pages.some((page) => page.title === one.title))
      changes.create(one.title, { links: [`https://new.zz/${pages.length}`], categories: one.categories });
    return;
  }
  if (one.kind === "restore") {
    const id = changes.deleted[one.which % Math.max(1, changes.deleted.length)];
    if (id !== undefined) changes.restore(id);
    return;
  }
  const articles = pages.filter(({ ns }) => ns !== 14);
  const page = articles[one.which % Math.max(1, articles.length)];
  if (page === undefined) return;
  if (one.kind === "links") changes.edit(page.pageid, { links: [`https://to.zz/${one.to}`] });
  if (one.kind === "categories") changes.edit(page.pageid, { categories: one.categories });
  if (one.kind === "template") changes.edit(page.pageid, { templates: one.used ? ["Template:Mark"] : [] });
  if (one.kind === "model")
    changes.edit(page.pageid, { contentmodel: one.wikitext ? "wikitext" : "javascript" });
  if (one.kind === "remove") changes.remove(page.pageid);
  if (one.kind === "move") changes.move(page.pageid, one.title, { redirect: one.redirect });
}

test.each(CRITERIA.map((criteria) => [criteria] as const))(
  "property: whatever people do, and wherever feeders are killed, it ends as a first run from nothing would, with %j",
  async (criteria) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: STEPS_MAX }),
        fc.boolean(),
        async (steps, categorizes) => {
          const wiki = await wikiOf(structuredClone(START) as FakePage[], { criteria: [...criteria] });
          const { fake } = wiki;
          fake.changes.categorizes = categorizes;
          await once(wiki.name);
          for (const one of steps) await take(wiki, one);
          await fed(wiki);
          const fresh = await wikiOf([], { criteria: [...criteria], twinOf: fake });
          await once(fresh.name);
          const [found, expected] = [await links(wiki.id), await links(fresh.id)];
          expect(found).toMatchObject(expected);
          // What left the criteria stays for 100 days, but not what is gone.
          const there = new Set(
            fake.pages
              .filter(({ contentmodel = "wikitext" }) => contentmodel === "wikitext")
              .map((page) => page.pageid),
          );
          expect(Object.keys(found).filter((id) => !there.has(Number(id)))).toEqual([]);
          await fake.close();
        },
      ),
      { numRuns: RUNS },
    );
  },
);
