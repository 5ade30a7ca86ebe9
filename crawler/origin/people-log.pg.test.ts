import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { removeSaid } from "../../db/people/contributions.ts";
import { checkLog, entryOfLock, hideEntry, logActs } from "../../db/people/log.ts";
import { normalised } from "../../db/testing/sample.ts";
import { lockOnEntry } from "../../shared/protocol/lock-target.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import { LOG_BEGIN, LOG_ENTRIES_MAX, type LoggedEntry, UNSAID } from "../../shared/protocol/people-log.ts";
import { openPeople, TODAY, URLS, url } from "./testing/people.ts";

const { db, origin, caller, known, passDays, ask, undo, lock, log, propose, idOf, answer } =
  await openPeople();

const ADMINISTRATOR = { profile: "1", administrator: true } as const;
const entries = async () => (await log()).entries.toReversed();
const short = ({ no, act, scope, text, urls, by, undoes }: LoggedEntry) => [
  no,
  act,
  scope,
  text?.target,
  text?.detail,
  urls,
  by,
  undoes,
];
const shorts = async () => (await entries()).map(short);
/** As long as nobody looks at paces. */
const later = () => db.sql`update people_tally set last = 'epoch', acts = 0`;
const reporters = async (path: string) => (await answer(url(path))).reports;
const version = `https://web.archive.org/web/20250101000000/${url("1")}`;
const changing = async () =>
  db.sql`insert into archive (url_id, type, address, found, changing)
    values (${await idOf(url("1"))}, 'archive.org', ${version}, 1, true)`;

