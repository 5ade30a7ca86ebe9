import { bigint, boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { fencedLeaseColumns, instant, int8, NOW, xid8 } from "./columns.ts";
import { ofWiki } from "./wiki.ts";

const count = (name: string) => int8(name).notNull().default(0);

/** How far each wiki was published at each edge, and in the table of events (D2). */
export const dispatchClient = pgTable(
  "dispatch_client",
  {
    wikiId: ofWiki(),
    positionXid: xid8("position_xid").notNull().default("0"),
    positionId: count("position_id"),
    /** All pages are to be written again, as changes before the position were never published. */
    needsExport: boolean("needs_export").notNull().default(true),
    dispatchedAt: instant("dispatched_at"),
    /** When it was made: nobody waits for it since before that. Null: before this was kept. */
    since: instant("since").default(NOW),
    ...fencedLeaseColumns(),
    /** Counts the requests for an export: one that comes during an export begins it again. */
    exportWanted: count("export_wanted"),
    /** All pages up to this one are written by the export under way; null: none is. */
    exportAfter: int8("export_after"),
    /** Under which number its dispatcher writes at the edge; grows when one takes over from another that may still write. */
    fence: count("fence"),
    /** An edge by its EDGE_NAME, or FEED_TARGET. */
    target: text().notNull(),
    /** The wiki's profile at the edge is not the one that its configuration makes now. */
    profileDue: boolean("profile_due").notNull().default(true),
    /** Of what the profile is made, and which version of the program wrote the one at the edge. */
    profileWanted: text("profile_wanted").notNull().default(""),
    profileVersion: text("profile_version").notNull().default(""),
    /** The export under way, or the last one. */
    exportDone: count("export_done"),
    exportTotal: count("export_total"),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.target] })],
);

/** Hashes of what was last written to an edge under a key, so that the same is not written again; rows live some days. */
export const publishedValue = pgTable(
  "published_value",
  {
    target: text().notNull(),
    key: text().notNull(),
    hash: bigint({ mode: "bigint" }).notNull(),
    at: instant("at").notNull().default(NOW),
  },
  (table) => [primaryKey({ columns: [table.target, table.key] })],
);

/** What dispatchers did, by the hour (since 1970) and edge. */
export const dispatchHour = pgTable(
  "dispatch_hour",
  {
    hour: integer().notNull(),
    target: text().notNull(),
    batches: count("batches"),
    /** Changes times pages that they concern, and what was made of them. */
    concerned: count("concerned"),
    written: count("written"),
    removed: count("removed"),
    /** Of these, by full exports. */
    exported: count("exported"),
  },
  (table) => [primaryKey({ columns: [table.hour, table.target] })],
);
