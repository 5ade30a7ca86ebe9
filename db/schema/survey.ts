import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, fencedLeaseColumns, instant, int8 } from "./columns.ts";
import { ofWiki } from "./wiki.ts";

/** What the links of a wiki amount to (Q5), counted from time to time by `weboid maintain`, as no question can wait for it. */
export const survey = pgTable("survey", {
  wikiId: ofWiki().primaryKey(),
  takenAt: instant("taken_at"),
  tookMs: int8("took_ms").notNull().default(0),
  /** Who counts. */
  ...fencedLeaseColumns(),
});

/** The last survey of each day: URLs by verdict. */
export const surveyDay = pgTable(
  "survey_day",
  {
    wikiId: ofWiki(),
    day: day("day"),
    working: int8("working").notNull(),
    doubtful: int8("doubtful").notNull(),
    unreachable: int8("unreachable").notNull(),
    refused: int8("refused").notNull(),
    unknown: int8("unknown").notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.day] })],
);

/** The domains with most unreachable and doubtful URLs of a wiki. */
export const surveyDomain = pgTable(
  "survey_domain",
  {
    wikiId: ofWiki(),
    domain: text().notNull(),
    unreachable: integer().notNull(),
    doubtful: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.domain] })],
);
