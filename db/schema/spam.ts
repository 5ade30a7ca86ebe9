import { bigint, boolean, integer, jsonb, pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";
import { farm, wiki } from "./wiki.ts";

export const spamList = pgTable("spam_list", {
  id: integer().generatedAlwaysAsIdentity().primaryKey(),
  farm: smallint()
    .notNull()
    .references(() => farm.code),
  wikiId: integer("wiki_id").references(() => wiki.id, { onDelete: "cascade" }),
  kind: text({ enum: ["blacklist", "whitelist", "domains"] }).notNull(),
  content: text().notNull().default(""),
  version: text().notNull().default(""),
  edition: integer().notNull().default(0),
  readAt: timestamp("read_at", { withTimezone: true }),
  error: text(),
});

export const spamScan = pgTable("spam_scan", {
  id: integer().generatedAlwaysAsIdentity().primaryKey(),
  farm: smallint()
    .notNull()
    .references(() => farm.code),
  wikiId: integer("wiki_id").references(() => wiki.id, { onDelete: "cascade" }),
  entries: jsonb().notNull(),
  position: bigint({ mode: "number" }).notNull().default(0),
  wide: boolean().notNull().default(false),
  until: bigint({ mode: "number" }),
});