describe("the log (H5)", () => {
  test("has each act that changed something, in a chain that verifies, and nothing of who did it", async () => {
    const ranges = caller("198.51.100.77");
    await ask({ ranges });
    await ask({ domain: true, url: url("2"), profile: "account-4711" });
    await propose("https://new.yy/", { url: url("3"), ranges });
    await ask({ act: "remove", url: url("3") });
    // Two say so: by one word to the contrary nothing goes yet.
    expect(await ask({ act: "withdraw" })).toEqual({ outcome: "opposed" });
    await ask({ act: "withdraw" });
    await changing();
    await ask({ act: "block" });
    // Nothing came of these.
    await ask({ act: "withdraw" });
    await ask({ act: "remove", url: url("3") });
    await ask({ url: "https://good.yy/" });
    await ask({ ranges });
    expect(await shorts()).toEqual([
      [1, "report", "url", url("1"), null, 1, "reader", null],
      [2, "report", "host", "b.zz", url("2"), 4, "account", null],
      [3, "propose", "url", url("3"), "https://new.yy/", 1, "reader", null],
      [4, "remove", "url", url("3"), "https://new.yy/", 1, "reader", null],
      [5, "oppose", "url", url("1"), null, 1, "reader", null],
      [6, "withdraw", "url", url("1"), null, 1, "reader", null],
      [7, "block", "url", url("1"), null, 1, "reader", null],
    ]);
    const all = await entries();
    expect(new Set(all.map(({ wiki }) => wiki))).toEqual(new Set(["onewiki@wmflabs"]));
    expect(all[0]?.previous).toBe(LOG_BEGIN);
    expect(await checkLog(db)).toEqual({ kind: "valid", entries: 7, head: all[6]?.hash });
    expect(JSON.stringify(await db.sql`select * from people_log`)).not.toMatch(/198\.51|account-4711/);
    const names = await db.sql<{ reporter: string }[]>`select reporter from report`;
    for (const { reporter } of names) expect(JSON.stringify(all)).not.toContain(reporter);
  });

  test("has one order, whatever many do at once", async () => {
    await Promise.all([...URLS, ...URLS].map((of) => ask({ url: of })));
    expect((await entries()).map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await checkLog(db)).toMatchObject({ kind: "valid", entries: 8 });
  });

  test("stands with its act or not at all", async () => {
    const failing = origin.transaction(async (tx) => {
      await logActs(tx, [{ act: "block", wiki: null, scope: "url", target: url("1"), by: "reader" }]);
      throw new Error("too late");
    });
    await expect(failing).rejects.toThrow("too late");
    expect(await entries()).toEqual([]);
  });

  test("names the operator's removals", async () => {
    await ask({});
    await propose("https://new.yy/", { url: url("3") });
    const [row] = await db.sql<{ proposer: string }[]>`select proposer from replacement`;
    await removeSaid(db, { kind: "url", url: normalised(url("1")) }, TODAY);
    await removeSaid(db, { kind: "reporter", reporter: row?.proposer ?? "" }, TODAY);
    await removeSaid(db, { kind: "host", host: "b.zz" }, TODAY);
    expect((await shorts()).slice(2)).toEqual([
      [3, "remove", "url", url("1"), null, null, "operator", null],
      [4, "remove", "reporter", "b.zz", null, 1, "operator", null],
    ]);
    for (const entry of [3, 4]) expect(await undo(entry, ADMINISTRATOR)).toEqual({ outcome: "not-undoable" });
  });

  test("is read page by page, of one wiki or all", async () => {
    const acts = Array.from({ length: LOG_ENTRIES_MAX + 5 }, (_, at) => ({
      act: "report" as const,
      wiki: at % 2 === 0 ? "onewiki@wmflabs" : "twowiki@wmflabs",
      scope: "url" as const,
      target: `https://b.zz/${at}`,
      by: "reader" as const,
    }));
    await origin.transaction((tx) => logActs(tx, acts));
    const first = await log();
    expect([first.entries[0]?.no, first.entries.length, first.next]).toEqual([105, 100, 6]);
    const rest = await log({ before: 6 });
    expect([rest.entries.map(({ no }) => no), rest.next]).toEqual([[5, 4, 3, 2, 1], null]);
    const two = await log({ wiki: "twowiki@wmflabs" });
    expect([two.entries.length, two.entries[0]?.no]).toEqual([52, 104]);
  });

  test.each([
    ["the address", "update people_log set target = 'https://evil.zz/' where no = 2", 2],
    ["the time", "update people_log set at = at - 1 where no = 2", 2],
    ["what it undoes", "update people_log set undoes = 1 where no = 2", 2],
    ["an entry", "delete from people_log where no = 2", 3],
    ["the first entry", "delete from people_log where no = 1", 2],
    ["its hash", `update people_log set hash = '${"a".repeat(64)}' where no = 2`, 2],
  ])("a change of %s is found", async (_, statement, no) => {
    for (const of of URLS) await ask({ url: of });
    expect(await checkLog(db)).toMatchObject({ kind: "valid" });
    await db.sql.unsafe(statement);
    expect(await checkLog(db)).toMatchObject({ kind: "broken", no });
  });

  test("keeps the hash of a hidden text, and the chain verifies", async () => {
    await ask({});
    await ask({ url: url("2") });
    expect([await hideEntry(db, 1), await hideEntry(db, 1), await hideEntry(db, 9)]).toEqual([
      [],
      null,
      null,
    ]);
    expect(await checkLog(db)).toMatchObject({ kind: "valid", entries: 3 });
    const [hidden] = await entries();
    expect(hidden).toMatchObject({ no: 1, act: "report", text: null });
    expect(await undo(1)).toEqual({ outcome: "not-undoable" });
    // What says so cannot be hidden, and without it a text that is gone was taken by somebody else.
    expect(await hideEntry(db, 3)).toBeNull();
    await db.sql`update people_log set salt = null, target = null, detail = null where no = 2`;
    expect(await checkLog(db)).toEqual({ kind: "broken", no: 2, flaw: UNSAID });
    await db.sql`update people_log set text_hash = ${"0".repeat(64)} where no = 1`;
    expect(await checkLog(db)).toMatchObject({ kind: "broken", no: 1 });
  });

  test.each(["update people_log set hash = ''", "delete from people_log", "truncate people_log"])(
    "the origin may not: %s",
    async (statement) => {
      await ask({});
      await expect(origin.sql.unsafe(statement)).rejects.toThrow(/permission denied/);
    },
  );
});

