import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../db/connect.ts";
import { encodeHistory } from "../../db/history.ts";
import { factsOf } from "../../db/queries/answers/facts.ts";
import { findWiki } from "../../db/queries/config/find-wiki.ts";
import { urlId } from "../../db/queries/lists/url-id.ts";
import { listReportedHosts, listSaid } from "../../db/queries/people/list-said.ts";
import { removeSaid, type Whose } from "../../db/queries/people/remove-said.ts";
import { settleProposal } from "../../db/queries/people/settle-proposal.ts";
import { takeProposals } from "../../db/queries/people/take-proposals.ts";
import { recordResults } from "../../db/queries/record/record-results.ts";
import { readSlice } from "../../db/queries/sweep/read-slice.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { normalised, resultOf, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { SliceLease, UrlId, Wiki } from "../../db/types.ts";
import { answerAbout } from "../../shared/answer/build.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { History } from "../../shared/history/types.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import { readConfig } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { createLog } from "../runtime/log.ts";
import { answerPeople } from "./people.ts";

const TODAY = asDay(3_600);
const url = (path: string) => `https://b.zz/${path}`;
const LEASE: SliceLease = { slice: 0, token: 1, began: asDay(3_595), kind: "pass" };
const URLS = ["1", "2", "3", "4"].map(url);
let db: Database;
let wiki: Wiki;
let other: Wiki;
let callers = 0;

const context = (): RoleContext => ({
  db,
  clock: { now: () => Date.now(), today: () => TODAY },
  log: createLog("test", "error"),
  signal: new AbortController().signal,
  config: readConfig({ WEBOID_ARCHIVES: "old=archive.yy" }),
});

const caller = (key = `192.0.2.${callers++}`): PeopleRequest["ranges"] => [{ policy: "address", key }];

const ask = (more: Partial<PeopleRequest>, of = wiki) =>
  answerPeople(context(), "secret-of-the-tests", of, {
    act: "report",
    wiki: of.name,
    url: url("1"),
    domain: false,
    replacement: null,
    ranges: caller(),
    ...more,
  });
const propose = (replacement: string, more: Partial<PeopleRequest> = {}) =>
  ask({ act: "propose", replacement, ...more });

const idOf = async (text: string): Promise<UrlId> => {
  const id = await urlId(db, normalised(text));
  if (id === null) throw new Error(`no ${text}`);
  return id;
};
const answer = async (text: string, of = wiki) => {
  const id = await idOf(text);
  const facts = (await factsOf(db, of.id, [id])).get(id);
  if (facts === undefined) throw new Error(`nothing of ${text}`);
  return answerAbout(facts, TODAY);
};
const changes = async () => {
  const rows = await db.sql<{ payload: Record<string, unknown> }[]>`
    select payload from change where kind = 'url' order by id`;
  return rows.map(({ payload: { url: of, news, reports, replacement, archive } }) =>
    JSON.parse(JSON.stringify({ of, news, reports, replacement, archive })),
  );
};

/** 404 for months after a good time: presumed unreachable. */
const GONE = [3_300, 3_330, 3_500, 3_501, 3_503, 3_507, 3_514, 3_530, 3_590].reduce<History>(
  (history, day) => {
    const http = day < 3_400 ? 200 : 404;
    return fold(history, { status: statusOfHttp(http), http, deadEnd: false }, asDay(day));
  },
  [],
);

/** Acts that wait for another of the same host. */
const waitingForHost = async () => {
  const [row] = await db.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted and classid = ${0x77656270}::int
      and database = (select oid from pg_database where datname = current_database())`;
  return row?.waiting ?? -1;
};

beforeAll(async () => {
  db = await freshDatabase();
  for (const name of ["onewiki", "twowiki"]) await sampleWiki(db, name);
  const [one, two] = [await findWiki(db, "onewiki@wmflabs"), await findWiki(db, "twowiki@wmflabs")];
  if (one === null || two === null) throw new Error("no wikis");
  [wiki, other] = [one, two];
  await samplePage(db, one.id, 1, [...URLS, "https://www.b.zz/", "https://good.yy/"], 3_590);
  await samplePage(db, two.id, 1, [url("2"), "https://only-two.yy/"], 3_590);
});

beforeEach(async () => {
  await db.sql`truncate report, replacement, archive, people_tally, change, domain_note, spam_list cascade`;
  await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590`;
  const good = fold([], { status: statusOfHttp(200), http: 200, deadEnd: false }, asDay(3_590));
  await db.sql`update url set history = ${encodeHistory(good)} where id = ${await idOf("https://good.yy/")}`;
});

