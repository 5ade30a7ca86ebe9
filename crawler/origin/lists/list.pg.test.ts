import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../../db/connect.ts";
import { countInvalid, storedInvalid } from "../../../db/lists/invalid.ts";
import { walkPages } from "../../../db/lists/uses.ts";
import { recordPageLinks } from "../../../db/pages/links.ts";
import { storeSpamList } from "../../../db/spam/lists.ts";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import type { UrlId } from "../../../db/types.ts";
import { encodeHistory } from "../../../db/urls/row.ts";
import { findWiki, type Wiki } from "../../../db/wikis/wikis.ts";
import type { ListName } from "../../../shared/answer/lists.ts";
import { LIST_ENTRIES } from "../../../shared/answer/lists.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import type { History } from "../../../shared/history/types.ts";
import type { ListRequest } from "../../../shared/protocol/lists.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import { wikiList } from "./list.ts";

const TODAY = asDay(3_612);
const entry = (http: number, first: number, last: number, checks: number, deadEnd = false) => ({
  status: statusOfHttp(http),
  http,
  first: asDay(first),
  last: asDay(last),
  deadEnd,
  checks,
});
const GOOD: History = [entry(200, 2_700, 3_610, 30)];
const DEAD: History = [entry(404, 3_500, 3_610, 9), entry(200, 2_700, 3_490, 30)];
const DOUBTED: History = [entry(503, 3_609, 3_610, 2), entry(200, 2_700, 3_600, 30)];
const SOFT: History = [entry(200, 3_609, 3_610, 1, true)];

let db: Database;
let origin: Database;
let wiki: Wiki;
let other: Wiki;

/** What was seen of URLs, by their address. */
async function observe(seen: Readonly<Record<string, History>>): Promise<void> {
  for (const [url, history] of Object.entries(seen)) {
    const { key } = linked(url);
    await db.sql`
      update url set history = decode(${Buffer.from(encodeHistory(history)).toString("hex")}, 'hex') where key = ${key}::uuid`;
  }
}

async function named(name: string): Promise<Wiki> {
  await sampleWiki(db, name);
  const found = await findWiki(db, `${name}@wmflabs`);
  if (found === null) throw new Error("the wiki was not added");
  return found;
}

/** All entries, gone through to the end. */
async function all(of: Wiki, list: ListName, more: Partial<ListRequest> = {}) {
  const entries = [];
  let cursor: string | null = null;
  do {
    const question = { wiki: of.name, list, domain: null, path: "", ...more, cursor };
    const listed = await wikiList(origin, of, question, TODAY);
    if (listed === "bad-cursor") throw new Error(listed);
    entries.push(...listed.entries);
    cursor = listed.cursor;
  } while (cursor !== null);
  return entries;
}
const answered = (entries: Awaited<ReturnType<typeof all>>) =>
  entries.map(({ pageid, url, verdict }) => `${pageid} ${url} ${verdict}`);

beforeAll(async () => {
  db = await freshDatabase();
  origin = await asComponent(db, "origin");
  wiki = await named("onewiki");
  other = await named("otherwiki");
  await samplePage(db, wiki.id, 7, ["https://a.zz/x/1", "https://www.a.zz/x/2", "https://b.zz/"], 3_600);
  await samplePage(db, wiki.id, 9, ["https://www.a.zz/x/2", "https://nota.zz/", "https://a.zz/y"], 3_600);
  await samplePage(db, other.id, 7, ["https://a.zz/x/1", "https://a.zz/other"], 3_600);
  await observe({
    "https://a.zz/x/1": DEAD,
    "https://www.a.zz/x/2": DOUBTED,
    "https://b.zz/": DEAD,
    "https://nota.zz/": DEAD,
    "https://a.zz/y": GOOD,
    "https://a.zz/other": SOFT,
  });
});

