import { describe, expect, test } from "vitest";
import { normalised, samplePage } from "../../db/testing/sample.ts";
import { urlEverything } from "../../db/urls/everything.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import { failed } from "../classify/testing/outcomes.ts";
import { crawl } from "./run.ts";
import { answered, busy } from "./testing/outcomes.ts";
import { openWorld, NO_PACE as pace, START } from "./testing/world.ts";

const world = openWorld();
const { context } = world;

const many = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => normalised(`${prefix}${n}`));

/** A web whose hosts answer as `answer` says of the URL, 200 where it says nothing. */
function webOf(answer: (url: NormalisedUrl) => Outcome | null) {
  const asked: NormalisedUrl[] = [];
  return {
    asked,
    async check({ url }: { readonly url: NormalisedUrl }) {
      asked.push(url);
      return answer(url) ?? answered(url, 200);
    },
  };
}

const newest = async (url: NormalisedUrl) => (await urlEverything(world.db, url))?.facts.history[0];

/** One of each number of checks and each status: all failures are gone through without a database in classify/outage.test.ts. */
describe("C5: a host that is away costs a few checks, and its other URLs get the same", () => {
  test.each<[string, (url: NormalisedUrl) => Outcome, number, object]>([
    ["an unknown name", () => failed("dns-unknown"), 1, { status: 66, http: null, checks: 1 }],
    ["a refused name", () => failed("dns-refused"), 1, { status: 65, http: null, checks: 1 }],
    ["nobody listens", () => failed("connect-refused"), 5, { status: 64, http: null }],
    ["a tarpit", () => failed("timeout"), 3, { status: 64, http: null }],
    ["503", (url) => answered(url, 503), 3, { status: 40, http: 503 }],
    ["522", (url) => answered(url, 522), 3, { status: 26, http: 522 }],
  ])("%s", async (_, answer, asked, entry) => {
    const urls = many("https://away.zz/", 30);
    await samplePage(world.db, world.wiki, 1, urls, START);
    const web = webOf(answer);
    const summary = await crawl(context(START).ctx, { once: true, checker: web, pace });
    expect(summary).toMatchObject({ checked: asked, stored: 30, booked: 30 - asked });
    expect(web.asked).toHaveLength(asked);
    for (const url of urls) {
      const { queried, recheck } = (await urlEverything(world.db, url)) ?? {};
      expect({ queried, recheck }).toEqual({ queried: START, recheck: START + 1 });
      expect(await newest(url)).toMatchObject({ ...entry, first: START, last: START });
    }
  });

  test.each<[string, (url: NormalisedUrl) => Outcome]>([
    ["404", (url) => answered(url, 404)],
    ["no HTTP", () => failed("malformed-head")],
    ["our own outage", () => ({ kind: "not-tried", reason: "no-resources" })],
    ["a 502 that is a document (C7)", (url) => document(url)],
  ])("every URL is asked: %s", async (_, answer) => {
    await samplePage(world.db, world.wiki, 1, many("https://there.zz/", 12), START);
    const web = webOf(answer);
    await crawl(context(START).ctx, { once: true, checker: web, pace });
    expect(web.asked).toHaveLength(12);
  });
});

const document = (url: NormalisedUrl): Outcome => {
  const outcome = answered(url, 502);
  if (outcome.kind !== "answer") return outcome;
  return { ...outcome, chain: [{ ...outcome.chain[0], contentLength: 100_000 }] };
};

test("a 503 with Retry-After is left alone, and nothing is supposed of it", async () => {
  await samplePage(world.db, world.wiki, 1, many("https://busy.zz/", 12), START);
  const web = webOf((url) => busy(url, 503, 86_400));
  const summary = await crawl(context(START).ctx, { once: true, checker: web, pace });
  expect(summary).toMatchObject({ checked: 1, booked: 0 });
});

test("other ports, other schemes and other names of the domain are asked for themselves", async () => {
  const there = ["https://away.zz/", "http://away.zz:8080/", "http://www.away.zz/", "http://b.away.zz/"];
  await samplePage(world.db, world.wiki, 1, [...many("http://away.zz/", 20), ...there], START);
  const web = webOf((url) => (url.startsWith("http://away.zz/") ? failed("connect-refused") : null));
  const summary = await crawl(context(START).ctx, { once: true, checker: web, pace });
  expect(summary).toMatchObject({ checked: 9, booked: 15 });
  for (const url of there) expect(await newest(normalised(url))).toMatchObject({ status: 1 });
});

test("a name that is unknown says nothing of its siblings, but all of its own ports", async () => {
  const own = ["http://no.zz/1", "https://no.zz/2", "https://no.zz:8443/3"];
  await samplePage(world.db, world.wiki, 1, [...own, "http://www.no.zz/", "http://zz.zz/"], START);
  const web = webOf((url) => (url.includes("//no.zz") ? failed("dns-unknown") : null));
  const summary = await crawl(context(START).ctx, { once: true, checker: web, pace });
  expect(summary).toMatchObject({ checked: 3, booked: 2 });
  expect(await newest(normalised("http://www.no.zz/"))).toMatchObject({ status: 1 });
});

test("one good answer in between begins the count again, and makes the next suspicion harder", async () => {
  const urls = many("https://half.zz/", 40);
  await samplePage(world.db, world.wiki, 1, urls, START);
  let asked = 0;
  // Two bad, one good, then five bad, one good, then bad only: nine in a row are needed by then.
  const pattern = [..."xxgxxxxxg"];
  const web = webOf((url) => (pattern[asked++] === "g" ? null : answered(url, 502)));
  const summary = await crawl(context(START).ctx, { once: true, checker: web, pace, concurrency: 1 });
  expect(summary).toMatchObject({ checked: 18, booked: 22 });
});

