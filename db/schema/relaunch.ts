import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { MovedPart, Relaunch } from "../../shared/relaunch/detect.ts";
import { day, json } from "./columns.ts";
import { ofWiki } from "./wiki.ts";

/** Relaunches of sites (O5), as the histories of their links show them (shared/relaunch). */
export const relaunch = pgTable(
  "relaunch",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    /** A host name without "www.", and the registrable domain that it is within. */
    site: text().notNull(),
    domain: text().notNull(),
    kind: text().$type<Relaunch["kind"]>().notNull(),
    /** First and last day on which it can have been; the day on which it was first found. */
    from: day("from_day"),
    to: day("to_day"),
    found: day("found"),
    lost: integer().notNull(),
    kept: integer().notNull(),
    moved: integer().notNull(),
    moves: json("moves").$type<readonly MovedPart[]>().notNull(),
    /** The first of the lost URLs. */
    examples: text().array().notNull(),
  },
  (table) => [index("relaunch_domain").on(table.domain), index("relaunch_to").on(table.to)],
);

/** The wikis whose pages had links that it took, with how many, when it was last looked at. */
export const relaunchWiki = pgTable(
  "relaunch_wiki",
  {
    wikiId: ofWiki(),
    relaunchId: integer("relaunch_id")
      .notNull()
      .references(() => relaunch.id, { onDelete: "cascade" }),
    lost: integer().notNull(),
    moved: integer().notNull(),
    pages: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wikiId, table.relaunchId] }),
    index("relaunch_wiki_relaunch").on(table.relaunchId),
  ],
);

/** Domains that relaunches were looked for in, and how many broken links they had then: another number is a reason to look again. */
export const relaunchScan = pgTable("relaunch_scan", {
  domain: text().primaryKey(),
  day: day("day"),
  broken: integer().notNull(),
});