test("pages with links that moved, working or not, with why (C6)", async () => {
  const rule = { from: "https://www.a.zz/x/", to: "https://b.zz/y/", support: 3, counter: 0 };
  await db.sql`
    insert into move (url_id, host_id, target, rule, first, last, days, checked, due)
    select id, host_id, 'https://b.zz/y' || right(path, 2), case when path = '/x/2' then (${JSON.stringify(rule)}::text)::json end,
      3500, 3600, case when path = '/x/2' then 0 else 4 end, case when path = '/y' then -1 else 3609 end, null
    from url where path in ('/x/1', '/x/2', '/y')`;
  const entries = await all(wiki, "moved");
  expect(entries).toMatchObject([
    {
      pageid: 7,
      verdict: "unreachable",
      movedTo: "https://b.zz/y/1",
      move: { rule: null, days: 4, checked: 3609 },
    },
    { pageid: 7, verdict: "doubtful", movedTo: "https://b.zz/y/2", move: { rule, days: 0, checked: 3609 } },
    { pageid: 9, verdict: "doubtful", movedTo: "https://b.zz/y/2" },
  ]);
  expect(await all(wiki, "moved", { domain: "www.a.zz" })).toHaveLength(2);
  expect(await all(wiki, "moved", { domain: "a.zz", path: "/y" })).toEqual([]);
  await storeSpamList(
    db,
    { farm: wiki.farm, wiki: null, kind: "blacklist" },
    { content: "\\bb\\.zz/y/1", version: "1", removed: [], pageids: [], scan: [] },
  );
  expect(answered(await all(wiki, "moved"))).toEqual([
    "7 https://www.a.zz/x/2 doubtful",
    "9 https://www.a.zz/x/2 doubtful",
  ]);
  await db.sql`truncate move, spam_list cascade`;
});

test("links that can never work, by page, with the reason, gone through to the end (U3)", async () => {
  const ports = Array.from({ length: 60 }, (_, at) => ({
    url: `http://a.zz:6379/${at}`,
    reason: "blocked-port" as const,
  }));
  const pageOf = (pageid: number, invalid: string[] | null) =>
    recordPageLinks(
      db,
      { wikiId: other.id, pageid, title: `P${pageid}`, namespace: 0, invalid },
      [],
      asDay(3_600),
    );
  await pageOf(21, storedInvalid(ports));
  await pageOf(22, storedInvalid([{ url: `http://b.zz/${"x".repeat(9_000)}`, reason: "too-long" }]));
  await pageOf(23, storedInvalid([]));
  const entries = await all(other, "invalid");
  expect(entries).toHaveLength(51);
  expect(entries[0]).toMatchObject({
    pageid: 21,
    title: "P21",
    url: "http://a.zz:6379/0",
    verdict: "invalid",
    rule: "invalid-blocked-port",
    status: 128,
    last: 3_600,
  });
  expect(entries.at(-1)).toMatchObject({ pageid: 22, rule: "invalid-too-long" });
  expect(entries.at(-1)?.url).toHaveLength(1_000);
  expect(await countInvalid(origin, other.id)).toBe(51);
  await pageOf(21, null);
  await pageOf(22, null);
  expect(await all(other, "invalid")).toEqual([]);
});

