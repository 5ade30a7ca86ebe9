import { describe, expect, test } from "vitest";
import type { SystemStatus, WikiCounts } from "../../../db/status/status.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import { type FeedPass, feedPassOf } from "./passes.ts";
import { reportStatus } from "./report.ts";
import { DAY, empty, HOUR, hours, MINUTE, NOW, today, wiki, worker } from "./testing/counts.ts";

const at = (ms: number) => new Date(ms).toISOString();
const swept = (...days: [age: number, slices: number][]) =>
  days.map(([age, slices]) => ({ day: asDay(today - age), slices }));
const sweepHour = (age: number, checked: number, inferred = 0) => {
  const startMs = NOW - 30 * MINUTE - age * HOUR;
  return { startMs, sinceMs: startMs, checked, inferred };
};

describe("the sweep's pass", () => {
  test.each<[string, Partial<SystemStatus>, object]>([
    ["nothing yet", {}, { progress: null, projectedDays: null, oldestDays: null, checksPerSecondHour: null }],
    [
      "ten slices a day over a week",
      {
        slices: 100,
        urls: 1_000_000,
        sweptPerDay: swept([0, 10], [1, 10], [2, 10], [3, 10], [4, 10], [5, 10], [6, 10], [7, 30]),
      },
      { progress: 1, slicesPerDay: 10, urlsPerDay: 100_000, projectedDays: 10, oldestDays: 7, waiting: 0 },
    ],
    [
      "a system two days old",
      {
        slices: 8,
        urls: 400,
        sweptPerDay: [...swept([0, 2], [1, 2]), { day: null, slices: 4 }],
        leasedSlices: 1,
      },
      { progress: 0.5, slicesPerDay: 2, urlsPerDay: 100, projectedDays: 4, oldestDays: 1, waiting: 3 },
    ],
    [
      "stopped long ago",
      { slices: 5, urls: 50, sweptPerDay: swept([60, 5]) },
      { recent: 0, progress: 0, slicesPerDay: null, projectedDays: null, oldestDays: 60 },
    ],
    [
      // 10 a second for 8,640,000 URLs, of which half are due: what is due is through in five days.
      "behind, at ten a second",
      {
        slices: 864,
        urls: 8_640_000,
        neverContacted: 4_320_000,
        sweptPerDay: [...swept([0, 432]), { day: null, slices: 432 }],
        sweepHours: [sweepHour(0, 17_000, 1_000), sweepHour(1, 36_000), sweepHour(2, 36_000)],
      },
      {
        checksPerSecondHour: 10,
        checksPerSecondDay: 10,
        checksPerSecondBest: 10,
        projectedDays: 10,
        projectedEnd: at(NOW + 5 * DAY),
      },
    ],
    [
      "the first pass of a small wiki, half done in half an hour: the other half takes as long",
      {
        slices: 1,
        urls: 3_600,
        neverContacted: 1_800,
        leasedSlices: 1,
        sweptPerDay: [{ day: null, slices: 1 }],
        sweepHours: [sweepHour(0, 1_800)],
      },
      { checksPerSecondHour: 1, projectedEnd: at(NOW + 30 * MINUTE) },
    ],
    [
      "begun ten minutes ago after an idle day: at the pace that crawlers have now",
      {
        slices: 10,
        urls: 100_000,
        leasedSlices: 2,
        sweptPerDay: swept([30, 10]),
        sweepHours: [{ ...sweepHour(0, 5_000), sinceMs: NOW - 30 * MINUTE }, sweepHour(1, 0)],
        workers: [{ ...worker("crawl"), info: { perSecond: 10 } }],
      },
      // Two slices in work are half done.
      { projectedEnd: at(NOW + (90_000 / 10) * 1_000) },
    ],
    [
      // Slices come due one by one, so that their number a day is that of the pass, whatever the fleet could do.
      "up to date, as little is due each day",
      {
        slices: 28,
        urls: 280_000,
        sweptPerDay: swept(...Array.from({ length: 28 }, (_, age): [number, number] => [age, 1])),
        sweepHours: [sweepHour(0, 18), sweepHour(9, 10_000), sweepHour(10, 0)],
      },
      { waiting: 0, slicesPerDay: 1, projectedDays: 280_000 / 10_000 / 24, projectedEnd: null },
    ],
    [
      "a moment after a first pass: how long it took is not known",
      { slices: 2, urls: 2_000, sweptPerDay: swept([0, 2]) },
      { waiting: 0, slicesPerDay: 2, projectedDays: null },
    ],
  ])("%s", (_, counts, expected) => {
    expect(reportStatus({ ...empty, ...counts }, today).pass).toMatchObject(expected);
  });
});

