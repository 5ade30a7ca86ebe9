import { describe, expect, test } from "vitest";
import { recordPageLinks } from "../../db/pages/links.ts";
import { editionsOf, spamListHeads, storeSpamList } from "../../db/spam/lists.ts";
import { linked } from "../../db/testing/sample.ts";
import type { Criterion } from "../../db/types.ts";
import { listCriteria, setCriteria } from "../../db/wikis/criteria.ts";
import { DAY_MS } from "../../shared/calendar/day.ts";
import { releasePages } from "./criteria/release.ts";
import { warningsOf } from "./registration/ask-wiki.ts";
import { registerWiki } from "./registration/register.ts";
import {
  clock,
  context,
  feeder,
  http,
  once,
  pageids,
  pages,
  rowOf,
  setUp,
  wikiOf,
} from "./testing/feeder.ts";

setUp();

const criterion = (effect: Criterion["effect"], kind: Criterion["kind"], value: string): Criterion => ({
  effect,
  kind,
  value,
});

describe("titles of criteria are stored as the wiki spells them", () => {
  test.each<[Criterion["kind"], string, string]>([
    ["page", "example_page", "Example page"],
    ["page", "kategorie:kunst", "Kategorie:Kunst"],
    ["page", "kat:kunst", "Kategorie:Kunst"],
    ["category", "kunst", "Category:Kunst"],
    ["category", "Kat:kunst", "Category:Kunst"],
    ["category", "kategorie:Kunst", "Category:Kunst"],
    ["category", "Kunst: Malerei", "Category:Kunst: Malerei"],
    ["page", "#7", "#7"],
  ])("%s %s", async (kind, value, stored) => {
    const { id } = await wikiOf([], { criteria: [criterion("include", kind, value)] });
    expect(await listCriteria(context().db, id)).toEqual([criterion("include", kind, stored)]);
  });

  test("what contradicts itself in the wiki's spelling is refused", async () => {
    const { fake } = await wikiOf([]);
    const criteria = [criterion("include", "page", "foo"), criterion("exclude", "page", "Foo")];
    const asked = { dbname: "contradicts", farm: "friends", api: fake.api, given: true, criteria };
    expect(await registerWiki(context(), http, asked)).toMatchObject({ ok: false });
  });

  test("a page that a criterion names by another spelling is not released", async () => {
    const { name } = await wikiOf(pages(2), { criteria: [criterion("include", "page", "t1")] });
    await once(name);
    expect(await releasePages(feeder(), { wiki: name, pageids: [1], http })).toMatchObject([
      { outcome: "kept", criterion: "page T1" },
    ]);
  });

  test("those stored before are corrected when the wiki is asked who it is, and exclusion has the last word", async () => {
    const { name, id } = await wikiOf(pages(3));
    const before = [criterion("include", "namespace", "0"), criterion("exclude", "page", "t2")];
    await setCriteria(context().db, id, before);
    await context().db.sql`update wiki set full_due_at = '2030-01-01' where id = ${id}`;
    clock.set(clock.now() + DAY_MS);
    await once(name);
    expect(await listCriteria(context().db, id)).toEqual([
      criterion("include", "namespace", "0"),
      criterion("exclude", "page", "T2"),
    ]);
    expect(await pageids(id, { read: true })).toEqual([1, 3]);
  });
});

test("what criteria name and the wiki does not have is said to the operator; a category without a page is there if anything is in it", async () => {
  const { fake } = await wikiOf([
    { pageid: 1, title: "Here", links: [], categories: ["Category:Art"] },
    { pageid: 2, title: "Template:Used", ns: 10, links: [] },
  ]);
  const criteria = [
    criterion("include", "category", "Art"),
    criterion("exclude", "category", "Arrt"),
    criterion("include", "template", "Used"),
    criterion("include", "template", "Unused"),
    criterion("include", "page", "Here"),
    criterion("include", "page", "There"),
    criterion("include", "page", "#1"),
    criterion("include", "page", "#4294967295"),
  ];
  const added = await registerWiki(context(), http, {
    dbname: "misspelt",
    farm: "friends",
    api: fake.api,
    given: true,
    criteria,
  });
  if (!added.ok) throw new Error(added.error.message);
  expect(added.value.missing).toEqual(["#4294967295", "Category:Arrt", "Template:Unused", "There"]);
  expect(warningsOf("misspelt@friends", added.value)).toEqual([
    expect.stringContaining("does not have: #4294967295, Category:Arrt, Template:Unused, There; check how"),
  ]);
});

test("a wiki whose criteria cannot be written is not there at all", async () => {
  const { fake } = await wikiOf([]);
  const { db } = context();
  await db.sql`create function refuse_criterion() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`;
  await db.sql`create trigger killed before insert on wiki_criterion for each row when (new.value = 'Killed')
    execute function refuse_criterion()`;
  const criteria = [criterion("include", "page", "Killed")];
  const asked = { dbname: "killed", farm: "friends", api: fake.api, given: true, criteria };
  await expect(registerWiki(context(), http, asked)).rejects.toThrow("killed");
  expect(await db.sql`select 1 from wiki where dbname = 'killed'`).toHaveLength(0);
});

test("a page judged by lists that another one replaced meanwhile is read again (P1)", async () => {
  const { name, id } = await wikiOf(pages(1));
  await once(name);
  const { db } = context();
  const row = await rowOf(name);
  const judgedBy = editionsOf(await spamListHeads(db, row));
  const write = (by: string) =>
    recordPageLinks(
      db,
      { wikiId: id, pageid: 2, title: "Two", namespace: 0, judgedBy: by },
      [linked("https://bad-casino.zz/")],
      clock.today(),
    );
  const marked = async () =>
    (await db.sql`select 1 from page where wiki_id = ${id} and pageid = 2 and needs_update`).length;
  await write(judgedBy);
  expect(await marked()).toBe(0);
  const change = { content: "bad-casino\\.zz", version: "1", removed: [], pageids: [], scan: [] };
  await storeSpamList(db, { farm: row.farm, wiki: id, kind: "blacklist" }, change);
  await write(judgedBy);
  expect(await marked()).toBe(1);
  await write(editionsOf(await spamListHeads(db, row)));
  expect(await marked()).toBe(0);
});
