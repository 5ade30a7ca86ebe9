import { beforeEach, describe, expect, test } from "vitest";
import { weighAgain } from "../../db/people/weigh-again.ts";
import { samplePage } from "../../db/testing/sample.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { addDays } from "../../shared/calendar/day.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import { GONE, openPeople, TODAY } from "./testing/people.ts";

const { db, wiki, known, passDays, expire, ask, answer } = await openPeople();

/** 10,000 addresses in some /16s, spread over their /24s; of each /16 the first `asked` act: what follows is refused as the last of them is. */
const PROFILES = 10_000;
type Ranges = PeopleRequest["ranges"];
const profile = (provider: string, no: number): Ranges => {
  const site = `${provider}.${no % 256}`;
  return [
    { policy: "address", key: `${site}.${1 + Math.floor(no / 256)}` },
    { policy: "site", key: `${site}.0/24` },
    { policy: "provider", key: `${provider}.0.0/16` },
  ];
};
const providers = (count: number) => Array.from({ length: count }, (_, no) => `100.${no}`);

const LINKS = Array.from({ length: 60 }, (_, no) => `https://target.zz/${no}`);
const link = (no: number) => LINKS[no % LINKS.length] ?? "";

/** What came of it, counted. */
async function attack(
  from: readonly string[],
  asked: number,
  request: Partial<PeopleRequest>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const each = PROFILES / from.length;
  for (let no = 0; no < asked; no++)
    for (const provider of from) {
      // Spread over all of the provider's profiles.
      const at = Math.floor((no * each) / asked);
      const { outcome } = await ask({ url: link(no), ...request, ranges: profile(provider, at) });
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  return outcomes;
}
const notes = async () =>
  (await db.sql<{ host: string }[]>`select host from domain_note`).map(({ host }) => host);
const count = async (table: string) => {
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int from ${db.sql(table)}`;
  return row?.count ?? -1;
};
const verdict = async () => (await answer(link(0))).verdict;
const SCOPE = { domain: true, act: "report" } as const;
/** A day on which nobody acted yet, with all that maintenance does. */
async function day(days: number): Promise<void> {
  passDays(days);
  await db.sql`truncate people_tally`;
  await expire(addDays(TODAY, days));
}

beforeEach(async () => {
  await samplePage(db, wiki.id, 5, LINKS, 3_590);
  await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590 where path ~ '^/[0-9]+$'`;
});

