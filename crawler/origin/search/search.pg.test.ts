import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "../../../db/connect.ts";
import { limitTime } from "../../../db/lists/conditions.ts";
import { urlId } from "../../../db/lists/uses.ts";
import { type PageCursor, type SomeUsingPages, somePagesOfUrl } from "../../../db/pages/uses.ts";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import { findWiki, type Wiki } from "../../../db/wikis/wikis.ts";
import { SEARCH_LIMITS, type SearchRequest } from "../../../shared/protocol/search.ts";
import { readPattern } from "../../../shared/url/pattern.ts";
import { search } from "./search.ts";

let db: Database;
let origin: Database;
let one: Wiki;
let two: Wiki;

async function named(name: string): Promise<Wiki> {
  await sampleWiki(db, name);
  const found = await findWiki(db, `${name}@wmflabs`);
  if (found === null) throw new Error("the wiki was not added");
  return found;
}

const request = (text: string, more: Partial<SearchRequest> = {}): SearchRequest => {
  const question = readPattern(text, { allowPrivate: false });
  if (question.kind === "bad") throw new Error(question.reason);
  return { question, wiki: null, farm: false, namespaces: [], cursor: null, ...more };
};

/** Everything that is found, gone through to the end. */
async function all(wiki: Wiki | null, text: string, more: Partial<SearchRequest> = {}) {
  const urls = [];
  let cursor: string | null = null;
  do {
    const searched = await search(origin, wiki, request(text, { ...more, cursor }));
    if (searched.kind !== "found") throw new Error(searched.kind);
    urls.push(...searched.response.urls);
    cursor = searched.response.cursor;
  } while (cursor !== null);
  return urls;
}
const addresses = (urls: Awaited<ReturnType<typeof all>>) => urls.map(({ facts }) => facts.url);

beforeAll(async () => {
  db = await freshDatabase();
  origin = await asComponent(db, "origin");
  one = await named("onewiki");
  two = await named("twowiki");
  await samplePage(
    db,
    one.id,
    1,
    [
      "https://a.zz/",
      "http://www.a.zz/news/1",
      "https://www.a.zz/news/2?x_y=1",
      "https://nota.zz/",
      "https://a.zz:8080/news/",
    ],
    3_600,
  );
  await samplePage(db, one.id, 2, ["https://a.zz/", "https://a.yy/"], 3_600);
  await samplePage(db, two.id, 3, ["https://a.zz/", "https://only-two.a.zz/"], 3_600);
  await db.sql`update page set namespace = 4 where pageid = 2`;
});

