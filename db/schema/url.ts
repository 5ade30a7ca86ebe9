import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes } from "./columns.ts";

/** Partitioned by ranges of the id; keys, indexes and storage of its partitions stand in the migrations. */
export const url = pgTable("url", {
  id: bigint({ mode: "number" }).notNull(),
  key: uuid().notNull(),
  hostId: integer("host_id").notNull(),
  port: integer().notNull(),
  touched: integer().notNull(),
  queried: integer().notNull().default(-1),
  scheme: smallint().notNull(),
  flags: smallint().notNull().default(0),
  history: bytes().notNull(),
  extras: text().notNull().default(""),
  path: text().notNull(),
});

export const recheck = pgTable(
  "recheck",
  {
    urlId: bigint("url_id", { mode: "number" }).primaryKey(),
    due: integer().notNull(),
    holder: text(),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  },
  (table) => [index("recheck_due").on(table.due), index("recheck_lease_due").on(table.leaseUntil, table.due)],
);

export const verdictTurn = pgTable("verdict_turn", {
  urlId: bigint("url_id", { mode: "number" }).primaryKey(),
  due: integer().notNull(),
  told: boolean().notNull().default(false),
});

export const archive = pgTable(
  "archive",
  {
    urlId: bigint("url_id", { mode: "number" }).notNull(),
    type: text().notNull(),
    address: text().notNull().default(""),
    found: integer().notNull(),
    visited: integer().notNull().default(-1),
    blocked: boolean().notNull().default(false),
    proposer: uuid(),
    proposed: integer(),
  },
  (table) => [primaryKey({ columns: [table.urlId, table.type] })],
);

export const replacement = pgTable("replacement", {
  urlId: bigint("url_id", { mode: "number" }).primaryKey(),
  url: text().notNull(),
  proposed: integer().notNull(),
  checked: integer().notNull().default(-1),
  due: timestamp({ withTimezone: true }).notNull().defaultNow(),
  tries: smallint().notNull().default(0),
  proposer: uuid(),
  target: text().notNull().default(""),
  judge: boolean().notNull().default(true),
});

export const report = pgTable(
  "report",
  {
    urlId: bigint("url_id", { mode: "number" }).notNull(),
    reporter: uuid().notNull(),
    day: integer().notNull(),
    whole: boolean().notNull().default(false),
    network: uuid(),
  },
  (table) => [primaryKey({ columns: [table.urlId, table.reporter] })],
);

export const peopleTally = pgTable("people_tally", {
  scope: uuid().primaryKey(),
  day: integer().notNull(),
  acts: integer().notNull(),
  last: timestamp({ withTimezone: true }).notNull(),
});