describe("10,000 profiles (H5)", () => {
  test("of one /16: 300 URLs a day, and no verdict ever", async () => {
    // 50 URLs a report.
    expect(await attack(["100.1"], 8, SCOPE)).toEqual({ reported: 6, "too-many": 2 });
    expect(await count("report")).toBe(300);
    for (const days of [1, 8]) {
      await day(days);
      await attack(["100.1"], 8, SCOPE);
      expect(await notes()).toEqual([]);
    }
    expect(await verdict()).toBe("unreachable");
  });

  test("of two /16s: a fifth of the day, and no verdict ever", async () => {
    expect(await attack(providers(2), 8, SCOPE)).toEqual({ reported: 12, "too-many": 4 });
    expect(await ask({})).toEqual({ outcome: "reported", urls: 1 });
    await day(8);
    await attack(providers(2), 8, SCOPE);
    expect(await notes()).toEqual([]);
    // One network that is known and says the same makes the third.
    const [reader = []] = await known(1);
    await ask({ url: link(0), ...SCOPE, ranges: reader });
    expect(await notes()).toEqual(["target.zz"]);
  });

  test("of 50 /16s that nobody knew: half of the day, and no verdict on that day nor in the week", async () => {
    const readers = await known(3);
    expect(await attack(providers(50), 1, SCOPE)).toEqual({ reported: 30, "too-many": 20 });
    for (const days of [0, 1]) {
      if (days > 0) await day(days);
      expect(await ask({ url: link(0), ranges: readers[days] ?? [] })).toMatchObject({ outcome: "reported" });
    }
    await weighAgain(db, TODAY);
    expect([await notes(), await verdict()]).toEqual([[], "unreachable"]);
  });

  test("the same a week later: what they named is softened, until as many withdraw it, or an operator", async () => {
    await attack(providers(50), 1, { ...SCOPE, url: link(0) });
    await day(8);
    expect([await notes(), await verdict()]).toEqual([["target.zz"], "doubtful"]);
    // 30 of them were heard in time; nothing else moved.
    expect(await db.sql`select count(distinct network)::int from scope_report`).toEqual([{ count: 30 }]);
    expect((await answer("https://b.zz/1")).verdict).toBe("unreachable");
    // Ten known /16s use up the reports of a day, and no other act of it.
    expect(await attack(providers(12), 6, SCOPE)).toEqual({ reported: 60, "too-many": 12 });
    const [reader = []] = await known(1);
    await db.sql`truncate people_tally`;
    expect(await ask({ url: link(0), act: "withdraw", ranges: reader })).toEqual({ outcome: "opposed" });
    await day(8 + 183 + 1);
    expect([await notes(), await verdict()]).toEqual([[], "unreachable"]);
  });

  test("new ones take back no report of known networks; known ones what as many said", async () => {
    const [one = [], two = []] = await known(2);
    await ask({ url: link(0), ranges: one });
    await ask({ url: link(0), ranges: two });
    const withdrawal = { act: "withdraw", url: link(0) } as const;
    expect(await attack(providers(20), 2, withdrawal)).toEqual({ opposed: 40 });
    expect((await answer(link(0))).reports).toBe(2);
    // A week later 20 networks weigh more than two.
    await day(8);
    expect((await answer(link(0))).reports).toBe(0);
  });

  test("plant one replacement for a URL, which nobody sees before it was seen working twice", async () => {
    const outcomes = await attack(providers(10), 3, {
      act: "propose",
      url: link(0),
      replacement: "https://evil.yy/",
    });
    expect(outcomes).toEqual({ proposed: 1, "has-replacement": 29 });
    expect([await count("replacement"), (await answer(link(0))).replacement]).toEqual([1, null]);
    await day(15);
    expect((await answer(link(0))).replacement).toBe(null);
  });
});

test("nothing personal is kept but keyed hashes, and none for longer than 30 days", async () => {
  await ask({ url: link(0), ranges: profile("100.1", 7) });
  await ask({ url: link(1), ...SCOPE, ranges: profile("100.2", 7) });
  await ask({ url: link(0), act: "withdraw", ranges: profile("100.3", 7) });
  await ask({ url: link(1), act: "withdraw", ranges: profile("100.4", 7) });
  await ask({ url: link(2), act: "propose", replacement: "https://new.yy/", ranges: profile("100.5", 7) });
  await db.sql`
    insert into archive (url_id, type, address, found, proposed, proposer)
    select id, 'old', 'https://archive.yy/1', 3600, 3600, gen_random_uuid() from url where path = '/3' limit 1`;
  const columns = await db.sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid' and column_name <> 'key' order by 1, 2`;
  // All that could be a pseudonym: a new column has to be forgotten, too.
  expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual([
    "archive.proposer",
    "known_network.name",
    "people_tally.scope",
    "replacement.proposer",
    "report.network",
    "report.reporter",
    "scope_report.network",
    "scope_report.reporter",
  ]);
  const kept = async () => {
    const found: string[] = [];
    for (const { table, column } of columns) {
      const rows = await db.sql`select 1 from ${db.sql(table)} where ${db.sql(column)} is not null`;
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  };
  expect(await kept()).toHaveLength(columns.length);
  const rows = await db.sql`select * from report, scope_report, known_network, people_tally`;
  expect(JSON.stringify(rows)).not.toMatch(/100\.\d/);
  passDays(29);
  await expire(addDays(TODAY, 29));
  expect(await kept()).toHaveLength(columns.length);
  const before = await count("report");
  await expire(addDays(TODAY, 30));
  // Tallies go after a day (crawler/maintain).
  expect(await kept()).toEqual(["people_tally.scope"]);
  expect(await count("report")).toBe(before);
});