describe("undo (H5)", () => {
  test("of a report withdraws it, and the undo is undone by a report of who does that", async () => {
    await ask({});
    expect(await undo(1)).toEqual({ outcome: "withdrawn" });
    expect(await reporters("1")).toBe(0);
    expect(await undo(1)).toEqual({ outcome: "already-undone" });
    expect(await undo(2)).toEqual({ outcome: "reported", urls: 1 });
    expect(await reporters("1")).toBe(1);
    expect((await shorts()).slice(1)).toEqual([
      [2, "withdraw", "url", url("1"), null, 1, "reader", 1],
      [3, "report", "url", url("1"), null, 1, "reader", 2],
    ]);
    expect((await entries()).map(({ undone }) => undone)).toEqual([2, 3, null]);
  });

  test("of what several said is one word to the contrary, which undoes nothing yet and may be tried again", async () => {
    for (const ranges of await known(2)) await ask({ ranges });
    expect(await undo(1)).toEqual({ outcome: "opposed" });
    expect(await undo(1)).toEqual({ outcome: "opposed" });
    expect(await reporters("1")).toBe(2);
    const undone = async () => (await entries()).map(({ no, act, undone: by }) => [no, act, by]);
    const before = [
      [2, "report", null],
      [3, "oppose", null],
      [4, "oppose", null],
    ];
    expect(await undone()).toEqual([[1, "report", null], ...before]);
    for (const ranges of await known(1)) expect(await undo(1, { ranges })).toEqual({ outcome: "opposed" });
    for (const ranges of await known(1)) expect(await undo(1, { ranges })).toEqual({ outcome: "withdrawn" });
    expect(await undone()).toEqual([[1, "report", 6], ...before, [5, "oppose", null], [6, "withdraw", null]]);
  });

  test.each<[string, Partial<PeopleRequest>]>([
    ["a URL's", {}],
    ["a host's", { domain: true }],
  ])("of %s reports by one who takes back only the own one leaves others' entries open", async (_, of) => {
    const [one = [], two = []] = await known(2);
    for (const ranges of [one, two]) await ask({ ranges, ...of });
    expect(await undo(1, { ranges: two })).toEqual({ outcome: "withdrawn" });
    expect((await entries()).filter(({ undoes }) => undoes !== null)).toEqual([]);
    await later();
    expect(await undo(1, ADMINISTRATOR)).toEqual({ outcome: "withdrawn" });
    for (const table of ["report", "scope_report"])
      expect(await db.sql`select 1 from ${db.sql(table)} where not against`).toEqual([]);
    expect((await entries()).find(({ no }) => no === 1)).toMatchObject({ undone: expect.any(Number) });
  });

  test("of a word to the contrary, while it stands, by one who reports it already leaves the entry open", async () => {
    const [one = [], two = [], three = []] = await known(3);
    for (const ranges of [one, three]) await ask({ ranges });
    expect(await ask({ act: "withdraw", ranges: two })).toMatchObject({ outcome: "opposed" });
    const opposed = (await entries()).find(({ act }) => act === "oppose")?.no ?? 0;
    await later();
    expect(await undo(opposed, { ranges: one })).toMatchObject({ outcome: "reported" });
    expect((await entries()).find(({ no }) => no === opposed)?.undone).toBeNull();
    await later();
    expect(await undo(opposed, { ranges: two })).toMatchObject({ outcome: "reported" });
    expect((await entries()).find(({ no }) => no === opposed)?.undone).not.toBeNull();
  });

  test("of a domain's reports, and of their withdrawal", async () => {
    await ask({ domain: true });
    expect(await undo(1)).toEqual({ outcome: "withdrawn" });
    expect(await db.sql`select 1 from report`).toEqual([]);
    expect(await undo(2)).toEqual({ outcome: "reported", urls: 4 });
  });

  test("of a suggestion removes it, and no other", async () => {
    await propose("https://new.yy/");
    await ask({ act: "remove" });
    await later();
    await propose("https://newer.yy/");
    expect(await undo(1)).toEqual({ outcome: "nothing" });
    expect(await undo(3)).toEqual({ outcome: "removed" });
    expect(await undo(4)).toEqual({ outcome: "proposed" });
    expect(await db.sql`select url from replacement`).toEqual([{ url: "https://newer.yy/" }]);
  });

  test("of a removal suggests again, each address by itself", async () => {
    await db.sql`insert into archive (url_id, type, address, found, proposed)
      values (${await idOf(url("1"))}, 'old', 'https://archive.yy/abc', 3600, 3600)`;
    await propose("https://new.yy/");
    await ask({ act: "remove" });
    expect((await shorts()).slice(1).map(([no, act, , , detail]) => [no, act, detail])).toEqual([
      [2, "remove", "https://archive.yy/abc"],
      [3, "remove", "https://new.yy/"],
    ]);
    expect(await undo(2)).toEqual({ outcome: "proposed-archive" });
    expect(await undo(3)).toEqual({ outcome: "has-replacement" });
  });

  test("of blocked versions is for administrators, and of that for all", async () => {
    await changing();
    await ask({ act: "block" });
    expect(await undo(1)).toEqual({ outcome: "not-undoable" });
    expect(await undo(1, { profile: "4711" })).toEqual({ outcome: "not-undoable" });
    expect(await undo(1, ADMINISTRATOR)).toEqual({ outcome: "unblocked" });
    expect(await db.sql`select blocked from archive`).toEqual([{ blocked: false }]);
    expect((await shorts())[1]).toEqual([2, "unblock", "url", url("1"), null, 1, "administrator", 1]);
    expect(await undo(1, ADMINISTRATOR)).toEqual({ outcome: "already-undone" });
    expect(await undo(2)).toEqual({ outcome: "blocked" });
  });

  test("has the bounds of who does it, administrators none", async () => {
    const me = caller();
    for (const path of ["1", "2", "3"]) await ask({ url: url(path) });
    expect(await undo(1, { ranges: me })).toEqual({ outcome: "withdrawn" });
    expect(await undo(2, { ranges: me })).toMatchObject({ outcome: "too-soon" });
    for (const entry of [2, 3])
      expect(await undo(entry, { ranges: me, ...ADMINISTRATOR })).toEqual({ outcome: "withdrawn" });
    expect(await undo(99)).toEqual({ outcome: "not-undoable" });
  });

  test("of administrators has a bound for all of them, as it is the edge that names them", async () => {
    await ask({});
    await changing();
    await ask({ act: "block" });
    await lock({});
    await ask({ act: "withdraw", url: "https://good.yy/", ...ADMINISTRATOR });
    await db.sql`update people_tally set acts = 10000, last = 'epoch'`;
    const tooMany = { outcome: "too-many" };
    expect(await undo(1, ADMINISTRATOR)).toEqual(tooMany);
    expect(await undo(2, ADMINISTRATOR)).toEqual(tooMany);
    expect(await undo(3, ADMINISTRATOR)).toEqual(tooMany);
    expect(await lock({ target: "*" })).toEqual(tooMany);
    expect(await lock({ act: "unlock" })).toEqual(tooMany);
    expect((await entries()).length).toBe(3);
  });

  test("at once by many happens once", async () => {
    await ask({});
    const outcomes = (await Promise.all([undo(1), undo(1), undo(1)])).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(["already-undone", "already-undone", "withdrawn"]);
  });
});

