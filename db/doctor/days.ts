import { type AnyColumn, getTableName, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import {
  archive,
  archiveSave,
  change,
  domainNote,
  event,
  feedPass,
  host,
  hostTrait,
  knownNetwork,
  move,
  nonWikitextPage,
  organisation,
  organisationDomain,
  organisationSharer,
  organisationWork,
  page,
  peopleTally,
  registry,
  relaunch,
  relaunchScan,
  removedReplacement,
  replacement,
  report,
  scopeReport,
  slice,
  spamUse,
  surveyDay,
  touchIntake,
  touchQueue,
  urlNote,
  wikiSite,
} from "../schema/index.ts";
import { type Extent, heapRanges } from "./ranges.ts";

interface Dated {
  readonly table: PgTable;
  readonly columns: readonly PgColumn[];
  /** What a day that has not come becomes: `never`, where the thing is then learnt again, or done; `gone`: its row goes. */
  readonly becomes: "today" | "never" | "gone";
}

const dated = (table: PgTable, columns: readonly PgColumn[], becomes: Dated["becomes"] = "today"): Dated => ({
  table,
  columns,
  becomes,
});

/** Columns with days on which something was seen, said or done (M3 to M11, H, A), beside those of `url`; plans may lie ahead. */
export const DATED: readonly Dated[] = [
  dated(page, [page.touched, page.asked, page.linksRead]),
  dated(nonWikitextPage, [nonWikitextPage.day]),
  dated(touchQueue, [touchQueue.day]),
  dated(touchIntake, [touchIntake.day]),
  dated(feedPass, [feedPass.oldestTouch], "never"),
  dated(host, [host.outageDay, host.robotsDay, host.siteDay, host.upDay], "never"),
  dated(hostTrait, [hostTrait.first, hostTrait.last]),
  dated(domainNote, [domainNote.first, domainNote.last]),
  dated(urlNote, [urlNote.first, urlNote.last]),
  dated(report, [report.day]),
  dated(report, [report.since]),
  dated(scopeReport, [scopeReport.day]),
  dated(scopeReport, [scopeReport.since]),
  dated(knownNetwork, [knownNetwork.since, knownNetwork.day]),
  dated(peopleTally, [peopleTally.day]),
  dated(replacement, [replacement.proposed, replacement.checked, replacement.seen]),
  dated(removedReplacement, [
    removedReplacement.removed,
    removedReplacement.checked,
    removedReplacement.seen,
  ]),
  dated(archive, [archive.found, archive.visited]),
  dated(archive, [archive.proposed]),
  dated(archiveSave, [archiveSave.asked]),
  dated(move, [move.first, move.last, move.checked]),
  dated(spamUse, [spamUse.first, spamUse.last]),
  dated(slice, [slice.swept, slice.passBegan], "never"),
  dated(wikiSite, [wikiSite.readDay]),
  dated(change, [change.day]),
  dated(event, [event.day]),
  dated(surveyDay, [surveyDay.day], "gone"),
  dated(organisation, [organisation.found]),
  dated(organisation, [organisation.checked], "never"),
  dated(organisationDomain, [organisationDomain.decided, organisationDomain.looked], "never"),
  dated(organisationSharer, [organisationSharer.seen]),
  dated(organisationWork, [organisationWork.day], "never"),
  dated(registry, [registry.day], "never"),
  dated(relaunch, [relaunch.from, relaunch.to, relaunch.found]),
  dated(relaunchScan, [relaunchScan.day]),
];

/** Rows of a table with days after today. */
export interface FutureRows {
  readonly table: string;
  readonly rows: number;
  /** The latest day. */
  readonly latest: number;
  readonly repaired: number;
}

const isAhead = (columns: readonly AnyColumn[], today: Day): SQL | undefined =>
  or(...columns.map((column) => sql`${column} > ${today}`));

/** Counts them and, with `repair`, sets them, range by range. */
export async function futureRows(
  db: Database,
  { table, columns, becomes }: Dated,
  today: Day,
  { repair, ...extent }: Extent & { readonly repair: boolean },
): Promise<FutureRows> {
  const found = { rows: 0, latest: 0, repaired: 0 };
  const greatest =
    columns.length === 1 ? sql`${columns[0]}` : sql`greatest(${sql.join([...columns], sql`, `)})`;
  const set = Object.fromEntries(
    columns.map((column) => [
      keyOf(table, column),
      becomes === "today"
        ? sql`least(${column}, ${today})`
        : sql`case when ${column} > ${today} then -1 else ${column} end`,
    ]),
  );
  for (const range of await heapRanges(db, table, extent)) {
    const where = sql`${range} and (${isAhead(columns, today)})`;
    const [row] = await db.orm
      .select({ rows: sql<number>`count(*)::float8`, latest: sql<number>`coalesce(max(${greatest}), 0)` })
      .from(sql`${table}`)
      .where(where);
    if (row === undefined || row.rows === 0) continue;
    found.rows += row.rows;
    found.latest = Math.max(found.latest, row.latest);
    if (!repair) continue;
    const repaired =
      becomes === "gone" ? db.orm.delete(table).where(where) : db.orm.update(table).set(set).where(where);
    found.repaired += (await repaired).count;
  }
  return { table: getTableName(table), ...found };
}

/** The name that a column has in the schema's own words. */
function keyOf(table: PgTable, column: PgColumn): string {
  const [key = ""] = Object.entries(table).find(([, value]) => value === column) ?? [];
  return key;
}