describe("works for me (H1)", () => {
  test("is told with the URL, counted by who says so, and changes no verdict", async () => {
    const me = caller();
    expect((await answer(url("1"))).verdict).toBe("unreachable");
    expect(await ask({ ranges: me })).toEqual({ outcome: "reported", urls: 1 });
    expect(await ask({})).toEqual({ outcome: "reported", urls: 1 });
    expect(await answer(url("1"))).toMatchObject({ verdict: "unreachable", reports: 2 });
    expect(await changes()).toEqual([
      { of: url("1"), news: ["reports"], reports: "made" },
      { of: url("1"), news: ["reports"], reports: "made" },
    ]);
    // Said again it is renewed, and no news.
    await db.sql`update report set day = 3500`;
    await db.sql`update people_tally set last = now() - interval '1 minute'`;
    expect(await ask({ ranges: me })).toEqual({ outcome: "reported", urls: 1 });
    expect(await db.sql`select day from report order by day`).toEqual([{ day: 3_500 }, { day: 3_600 }]);
    expect((await changes()).length).toBe(2);
  });

  test.each<[string, Partial<PeopleRequest>, string]>([
    ["that nobody watches", { url: "https://nowhere.zz/" }, "not-watched"],
    ["that another wiki uses", { url: "https://only-two.yy/" }, "not-watched"],
    ["that works", { url: "https://good.yy/" }, "not-broken"],
  ])("of a URL %s is refused, and counts for nobody", async (_, more, outcome) => {
    const ranges = caller();
    expect(await ask({ ...more, ranges })).toEqual({ outcome });
    expect(await ask({ ranges })).toMatchObject({ outcome: "reported" });
    expect(await changes()).toHaveLength(1);
  });

  test("once a minute from a network, whatever many do at once (H2)", async () => {
    const me = caller();
    const answers = await Promise.all(URLS.map((of) => ask({ url: of, ranges: me })));
    expect(answers.filter(({ outcome }) => outcome === "reported")).toHaveLength(1);
    for (const { outcome, seconds } of answers)
      if (outcome !== "reported")
        expect([outcome, (seconds ?? 0) > 50 && (seconds ?? 0) <= 60]).toEqual(["too-soon", true]);
    expect(await db.sql`select count(*)::int from report`).toEqual([{ count: 1 }]);
    // Taking back is for anyone at any time.
    expect(await ask({ act: "withdraw", ranges: me })).toMatchObject({
      outcome: expect.stringMatching(/withdrawn|nothing/),
    });
  });

  test("no faster from many networks of a range", async () => {
    const own = (at: number): PeopleRequest["ranges"] => [
      { policy: "address", key: `2001:db8:1:${at}::/64` },
      { policy: "subscriber", key: "2001:db8:1::/56" },
      { policy: "site", key: "2001:db8:1::/48" },
    ];
    const answers = await Promise.all(
      [1, 2, 3, 4].map((at) => ask({ url: url(String(at)), ranges: own(at) })),
    );
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["reported", ...Array(3).fill("too-soon")]);
    await db.sql`update people_tally set last = now() - interval '15 seconds'`;
    expect(await ask({ ranges: own(5) })).toMatchObject({ outcome: "reported" });
    expect(await ask({ ranges: own(5) })).toMatchObject({ outcome: "too-soon" });
  });

  test("so many a day from the ranges around a network, and from everybody; the next day anew", async () => {
    const site = (at: number): PeopleRequest["ranges"] => [
      { policy: "address", key: `198.51.100.${at}` },
      { policy: "site", key: "198.51.100.0/24" },
    ];
    const fill = (day: number) => db.sql`update people_tally set acts = 3000, day = ${day}, last = 'epoch'`;
    expect(await ask({ ranges: site(1) })).toMatchObject({ outcome: "reported" });
    await fill(3_600);
    expect(await ask({ ranges: site(2) })).toEqual({ outcome: "too-many" });
    expect(await ask({})).toEqual({ outcome: "too-many" });
    await fill(3_599);
    expect(await ask({ ranges: site(2) })).toMatchObject({ outcome: "reported" });
  });

  test("of a domain: all that is shown as broken, counted one by one; taken back at once", async () => {
    expect(await ask({ domain: true })).toEqual({ outcome: "reported", urls: 4 });
    expect((await answer(url("3"))).reports).toBe(1);
    expect((await answer("https://www.b.zz/")).reports).toBe(0);
    // One person's word for everything is not about half of the URLs (H3).
    expect((await answer(url("3"))).verdict).toBe("unreachable");
    expect(await db.sql`select max(acts) from people_tally`).toEqual([{ max: 4 }]);
    expect(await ask({ act: "withdraw", domain: true })).toEqual({ outcome: "withdrawn" });
    expect(await db.sql`select 1 from report`).toEqual([]);
    expect((await changes()).map(({ reports }) => reports).sort()).toEqual([
      ...Array(4).fill("made"),
      ...Array(4).fill("withdrawn"),
    ]);
  });

  test("of a domain counts also when it is refused, as it was looked through", async () => {
    const me = caller();
    expect(await ask({ url: "https://good.yy/", domain: true, ranges: me })).toEqual({
      outcome: "not-broken",
    });
    for (const domain of [true, false])
      expect(await ask({ domain, ranges: me })).toMatchObject({ outcome: "too-soon" });
    await db.sql`update people_tally set acts = 98, last = 'epoch' where acts = 1`;
    expect(await ask({ domain: true, ranges: me })).toEqual({ outcome: "too-many" });
    expect(await db.sql`select 1 from report`).toEqual([]);
    expect(await db.sql`select distinct acts from people_tally`).toEqual([{ acts: 99 }]);
  });

  test("of a domain with more links than one report takes: the named one first, then those not said yet", async () => {
    const many = Array.from({ length: 120 }, (_, no) => `https://many.zz/${no}`);
    await samplePage(db, wiki.id, 3, many, 3_590);
    await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590`;
    const me = caller();
    const report = async () => {
      await db.sql`update people_tally set acts = 0, last = 'epoch'`;
      return (await ask({ url: many[119] ?? "", domain: true, ranges: me })).urls;
    };
    expect(await report()).toBe(50);
    expect((await answer(many[119] ?? "")).reports).toBe(1);
    expect([await report(), await report(), await report()]).toEqual([50, 22, 1]);
    expect(await db.sql`select count(*)::int from report`).toEqual([{ count: 120 }]);
  });

  test("a regular answer deletes it at once, also where both come at the same moment", async () => {
    await ask({});
    const id = await idOf(url("1"));
    const due = (await readSlice(db, LEASE, TODAY)).urls.find((one) => one.id === id);
    if (due === undefined) throw new Error("not due");
    const result = resultOf(due, TODAY, 200, { clearsReports: true });
    await Promise.all([ask({}), ask({}), recordResults(db, null, [result])]);
    expect(await answer(url("1"))).toMatchObject({ verdict: "working", reports: 0 });
    expect(await ask({})).toEqual({ outcome: "not-broken" });
  });
});

describe("about half of a domain (H3)", () => {
  test("makes all of it presumably reachable, and readers are told so, until it is taken back", async () => {
    await ask({ url: url("1") });
    expect((await answer(url("3"))).verdict).toBe("unreachable");
    await ask({ url: url("2") }, other);
    expect(await answer(url("3"))).toMatchObject({
      verdict: "doubtful",
      rule: "reported-domain",
      notes: [{ key: "reported-working" }],
      reports: 0,
    });
    expect(await answer("https://www.b.zz/")).toMatchObject({ verdict: "unreachable", notes: [] });
    expect((await changes()).filter(({ news }) => news.includes("host-notes"))).toEqual(
      URLS.map((of) => ({ of, news: ["verdict", "host-notes"] })),
    );
    expect(await ask({ act: "withdraw", url: url("2") })).toEqual({ outcome: "withdrawn" });
    expect(await answer(url("3"))).toMatchObject({ verdict: "unreachable", notes: [] });
    expect(await ask({ act: "withdraw", url: url("2") })).toEqual({ outcome: "nothing" });
  });

  test.each<[string, [path: string, address: string][], boolean]>([
    [
      "one network, whatever addresses it has",
      [
        ["1", "192.0.2.1"],
        ["2", "192.0.2.2"],
        ["3", "192.0.77.3"],
      ],
      false,
    ],
    [
      "one network, and one word from another about the same",
      [
        ["1", "192.0.2.1"],
        ["2", "192.0.2.2"],
        ["1", "198.51.100.1"],
      ],
      true,
    ],
    [
      "two networks",
      [
        ["1", "192.0.2.1"],
        ["2", "198.51.100.1"],
      ],
      true,
    ],
    [
      "many networks about one URL",
      [
        ["1", "192.0.2.1"],
        ["1", "198.51.100.1"],
        ["1", "203.0.113.1"],
      ],
      false,
    ],
  ])("%s: %s", async (_, said, softened) => {
    for (const [path, address] of said) {
      const provider = address.replace(/\.\d+\.\d+$/, ".0.0/16");
      const ranges: PeopleRequest["ranges"] = [
        { policy: "address", key: address },
        { policy: "provider", key: provider },
      ];
      expect(await ask({ url: url(path), ranges })).toMatchObject({ outcome: "reported" });
    }
    expect((await answer(url("4"))).verdict).toBe(softened ? "doubtful" : "unreachable");
  });

  test("of a larger domain no network brings more than half of what it takes", async () => {
    const many = Array.from({ length: 12 }, (_, no) => `https://large.zz/${no}`);
    await samplePage(db, wiki.id, 2, many, 3_590);
    await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590`;
    const report = async (from: number, to: number, network: string) => {
      for (const of of many.slice(from, to))
        await ask({
          url: of,
          ranges: [
            { policy: "address", key: `${network} ${of}` },
            { policy: "provider", key: network },
          ],
        });
    };
    await report(0, 9, "one");
    await report(9, 11, "two");
    expect((await answer(many[0] ?? "")).verdict).toBe("unreachable");
    await report(11, 12, "two");
    expect((await answer(many[0] ?? "")).verdict).toBe("doubtful");
  });

  test("at once by many: told once", async () => {
    await Promise.all(URLS.map((of) => ask({ url: of })));
    expect(await db.sql`select kind, first, last from domain_note`).toEqual([
      { kind: "reported-working", first: 3_600, last: 3_600 },
    ]);
    expect((await changes()).filter(({ news }) => news.includes("host-notes"))).toHaveLength(4);
  });
});

describe("a replacement (H4)", () => {
  const NEW = "https://new.yy/";
  const settle = async (look: "works" | "fails" | "untried", archive: string | null = null) => {
    await db.sql`update replacement set due = now() - interval '1 second'`;
    const [proposal] = await takeProposals(db, { limit: 5, leaseSeconds: 60 });
    if (proposal === undefined) throw new Error("none is due");
    await settleProposal(db, proposal, look, { archive, target: proposal.url, day: TODAY });
  };

  test("is shown once the crawler saw that it works, until anyone removes it", async () => {
    expect(await propose(NEW)).toEqual({ outcome: "proposed" });
    expect((await answer(url("1"))).replacement).toBe(null);
    expect(await propose("https://newer.yy/")).toEqual({ outcome: "has-replacement" });
    expect(await changes()).toEqual([]);
    await settle("untried");
    await settle("works");
    expect((await answer(url("1"))).replacement).toBe(NEW);
    expect(await ask({ act: "remove" })).toEqual({ outcome: "removed" });
    expect(await ask({ act: "remove" })).toEqual({ outcome: "nothing" });
    expect((await changes()).map(({ news, replacement }) => [news, replacement])).toEqual([
      [["replacement"], NEW],
      [["replacement"], null],
    ]);
  });

  test("is dropped when it fails again and again, also after it was shown", async () => {
    for (const shown of [false, true]) {
      await propose(NEW);
      if (shown) await settle("works");
      for (const left of [1, 1, 0]) {
        await settle("fails");
        expect(await db.sql`select 1 from replacement`).toHaveLength(left);
      }
    }
    expect((await changes()).map(({ replacement }) => replacement)).toEqual([NEW, null]);
  });

  test("is looked at by one worker at a time, and again when that one died", async () => {
    await propose(NEW);
    const take = () => takeProposals(db, { limit: 5, leaseSeconds: 60 });
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.flat()).toEqual([{ of: await idOf(url("1")), url: NEW }]);
    await db.sql`update replacement set due = due - interval '61 seconds'`;
    expect(await take()).toHaveLength(1);
  });

  test("exactly one, whoever proposes at the same moment", async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map((at) => propose(`https://new.yy/${at}`)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array(4).fill("has-replacement"),
      "proposed",
    ]);
  });

  test.each([
    [url("1"), "same-url"],
    ["https://web.archive.org/web/20200101000000/https://evil.yy/", "other-archive"],
    ["https://web.archive.org/web/2020/evil.yy/", "other-archive"],
    [`https://web.archive.org/web/2020/evil.yy/${url("1")}`, "other-archive"],
    ["https://spam.yy/x", "spam-url"],
  ])("%s: %s", async (replacement, outcome) => {
    await db.sql`
      insert into spam_list (farm, wiki_id, kind, version, content) values (${wiki.farm}, ${wiki.id}, 'blacklist', '1', ${"\\bspam\\.yy\\b"})`;
    expect(await propose(replacement)).toEqual({ outcome });
    expect(await db.sql`select 1 from replacement`).toEqual([]);
  });

  test("of a URL that works is refused", async () =>
    expect(await propose(NEW, { url: "https://good.yy/" })).toEqual({ outcome: "not-broken" }));

  test.each([
    ["https://web.archive.org/web/20200101000000/http://www.b.zz/1/", "archive.org"],
    ["https://archive.yy/abc", "old"],
  ])("%s goes to the list of archives", async (version, type) => {
    expect(await propose(version)).toEqual({ outcome: "proposed-archive" });
    await settle("works", type);
    expect(await answer(url("1"))).toMatchObject({ replacement: null, archives: [{ type, url: version }] });
    expect(await changes()).toEqual([{ of: url("1"), news: ["archive"], archive: { type, url: version } }]);
    expect(await propose(version)).toEqual({ outcome: "has-archive" });
    // Anyone may remove it there, too.
    expect(await ask({ act: "remove" })).toEqual({ outcome: "removed" });
    expect(await ask({ act: "remove" })).toEqual({ outcome: "nothing" });
    expect((await answer(url("1"))).archives).toEqual([]);
    expect((await changes()).at(-1)).toEqual({ of: url("1"), news: ["archive"], archive: null });
    expect(await propose(version)).toEqual({ outcome: "proposed-archive" });
  });

  test("the one that is named is removed alone, also when that is asked twice; where none is, all that people proposed", async () => {
    const version = "https://archive.yy/abc";
    const both = async () => {
      await propose(version);
      await settle("works", "old");
      await propose(NEW);
      await settle("works");
    };
    await both();
    const removeVersion = () => ask({ act: "remove", replacement: version });
    expect([await removeVersion(), await removeVersion()]).toEqual([
      { outcome: "removed" },
      { outcome: "nothing" },
    ]);
    expect(await ask({ act: "remove", replacement: "https://neither.yy/" })).toEqual({ outcome: "nothing" });
    expect(await answer(url("1"))).toMatchObject({ replacement: NEW, archives: [] });
    await ask({ act: "remove" });
    await both();
    expect(await ask({ act: "remove" })).toEqual({ outcome: "removed" });
    expect(await answer(url("1"))).toMatchObject({ replacement: null, archives: [] });
  });

  test("archives that nobody proposed, or that were blocked by hand, are not removed (A2)", async () => {
    const id = await idOf(url("1"));
    await db.sql`
      insert into archive (url_id, type, address, found, proposed, blocked) values
        (${id}, 'archive.org', 'https://web.zz/1', 3500, null, false), (${id}, 'old', 'https://archive.yy/1', 3500, 3500, true)`;
    expect(await ask({ act: "remove" })).toEqual({ outcome: "nothing" });
    // Also one that was found without a version (A1), and on the day on which one was proposed.
    const version = "https://perma.cc/AB12-CD34";
    await propose(version);
    await db.sql`insert into archive (url_id, type, address, found) values (${id}, 'perma.cc', '', ${TODAY})`;
    await settle("works", "perma.cc");
    expect(await propose(version)).toEqual({ outcome: "has-archive" });
    expect(await ask({ act: "remove" })).toEqual({ outcome: "nothing" });
    expect(await db.sql`select type, address, proposer, proposed from archive order by type`).toEqual([
      { type: "archive.org", address: "https://web.zz/1", proposer: null, proposed: null },
      { type: "old", address: "https://archive.yy/1", proposer: null, proposed: 3_500 },
      { type: "perma.cc", address: "", proposer: null, proposed: null },
    ]);
  });
});

