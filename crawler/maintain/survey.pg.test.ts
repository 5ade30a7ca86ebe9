import { expect, test } from "vitest";
import { readOverview, worstDomains } from "../../db/lists/domains.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { linked, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import type { History } from "../../shared/history/types.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { surveyWikis } from "./survey.ts";

const TODAY = asDay(3_612);
const entry = (http: number, first: number, checks: number) => ({
  status: statusOfHttp(http),
  http,
  first: asDay(first),
  last: asDay(3_610),
  deadEnd: false,
  checks,
});
const SEEN: Readonly<Record<string, History>> = {
  "https://www.a.zz/1": [entry(404, 3_500, 9)],
  "https://b.a.zz/2": [entry(503, 3_609, 2)],
  "https://c.zz/": [entry(404, 3_500, 9)],
  "https://d.zz/": [entry(403, 3_000, 9)],
  "https://e.zz/moved": [entry(301, 3_000, 9)],
  "https://f.zz/": [entry(200, 3_000, 9)],
};

test("each URL of a wiki is counted once, by the verdict that answers show, and broken ones by domain", async () => {
  const db = await freshDatabase();
  const wiki = await sampleWiki(db);
  const empty = await sampleWiki(db, "emptywiki");
  await samplePage(db, wiki, 1, [...Object.keys(SEEN), "https://new.zz/"], 3_600);
  await samplePage(db, wiki, 2, Object.keys(SEEN), 3_600);
  for (const [url, history] of Object.entries(SEEN))
    await db.sql`
      update url set history = decode(${Buffer.from(encodeHistory(history)).toString("hex")}, 'hex') where key = ${linked(url).key}::uuid`;
  // A wall that is known by a note alone.
  await db.sql`update url set extras = '{"n":[["robot-wall"]]}' where key = ${linked("https://f.zz/").key}::uuid`;
  const published = (kind: string, url: string, day: number) => db.sql`
    insert into event (wiki_id, at, day, page_count, kind, url, pages, detail)
    values (${wiki}, now(), ${day}, 2, ${kind}, ${url}, '[[1, 0, "One"]]', '{}')`;
  await published("unreachable", "https://c.zz/", 3_606);
  await published("unreachable", "https://old.zz/", 3_605);
  await published("working", "https://f.zz/", 3_612);

  const signal = new AbortController().signal;
  const clock = steppedClock(instantOfDay(TODAY));
  const ctx = {
    db: await asComponent(db, "maintain"),
    clock,
    log: silentLog,
    signal,
    config: readConfig({}),
  };
  const overview = () => readOverview(db, { id: wiki, name: "testwiki@wmflabs" }, TODAY);
  expect(await overview()).toMatchObject({ countedAtMs: null, counts: null, days: [], domains: [] });
  for (const _ of ["twice", "the same"]) {
    await surveyWikis(ctx, { once: true });
    const counts = { unreachable: 2, doubtful: 1, refused: 2, unknown: 1, working: 1 };
    expect(await overview()).toEqual({
      version: 1,
      generated: TODAY,
      wiki: "testwiki@wmflabs",
      countedAtMs: expect.any(Number),
      counts,
      invalid: 0,
      days: [{ day: TODAY, ...counts }],
      domains: [
        { domain: "a.zz", unreachable: 1, doubtful: 1 },
        { domain: "c.zz", unreachable: 1, doubtful: 0 },
      ],
      newlyBroken: {
        count: 1,
        latest: [{ day: 3_606, url: "https://c.zz/", pageCount: 2, pages: [{ pageid: 1, title: "One" }] }],
      },
      workingAgain: {
        count: 1,
        latest: [{ day: 3_612, url: "https://f.zz/", pageCount: 2, pages: [{ pageid: 1, title: "One" }] }],
      },
    });
  }
  const [worst] = await worstDomains(db, wiki, null, 1);
  expect(await worstDomains(db, wiki, worst ?? null, 1)).toEqual([
    { domain: "c.zz", unreachable: 1, doubtful: 0 },
  ]);
  // H3: as every answer about it says.
  await db.sql`insert into domain_note (host, kind, first, last) values ('c.zz', 'reported-working', 3611, 3611)`;
  await surveyWikis(ctx, { once: true });
  expect((await overview()).counts).toMatchObject({ unreachable: 1, doubtful: 2 });
  expect(await worstDomains(db, wiki, null, 2)).toMatchObject([
    { domain: "a.zz" },
    { domain: "c.zz", unreachable: 0, doubtful: 1 },
  ]);
  expect(await readOverview(db, { id: empty, name: "emptywiki@wmflabs" }, TODAY)).toMatchObject({
    counts: { working: 0, unreachable: 0 },
  });
});
