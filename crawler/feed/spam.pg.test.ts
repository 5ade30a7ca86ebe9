import { once as event } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { pageFacts } from "../../db/pages/snapshot-inputs.ts";
import { spamUses } from "../../db/pages/spam.ts";
import { spamListHeads } from "../../db/spam/lists.ts";
import type { WikiId } from "../../db/types.ts";
import { urlFacts } from "../../db/urls/facts.ts";
import { setSpamList } from "../../db/wikis/wikis.ts";
import { leaseSlices, readSlice } from "../../db/work/slices.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { FakePage, FakeWiki } from "./testing/fake-wiki.ts";
import { clock, context, forever, once, rowOf, START, setUp, wikiOf } from "./testing/feeder.ts";

setUp();

const BLACKLIST = "MediaWiki:Spam-blacklist";
const WHITELIST = "MediaWiki:Spam-whitelist";
const DOMAINS = "MediaWiki:BlockedExternalDomains.json";
const HALF_HOUR_MS = 30 * 60_000;

const page = (pageid: number, ...links: string[]): FakePage => ({ pageid, title: `T${pageid}`, links });

/** What an answer about a page would show: URL and list. */
async function shownSpam(wiki: WikiId, pageid: number): Promise<string[]> {
  const facts = await pageFacts(context().db, wiki, pageid);
  return (facts?.urls ?? []).map(({ url, spam }) => `${url} ${spam}`).sort();
}

const readAgain = ({ asked }: FakeWiki): string[] => asked.flatMap((params) => params.get("pageids") ?? []);

/** Half an hour later, with a feeder that works what is due; until `seen`. */
async function laterUntil(name: string, seen: () => Promise<boolean>): Promise<void> {
  clock.set(clock.now() + HALF_HOUR_MS);
  await forever([name], seen);
}

/** The URLs that a crawler would get of everything that stands in the database. */
async function checkable(): Promise<string[]> {
  const { db } = context();
  const leases = await leaseSlices(db, {
    worker: "test",
    count: 100,
    leaseSeconds: 1,
    today: clock.today(),
    passDays: 28,
  });
  const batches = await Promise.all(leases.map((lease) => readSlice(db, lease, clock.today())));
  await db.sql`update slice set holder = null, lease_until = 'epoch'`;
  return batches.flatMap(({ urls }) => urls.map(({ url }) => url as string));
}