describe("pages with broken links (Q5)", () => {
  test("by page, each use by itself, of this wiki alone", async () => {
    expect(answered(await all(wiki, "broken"))).toEqual([
      "7 https://a.zz/x/1 unreachable",
      "7 https://www.a.zz/x/2 doubtful",
      "7 https://b.zz/ unreachable",
      "9 https://www.a.zz/x/2 doubtful",
      "9 https://nota.zz/ unreachable",
    ]);
    expect(answered(await all(other, "broken"))).toEqual([
      "7 https://a.zz/x/1 unreachable",
      "7 https://a.zz/other doubtful",
    ]);
  });

  test.each<[ListName, string | null, string, string[]]>([
    ["unreachable", "a.zz", "", ["7 https://a.zz/x/1 unreachable"]],
    ["doubtful", "a.zz", "", ["7 https://www.a.zz/x/2 doubtful", "9 https://www.a.zz/x/2 doubtful"]],
    ["broken", "a.zz", "/x/1", ["7 https://a.zz/x/1 unreachable"]],
    ["broken", "a.zz", "/y", []],
    ["broken", "www.a.zz", "", ["7 https://www.a.zz/x/2 doubtful", "9 https://www.a.zz/x/2 doubtful"]],
    [
      "unreachable",
      "zz",
      "",
      [7, 7, 9].map((page, at) => `${page} https://${["a.zz/x/1", "b.zz/", "nota.zz/"][at]} unreachable`),
    ],
    ["broken", "c.zz", "", []],
  ])("%s of %s%s", async (list, domain, path, expected) =>
    expect(answered(await all(wiki, list, { domain, path }))).toEqual(expected),
  );

  test("evidence is shown as in answers about pages", async () =>
    expect(await all(wiki, "unreachable", { domain: "b.zz" })).toEqual([
      {
        pageid: 7,
        title: "Page 7",
        namespace: 0,
        url: "https://b.zz/",
        verdict: "unreachable",
        rule: "gone-for-weeks",
        status: 18,
        http: 404,
        since: 3_500,
        last: 3_610,
        checks: 9,
        history: [
          { status: 18, http: 404, first: 3_500, last: 3_610, checks: 9 },
          { status: 1, http: 200, first: 2_700, last: 3_490, checks: 30 },
        ],
        spam: null,
        line: null,
        cursor: expect.stringMatching(/^7-\d+$/),
      },
    ]));

  test("walking through the pages finds what a domain's own URLs lead to, from any place on", async () => {
    const target = { domain: "a.zz", path: "/x/" };
    const walked = [];
    let after = { pageid: 0, url: 0 as UrlId };
    for (;;) {
      const { uses, through } = await walkPages(
        db,
        wiki.id,
        { ...target, which: "failing" },
        { after, pages: 1 },
      );
      walked.push(...uses.map(({ pageid }) => pageid));
      if (through === null) break;
      after = through;
    }
    expect(walked).toEqual([7, 7, 9]);
  });

  test("long lists come in parts, without gap and repetition, also in the midst of a page", async () => {
    const long = await named("longwiki");
    const urls = Array.from({ length: 45 }, (_, at) => `https://long.zz/${at}`);
    await samplePage(db, long.id, 1, urls, 3_600);
    await samplePage(db, long.id, 2, urls, 3_600);
    await observe(Object.fromEntries(urls.map((url) => [url, DEAD])));
    for (const domain of [null, "long.zz"]) {
      const question = { wiki: long.name, list: "unreachable", domain, path: "", cursor: null } as const;
      const first = await wikiList(origin, long, question, TODAY);
      expect(first !== "bad-cursor" && first.entries.length).toBe(LIST_ENTRIES);
      const found = answered(await all(long, "unreachable", { domain }));
      expect([found.length, new Set(found).size]).toEqual([90, 90]);
    }
  });

  test.each(["x", "7", "7-", "7-8-9", "-1-2", "7-0123456789abcdef0123456789abcdef"])(
    "%s is no cursor",
    async (cursor) => {
      const question = { wiki: wiki.name, list: "broken", domain: null, path: "", cursor } as const;
      expect(await wikiList(origin, wiki, question, TODAY)).toBe("bad-cursor");
    },
  );
});

test("spam is listed of the wiki's own and the farm's lists alone (P1)", async () => {
  const block = (of: Wiki, pageid: number, url: string, scope: "global" | "local", line: string) => {
    const { key, url: normalised } = linked(url);
    const page = { wikiId: of.id, pageid, title: "=1+1", namespace: 0 };
    return recordPageLinks(db, page, [], asDay(3_600), [{ key, url: normalised, scope, line }]);
  };
  await block(wiki, 20, "https://spam.zz/", "local", "\\bspam\\.zz\\b");
  await block(other, 21, "https://elsewhere.zz/", "local", "elsewhere");
  expect(await all(wiki, "spam")).toMatchObject([
    {
      pageid: 20,
      title: "=1+1",
      url: "https://spam.zz/",
      verdict: "spam",
      spam: "local",
      line: "\\bspam\\.zz\\b",
      since: 3_600,
    },
  ]);
});
