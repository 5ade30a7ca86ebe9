import { describe, expect, test } from "vitest";
import { expirePeople, removeSaid } from "../../db/people/contributions.ts";
import { proposals, settleProposal } from "../../db/people/proposals.ts";
import { normalised } from "../../db/testing/sample.ts";
import { addDays } from "../../shared/calendar/day.ts";
import { openPeople, TODAY, url } from "./testing/people.ts";

const { db, wiki, ask, undo, propose, idOf, answer, changes } = await openPeople();

describe("a replacement (H4)", () => {
  const NEW = "https://new.yy/";
  const settle = async (
    look: "works" | "fails" | "untried",
    { archive = null, after = 0 }: { archive?: string | null; after?: number } = {},
  ) => {
    await db.sql`update replacement set due = now() - interval '1 second'`;
    const [proposal] = await proposals.take(db, { limit: 5, leaseSeconds: 60 });
    if (proposal === undefined) throw new Error("none is due");
    await settleProposal(db, proposal, look, { archive, target: proposal.url, day: addDays(TODAY, after) });
  };
  /** Two good checks, days apart. */
  const proved = async (archive: string | null = null) => {
    await settle("works", { archive });
    await settle("works", { archive, after: 3 });
  };
  /** Hours until the only one is looked at. */
  const wait = async () => {
    const [row] = await db.sql<{ hours: number }[]>`
      select (extract(epoch from due - now()) / 3600)::float8 as hours from replacement`;
    return row?.hours ?? Number.NaN;
  };

  test("is looked at on no day that its proposer knows, twice before it is shown, and then again and again", async () => {
    const waits: number[][] = [[], [], []];
    for (let round = 0; round < 5; round++) {
      await propose(NEW);
      waits[0]?.push(await wait());
      await settle("works");
      waits[1]?.push(await wait());
      expect((await answer(url("1"))).replacement).toBe(null);
      // Seen once more on these days it is the same good moment.
      await settle("works", { after: 2 });
      expect((await answer(url("1"))).replacement).toBe(null);
      await settle("works", { after: 3 });
      expect((await answer(url("1"))).replacement).toBe(NEW);
      waits[2]?.push(await wait());
      await db.sql`truncate replacement, people_tally`;
    }
    for (const [at, [from, to]] of [
      [0, 24],
      [72, 168],
      [504, 672],
    ].entries()) {
      const drawn = waits[at] ?? [];
      expect(Math.min(...drawn)).toBeGreaterThan((from ?? 0) - 0.1);
      expect(Math.max(...drawn)).toBeLessThanOrEqual(to ?? 0);
      expect(new Set(drawn.map((hours) => hours.toFixed(3))).size).toBe(5);
    }
  });

  test("that failed between two good checks begins again", async () => {
    await propose(NEW);
    await settle("works");
    await settle("fails", { after: 2 });
    await settle("works", { after: 3 });
    expect((await answer(url("1"))).replacement).toBe(null);
    await settle("works", { after: 6 });
    expect((await answer(url("1"))).replacement).toBe(NEW);
  });

  test("is shown once the crawler saw twice that it works, until anyone removes it", async () => {
    expect(await propose(NEW)).toEqual({ outcome: "proposed" });
    expect((await answer(url("1"))).replacement).toBe(null);
    expect(await propose("https://newer.yy/")).toEqual({ outcome: "has-replacement" });
    expect(await changes()).toEqual([]);
    await settle("untried");
    await proved();
    expect((await answer(url("1"))).replacement).toBe(NEW);
    expect(await ask({ act: "remove" })).toEqual({ outcome: "removed" });
    expect(await ask({ act: "remove" })).toEqual({ outcome: "nothing" });
    expect((await changes()).map(({ news, replacement }) => [news, replacement])).toEqual([
      [["replacement"], NEW],
      [["replacement"], null],
    ]);
  });

  test("that was removed and is suggested again is what it was, with no second proof, for 30 days", async () => {
    await propose(NEW);
    await proved();
    await ask({ act: "remove" });
    expect((await answer(url("1"))).replacement).toBe(null);
    expect(await undo(2)).toEqual({ outcome: "proposed" });
    expect((await answer(url("1"))).replacement).toBe(NEW);
    expect((await changes()).map(({ replacement }) => replacement)).toEqual([NEW, null, NEW]);
    expect(await wait()).toBeLessThanOrEqual(24);
    // Another address begins as any does, and so does this one once the removal is forgotten, or if an operator removed it.
    await ask({ act: "remove" });
    await propose("https://newer.yy/");
    expect((await answer(url("1"))).replacement).toBe(null);
    await ask({ act: "remove" });
    await expirePeople(db, { acted: TODAY, proposed: TODAY, removed: addDays(TODAY, 1) });
    await propose(NEW);
    expect((await answer(url("1"))).replacement).toBe(null);
    await proved();
    await ask({ act: "remove" });
    await propose(NEW);
    expect((await answer(url("1"))).replacement).toBe(NEW);
    await removeSaid(db, { kind: "url", url: normalised(url("1")) }, TODAY);
    await propose(NEW);
    expect((await answer(url("1"))).replacement).toBe(null);
  });

  test("of a version in an archive it takes one good check", async () => {
    const version = "https://archive.yy/abc";
    await propose(version);
    await proved("old");
    await ask({ act: "remove" });
    await propose(version);
    await settle("works", { archive: "old", after: 4 });
    expect(await answer(url("1"))).toMatchObject({
      replacement: null,
      archives: [{ type: "old", url: version }],
    });
  });

  test("of a version in an archive has it visited within a quarter, also where the URL plainly worked (A3)", async () => {
    const idle = 32_768 + TODAY + 91;
    const id = await idOf(url("1"));
    await db.sql`insert into archive_visit (url_id, type, due) values (${id}, 'old', ${idle}), (${id}, 'other', ${idle})`;
    await propose("https://archive.yy/abc");
    await proved("old");
    expect(await db.sql`select type, due from archive_visit where url_id = ${id} order by type`).toEqual([
      { type: "old", due: TODAY + 3 + 91 },
      { type: "other", due: idle },
    ]);
  });

  test("is dropped when it fails again and again, also after it was shown", async () => {
    for (const shown of [false, true]) {
      await propose(NEW);
      if (shown) await proved();
      for (const left of [1, 1, 0]) {
        await settle("fails");
        expect(await db.sql`select 1 from replacement`).toHaveLength(left);
      }
    }
    expect((await changes()).map(({ replacement }) => replacement)).toEqual([NEW, null]);
  });

  test("is looked at by one worker at a time, and again when that one died", async () => {
    await propose(NEW);
    await db.sql`update replacement set due = now()`;
    const take = () => proposals.take(db, { limit: 5, leaseSeconds: 60 });
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.flat()).toEqual([{ of: await idOf(url("1")), url: NEW }]);
    await db.sql`update replacement set due = due - interval '61 seconds'`;
    expect(await take()).toHaveLength(1);
  });

  test("exactly one, however many propose at the same moment", async () => {
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
    await proved(type);
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
      await proved("old");
      await propose(NEW);
      await proved();
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
    // Also one that is blocked without a version, on the day on which one was proposed.
    const version = "https://perma.cc/AB12-CD34";
    await propose(version);
    await db.sql`
      insert into archive (url_id, type, address, found, blocked) values (${id}, 'perma.cc', '', ${TODAY}, true)`;
    await proved("perma.cc");
    expect(await propose(version)).toEqual({ outcome: "has-archive" });
    expect(await ask({ act: "remove" })).toEqual({ outcome: "nothing" });
    expect(await db.sql`select type, address, proposer, proposed from archive order by type`).toEqual([
      { type: "archive.org", address: "https://web.zz/1", proposer: null, proposed: null },
      { type: "old", address: "https://archive.yy/1", proposer: null, proposed: 3_500 },
      { type: "perma.cc", address: "", proposer: null, proposed: null },
    ]);
  });

  test("a version is named where the archive was found without one that fits (A1)", async () => {
    const [version, type] = ["https://perma.cc/AB12-CD34", "perma.cc"];
    await db.sql`insert into archive (url_id, type, address, found) values (${await idOf(url("1"))}, ${type}, '', 3500)`;
    expect(await propose(version)).toEqual({ outcome: "proposed-archive" });
    await proved(type);
    expect((await answer(url("1"))).archives).toMatchObject([{ type, url: version }]);
    expect(await changes()).toEqual([{ of: url("1"), news: ["archive"], archive: { type, url: version } }]);
    expect(await propose(version)).toEqual({ outcome: "has-archive" });
    expect(await ask({ act: "remove" })).toEqual({ outcome: "removed" });
  });
});