describe("a wiki's own lists", () => {
  test("block links as they stand in the page; they are shown, entered nowhere and never checked (P1, C10)", async () => {
    const { fake, name, id } = await wikiOf([
      page(1, "http://a.own1.zz/", "http://A.spam1.zz/x#part", "http://good.spam1.zz/", "https://dom1.zz/"),
    ]);
    fake.messages.set(BLACKLIST, "# list\n\\bspam1\\.zz\\b # why\n(broken\n");
    fake.messages.set(WHITELIST, "good\\.spam1\\.zz");
    fake.messages.set(DOMAINS, '[{"domain":"dom1.zz"}]');
    const { wikis } = await once(name);
    expect(wikis[0]).toMatchObject({ error: null, read: 1, watched: 2, spam: 2 });
    expect(await shownSpam(id, 1)).toEqual([
      "http://a.own1.zz/ null",
      "http://a.spam1.zz/x local",
      "http://good.spam1.zz/ null",
      "https://dom1.zz/ local",
    ]);
    expect(
      (await spamUses(context().db, id, { limit: 10 })).map(({ url, line }) => `${url} ${line}`).sort(),
    ).toEqual(["http://a.spam1.zz/x \\bspam1\\.zz\\b", "https://dom1.zz/ dom1.zz"]);
    expect((await checkable()).filter((url) => /spam1|dom1/.test(url))).toEqual(["http://good.spam1.zz/"]);
    const of = async (wiki: WikiId | null) =>
      (await urlFacts(context().db, wiki, ["http://a.spam1.zz/x" as NormalisedUrl])).map(({ spam }) => spam);
    expect([await of(id), await of(null)]).toEqual([["local"], []]);
  });

  test("hold for no other wiki: there the URL is checked, and goes on being so", async () => {
    const one = await wikiOf([page(1, "http://both2.zz/")]);
    const other = await wikiOf([page(1, "http://both2.zz/")]);
    await once(one.name);
    await once(other.name);
    one.fake.messages.set(BLACKLIST, "both2");
    await once(one.name);
    expect([await shownSpam(one.id, 1), await shownSpam(other.id, 1)]).toEqual([
      ["http://both2.zz/ local"],
      ["http://both2.zz/ null"],
    ]);
    expect(await checkable()).toContain("http://both2.zz/");
  });

  test("changes take effect within the hour, and only pages concerned are read again", async () => {
    const { fake, name, id } = await wikiOf([
      page(1, "http://first3.zz/"),
      page(2, "http://second3.zz/"),
      page(3, "http://third3.zz/a"),
    ]);
    fake.messages.set(BLACKLIST, "first3\\.zz");
    await once(name);
    fake.asked.length = 0;

    fake.messages.set(BLACKLIST, "second3\\.zz # instead");
    await laterUntil(name, async () => (await shownSpam(id, 2))[0] === "http://second3.zz/ local");
    await laterUntil(name, async () => (await shownSpam(id, 1))[0] === "http://first3.zz/ null");
    expect([...new Set(readAgain(fake).flatMap((ids) => ids.split("|")))].sort()).toEqual(["1", "2"]);

    fake.asked.length = 0;
    fake.messages.set(WHITELIST, "second3\\.zz");
    await laterUntil(name, async () => (await shownSpam(id, 2))[0] === "http://second3.zz/ null");
    fake.messages.delete(WHITELIST);
    await laterUntil(name, async () => (await shownSpam(id, 2))[0] === "http://second3.zz/ local");
    expect([...new Set(readAgain(fake))]).toEqual(["2"]);
    const [use] = await spamUses(context().db, id, { limit: 1 });
    expect(use).toMatchObject({ pageid: 2, scope: "local", line: "second3\\.zz" });
  });

  test("each change of what a page's readers hear is written for the dispatchers, and once", async () => {
    const { fake, name, id } = await wikiOf([page(1, "http://told4.zz/")]);
    await once(name);
    fake.messages.set(BLACKLIST, "told4");
    await once(name);
    await once(name);
    const rows = await context().db.sql<{ payload: object }[]>`
      select payload from change where wiki_id = ${id} order by id`;
    expect(rows.map(({ payload }) => payload)).toMatchObject([
      { title: "T1", came: true, added: 1, removed: 0 },
      {
        ...{ title: "T1", came: false, added: 0, removed: 1 },
        urls: { came: [], gone: ["http://told4.zz/"] },
        spam: { uses: 1, came: [{ url: "http://told4.zz/", list: "local" }], gone: [] },
      },
    ]);
  });

  test("one that cannot be read leaves what was read in force, and says so; others are read", async () => {
    const { fake, name, id } = await wikiOf([page(1, "http://dom5.zz/", "http://line5.zz/")]);
    fake.messages.set(DOMAINS, '[{"domain":"dom5.zz"}]');
    await once(name);
    fake.messages.set(DOMAINS, "{ no json");
    fake.messages.set(BLACKLIST, "line5");
    await once(name);
    expect(await shownSpam(id, 1)).toEqual(["http://dom5.zz/ local", "http://line5.zz/ local"]);
    const heads = await spamListHeads(context().db, await rowOf(name));
    expect(heads.map(({ kind, error }) => [kind, error])).toEqual([
      ["blacklist", null],
      ["domains", `${DOMAINS}: it is no JSON`],
      ["whitelist", null],
    ]);
  });
});