describe("the feeder's pass over a wiki", () => {
  const reading: Partial<WikiCounts> = {
    pages: 36_000,
    passBeganMs: NOW - 2 * HOUR,
    hours: hours(1_800, 3_600, 1_800),
  };
  test.each<[string, Partial<WikiCounts>, Partial<FeedPass>]>([
    [
      "never fed",
      { lastTurnMs: null, lastPassSeconds: null, pages: 0, listed: 0, read: 0 },
      { state: "new", progress: null, pagesPerSecondHour: null, projectedDays: null, projectedEnd: null },
    ],
    [
      "pages about which the wiki said nothing are not done",
      { pages: 120, listed: 120, read: 30, passedOver: 90, needUpdate: 0 },
      { state: "idle", progress: 0.25 },
    ],
    [
      "idle: as long as the last one took, and no pace to speak of",
      { lastPassSeconds: 43_200, hours: hours(0, 36) },
      {
        state: "idle",
        left: 0,
        progress: 1,
        pagesPerSecondHour: 0.005,
        projectedDays: 0.5,
        lastDays: 0.5,
        projectedEnd: null,
      },
    ],
    [
      "being read for two hours at one page a second, 28,800 left",
      { ...reading, needUpdate: 28_800 },
      {
        state: "reading",
        progress: 0.2,
        pagesPerSecondHour: 1,
        projectedEnd: at(NOW + 8 * HOUR),
        projectedDays: 10 / 24,
        began: at(NOW - 2 * HOUR),
      },
    ],
    [
      "counted a quarter of an hour ago",
      { ...reading, needUpdate: 28_800, countedAtMs: NOW - 15 * MINUTE },
      { projectedEnd: at(NOW - 15 * MINUTE + 8 * HOUR) },
    ],
    [
      "lists of a new wiki under way: nobody knows how long they are",
      { ...reading, needUpdate: 28_800, listing: true, lastPassSeconds: null },
      { state: "listing", progress: null, projectedEnd: null, projectedDays: null },
    ],
    [
      "lists under way that were read before",
      { ...reading, needUpdate: 900, read: 7_200, listing: true },
      { state: "listing", left: 900, progress: 0.2, projectedEnd: at(NOW + 8 * HOUR) },
    ],
    [
      "an endless loop, as it outlasts its period: all pages at the pace of the last day",
      {
        pages: 172_800 * 25,
        needUpdate: 1_000_000,
        passBeganMs: NOW - 60 * DAY,
        hours: hours(3_600, ...Array<number>(24).fill(7_200)),
      },
      { projectedDays: 25, projectedEnd: at(NOW + 500_000_000) },
    ],
    [
      "begun half a minute ago: nothing to tell from",
      { passBeganMs: NOW - 30_000, needUpdate: 100, hours: hours(5) },
      { projectedEnd: null, projectedDays: null },
    ],
    [
      "nothing came forward today",
      { passBeganMs: NOW - 3 * DAY, needUpdate: 100, hours: [] },
      { pagesPerSecondDay: 0, projectedEnd: null, projectedDays: null, lastProgress: null },
    ],
    ["in trouble", { error: "does not answer", needUpdate: 3 }, { state: "trouble" }],
    ["paused", { paused: true, error: "does not answer" }, { state: "paused" }],
  ])("%s", (_, counts, expected) => {
    const pass = feedPassOf({ ...wiki, ...counts }, NOW);
    for (const [key, value] of Object.entries(expected)) {
      const found = pass[key as keyof FeedPass];
      if (typeof value === "number") expect.soft(found, key).toBeCloseTo(value, 6);
      else expect.soft(found, key).toBe(value);
    }
  });
});

