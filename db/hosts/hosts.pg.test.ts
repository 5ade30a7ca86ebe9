import { beforeEach, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { Status } from "../../shared/status/table.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { HostId } from "../types.ts";
import { readHosts } from "./read.ts";
import { recordHosts } from "./record.ts";

let db: Database;
beforeEach(async () => {
  db = await freshDatabase();
});

describe("hosts", () => {
  test("keep what was learnt, and a domain's traits hold below it (M9)", async () => {
    const wiki = await sampleWiki(db);
    await samplePage(
      db,
      wiki,
      1,
      [
        "https://host.org/",
        "https://a.b.host.org/",
        "https://other.org/",
        "https://github.io/",
        "https://stranger.github.io/",
      ],
      1,
    );
    const ids = new Map(
      (await db.sql<{ id: HostId; name: string }[]>`select id, name from host`).map(({ id, name }) => [
        name,
        id,
      ]),
    );
    const id = (name: string) => ids.get(name) ?? (0 as HostId);
    const outage = { rule: "gateway", scope: "https:0", status: 39 as Status, http: 502 } as const;
    await recordHosts(db, [
      {
        id: id("host.org"),
        day: asDay(50),
        seen: ["http-needed", "get-needed"],
        outage: { ...outage, count: 2 },
      },
      { id: id("github.io"), day: asDay(50), seen: ["http-needed"] },
      {
        id: id("a.b.host.org"),
        day: asDay(50),
        paceMs: 5_000,
        retryAtMs: 1_800_000_000_000,
        robots: "User-agent: *",
      },
    ]);
    // What another worker saw on that day adds up, unless the host answered in between, or it is another outage.
    const counted: unknown[] = [];
    for (const more of [
      {},
      { begins: true },
      { http: 504 },
      { scope: "http:0" },
      { rule: "no-answer" },
    ] as const) {
      await recordHosts(db, [
        { id: id("host.org"), day: asDay(50), outage: { ...outage, ...more, count: 1 } },
      ]);
      counted.push((await readHosts(db, [id("host.org")])).get(id("host.org"))?.outage?.count);
    }
    expect(counted).toEqual([3, 1, 2, 1, 1]);
    await recordHosts(db, [
      {
        id: id("host.org"),
        day: asDay(60),
        seen: ["http-needed"],
        gone: [{ trait: "get-needed", last: asDay(50) }],
      },
      { id: id("a.b.host.org"), day: asDay(60), outage: null, retryAtMs: null },
    ]);
    const hosts = await readHosts(db, [...ids.values()]);
    const span = { trait: "http-needed", first: 50, last: 60 };
    expect(hosts.get(id("host.org"))).toMatchObject({
      traits: [span],
      inherited: [],
      outage: { rule: "no-answer", scope: "https:0", day: 50, status: 39, http: 502, count: 1 },
      paceMs: 0,
    });
    expect(hosts.get(id("a.b.host.org"))).toMatchObject({
      traits: [],
      inherited: [span],
      outage: null,
      paceMs: 5_000,
      retryAtMs: null,
      robots: { day: 50, text: "User-agent: *" },
    });
    expect(hosts.get(id("other.org"))).toMatchObject({ traits: [], inherited: [], robots: null });
    // One who registers a name below a public suffix has nothing to do with the others there.
    expect(hosts.get(id("stranger.github.io"))).toMatchObject({ traits: [], inherited: [] });
  });

  test("days without an answer are remembered by scope, for a month, until it answers (C5)", async () => {
    await samplePage(db, await sampleWiki(db), 5, ["https://silent.org/"], 1);
    const [row] = await db.sql<{ id: HostId }[]>`select id from host where name = 'silent.org'`;
    const id = row?.id ?? (0 as HostId);
    const storedAfter = async (day: number, watched: Record<string, boolean>) => {
      await recordHosts(db, [{ id, day: asDay(day), watched }]);
      return (await readHosts(db, [id])).get(id)?.watched;
    };
    expect(await storedAfter(50, { "http:81": true, "ftp:0": true })).toEqual({
      "http:81": [50],
      "ftp:0": [50],
    });
    expect(await storedAfter(50, { "http:81": true })).toEqual({ "http:81": [50], "ftp:0": [50] });
    expect(await storedAfter(51, { "http:81": true, "http:0": false })).toEqual({
      "http:81": [50, 51],
      "ftp:0": [50],
    });
    expect(await storedAfter(52, { "ftp:0": false })).toEqual({ "http:81": [50, 51] });
    expect(await storedAfter(80, { "http:82": true })).toEqual({ "http:81": [51], "http:82": [80] });
  });

  test("four writers learn different things of the same hosts: none waits crosswise", async () => {
    await samplePage(
      db,
      await sampleWiki(db),
      3,
      Array.from({ length: 50 }, (_, n) => `https://busy${n}.org/`),
      1,
    );
    const hosts = await db.sql<{ id: HostId }[]>`select id from host where name like 'busy%' order by id`;
    let attempts = 0;
    for (let round = 0; round < 4; round++) {
      await db.sql`delete from host_trait where host_id = any(${hosts.map(({ id }) => id)}::int[])`;
      await Promise.all(
        (["get-needed", "https-needed", "server-error", "http-needed"] as const).map((trait) =>
          db.transaction((tx) => {
            attempts += 1;
            return recordHosts(
              tx,
              hosts.map(({ id }) => ({ id, day: asDay(50), seen: [trait], paceMs: 5_000 })),
            );
          }),
        ),
      );
    }
    // A transaction that PostgreSQL ends because of a deadlock is begun again.
    expect(attempts).toBe(16);
    const [{ count } = { count: 0 }] = await db.sql<{ count: number }[]>`
      select count(*)::int from host_trait where host_id = any(${hosts.map(({ id }) => id)}::int[])`;
    expect(count).toBe(200);
  });

  test("a trait that others saw since it was read is not deleted, and keeps its first day (M9)", async () => {
    await samplePage(db, await sampleWiki(db), 4, ["https://seen.org/"], 1);
    const [row] = await db.sql<{ id: HostId }[]>`select id from host where name = 'seen.org'`;
    const id = row?.id ?? (0 as HostId);
    const at = (day: number) => ({ id, day: asDay(day) });
    await recordHosts(db, [{ ...at(20), seen: ["https-needed"] }]);
    await recordHosts(db, [{ ...at(50), seen: ["https-needed"] }]);
    await recordHosts(db, [{ ...at(50), gone: [{ trait: "https-needed", last: asDay(20) }] }]);
    expect((await readHosts(db, [id])).get(id)?.traits).toEqual([
      { trait: "https-needed", first: 20, last: 50 },
    ]);
    await recordHosts(db, [{ ...at(70), gone: [{ trait: "https-needed", last: asDay(50) }] }]);
    expect((await readHosts(db, [id])).get(id)?.traits).toEqual([]);
  });
});
