import { beforeEach, describe, expect, test } from "vitest";
import { listSaid, removeSaid } from "../../db/people/contributions.ts";
import { normalised, samplePage } from "../../db/testing/sample.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { addDays } from "../../shared/calendar/day.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import { scopeOf } from "../../shared/url/report-scope.ts";
import { GONE, openPeople, TODAY, url } from "./testing/people.ts";

const { db, wiki, known, passDays, expire, ask, propose, log, answer } = await openPeople();

type Ranges = PeopleRequest["ranges"];
/** One after the other, as far as anybody is counted each on a day of its own. */
async function each(networks: readonly Ranges[], request: Partial<PeopleRequest>): Promise<string[]> {
  const outcomes: string[] = [];
  for (const ranges of networks) {
    await db.sql`truncate people_tally`;
    outcomes.push((await ask({ ...request, ranges })).outcome);
  }
  return outcomes;
}
const notes = async () =>
  (await db.sql<{ host: string; path: string }[]>`select host, path from domain_note order by 1, 2`).map(
    ({ host, path }) => host + path,
  );
/** With all that maintenance does on it. */
async function day(days: number): Promise<void> {
  passDays(days);
  await expire(addDays(TODAY, days));
}
/** The latest entries of the log, oldest first. */
const latest = async (count: number) =>
  (await log()).entries
    .slice(0, count)
    .map(({ act, text, by }) => [act, text?.target, by].join(" "))
    .toReversed();

describe("what was withdrawn stays withdrawn when maintenance weighs again (H1, H5)", () => {
  /** More than one report of a scope names. */
  const LINKS = Array.from({ length: 120 }, (_, no) => `https://target.zz/${no}`);
  const SCOPE = { url: LINKS[0] ?? "", scope: "target.zz" } as const;

  beforeEach(async () => {
    await samplePage(db, wiki.id, 5, LINKS, 3_590);
    await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590 where path ~ '^/[0-9]+$'`;
  });

  test("by who reported, of all links that the reports named", async () => {
    const [me = [], other = []] = await known(2);
    for (const at of [0, 50, 100]) await each([me], { ...SCOPE, url: LINKS[at] ?? "" });
    await each([other], { ...SCOPE, url: LINKS[0] ?? "" });
    const reports = async () => [
      ...(await db.sql`select count(*)::int, count(distinct reporter)::int as of from report where not against`),
    ];
    expect(await reports()).toEqual([{ count: 170, of: 2 }]);
    expect(await each([me], { ...SCOPE, act: "withdraw" })).toEqual(["withdrawn"]);
    expect(await reports()).toEqual([{ count: 50, of: 1 }]);
  });

  test.each(["*.b.zz", "b.zz"])("by an operator, of %s", async (scope) => {
    await each(await known(3), { scope });
    expect(await notes()).toEqual([scope]);
    expect(await removeSaid(db, { kind: "scope", scope: scopeOf(scope, "") }, TODAY)).toBe(true);
    await day(0);
    expect([await notes(), (await answer(url("1"))).verdict]).toEqual([[], "unreachable"]);
    expect(await latest(1)).toEqual([`remove ${scope} operator`]);
  });

  test.each<[string, Partial<PeopleRequest>]>([
    ["an administrator", { profile: "9", administrator: true }],
    ["as many readers as it takes", {}],
  ])("by %s", async (_, withdrawal) => {
    const readers = await known(5);
    for (const at of [0, 50, 100]) await each(readers, { ...SCOPE, url: LINKS[at] ?? "" });
    expect(await notes()).toEqual(["target.zz"]);
    const others = withdrawal.administrator ? [[]] : await known(5);
    const outcomes = await each(others, { ...SCOPE, ...withdrawal, act: "withdraw" });
    expect(outcomes.at(-1)).toBe("withdrawn");
    await day(0);
    expect(await notes()).toEqual([]);
  });
});

test("what is softened is so for six months from the last word on, whatever often maintenance weighs it (H3)", async () => {
  const networks = await known(3);
  await each(networks, { domain: true });
  for (const days of [1, 10, 29]) await day(days);
  // Nor does it begin again by what is said to the contrary.
  await each([[{ policy: "address", key: "203.0.113.7" }]], { act: "withdraw", domain: true });
  await each([[{ policy: "address", key: "203.0.113.8" }]], { act: "withdraw" });
  expect(await db.sql`select first, last from domain_note`).toEqual([{ first: TODAY, last: TODAY }]);
  await each(networks.slice(0, 1), { domain: true });
  expect(await db.sql`select first, last from domain_note`).toEqual([{ first: TODAY, last: TODAY + 29 }]);
  await day(29 + 183);
  expect(await notes()).toEqual(["b.zz"]);
  await day(29 + 184);
  expect(await notes()).toEqual([]);
});

describe("a host softened by what is forgotten (H3)", () => {
  const LATER = 59;
  const FRESH = url("fresh");
  const remove = (of: string) => removeSaid(db, { kind: "url", url: normalised(of) }, addDays(TODAY, LATER));

  beforeEach(async () => {
    await each(await known(3), { domain: true });
    for (const days of [0, 30, LATER]) await day(days);
    await db.sql`truncate people_tally`;
    await samplePage(db, wiki.id, 9, [FRESH], 3_590);
    await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590 where path = '/fresh'`;
  });

  test.each<[string, () => Promise<unknown>, unknown, string[]]>([
    ["an operator removes what nobody said", () => remove(FRESH), false, []],
    [
      "an operator removes a suggestion",
      async () => {
        await propose("https://new.yy/", { url: FRESH });
        return remove(FRESH);
      },
      true,
      [`remove ${FRESH} operator`],
    ],
    [
      "an operator removes somebody's words",
      async () => {
        await each([[{ policy: "address", key: "203.0.113.9" }]], { url: FRESH });
        const [latest] = await listSaid(db, { host: "b.zz", limit: 1 });
        const reporter = latest?.reporters[0] ?? "";
        return removeSaid(db, { kind: "reporter", reporter }, addDays(TODAY, LATER));
      },
      true,
      ["remove b.zz operator"],
    ],
    [
      "an administrator withdraws one report",
      async () => {
        await ask({ url: FRESH });
        return ask({ act: "withdraw", url: FRESH, profile: "1", administrator: true });
      },
      { outcome: "withdrawn" },
      [`withdraw ${FRESH} administrator`],
    ],
  ])("stays so when %s", async (_, act, outcome, logged) => {
    expect(await act()).toEqual(outcome);
    expect([await notes(), (await answer(url("1"))).verdict]).toEqual([["b.zz"], "doubtful"]);
    if (logged.length > 0) expect(await latest(1)).toEqual(logged);
  });
});

test("what an operator takes back of the reports by which a host is softened ends that, and the log says so (H5)", async () => {
  for (const [at, ranges] of (await known(3)).entries()) await each([ranges], { url: url(String(at + 1)) });
  expect(await notes()).toEqual(["b.zz"]);
  expect(await removeSaid(db, { kind: "url", url: normalised(url("2")) }, TODAY)).toBe(true);
  expect(await notes()).toEqual([]);
  expect(await latest(2)).toEqual(["unsoften b.zz operator", `remove ${url("2")} operator`]);
});
