import { describe, expect, test } from "vitest";
import { weighAgain } from "../../db/people/weigh-again.ts";
import { asComponent } from "../../db/testing/fresh.ts";
import { resultOf, samplePage } from "../../db/testing/sample.ts";
import type { SliceLease } from "../../db/types.ts";
import { recordResults } from "../../db/urls/results.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { readSlice } from "../../db/work/slices.ts";
import { addDays, asDay } from "../../shared/calendar/day.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import { GONE, openPeople, TODAY, URLS, url } from "./testing/people.ts";

const people = await openPeople();
const { db, wiki, caller, known, passDays, ask, idOf, answer, changes } = people;
const maintainer = await asComponent(db, "maintain");

type Ranges = PeopleRequest["ranges"];
const verdict = async (of: string) => (await answer(of)).verdict;
/** Later on the same day, as far as anybody is counted. */
const later = () => db.sql`truncate people_tally`;
const each = async (networks: readonly Ranges[], request: Partial<PeopleRequest>) => {
  const outcomes: string[] = [];
  for (const ranges of networks) {
    await later();
    outcomes.push((await ask({ ...request, ranges })).outcome);
  }
  return outcomes;
};
const notes = async () =>
  (await db.sql<{ host: string; path: string }[]>`select host, path from domain_note order by 1, 2`).map(
    ({ host, path }) => host + path,
  );
