import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blockVersions, listJudged, unblockVersions } from "../../db/archives/blocks.ts";
import { archiveStates, claimArchive, registerArchives } from "../../db/archives/services.ts";
import { dueVisits, recordVisit } from "../../db/archives/visits.ts";
import { shownUrl } from "../../db/changes/published.ts";
import type { UrlChange } from "../../db/changes/types.ts";
import { addClients } from "../../db/dispatch/clients.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { dueUrl, normalised, resultOf, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { UrlId, WikiId } from "../../db/types.ts";
import { urlFacts } from "../../db/urls/facts.ts";
import { type CheckResult, recordResults } from "../../db/urls/results.ts";
import { answerAbout } from "../../shared/answer/build.ts";
import { addDays, asDay, instantOfDay } from "../../shared/calendar/day.ts";
import { decodeSnapshot } from "../../shared/snapshot/snapshot.ts";
import { dispatch } from "../dispatch/run.ts";
import { memoryStore } from "../dispatch/testing/memory-store.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { type ArchiveServer, type Capture, serveArchive } from "../sample/archive.ts";
import { archive } from "./run.ts";
import { fakeArchive, type Said } from "./testing/fake-archive.ts";

const DEAD = "https://a.zz/dead";
const FINE = "https://a.zz/fine";
const UNKNOWN = "https://b.zz/not-archived";
const BROKEN = "https://b.zz/error-pages-only";
const COLUMNS = ["timestamp", "original", "mimetype", "statuscode", "digest", "length"];
const BORN = asDay(3_000);
const DIED = asDay(3_500);
const TODAY = asDay(3_510);

const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
let db: Database;
let archivist: Database;
let wiki: WikiId;
let server: ArchiveServer;
let captures: Record<string, Capture[]>;
const clock = steppedClock(0);

const capture = (url: string, timestamp: string, status = 200): Capture => ({
  timestamp,
  original: url,
  status,
  mime: "text/html",
  text: `${url} at ${timestamp}`,
});
const at = (url: string, timestamp: string) => `${server.base}/web/${timestamp}/${url}`;

beforeAll(async () => {
  db = await freshDatabase();
  archivist = await asComponent(db, "archive");
  wiki = await sampleWiki(db);
  server = await serveArchive({ port: 0, capturesOf: (url) => captures[url] ?? [] });
});
afterAll(async () => {
  server.close();
  await http.close();
});
beforeEach(async () => {
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait, domain_note, report, archive, archive_service, archive_visit, archive_link, archive_link_cursor, worker`;
  await db.sql`alter sequence url_id_seq restart`;
  captures = {
    [DEAD]: [capture(DEAD, "20260101000000"), capture(DEAD, "20260901000000")],
    [FINE]: [capture(FINE, "20260101000000")],
    [BROKEN]: [capture(BROKEN, "20260101000000", 404)],
  };
  await samplePage(db, wiki, 1, [DEAD, FINE, UNKNOWN, BROKEN], BORN);
  clock.set(instantOfDay(TODAY));
});

const context = (base: string) => ({
  db: archivist,
  clock,
  log: silentLog,
  signal: new AbortController().signal,
  config: readConfig({ WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${base}` }),
});
const run = (base = server.base, client = http) => archive(context(base), { once: true, http: client });
const check = async (url: string, day: number, status: number, extra: Partial<CheckResult> = {}) =>
  recordResults(db, null, [resultOf(await dueUrl(db, url), asDay(day), status, extra)]);
const archivesOf = async (url: string) => (await urlFacts(db, wiki, [normalised(url)]))[0]?.archives;
const changes = async () => {
  const rows = await db.sql<{ payload: { url: string; news: string[]; archive: unknown } }[]>`
    select payload from change where payload->'news' ? 'archive' order by id`;
  return rows.map(({ payload }) => [payload.url, payload.archive]);
};
const visits = async () => {
  const rows = await db.sql<
    { url_id: number; due: number }[]
  >`select url_id, due from archive_visit order by url_id`;
  return rows.map(({ due }) => due);
};

