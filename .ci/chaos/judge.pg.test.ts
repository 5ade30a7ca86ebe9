import { beforeAll, expect, test } from "vitest";
import { exportWiki } from "../../crawler/dispatch/run.ts";
import { memoryStore } from "../../crawler/dispatch/testing/memory-store.ts";
import { systemClock } from "../../crawler/runtime/clock.ts";
import { readConfig } from "../../crawler/runtime/config.ts";
import { silentLog } from "../../crawler/runtime/log.ts";
import type { Database } from "../../db/connect.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { dueUrl, newsOf, resultOf, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { recordResults } from "../../db/urls/results.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { judgeEdge, judgeHistories, judgePages, judgeTables } from "./judge.ts";

/** Each judge of the chaos trial is silent about a sound system, and finds damage that is done to it. */

const DAY = asDay(3_600);
const WIKI = "testwiki@wmflabs";
const PAGES = [
  { pageid: 1, title: "Page 1", links: ["https://a.zz/", "https://b.zz/"] },
  { pageid: 2, title: "Page 2", links: ["https://b.zz/"] },
];
const wiki = { name: WIKI, pages: () => PAGES };
let db: Database;
beforeAll(async () => {
  db = await freshDatabase();
  const id = await sampleWiki(db);
  for (const { pageid, links } of PAGES) await samplePage(db, id, pageid, links, DAY);
  for (const url of PAGES[0]?.links ?? []) {
    const news = { change: newsOf(url) };
    await recordResults(db, null, [resultOf(await dueUrl(db, url), DAY, 404, news)]);
  }
  await db.sql`insert into event (wiki_id, at, day, page_count, kind, url, pages, detail)
    values (${id}, now(), ${DAY}, 1, 'status', 'https://a.zz/', '[[1, 0, "Page 1"]]', '{}')`;
});

const findings = async (database: Pick<Database, "sql">) => {
  const system = { db: database as Database };
  return [
    ...(await judgePages(system, wiki, () => false)),
    ...(await judgeTables(system)),
    ...(await judgeHistories(system, DAY, DAY)),
  ];
};

test("a sound database has no findings", async () => {
  expect(await findings(db)).toEqual([]);
});

const DAMAGES: readonly (readonly [what: string, statement: string, found: RegExp])[] = [
  [
    "links of a page that are lost",
    "delete from page_link where pageid = 1",
    /1 has , not https:\/\/a\.zz\/ /,
  ],
  ["a page that is lost", "delete from page where pageid = 2", /2 is not there/],
  ["another title", "update page set title = 'Other' where pageid = 2", /2 is called Other/],
  ["links without a page", "delete from page where pageid = 2", /^1 links of pages that are not there$/],
  [
    "a link to nothing",
    "update page_link set urls = '{77777777}' where pageid = 2",
    /^1 links to URLs that are/,
  ],
  [
    "an event that is doubled",
    "insert into event (wiki_id, at, day, page_count, kind, url, pages, detail) select wiki_id, at, day, page_count, kind, url, pages, detail from event",
    /^1 events that are there twice$/,
  ],
  ["a lease that is left", "update slice set holder = 'nobody'", /slices that somebody holds$/],
  [
    "a page that waits",
    "update page set needs_update = true where pageid = 1",
    /^1 pages that are to be read$/,
  ],
  ["news that are lost", "delete from change where kind = 'url'", /^2 checked URLs without news$/],
  ["a check of a day to come", `update url set queried = ${DAY + 1}`, /was asked on a day to come/],
  ["a check that is forgotten", "update url set history = ''", /and has 0 runs/],
];
test.each(DAMAGES)("%s is found", async (_, statement, found) => {
  const undone = new Error("undone");
  let seen: string[] = [];
  const damaged = db.transaction(async (tx) => {
    await tx.sql.unsafe(statement);
    seen = await findings(tx);
    throw undone;
  });
  await expect(damaged).rejects.toBe(undone);
  expect(seen).toContainEqual(expect.stringMatching(found));
});

test("a check from before the trial is found", async () => {
  expect(await judgeHistories({ db }, DAY + 1, DAY + 1)).toContainEqual(
    expect.stringMatching(/a\.zz\/ was seen before the trial/),
  );
});

test("a snapshot that differs or is missing is found; else the edge is what an export writes", async () => {
  const { store, values } = memoryStore();
  const ctx = {
    db,
    clock: systemClock,
    log: silentLog,
    signal: new AbortController().signal,
    config: readConfig({}),
  };
  const command = async () => {
    await exportWiki(ctx, WIKI, store, { restart: true });
    return { code: 0, stdout: "", stderr: "" };
  };
  const judged = () =>
    judgeEdge({ wikis: [wiki], command, liedKeys: new Set() }, async () => new Map(values));
  await command();
  expect(values.has(`s1:${WIKI}:1`)).toBe(true);
  expect(await judged()).toEqual([]);
  values.set(`s1:${WIKI}:1`, values.get(`s1:${WIKI}:2`) ?? "");
  expect(await judged()).toEqual([expect.stringMatching(/s1:testwiki@wmflabs:1 differs/)]);
  values.delete(`s1:${WIKI}:2`);
  expect(await judged()).toEqual([expect.stringMatching(/s1:testwiki@wmflabs:2 is missing/)]);
});
