import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { archiveStates } from "../../db/archives/services.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { dueUrl, normalised, resultOf, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { urlFacts } from "../../db/urls/facts.ts";
import { type CheckResult, recordResults } from "../../db/urls/results.ts";
import { addDays, asDay, type Day, instantOfDay } from "../../shared/calendar/day.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { archive } from "./run.ts";
import { type FakeArchive, fakeArchive, type Said } from "./testing/fake-archive.ts";

const DEAD = "https://a.zz/dead";
const at = (timestamp: string, url = DEAD) => `https://arquivo.pt/wayback/${timestamp}/${url}`;
/** Seen working from 2025-03-20 to 2026-07-23, dead since 2026-08-02. */
const BORN = asDay(3_000);
const WORKED = asDay(3_490);
const DIED = asDay(3_500);
const TODAY = asDay(3_510);
const [EARLY, GOOD, LATE] = ["20240101000000", "20260101000000", "20260901000000"];

const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
const clock = steppedClock(0);
let db: Database;
let archivist: Database;
let wiki: WikiId;
let fake: FakeArchive;
let says: Readonly<Record<string, Said | readonly Said[]>>;

beforeAll(async () => {
  db = await freshDatabase();
  archivist = await asComponent(db, "archive");
  wiki = await sampleWiki(db);
  fake = await fakeArchive(() => says);
});
afterAll(async () => {
  fake.close();
  await http.close();
});
beforeEach(async () => {
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait, domain_note, report, worker,
    archive, archive_link, archive_link_cursor, archive_service, archive_visit`;
  await db.sql`alter sequence url_id_seq restart`;
  says = { "/cdx/": "[]" };
  fake.asked.length = 0;
  clock.set(instantOfDay(TODAY));
});

const run = (env: Record<string, string> = {}) => {
  const config = readConfig({ WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${fake.base}`, ...env });
  const signal = new AbortController().signal;
  return archive({ db: archivist, clock, log: silentLog, signal, config }, { once: true, http });
};
const later = (days: number) => clock.set(instantOfDay(addDays(TODAY, days)));
const check = async (url: string, day: Day | number, status: number, extra: Partial<CheckResult> = {}) =>
  recordResults(db, null, [resultOf(await dueUrl(db, url), asDay(day), status, extra)]);
const archivesOf = async (url: string) => (await urlFacts(db, wiki, [normalised(url)]))[0]?.archives;
const version = (timestamp: string, url = DEAD) => [{ type: "arquivo.pt", url: at(timestamp, url) }];
/** A dead link, and on other pages these. */
async function watch(...links: string[]): Promise<void> {
  await samplePage(db, wiki, 1, [DEAD], BORN);
  await samplePage(db, wiki, 2, links, BORN);
  for (const day of [BORN, WORKED]) await check(DEAD, day, 200);
  await check(DEAD, DIED, 404);
}

