import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listSaves } from "../../../db/archives/saves.ts";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { dueUrl, resultOf, samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import type { WikiId } from "../../../db/types.ts";
import { recordResults } from "../../../db/urls/results.ts";
import { addDays, asDay, instantOfDay } from "../../../shared/calendar/day.ts";
import { createHttpClient } from "../../net/egress/http-client.ts";
import { LOOPBACK } from "../../net/testing/loopback-guard.ts";
import { steppedClock } from "../../runtime/clock.ts";
import { readConfig } from "../../runtime/config.ts";
import type { Database } from "../../runtime/context.ts";
import { silentLog } from "../../runtime/log.ts";
import { archive } from "../run.ts";
import { type FakeSave, fakeSavePageNow, type SaveSays } from "../testing/fake-save.ts";

const FINE = "https://a.zz/fine";
const ALSO = "https://a.zz/also";
const DEAD = "https://a.zz/dead";
const NEVER_CHECKED = "https://b.zz/";
const BORN = asDay(3_000);
const TODAY = asDay(3_510);
const KEYS = "abcd1234:secret99";

const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
const clock = steppedClock(0);
let db: Database;
let archivist: Database;
let wiki: WikiId;
let fake: FakeSave;
let begin: ((url: string) => SaveSays | undefined) | undefined;
let status: SaveSays;

beforeAll(async () => {
  db = await freshDatabase();
  archivist = await asComponent(db, "archive");
  wiki = await sampleWiki(db);
  fake = await fakeSavePageNow(() => ({ ...(begin && { begin }), status: () => status }));
});
afterAll(async () => {
  fake.close();
  await http.close();
});
beforeEach(async () => {
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait, domain_note, report, archive, archive_save, archive_service, archive_visit, worker`;
  await samplePage(db, wiki, 1, [FINE, ALSO, DEAD, NEVER_CHECKED], BORN);
  for (const [url, code] of [
    [FINE, 200],
    [ALSO, 200],
    [DEAD, 404],
  ] as const)
    await recordResults(db, null, [resultOf(await dueUrl(db, url), BORN, code)]);
  clock.set(instantOfDay(TODAY));
  fake.begun.length = 0;
  begin = undefined;
  status = { status: "pending", job_id: "x", resources: [] };
});

const run = (env: Record<string, string> = {}) => {
  const config = readConfig({
    WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${fake.base}`,
    WEBOID_SAVE_PAGE_NOW: KEYS,
    ...env,
  });
  const { signal } = new AbortController();
  return archive({ db: archivist, clock, log: silentLog, signal, config }, { once: true, http });
};
const later = (days: number) => clock.set(instantOfDay(addDays(TODAY, days)));
const saves = async () =>
  (await listSaves(db, 9)).map(({ url, tries, state, error }) => [url, tries, state, error]).sort();
const asked = () => fake.begun.map(({ url }) => url).sort();

test("saves what works, is cited and is not archived, once", async () => {
  await run();
  expect(fake.begun.map(({ authorization }) => authorization)).toEqual([`LOW ${KEYS}`, `LOW ${KEYS}`]);
  expect(asked()).toEqual([ALSO, FINE]);
  expect(await saves()).toEqual([
    [ALSO, 1, "under way", null],
    [FINE, 1, "under way", null],
  ]);
  status = { status: "success", timestamp: "20260811000000", original_url: FINE, http_status: 200 };
  await run();
  expect(await saves()).toEqual([
    [ALSO, 1, "saved", null],
    [FINE, 1, "saved", null],
  ]);
  later(3);
  await run();
  later(100);
  await run();
  expect(fake.begun).toHaveLength(2);
});

test("begins the next one when one of three has ended", async () => {
  const more = ["1", "2", "3"].map((path) => `https://c.zz/${path}`);
  await samplePage(db, wiki, 2, more, BORN);
  for (const url of more) await recordResults(db, null, [resultOf(await dueUrl(db, url), BORN, 200)]);
  status = { status: "success" };
  await run();
  expect(asked()).toEqual([ALSO, FINE, ...more]);
});

