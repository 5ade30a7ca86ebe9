import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { asDay } from "../shared/calendar/day.ts";
import { batch } from "./batch.ts";
import { codeOf } from "./errors.ts";
import { farm, hostChange, report, url, worker } from "./schema/index.ts";
import { arrayOf, isAnyOf, names } from "./statement.ts";
import { freshDatabase } from "./testing/fresh.ts";
import type { UrlId } from "./types.ts";

const prepared = sql<string>`statement`;

describe("Drizzle", () => {
  test("prepares statements whose text does not depend on how many values they have", async () => {
    const db = await freshDatabase({ max: 1 });
    for (const codes of [[0], [0, 1], [0, 1, 2]])
      await db.orm.select({ name: farm.name }).from(farm).where(isAnyOf(farm.code, codes));
    const insert = (count: number) =>
      db.orm
        .insert(farm)
        .values(Array.from({ length: count }, (_, code) => ({ code, name: `f${code}` })))
        .onConflictDoNothing();
    await insert(2);
    await insert(100);
    const kept = await db.orm.select({ statement: prepared }).from(sql`pg_prepared_statements`);
    const texts = kept.map(({ statement }) => statement).filter((text) => text.includes('"farm"'));
    expect(texts.map((text) => text.slice(0, 6)).sort()).toEqual(["insert", "select"]);
    expect(texts.find((text) => text.startsWith("insert"))?.match(/\$/g)).toHaveLength(4);
  });

  test("rejects with what PostgreSQL says, without the statement and its parameters", async () => {
    const db = await freshDatabase({ max: 1 });
    const twice = db.orm.insert(farm).values({ code: 0, name: "again" });
    const error = await twice.catch((failed: unknown) => failed);
    expect(codeOf(error)).toBe("23505");
    expect(String(error)).not.toContain("insert into");
  });

  test("is bound to the transaction", async () => {
    const db = await freshDatabase({ max: 2 });
    const failed = db.transaction(async ({ orm }) => {
      await orm.insert(worker).values({ name: "w", role: "sweep" });
      throw new Error("not so");
    });
    await expect(failed).rejects.toThrow("not so");
    expect(await db.orm.$count(worker)).toBe(0);
    await db.transaction(async ({ orm }) => {
      await orm.insert(worker).values({ name: "w", role: "sweep" });
      expect(await db.orm.$count(worker)).toBe(0);
      expect(await orm.$count(worker)).toBe(1);
    });
    expect(await db.orm.$count(worker)).toBe(1);
  });

  test("reads and writes instants as milliseconds and JSON as it is", async () => {
    const db = await freshDatabase({ max: 1 });
    const info = { rate: 1.5, names: ["a"] };
    await db.orm.insert(worker).values({ name: "w", role: "sweep", seenAt: 1_700_000_000_123, info });
    const [row] = await db.orm.select().from(worker).where(eq(worker.name, "w"));
    expect(row).toMatchObject({ seenAt: 1_700_000_000_123, info });
  });
});

describe("a batch", () => {
  test("is a source of typed rows for the builder and for templates", async () => {
    const { orm } = await freshDatabase({ max: 1 });
    const reporter = "00000000-0000-0000-0000-00000000000a";
    const rows = [1, 2, 3].map((id) => ({
      urlId: id as UrlId,
      day: asDay(id * 10),
      network: id === 2 ? reporter : null,
    }));
    const given = batch("given", { urlId: report.urlId, day: report.day, network: report.network }, rows);
    await orm.execute(sql`
      insert into ${report} (${names(report.urlId, report.day, report.network, report.reporter)})
      select ${given.urlId}, ${given.day}, ${given.network}, ${reporter}::uuid from ${given.rows}`);
    const later = batch("given", { urlId: report.urlId, day: report.day }, [
      { urlId: 2 as UrlId, day: asDay(21) },
    ]);
    const updated = await orm
      .update(report)
      .set({ day: later.day })
      .from(later.rows)
      .where(eq(report.urlId, later.urlId))
      .returning({ id: report.urlId, day: later.day });
    expect(updated).toEqual([{ id: 2, day: 21 }]);
    const stored = orm.select({ id: report.urlId, day: report.day, network: report.network }).from(report);
    expect(await stored.orderBy(report.urlId)).toEqual([
      { id: 1, day: 10, network: null },
      { id: 2, day: 21, network: reporter },
      { id: 3, day: 30, network: null },
    ]);
  });

  test("carries bytes, booleans, nulls, and nothing", async () => {
    const { orm } = await freshDatabase({ max: 1 });
    const bytes = [new Uint8Array([1, 2, 255]), new Uint8Array()];
    const given = batch(
      "given",
      { history: url.history },
      bytes.map((history) => ({ history })),
    );
    const rows = await orm.select({ history: given.history }).from(given.rows);
    expect(rows.map(({ history }) => [...history])).toEqual([[1, 2, 255], []]);
    const traits = batch("given", { gone: hostChange.gone }, [
      { gone: true },
      { gone: null },
      { gone: false },
    ]);
    expect(await orm.select({ gone: traits.gone }).from(traits.rows)).toEqual([
      { gone: true },
      { gone: null },
      { gone: false },
    ]);
    const none = await orm
      .select({ value: sql`cardinality(${arrayOf(url.id, [])})` })
      .from(sql`(values (1)) as one`);
    expect(none).toEqual([{ value: 0 }]);
  });
});
