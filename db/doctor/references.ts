import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";
import {
  archive,
  archiveLink,
  archiveSave,
  archiveVisit,
  askedCheck,
  host,
  hostChange,
  move,
  moveHost,
  page,
  pageLink,
  recheck,
  removedReplacement,
  replacement,
  report,
  spamUse,
  url,
  verdictChangeDue,
  wiki,
} from "../schema/index.ts";
import { type Extent, heapRanges } from "./ranges.ts";

interface Reference {
  readonly table: PgTable;
  /** For operators: what it refers to. */
  readonly to: string;
  readonly exists: SQL;
}

const ofUrl = (table: PgTable & { readonly urlId: PgColumn }): Reference => ({
  table,
  to: "url",
  exists: sql`exists (select 1 from ${url} where ${url.id} = ${table.urlId})`,
});
const ofHost = (table: PgTable & { readonly hostId: PgColumn }): Reference => ({
  table,
  to: "host",
  exists: sql`exists (select 1 from ${host} where ${host.id} = ${table.hostId})`,
});
const ofPage = (table: PgTable & { readonly wikiId: PgColumn; readonly pageid: PgColumn }): Reference => ({
  table,
  to: "page",
  exists: sql`exists (select 1 from ${page} where ${page.wikiId} = ${table.wikiId} and ${page.pageid} = ${table.pageid})`,
});

/** What no foreign key holds, as URLs come and go by the million. */
export const REFERENCES: readonly Reference[] = [
  ...[archive, archiveLink, archiveSave, archiveVisit, askedCheck].map(ofUrl),
  ...[move, recheck, removedReplacement, replacement, report, verdictChangeDue].map(ofUrl),
  ofHost(hostChange),
  ofHost(moveHost),
  ofPage(pageLink),
  ofPage(spamUse),
  {
    table: page,
    to: "wiki",
    exists: sql`exists (select 1 from ${wiki} where ${wiki.id} = ${page.wikiId})`,
  },
];

export interface Dangling {
  readonly table: string;
  readonly to: string;
  readonly rows: number;
  readonly repaired: number;
}

/** Counts rows that refer to nothing and, with `repair`, deletes them, range by range. */
export async function danglingRows(
  db: Database,
  { table, to, exists }: Reference,
  { repair, ...extent }: Extent & { readonly repair: boolean },
): Promise<Dangling> {
  const found = { rows: 0, repaired: 0 };
  for (const range of await heapRanges(db, table, extent)) {
    const where = sql`${range} and not ${exists}`;
    const [row] = await db.orm
      .select({ rows: sql<number>`count(*)::float8` })
      .from(sql`${table}`)
      .where(where);
    if (row === undefined || row.rows === 0) continue;
    found.rows += row.rows;
    if (repair) found.repaired += (await db.orm.delete(table).where(where)).count;
  }
  return { table: getTableName(table), to, ...found };
}
