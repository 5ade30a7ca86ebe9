import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, EPOCH, fencedLeaseColumns, instant, int8, urlId } from "./columns.ts";

/** The archives that archivists ask (A4), a row each. The archivist that holds its lease asks that archive, which so sees one connection of all of us. */
export const archiveService = pgTable("archive_service", {
  type: text().primaryKey(),
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
    due: day("due"),
  },
  (table) => [
    primaryKey({ columns: [table.urlId, table.type] }),
    index("archive_visit_due").on(table.type, table.due, table.urlId),
  ],
);
