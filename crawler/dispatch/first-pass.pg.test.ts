import { beforeEach, expect, test } from "vitest";
import { readChanges } from "../../db/changes/read.ts";
import { writeFirstResults } from "../../db/changes/write.ts";
import { addClients } from "../../db/dispatch/clients.ts";
import { clientLags } from "../../db/status/clients.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import {
  dueUrl,
  newsOf,
  POSITION_END,
  POSITION_ZERO,
  resultOf,
  samplePage,
  sampleWiki,
} from "../../db/testing/sample.ts";
import type { UrlId, WikiId } from "../../db/types.ts";
import { recordResults } from "../../db/urls/results.ts";
import { beginFirstPass, boundFirstPass } from "../../db/wikis/first-pass.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { dispatch, exportWiki } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

const DAY = asDay(3_600);
const [OWN, SHARED, DEAD] = ["https://own.zz/", "https://shared.zz/", "https://dead.zz/"];
let db: Database;
let crawler: Database;
let context: RoleContext;
let young: WikiId;
let old: WikiId;
beforeEach(async () => {
  db = await freshDatabase();
  crawler = await asComponent(db, "crawl");
  const { signal } = new AbortController();
  context = {
    ...{ db: await asComponent(db, "dispatch"), clock: systemClock, log: silentLog, signal },
    config: readConfig({}),
  };
  young = await sampleWiki(db, "youngwiki");
  old = await sampleWiki(db, "oldwiki");
  await addClients(db, ["main"]);
  await samplePage(db, old, 9, [SHARED], DAY);
});

const store = memoryStore();
const written = async (): Promise<string[]> => {
  store.writes.length = 0;
  await dispatch(context, { once: true, store: store.store });
  return store.writes.filter((key) => key.startsWith("s1:")).sort();
};

async function check(url: string, http: number, verdict: Verdict): Promise<void> {
  const change = newsOf(url, { verdict, status: statusOfHttp(http) });
  const due = await dueUrl(db, url);
  expect(await recordResults(crawler, null, [resultOf(due, DAY, http, { change })])).toMatchObject({
    stored: 1,
  });
}

const kinds = async () => {
  const { changes } = await readChanges(db, POSITION_ZERO, 1_000, POSITION_END);
  return changes.map(({ kind }) => kind).filter((kind) => kind !== "page-links");
};

/** Every slice was swept, as crawlers leave it. */
const sweep = () => db.sql`update slice set swept = ${DAY}, fresh = false`;

test("pages of a first pass are written once, at its end; those of other wikis at once", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN, SHARED, DEAD], DAY);
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  await boundFirstPass(db, young);

  await check(OWN, 200, "working");
  await check(SHARED, 301, "working");
  await check(DEAD, 404, "doubtful");
  expect(await kinds()).toEqual(["first-results", "first-results", "url"]);
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  const waits = (await clientLags(db)).map(({ wiki, inFirstPass, waiting }) => [wiki, inFirstPass, waiting]);
  expect(waits).toEqual([
    ["oldwiki@wmflabs", false, 0],
    ["youngwiki@wmflabs", true, 0],
  ]);

  await sweep();
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
  await check(OWN, 404, "doubtful");
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
});

test("it is over when slices are swept that are there at its end, whatever comes later, or after four weeks", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN], DAY);
  await sweep();
  // Its last URLs are still being entered.
  expect(await written()).not.toContain("s1:youngwiki@wmflabs:1");
  await boundFirstPass(db, young);
  await db.sql`insert into slice (no) values (7)`;
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);

  await db.sql`update dispatch_client set needs_export = true`;
  await db.sql`update slice set fresh = true`;
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  await db.sql`update wiki set first_pass_until = first_pass_until - interval '28 days'`;
  expect(await written()).toEqual(["s1:youngwiki@wmflabs:1"]);
});

test("a full export that is asked for waits for no first pass", async () => {
  await beginFirstPass(db, young);
  await samplePage(db, young, 1, [OWN], DAY);
  expect(await exportWiki(context, "youngwiki@wmflabs", store.store)).toMatchObject({
    written: 1,
    finished: true,
  });
});

test("a wiki that has pages is published as before", async () => {
  await written();
  await beginFirstPass(db, old);
  await samplePage(db, old, 9, [SHARED, OWN], DAY);
  expect(await written()).toEqual(["s1:oldwiki@wmflabs:9"]);
  await check(OWN, 200, "working");
  expect(await kinds()).toEqual(["url"]);
});

test("a batch of changes has no more URLs than were asked for, whether in one change or in many", async () => {
  await db.sql`truncate change`;
  for (const length of [3, 2, 9, 1])
    await writeFirstResults(
      db.orm,
      Array.from({ length }, (_, at) => (at + 1) as UrlId),
      DAY,
    );
  const batches: [number, boolean][] = [];
  for (let after = POSITION_ZERO, last = false; !last; ) {
    const batch = await readChanges(db, after, 5, POSITION_END);
    ({ next: after, last } = batch);
    batches.push([batch.changes.length, last]);
  }
  expect(batches).toEqual([
    [2, false],
    [1, false],
    [1, true],
  ]);
});
