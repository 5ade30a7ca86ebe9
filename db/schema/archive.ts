import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { day, EPOCH, fencedLeaseColumns, instant, int8, urlId, urlKey } from "./columns.ts";

/**
 * The archives that archivists ask, and those of which pages or people name versions (A4), a row each. The archivist that holds its lease
 * asks that archive, which so sees one connection of all of us.
 */
export const archiveService = pgTable("archive_service", {
  type: text().primaryKey(),
  /** By the configuration; else only the versions that pages or people name are looked after. */
  asked: boolean().notNull().default(true),
  /** URLs up to this one were put on the list of visits. */
  enlisted: urlId("enlisted")
    .notNull()
    .default(0 as never),
  /** Visits that came to a result. */
  visits: int8("visits").notNull().default(0),
  /** When the last one did. */
  answeredAt: instant("answered_at").notNull().default(EPOCH),
  /** Failures in a row, and until when it is left alone for that (a circuit breaker), or because it asks for it. */
  failures: integer().notNull().default(0),
  restUntil: instant("rest_until").notNull().default(EPOCH),
  /** Since when it fails, and how. */
  failedSince: instant("failed_since"),
  error: text().notNull().default(""),
  ...fencedLeaseColumns(),
});

/** When which archive is asked about which URL: soon after it began to fail, and each quarter (A3). No column of `url`, as results are HOT. */
export const archiveVisit = pgTable(
  "archive_visit",
  {
    urlId: urlId().notNull(),
    type: text().notNull(),
    /** From `IDLE_DAY` on (db/archives/visits.ts): only while the archive has nothing else to do. */
    due: day("due"),
    /** For how many days it was put off last, as the archive had no answer about this URL that could be used; null: it had. */
    waited: smallint(),
  },
  (table) => [
    primaryKey({ columns: [table.urlId, table.type] }),
    index("archive_visit_due").on(table.type, table.due, table.urlId),
  ],
);

/** Links of pages that are versions of another URL (A4): into an archive, with a date and the URL in their address. */
export const archiveLink = pgTable(
  "archive_link",
  {
    urlId: urlId().primaryKey(),
    type: text().notNull(),
    /** Hash of what the URL inside is to archives (`resourceKey`). */
    resource: urlKey("resource").notNull(),
  },
  (table) => [index("archive_link_resource").on(table.resource)],
);

/** Up to which URL such links were looked for: one row. */
export const archiveLinkCursor = pgTable("archive_link_cursor", {
  one: boolean().primaryKey().default(true),
  urlId: urlId()
    .notNull()
    .default(0 as never),
  /** By which rules addresses were read (`LINK_RULES`). */
  rules: integer().notNull().default(0),
});

/** URLs that an archive was asked to save, each of them once: what came of it stays as long as the URL. */
export const archiveSave = pgTable(
  "archive_save",
  {
    urlId: urlId().primaryKey(),
    /** The last time. */
    asked: day("asked"),
    tries: integer().notNull().default(1),
    /** By which the archive knows its work; "": it has none, or is done with it. */
    job: text().notNull().default(""),
    /** "saved", or why it cannot be; "": it may be tried again, or is under way. */
    result: text().notNull().default(""),
  },
  (table) => [
    index("archive_save_asked").on(table.asked),
    index("archive_save_job").on(table.urlId).where(sql`${table.job} <> ''`),
  ],
);
