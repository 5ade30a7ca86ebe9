import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const hostTurn = pgTable("host_turn", {
  key: text().primaryKey(),
  holder: text(),
  heldUntil: timestamp("held_until", { withTimezone: true }).notNull(),
  readyAt: timestamp("ready_at", { withTimezone: true }).notNull(),
  paceMs: integer("pace_ms"),
  robots: text(),
  robotsDay: integer("robots_day"),
});

export const optout = pgTable(
  "optout",
  {
    host: text().notNull(),
    path: text().notNull().default(""),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.host, table.path] })],
);
