import { describe, expect, test } from "vitest";
import type { Criterion } from "../../../db/types.ts";
import { setCriteria } from "../../../db/wikis/criteria.ts";
import { context, feeder, http, include, once, pageids, setUp, wikiOf } from "../testing/feeder.ts";
import { releasePages } from "./release.ts";

setUp();

const page = (pageid: number, more: object = {}) => ({
  pageid,
  title: `T${pageid}`,
  links: [`https://h${pageid}.zz/`],
  ...more,
});

describe("release (F6)", () => {
  test("none of the criteria may hold any more, as the wiki says at that moment", async () => {
    const all = [
      page(1, { categories: ["Category:A"] }),
      page(2, { templates: ["Template:T"] }),
      page(3),
      page(4, { ns: 4 }),
      page(5),
      page(6),
      page(7, { categories: ["Category:Out"] }),
    ];
    const { name, id, fake } = await wikiOf(all);
    await setCriteria(context().db, id, [include("namespace", "0"), include("namespace", "4")]);
    await once(name);
    expect(await pageids(id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const release = () => releasePages(feeder(), { wiki: name, pageids: [1, 2, 3, 4, 5, 6, 7, 99], http });
    expect((await release()).map(({ outcome }) => outcome)).toEqual([
      ...Array(7).fill("kept"),
      "not-watched",
    ]);
    await setCriteria(context().db, id, [
      include("category", "Category:A"),
      include("template", "Template:T"),
      include("namespace", "4"),
      include("page", "#5"),
      { effect: "exclude", kind: "category", value: "Category:Out" },
    ]);
    fake.pages.splice(
      fake.pages.findIndex(({ pageid }) => pageid === 6),
      1,
    );
    expect(await release()).toEqual([
      { pageid: 1, outcome: "kept", criterion: "category Category:A" },
      { pageid: 2, outcome: "kept", criterion: "template Template:T" },
      { pageid: 3, outcome: "released", criterion: null },
      { pageid: 4, outcome: "kept", criterion: "namespace 4" },
      { pageid: 5, outcome: "kept", criterion: "page T5" },
      { pageid: 6, outcome: "gone", criterion: null },
      { pageid: 7, outcome: "released", criterion: null },
      { pageid: 99, outcome: "not-watched", criterion: null },
    ]);
    expect(await pageids(id)).toEqual([1, 2, 4, 5]);
    const deletions = await context().db.sql`
      select pageid, payload->>'reason' as reason from change where wiki_id = ${id} and kind = 'page-deleted' order by pageid`;
    expect(deletions).toEqual([
      { pageid: 3, reason: "released" },
      { pageid: 6, reason: "deleted" },
      { pageid: 7, reason: "released" },
    ]);
    expect(
      await context().db.sql`select 1 from page_link where wiki_id = ${id} and pageid in (3, 6, 7)`,
    ).toEqual([]);
  });

  test("what cannot be asked may hold: a tree that was not read yet, a property", async () => {
    const { name, id } = await wikiOf([page(1)]);
    await once(name);
    const tried = async (criterion: Criterion) => {
      await setCriteria(context().db, id, [criterion]);
      return releasePages(feeder(), { wiki: name, pageids: [1], http });
    };
    expect(await tried(include("category", "Category:A", 2))).toMatchObject([
      { outcome: "kept", criterion: "category tree Category:A (maybe)" },
    ]);
    expect(await tried(include("wikidata-property", "P31"))).toMatchObject([
      { outcome: "kept", criterion: "wikidata-property P31 (maybe)" },
    ]);
  });

  test("a wiki that is away releases nothing", async () => {
    const { name, id, fake } = await wikiOf([page(1)], { criteria: [include("page", "#1")] });
    await once(name);
    fake.instead.push(...Array.from({ length: 5 }, () => ({ status: 403, body: "<html>" })));
    await expect(releasePages(feeder(), { wiki: name, pageids: [1], http })).rejects.toThrow("403");
    expect(await pageids(id)).toEqual([1]);
  });
});