/** What a check publishes that finds a note and the same content as before. */
const SHOWN = shownUrl([], [], TODAY);
const NOTED: UrlChange = { url: FINE, news: ["notes"], before: SHOWN, after: SHOWN };

describe("an archivist", () => {
  test("asks about all URLs once, and shows one version, none that fits, or nothing", async () => {
    await check(DEAD, BORN, 200);
    await check(DEAD, DIED, 404);
    const tallies = await run();
    expect(tallies.get("archive.org")).toEqual({ chosen: 2, empty: 1, missing: 1, failed: 0 });
    expect(await archivesOf(DEAD)).toEqual([{ type: "archive.org", url: at(DEAD, "20260101000000") }]);
    expect(await archivesOf(BROKEN)).toEqual([{ type: "archive.org", url: "" }]);
    expect(await archivesOf(UNKNOWN)).toEqual([]);
    expect(await changes()).toEqual([
      [DEAD, { type: "archive.org", url: at(DEAD, "20260101000000") }],
      [FINE, { type: "archive.org", url: at(FINE, "20260101000000") }],
      [BROKEN, { type: "archive.org", url: "" }],
    ]);
    expect(await visits()).toEqual(Array.from({ length: 4 }, () => TODAY + 91));
    expect((await run()).get("archive.org")).toEqual({ chosen: 0, empty: 0, missing: 0, failed: 0 });
  });

  test("says nothing of links that work: nobody looks for a copy of them", async () => {
    await check(FINE, BORN, 200);
    await run();
    expect(await archivesOf(FINE)).toEqual([]);
    expect((await changes()).filter(([url]) => url === FINE)).toEqual([]);
    await check(FINE, TODAY, 404);
    expect(await archivesOf(FINE)).toEqual([{ type: "archive.org", url: at(FINE, "20260101000000") }]);
  });

  test.each([
    ["pdf", ""],
    [null, "20260101000000"],
  ])("takes no page for a document that checks saw: %s", async (mime, chosen) => {
    const url = "https://c.zz/report.pdf";
    await samplePage(db, wiki, 2, [url], BORN);
    captures[url] = [capture(url, "20260101000000")];
    await check(url, BORN, 200, { mime });
    await check(url, DIED, 404, { mime });
    await run();
    expect(await archivesOf(url)).toEqual([{ type: "archive.org", url: chosen && at(url, chosen) }]);
  });

  test("asks again soon after a URL began to fail, and no sooner for each failure", async () => {
    await run();
    await check(DEAD, TODAY, 404);
    await check(DEAD, TODAY + 2, 404);
    expect(await visits()).toEqual([TODAY + 3, TODAY + 91, TODAY + 91, TODAY + 91]);
  });

  test("asks again soon also where a URL began to fail while it was asked", async () => {
    const once = [() => check(DEAD, TODAY, 404)];
    await run(server.base, {
      ...http,
      async send(request) {
        await once.shift()?.();
        return http.send(request);
      },
    });
    expect(await visits()).toEqual([TODAY + 3, TODAY + 91, TODAY + 91, TODAY + 91]);
  });

  test("comes by each quarter: what was depublished disappears, and readers learn of it (A3)", async () => {
    await run();
    captures[DEAD] = [];
    captures[FINE] = [capture(FINE, "20260101000000", 404)];
    clock.set(instantOfDay(addDays(TODAY, 91)));
    await db.sql`truncate change`;
    await run();
    expect(await archivesOf(DEAD)).toEqual([]);
    expect(await changes()).toEqual([
      [DEAD, null],
      [FINE, { type: "archive.org", url: "" }],
    ]);
  });

  test("what was depublished is gone from the next answer that is made of the snapshot (A3)", async () => {
    const { store, values } = memoryStore();
    await addClients(db, ["main"]);
    const answered = async () => {
      await dispatch({ ...context(server.base), db }, { once: true, store });
      const decoded = await decodeSnapshot(Buffer.from(values.get("s1:testwiki@wmflabs:1") ?? "", "base64"));
      if (decoded.kind !== "snapshot") throw new Error(decoded.kind);
      const { urls } = decoded.snapshot;
      return urls.filter(({ url }) => url === DEAD).map((facts) => answerAbout(facts, TODAY).archives);
    };
    await check(DEAD, BORN, 200);
    await check(DEAD, DIED, 404);
    await run();
    const [[shown] = []] = await answered();
    expect(shown).toMatchObject({ type: "archive.org", url: at(DEAD, "20260101000000") });
    captures[DEAD] = [];
    clock.set(instantOfDay(addDays(TODAY, 91)));
    await run();
    expect(await answered()).toEqual([[]]);
  });

  test("leaves alone an archive that is away, and loses no visit", async () => {
    const tallies = await run("http://127.0.0.1:1");
    expect(tallies.get("archive.org")).toMatchObject({ chosen: 0, failed: 1 });
    const [state] = await archiveStates(db, TODAY);
    expect(state).toMatchObject({ type: "archive.org", visits: 0, failures: 1, due: 4, oldestDue: TODAY });
    expect(state?.error).toMatch(/^refused: /);
    expect((await run()).get("archive.org")).toMatchObject({ chosen: 0, failed: 0 });
    await db.sql`update archive_service set rest_until = 'epoch'`;
    expect((await run()).get("archive.org")).toMatchObject({ chosen: 2 });
    expect((await archiveStates(db, TODAY))[0]).toMatchObject({
      visits: 4,
      failures: 0,
      failedSinceMs: null,
      due: 0,
    });
  });

  /** An archive that never answers about some URLs. */
  const silentAbout = (isSilent: (url: string) => boolean): typeof http => ({
    ...http,
    send: async (request) =>
      isSilent(new URL(request.url).searchParams.get("url") ?? "")
        ? { kind: "failure", failure: "timeout", detail: "" }
        : http.send(request),
  });

  test("is not kept by URLs about which an archive never answers, however many there are", async () => {
    const urls = Array.from({ length: 400 }, (_, at) => `https://c.zz/${at}`);
    await samplePage(db, wiki, 2, urls, BORN);
    const silent = silentAbout((url) => /c\.zz\/1[0-3]\d$/.test(url));
    for (const day of [0, 7]) {
      clock.set(instantOfDay(addDays(TODAY, day)));
      await archive(context(server.base), { once: true, http: silent });
      const due = await visits();
      expect(due.filter((one) => one === TODAY + 91)).toHaveLength(364);
      expect(due.filter((one) => one === TODAY + day + 7)).toHaveLength(day === 0 ? 40 : 0);
      expect(await archiveStates(db, TODAY)).toMatchObject([{ visits: 364, failures: day === 0 ? 0 : 1 }]);
    }
  });

  test("comes to other URLs where an archive never answers about the first, nor about the last one", async () => {
    const silent = silentAbout((url) => url === DEAD || url === BROKEN);
    for (const due of [TODAY, TODAY, TODAY + 1]) {
      const tallies = await archive(context(server.base), { once: true, http: silent });
      expect(tallies.get("archive.org")).toEqual({ chosen: 0, empty: 0, missing: 0, failed: 1 });
      expect(await visits()).toEqual([due, TODAY, TODAY, TODAY]);
      await db.sql`update archive_service set rest_until = 'epoch'`;
    }
    await archive(context(server.base), { once: true, http: silent });
    expect(await visits()).toEqual([TODAY + 1, TODAY + 91, TODAY + 91, TODAY]);
    expect(await archiveStates(db, TODAY)).toMatchObject([{ visits: 2, failures: 1, due: 1 }]);
  });

  test("leaves alone an archive that has server errors only, and loses no week by it", async () => {
    const fake = await fakeArchive(() => ({ "/": 503 }));
    for (const due of [TODAY, TODAY, TODAY + 1]) {
      expect((await run(fake.base)).get("archive.org")).toMatchObject({ failed: 1 });
      expect(await visits()).toEqual([due, TODAY, TODAY, TODAY]);
      await db.sql`update archive_service set rest_until = 'epoch'`;
    }
    await run(fake.base);
    fake.close();
    const [state] = await archiveStates(db, TODAY);
    expect(state).toMatchObject({ visits: 0, failures: 4, error: "answered 503" });
    expect(state?.failedSinceMs).not.toBeNull();
    expect(state?.restUntilMs).toBeGreaterThan(Date.now() + 200_000);
    expect(fake.asked.length).toBeLessThanOrEqual(4 * 2 * 4);
  });

  test("an archive with a server error for one URL only is asked about the others at once", async () => {
    const fake = await fakeArchive(() => ({
      ...Object.fromEntries(["json", "link"].map((form) => [`/web/timemap/${form}/${DEAD}`, 503])),
      [`/cdx/search/cdx?url=${encodeURIComponent(DEAD)}`]: 504,
      "/cdx/": "[]",
    }));
    await run(fake.base);
    fake.close();
    expect(await visits()).toEqual([TODAY + 7, TODAY + 91, TODAY + 91, TODAY + 91]);
    expect(await archiveStates(db, TODAY)).toMatchObject([{ visits: 3, failures: 0, failedSinceMs: null }]);
  });

  test("is asked less and less often about a URL of which it has no answer, each quarter at least", async () => {
    const waits: number[] = [];
    let says: Readonly<Record<string, Said>> = {
      ...Object.fromEntries(["json", "link"].map((form) => [`/web/timemap/${form}/${DEAD}`, 500])),
      [`/cdx/search/cdx?url=${encodeURIComponent(DEAD)}`]: 400,
      "/": "[]",
    };
    const fake = await fakeArchive(() => says);
    const visit = async (day: number) => {
      clock.set(instantOfDay(addDays(TODAY, day)));
      await run(fake.base);
      return ((await visits())[0] ?? 0) - TODAY - day;
    };
    for (let day = 0; waits.length < 6; day += waits.at(-1) ?? 0) waits.push(await visit(day));
    expect(waits).toEqual([7, 14, 28, 56, 91, 91]);
    says = { "/": "[]" };
    expect(await visit(400)).toBe(91);
    expect(await db.sql`select from archive_visit where waited is not null`).toEqual([]);
    fake.close();
  });

  test("comes to URLs that work again only once nothing else waits, also before those that begin to fail", async () => {
    const urls = Array.from({ length: 60 }, (_, at) => `https://c.zz/${at}`);
    await samplePage(db, wiki, 2, urls, BORN);
    for (const url of [...urls, DEAD]) await check(url, BORN, 200);
    await run();
    clock.set(instantOfDay(addDays(TODAY, 200)));
    await check(DEAD, TODAY + 197, 404);
    const due = async (isIdle: boolean) =>
      (await dueVisits(db, "archive.org", clock.today(), { count: 100, isIdle })).map(({ url }) => url);
    expect(await due(false)).toEqual([FINE, UNKNOWN, BROKEN, DEAD]);
    expect(await due(true)).toEqual(urls);
    expect(await archiveStates(db, clock.today())).toMatchObject([{ due: 4, oldestDue: TODAY + 91 }]);
    await run();
    expect(await due(true)).toEqual([]);
    expect(await archiveStates(db, clock.today())).toMatchObject([{ visits: 128, due: 0 }]);
  });

  test.each<[string, number, Partial<CheckResult>]>([
    ["refuses robots", 403, {}],
    ["gives an odd answer", 418, {}],
    ["has a note", 200, { notes: [{ key: "robot-wall" }], change: NOTED }],
  ])("comes each quarter to one that worked and then %s (A3)", async (_, status, extra) => {
    for (const url of [DEAD, FINE, UNKNOWN, BROKEN]) await check(url, BORN, 200);
    await run();
    await check(UNKNOWN, TODAY + 1, 200);
    await check(FINE, TODAY + 1, status, extra);
    const waiting = async (day: number) =>
      (await dueVisits(db, "archive.org", asDay(day), { count: 9 })).map(({ url }) => url);
    expect(await waiting(TODAY + 90)).toEqual([]);
    expect(await waiting(TODAY + 91)).toEqual([FINE]);
  });

  test("is not late with one that worked for longer than a quarter and then refuses robots", async () => {
    await check(FINE, BORN, 200);
    await run();
    await check(FINE, TODAY + 200, 403);
    expect((await visits())[1]).toBe(TODAY + 200);
  });

  test("is not late on its first day, however long links have been failing: they only come first", async () => {
    await check(UNKNOWN, BORN, 404);
    await run("http://127.0.0.1:1");
    expect(await visits()).toEqual([TODAY, TODAY, TODAY - 1, TODAY]);
    expect(await archiveStates(db, TODAY)).toMatchObject([{ due: 4, oldestDue: TODAY - 1 }]);
  });

  test("stores nothing once another has taken the archive over", async () => {
    await registerArchives(db, ["archive.org"]);
    const options = { worker: "one", leaseSeconds: 60 };
    const lease = await claimArchive(db, "archive.org", options);
    expect(await claimArchive(db, "archive.org", options)).toBeNull();
    await db.sql`update archive_service set lease_until = 'epoch'`;
    expect(await claimArchive(db, "archive.org", { ...options, worker: "two" })).not.toBeNull();
    if (lease === null) throw new Error("not leased");
    const found = {
      address: "https://web.archive.org/x",
      changing: false,
      isThere: () => false,
      history: [],
    };
    expect(await recordVisit(db, lease, 1 as UrlId, found, TODAY)).toBe(false);
    expect(await archivesOf(DEAD)).toEqual([]);
  });

  test("keeps a version that somebody named for as long as the archive has it (H4)", async () => {
    const named = at(FINE, "20251212000000");
    await db.sql`insert into archive (url_id, type, address, found, proposed)
      select id, 'archive.org', ${named}, 1, 1 from url where path = '/fine'`;
    captures[FINE] = [capture(FINE, "20251212000000"), capture(FINE, "20260101000000")];
    await run();
    expect(await archivesOf(FINE)).toEqual([{ type: "archive.org", url: named }]);
    captures[FINE] = [capture(FINE, "20260101000000")];
    clock.set(instantOfDay(addDays(TODAY, 91)));
    await run();
    expect(await archivesOf(FINE)).toEqual([{ type: "archive.org", url: at(FINE, "20260101000000") }]);
  });

  const ROW = (timestamp: string) => ["zz,a)/fine", timestamp, FINE, "text/html", "200", timestamp, "9"];
  const index = (...moments: string[]) => JSON.stringify([["urlkey", ...COLUMNS], ...moments.map(ROW)]);
  const MANY = Array.from({ length: 3_000 }, (_, at) => String(20_100_101_000_000 + at));
  const CLOSEST = {
    status: "200",
    available: true,
    timestamp: "20260101000000",
    url: `/web/20260101000000/${FINE}`,
  };
  const CDX = `/cdx/search/cdx?url=${encodeURIComponent(FINE)}`;
  test.each<[string, string, Readonly<Record<string, Said>>, boolean]>([
    ["in an index that lacks it", "/web/20251212000000/", { [CDX]: index("20260101000000") }, false],
    [
      "while only availability answers",
      "/web/20251212000000/",
      {
        [CDX]: 503,
        [`/web/timemap/json/${FINE}`]: 503,
        [`/web/timemap/link/${FINE}`]: 503,
        "/wayback/available": JSON.stringify({ archived_snapshots: { closest: CLOSEST } }),
        "/": "[]",
      },
      true,
    ],
    [
      "in an index too long to be read whole",
      "/web/20251212000000/",
      { [`${CDX}&output=json&limit=3000&from`]: index("20260101000000"), [CDX]: index(...MANY) },
      true,
    ],
    ["at an address that says a year only", "/web/2025/", { [CDX]: index("20260101000000") }, true],
    ["at an address that says no time, once nothing is archived", "/AbCd1/", { [CDX]: "[]" }, false],
  ])(
    "keeps a version that somebody named, unless it is clearly gone: %s (H4)",
    async (_, path, says, stays) => {
      const fake = await fakeArchive(() => says);
      const named = `${fake.base}${path}${FINE}`;
      await db.sql`insert into archive (url_id, type, address, found, proposed)
      select id, 'archive.org', ${named}, 1, 1 from url where path = '/fine'`;
      await run(fake.base);
      fake.close();
      const other = says[CDX] === "[]" ? [] : [`${fake.base}/web/20260101000000/${FINE}`];
      expect((await archivesOf(FINE))?.map(({ url }) => url)).toEqual(stays ? [named] : other);
      const [row] = await db.sql`select proposed from archive`;
      expect(row?.proposed ?? null).toBe(stays ? 1 : null);
    },
  );
});