describe("operators (H5)", () => {
  const remove = (whose: Whose) => removeSaid(db, whose, TODAY);

  test("see what was said, and take it back by URL, host and whoever said it", async () => {
    const me = caller();
    await ask({ ranges: me });
    await ask({ url: url("2") });
    await propose("https://new.yy/", { url: url("3") });
    const said = await listSaid(db, { host: "b.zz", limit: 10 });
    expect(said.map(({ url: of, reporters, replacement }) => [of, reporters.length, replacement])).toEqual([
      [url("3"), 0, "https://new.yy/"],
      [url("2"), 1, null],
      [url("1"), 1, null],
    ]);
    expect(await listReportedHosts(db)).toEqual([{ host: "b.zz", last: 3_600 }]);
    const three: Whose = { kind: "url", url: normalised(url("3")) };
    expect([await remove(three), await remove(three)]).toEqual([true, false]);
    const host: Whose = { kind: "host", host: "b.zz" };
    expect([await remove(host), await remove(host)]).toEqual([true, false]);
    expect([await listSaid(db, { host: null, limit: 10 }), await listReportedHosts(db)]).toEqual([[], []]);
  });

  test("of a URL: with it what half of the host was made of", async () => {
    for (const path of ["1", "2"]) await ask({ url: url(path) });
    expect(await remove({ kind: "url", url: normalised(url("2")) })).toBe(true);
    expect(await listReportedHosts(db)).toEqual([]);
    expect(await answer(url("3"))).toMatchObject({ verdict: "unreachable", notes: [] });
  });

  test.each(["reporter", "host"] as const)(
    "of a %s: no report that comes meanwhile counts what goes",
    async (kind) => {
      await ask({ url: url("1") });
      const [first] = await listSaid(db, { host: "b.zz", limit: 1 });
      const reporter = first?.reporters[0] ?? "";
      let second: Promise<unknown> = Promise.resolve();
      await db.transaction(async (tx) => {
        expect(
          await removeSaid(tx, kind === "host" ? { kind, host: "b.zz" } : { kind, reporter }, TODAY),
        ).toBe(true);
        second = ask({ url: url("2") });
        await expect.poll(waitingForHost).toBe(1);
      });
      expect(await second).toEqual({ outcome: "reported", urls: 1 });
      expect(await db.sql`select url_id as id from report`).toEqual([{ id: await idOf(url("2")) }]);
      expect(await listReportedHosts(db)).toEqual([]);
      expect((await answer(url("3"))).verdict).toBe("unreachable");
    },
  );

  test("of somebody: reports, what the host was made of by them, replacements and versions in archives", async () => {
    const vandal = caller();
    const wait = () => db.sql`update people_tally set last = 'epoch'`;
    await ask({ ranges: vandal });
    await ask({ url: url("2") });
    expect((await answer(url("3"))).verdict).toBe("doubtful");
    await propose("https://vandal.yy/", { url: url("3"), ranges: vandal });
    await wait();
    await propose("https://archive.yy/abc", { url: url("4"), ranges: vandal });
    await wait();
    for (let left = 2; left > 0; left--) {
      const [proposal] = await takeProposals(db, { limit: 1, leaseSeconds: 60 });
      if (proposal === undefined) throw new Error("none is due");
      const archive = proposal.url.includes("archive") ? "old" : null;
      await settleProposal(db, proposal, "works", { archive, target: proposal.url, day: TODAY });
    }
    await propose("https://good.yy/", { url: url("2") });
    const [four, three] = await listSaid(db, { host: "b.zz", limit: 10 });
    const reporter = three?.proposer ?? "";
    expect(four).toMatchObject({ archives: [{ url: "https://archive.yy/abc", proposer: reporter }] });
    expect([
      await remove({ kind: "reporter", reporter }),
      await remove({ kind: "reporter", reporter }),
    ]).toEqual([true, false]);
    // Others' words stay; the half that was theirs does not.
    expect(await answer(url("3"))).toMatchObject({ verdict: "unreachable", notes: [], replacement: null });
    expect((await answer(url("4"))).archives).toEqual([]);
    expect(await listSaid(db, { host: null, limit: 10 })).toMatchObject([
      { url: url("2"), replacement: "https://good.yy/", archives: [] },
    ]);
    expect((await answer(url("2"))).reports).toBe(1);
    expect(await ask({ act: "withdraw" })).toEqual({ outcome: "nothing" });
  });
});