describe("the farm's global list", () => {
  let server: Server | null = null;
  afterEach(async () => {
    await setSpamList(context().db, "friends", "");
    server?.closeAllConnections();
    server?.close();
    server = null;
  });

  /** Served with an ETag; null: the server answers `trouble`. */
  async function globalList(first: string) {
    const list: { text: string | null; trouble: number; answers: number[] } = {
      text: first,
      trouble: 503,
      answers: [],
    };
    server = createServer((request, response) => {
      const etag = `"${list.text?.length}"`;
      const status =
        list.text === null ? list.trouble : request.headers["if-none-match"] === etag ? 304 : 200;
      list.answers.push(status);
      response
        .writeHead(status, { etag, "content-type": "text/x-wiki" })
        .end(status === 200 ? list.text : "");
    }).listen(0, "127.0.0.1");
    await event(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await setSpamList(context().db, "friends", address);
    return list;
  }

  test("holds for all its wikis; what no page outside has is not checked until it is freed", async () => {
    const one = await wikiOf([page(1, "http://glob6.zz/")]);
    const other = await wikiOf([page(1, "http://glob6.zz/", "http://glob6.zz/2")]);
    for (const { name } of [one, other]) await once(name);
    expect((await checkable()).filter((url) => url.includes("glob6"))).toHaveLength(2);

    const list = await globalList("glob6\\.zz");
    for (const { name } of [one, other]) await once(name);
    expect([...(await shownSpam(one.id, 1)), ...(await shownSpam(other.id, 1))]).toEqual([
      "http://glob6.zz/ global",
      "http://glob6.zz/ global",
      "http://glob6.zz/2 global",
    ]);
    expect((await checkable()).filter((url) => url.includes("glob6"))).toEqual([]);

    list.text = "glob6\\.zz/2 # less";
    await laterUntil(one.name, async () => (await shownSpam(one.id, 1))[0] === "http://glob6.zz/ null");
    expect((await checkable()).filter((url) => url.includes("glob6"))).toEqual(["http://glob6.zz/"]);
  });

  test("finds known URLs by hosts, by hosts inside paths, by words of paths, and by going over all of them", async () => {
    const links = [
      "http://www.x-glob8.zz/",
      "http://archive.zz/1/http://WWW.glob8.zz/a",
      "http://ok8.zz/glob8",
      "http://ok8.zz/Cheap8Pills?x",
      "http://a7-8.zz/",
      "http://glob8.zzz/",
      "https://müller8.zz/",
    ];
    const { name, id } = await wikiOf(links.map((link, at) => page(at + 1, link)));
    const list = await globalList("nothing8");
    await once(name);
    const found = async (line: string) => {
      list.text = line;
      await once(name);
      const uses = await spamUses(context().db, id, { limit: 10 });
      return uses.map(({ pageid }) => pageid);
    };
    expect(await found("\\bglob8\\.zz\\b")).toEqual([1, 2]);
    expect(await found("glob8")).toEqual([1, 2, 6]);
    expect(await found("/[a-z]*8pills\nö")).toEqual([4]);
    expect(await found("\\ba[0-9]+-8\\b\nmüller8")).toEqual([5, 7]);
    const [left] = await context().db.sql`select count(*)::int as scans from spam_scan`;
    expect(left).toEqual({ scans: 0 });
  });

  test("is taken for empty when its address answers 404 twice in a row only", async () => {
    const { name, id } = await wikiOf([page(1, "http://glob9.zz/")]);
    const list = await globalList("glob9");
    await once(name);
    Object.assign(list, { text: null, trouble: 404 });
    await once(name);
    expect(await shownSpam(id, 1)).toEqual(["http://glob9.zz/ global"]);
    list.text = "glob9";
    await once(name);
    list.text = null;
    await once(name);
    expect(await shownSpam(id, 1)).toEqual(["http://glob9.zz/ global"]);
    await once(name);
    expect(await shownSpam(id, 1)).toEqual(["http://glob9.zz/ null"]);
    await once(name);
    expect((await spamListHeads(context().db, await rowOf(name)))[0]).toMatchObject({
      chars: 0,
      error: expect.stringContaining("answers 404"),
    });
    await setSpamList(context().db, "friends", "");
    await once(name);
  });

  test("is read when it changed only, and stays in force while it cannot be read", async () => {
    const { name, id } = await wikiOf([page(1, "http://glob7.zz/")]);
    const list = await globalList("glob7");
    await once(name);
    await once(name);
    expect(list.answers).toEqual([200, 304]);
    list.text = null;
    await once(name);
    expect(await shownSpam(id, 1)).toEqual(["http://glob7.zz/ global"]);
    const [head] = await spamListHeads(context().db, await rowOf(name));
    expect(head).toMatchObject({ wiki: null, error: expect.stringContaining("answers 503") });
    await setSpamList(context().db, "friends", "");
    await once(name);
    expect(await shownSpam(id, 1)).toEqual(["http://glob7.zz/ null"]);
  });
});

test("a wiki without lists costs one small request, and is asked again when due only", async () => {
  const { name, id } = await wikiOf([page(1, "http://x8.zz/")]);
  await once(name);
  const [row] = await context().db.sql<{ due: number }[]>`
    select (extract(epoch from spam_due_at) * 1000)::float8 as due from wiki where id = ${id}`;
  expect([row?.due, START]).toEqual([START + 20 * 60_000, START]);
});