/** More links of a wiki, all gone for weeks. */
async function broken(urls: readonly string[], pageid = 9): Promise<void> {
  await samplePage(db, wiki.id, pageid, urls, 3_590);
  await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590 where history = ''`;
}

describe("half of a host's URLs (H3)", () => {
  test("by enough known networks make it presumably reachable, and readers see that", async () => {
    const [one = [], two = [], three = []] = await known(3);
    await ask({ url: url("1"), ranges: one });
    await ask({ url: url("2"), ranges: two });
    expect(await verdict(url("3"))).toBe("unreachable");
    await ask({ url: url("1"), ranges: three });
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
  });

  test("at once by many: published once", async () => {
    const networks = await known(4);
    await Promise.all(URLS.map((of, at) => ask({ url: of, ranges: networks[at] as Ranges })));
    expect(await notes()).toEqual(["b.zz"]);
    expect((await changes()).filter(({ news }) => news.includes("host-notes"))).toHaveLength(4);
  });

  test.each<[string, (networks: Ranges[]) => [string, Ranges][]]>([
    ["two networks", ([a = [], b = []]) => [...URLS.map((of): [string, Ranges] => [of, a]), [url("1"), b]]],
    ["three networks about a quarter", (all) => all.map((one) => [url("1"), one])],
  ])("are not %s", async (_, said) => {
    for (const [of, ranges] of said(await known(3))) await each([ranges], { url: of });
    expect(await notes()).toEqual([]);
  });

  test("the addresses of one /16, whatever they are, are one voice", async () => {
    const near = (at: number): Ranges => [
      { policy: "address", key: `198.51.${at}.1` },
      { policy: "site", key: `198.51.${at}.0/24` },
      { policy: "provider", key: "198.51.0.0/16" },
    ];
    for (let at = 0; at < 9; at++) await each([near(at)], { url: URLS[at % 4] ?? "" });
    passDays(8);
    await weighAgain(maintainer, addDays(TODAY, 8));
    expect(await notes()).toEqual([]);
  });

  test("a line with IPv4 and IPv6 is one voice", async () => {
    const line = (no: number): Ranges[] => [
      [{ policy: "address", key: `203.0.${no}.7` }],
      [{ policy: "address", key: `2001:db8:${no}::/64` }],
    ];
    await each([...line(1), ...line(2)], { domain: true });
    passDays(7);
    await weighAgain(maintainer, addDays(TODAY, 7));
    expect(await notes()).toEqual([]);
    await each(await known(1), { domain: true });
    expect(await notes()).toEqual(["b.zz"]);
  });

  test("new networks weigh nothing for a week, and all after it: without another word", async () => {
    await each([caller(), caller(), caller()], { domain: true });
    expect(await notes()).toEqual([]);
    for (const [days, found] of [
      [1, []],
      [6, []],
      [7, ["b.zz"]],
    ] as const) {
      await weighAgain(maintainer, addDays(TODAY, days));
      expect(await notes()).toEqual(found);
    }
    expect(await verdict(url("4"))).toBe("doubtful");
  });

  test("a network of last month is known by its name of then, and not twice", async () => {
    const networks = await known(2);
    const again = networks[0] ?? [];
    await each(networks, { domain: true });
    // Its key is another one on day 3,630; TODAY is the first of its month.
    passDays(29);
    await each([again], { url: url("1") });
    passDays(31);
    expect(await ask({ domain: true, ranges: again })).toMatchObject({ outcome: "reported" });
    expect(await db.sql`select distinct since from scope_report where day = ${TODAY + 31}`).toEqual([
      { since: TODAY + 24 },
    ]);
    await weighAgain(maintainer, addDays(TODAY, 31));
    expect(await notes()).toEqual([]);
  });

  test("stays for six months, whatever good checks clear, and is taken back with what it hangs on", async () => {
    const [one = [], two = [], three = []] = await known(3);
    await each([one, two, three], { domain: true });
    expect(await notes()).toEqual(["b.zz"]);
    const LEASE: SliceLease = { slice: 0, token: 1, began: asDay(3_595), swept: -1, kind: "pass" };
    const due = (await readSlice(db, LEASE, TODAY)).urls.filter(({ url: of }) => URLS.includes(of));
    await recordResults(
      db,
      null,
      due.map((of) => resultOf(of, TODAY, 200, { clearsReports: true })),
    );
    expect(await db.sql`select 1 from report`).toEqual([]);
    await weighAgain(maintainer, addDays(TODAY, 20));
    expect(await notes()).toEqual(["b.zz"]);
    expect(await each([one], { act: "withdraw", domain: true })).toEqual(["withdrawn"]);
    expect(await notes()).toEqual([]);
  });
});

describe("a scope (H1, H3)", () => {
  const PART = ["https://b.zz/news/1", "https://b.zz/news/2"];
  test.each<[string, string, string[], string[]]>([
    ["a folder", "b.zz/news/", PART, [url("1"), "https://www.b.zz/"]],
    ["a pattern", "b.zz/n*s/", PART, [url("1")]],
    ["a host", "b.zz", [...PART, url("1")], ["https://www.b.zz/"]],
    ["a domain", "*.b.zz", [...PART, url("1"), "https://www.b.zz/"], []],
  ])("%s is reported and softened as such", async (_, scope, within, beyond) => {
    await broken(PART);
    const networks = await known(4);
    const [first = [], ...rest] = networks;
    await each([first, ...rest.slice(0, 1)], { url: PART[0] ?? "", scope });
    expect(await verdict(PART[1] ?? "")).toBe("unreachable");
    await db.sql`truncate change`;
    await each(rest.slice(1), { url: PART[0] ?? "", scope });
    expect(await notes()).toEqual([scope]);
    for (const of of within) expect([of, await verdict(of)]).toEqual([of, "doubtful"]);
    for (const of of beyond) expect([of, await verdict(of)]).toEqual([of, "unreachable"]);
    const published = (await changes()).filter(({ news }) => news.includes("host-notes"));
    expect(published.map(({ of }) => of).sort()).toEqual(expect.arrayContaining([...within].sort()));
    expect(published.every(({ of }) => !beyond.includes(of))).toBe(true);
    // What followers hear of a check that comes now is softened, too.
    await db.sql`update domain_note set last = 3000`;
    await people.expire(addDays(TODAY, 184));
    expect(await verdict(PART[1] ?? "")).toBe("unreachable");
  });

  test.each(["c.zz", "*.zz", "b.zz/other/", "*", "b*.zz"])(
    "%s is refused for a link to b.zz",
    async (scope) => {
      expect(await ask({ scope })).toEqual({ outcome: "other-scope" });
      expect(await db.sql`select 1 from report`).toEqual([]);
    },
  );

  test("of a large host is softened by those who name all of it, and counts no millions", async () => {
    await db.sql`
      insert into url (id, key, host_id, port, touched, scheme, path)
      select 100000 + n, gen_random_uuid(), (select host_id from url where path = '/1' limit 1), 0, 3590, 1, '/many/' || n
      from generate_series(1, 12000) as n`;
    const networks = await known(8);
    await each(networks.slice(0, 7), { domain: true });
    expect(await notes()).toEqual([]);
    await each(networks.slice(7), { domain: true });
    expect(await notes()).toEqual(["b.zz"]);
    expect(await verdict(url("3"))).toBe("doubtful");
    // Its links are published in the order of their paths; what has no room in one transaction waits for the maintainer.
    expect(await db.sql`select kind, gone from host_change`).toEqual([
      { kind: "reported-working", gone: false },
    ]);
    await db.sql`delete from url where id > 100000`;
    await db.sql`truncate host_change`;
  });

  test("two that cover a URL: it stays softened until both are gone", async () => {
    const networks = await known(3);
    await each(networks, { domain: true });
    await each(networks, { scope: "*.b.zz" });
    expect(await notes()).toEqual(["*.b.zz", "b.zz"]);
    await db.sql`truncate change`;
    await each(networks, { act: "withdraw", scope: "*.b.zz" });
    expect(await notes()).toEqual(["b.zz"]);
    expect(await verdict(url("1"))).toBe("doubtful");
    const gone = (await changes()).filter(({ news }) => news.includes("host-notes"));
    expect(gone.filter(({ of }) => URLS.includes(of)).every(({ news }) => !news.includes("verdict"))).toBe(
      true,
    );
    expect(gone.find(({ of }) => of === "https://www.b.zz/")?.news).toContain("verdict");
  });
});

describe("withdrawing (H1, H5)", () => {
  test("an own report goes at once; one of others when as much is said against it", async () => {
    const [one = [], two = [], three = [], four = []] = await known(4);
    await each([one, two], { url: url("1") });
    expect(await each([three], { act: "withdraw" })).toEqual(["opposed"]);
    expect((await answer(url("1"))).reports).toBe(2);
    // Once more it is the same word.
    expect(await each([three], { act: "withdraw" })).toEqual(["opposed"]);
    expect((await answer(url("1"))).reports).toBe(2);
    expect(await each([four], { act: "withdraw" })).toEqual(["withdrawn"]);
    expect((await answer(url("1"))).reports).toBe(0);
    expect(await db.sql`select 1 from report`).toEqual([]);
    expect(await each([one], { url: url("1") })).toEqual(["reported"]);
    expect(await each([one], { act: "withdraw" })).toEqual(["withdrawn"]);
    expect(await each([one], { act: "withdraw" })).toEqual(["nothing"]);
  });

  test("a new network withdraws a new one's report, and no known one's before a week is over", async () => {
    const [old = []] = await known(1);
    await each([caller()], { url: url("1") });
    await each([old], { url: url("2") });
    const newcomers = [caller(), caller(), caller()];
    expect(await each(newcomers.slice(0, 1), { act: "withdraw", url: url("1") })).toEqual(["withdrawn"]);
    expect(await each(newcomers.slice(0, 1), { act: "withdraw", url: url("2") })).toEqual(["opposed"]);
    await weighAgain(maintainer, addDays(TODAY, 6));
    expect((await answer(url("2"))).reports).toBe(1);
    await weighAgain(maintainer, addDays(TODAY, 7));
    expect((await answer(url("2"))).reports).toBe(0);
  });

  test("one word takes back nothing of what many said of a host, and as many words all of it", async () => {
    const networks = await known(7);
    await each(networks.slice(0, 3), { domain: true });
    expect(await each(networks.slice(3, 4), { act: "withdraw", domain: true })).toEqual(["opposed"]);
    expect(await notes()).toEqual(["b.zz"]);
    for (const of of URLS) expect((await answer(of)).reports).toBe(3);
    expect(await each(networks.slice(4, 6), { act: "withdraw", domain: true })).toEqual([
      "opposed",
      "withdrawn",
    ]);
    expect(await notes()).toEqual([]);
    for (const of of URLS) expect((await answer(of)).reports).toBe(0);
    for (const table of ["report", "scope_report"])
      expect(await db.sql`select 1 from ${db.sql(table)} where not against`).toEqual([]);
  });

  test("after a month, when nobody knows any more who reported, it takes what softening takes", async () => {
    await each(await known(3), { domain: true });
    passDays(40);
    await people.expire(addDays(TODAY, 40));
    expect(await notes()).toEqual(["b.zz"]);
    const others = await known(3);
    expect(await each(others, { act: "withdraw", domain: true })).toEqual([
      "withdrawn",
      "opposed",
      "withdrawn",
    ]);
    expect(await notes()).toEqual([]);
    expect(await idOf(url("1"))).toBeGreaterThan(0);
  });
});
