import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, asc, count, gt, lte, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";
import { analyze, setLocal } from "../statement.ts";
import type { WikiId } from "../types.ts";
import { catalogName, createIndex, createPartition, createTable, dropTables, stagingOf } from "./tables.ts";

/**
 * Takes rows of a dump into its staging table by COPY, in the text format and in the order of the columns (`useColumns`). All of
 * them or none. By the driver itself, as Drizzle knows no COPY.
 */
export async function copyBulk(
  db: Database,
  wiki: WikiId,
  kind: "page" | "use",
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const table = catalogName(stagingOf(wiki)[kind]);
  let begun = false;
  await db.transaction(async ({ sql }) => {
    if (begun) throw new Error("what was handed over for COPY cannot be read twice");
    begun = true;
    const copy = sql`copy ${sql(table)} from stdin`;
    const target = await copy.writable();
    // The driver rejects the statement, which is settled since it began, and leaves the stream waiting for ever.
    const refused = Promise.withResolvers<never>();
    refused.promise.catch(() => {});
    Object.assign(copy, { reject: refused.reject });
    await Promise.race([pipeline(Readable.from(pieces, { highWaterMark: 1 }), target), refused.promise]);
  });
}

/** A value of COPY's text format. */
export function copyText(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (each) => ESCAPES[each] ?? each) : text;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** So many partitions are enough for the largest wiki, and few enough for COPY to fill at once. */
const PARTS_MAX = 100;
/** Uses of so many pages are sorted at a time, within memory. */
const PAGES_PER_PART = 50_000;

/** Once all pages are there: makes the partitions for their uses. Answers the last page of each. */
export async function divideBulk(db: Database, wiki: WikiId): Promise<number[]> {
  const { page, use, partition } = stagingOf(wiki);
  return db.transaction(async ({ orm }) => {
    await createIndex(orm, page.pageid, { unique: true });
    await analyze(orm, page);
    const pages = await orm.$count(page);
    const parts = Math.min(PARTS_MAX, Math.max(1, Math.ceil(pages / PAGES_PER_PART)));
    const divided = orm
      .select({
        pageid: page.pageid,
        part: sql<number>`ntile(${parts}::int) over (order by ${page.pageid})`.as("part"),
      })
      .from(page)
      .as("divided");
    const bounds = await orm
      .select({ upto: sql<number>`max(${divided.pageid})` })
      .from(divided)
      .groupBy(divided.part)
      .orderBy(divided.part);
    let from: number | null = null;
    for (const [at, { upto }] of bounds.entries()) {
      const to = at === bounds.length - 1 ? null : upto + 1;
      await createPartition(orm, partition(at), use, [from, to]);
      from = to;
    }
    return bounds.map(({ upto }) => upto);
  });
}

interface BulkRange {
  /** Which partition. */
  readonly part: number;
  /** Pages beyond this one, */
  readonly after: number;
  /** up to this one. */
  readonly upto: number;
}

/** Puts the uses of a partition into the order of pages. Answers the last page of each batch of `batch` pages and uses. */
export async function arrangeBulk(
  db: Database,
  wiki: WikiId,
  range: BulkRange,
  batch: number,
): Promise<number[]> {
  const { page, part: sorted, partition } = stagingOf(wiki);
  const { after, upto } = range;
  const uses = partition(range.part);
  return db.transaction(async ({ orm }) => {
    await dropTables(orm, sorted);
    await setLocal(orm, { work_mem: "128MB" });
    const inOrder = orm.select().from(uses).where(gt(uses.pageid, after)).orderBy(uses.pageid, uses.no);
    await createTable(orm, sorted, { kind: "unlogged", as: inOrder });
    await createIndex(orm, sorted.pageid);
    await analyze(orm, sorted);
    const each = unionAll(
      orm
        .select({ pageid: page.pageid })
        .from(page)
        .where(and(gt(page.pageid, after), lte(page.pageid, upto))),
      orm.select({ pageid: sorted.pageid }).from(sorted),
    ).as("each");
    const counted = orm
      .select({ pageid: each.pageid, rows: count().as("rows") })
      .from(each)
      .groupBy(each.pageid)
      .as("counted");
    const summed = orm
      .select({
        pageid: counted.pageid,
        batch: sql`floor(sum(${counted.rows}) over (order by ${counted.pageid}) / ${batch}::int)`.as("batch"),
      })
      .from(counted)
      .as("summed");
    const bounds = await orm
      .select({ upto: sql<number>`max(${summed.pageid})` })
      .from(summed)
      .groupBy(summed.batch)
      .orderBy(summed.batch);
    return bounds.map((bound) => bound.upto);
  });
}

/** The first `limit` pages of a dump, by their ids. */
export function sampleBulk({ orm }: Database, wiki: WikiId, limit: number) {
  const { page } = stagingOf(wiki);
  return orm
    .select({ pageid: page.pageid, title: page.title })
    .from(page)
    .orderBy(asc(page.pageid))
    .limit(limit);
}
