import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { xid8 } from "./columns.ts";
import { wiki } from "./wiki.ts";

export const slice = pgTable("slice", {
  no: integer().primaryKey(),
  swept: integer().notNull().default(-1),
  fresh: boolean().notNull().default(true),
  holder: text(),
  token: bigint({ mode: "number" }).notNull().default(0),
  leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
  passBegan: integer("pass_began").notNull().default(-1),
  counts: jsonb().notNull().default({}),
});

export const change = pgTable(
  "change",
  {
    xid: xid8().notNull(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    day: integer().notNull(),
    kind: text().notNull(),
    urlId: bigint("url_id", { mode: "number" }),
    wikiId: integer("wiki_id"),
    pageid: bigint({ mode: "number" }),
    payload: jsonb().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.xid, table.id] })],
);

export const dispatchClient = pgTable(
  "dispatch_client",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    target: text().notNull(),
    positionXid: xid8("position_xid").notNull(),
    positionId: bigint("position_id", { mode: "number" }).notNull().default(0),
    needsExport: boolean("needs_export").notNull().default(true),
    dispatchedAt: timestamp("dispatched_at", { withTimezone: true }),
    holder: text(),
    token: bigint({ mode: "number" }).notNull().default(0),
    leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull(),
    exportWanted: bigint("export_wanted", { mode: "number" }).notNull().default(0),
    exportAfter: bigint("export_after", { mode: "number" }),
    fence: bigint({ mode: "number" }).notNull().default(0),
    profileDue: boolean("profile_due").notNull().default(true),
    profileWanted: text("profile_wanted").notNull().default(""),
    profileVersion: text("profile_version").notNull().default(""),
    exportBeganAt: timestamp("export_began_at", { withTimezone: true }),
    exportDone: bigint("export_done", { mode: "number" }).notNull().default(0),
    exportTotal: bigint("export_total", { mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.target] })],
);

export const toldValue = pgTable(
  "told_value",
  {
    target: text().notNull(),
    key: text().notNull(),
    hash: bigint({ mode: "bigint" }).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.target, table.key] })],
);

export const dispatchHour = pgTable(
  "dispatch_hour",
  {
    hour: integer().notNull(),
    target: text().notNull(),
    batches: bigint({ mode: "number" }).notNull().default(0),
    concerned: bigint({ mode: "number" }).notNull().default(0),
    written: bigint({ mode: "number" }).notNull().default(0),
    removed: bigint({ mode: "number" }).notNull().default(0),
    exported: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.hour, table.target] })],
);

export const worker = pgTable("worker", {
  name: text().primaryKey(),
  role: text().notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull().defaultNow(),
  info: jsonb().notNull().default({}),
});

export const friend = pgTable("friend", {
  name: text().primaryKey(),
  tokenHash: text("token_hash").notNull().unique(),
  addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
});
