import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findWiki } from "../../db/queries/config/find-wiki.ts";
import { setCriteria } from "../../db/queries/config/set-criteria.ts";
import { claimFeed } from "../../db/queries/feed/claim-feed.ts";
import { queueTouches } from "../../db/queries/feed/queue-touches.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import type { Criterion } from "../../db/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { createHttpClient, type HttpAnswer, type HttpClient } from "../runtime/http.ts";
import { silentLog } from "../runtime/log.ts";
import { registerWiki } from "./register.ts";
import { feedWikis } from "./run.ts";
import { type FakePage, type FakeWiki, startFakeWiki } from "./testing/fake-wiki.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 20);

let ctx: RoleContext;
const clock = steppedClock(START);
const http = createHttpClient({ userAgent: "Weboid-test" });
const fakes: FakeWiki[] = [];
let count = 0;

beforeAll(async () => {
  const db = await freshDatabase({ max: 6 });
  ctx = { db, clock, log: silentLog, signal: new AbortController().signal, config: readConfig({}, "/") };
});
beforeEach(() => {
  clock.set(START);
  return async () => {
    // A feeder of all wikis shall see those of its own test only.
    await ctx.db.sql`update wiki set paused = true`;
    for (const fake of fakes.splice(0)) await fake.close();
  };
});
afterAll(() => http.close());

const pages = (many: number, more: Partial<FakePage> = {}): FakePage[] =>
  Array.from({ length: many }, (_, at) => ({
    pageid: at + 1,
    title: `T${at + 1}`,
    links: [`https://h${at % 20}.zz/`],
    ...more,
  }));

async function wikiOf(fakePages: FakePage[], criteria: Criterion[] | null = null) {
  const fake = await startFakeWiki(fakePages);
  fakes.push(fake);
  count += 1;
  const dbname = `turns${count}`;
  const registered = await registerWiki(ctx, http, { dbname, farm: "friends", api: fake.api, criteria });
  if (!registered.ok) throw new Error(registered.error.message);
  fake.asked.length = 0;
  return { fake, name: `${dbname}@friends`, id: registered.value.wiki.id };
}

const include = (kind: Criterion["kind"], value: string): Criterion => ({ effect: "include", kind, value });
const exclude = (kind: Criterion["kind"], value: string): Criterion => ({ effect: "exclude", kind, value });

const refusal: HttpAnswer = {
  kind: "json",
  http: 200,
  headers: {},
  value: { error: { code: "internal_api_error_DBQueryError", info: "A database error" } },
};
/** `http`, but what `matches` gets the answer. */
const instead = (matches: (url: string) => boolean, answer: HttpAnswer = refusal): HttpClient => ({
  ...http,
  send: (request) => (matches(request.url) ? Promise.resolve(answer) : http.send(request)),
});

const once = (name: string, client: HttpClient = http) =>
  feedWikis(ctx, { wikis: [name], once: true, http: client });

/** Runs the feeder until `seen` holds, then stops it; answers its summary. */
async function forever(
  wikis: string[],
  seen: () => Promise<boolean>,
  { client = http, turnMs = 30_000 }: { client?: HttpClient; turnMs?: number } = {},
) {
  const stop = new AbortController();
  const feeding = feedWikis({ ...ctx, signal: stop.signal }, { wikis, once: false, http: client, turnMs });
  await expect.poll(seen, { timeout: 20_000, interval: 50 }).toBe(true);
  stop.abort();
  return feeding;
}

async function pageids(wiki: number, { read = false } = {}): Promise<number[]> {
  const rows = await ctx.db.sql<{ pageid: number }[]>`
    select pageid from page where wiki_id = ${wiki} and (links_read >= 0 or not ${read}) order by pageid`;
  return rows.map(({ pageid }) => pageid);
}

const rowOf = async (name: string) => {
  const row = await findWiki(ctx.db, name);
  if (row === null) throw new Error("the wiki is gone");
  return row;
};