describe("locks (H5)", () => {
  const until = 3_600;
  test.each<[string, boolean, boolean, boolean]>([
    ["b.zz", true, true, true],
    [url("1"), true, false, true],
    ["b.zz/1", true, false, true],
    ["*", true, true, true],
    ["other.zz", false, false, false],
  ])("of %s", async (target, one, two, whole) => {
    await ask({});
    await ask({ url: url("2") });
    await ask({ url: url("3"), domain: true });
    await db.sql`truncate report, scope_report, people_tally`;
    expect(await lock({ target, reason: "two groups" })).toEqual({ outcome: "lock-set" });
    const locked = { outcome: "locked", reason: "two groups", until };
    const reported = { outcome: "reported", urls: 1 };
    expect(await ask({})).toEqual(one ? locked : reported);
    expect(await ask({ url: url("2") })).toEqual(two ? locked : reported);
    expect(await ask({ url: url("3"), domain: true })).toMatchObject(
      whole ? locked : { outcome: "reported" },
    );
    const { locks, entries: logged } = await log();
    expect(locks).toHaveLength(1);
    const acts = logged.toReversed().slice(0, 3);
    expect(acts.map((entry) => lockOnEntry(locks, entry) !== null)).toEqual([one, two, whole]);
  });

  test.each([
    ["b.zz", true],
    ["deep.www.b.zz/news/", true],
    ["ab.zz", false],
    ["*.b.zz", true],
    ["*.c.zz", false],
  ])("of %s: locks all below a domain: %s", async (target, isLocked) => {
    await ask({ url: url("3"), scope: "*.b.zz" });
    await db.sql`truncate report, scope_report, people_tally`;
    expect(await lock({ target })).toEqual({ outcome: "lock-set" });
    const { outcome } = await ask({ url: url("3"), scope: "*.b.zz" });
    expect(outcome).toBe(isLocked ? "locked" : "reported");
    const [report] = await entries();
    const { locks } = await log();
    expect(report && lockOnEntry(locks, report) !== null).toBe(isLocked);
  });

  test("hold for every act and undo but those of administrators, who lift them", async () => {
    await ask({});
    await propose("https://new.yy/", { url: url("2") });
    await lock({});
    for (const act of ["withdraw", "remove", "block"] as const)
      expect(await ask({ act })).toMatchObject({ outcome: "locked" });
    expect(await propose("https://new.yy/")).toMatchObject({ outcome: "locked" });
    expect(await undo(1, { profile: "4711" })).toMatchObject({ outcome: "locked" });
    expect(await reporters("1")).toBe(1);
    expect(await undo(1, ADMINISTRATOR)).toEqual({ outcome: "withdrawn" });
    expect(await lock({ act: "unlock" })).toEqual({ outcome: "lock-lifted" });
    expect(await lock({ act: "unlock" })).toEqual({ outcome: "nothing" });
    const [lifted] = (await log()).entries;
    expect(lifted).toMatchObject({ no: 5, act: "unlock", undoes: 3 });
    expect(await undo(3, ADMINISTRATOR)).toEqual({ outcome: "already-undone" });
    expect(await ask({})).toMatchObject({ outcome: "reported" });
  });

  test("of a hidden reason nothing is shown or logged again", async () => {
    await lock({ days: 3, reason: "Erika did it" });
    await lock({ target: "a.zz", days: 3, reason: "another" });
    expect(await hideEntry(db, 1)).toMatchObject([{ scope: "host", target: "b.zz" }]);
    expect((await log()).locks.map(({ target, reason }) => [target, reason])).toEqual([
      ["a.zz", "another"],
      ["b.zz", ""],
    ]);
    expect(await lock({ act: "unlock" })).toEqual({ outcome: "lock-lifted" });
    const [lifted] = (await log()).entries;
    expect(lifted).toMatchObject({ act: "unlock", text: { target: "b.zz", detail: "" } });
    expect(JSON.stringify(await log())).not.toContain("Erika");
    // Given another reason meanwhile, the lock keeps that.
    await lock({ days: 3, reason: "first" });
    await lock({ days: 3, reason: "second" });
    expect(await hideEntry(db, 5)).toEqual([]);
    expect((await log()).locks.at(-1)).toMatchObject({ target: "b.zz", reason: "second" });
  });

  test("are lifted without reading a long log", async () => {
    await db.sql`insert into people_log (no, at, act, scope, salt, target, text_hash, actor, previous, hash)
      select no, 0, case when no % 10 = 0 then 'lock' else 'report' end, 'host', '', 'host' || no || '.zz', '', 'reader', '', ''
      from generate_series(1, 100000) no`;
    await db.sql`analyze people_log`;
    const lockOf = (target: string) => ({ scope: "host", target }) as const;
    await db.transaction(async (tx) => {
      const read = async () => {
        const [row] = await tx.sql<{ scans: number; rows: number }[]>`
          select seq_scan::int as scans, (seq_tup_read + idx_tup_fetch)::int as rows
          from pg_stat_xact_user_tables where relname = 'people_log'`;
        return row ?? { scans: 0, rows: 0 };
      };
      const before = await read();
      expect(await entryOfLock(tx, lockOf("host10.zz"))).toBe(10);
      expect(await entryOfLock(tx, lockOf("host11.zz"))).toBeNull();
      expect(await entryOfLock(tx, lockOf("nowhere.zz"))).toBeNull();
      const after = await read();
      expect(after.scans).toBe(before.scans);
      expect(after.rows - before.rows).toBeLessThan(10);
    });
  });

  test("end by themselves, are undone and set again by administrators alone", async () => {
    await lock({ days: 3, reason: "why" });
    expect(await undo(1)).toEqual({ outcome: "not-undoable" });
    expect(await undo(1, ADMINISTRATOR)).toEqual({ outcome: "lock-lifted" });
    expect(await undo(2, ADMINISTRATOR)).toEqual({ outcome: "lock-set" });
    expect((await log()).locks).toEqual([{ scope: "host", target: "b.zz", reason: "why", until: 3_602 }]);
    await db.sql`update people_lock set until = 3599`;
    expect(await ask({})).toMatchObject({ outcome: "reported" });
    expect((await log()).locks).toEqual([]);
  });

  test.each(["", " ", "not a host", "javascript:alert(1)", "b.zz:8080", "http://"])(
    "of %j there are none",
    async (target) => {
      expect(await lock({ target })).toEqual({ outcome: "bad-target" });
      expect(await entries()).toEqual([]);
    },
  );
});