describe("alarms", () => {
  const client = {
    target: "main",
    wiki: "a@b",
    paused: false,
    needsExport: false,
    inFirstPass: false,
    holder: null,
    exporting: null,
    waiting: 1,
    lagSeconds: 900,
  };
  const held = {
    ...{ pid: 4_711, database: "weboid", user: "ada", application: "psql" },
    ...{ state: "idle in transaction", seconds: 900 },
  };
  const crawler = worker("crawl");
  const feeder = worker("feed");
  /** They are alive, unless a case says who is and is about a wiki alone. */
  const others = ["dispatch", "origin", "maintain"].map((role) => worker(role));
  const slow: Partial<WikiCounts> = {
    passBeganMs: NOW - 2 * DAY,
    needUpdate: 1,
    hours: hours(1_800, ...Array<number>(24).fill(3_600)),
  };
  const trouble = { of: "a@b", list: "blacklist" as const, error: "does not answer", readAtMs: NOW - DAY };
  const archived = {
    ...{ type: "a", asked: true, visits: 1, answeredMs: NOW, failures: 0, failedSinceMs: null, error: "" },
    ...{ restUntilMs: 0, due: 0, oldestDue: null },
  };
  const attaching = (state: Partial<SystemStatus["organisations"]>) => ({
    ...empty.organisations,
    begun: true,
    ...state,
  });
  const wikis = (...counts: Partial<WikiCounts>[]) => counts.map((one) => ({ ...wiki, ...one }));
  const silent = (role: string, seconds: number) => worker(role, seconds);

  test.each<[string, Partial<SystemStatus>, string[]]>([
    ["all is well", { wikis: wikis({}), workers: [crawler, feeder, ...others], urls: 1 }, []],
    [
      "a crawler and a feeder alone, one of the others ended an hour ago",
      { wikis: wikis({}), workers: [crawler, feeder], silent: [silent("origin", 3_600)], urls: 1 },
      [
        `warning worker-silent ${at(NOW - HOUR)} origin worker host:1:origin gave no sign of life`,
        "warning no-dispatcher null no dispatch process is alive, so what changes is not published: start weboid dispatch",
        `warning no-origin ${at(NOW - HOUR)} no origin process is alive`,
        "warning no-maintainer null no maintain process is alive, so nothing expires",
      ],
    ],
    ["nobody, where all wikis are paused", { wikis: wikis({ paused: true }), workers: [crawler] }, []],
    [
      "most links without an answer",
      { byStatus: { 0: 5_000, 1: 40, 18: 9, 33: 1, 64: 25, 67: 25 } },
      ["alarm no-answers null 51 % of all checked URLs gave no answer: look at the network"],
    ],
    ["half of the links without an answer, and a few links", { byStatus: { 1: 50, 66: 50 } }, []],
    ["a few links without an answer", { byStatus: { 66: 99 } }, []],
    ["no crawler", { urls: 1 }, ["alarm no-crawler null no crawler is alive: start weboid crawl"]],
    [
      "archives: one that fails, one without an archivist, one that is late",
      {
        workers: [crawler, feeder],
        archives: [
          { ...archived, failures: 9, failedSinceMs: NOW - 2 * DAY, error: "timeout" },
          { ...archived, type: "b", due: 5, oldestDue: asDay(today - 2) },
          { ...archived, type: "c", asked: false, failedSinceMs: NOW - 2 * DAY, error: "away for good" },
        ],
      },
      [
        `warning archive-fails ${at(NOW - 2 * DAY)} a could not be asked since then: timeout`,
        "warning no-archivist 2026-11-08T00:00:00.000Z visits of b are due, and no archivist is alive",
      ],
    ],
    [
      "visits that wait for more than a month",
      {
        workers: [crawler, feeder, worker("archive")],
        archives: [{ ...archived, due: 5, oldestDue: asDay(today - 31) }],
      },
      ["warning archive-late 2026-10-10T00:00:00.000Z visits of a wait 31 days"],
    ],
    [
      "organisations: nobody attaches domains though it began; its last process gave no sign of life",
      {
        wikis: wikis({}),
        workers: [crawler, feeder, ...others],
        silent: [silent("organisation", 3_600)],
        organisations: attaching({ due: 3, lastLooked: asDay(today - 2) }),
      },
      [
        `warning worker-silent ${at(NOW - HOUR)} organisation worker host:1:organisation gave no sign of life and did not sign off: look at the machine, or start others: weboid organisation attach`,
        `warning no-attacher ${at(NOW - HOUR)} domains wait to be attached to organisations, and no process does that: start weboid organisation attach`,
      ],
    ],
    [
      "organisations: hosts came, and the role was never started again",
      { organisations: attaching({ unread: true }) },
      ["warning no-attacher null domains wait"],
    ],
    [
      "organisations: a timer has a day's time",
      { organisations: attaching({ due: 3, lastLooked: today }) },
      [],
    ],
    ["organisations: nothing waits", { organisations: attaching({ lastLooked: asDay(today - 90) }) }, []],
    ["organisations: never wanted", { organisations: { ...empty.organisations, due: 3, unread: true } }, []],
    [
      "organisations: alive, and stands still",
      {
        workers: [worker("organisation")],
        organisations: attaching({ due: 3, lastLooked: asDay(today - 2) }),
      },
      [
        "warning organisations-late 2026-11-08T00:00:00.000Z domains wait to be attached to organisations, and none was looked at for 2 days",
      ],
    ],
    [
      "organisations: alive, and behind",
      {
        workers: [worker("organisation")],
        organisations: attaching({ due: 3, lastLooked: today, oldestDue: asDay(today - 31) }),
      },
      [
        "warning organisations-late 2026-10-10T00:00:00.000Z domains wait 31 days to be looked at again for their organisation: raise WEBOID_DOMAIN_LOOKS",
      ],
    ],
    [
      "a crawler that died an hour ago, and none in its place",
      { urls: 1, silent: [silent("crawl", 3_600)] },
      [
        `alarm no-crawler ${at(NOW - HOUR)} no crawler is alive`,
        `warning worker-silent ${at(NOW - HOUR)} crawl worker host:1:crawl gave no sign of life`,
      ],
    ],
    [
      "a machine whose clock is wrong, once for all that runs there",
      {
        workers: [
          { ...worker("crawl"), info: { clockSkewMs: -10 * MINUTE } },
          { ...worker("feed"), info: { clockSkewMs: -10 * MINUTE } },
          { ...worker("dispatch"), name: "other:1:dispatch", info: { clockSkewMs: MINUTE } },
        ],
      },
      ["alarm clock-skew null the clock of host is 10 min behind the database's"],
    ],
    [
      "a maintainer that may not delete all that is due",
      { workers: [{ ...worker("maintain"), info: { urlsHeld: true } }] },
      ["alarm urls-held null more URLs are due to be deleted than a hundredth of all"],
    ],
    ...(
      [
        [MINUTE, []],
        [2 * MINUTE, ["warning edge-away"]],
        [6 * MINUTE, ["alarm edge-away"]],
      ] as const
    ).map(([ms, expected]): [string, Partial<SystemStatus>, string[]] => [
      `an edge whose store does not answer for ${ms / MINUTE} min, once for all its dispatchers`,
      {
        workers: ["a", "b"].map((name) => ({
          ...worker("dispatch"),
          name,
          info: { edge: "main", storeAwaySince: at(NOW - ms) },
        })),
      },
      expected.map((head) => `${head} ${at(NOW - ms)} the store of the edge main does not answer`),
    ]),
    [
      "an edge whose store lost what it had, once for all its dispatchers",
      {
        workers: ["a", "b"].map((name) => ({
          ...worker("dispatch"),
          name,
          info: { edge: "main", isStoreEmpty: true },
        })),
      },
      ["alarm edge-empty null the store of the edge main lost what was published there"],
    ],
    [
      "replicas that lag, or are away: the worst of them",
      {
        workers: [
          { ...worker("maintain"), info: { replicaUsed: 1, replicaBehindSeconds: 90 } },
          { ...worker("origin"), info: { replicaUsed: 0, replicaBehindSeconds: 900 } },
        ],
      },
      [
        `alarm replica-late ${at(NOW - 15 * MINUTE)} origin on host and 1 more cannot use its replica for 15 min, so all is read from the primary`,
      ],
    ],
    [
      "a replica that lags for a moment",
      { workers: [{ ...worker("origin"), info: { replicaUsed: 1, replicaBehindSeconds: 30 } }] },
      [],
    ],
    [
      "a server that could not take the primary's place, once for all that see it so",
      {
        workers: [
          { ...worker("crawl"), info: { unusableServers: ["b.example:5432 is of another PostgreSQL"] } },
          {
            ...worker("feed"),
            info: { unusableServers: ["c.example:5432 is away", "b.example:5432 is of another PostgreSQL"] },
          },
          { ...worker("maintain"), info: { unusableServers: [] } },
        ],
      },
      [
        "warning standby-unusable null no role could go on at a server that DATABASE_URL names, if the primary were lost now: b.example:5432 is of another PostgreSQL (so crawl on host and 1 more)",
        "warning standby-unusable null no role could go on at a server that DATABASE_URL names, if the primary were lost now: c.example:5432 is away (so feed on host)",
      ],
    ],
    [
      "several that died are one line",
      { silent: [silent("feed", 3_600), silent("feed", 7_200)] },
      [`warning worker-silent ${at(NOW - 2 * HOUR)} 2 feed workers (host:1:feed, …) gave no sign of life`],
    ],
    [
      "changes that a feeder has just begun to learn",
      { wikis: wikis({ changesAtMs: NOW - MINUTE, changesDueMs: 0 }), workers: [feeder, ...others] },
      [],
    ],
    [
      "one that died and was started again",
      { urls: 1, silent: [silent("crawl", 3_600)], workers: [worker("crawl", 1, NOW - 50 * MINUTE)] },
      [],
    ],
    [
      "a slow pass",
      { slices: 100, sweptPerDay: swept([0, 3]), workers: [crawler] },
      ["alarm sweep-slow null a pass over all URLs takes 34 days, more than 28"],
    ],
    [
      "a pass that will be slow: reported long before",
      { slices: 100, sweptPerDay: swept([0, 4]), workers: [crawler] },
      ["warning sweep-slow null a pass over all URLs takes 25 days, not far from 28"],
    ],
    [
      "slices that come due day by day are no slow pass",
      {
        slices: 28,
        sweptPerDay: swept(...Array.from({ length: 28 }, (_, age): [number, number] => [age, 1])),
      },
      [],
    ],
    [
      "URLs that nobody checks",
      { slices: 1, sweptPerDay: swept([33, 1]), workers: [crawler] },
      ["alarm sweep-late 2026-11-05T00:00:00.000Z some URLs were not checked for 33 days"],
    ],
    [
      "URLs that nobody checks, beside new ones that nobody checked yet",
      { slices: 2, sweptPerDay: [...swept([33, 1]), { day: null, slices: 1 }], workers: [crawler] },
      ["alarm sweep-late 2026-11-05T00:00:00.000Z some URLs were not checked for 33 days"],
    ],
    [
      "new URLs wait",
      { queues: { ...empty.queues, oldestNewUrlMs: NOW - 30 * HOUR } },
      [`warning new-urls-late ${at(NOW - 30 * HOUR)} new URLs wait 30 h for their first check`],
    ],
    [
      "rechecks wait",
      { queues: { ...empty.queues, oldestRecheck: asDay(today - 4) } },
      ["warning rechecks-late 2026-11-06T00:00:00.000Z rechecks wait 4 days"],
    ],
    [
      "late news",
      { clients: [client] },
      [
        `alarm dispatch-late ${at(NOW - 15 * MINUTE)} readers at the edge main of a@b get changes 15 min late`,
      ],
    ],
    [
      "late news for several",
      { clients: [client, { ...client, wiki: "c@d", lagSeconds: 1_800 }] },
      [
        `alarm dispatch-late ${at(NOW - 30 * MINUTE)} readers at the edge main of c@d and 1 more wiki get changes 30 min late`,
      ],
    ],
    [
      "a late feed",
      { clients: [{ ...client, target: "feed" }] },
      [`alarm dispatch-late ${at(NOW - 15 * MINUTE)} followers of the feed of a@b get changes 15 min late`],
    ],
    ["late news for a wiki that is paused", { clients: [{ ...client, paused: true }] }, []],
    [
      "a wiki in trouble",
      { wikis: wikis({ error: "does not answer", errorAtMs: NOW - HOUR }), workers: others },
      [`alarm wiki-error ${at(NOW - HOUR)} a@b: does not answer`],
    ],
    [
      "a wiki in trouble that is left alone for a while",
      { wikis: wikis({ error: "does not answer", retryMs: NOW + HOUR }), workers: others },
      [`alarm wiki-error null a@b: does not answer; tried again at ${at(NOW + HOUR)}`],
    ],
    ["a wiki in trouble that is paused", { wikis: wikis({ error: "does not answer", paused: true }) }, []],
    [
      // Two days gone, and at one page a second 2 million left.
      "a wiki whose pass takes 25 days",
      { wikis: wikis({ ...slow, pages: 2_000_000, needUpdate: 23 * 86_400 }), workers: [feeder, ...others] },
      [`warning feed-slow ${at(NOW - 2 * DAY)} a@b: its pass takes 25 days, which is not far from 28`],
    ],
    [
      "a wiki whose pass takes 30 days",
      { wikis: wikis({ ...slow, pages: 3_000_000, needUpdate: 28 * 86_400 }), workers: [feeder, ...others] },
      [`alarm feed-slow ${at(NOW - 2 * DAY)} a@b: its pass takes 30 days, which are more than 28`],
    ],
    [
      "the first minutes of a pass say nothing of its end",
      {
        wikis: wikis({ passBeganMs: NOW - 20 * MINUTE, needUpdate: 86_400, pages: 9, hours: hours(12) }),
        workers: [feeder, ...others],
      },
      [],
    ],
    [
      "pages that were not read for a month",
      { wikis: wikis({ needUpdate: 5, oldestRead: asDay(today - 30) }), workers: [feeder, ...others] },
      ["alarm feed-late 2026-10-11T00:00:00.000Z a@b: some of its pages were not read for 30 days"],
    ],
    [
      "a pass that stands still",
      {
        wikis: wikis({ passBeganMs: NOW - 2 * DAY, needUpdate: 5, hours: hours(0, 0, 0, 7) }),
        workers: [feeder, ...others],
      },
      [`warning feed-still ${at(NOW - 2.5 * HOUR)} a@b: its pass is under way, and nothing was read for 3 h`],
    ],
    [
      "changes that nobody asks for",
      {
        wikis: wikis({ changesAtMs: NOW - 2 * HOUR, changesDueMs: NOW - 2 * HOUR }),
        workers: [feeder, ...others],
      },
      [`warning changes-late ${at(NOW - 2 * HOUR)} a@b: its recent changes were not read since`],
    ],
    [
      "no feeder, and lists that were due the day before yesterday",
      { wikis: wikis({ dueMs: NOW - 2 * DAY }), workers: others },
      ["alarm no-feeder null no feeder is alive, and wikis are due to be looked through: start weboid feed"],
    ],
    ["no feeder, and nothing that waits", { wikis: wikis({}), workers: others }, []],
    [
      "pages that readers asked for two days ago",
      { queues: { ...empty.queues, oldestTouch: asDay(today - 2) }, workers: [feeder, ...others] },
      ["warning asked-late 2026-11-08T00:00:00.000Z pages that readers asked for wait 2 days"],
    ],
    [
      "a spam list that cannot be read",
      { spam: { ...empty.spam, troubles: [trouble] } },
      [
        `warning spam-list ${at(NOW - DAY)} spam blacklist of a@b is not read lately, what was read last is in force: does not answer`,
      ],
    ],
    [
      "all spam lists of a wiki and its farm's, none ever read",
      {
        spam: {
          ...empty.spam,
          troubles: [
            { ...trouble, of: "@b", readAtMs: null, error: "answers 404" },
            ...(["blacklist", "domains", "whitelist"] as const).map((list) => ({ ...trouble, list })),
          ],
        },
      },
      [
        "warning spam-list null spam blacklist of @b is never read, so nothing of it is in force: answers 404",
        `warning spam-list ${at(NOW - DAY)} spam lists of a@b (blacklist, domains, whitelist) are not read lately, what was read last is in force: does not answer`,
      ],
    ],
    [
      "spam lists that nobody looks at",
      { spam: { ...empty.spam, oldestReadMs: NOW - 3 * HOUR, stalest: "a@b" } },
      [`warning spam-stale ${at(NOW - 3 * HOUR)} spam lists were not read for 3 h (a@b)`],
    ],
    [
      "clients that stand still, by name and edge, beside those that are late",
      {
        clients: [
          { ...client, lagSeconds: 7_200 },
          { ...client, wiki: "c@d", lagSeconds: 10_800 },
          { ...client, target: "eu", lagSeconds: 3_601 },
          { ...client, wiki: "late@d", lagSeconds: 3_600 },
          { ...client, wiki: "paused@d", paused: true, lagSeconds: 9_000 },
          { ...client, wiki: "exported@d", needsExport: true, holder: "host:1:dispatch", lagSeconds: 9_000 },
          { ...client, wiki: "waiting@d", needsExport: true, lagSeconds: 9_000 },
        ],
      },
      [
        `alarm dispatch-stuck ${at(NOW - 3 * HOUR)} c@d, waiting@d, a@b at main stand still for 3 h`,
        `alarm dispatch-stuck ${at(NOW - 3_601_000)} a@b at eu stands still for 60 min`,
        `alarm dispatch-late ${at(NOW - 3 * HOUR)} readers at the edge main of c@d and 4 more wikis`,
        `alarm dispatch-late ${at(NOW - 3_601_000)} readers at the edge eu of a@b get changes 60 min late`,
      ],
    ],
    [
      "a forgotten transaction that holds all changes back",
      { heldBack: held },
      [
        `alarm changes-held ${at(NOW - 15 * MINUTE)} nothing that changed in the last 15 min is published: pid 4711 (psql, user ada, database weboid, idle in transaction)`,
      ],
    ],
    [
      "one that is prepared, for three minutes",
      { heldBack: { ...held, pid: null, application: "gid-1", state: "prepared", seconds: 180 } },
      [
        `warning changes-held ${at(NOW - 3 * MINUTE)} nothing that changed in the last 3 min is published: the prepared transaction gid-1`,
      ],
    ],
    ["one that has just begun", { heldBack: { ...held, seconds: 20 } }, []],
    [
      "one of another user's, of whom the server does not say all",
      { heldBack: { ...held, state: "" } },
      [
        `alarm changes-held ${at(NOW - 15 * MINUTE)} nothing that changed in the last 15 min is published: pid 4711 (psql, user ada, database weboid, state not known)`,
      ],
    ],
    ["one of which the server does not say when it began", { heldBack: { ...held, seconds: null } }, []],
    [
      "a server that cannot archive its log since a moment",
      { serverLog: { unarchived: "00A1", archivedMs: NOW - MINUTE, idleSlots: [] } },
      [`warning archiving-fails ${at(NOW - MINUTE)} PostgreSQL cannot archive 00A1, so backups end there`],
    ],
    [
      "one that never could, and slots without a replica",
      {
        serverLog: {
          unarchived: "00A1",
          archivedMs: null,
          idleSlots: [
            { name: "one", bytes: 300_000_000 },
            { name: "two", bytes: null },
          ],
        },
      },
      [
        "alarm archiving-fails null PostgreSQL cannot archive 00A1, so backups end there",
        "warning slot-idle null no replica uses the replication slot one, and PostgreSQL keeps 300 MB of its log for it: start that replica, or pg_drop_replication_slot('one')",
        "warning slot-idle null no replica uses the replication slot two, and what it lacks is gone: make that replica again, or",
      ],
    ],
    [
      "alarms before warnings",
      { clients: [client], slices: 100, urls: 1, sweptPerDay: swept([0, 4]) },
      ["alarm no-crawler", "alarm dispatch-late", "warning sweep-slow"],
    ],
  ])("%s", (_, counts, expected) => {
    const { alarms } = reportStatus({ ...empty, ...counts }, today);
    const reported = alarms.map(({ level, kind, since, text }) => `${level} ${kind} ${since} ${text}`);
    expect(reported).toEqual(expected.map((text) => expect.stringContaining(text)));
  });
});