test("the next day begins unbiased, also for what was only inferred", async () => {
  const urls = many("https://back.zz/", 20);
  await samplePage(world.db, world.wiki, 1, urls, START);
  const { ctx, goTo } = context(START);
  await crawl(ctx, { once: true, checker: webOf((url) => answered(url, 502)), pace });
  goTo(START + 1);
  const web = webOf(() => null);
  const summary = await crawl(ctx, { once: true, checker: web, pace });
  expect(summary).toMatchObject({ checked: 20, booked: 0 });
  for (const url of urls) expect(await newest(url)).toMatchObject({ status: 1, checks: 1 });
});

test("what one worker saw holds for the others on that day: two suspicions of two workers are not lost", async () => {
  const urls = many("https://away.zz/", 4);
  const bad = webOf(() => failed("timeout"));
  const day = (slices: NormalisedUrl[]) => samplePage(world.db, world.wiki, 1, slices, START);
  // Each batch of new URLs is a batch of its own, by a worker that knows only what is stored.
  await day(urls.slice(0, 2));
  await crawl(context(START).ctx, { once: true, checker: bad, pace });
  expect(bad.asked).toHaveLength(2);
  await day(urls.slice(0, 3));
  await crawl(context(START).ctx, { once: true, checker: bad, pace });
  await day(urls);
  const last = await crawl(context(START).ctx, { once: true, checker: bad, pace });
  expect(bad.asked).toHaveLength(3);
  expect(last).toMatchObject({ checked: 0, booked: 1 });
});

test("two workers at once: each asks a few at most, and nothing is inferred twice", async () => {
  const urls = many("https://away.zz/", 40);
  await samplePage(world.db, world.wiki, 1, urls, START);
  await world.db.sql`update url set id = id + 10000 * (id % 4)`;
  await world.db.sql`insert into slice (no) select generate_series(0, 4) on conflict do nothing`;
  const web = webOf(() => failed("reset"));
  const work = () => crawl(context(START).ctx, { once: true, checker: web, pace });
  const [one, two] = await Promise.all([work(), work()]);
  expect(one.stored + two.stored).toBe(40);
  expect(web.asked.length).toBeLessThanOrEqual(6);
  expect(new Set(web.asked).size).toBe(web.asked.length);
});

describe("evidence: how a host that stays away is shown", () => {
  const live = async (answer: (url: NormalisedUrl) => Outcome, days: number) => {
    const urls = many("https://dead.zz/", 20);
    await samplePage(world.db, world.wiki, 1, urls, START);
    const { ctx, goTo } = context(START);
    const web = webOf(answer);
    for (let day = 0; day < days; day++) {
      goTo(START + day);
      await crawl(ctx, { once: true, checker: web, pace });
    }
    return { web, entries: await Promise.all(urls.map(newest)) };
  };

  test("an unknown name was seen for every URL alike, and counts for each", async () => {
    const { entries } = await live(() => failed("dns-unknown"), 15);
    for (const entry of entries) expect(entry).toMatchObject({ checks: 5, last: START + 14 });
  });

  test("a few URLs are asked day by day, and the days count for the others after two weeks", async () => {
    const { web, entries } = await live(() => failed("connect-refused"), 9);
    expect(web.asked).toHaveLength(9 * 5);
    // Until then each has the days on which it was asked itself, and no others'.
    expect(entries.map((entry) => entry?.checks)).toEqual(
      many("https://dead.zz/", 20).map((url) => web.asked.filter((asked) => asked === url).length),
    );
  });

  test("… and then all are shown alike", async () => {
    const { web, entries } = await live(() => failed("connect-refused"), 15);
    expect(web.asked).toHaveLength(75);
    for (const entry of entries) expect(entry).toMatchObject({ first: START, last: START + 14 });
    for (const entry of entries) expect(entry?.checks).toBeGreaterThanOrEqual(14);
  });

  test("a host that answers some on that day: what was not let in was a bad moment and no check", async () => {
    const urls = many("https://flap.zz/", 40);
    await samplePage(world.db, world.wiki, 1, urls, START);
    let asked = 0;
    const web = webOf(() => (asked++ % 2 === 0 ? null : failed("connect-refused")));
    await crawl(context(START).ctx, { once: true, checker: web, pace, concurrency: 1 });
    expect(web.asked).toHaveLength(40);
    const checks = await Promise.all(urls.map(async (url) => await newest(url)));
    expect(checks.filter((entry) => entry?.status === 64 && entry.checks === 0)).toHaveLength(20);
    expect(checks.filter((entry) => entry?.status === 1 && entry.checks === 1)).toHaveLength(20);
  });

  test("a tarpit's other URLs are dated, but count no check that was not made", async () => {
    const { web, entries } = await live(() => failed("timeout"), 15);
    expect(web.asked).toHaveLength(15);
    expect(entries.reduce((sum, entry) => sum + (entry?.checks ?? 0), 0)).toBe(15);
    for (const entry of entries) expect(entry).toMatchObject({ first: START, last: START + 14 });
  });

  test("an answer of a gateway is looked at for itself where evidence is collected", async () => {
    const { entries } = await live((url) => answered(url, 502), 15);
    expect(entries.filter((entry) => entry?.checks === 4)).toHaveLength(17);
    expect(entries.filter((entry) => entry?.checks === 5)).toHaveLength(3);
  });
});
