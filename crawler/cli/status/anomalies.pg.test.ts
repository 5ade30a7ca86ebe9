import { expect, test } from "vitest";
import { tallyQueues } from "../../../db/status/queue-hours.ts";
import { readStatus } from "../../../db/status/status.ts";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import type { Json } from "../../../db/types.ts";
import { heartbeat } from "../../../db/work/workers.ts";
import { dayOfInstant } from "../../../shared/calendar/day.ts";
import type { Database } from "../../runtime/context.ts";
import { reportStatus } from "./report.ts";

const KINDS = ["checks-fail", "checks-few", "queue-grows"];
const HOUR = "extract(epoch from clock_timestamp())::bigint / 3600";

/** The anomalies that `weboid status` finds. */
async function found(db: Database): Promise<string[]> {
  const [now] = await db.sql<
    { ms: number }[]
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const today = dayOfInstant(now?.ms ?? 0);
  const { alarms } = reportStatus(await readStatus(db, today), today);
  return alarms
    .filter(({ kind }) => KINDS.includes(kind))
    .map(({ severity, kind, text }) => `${severity} ${kind} ${text}`);
}

async function alive(db: Database, name: string, role: string, hours = 9, info: Record<string, Json> = {}) {
  await heartbeat(db, { name, role, info });
  await db.sql`update worker set started_at = clock_timestamp() - make_interval(hours => ${hours}) where name = ${name}`;
}

test("most domains that worked fail: by machine, from a hundred domains on", async () => {
  const db = await freshDatabase();
  const crawler = (host: string, domainsChecked: number, domainsFailed: number) =>
    alive(db, `${host}:1:crawl:00000000`, "crawl", 0, { domainsChecked, domainsFailed });
  await crawler("sound", 5_000, 100);
  await crawler("half", 200, 100);
  await crawler("small", 99, 99);
  // As of a version that does not count them.
  await alive(db, "old:1:crawl:00000000", "crawl");
  expect(await found(db)).toEqual([]);
  await crawler("half", 200, 104);
  await crawler("blocked", 200, 190);
  expect(await found(db)).toEqual([
    expect.stringMatching(
      /^error checks-fail 95 % of the domains that worked before fail in the checks of blocked/,
    ),
    expect.stringMatching(/^warning checks-fail 52 % .* of half/),
  ]);
});

/** URLs, and one slice of them that was swept before and is due. */
async function withDueSlice(): Promise<Database> {
  const db = await freshDatabase();
  await samplePage(db, await sampleWiki(db), 1, [normalised("https://a.zz/")], 1);
  // A fixed day long ago: in the first two hours of a day nothing waits for two hours, unless it is new.
  await db.sql`update slice set swept = 1, fresh = true`;
  await db.sql.unsafe(`insert into sweep_hour (hour, last_url) values (${HOUR} - 5, 1000000)
    on conflict (hour) do update set last_url = excluded.last_url`);
  return db;
}

/** Checks in each hour before this one, the latest first; and in this hour. */
const checksIn = (db: Database, hours: readonly number[], now: number) =>
  db.sql.unsafe(
    [now, ...hours]
      .map(
        (checked, age) => `insert into sweep_hour (hour, since, checked)
          values (${HOUR} - ${age}, to_timestamp((${HOUR} - ${age}) * 3600), ${checked})
          on conflict (hour) do update set checked = excluded.checked;`,
      )
      .join("\n"),
  );
const usual = Array<number>(50).fill(20_000);

test("a tenth of the usual checks while URLs wait", async () => {
  const db = await withDueSlice();
  await alive(db, "a:1:crawl:00000000", "crawl");
  await checksIn(db, [100, 100, 100, ...usual], 10);
  expect(await found(db)).toEqual([
    expect.stringMatching(
      /^warning checks-few \d+ checks in the last hour, usual are 20000 checks, and URLs wait/,
    ),
  ]);
  // A crawler that hangs holds it.
  await db.sql`update slice set holder = 'b', lease_until = clock_timestamp() + interval '1 hour'`;
  expect(await found(db)).toHaveLength(1);
});