describe("streams of events", () => {
  const stream = {
    url: "https://stream.example/v2?a=1",
    wikis: 2,
    holder: "host:1:feed",
    open: true,
    sinceMs: NOW - 3 * HOUR,
    namedAtMs: NOW - DAY,
    lastEventMs: NOW - 5_000,
    error: null,
  };
  test.each([
    ["open for hours", stream, null],
    ["closed for a while", { ...stream, open: false, sinceMs: NOW - 15 * MINUTE }, null],
    [
      "closed for longer",
      { ...stream, open: false, sinceMs: NOW - 16 * MINUTE, error: "HTTP 503" },
      NOW - 16 * MINUTE,
    ],
    ["never open, named lately", { ...stream, open: false, sinceMs: null, namedAtMs: NOW - MINUTE }, null],
    ["never open", { ...stream, open: false, sinceMs: null }, NOW - DAY],
    ["no feeder looked since it was named", { ...stream, open: false, sinceMs: null, namedAtMs: null }, null],
  ])("%s", (_, one, since) => {
    const { alarms } = reportStatus({ ...empty, streams: [one] }, today);
    expect(alarms.map(({ kind, level, since }) => [kind, level, since])).toEqual(
      since === null ? [] : [["stream-silent", "alarm", at(since)]],
    );
  });
});

