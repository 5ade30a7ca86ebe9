import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { resultOf, samplePage } from "../../db/testing/sample.ts";
import type { SliceLease } from "../../db/types.ts";
import { recordResults } from "../../db/urls/results.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { readSlice } from "../../db/work/slices.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { PeopleRequest } from "../../shared/protocol/people.ts";
import { GONE, openPeople, TODAY, URLS, url } from "./testing/people.ts";

const { db, wiki, caller, ask, idOf, answer, changes } = await openPeople();

const LEASE: SliceLease = { slice: 0, token: 1, began: asDay(3_595), swept: -1, kind: "pass" };

describe("works for me (H1)", () => {
  test("is shown with the URL, counted by network, and changes no verdict", async () => {
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

  test.each([
    ["report", "reported"],
    ["withdraw", "opposed"],
  ] as const)(
    "%s: of one network twenty accounts count, and the next one hears that nothing was stored",
    async (act, done) => {
      for (const others of [caller(), caller(), caller()]) await ask({ ranges: others });
      const [ranges, outcomes] = [caller(), [] as string[]];
      for (let account = 1; account <= 21; account++) {
        await db.sql`truncate people_tally`;
        outcomes.push((await ask({ act, ranges, profile: String(account) })).outcome);
      }
      expect(outcomes).toEqual([...Array<string>(20).fill(done), "said-enough"]);
      expect(await db.sql`select count(*)::int from report`).toEqual([{ count: 3 + 20 }]);
    },
  );

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

  test("so many a day from the ranges around a network, and from everybody; the next day again", async () => {
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
    for (const table of ["report", "scope_report"])
      expect(await db.sql`select 1 from ${db.sql(table)}`).toEqual([]);
    expect((await changes()).map(({ reports }) => reports).sort()).toEqual([
      ...Array(4).fill("made"),
      ...Array(4).fill("withdrawn"),
    ]);
  });

  test("of a folder in another script", async () => {
    const folder = `/${encodeURIComponent("报".repeat(60))}/`;
    const broken = [1, 2].map((no) => `https://b.zz${folder}${no}`);
    await samplePage(db, wiki.id, 9, broken, 3_590);
    await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590`;
    const request = { act: "report", wiki: wiki.name, url: broken[0] ?? "", scope: `b.zz${folder}` } as const;
    const given = { ...request, domain: false, replacement: null, ranges: caller() };
    expect(await ask(z.parse(PeopleRequest, given))).toEqual({ outcome: "reported", urls: 2 });
    expect(await db.sql`select host, path from scope_report`).toEqual([{ host: "b.zz", path: folder }]);
    // As long as one may be, all is different in each: nothing that an index could make shorter.
    const long = `/${randomBytes(1_500).toString("base64url").slice(0, 1_994)}`;
    await samplePage(db, wiki.id, 9, [`https://b.zz${long}`], 3_590);
    await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590`;
    const longest = { ...given, url: `https://b.zz${long}`, scope: `b.zz${long}`, ranges: caller() };
    expect(await ask(z.parse(PeopleRequest, longest))).toEqual({ outcome: "reported", urls: 1 });
    await samplePage(db, wiki.id, 9, [], 3_590);
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
