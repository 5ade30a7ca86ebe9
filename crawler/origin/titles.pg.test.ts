import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../db/connect.ts";
import { recordPageLinks } from "../../db/pages/links.ts";
import { titledSelect } from "../../db/pages/read.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { linked, sampleWiki } from "../../db/testing/sample.ts";
import { storeSite } from "../../db/wikis/sites.ts";
import { findWiki, type Wiki, wikisAt } from "../../db/wikis/wikis.ts";
import { asDay, type Day } from "../../shared/calendar/day.ts";
import { answerTitles } from "./titles.ts";

const DAY = asDay(3_600);
const space = (
  id: number,
  name: string,
  canonical: string | null,
  aliases: string[],
  caseSensitive = false,
) => ({
  id,
  name,
  canonical,
  aliases,
  caseSensitive,
});
const NAMESPACES = [
  space(0, "", null, []),
  space(1, "Diskussion", "Talk", []),
  space(2, "Benutzer", "User", ["Benutzerin"]),
];

let db: Database;
let origin: Database;
let wiki: Wiki;
let other: Wiki;

async function page(
  id: Wiki["id"],
  pageid: number,
  title: string,
  { urls = ["https://a.zz/"], day = DAY, redirect }: { urls?: string[]; day?: Day; redirect?: boolean } = {},
) {
  const namespace = title.startsWith("Diskussion:") ? 1 : 0;
  const known = redirect === undefined ? {} : { redirect };
  await recordPageLinks(db, { wikiId: id, pageid, title, namespace, ...known }, urls.map(linked), day);
}

async function pageids(...titles: string[]): Promise<(number | null)[]> {
  const { pages } = await answerTitles(origin, wiki, titles);
  return titles.map((asked) => pages.find(({ title }) => title === asked)?.pageid ?? null);
}

beforeAll(async () => {
  db = await freshDatabase();
  origin = await asComponent(db, "origin");
  await sampleWiki(db, "onewiki");
  await sampleWiki(db, "otherwiki");
  const [one, two] = [await findWiki(db, "onewiki@wmflabs"), await findWiki(db, "otherwiki@wmflabs")];
  if (one === null || two === null) throw new Error("a wiki was not added");
  [wiki, other] = [one, two];
  await page(one.id, 1, "Köln");
  await page(one.id, 2, "Diskussion:Köln");
  await page(two.id, 4, "Bonn");
  await page(two.id, 5, "Köln");
});

test("as they are stored, while the wiki did not name its namespaces", async () => {
  expect(await pageids("Köln", "köln", "Diskussion:Köln", "Talk:Köln")).toEqual([1, null, 2, null]);
});

test("as MediaWiki reads them, of this wiki alone, each for what was asked (Q1)", async () => {
  await storeSite(db, wiki.id, { interwikis: new Map(), namespaces: NAMESPACES, pages: null }, DAY);
  expect(await pageids("köln", "Köln", "talk: köln", "DISKUSSION:Köln", "K\u0061\u0308ln", "Bonn")).toEqual([
    1,
    1,
    2,
    2,
    null,
    null,
  ]);
  expect((await answerTitles(origin, other, ["Köln"])).pages).toEqual([{ title: "Köln", pageid: 5 }]);
});

test("titles that nothing can have, or that a database would refuse, are left out", async () => {
  expect(await pageids("a\0b", "<", "", "\ud800", "x".repeat(512), "Köln")).toEqual([
    null,
    null,
    null,
    null,
    null,
    1,
  ]);
});

test.each([
  [undefined, [], null],
  [undefined, ["https://a.zz/"], 3],
  [false, [], 3],
  [true, [], null],
  [true, ["https://a.zz/"], null],
])(
  "redirects are none, as their targets are not known here: redirect %s with links %j",
  async (redirect, urls, found) => {
    await page(wiki.id, 3, "Altona", { urls, ...(redirect !== undefined && { redirect }) });
    expect(await pageids("Altona")).toEqual([found]);
  },
);

test("where a title went from one page to another, the page that was read last has it", async () => {
  await page(wiki.id, 10, "Bahnhof");
  await page(wiki.id, 9, "Bahnhof", { day: asDay(3_605) });
  expect(await pageids("Bahnhof")).toEqual([9]);
  await page(wiki.id, 9, "Bahnhof (alt)", { day: asDay(3_606) });
  expect(await pageids("Bahnhof", "bahnhof (alt)")).toEqual([10, 9]);
});

test("fifty of a large wiki are found by the index on their hashes", async () => {
  await db.sql`insert into page (wiki_id, pageid, namespace, touched, title)
    select ${wiki.id}::int, 1000 + n, 0, 3600, 'Artikel ' || n from generate_series(1, 5000) n`;
  await db.sql`analyze page`;
  const plan = await db.orm.execute(
    sql`explain (costs off) ${titledSelect(db.orm, wiki.id, ["Artikel 7", "Artikel 8"])}`,
  );
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(
    /Index Scan on page_0_wiki_id_hashtext_idx/,
  );
});

test("wikis by the host of their articles", async () => {
  const host = new URL(wiki.articleUrl).host;
  expect((await wikisAt(origin, host.toUpperCase())).map(({ name }) => name)).toContain(wiki.name);
  for (const none of [`x${host}`, "%", ""]) expect(await wikisAt(origin, none)).toEqual([]);
});