describe("beside `weboid up`", () => {
  const silent = ["crawl", "dispatch"].map((role) => ({
    name: `a:1:${role}`,
    role,
    secondsSilent: 120,
    startedAtMs: NOW - HOUR,
    info: {},
  }));
  const killed: SystemStatus = { ...empty, urls: 10, wikis: [wiki], silent };

  test("a database of a data folder is served by `weboid up` alone, and so is what the alarms name", () => {
    const { alarms } = reportStatus(killed, today, { own: true });
    expect(alarms.length).toBeGreaterThan(4);
    for (const { text } of alarms) expect(text).toMatch(/start weboid up$/);
    expect(reportStatus(killed, today).alarms.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/start weboid crawl$/),
    );
  });

  test("no alarm while it starts, as its roles come after that", () => {
    const starting = { stopped: false, simulated: asDay(today - 30), until: today };
    expect(reportStatus(killed, today, { own: true, starting })).toMatchObject({ alarms: [], starting });
  });

  test("one alarm where it was stopped amid simulated days, whose age means nothing", () => {
    const starting = { stopped: true, simulated: asDay(3_400), until: asDay(3_600) };
    const { alarms } = reportStatus(killed, today, { own: true, starting });
    expect(alarms).toEqual([
      {
        kind: "simulation-stopped",
        level: "alarm",
        severity: "error",
        text: "weboid up was stopped while it simulated days up to 2026-11-10, 2026-04-24 is through: start weboid up, it goes on from there",
        since: null,
        wiki: null,
      },
    ]);
    const worker = { name: "a:1:feed", role: "feed", secondsSilent: 3, startedAtMs: NOW - HOUR, info: {} };
    const other = reportStatus({ ...killed, workers: [worker] }, today, { starting });
    expect(other.starting).toBe(null);
    expect(other.alarms.length).toBeGreaterThan(1);
  });

  test.each([
    [0, null, "and wikis are due to be looked through"],
    [1, null, "and 1 page waits to be read"],
    [13, asDay(today - 1), "and 13 pages wait to be read"],
    [0, asDay(today - 1), "and pages that readers asked for wait to be read"],
  ])(
    "without a feeder it says what waits: %d pages, asked for on day %j",
    (needUpdate, oldestTouch, words) => {
      const late = { ...wiki, needUpdate, dueMs: NOW - 2 * DAY };
      const queues = { ...empty.queues, oldestTouch };
      const { alarms } = reportStatus({ ...empty, wikis: [late], queues }, today);
      expect(alarms.find(({ kind }) => kind === "no-feeder")?.text).toBe(
        `no feeder is alive, ${words}: start weboid feed`,
      );
    },
  );
});
