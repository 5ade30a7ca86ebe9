import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "../../../db/connect.ts";
import { snapshotInputs } from "../../../db/pages/snapshot-inputs.ts";
import { wikiSite } from "../../../db/schema/index.ts";
import type { WikiId } from "../../../db/types.ts";
import { findNamespaces, findSite } from "../../../db/wikis/sites.ts";
import { addWiki } from "../../../db/wikis/wikis.ts";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import { decodeInterwikis } from "../../../shared/interwiki/map.ts";
import { clock, context, once, rowOf, START, setUp, wikiOf } from "../testing/feeder.ts";

setUp();

async function urlsOf(wiki: WikiId): Promise<string[]> {
  const rows = await context().db.sql<{ url: string }[]>`
    select h.name || u.path as url from page_link l join url u on u.id = any(l.urls) join host h on h.id = u.host_id
    where l.wiki_id = ${wiki} order by 1`;
  return rows.map(({ url }) => url);
}

const siteQuestions = (asked: readonly URLSearchParams[]) =>
  asked.filter((parameters) => parameters.get("meta") === "siteinfo").length;

async function editionOf({ orm }: Database, id: WikiId): Promise<number | undefined> {
  const [site] = await orm.select().from(wikiSite).where(eq(wikiSite.wikiId, id));
  return site?.edition;
}

test("pseudo-interwikis are watched with the page's links, sister wikis are not (U7)", async () => {
  const interwikis = Array.from({ length: 7 }, (_, at) => ["imdb", `tt${at}`] as const);
  const more = [
    ["fr", "Accueil"],
    ["gone", "x"],
    ["imdb", "tt1"],
  ] as const;
  const { name, id, fake } = await wikiOf([
    { pageid: 1, title: "One", links: ["https://a.zz/", "https://b.zz/", "https://c.zz/"], interwikis },
    { pageid: 2, title: "Two", links: [], interwikis: more, redirect: true },
  ]);
  const { wikis } = await once(name);
  expect(wikis).toMatchObject([{ read: 2, watched: 11, internal: 1, error: null }]);
  expect(await urlsOf(id)).toEqual([
    "a.zz/",
    "b.zz/",
    "c.zz/",
    ...["0", "1", "1", "2", "3", "4", "5", "6"].map((no) => `www.imdb.zz/tt${no}`),
  ]);
  const redirects = await context().db
    .sql`select pageid::int, redirect from page where wiki_id = ${id} order by 1`;
  expect([...redirects]).toEqual([
    { pageid: 1, redirect: false },
    { pageid: 2, redirect: true },
  ]);
  // Both lists in the same requests, continued until both are complete: ten interwiki links in twos.
  const reads = fake.asked.filter((parameters) => parameters.get("prop") === "info|extlinks|iwlinks");
  expect(reads).toHaveLength(5);
  expect(siteQuestions(fake.asked)).toBe(0);
});

test("what is not watched is counted for the snapshot, and published where it was counted otherwise", async () => {
  const links = ["https://a.zz/", "http://docs/about.htm", "http://DOCS/about.htm", "mailto:x@y.zz"];
  const interwikis = [["fr", "Accueil"] as const];
  const { name, id } = await wikiOf([{ pageid: 1, title: "One", links, interwikis }]);
  const { db } = context();
  const stored = async () => {
    const [page] = await snapshotInputs(db, [{ wiki: id, pageid: 1 }]);
    return page && { urls: page.urls.length, unwatched: page.unwatched };
  };
  const changes = async () => (await db.sql`select 1 from change where wiki_id = ${id}`).length;
  await once(name);
  expect(await stored()).toEqual({ urls: 1, unwatched: 3 });
  expect(await changes()).toBe(1);

  const again = () => db.sql`update page set needs_update = true where wiki_id = ${id}`;
  await again();
  await once(name);
  expect(await changes()).toBe(1);

  // As one that was read before there was a count.
  await db.sql`update page set unwatched = 0 where wiki_id = ${id}`;
  await again();
  await once(name);
  expect(await stored()).toEqual({ urls: 1, unwatched: 3 });
  expect(await changes()).toBe(2);
});

test("links to wikis of the own farm are not watched, whatever their host (U5)", async () => {
  const links = [
    "https://sister.zz/wiki/A",
    "http://sister.zz/w/index.php?title=B",
    "https://sister.zz:8443/",
  ];
  const { name, id } = await wikiOf([{ pageid: 1, title: "One", links }]);
  const { farm } = await rowOf(name);
  const sister = { api: "https://sister.zz/w/api.php", articleUrl: "https://sister.zz/wiki/$1" };
  const added = await addWiki(context().db, {
    ...sister,
    dbname: "sisterwiki",
    farm,
    server: "https://sister.zz",
    lang: "en",
    siteName: "Sister",
  });
  try {
    expect((await once(name)).wikis).toMatchObject([{ watched: 1, internal: 2 }]);
    // Another port is another server.
    expect(await urlsOf(id)).toEqual(["sister.zz/"]);
  } finally {
    if (added.kind === "added") await context().db.sql`update wiki set paused = true where id = ${added.id}`;
  }
});

test("the map is read again on another day, and the one of before stays while the wiki gives none", async () => {
  const { name, id, fake } = await wikiOf([{ pageid: 1, title: "One", links: ["https://a.zz/"] }]);
  const { db } = context();
  await db.sql`update wiki_site set interwikis = '1' where wiki_id = ${id}`;
  await once(name);
  expect((await findSite(db, id))?.interwikis).toBe("1");
  clock.set(START + DAY_MS);
  await once(name);
  // For the day, and before its pages are listed again.
  expect(siteQuestions(fake.asked)).toBe(2);
  expect(decodeInterwikis((await findSite(db, id))?.interwikis ?? "").get("imdb")?.url).toBe(
    "//www.imdb.zz/$1",
  );
  expect(await editionOf(db, id)).toBe(2);
  expect((await findNamespaces(db, id))[1]).toEqual({
    id: 4,
    name: "Fake",
    canonical: "Project",
    aliases: ["FK"],
    caseSensitive: false,
  });
  // As it was: no other edition.
  clock.set(START + 2 * DAY_MS);
  await once(name);
  expect(await editionOf(db, id)).toBe(2);

  clock.set(START + 3 * DAY_MS);
  const refusal = { error: { code: "permissiondenied", info: "no" } };
  fake.instead.push({ status: 200, body: JSON.stringify(refusal) });
  expect((await once(name)).wikis).toMatchObject([{ read: 1, error: null }]);
  expect((await findSite(db, id))?.interwikis).toContain("imdb");
});
