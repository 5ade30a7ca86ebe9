import { beforeEach, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { DueBatch, UrlId } from "../types.ts";
import { handBackRechecks, postponeRechecks, renewRechecks, takeRechecks } from "./rechecks.ts";

let db: Database;
beforeEach(async () => {
  db = await freshDatabase();
});

const first = (batch: DueBatch) => {
  const [due] = batch.urls;
  if (due === undefined) throw new Error("nothing is due");
  return due;
};

describe("the list of rechecks", () => {
  const request = { worker: "w", count: 1, leaseSeconds: 600, today: asDay(10) };
  const takenUrl = async (extra: Partial<typeof request> = {}) =>
    (await takeRechecks(db, { ...request, ...extra })).urls.map(({ url }) => url);
  const threeUrls = async () => {
    await samplePage(db, await sampleWiki(db), 1, ["https://a.org/", "https://b.org/", "https://c.org/"], 1);
    const rows = await db.sql<{ id: UrlId }[]>`select id from url order by path, id`;
    return rows.map(({ id }) => id);
  };

  test("what is handed back comes after all others that are due, whatever its day", async () => {
    const ids = await threeUrls();
    for (const [index, id] of ids.entries()) await postponeRechecks(db, [id], asDay(7 + index));
    const taken = await takeRechecks(db, request);
    const id = first(taken).id;
    expect(id).toBe(ids[0]);
    await handBackRechecks(db, [id], asDay(10));
    expect(await db.sql`select due, holder from recheck where url_id = ${id}`).toEqual([
      { due: 7, holder: null },
    ]);
    const next = await takeRechecks(db, { ...request, count: 2 });
    expect(next.urls.map((due) => due.id)).not.toContain(id);
    expect(first(await takeRechecks(db, request)).id).toBe(id);
  });

  test("of two days the later counts when a host wants to be left alone", async () => {
    const [id] = await threeUrls();
    if (id === undefined) throw new Error("no URL");
    await postponeRechecks(db, [id], asDay(10));
    expect(await takenUrl()).toHaveLength(1);
    await postponeRechecks(db, [id], asDay(12));
    await postponeRechecks(db, [id], asDay(11));
    expect(await takenUrl({ today: asDay(11) })).toEqual([]);
    expect(await takenUrl({ today: asDay(12) })).toHaveLength(1);
  });

  test("a lease is prolonged for its holder alone", async () => {
    const [id] = await threeUrls();
    if (id === undefined) throw new Error("no URL");
    await postponeRechecks(db, [id], asDay(10));
    await takeRechecks(db, { ...request, leaseSeconds: 0 });
    expect([...(await renewRechecks(db, "other", [id], 600))]).toEqual([]);
    expect([...(await renewRechecks(db, "w", [id], 600))]).toEqual([id]);
    expect(await takenUrl()).toEqual([]);
    await db.sql`update recheck set lease_until = 'epoch'`;
    expect(await takenUrl({ worker: "other" })).toHaveLength(1);
    expect([...(await renewRechecks(db, "w", [id], 600))]).toEqual([]);
  });

  test("a URL dated with a day to come is due all the same", async () => {
    const [id] = await threeUrls();
    if (id === undefined) throw new Error("no URL");
    await db.sql`update url set queried = 400`;
    await postponeRechecks(db, [id], asDay(10));
    expect(await takenUrl()).toHaveLength(1);
  });
});