test("is off without keys", async () => {
  await run({ WEBOID_SAVE_PAGE_NOW: "" });
  expect(fake.begun).toEqual([]);
});

test("saves nothing that stands in no page any more", async () => {
  await db.sql`truncate page_link`;
  await run();
  expect(fake.begun).toEqual([]);
});

test("asks for no more on one day than it may; the others wait for their next visit", async () => {
  await run({ WEBOID_SAVES_PER_DAY: "1" });
  expect(fake.begun).toHaveLength(1);
  status = { status: "success" };
  later(91);
  await run({ WEBOID_SAVES_PER_DAY: "1" });
  expect(asked()).toEqual([ALSO, FINE]);
});

test("tries three times, a week apart, where saving failed, and does not forget the error", async () => {
  status = { status: "error", status_ext: "error:browsing-timeout", message: "…" };
  for (let week = 0; week < 5; week++) {
    later(7 * week);
    await run();
    await run();
  }
  expect(fake.begun).toHaveLength(6);
  expect(await saves()).toEqual([
    [ALSO, 3, "failed", "browsing-timeout"],
    [FINE, 3, "failed", "browsing-timeout"],
  ]);
});

test("tries no more where the site does not want it", async () => {
  begin = () => ({
    status: "error",
    status_ext: "error:blocked-url",
    message: "This URL is in the blacklist",
  });
  await run();
  later(91);
  await run();
  expect(fake.begun).toHaveLength(2);
  expect(await saves()).toEqual([
    [ALSO, 1, "failed", "blocked-url"],
    [FINE, 1, "failed", "blocked-url"],
  ]);
});

test.each<[string, SaveSays]>([
  ["it is busy", { status: "error", status_ext: "error:user-session-limit" }],
  ["its keys are refused", 401],
  ["it is away", 502],
  ["it wants to be left alone", 429],
  ["it says nothing that is documented", { message: "hello" }],
])("where %s, no other URL is tried, and no attempt counts", async (_, says) => {
  begin = () => says;
  const tallies = await run();
  expect(fake.begun).toHaveLength(1);
  expect(tallies.get("archive.org")).toMatchObject({ missing: 4, failed: 0 });
  begin = undefined;
  later(1);
  await run();
  expect(await saves()).toContainEqual([fake.begun[0]?.url, 1, "under way", null]);
});

test.each<[string, SaveSays, string]>([
  [
    "the site was overloaded",
    { status: "error", status_ext: "error:service-unavailable" },
    "service-unavailable",
  ],
  [
    "the site refused the archive",
    { status: "error", status_ext: "error:too-many-requests" },
    "too-many-requests",
  ],
  ["the archive was overloaded", { status: "error", status_ext: "error:celery" }, "celery"],
  ["the archive forgot it", 404, "job-lost"],
])("a job that ended as %s keeps no other from being saved", async (_, says, code) => {
  for (let week = 0; week < 3; week++) {
    status = { status: "pending" };
    later(9 * week);
    await run();
    status = says;
    later(9 * week + 2);
    // One answer about the archive has the others wait for the next run.
    await run();
    await run();
  }
  expect(await saves()).toEqual([
    [ALSO, 3, "failed", code],
    [FINE, 3, "failed", code],
  ]);
});

test("what was saved by others just before is saved", async () => {
  begin = (url) => ({
    url,
    job_id: null,
    message:
      "The same snapshot had been made 2 minutes ago. You can make new capture of this URL after 1 hour.",
  });
  await run();
  expect(await saves()).toEqual([
    [ALSO, 1, "saved", null],
    [FINE, 1, "saved", null],
  ]);
});

test("a job that never ends is tried again", async () => {
  await run();
  later(1);
  await run();
  expect((await saves()).map(([, , state]) => state)).toEqual(["under way", "under way"]);
  later(2);
  await run();
  expect(await saves()).toEqual([
    [ALSO, 1, "to be tried again", null],
    [FINE, 1, "to be tried again", null],
  ]);
});

test("keys are not sent in the clear to another machine", async () => {
  await expect(run({ WEBOID_ARCHIVE_ENDPOINTS: "archive.org=http://archive.example.org" })).rejects.toThrow(
    /in the clear/,
  );
});