test.each<[string, (db: Database) => Promise<unknown>]>([
  ["as many as usual", (db) => checksIn(db, [9_000, ...usual], 9_000)],
  ["the crawlers were started an hour ago", (db) => alive(db, "a:1:crawl:00000000", "crawl", 1)],
  ["no crawler is there", (db) => db.sql`delete from worker`],
  [
    "an installation of a day",
    async (db) => db.sql.unsafe(`delete from sweep_hour where hour < ${HOUR} - 20`),
  ],
  ["a small one", (db) => checksIn(db, Array<number>(53).fill(900), 0)],
  [
    "nothing waits",
    (db) =>
      db.sql.unsafe(
        "update slice set swept = extract(epoch from now())::bigint / 86400 - 17167, fresh = false",
      ),
  ],
])("is no alarm: %s", async (_, change) => {
  const db = await withDueSlice();
  await alive(db, "a:1:crawl:00000000", "crawl");
  await checksIn(db, [100, 100, 100, ...usual], 10);
  await change(db);
  expect(await found(db)).toEqual([]);
});

/** Lengths of a queue, the latest of this hour. */
const lengths = (db: Database, queue: string, waiting: readonly number[]) =>
  db.sql.unsafe(
    waiting
      .map(
        (count, at) =>
          `insert into queue_hour values ('${queue}', ${HOUR} - ${waiting.length - 1 - at}, ${count});`,
      )
      .join("\n"),
  );
const growing = [10, 20, 200, 300, 500, 900, 2_000];

test("queues that grow for hours, of roles that run", async () => {
  const db = await freshDatabase();
  await alive(db, "a:1:crawl:00000000", "crawl");
  await alive(db, "a:1:feed:00000000", "feed");
  await lengths(db, "replacements", growing);
  await lengths(db, "changed-pages", growing);
  await lengths(db, "asked-checks", [10, 20, 200, 300, 300, 900, 2_000]);
  await lengths(db, "asked-pages", [0, 1, 2, 3, 4, 5, 800]);
  expect(await found(db)).toEqual([
    expect.stringMatching(
      /^warning queue-grows pages that changed come faster .* 6 hours: 2000 wait; start more of weboid feed/,
    ),
    expect.stringMatching(/^warning queue-grows suggested replacements come faster .* weboid crawl/),
  ]);
  await db.sql`delete from worker where role = 'crawl'`;
  expect(await found(db)).toHaveLength(1);
  // A wiki that is read for the first time.
  await sampleWiki(db);
  expect(await found(db)).toEqual([]);
});

test("the length of a queue is counted to a hundred thousand", async () => {
  const db = await freshDatabase();
  await alive(db, "a:1:crawl:00000000", "crawl");
  await lengths(db, "replacements", [40, 20_000, 60_000, 95_000, 100_000, 100_000, 100_000]);
  expect(await found(db)).toEqual([expect.stringMatching(/^warning queue-grows .* 100000 or more wait/)]);
});

test("hours that were noted by a clock that was ahead say nothing", async () => {
  const db = await freshDatabase();
  await alive(db, "a:1:crawl:00000000", "crawl");
  await lengths(db, "replacements", growing);
  await db.sql`update queue_hour set hour = hour + 2400`;
  expect(await found(db)).toEqual([]);
  await lengths(db, "replacements", growing);
  expect(await found(db)).toHaveLength(1);
});

test("a wiki that cannot be read silences nothing", async () => {
  const db = await freshDatabase();
  await alive(db, "a:1:feed:00000000", "feed");
  await lengths(db, "changed-pages", growing);
  await db.sql`update wiki set error = 'no answer' where id = ${await sampleWiki(db)}`;
  expect(await found(db)).toHaveLength(1);
});

test("hours of which one is missing say nothing", async () => {
  const db = await freshDatabase();
  await alive(db, "a:1:crawl:00000000", "crawl");
  await lengths(db, "replacements", growing);
  await db.sql.unsafe(`delete from queue_hour where hour = ${HOUR} - 3`);
  expect(await found(db)).toEqual([]);
});

test("the maintainer notes once an hour how long queues are", async () => {
  const db = await freshDatabase();
  const maintainer = await asComponent(db, "maintain");
  const wiki = await sampleWiki(db);
  const report = (pageid: number) =>
    db.sql`insert into changed_page (wiki_id, pageid) values (${wiki}, ${pageid})`;
  await report(1);
  await tallyQueues(maintainer);
  await report(2);
  await tallyQueues(maintainer);
  const today = dayOfInstant(Date.now());
  const { queueHours, nowMs } = await readStatus(db, today);
  // An hour may have begun in between.
  const first = [...Map.groupBy(queueHours, ({ queue }) => queue).values()].flatMap(([hour]) => hour ?? []);
  expect(first.map(({ queue, waiting }) => [queue, waiting])).toEqual([
    ["asked-checks", 0],
    ["asked-pages", 0],
    ["changed-pages", 1],
    ["replacements", 0],
  ]);
  expect(nowMs - (queueHours[0]?.startMs ?? 0)).toBeLessThan(2 * 3_600_000);
});
