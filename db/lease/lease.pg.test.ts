import { and, eq, type SQL, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { recheck, slice } from "../schema/index.ts";
import { freshDatabase } from "../testing/fresh.ts";
import type { UrlId } from "../types.ts";
import { FREED, fenced, granted, isFree, Leases, secondsLeft } from "./lease.ts";

const slices = new Leases(slice, { slice: slice.no });
const rechecks = new Leases(recheck, { id: recheck.urlId });

let db: Database;
beforeAll(async () => {
  db = await freshDatabase({ max: 3 });
});
beforeEach(async () => {
  await db.orm.delete(slice);
  await db.orm.insert(slice).values([{ no: 1 }, { no: 2 }]);
});

interface Held {
  readonly slice: number;
  readonly token: number;
}
const claim = (holder: string, no: number, seconds = 100) =>
  db.orm
    .update(slice)
    .set(fenced(holder, seconds))
    .where(and(eq(slice.no, no), isFree(slice)))
    .returning({ slice: slice.no, token: slice.token });
const wait = (where: SQL | undefined) => db.orm.update(slice).set({ leaseUntil: sql`now()` }).where(where);

describe("a lease with a fencing token", () => {
  test("is one holder's at a time, and each has a greater token", async () => {
    const [first] = await claim("a", 1);
    expect(await claim("b", 1)).toEqual([]);
    const [left] = await db.orm
      .select({ seconds: secondsLeft(slice) })
      .from(slice)
      .where(eq(slice.no, 1));
    expect(left?.seconds).toBeGreaterThan(90);
    await wait(eq(slice.no, 1));
    const [second] = await claim("b", 1);
    expect(second?.token).toBeGreaterThan(first?.token ?? 0);
  });

  test("is renewed, locked and given back by its holder only", async () => {
    const mine = [...(await claim("a", 1)), ...(await claim("a", 2))];
    const [one, two] = mine;
    await wait(eq(slice.no, 1));
    const [taken] = await claim("b", 1);
    expect(await slices.renew(db.orm, mine, 200)).toEqual([two]);
    expect(await slices.lock(db.orm, mine)).toEqual([two]);
    expect(await slices.release(db.orm, mine)).toEqual([two]);
    expect(
      await db.orm
        .select()
        .from(slice)
        .where(slices.isHeldBy(one ?? { slice: 0, token: 0 })),
    ).toEqual([]);
    expect(await slices.lock(db.orm, [taken ?? { slice: 0, token: 0 }])).toEqual([taken]);
    // What was given back is nobody's, also not his who knows the last token.
    expect(await slices.renew(db.orm, mine, 200)).toEqual([]);
    expect(await slices.renew(db.orm, [], 200)).toEqual([]);
  });

  test("waits for another's row before it locks a later one, in whatever order rows lie on the disk", async () => {
    const [two, one] = [...(await claim("a", 2)), ...(await claim("a", 1))];
    let renewing: Promise<unknown> = Promise.resolve();
    await db.transaction(async ({ orm, sql }) => {
      await orm.select().from(slice).where(eq(slice.no, 1)).for("update");
      renewing = slices.renew(db.orm, [two, one] as [Held, Held], 200);
      await expect
        .poll(async () => (await db.sql`select 1 from pg_locks where not granted`).length)
        .toBeGreaterThan(0);
      // Each would wait for the other otherwise.
      expect(await sql`select no from slice where no = 2 for update nowait`).toHaveLength(1);
    });
    expect(await renewing).toHaveLength(2);
  });

  test("that is locked is not taken before the transaction ends", async () => {
    const mine = await claim("a", 1);
    const order: string[] = [];
    let taking: Promise<unknown> = Promise.resolve();
    await db.transaction(async ({ orm }) => {
      await slices.lock(orm, mine);
      taking = slices.endOf(db.orm, ["a"]).then(() => order.push("ended"));
      await expect
        .poll(async () => (await db.sql`select 1 from pg_locks where not granted`).length)
        .toBeGreaterThan(0);
      order.push("stored");
    });
    await taking;
    expect(order).toEqual(["stored", "ended"]);
  });

  test("of a holder that died ends before its time", async () => {
    await claim("dead", 1);
    await claim("alive", 2);
    expect((await slices.holders(db.orm)).sort()).toEqual(["alive", "dead"]);
    await slices.endOf(db.orm, ["dead"], true);
    const [row] = await db.orm.select().from(slice).where(eq(slice.no, 1));
    expect(row).toMatchObject({ holder: "dead", leaseUntil: 0 });
    expect(await slices.holders(db.orm)).toEqual(["alive"]);
    await slices.endOf(db.orm, ["alive"]);
    const rows = await db.orm.select({ holder: slice.holder }).from(slice).orderBy(slice.no);
    expect(rows).toEqual([{ holder: "dead" }, { holder: null }]);
  });
});

test("a lease without a token is proved by the holder's name", async () => {
  const id = 7 as UrlId;
  await db.orm.insert(recheck).values({ urlId: id, due: asDay(1), ...granted("a", 100) });
  const other = { id, holder: "b" };
  const own = { id, holder: "a" };
  expect(await rechecks.renew(db.orm, [other, own], 100)).toEqual([own]);
  await db.orm.update(recheck).set(FREED);
  expect(await rechecks.renew(db.orm, [own], 100)).toEqual([]);
});
