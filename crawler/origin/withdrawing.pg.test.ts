import { beforeEach, describe, expect, test } from "vitest";
import { removeSaid } from "../../db/people/contributions.ts";
import { samplePage } from "../../db/testing/sample.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { addDays } from "../../shared/calendar/day.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import { scopeOf } from "../../shared/url/report-scope.ts";
import { GONE, openPeople, TODAY, url } from "./testing/people.ts";

const { db, wiki, known, passDays, expire, ask, log, answer } = await openPeople();

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
