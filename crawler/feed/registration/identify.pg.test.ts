import { expect, test } from "vitest";
import { updateWiki, type Wiki } from "../../../db/wikis/wikis.ts";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import type { HttpClient } from "../../net/egress/http-client.ts";
import { feedWikis } from "../run.ts";
import { startFakeWiki } from "../testing/fake-wiki.ts";
import {
  clock,
  context,
  feeder,
  http,
  include,
  newsWaiting,
  once,
  pageids,
  pages,
  rowOf,
  setUp,
  through,
  wikiOf,
} from "../testing/feeder.ts";
import { registerWiki } from "./register.ts";

setUp();

/** A wiki that says something else about itself. */
const saying = (change: (origin: string) => object): HttpClient => ({
  ...http,
  async send(request) {
    const answer = await http.send(request);
    if (!request.url.includes("general") || answer.kind !== "json") return answer;
    const value = structuredClone(answer.value) as { query: { general: object } };
    Object.assign(value.query.general, change(new URL(request.url).origin));
    return { ...answer, value };
  },
});

const tomorrow = () => clock.set(clock.now() + DAY_MS);

test("another wiki at the same address: nothing is read, and no page deleted, until its operator confirms it", async () => {
  const { fake, name, id } = await wikiOf(pages(3));
  await once(name);
  const { articleUrl } = await rowOf(name);
  fake.pages.splice(0);
  const other = saying(() => ({ wikiid: "otherwiki", articlepath: "/else/$1" }));
  tomorrow();
  fake.asked.length = 0;
  const [fed] = (await once(name, other)).wikis;
  expect(fed).toMatchObject({ read: 0, deleted: 0, error: { kind: "refused" } });
  expect(fed?.error?.message).toContain("calls itself otherwiki, and not fakewiki as before");
  expect(fed?.error?.message).toContain(`weboid wiki set ${name} --api ${fake.api}`);
  expect(await pageids(id)).toEqual([1, 2, 3]);
  expect(fake.asked).toHaveLength(1);
  expect(await rowOf(name)).toMatchObject({ articleUrl, setbacks: 1 });
  expect((await rowOf(name)).error).toContain("otherwiki");

  const [dbname = "", farm = ""] = name.split("@");
  await registerWiki(context(), other, { dbname, farm, api: fake.api, given: true, criteria: null });
  tomorrow();
  expect((await once(name, other)).wikis).toMatchObject([{ deleted: 3, error: null }]);
});

test.each<[string, Wiki["feed"], (url: URL) => boolean]>([
  ["reads the lists", {}, (url) => url.searchParams.get("apcontinue") === "4"],
  ["asks who it is", { wikiid: undefined }, (url) => url.searchParams.get("meta") === "siteinfo"],
])("what the operator confirms while a feeder %s stays", async (_, before, isTheMoment) => {
  const { name, id } = await wikiOf(pages(8));
  await updateWiki(context().db, id, { feed: before });
  const other = await startFakeWiki(pages(9), { wikiid: "newwiki" });
  const [dbname = "", farm = ""] = name.split("@");
  let confirmed = false;
  const client = through(async ({ url }) => {
    if (confirmed || !isTheMoment(new URL(url))) return undefined;
    confirmed = true;
    await registerWiki(context(), http, { dbname, farm, api: other.api, given: true, criteria: null });
    return undefined;
  });
  tomorrow();
  await once(name, client);
  expect(confirmed).toBe(true);
  expect(await rowOf(name)).toMatchObject({ api: other.api, feed: { wikiid: "newwiki" } });
  expect((await once(name)).wikis).toMatchObject([{ error: null }]);
  expect(await pageids(id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await other.close();
});

test.each([
  ["goes on", false],
  ["has a gap", true],
])("another wiki on the same day, whose list of changes %s: no page is deleted", async (_how, isGap) => {
  const { fake, name, id } = await wikiOf(pages(3));
  fake.changes.edit(1, {});
  fake.changes.nowMs += 60_000;
  await once(name);
  if (isGap) {
    fake.changes.nowMs += DAY_MS;
    for (const { pageid } of [...fake.pages]) fake.changes.remove(pageid);
    fake.changes.fromMs = fake.changes.nowMs + 1;
  }
  fake.pages.splice(0);
  const [fed] = (
    await once(
      name,
      saying(() => ({ wikiid: "otherwiki" })),
    )
  ).wikis;
  expect(fed).toMatchObject({ listed: 0, read: 0, deleted: 0, error: { kind: "refused" } });
  expect(await newsWaiting(id)).toBe(0);
  expect(await pageids(id)).toEqual([1, 2, 3]);
  expect((await rowOf(name)).error).toContain("calls itself otherwiki");
});

test("a change of criteria confirms neither another wiki nor another host of its pages", async () => {
  const { fake, name } = await wikiOf(pages(1));
  const before = await rowOf(name);
  const [dbname = "", farm = ""] = name.split("@");
  const change = (say: object) =>
    registerWiki(
      context(),
      saying(() => say),
      { dbname, farm, api: fake.api, given: false, criteria: [include("namespace", "4")] },
    );
  expect(await change({ wikiid: "otherwiki", server: "https://elsewhere.zz" })).toMatchObject({
    ok: false,
    error: { kind: "refused", message: expect.stringContaining("and not fakewiki as before") },
  });
  expect(await rowOf(name)).toEqual(before);
  expect(await change({ server: "https://elsewhere.zz" })).toMatchObject({ ok: true });
  const { server, articleUrl } = before;
  expect(await rowOf(name)).toMatchObject({ server, articleUrl });
});

test("a wiki of an older version's database is known from its next answer on", async () => {
  const { name, id } = await wikiOf(pages(1));
  await updateWiki(context().db, id, { feed: { wikiid: undefined } });
  tomorrow();
  await once(name);
  expect((await rowOf(name)).feed).toEqual({ wikiid: "fakewiki" });
});

test("a new path of its pages is taken; pages at another host have to be confirmed", async () => {
  const { fake, name } = await wikiOf(pages(1));
  const { origin } = new URL(fake.api);
  tomorrow();
  expect(
    (
      await once(
        name,
        saying(() => ({ articlepath: "/w/$1" })),
      )
    ).wikis,
  ).toMatchObject([{ error: null }]);
  expect(await rowOf(name)).toMatchObject({ server: origin, articleUrl: `${origin}/w/$1` });

  const warnings: string[] = [];
  const log = { info() {}, error() {}, warn: (message: string) => warnings.push(message) };
  tomorrow();
  const client = saying(() => ({ server: "https://elsewhere.zz" }));
  await feedWikis({ ...feeder(), log }, { wikis: [name], once: true, http: client });
  expect(warnings).toEqual([expect.stringContaining(`confirm it by: weboid wiki set ${name} --api`)]);
  expect(await rowOf(name)).toMatchObject({ server: origin, articleUrl: `${origin}/w/$1`, error: null });
});