describe("an interrupted first run", () => {
  test("taken up after 101 days deletes no page that exists", async () => {
    const { name, id } = await wikiOf(pages(60));
    let lists = 0;
    await once(
      name,
      instead((url) => url.includes("list=allpages") && ++lists > 25),
    );
    expect(await pageids(id)).toHaveLength(50);
    // It would go on with the rest, if it were not that old.
    expect((await rowOf(name)).feed).toMatchObject({ listing: { place: { apcontinue: "40" } } });
    clock.set(START + 101 * DAY_MS);
    expect((await once(name)).wikis).toMatchObject([{ listed: 60, created: 10, deleted: 0, error: null }]);
    expect(await pageids(id)).toHaveLength(60);
  });

  test("that hangs for 101 days within one process deletes nothing that it listed", async () => {
    const { name, id, fake } = await wikiOf(pages(6));
    await once(name);
    fake.pages.splice(5, 1);
    const late: HttpClient = {
      ...http,
      send: async (request) => {
        const answer = await http.send(request);
        if (request.url.includes("apcontinue=2")) clock.set(START + 101 * DAY_MS);
        return answer;
      },
    };
    // Page 6 was last touched on the day on which this run began: the next one may judge it.
    expect((await once(name, late)).wikis).toMatchObject([{ deleted: 0 }]);
    expect(await pageids(id)).toHaveLength(6);
    expect((await once(name)).wikis).toMatchObject([{ deleted: 1 }]);
    expect(await pageids(id)).toEqual([1, 2, 3, 4, 5]);
  });

  test("in turns of no time, one batch each, comes to its end all the same", async () => {
    const { name, id } = await wikiOf(pages(7));
    await forever([name], async () => (await rowOf(name)).fullDueMs > 0, { turnMs: 0 });
    expect(await pageids(id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await rowOf(name)).feed).toEqual({});
  });

  test("criteria that change meanwhile are read from the start", async () => {
    const { name, id, fake } = await wikiOf([...pages(4), ...pages(2, { ns: 4 })]);
    await once(
      name,
      instead((url) => url.includes("apcontinue=2")),
    );
    await setCriteria(ctx.db, id, [include("namespace", "0"), include("namespace", "4")]);
    fake.asked.length = 0;
    expect((await once(name)).wikis).toMatchObject([{ error: null }]);
    expect(
      fake.asked.filter((asked) => asked.get("list") === "allpages").map((asked) => asked.get("apcontinue")),
    ).toEqual([null, "2", null]);
  });
});

describe("a list that the wiki does not serve", () => {
  test("stops neither the other lists nor the reading, and is tried again later", async () => {
    const { name, id } = await wikiOf(
      [...pages(3), { pageid: 9, title: "Nine", ns: 4, links: ["https://nine.zz/"] }],
      [include("category", "Category:Heavy"), include("namespace", "0"), include("namespace", "4")],
    );
    const heavy = instead((url) => url.includes("Category%3AHeavy"));
    await forever([name], async () => (await pageids(id, { read: true })).length === 4, { client: heavy });
    const row = await rowOf(name);
    expect(row.error).toContain("A database error (list category:Category:Heavy)");
    // Pages can be asked for meanwhile; the list has its own time.
    expect(row.incrementalDueMs).toBe(0);
    expect(row.fullDueMs).toBe(START + 15 * 60_000);
    await queueTouches(ctx.db, id, [1], asDay(5_000));
    await forever([name], async () => (await waiting(id)) === 0, { client: heavy });
    expect((await rowOf(name)).error).toContain("A database error");
    clock.set(START + 15 * 60_000);
    await forever([name], async () => (await rowOf(name)).error === null);
    expect((await rowOf(name)).feed).toEqual({});
  });

  test("if it is an exclusion: its pages are not read nevertheless, and nothing is deleted", async () => {
    const { name, id } = await wikiOf(
      [...pages(2), { pageid: 3, title: "No", links: ["https://no.zz/"], categories: ["Category:No"] }],
      [include("namespace", "0"), exclude("category", "Category:No")],
    );
    const broken = instead((url) => url.includes("list=categorymembers"));
    expect((await once(name, broken)).wikis).toMatchObject([
      { listed: 3, read: 2, deleted: 0, error: { kind: "refused" } },
    ]);
    expect(await pageids(id, { read: true })).toEqual([1, 2]);
    clock.set(START + 101 * DAY_MS);
    expect((await once(name, broken)).wikis).toMatchObject([{ read: 2, deleted: 0 }]);
    expect((await once(name)).wikis).toMatchObject([{ deleted: 0, error: null }]);
    expect(await pageids(id)).toEqual([1, 2, 3]);
  });
});