describe("an account (H5)", () => {
  test("has bounds of its own, from whatever network", async () => {
    const me = caller();
    await ask({ ranges: me });
    expect(await ask({ url: url("2"), ranges: me })).toMatchObject({ outcome: "too-soon" });
    expect(await ask({ url: url("2"), ranges: me, profile: "4711" })).toMatchObject({ outcome: "reported" });
    expect(await ask({ url: url("3"), profile: "4711" })).toMatchObject({ outcome: "too-soon" });
  });

  test("adds no voice to that of its network (H3)", async () => {
    const ranges: PeopleRequest["ranges"] = [
      { policy: "address", key: "192.0.2.7" },
      { policy: "provider", key: "192.0.0.0/16" },
    ];
    const [one = [], two = []] = await known(2);
    await ask({ ranges: one });
    passDays(-7);
    await ask({ ranges, act: "withdraw", url: "https://good.yy/" });
    passDays(0);
    await ask({ ranges });
    await ask({ url: url("2"), ranges, profile: "4711" });
    expect((await answer(url("4"))).verdict).toBe("unreachable");
    await ask({ url: url("2"), ranges: two });
    expect((await answer(url("4"))).verdict).toBe("doubtful");
  });

  test("is one voice, from whatever networks (H3)", async () => {
    const [home = [], office = [], one = [], two = []] = await known(4);
    await ask({ ranges: home, profile: "4711" });
    await later();
    await ask({ url: url("2"), ranges: office, profile: "4711" });
    await ask({ url: url("3"), ranges: home });
    await ask({ url: url("2"), ranges: one });
    expect((await answer(url("4"))).verdict).toBe("unreachable");
    await ask({ url: url("2"), ranges: two });
    expect((await answer(url("4"))).verdict).toBe("doubtful");
  });

  test("acts on a day when those without one have used up everybody's bounds", async () => {
    await ask({});
    await db.sql`update people_tally set acts = 3000, last = 'epoch'`;
    expect(await ask({ url: url("2") })).toEqual({ outcome: "too-many" });
    expect(await ask({ url: url("2"), profile: "4711" })).toMatchObject({ outcome: "reported" });
  });
});