describe("a link into an archive is a version of its original (A4)", () => {
  test("the last one from when the original was seen working stands for it", async () => {
    await watch(at(EARLY), at(GOOD), at(LATE));
    await run();
    expect(await archivesOf(DEAD)).toEqual(version(GOOD));
    const [change] =
      await db.sql`select payload->'archive' as shown from change where payload->'news' ? 'archive'`;
    expect(change).toEqual({ shown: version(GOOD)[0] });
    expect(fake.asked.filter((path) => !path.startsWith("/cdx/"))).toEqual([]);
  });

  test("of WebCite, which answers no questions, by its id", async () => {
    const link = `https://www.webcitation.org/5kmpvkBFS?url=${DEAD}`;
    await watch(link);
    await run();
    expect(await archivesOf(DEAD)).toEqual([{ type: "webcitation.org", url: link }]);
  });

  test("only versions from after its death: archived, but none is chosen (A1)", async () => {
    await watch(at(LATE));
    await run();
    expect(await archivesOf(DEAD)).toEqual([{ type: "arquivo.pt", url: "" }]);
  });

  test("whichever came first, in the spellings that archives take for one", async () => {
    const link = at(GOOD, "http://www.a.zz/dead/");
    await samplePage(db, wiki, 2, [link], BORN);
    await run();
    await samplePage(db, wiki, 1, [DEAD], BORN);
    await check(DEAD, DIED, 404);
    await run();
    expect(await archivesOf(DEAD)).toEqual([{ type: "arquivo.pt", url: link }]);
  });

  test.each<[string, number, Partial<CheckResult>, string | null]>([
    ["works", 200, {}, GOOD],
    ["refuses robots", 403, {}, GOOD],
    ["is gone", 404, {}, EARLY],
    ["leads to another time", 302, {}, EARLY],
    [
      "leads to the same time elsewhere",
      301,
      { notes: [{ key: "moved", value: `https://arquivo.pt/noFrame/replay/${GOOD}/${DEAD}` }] },
      GOOD,
    ],
  ])("one whose own check says that it %s", async (_, status, extra, expected) => {
    await watch(at(EARLY), at(GOOD));
    await check(at(GOOD), DIED, status, extra);
    await run();
    expect(await archivesOf(DEAD)).toEqual(expected === null ? [] : version(expected));
  });

  test.each([
    ["the one that stood for it", GOOD],
    ["one of which it was said that none fits", LATE],
  ])("depublished, %s disappears soon after the check that saw it (A3)", async (_name, timestamp) => {
    await watch(at(timestamp));
    await run();
    await check(at(timestamp), TODAY, 404);
    later(3);
    await run();
    expect(await archivesOf(DEAD)).toEqual([]);
  });

  test("of an original that dies later the choice is made once more", async () => {
    await samplePage(db, wiki, 1, [DEAD, at(EARLY), at(LATE)], BORN);
    await check(DEAD, BORN, 200);
    later(0);
    await run();
    await check(DEAD, DIED, 404);
    later(3);
    await run();
    expect(await archivesOf(DEAD)).toEqual(version(EARLY));
  });

  test("links that were read by earlier rules are read once more", async () => {
    await watch(at(GOOD));
    await run();
    await db.sql`update archive_link set resource = md5('another')::uuid`;
    await db.sql`delete from archive`;
    await db.sql`delete from archive_visit where type = 'arquivo.pt'`;
    await run();
    expect(await archivesOf(DEAD)).toEqual([]);
    await db.sql`update archive_link_cursor set rules = 0`;
    await run();
    expect(await archivesOf(DEAD)).toEqual(version(GOOD));
  });

  test("an archive that is asked says itself what it has", async () => {
    await watch(at(GOOD));
    await run({ WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${fake.base},arquivo.pt=${fake.base}` });
    expect(await archivesOf(DEAD)).toEqual([]);
  });
});

describe("a version of an archive that is not asked any more (A3)", () => {
  const CONTACT = { WEBOID_CONTACT: "you@example.net" };
  const named = (path: string) => `${fake.base}${path}`;
  const stand = async (address: string, proposed: number | null) => {
    await samplePage(db, wiki, 1, [DEAD], BORN);
    await check(DEAD, BORN, 200);
    await check(DEAD, DIED, 404);
    await db.sql`insert into archive_service (type) values ('example')`;
    await db.sql`insert into archive (url_id, type, address, found, proposed) values (1, 'example', ${address}, 1, ${proposed})`;
    await db.sql`insert into archive_visit values (1, 'example', ${TODAY})`;
  };
  const MEMENTO = { "memento-datetime": "Thu, 01 Jan 2026 00:00:00 GMT" };

  test.each<[string, Said, boolean]>([
    ["is there", 200, true],
    ["is there, and HEAD is not known", [405, 200] as never, true],
    ["is there, and says its time", { headers: MEMENTO }, true],
    [
      "is shown as of another time",
      { headers: { "memento-datetime": "Tue, 01 Sep 2026 00:00:00 GMT" } },
      false,
    ],
    ["is withdrawn", 404, false],
    ["is withdrawn for legal reasons", 451, false],
    ["is an archived error page", { status: 503, headers: MEMENTO }, false],
    ["leads to another time", { status: 302, headers: { location: `/web/${LATE}/${DEAD}` } }, false],
    ["leads to the same time", { status: 302, headers: { location: `/replay/${GOOD}/${DEAD}` } }, true],
    ["leads to a login", { status: 302, headers: { location: "/login" } }, true],
    ["cannot be looked at", 403, true],
    ["cannot be looked at now", { status: 503, headers: { "retry-after": "600" } }, true],
  ])("that %s", async (_, said, stays) => {
    const address = named(`/web/${GOOD}/${DEAD}`);
    says = { "/cdx/": "[]", [`/web/${GOOD}`]: said };
    await stand(address, null);
    await run(CONTACT);
    expect(await archivesOf(DEAD)).toEqual(stays ? [{ type: "example", url: address }] : []);
    const [state] = (await archiveStates(db, TODAY)).filter(({ type }) => type === "example");
    expect(state).toMatchObject({ asked: false });
  });

  test("is not put off where the archive is away, whatever is known of other URLs without a question", async () => {
    await stand(`http://127.0.0.1:1/web/${GOOD}/${DEAD}`, null);
    await samplePage(db, wiki, 2, ["https://a.zz/other"], BORN);
    await db.sql`insert into archive_visit select id, 'example', ${TODAY} from url where path = '/other'`;
    await run(CONTACT);
    const state = (await archiveStates(db, TODAY)).find(({ type }) => type === "example");
    expect(state).toMatchObject({ failures: 1, due: 2 });
  });

  test("people named it: it stays as it is until it is gone, also without a date (H4)", async () => {
    const address = named("/AbCd1");
    says = { "/cdx/": "[]", "/AbCd1": [200, 410] };
    await stand(address, 1);
    await run(CONTACT);
    expect(await archivesOf(DEAD)).toEqual([{ type: "example", url: address }]);
    later(91);
    await run(CONTACT);
    expect(await archivesOf(DEAD)).toEqual([]);
  });
});
