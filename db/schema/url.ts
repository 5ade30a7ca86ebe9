import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, day, dayOrNever, dayOrNull, hostId, leaseColumns, urlId, urlKey } from "./columns.ts";

/** Ids of URLs in the order of arrival, drawn under the lock that lets one feeder at a time enter URLs. */
export const urlIdSequence = pgSequence("url_id_seq");

/**
 * The URL watchlist (M4), partitioned by ranges of the id (migration `partitions`), each partition with a primary key and a unique
 * key of its own. No column is null: the row has no null bitmap. Fixed columns first by width, so that nothing is padded.
 */
export const url = pgTable(
  "url",
  {
    id: urlId("id").notNull(),
    key: urlKey("key").notNull(),
    hostId: hostId().notNull(),
    /** 0: none given. */
    port: integer().notNull(),
    /** Last URL touch, by a page that has it. */
    touched: day("touched"),
    /** Last website query. In no index, nor in the condition of one: then every result is a HOT update. */
    queried: dayOrNever("queried"),
    /** Place in SCHEMES (db/urls/row.ts). */
    scheme: smallint().notNull(),
    /** Bits in the order of FLAGS there (U6). */
    flags: smallint().notNull().default(0),
    /** At most five entries of 8 bytes, youngest first, and 17 bytes with what is left of older ones (M6, shared/history/pack.ts). */
    history: bytes("history").notNull().default(sql`''`),
    /** JSON {mime, kib, notes}; "" when there is none of it. */
    extras: text().notNull().default(""),
    path: text().notNull(),
  },
  (table) => [
    check("url_history_check", sql`octet_length(${table.history}) <= 57`),
    // The URLs of a host in the order of their paths: a start of one is a range of few rows, also where a host has millions (Q4,
    // Q5). The first 16 characters: whole paths would take more room than all other indexes together.
    index("url_host_path").on(table.hostId, sql`left(${table.path}, 16) collate "C"`, table.id),
    // Hosts within paths, which spam lists find, too (P1).
    index("url_nested").using("gin", sql`weboid_nested(${table.path})`).where(sql`path like '%//%'`),
  ],
);

/** URLs that are checked again on a day of their own, before their slice is due. */
export const recheck = pgTable(
  "recheck",
  {
    urlId: urlId().primaryKey(),
    due: day("due"),
    ...leaseColumns(),
  },
  (table) => [
    index("recheck_due").on(table.due),
    // The order in which they are taken: those never taken first, then what was handed back.
    index("recheck_lease_due").on(table.leaseUntil, table.due),
  ],
);

/**
 * Days on which verdicts change by themselves (Q9): a failure becomes old enough between two checks. Edges judge with today's day
 * and say so at once; this is for those who follow the changes (D1, D3).
 */
export const verdictChangeDue = pgTable(
  "verdict_change_due",
  {
    urlId: urlId().primaryKey(),
    due: day("due"),
    /** Kept until the next check, which would publish it again otherwise. */
    published: boolean().notNull().default(false),
  },
  (table) => [index("verdict_change_due_open").on(table.due).where(sql`not published`)],
);

/** Archived versions (A). */
export const archive = pgTable(
  "archive",
  {
    urlId: urlId().notNull(),
    type: text().notNull(),
    /** "": archived, no version chosen (A1). */
    address: text().notNull().default(""),
    found: day("found"),
    visited: dayOrNever("visited"),
    /** Choosing is blocked by hand (A2). */
    blocked: boolean().notNull().default(false),
    /** Each of its versions differs from the others: people may block it (A2). */
    changing: boolean().notNull().default(false),
    /** Who proposed it, as a keyed hash, for 30 days, and when: anyone may take it back (H4). Null: no person did. */
    proposer: uuid(),
    proposed: dayOrNull("proposed"),
  },
  (table) => [
    primaryKey({ columns: [table.urlId, table.type] }),
    // What people should look at, or did (A2).
    index("archive_judged").on(table.urlId).where(sql`${table.changing} or ${table.blocked}`),
    index("archive_proposed").on(table.urlId).where(sql`${table.proposed} is not null`),
  ],
);