describe("choosing that is blocked (A2)", () => {
  test("is suggested for pages that change all the time", async () => {
    captures[FINE] = Array.from({ length: 12 }, (_, month) =>
      capture(FINE, `2025${String(month + 1).padStart(2, "0")}01000000`),
    );
    await run();
    expect(await listJudged(db, 10)).toEqual([
      { url: FINE, type: "archive.org", blocked: false, changing: true, version: at(FINE, "20251201000000") },
    ]);
  });

  test("hides the version at once, survives visits, and is lifted by an operator only", async () => {
    await run();
    await db.sql`truncate change`;
    expect(await blockVersions(db, normalised(FINE), null, TODAY)).toBe(true);
    expect(await archivesOf(FINE)).toEqual([{ type: "archive.org", url: "" }]);
    clock.set(instantOfDay(addDays(TODAY, 91)));
    await run();
    expect(await archivesOf(FINE)).toEqual([{ type: "archive.org", url: "" }]);
    const ofFine = (await changes()).filter(([url]) => url === FINE);
    expect(ofFine).toEqual([[FINE, { type: "archive.org", url: "" }]]);
    expect(await unblockVersions(db, normalised(FINE), "archive.org", clock.today())).toBe(true);
    expect(await unblockVersions(db, normalised(FINE), null, clock.today())).toBe(false);
    await run();
    expect(await archivesOf(FINE)).toEqual([{ type: "archive.org", url: at(FINE, "20260101000000") }]);
  });

  test("says nothing of archives that do not have the URL, and holds for what they get later", async () => {
    await run();
    for (let times = 0; times < 2; times++)
      expect(await blockVersions(db, normalised(UNKNOWN), null, TODAY)).toBe(true);
    expect(await archivesOf(UNKNOWN)).toEqual([]);
    clock.set(instantOfDay(addDays(TODAY, 91)));
    await run();
    expect(await archivesOf(UNKNOWN)).toEqual([]);
    captures[UNKNOWN] = [capture(UNKNOWN, "20260101000000")];
    clock.set(instantOfDay(addDays(TODAY, 182)));
    await run();
    expect(await archivesOf(UNKNOWN)).toEqual([{ type: "archive.org", url: "" }]);
    captures[UNKNOWN] = [];
    clock.set(instantOfDay(addDays(TODAY, 273)));
    await run();
    expect(await archivesOf(UNKNOWN)).toEqual([]);
    expect(await listJudged(db, 10)).toMatchObject([{ url: UNKNOWN, blocked: true }]);
  });

  test.each([
    ["https://nobody.zz/", null],
    [FINE, "no-such-archive"],
  ])("%s in %s cannot be blocked", async (url, type) =>
    expect(await blockVersions(db, normalised(url), type, TODAY)).toBe(false),
  );
});
