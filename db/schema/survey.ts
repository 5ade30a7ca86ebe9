import { sql } from "drizzle-orm";
import { bigint, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { wiki } from "./wiki.ts";

const wikiId = () =>
  integer("wiki_id")
    .notNull()
    .references(() => wiki.id, { onDelete: "cascade" });
const count = (name: string) => bigint(name, { mode: "number" }).notNull();

export const survey = pgTable("survey", {
  wikiId: integer("wiki_id")
    .primaryKey()
    .references(() => wiki.id, { onDelete: "cascade" }),
  takenAt: timestamp("taken_at", { withTimezone: true }),
  tookMs: bigint("took_ms", { mode: "number" }).notNull().default(0),
  leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull().default(sql`'epoch'`),
});

export const surveyDay = pgTable(
  "survey_day",
  {
    wikiId: wikiId(),
    day: integer().notNull(),
    working: count("working"),
    doubtful: count("doubtful"),
    unreachable: count("unreachable"),
    refused: count("refused"),
    unknown: count("unknown"),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.day] })],
);

export const surveyDomain = pgTable(
  "survey_domain",
  {
    wikiId: wikiId(),
    domain: text().notNull(),
    unreachable: integer().notNull(),
    doubtful: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.domain] })],
);