describe("what people ask of URLs (Q4)", () => {
  const A = ["https://a.zz/", "https://a.zz:8080/news/"];
  const WWW = ["http://www.a.zz/news/1", "https://www.a.zz/news/2?x_y=1"];
  test.each<[string, string[]]>([
    ["a.zz", A],
    ["*.a.zz", [...A, "https://only-two.a.zz/", ...WWW]],
    ["www.a.zz/news/", WWW],
    ["*.a.zz/news/", ["https://a.zz:8080/news/", ...WWW]],
    ["*.a.zz/news/*x_y", [WWW[1] ?? ""]],
    ["*.a.zz/news/*x?y", []],
    ["http://*.a.zz", [WWW[0] ?? ""]],
    ["a.zz:8080", [A[1] ?? ""]],
    ["a.zz:443", [A[0] ?? ""]],
    ["*.a.zz:80/", [WWW[0] ?? ""]],
    ["https://*.a.zz:443/news/", [WWW[1] ?? ""]],
    ["http://*.a.zz:443/", []],
    ["nota.*", ["https://nota.zz/"]],
    ["www.*", WWW],
    ["w*w.*.zz", WWW],
    ["*only*a.zz", ["https://only-two.a.zz/"]],
    ["*.yy", ["https://a.yy/"]],
    ["b.zz", []],
    ["https://a.zz/", ["https://a.zz/"]],
    ["https://a.zz/nothing", []],
  ])("%s", async (text, expected) => expect(addresses(await all(null, text))).toEqual(expected));

  test("of a wiki, only what its pages use, in these namespaces, with some of the pages (Q3)", async () => {
    expect(addresses(await all(two, "*.a.zz"))).toEqual(["https://a.zz/", "https://only-two.a.zz/"]);
    expect(await all(one, "a.zz", { namespaces: [4] })).toMatchObject([
      {
        facts: { url: "https://a.zz/" },
        pages: [{ wiki: one.name, pageid: 2, title: "Page 2" }],
        morePages: false,
      },
    ]);
  });

  test("of one URL, the wiki's pages, or those of its farm, in these namespaces", async () => {
    const pages = async (more: Partial<SearchRequest>) =>
      (await all(one, "https://a.zz/", { wiki: one.name, ...more }))[0]?.pages.map(({ pageid }) => pageid);
    expect([
      await pages({}),
      await pages({ farm: true }),
      await pages({ namespaces: [4] }),
      await pages({ farm: true, namespaces: [0] }),
      await pages({ namespaces: [6] }),
    ]).toEqual([[1, 2], [1, 2, 3], [2], [1, 3], []]);
    expect((await all(null, "https://a.zz/"))[0]?.pages).toEqual([]);
  });

  test("many come in parts, without gap and repetition, over hosts and within one", async () => {
    const many = Array.from({ length: 700 }, (_, at) => `https://big.many.zz/${at % 7}/${at}`);
    const hosts = Array.from({ length: 90 }, (_, at) => `https://h${at}.many.zz/`);
    await samplePage(db, two.id, 9, [...many, ...hosts], 3_600);
    for (const wiki of [null, two]) {
      const found = addresses(await all(wiki, "*.many.zz"));
      expect([found.length, new Set(found).size]).toEqual([790, 790]);
    }
    // On a busy machine its time would be over before.
    const time = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const first = await search(origin, null, request("*.many.zz")).finally(() => time.mockRestore());
    expect(first.kind === "found" && first.response.urls.length).toBe(SEARCH_LIMITS.urls);
  });

  test("hosts that are like thousands of others come along the index, as those that are few do", async () => {
    const names = Array.from({ length: 9_000 }, (_, at) => `news${at}.zz${at % 9 === 0 ? "a" : "b"}`);
    await db.sql`insert into host (name) select unnest(${names}::text[]) on conflict do nothing`;
    const some = Array.from({ length: 70 }, (_, at) => `https://news${at * 9}.zza/`);
    await samplePage(db, two.id, 11, [...some, "https://news1.zzb/"], 3_600);
    for (const wiki of [null, two]) {
      expect(addresses(await all(wiki, "news*.*")).sort()).toEqual([...some, "https://news1.zzb/"].sort());
      expect(addresses(await all(wiki, "news*.zza")).sort()).toEqual(some.toSorted());
      expect(addresses(await all(wiki, "*ews1.zz*"))).toEqual(["https://news1.zzb/"]);
    }
  });

  test("pages of a URL that many use come in steps along all pages, without gap and repetition", async () => {
    const pageids = Array.from({ length: 7 }, (_, at) => 100 + at);
    for (const pageid of pageids)
      await samplePage(db, two.id, pageid, [pageid % 3 === 0 ? "https://many.yy/" : "https://b.yy/"], 3_600);
    const id = await urlId(db, linked("https://many.yy/").url);
    const found = [];
    const wanted = { wiki: two.id, namespaces: [0, 4], limit: 2 };
    for (let after: PageCursor | null = null; id !== null; ) {
      const step: SomeUsingPages = await somePagesOfUrl(
        db,
        id,
        { ...wanted, after },
        { many: true, pages: 2 },
      );
      found.push(...step.pages.map(({ pageid }) => pageid));
      if (step.through === null) break;
      after = step.through;
    }
    expect(found).toEqual([102, 105]);
  });

  test("a URL that thousands of pages elsewhere use is found on the one page of this wiki", async () => {
    await samplePage(db, two.id, 200, ["https://popular.yy/", "https://popular.yy/2"], 3_600);
    const keys = ["https://popular.yy/", "https://popular.yy/2"].map((url) => linked(url).key);
    await db.sql`
      insert into page_link (wiki_id, pageid, urls)
      select ${two.id}, n, (select array_agg(id order by id) from url where key = any(${keys}::uuid[]))
      from generate_series(1000, 3500) n on conflict do nothing`;
    await samplePage(db, one.id, 12, ["https://popular.yy/"], 3_600);
    expect(await all(one, "*.popular.yy")).toMatchObject([
      { facts: { url: "https://popular.yy/" }, pages: [{ pageid: 12 }], morePages: false },
    ]);
    expect(await all(one, "*.popular.yy", { namespaces: [4] })).toEqual([]);
  });

  describe("links that a spam list blocks (P1)", () => {
    const SPAM = "http://www.spam.zz/a";
    const GLOBAL = "http://www.global.zz/a";
    const blocked = (wiki: Wiki, pageid: number, url = SPAM, list = "local") => db.sql`
      insert into spam_use (wiki_id, pageid, key, url, list, first, last, line)
      values (${wiki.id}, ${pageid}, ${linked(url).key}, ${url}, ${list}, 3600, 3600, 'spam')`;
    const found = (pageids: readonly number[], url = SPAM, spam = "local") => [
      { facts: { url, spam }, pages: pageids.map((pageid) => ({ pageid })), morePages: false },
    ];
    beforeAll(async () => {
      await samplePage(db, one.id, 20, [], 3_600);
      await samplePage(db, two.id, 21, [], 3_600);
      await blocked(one, 20);
      await blocked(two, 21);
      await blocked(one, 20, GLOBAL, "global");
      await blocked(two, 21, GLOBAL, "global");
    });

    test.each([SPAM, "*.spam.zz", "www.spam.zz/a", "*spam*"])(
      "%s: are found with their pages",
      async (text) => {
        expect(await all(one, text, { wiki: one.name })).toMatchObject(found([20]));
        expect(await all(one, text, { namespaces: [4] })).toEqual([]);
      },
    );

    test.each([GLOBAL, "*.global.zz"])("%s: in a farm, with the pages of all its wikis", async (text) => {
      expect(await all(one, text, { farm: true })).toMatchObject(found([20, 21], GLOBAL, "global"));
      expect(await all(null, text)).toMatchObject(found([], GLOBAL, "global"));
    });

    test("what another wiki's own list blocks is nobody else's: not in its farm, and not without a wiki", async () => {
      const OTHERS = "https://www.nytimes.zz/a";
      await blocked(two, 21, OTHERS);
      for (const text of [OTHERS, "*.nytimes.zz"]) {
        expect(await all(two, text)).toMatchObject(found([21], OTHERS));
        for (const [wiki, farm] of [
          [one, false],
          [one, true],
          [null, false],
        ] as const)
          expect(await all(wiki, text, { farm })).toEqual([]);
      }
      for (const text of [SPAM, "*.spam.zz"]) {
        expect(await all(one, text, { farm: true })).toMatchObject(found([20]));
        expect(await all(null, text)).toEqual([]);
      }
    });

    test("a URL that only another wiki blocks is watched here (P1)", async () => {
      await samplePage(db, one.id, 22, ["http://elsewhere.zz/"], 3_600);
      await db.sql`
        insert into spam_use (wiki_id, pageid, key, url, list, first, last, line)
        values (${two.id}, 21, ${linked("http://elsewhere.zz/").key}, 'http://elsewhere.zz/', 'local', 3600, 3600, '')`;
      for (const text of ["http://elsewhere.zz/", "*.elsewhere.zz"])
        expect(await all(one, text)).toMatchObject([{ facts: { spam: null }, pages: [{ pageid: 22 }] }]);
      expect(await all(null, "*.elsewhere.zz")).toHaveLength(1);
    });
  });

  test("of a URL that nobody uses it is said whether others begin so", async () => {
    const similar = async (text: string) => {
      const searched = await search(origin, null, request(text));
      return searched.kind === "found" && (searched.response.similar ?? false);
    };
    expect(await similar("http://a.yy/")).toBe(true);
    expect(await similar("http://*.a.yy")).toBe(true);
    expect(await similar("http://nobody.yy/")).toBe(false);
    expect(await similar("nobody.yy")).toBe(false);
  });

  test("a statement that takes too long is given up, with a reason", async () => {
    const slow: Database = {
      ...origin,
      transaction: (work) =>
        origin.transaction(async (tx) => {
          await limitTime(tx, 50);
          await tx.sql`select pg_sleep(1)`;
          return work(tx);
        }),
    };
    expect(await search(slow, null, request("a.zz"))).toEqual({ kind: "too-broad" });
  });

  test.each(["x", "W10", Buffer.from('["<b>","/",1]').toString("base64url")])(
    "%s is no cursor",
    async (cursor) => {
      expect(await search(origin, null, request("*.a.zz", { cursor }))).toEqual({ kind: "bad-cursor" });
      expect(await search(origin, null, request("https://a.zz/", { cursor }))).toEqual({
        kind: "bad-cursor",
      });
    },
  );
});
