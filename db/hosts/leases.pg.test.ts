import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { releaseDead } from "../work/dead-workers.ts";
import { heartbeat } from "../work/workers.ts";
import { exchangeHostLeases, expireHostLeases, type GivenBack, type HostLeaseAnswer } from "./leases.ts";

let db: Database;
beforeAll(async () => {
  db = await freshDatabase();
});
beforeEach(async () => {
  await db.sql`truncate host_lease`;
});

const by = (holder: string, wanted: string[], givenBack: GivenBack[] = [], holdSeconds = 60) =>
  exchangeHostLeases(db, { holder, holdSeconds, wanted, givenBack });
const kinds = (answers: HostLeaseAnswer[]) =>
  Object.fromEntries(answers.map((answer) => [answer.key, answer.kind]));

describe("leases of a fleet (C4)", () => {
  test("one holder at a time, who may ask again", async () => {
    expect(kinds(await by("a", ["x", "y"]))).toEqual({ x: "granted", y: "granted" });
    expect(await by("b", ["x", "z"])).toEqual([
      { kind: "refused", key: "x", restMs: 0 },
      { kind: "granted", key: "z", paceMs: null },
    ]);
    expect(kinds(await by("a", ["x"]))).toEqual({ x: "granted" });
  });

  test("the next lease waits for the rest, for every worker", async () => {
    await by("a", ["x", "y"]);
    await by(
      "a",
      [],
      [
        { key: "x", restMs: HOUR_MS },
        { key: "y", restMs: 0 },
      ],
    );
    for (const holder of ["a", "b"]) {
      const [answer] = await by(holder, ["x"]);
      expect(answer).toMatchObject({ kind: "refused" });
      expect(answer?.kind === "refused" && answer.restMs > HOUR_MS / 2 && answer.restMs <= HOUR_MS).toBe(
        true,
      );
    }
    expect(kinds(await by("b", ["y"]))).toEqual({ y: "granted" });
  });

  test("where a worker died, a host rests for as long as it asks for", async () => {
    const robots = "User-agent: Weboid\nDisallow: /a\nCrawl-delay: 20.5";
    const learnt = [
      { key: "h:busy.zz", restMs: 0, paceMs: 40_000 },
      { key: "h:rests.zz", restMs: HOUR_MS },
    ];
    await db.sql`insert into host (name, robots, robots_day) values ('known.zz', ${robots}, 3600)`;
    const keys = ["h:known.zz", "h:plain.zz", "a:192.0.2.1/0", ...learnt.map(({ key }) => key)];
    await by("dead", keys);
    await by("dead", [], learnt);
    await by("dead", keys);
    await heartbeat(db, { name: "dead", role: "crawl", info: {} });
    expect(await releaseDead(db)).toEqual(["dead"]);
    // Against the plain one's second, whatever the time is by now.
    const rests = await db.sql<{ key: string; more: number }[]>`
      select key, round(extract(epoch from ready_at - min(ready_at) over ()), 1)::float8 as more
      from host_lease where holder is null order by key`;
    expect(rests.map(({ key, more }) => [key, more])).toEqual([
      ["a:192.0.2.1/0", 0],
      ["h:busy.zz", 39],
      ["h:known.zz", 19.5],
      ["h:plain.zz", 0],
      ["h:rests.zz", expect.any(Number)],
    ]);
    expect(rests.at(-1)?.more).toBeGreaterThan(3_000);
  });

  test("a shorter rest never ends a longer one", async () => {
    await by("a", ["x"]);
    await by("a", [], [{ key: "x", restMs: HOUR_MS }]);
    await by("b", [], [{ key: "x", restMs: 0 }]);
    expect(kinds(await by("b", ["x"]))).toEqual({ x: "refused" });
  });

  test("what one learnt the next one knows", async () => {
    await by("a", ["x"]);
    await by("a", [], [{ key: "x", restMs: 0, paceMs: 5_000 }]);
    expect(await by("b", ["x"])).toEqual([{ kind: "granted", key: "x", paceMs: 5_000 }]);
    await by("b", [], [{ key: "x", restMs: 0 }]);
    expect(await by("a", ["x"])).toMatchObject([{ paceMs: 5_000 }]);
    await by("a", [], [{ key: "x", restMs: 0, paceMs: 0 }]);
    expect(await by("b", ["x"])).toMatchObject([{ paceMs: 0 }]);
  });

  test("a dead holder's lease runs out, and what it gives back after that changes nothing", async () => {
    await by("dead", ["x"], [], 0.001);
    await expect.poll(async () => kinds(await by("b", ["x"]))).toEqual({ x: "granted" });
    await by("dead", [], [{ key: "x", restMs: 0 }]);
    expect(kinds(await by("c", ["x"]))).toEqual({ x: "refused" });
  });

  test("after a crash of the server, which empties the table, a rest still begins", async () => {
    await by("a", ["x"]);
    await db.sql`truncate host_lease`;
    await by("a", [], [{ key: "x", restMs: HOUR_MS }]);
    expect(kinds(await by("b", ["x"]))).toEqual({ x: "refused" });
  });

  test("crowds neither wait crosswise nor share a lease", async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `h:${index}`);
    const holders = new Map<string, string>();
    const twice: string[] = [];
    const worker = async (name: string, order: string[]) => {
      for (let round = 0; round < 20; round++) {
        const granted = (await by(name, order))
          .filter(({ kind }) => kind === "granted")
          .map(({ key }) => key);
        for (const key of granted) {
          if (holders.has(key)) twice.push(key);
          holders.set(key, name);
        }
        for (const key of granted) holders.delete(key);
        await by(
          name,
          [],
          granted.map((key) => ({ key, restMs: 0 })),
        );
      }
    };
    await Promise.all(
      ["a", "b", "c", "d"].map((name, at) => worker(name, at % 2 ? [...keys].reverse() : keys)),
    );
    expect(twice).toEqual([]);
  });

  test("what ended long ago is deleted, what is held or rests is not", async () => {
    await by("a", ["held", "rests", "past"]);
    await by(
      "a",
      [],
      [
        { key: "rests", restMs: HOUR_MS },
        { key: "past", restMs: 0 },
      ],
    );
    await expireHostLeases(db, 60);
    expect((await db.sql`select key from host_lease`).length).toBe(3);
    await expireHostLeases(db, 0);
    expect((await db.sql`select key from host_lease order by key`).map(({ key }) => key)).toEqual([
      "held",
      "rests",
    ]);
  });
});
