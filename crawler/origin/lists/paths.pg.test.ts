import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../../db/connect.ts";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import { encodeHistory } from "../../../db/urls/row.ts";
import { findWiki, type Wiki } from "../../../db/wikis/wikis.ts";
import type { PathCount } from "../../../shared/answer/overview.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import { pathList } from "./paths.ts";

const TODAY = asDay(3_612);
const URLS: readonly (readonly [string, number])[] = [
  ["https://a.zz/", 200],
  ["https://a.zz/news/1", 404],
  ["https://a.zz/news/2008/2", 404],
  ["http://a.zz/news/2008/3", 200],
  ["https://www.a.zz/news/4", 403],
  ["https://www.a.zz/news/5", 0],
  ["https://nota.zz/news/", 404],
  ["https://a.zz/other", 404],
];

let db: Database;
let origin: Database;
let wiki: Wiki;

async function all(domain: string, path = ""): Promise<PathCount[]> {
  const entries: PathCount[] = [];
  let cursor: string | null = null;
  do {
    const list = await pathList(origin, wiki, { wiki: wiki.name, domain, path, cursor }, TODAY);
    if (list === "bad-cursor") throw new Error(list);
    entries.push(...list.entries);
    cursor = list.cursor;
  } while (cursor !== null);
  return entries;
}
const answered = (entries: readonly PathCount[]) =>
  entries.map(({ host, path, unreachable, doubtful, refused, unknown, working }) =>
    [host + path, unreachable, doubtful, refused, unknown, working].join(" "),
  );

async function observe(url: string, http: number): Promise<void> {
  const [first, last] = [asDay(3_500), asDay(3_610)];
  const entry = { status: statusOfHttp(http), http, first, last, deadEnd: false, checks: 9 };
  const bytes = Buffer.from(encodeHistory([entry])).toString("hex");
  await db.sql`update url set history = decode(${bytes}, 'hex') where key = ${linked(url).key}::uuid`;
}

beforeAll(async () => {
  db = await freshDatabase();
  origin = await asComponent(db, "origin");
  for (const name of ["onewiki", "otherwiki"]) await sampleWiki(db, name);
  const [one, other] = [await findWiki(db, "onewiki@wmflabs"), await findWiki(db, "otherwiki@wmflabs")];
  if (one === null || other === null) throw new Error("a wiki was not added");
  wiki = one;
  const urls = URLS.map(([url]) => url);
  await samplePage(db, one.id, 7, urls.slice(0, -1), 3_600);
  await samplePage(db, one.id, 8, urls.slice(0, 3), 3_600);
  await samplePage(db, other.id, 7, urls, 3_600);
  for (const [url, http] of URLS) if (http > 0) await observe(url, http);
});

test("folders of a domain with all below it, each URL of the wiki once, the worst first (Q5)", async () => {
  expect(answered(await all("a.zz"))).toEqual([
    "a.zz/news/ 2 0 0 0 1",
    "a.zz/ 0 0 0 0 1",
    "www.a.zz/news/ 0 0 1 1 0",
  ]);
  expect(answered(await all("a.zz", "/news/"))).toEqual([
    "a.zz/news/ 1 0 0 0 0",
    "a.zz/news/2008/ 1 0 0 0 1",
    "www.a.zz/news/ 0 0 1 1 0",
  ]);
  expect(answered(await all("b.zz"))).toEqual([]);
});

/** How many URLs of each folder or beginning of a file's name: more than are counted together; files alone, one folder alone, too. */
const MUCH = {
  "much.zz/0": 200,
  "much.zz/veranstaltungen-2008/": 400,
  "much.zz/veranstaltungen-2009/": 5_100,
  "much.zz/w/": 100,
  "much.zz/ww": 200,
  "much.zz/zz/": 100,
  "x.much.zz/": 1,
  "x.much.zz/aa/": 1,
};

test("of thousands of URLs and more folders than one answer has, each folder comes once with all of them, and so are the files between them", async () => {
  const urls = Object.entries(MUCH).flatMap(([start, count]) =>
    Array.from({ length: count }, (_, no) => `https://${start}${no}`),
  );
  const folders = Array.from({ length: 120 }, (_, at) => `z.much.zz/${at}/`);
  await samplePage(db, wiki.id, 9, [...urls, ...folders.map((folder) => `https://${folder}x`)], 3_600);
  const entries = await all("much.zz");
  expect(entries.map(({ host, path, unknown }) => `${host}${path} ${unknown}`).sort()).toEqual(
    [
      "much.zz/ 400",
      "much.zz/veranstaltungen-2008/ 400",
      "much.zz/veranstaltungen-2009/ 5100",
      "much.zz/w/ 100",
      "much.zz/zz/ 100",
      "x.much.zz/ 1",
      "x.much.zz/aa/ 1",
      ...folders.map((folder) => `${folder} 1`),
    ].sort(),
  );
});

test.each([
  "x",
  "1",
  "-1.0.",
  "0.0.x",
  "0.0.W10",
  "99999.0.",
  "0.10001.",
  "0..",
  "0.0.1-2-3-4-5.",
  "0.0.1-2.W10",
  "7-12",
])("%s is no cursor", async (cursor) =>
  expect(await pathList(origin, wiki, { wiki: wiki.name, domain: "a.zz", path: "", cursor }, TODAY)).toBe(
    "bad-cursor",
  ),
);

test("a folder that is called * is that one alone", async () => {
  const folders = ["*", "2008", "2009"].map((name) => `https://arch.zz/web/${name}/http://x.zz/`);
  await samplePage(db, wiki.id, 9, folders, 3_600);
  const paths = async (path: string) => (await all("arch.zz", path)).map((entry) => entry.path);
  expect(await paths("/web/")).toEqual(["/web/*/", "/web/2008/", "/web/2009/"]);
  expect(await paths("/web/*/")).toEqual(["/web/*/http:/"]);
});
