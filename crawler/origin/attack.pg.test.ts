import pMap from "p-map";
import { beforeEach, describe, expect, test } from "vitest";
import { checkLog } from "../../db/people/log.ts";
import { samplePage } from "../../db/testing/sample.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { addDays } from "../../shared/calendar/day.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import { GONE, openPeople, TODAY } from "./testing/people.ts";

const { db, wiki, known, passDays, expire, ask, undo, lock, log, answer } = await openPeople();

/** Each is an address of its own, and those of a /16 are spread over its /24s. */
const PROFILES = 1_000;
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
/** Of a report of it, 50 URLs are named. */
const SCOPE = { domain: true, act: "report" } as const;

/** What comes of it, counted, when each profile acts once: in turns until a bound is reached, and then many at once. */
async function attack(
  from: readonly string[],
  profiles: number,
  request: Partial<PeopleRequest> = SCOPE,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const act = async (no: number) => {
    const ranges = profile(from[no % from.length] ?? "", Math.floor(no / from.length));
    const { outcome } = await ask({ url: link(no), ...request, ranges });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  let no = 0;
  while (no < profiles && outcomes["too-many"] === undefined) await act(no++);
  // As in the next minutes: it is not their pace that stops the others.
  await db.sql`update people_tally set last = 'epoch'`;
  const others = Array.from({ length: profiles - no }, (_, at) => no + at);
  await pMap(others, act, { concurrency: 8 });
  return outcomes;
}
const notes = async () =>
  (await db.sql<{ host: string }[]>`select host from domain_note`).map(({ host }) => host);
const count = async (table: string) => {
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int from ${db.sql(table)}`;
  return row?.count ?? -1;
};
const verdict = async () => (await answer(link(0))).verdict;
/** What maintenance logged, oldest first. */
const logOfMaintenance = async () =>
  (await log()).entries
    .filter(({ by }) => by === "maintenance")
    .map(({ act, scope, text, wiki }) => [act, scope, text?.target, wiki])
    .toReversed();
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

describe("many addresses (H5)", () => {
  test("1,000 of five /16s that nobody knew: half of a day, no verdict for a week, and then one domain", async () => {
    const readers = await known(3);
    expect(await attack(providers(5), PROFILES)).toEqual({ reported: 30, "too-many": 970 });
    expect([await count("report"), await count("scope_report")]).toEqual([1_500, 30]);
    // Half of the day is left for those who were known.
    for (const days of [0, 1, 6]) {
      if (days > 0) await day(days);
      expect(await ask({ url: link(0), ranges: readers.pop() ?? [] })).toMatchObject({
        outcome: "reported",
      });
      expect([await notes(), await verdict()]).toEqual([[], "unreachable"]);
    }
    await day(7);
    expect([await notes(), await verdict()]).toEqual([["target.zz"], "doubtful"]);
    expect((await answer("https://b.zz/1")).verdict).toBe("unreachable");
    // One word does not take it back: those of five networks, an operator or six months do.
    const withdrawal = { ...SCOPE, url: link(0), act: "withdraw" } as const;
    const outcomes = [];
    for (const ranges of await known(5)) outcomes.push((await ask({ ...withdrawal, ranges })).outcome);
    expect(outcomes).toEqual(["opposed", "opposed", "opposed", "opposed", "withdrawn"]);
    expect([await notes(), await verdict()]).toEqual([[], "unreachable"]);
  });

  test("of 50 /16s that nobody knew: no more of the day than of five, and 30 voices after a week", async () => {
    expect(await attack(providers(50), 100)).toEqual({ reported: 30, "too-many": 70 });
    await day(6);
    expect([await notes(), await verdict()]).toEqual([[], "unreachable"]);
    await day(7);
    expect([await notes(), await verdict()]).toEqual([["target.zz"], "doubtful"]);
    expect(await logOfMaintenance()).toEqual([["soften", "host", "target.zz", null]]);
    await day(7 + 183 + 1);
    expect([await notes(), await verdict()]).toEqual([[], "unreachable"]);
    expect((await logOfMaintenance()).slice(1)).toEqual([["unsoften", "host", "target.zz", null]]);
  });

  test("one network of yesterday that names half of a domain, beside three known ones: nothing for a week", async () => {
    const readers = await known(3);
    passDays(-1);
    const newcomer = profile("100.9", 0);
    await ask({ url: link(0), ranges: newcomer });
    passDays(0);
    const say = async (no: number, ranges: Ranges) => {
      await db.sql`truncate people_tally`;
      expect(await ask({ url: link(no), ranges })).toMatchObject({ outcome: "reported" });
    };
    for (const ranges of readers) for (let no = 0; no < 10; no++) await say(no, ranges);
    for (let no = 10; no < 40; no++) await say(no, newcomer);
    expect([await notes(), await verdict()]).toEqual([[], "unreachable"]);
    await day(5);
    expect(await notes()).toEqual([]);
    await day(6);
    expect(await notes()).toEqual(["target.zz"]);
  });

  test("of one /16: 300 URLs a day, and no verdict ever", async () => {
    // Each of its /24s.
    expect(await attack(["100.1"], 256)).toEqual({ reported: 6, "too-many": 250 });
    expect(await count("report")).toBe(300);
    for (const days of [1, 8]) {
      await day(days);
      await attack(["100.1"], 16);
      expect(await notes()).toEqual([]);
    }
    expect(await verdict()).toBe("unreachable");
  });

  test("of two /16s: a fifth of the day, and no verdict ever", async () => {
    expect(await attack(providers(2), 512)).toEqual({ reported: 12, "too-many": 500 });
    expect(await count("report")).toBe(600);
    expect(await ask({})).toEqual({ outcome: "reported", urls: 1 });
    await day(8);
    await attack(providers(2), 16);
    expect(await notes()).toEqual([]);
    // One network that is known and says the same makes the third.
    const [reader = []] = await known(1);
    await ask({ url: link(0), ...SCOPE, ranges: reader });
    expect(await notes()).toEqual(["target.zz"]);
  });

  test("of twelve /16s that were known: the reports of a day, and nothing else of it", async () => {
    passDays(-7);
    await attack(providers(12), 72, { act: "withdraw", url: "https://good.yy/" });
    await day(0);
    expect(await attack(providers(12), 72)).toEqual({ reported: 60, "too-many": 12 });
    expect(await ask({})).toEqual({ outcome: "too-many" });
    expect(await ask({ act: "withdraw", url: link(0) })).toEqual({ outcome: "opposed" });
    expect(await ask({ act: "propose", replacement: "https://new.yy/" })).toEqual({ outcome: "proposed" });
  });

  test("that nobody knew take back no report of known networks, and in a week what as many said", async () => {
    const [one = [], two = []] = await known(2);
    for (const ranges of [one, two]) await ask({ url: link(0), ranges });
    const withdrawal = { act: "withdraw", url: link(0) } as const;
    expect(await attack(providers(20), 40, withdrawal)).toEqual({ opposed: 40 });
    const opposed = (await log()).entries.filter(({ act }) => act === "oppose");
    expect(new Set(opposed.map(({ text, by }) => `${text?.target} ${by}`))).toEqual(
      new Set([`${link(0)} reader`]),
    );
    expect(opposed).toHaveLength(40);
    await day(6);
    expect([(await answer(link(0))).reports, await logOfMaintenance()]).toEqual([2, []]);
    await day(7);
    expect([(await answer(link(0))).reports, await logOfMaintenance()]).toEqual([
      0,
      [["withdraw", "url", link(0), null]],
    ]);
    // Nothing is left to remove.
    await day(7);
    expect(await logOfMaintenance()).toHaveLength(1);
    expect(await checkLog(db)).toMatchObject({ kind: "valid" });
  });

  test("plant one replacement for a URL, which nobody sees before crawlers saw it work", async () => {
    const planting = { act: "propose", url: link(0), replacement: "https://evil.yy/" } as const;
    expect(await attack(providers(10), 30, planting)).toEqual({ proposed: 1, "has-replacement": 29 });
    expect([await count("replacement"), (await answer(link(0))).replacement]).toEqual([1, null]);
    await day(15);
    expect((await answer(link(0))).replacement).toBe(null);
  });

  test("of two /16s: 600 removals of suggestions a day, each in the log, where others undo them", async () => {
    await db.sql`
      insert into replacement (url_id, url, proposed, checked)
      select id, 'https://new.yy' || path, 3590, 3595 from url where path ~ '^/[0-9]+$' and host_id =
        (select id from host where name = 'target.zz')`;
    const removal = { act: "remove", replacement: null } as const;
    expect(await attack(providers(2), 640, removal)).toEqual({ removed: 60, nothing: 540, "too-many": 40 });
    const { entries } = await log();
    expect([entries.length, new Set(entries.map(({ act }) => act))]).toEqual([60, new Set(["remove"])]);
    const undone = await pMap(entries, ({ no }) => undo(no), { concurrency: 4 });
    expect(new Set(undone.map(({ outcome }) => outcome))).toEqual(new Set(["proposed"]));
    expect(await count("replacement")).toBe(60);
    for (const of of LINKS.slice(0, 3)) expect((await answer(of)).replacement).toMatch(/^https:\/\/new\.yy/);
  });

  test("who undo each other's undos have bounds for that, and an administrator's lock ends it", async () => {
    await ask({ profile: "one" });
    const war = async (from: number, rounds: number) => {
      const outcomes = [];
      for (let no = from; no < from + rounds; no++) {
        await db.sql`update people_tally set last = 'epoch'`;
        outcomes.push((await undo(no, { profile: "one" })).outcome);
      }
      return outcomes;
    };
    expect(await war(1, 4)).toEqual(["withdrawn", "reported", "withdrawn", "reported"]);
    await db.sql`update people_tally set acts = 299 where acts < 10`;
    expect(await war(5, 2)).toEqual(["withdrawn", "reported"]);
    expect(await war(7, 1)).toEqual(["too-many"]);
    await lock({});
    expect((await undo(7)).outcome).toBe("locked");
    expect((await log()).entries.length).toBe(8);
  });
});