test("after any acts and undos the chain is valid, and what it says is what there is", async () => {
  const step = fc.oneof(
    fc.record({
      act: fc.constantFrom<PeopleRequest["act"]>("report", "withdraw", "propose", "remove"),
      path: fc.constantFrom("1", "2"),
      domain: fc.boolean(),
      replacement: fc.constantFrom("https://new.yy/", "https://newer.yy/"),
    }),
    fc.record({ undo: fc.integer({ min: 1, max: 8 }) }),
  );
  // Of one network: it takes back its own words at once.
  const ranges = caller();
  const reset = () =>
    db.sql`truncate report, scope_report, known_network, replacement, people_tally, people_log, domain_note, change cascade`;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      await reset();
      for (const one of steps) {
        await db.sql`truncate people_tally`;
        if ("undo" in one) await undo(one.undo, { ranges });
        else {
          const { act, path, domain, replacement } = one;
          const isOfHost = domain && (act === "report" || act === "withdraw");
          await ask({
            act,
            url: url(path),
            domain: isOfHost,
            ranges,
            replacement: act === "propose" ? replacement : null,
          });
        }
      }
      expect(await checkLog(db)).toMatchObject({ kind: "valid" });
      const { reported, suggested } = replayed(await entries());
      const rows = await db.sql<{ path: string }[]>`
        select distinct url.path from report join url on url.id = report.url_id order by path`;
      expect(rows.map(({ path }) => url(path.slice(1)))).toEqual([...reported].sort());
      const kept = await db.sql<{ path: string; url: string }[]>`
        select url.path, replacement.url from replacement join url on url.id = replacement.url_id order by path`;
      expect(kept.map((row) => [url(row.path.slice(1)), row.url])).toEqual([...suggested].sort());
    }),
    { numRuns: 25, seed: 91 },
  );
});

/** What the entries say of the four broken URLs of b.zz. */
function replayed(all: readonly LoggedEntry[]) {
  const reported = new Set<string>();
  const suggested = new Map<string, string>();
  for (const { act, scope, text } of all) {
    const urls = scope === "host" ? URLS : [text?.target ?? ""];
    if (act === "report") for (const one of urls) reported.add(one);
    if (act === "withdraw") for (const one of urls) reported.delete(one);
    if (act === "propose") suggested.set(text?.target ?? "", text?.detail ?? "");
    if (act === "remove") suggested.delete(text?.target ?? "");
  }
  return { reported, suggested };
}
