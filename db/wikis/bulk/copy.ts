import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { stagingOf } from "./stages.ts";

/**
 * Takes rows of a dump into its staging table by COPY, in the text format and in the order of the columns: pages with
 * pageid, namespace, title; uses with pageid, no, key, port, scheme, flags, host, path, spam: '', or of a URL that a list
 * blocks `SCOPE LINE`, and then the whole URL as path. All of them or none.
 */
export async function copyBulk(
  db: Database,
  wiki: WikiId,
  kind: "page" | "use",
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const table = stagingOf(wiki)[kind];
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
  const { page, use } = stagingOf(wiki);
  return db.transaction(async ({ sql }) => {
    await sql`create unique index on ${sql(page)} (pageid)`;
    await sql`analyze ${sql(page)}`;
    const [count] = await sql<{ pages: number }[]>`select count(*)::float8 as pages from ${sql(page)}`;
    const pages = count?.pages ?? 0;
    const parts = Math.min(PARTS_MAX, Math.max(1, Math.ceil(pages / PAGES_PER_PART)));
    const bounds = await sql<{ upto: number }[]>`
      select max(pageid) as upto
      from (select pageid, ntile(${parts}::int) over (order by pageid) as part from ${sql(page)}) as divided
      group by part order by part`;
    let from = "minvalue";
    for (const [at, { upto }] of bounds.entries()) {
      const to = at === bounds.length - 1 ? "maxvalue" : String(upto + 1);
      await sql`
        create unlogged table ${sql(`${use}_${at}`)} partition of ${sql(use)}
        for values from (${sql.unsafe(from)}) to (${sql.unsafe(to)})`;
      from = to;
    }
    return bounds.map(({ upto }) => upto);
  });
}

export interface BulkRange {
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
  { part, after, upto }: BulkRange,
  batch: number,
): Promise<number[]> {
  const names = stagingOf(wiki);
  return db.transaction(async ({ sql }) => {
    const [uses, sorted] = [sql(`${names.use}_${part}`), sql(names.part)];
    await sql`drop table if exists ${sorted}`;
    await sql`select set_config('work_mem', '128MB', true)`;
    await sql`create unlogged table ${sorted} as select * from ${uses} where pageid > ${after} order by pageid, no`;
    await sql`create index on ${sorted} (pageid)`;
    await sql`analyze ${sorted}`;
    const bounds = await sql<{ upto: number }[]>`
      select max(pageid) as upto from (
        select pageid, floor(sum(rows) over (order by pageid) / ${batch}::int) as batch from (
          select pageid, count(*) as rows from (
            select pageid from ${sql(names.page)} where pageid > ${after} and pageid <= ${upto}
            union all select pageid from ${sorted}
          ) as both_of group by pageid
        ) as counted
      ) as summed group by batch order by batch`;
    return bounds.map((bound) => bound.upto);
  });
}

/** The first `limit` pages of a dump, by their ids. */
export async function sampleBulk(
  { sql }: Database,
  wiki: WikiId,
  limit: number,
): Promise<{ readonly pageid: number; readonly title: string }[]> {
  const rows = await sql<{ pageid: number; title: string }[]>`
    select pageid, title from ${sql(stagingOf(wiki).page)} order by pageid limit ${limit}`;
  return [...rows];
}