const waiting = async (wiki: number): Promise<number> => {
  const [row] = await ctx.db.sql<{ open: number }[]>`
    select count(*)::int as open from touch_queue where wiki_id = ${wiki} and not taken`;
  return row?.open ?? -1;
};

describe("pages that somebody asked for (F5)", () => {
  test("are not added when they stand in an excluded category, also one of many", async () => {
    const many = Array.from({ length: 60 }, (_, at) => exclude("category", `Category:No ${at}`));
    const { name, id, fake } = await wikiOf(pages(1), [include("namespace", "0"), ...many]);
    await once(name);
    const asked = (pageid: number, categories: string[]) => ({
      pageid,
      title: `Asked ${pageid}`,
      links: [`https://asked${pageid}.zz/`],
      categories,
    });
    fake.pages.push(asked(20, ["Category:No 3"]), asked(21, ["Category:No 57"]), asked(22, ["Category:Yes"]));
    await queueTouches(ctx.db, id, [20, 21, 22], clock.today());
    await forever([name], async () => (await pageids(id)).includes(22));
    expect(await pageids(id)).toEqual([1, 22]);
  });

  test("in floods do not keep the wiki's own pages from being read, and are asked for once a day", async () => {
    const { name, id, fake } = await wikiOf(pages(3));
    const flood = Array.from({ length: 1_200 }, (_, at) => 4_000_000_000 + at);
    const today = clock.today();
    expect(await queueTouches(ctx.db, id, flood, today)).toEqual({ queued: 1_200, dropped: 0 });
    await forever([name], async () => (await pageids(id, { read: true })).length === 3);
    const kinds = fake.asked.map((asked) =>
      asked.get("list") !== null
        ? "list"
        : (asked.get("pageids") ?? "").startsWith("4000")
          ? "flood"
          : "read",
    );
    // Ten batches of the flood, then the wiki's own pages.
    expect(kinds.indexOf("read")).toBe(kinds.indexOf("flood") + 10);
    await forever([name], async () => (await waiting(id)) === 0);
    expect(await queueTouches(ctx.db, id, flood, today)).toEqual({ queued: 0, dropped: 0 });
    expect(await pageids(id)).toEqual([1, 2, 3]);
  });

  test("of a page that is gone: asked for once", async () => {
    const { name, id, fake } = await wikiOf(pages(3));
    await once(name);
    fake.pages.splice(1, 1);
    await queueTouches(ctx.db, id, [2], clock.today());
    await forever([name], async () => !(await pageids(id)).includes(2));
    expect(await queueTouches(ctx.db, id, [2], clock.today())).toEqual({ queued: 0, dropped: 0 });
  });
});

