import { beforeEach, expect, test } from "vitest";
import { readChanges } from "../../db/changes/read.ts";
import type { Database } from "../../db/connect.ts";
import { coalesce } from "../../db/events/coalesce.ts";
import { recordDomainNotes } from "../../db/hosts/record.ts";
import { withdrawScope } from "../../db/people/soften.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { dueUrl, POSITION_END, POSITION_ZERO, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { factsOf } from "../../db/urls/facts.ts";
import { recordResults } from "../../db/urls/results.ts";
import { publishUrlChanges, publishVerdictChanges } from "../../db/urls/verdict-changes.ts";
import { answerAbout } from "../../shared/answer/build.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import { hostScope } from "../../shared/url/report-scope.ts";
import { digest } from "./digest.ts";

const URL = "https://dead.zz/x";
const DAY = 3_600;

let db: Database;
let crawler: Database;
let wiki: WikiId;

beforeEach(async () => {
  db = await freshDatabase();
  crawler = await asComponent(db, "crawl");
  wiki = await sampleWiki(db);
  await samplePage(db, wiki, 1, [URL], DAY);
});

async function check(after: number, http: number): Promise<void> {
  const [due, day] = [await dueUrl(db, URL), asDay(DAY + after)];
  const seen = { status: statusOfHttp(http), http, deadEnd: false, notes: [], mime: null, kib: null };
  const made = digest(due, { ...seen, error: http === 200 ? null : "gone" }, day);
  if (made === null) throw new Error("nothing observed");
  const { change, verdictChanged, ...rest } = made;
  const named = <Change>(of: Change | null) => of && { ...of, url: due.url };
  await recordResults(crawler, null, [
    {
      ...rest,
      id: due.id,
      seen: due.queried,
      day,
      clearsReports: false,
      change: named(change),
      verdictChanged: verdictChanged && { change: named(verdictChanged.change) },
    },
  ]);
}

const report = (after: number) =>
  recordDomainNotes(crawler, [{ host: "dead.zz", kind: "reported-working", value: "" }], asDay(DAY + after));
const withdraw = (after: number) =>
  db.transaction((tx) => withdrawScope(tx, hostScope("dead.zz"), asDay(DAY + after)));

/** What followers read of what was written since, and what readers are shown on that day. */
async function published(after: number): Promise<{ events: string[]; answer: string }> {
  const { changes } = await readChanges(db, POSITION_ZERO, 1_000, POSITION_END);
  await db.sql`delete from change`;
  const drafts = coalesce(changes.map((change) => ({ change, pages: [1], pageCount: 1 })));
  const { id } = await dueUrl(db, URL);
  const facts = (await factsOf(db, wiki, [id])).get(id);
  if (facts === undefined) throw new Error("nothing known");
  const { verdict, rule } = answerAbout(facts, asDay(DAY + after));
  return {
    events: drafts.map(
      ({ kind, detail }) => `${kind}: ${detail.before} to ${detail.verdict}, ${detail.rule}`,
    ),
    answer: `${verdict}, ${rule}`,
  };
}

/** Seen well, then failing: doubtful, and a day or a check away from unreachable. */
async function nearlyUnreachable(): Promise<void> {
  for (const [after, http] of [
    [0, 200],
    [28, 404],
    [29, 404],
    [31, 404],
    [35, 404],
  ] as const)
    await check(after, http);
  expect((await published(35)).answer).toBe("doubtful, failing-lately");
}

const SOFT = "doubtful, reported-domain";

test("of a reported host followers hear of no verdict that readers are not shown: by a check", async () => {
  await nearlyUnreachable();
  await report(36);
  await check(42, 404);
  expect(await published(42)).toEqual({ events: [], answer: SOFT });
  await withdraw(43);
  expect(await published(43)).toEqual({
    events: ["unreachable: doubtful to unreachable, gone-for-weeks"],
    answer: "unreachable, gone-for-weeks",
  });
  await report(44);
  expect(await published(44)).toEqual({
    events: ["doubtful: unreachable to doubtful, reported-domain"],
    answer: SOFT,
  });
  await check(70, 200);
  expect((await published(70)).events).toEqual(["working: doubtful to working, working-again"]);
});

test("by the mere passing of days, published in the morning or with the check that comes then", async () => {
  for (const morning of [true, false]) {
    await db.sql`update url set history = '', queried = -1`;
    await db.sql`truncate verdict_change_due, domain_note`;
    await nearlyUnreachable();
    await report(36);
    await published(36);
    if (morning) await publishVerdictChanges(db, asDay(DAY + 60));
    expect((await published(60)).events).toEqual([]);
    await check(60, 404);
    expect(await published(60)).toEqual({ events: [], answer: SOFT });
  }
});

test("nor where something else is published of it", async () => {
  await nearlyUnreachable();
  await check(42, 404);
  await report(43);
  await published(43);
  const { id } = await dueUrl(db, URL);
  await db.transaction(({ orm }) =>
    publishUrlChanges(orm, [id], asDay(DAY + 44), { news: ["reports"], reports: "made" }),
  );
  expect((await published(44)).events).toEqual(["report: undefined to doubtful, reported-domain"]);
});
