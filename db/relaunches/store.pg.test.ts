import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { asComponent, freshDatabase } from "../testing/fresh.ts";
import { sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { relaunchesOf } from "./read.ts";
import { type SiteRelaunch, storeRelaunches } from "./store.ts";

const TODAY = asDay(3_600);
const DOMAIN = { domain: "uni.zz", broken: 60 };
const uses = { lost: 60, moved: 20, pages: [] };

/** The same relaunch, with what was lost of it at the day of a look. */
const seen = (example: string, wikis: readonly WikiId[]): SiteRelaunch => ({
  ...{ site: "uni.zz", kind: "relaunch", from: asDay(3_501), to: asDay(3_520) },
  ...{ lost: 60, kept: 10, moved: 20 },
  moves: [{ from: "https://uni.zz/", to: example, count: 20 }],
  examples: [example],
  uses: new Map(wikis.map((wiki) => [wiki, uses])),
});

test("a wiki whose links came back is told nothing of what other wikis lost (Q3)", async () => {
  const db = await freshDatabase();
  const [one, other] = [await sampleWiki(db), await sampleWiki(db, "otherwiki")];
  const maintainer = await asComponent(db, "maintain");
  const look = (example: string, wiki: WikiId) =>
    storeRelaunches(maintainer, DOMAIN, { found: [seen(example, [wiki])], undone: [] }, TODAY);
  const told = async (wiki: WikiId) =>
    (await relaunchesOf(db, wiki, { domains: null, after: null, limit: 9 })).map(({ examples }) => examples);
  expect(await look("https://uni.zz/of-one", one)).toBe(1);
  expect(await told(one)).toEqual([["https://uni.zz/of-one"]]);
  expect(await look("https://uni.zz/of-other", other)).toBe(0);
  expect(await told(other)).toEqual([["https://uni.zz/of-other"]]);
  expect(await told(one)).toEqual([]);
});

test("two relaunches that were taken for one are two rows from then on, and published once", async () => {
  const db = await freshDatabase();
  const wiki = await sampleWiki(db);
  const maintainer = await asComponent(db, "maintain");
  const from = (first: number, last: number): SiteRelaunch => ({
    ...seen("https://uni.zz/", [wiki]),
    ...{ from: asDay(first), to: asDay(last) },
  });
  const look = (...found: readonly SiteRelaunch[]) =>
    storeRelaunches(maintainer, DOMAIN, { found, undone: [] }, TODAY);
  const stored = () => db.sql`select from_day::int as "from", to_day::int as "to" from relaunch order by 1`;
  expect(await look(from(3_500, 3_530))).toBe(1);
  const two = [
    { from: 3_500, to: 3_505 },
    { from: 3_521, to: 3_530 },
  ];
  for (const found of [two, two.toReversed(), two])
    expect(await look(...found.map((days) => from(days.from, days.to)))).toBe(0);
  expect(await stored()).toEqual(two);
  expect(await db.sql`select 1 from change where kind = 'site-relaunched'`).toHaveLength(1);
});