describe("many wikis", () => {
  test("one that never answers holds up no other, nor a new one; a stop ends it all", async () => {
    const slow = await wikiOf(pages(4));
    const first = await wikiOf(pages(2));
    const hanging: HttpClient = {
      ...http,
      send: (request) =>
        request.url.startsWith(slow.fake.api)
          ? new Promise((resolve) => {
              const end = () => resolve({ kind: "failure", failure: "aborted", detail: "stopped" });
              request.signal?.addEventListener("abort", end);
            })
          : http.send(request),
    };
    const stop = new AbortController();
    const feeding = feedWikis({ ...ctx, signal: stop.signal }, { wikis: [], once: false, http: hanging });
    await expect.poll(() => pageids(first.id, { read: true }), { timeout: 10_000 }).toHaveLength(2);
    const later = await wikiOf(pages(3));
    await expect.poll(() => pageids(later.id, { read: true }), { timeout: 10_000 }).toHaveLength(3);
    await queueTouches(ctx.db, first.id, [1], asDay(clock.today() + 1));
    await expect.poll(() => waiting(first.id), { timeout: 10_000 }).toBe(0);
    stop.abort();
    const { wikis } = await feeding;
    expect(wikis.find(({ wiki }) => wiki === slow.name)?.error).toMatchObject({ kind: "stopped" });
    expect(await ctx.db.sql`select 1 from wiki where feed_holder is not null`).toEqual([]);
  });

  test("those of one server are asked one after the other", async () => {
    const { fake, name } = await wikiOf(pages(4));
    const registered = await registerWiki(ctx, http, {
      dbname: `twin${count}`,
      farm: "friends",
      api: fake.api,
      criteria: null,
    });
    if (!registered.ok) throw new Error(registered.error.message);
    let open = 0;
    let most = 0;
    const counting: HttpClient = {
      ...http,
      send: async (request) => {
        most = Math.max(most, ++open);
        const answer = await http.send(request);
        open -= 1;
        return answer;
      },
    };
    const both = async () =>
      (await rowOf(name)).fullDueMs > 0 && (await rowOf(`twin${count}@friends`)).fullDueMs > 0;
    await forever([], both, { client: counting, turnMs: 0 });
    expect(most).toBe(1);
  });
});

describe("several feeders", () => {
  test("`--once` on a wiki that another feeder holds says so, and leaves it alone", async () => {
    const { name, id, fake } = await wikiOf(pages(2));
    const claim = await claimFeed(ctx.db, id, { worker: "elsewhere:7:feed", leaseSeconds: 100 });
    expect(claim).toMatchObject({ kind: "lease" });
    const { wikis } = await once(name);
    expect(wikis).toMatchObject([{ listed: 0, error: { kind: "held" } }]);
    expect(wikis[0]?.error?.message).toMatch(
      /^it is being fed by elsewhere:7:feed.*wait for it, or stop it.*after \d+ s/,
    );
    expect(fake.asked).toEqual([]);
    expect((await rowOf(name)).error).toBeNull();
    await ctx.db.sql`update wiki set feed_lease_until = 'epoch' where id = ${id}`;
    expect((await once(name)).wikis).toMatchObject([{ read: 2, error: null }]);
  });

  test("do no work twice", async () => {
    const wikis = await Promise.all([pages(5), pages(6), pages(7)].map((one) => wikiOf(one)));
    const stop = new AbortController();
    const signal = stop.signal;
    const feeders = [1, 2].map(() =>
      feedWikis({ ...ctx, signal }, { wikis: [], once: false, http, turnMs: 0 }),
    );
    const all = async () =>
      (await Promise.all(wikis.map(async ({ id }) => (await pageids(id, { read: true })).length))).join();
    await expect.poll(all, { timeout: 20_000 }).toBe("5,6,7");
    await expect
      .poll(
        async () =>
          (await Promise.all(wikis.map(({ name }) => rowOf(name)))).every((row) => row.fullDueMs > 0),
        {
          timeout: 20_000,
        },
      )
      .toBe(true);
    stop.abort();
    const sums = (await Promise.all(feeders)).flatMap((summary) => summary.wikis);
    expect(sums.reduce((sum, { listed }) => sum + listed, 0)).toBe(18);
  });

  test("one that lost its hold ends its run and writes nothing more about it", async () => {
    const { name, id } = await wikiOf(pages(60));
    const robbed: HttpClient = {
      ...http,
      send: async (request) => {
        if (request.url.includes("apcontinue=2&"))
          await ctx.db.sql`update wiki set feed_token = -1, feed_holder = 'thief' where id = ${id}`;
        return http.send(request);
      },
    };
    expect((await once(name, robbed)).wikis).toMatchObject([{ error: { kind: "stopped" } }]);
    const [row] = await ctx.db.sql`select feed_holder as holder, feed from wiki where id = ${id}`;
    expect(row).toEqual({ holder: "thief", feed: {} });
  });
});
