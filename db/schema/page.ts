import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { UrlId } from "../types.ts";
import { day, dayOrNever, int8, urlId, wikiId } from "./columns.ts";
import { ofWiki, wiki } from "./wiki.ts";

/**
 * The page watchlist (M3). A row is replaced in place (HOT) only while no column changes that an index names: so the order in which
 * marked pages are read stands in `markedRead`, which is -1 for all others. Partitioned by a hash of its key (migration `page_partitions`).
 */
export const page = pgTable(
  "page",
  {
    wikiId: wikiId()
      .notNull()
      .references(() => wiki.id),
    pageid: int8("pageid").notNull(),
    namespace: integer().notNull(),
    /** Last passive touch, by a run over the wiki. */
    touched: day("touched"),
    /** Last active request, by somebody who asked. */
    asked: dayOrNever("asked"),
    /** On which its links were last read. */
    linksRead: dayOrNever("links_read"),
    needsUpdate: boolean("needs_update").notNull().default(true),
    title: text().notNull(),
    /** The pass in which its links were read last, or in which it was excluded. */
    pass: integer().notNull().default(0),
    markedRead: integer("marked_read")
      .notNull()
      .generatedAlwaysAs(sql`case when needs_update then links_read else -1 end`),
    /** It leads to another page, which only the wiki knows. Null: it was not read since, or from a dump. */
    redirect: boolean(),
    /** Links that are not watched, as answers count them: invalid ones (U3) and those into the own farm (U5, U7). */
    unwatched: integer().notNull().default(0),
    /** Of these the invalid ones, with their reasons (lists/invalid.ts). Null: none, or it was not read since it was entered from a dump. */
    invalid: text().array(),
  },
  (table) => [
    primaryKey({ columns: [table.wikiId, table.pageid] }),
    index("page_needs_update").on(table.wikiId, table.markedRead, table.pageid).where(sql`needs_update`),
    index("page_namespace").on(table.wikiId, table.namespace, table.pageid),
    index("page_invalid").on(table.wikiId, table.pageid).where(sql`invalid is not null`),
    // Four bytes of each title (Q1): whole ones would take several times the room.
    index("page_title").on(table.wikiId, sql`hashtext(${table.title})`),
  ],
);

/**
 * The URLs of each page (M5): one row per page with their ids, ascending, in place of a row per use. Written only when the set
 * changes, as each write of a row renews all its entries in the index over the array. Partitioned as `page`.
 */
export const pageLink = pgTable(
  "page_link",
  {
    wikiId: wikiId().notNull(),
    pageid: int8("pageid").notNull(),
    urls: urlId("urls").array().$type<UrlId[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wikiId, table.pageid] }),
    index("page_link_urls").using("gin", table.urls).with({ fastupdate: false }),
  ],
);

/** Pages that the first run of a pass listed, up to fifty in a row; those whose `pass` is older are still to be read. */
export const pageBatch = pgTable(
  "page_batch",
  {
    wikiId: ofWiki(),
    no: int8("no").generatedAlwaysAsIdentity(),
    pass: integer().notNull(),
    pageids: int8("pageids").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.no] })],
);

/** Pages that a wiki's lists name and that are no wikitext (F3), with the day on which it last said so: first runs leave them out. */
export const nonWikitextPage = pgTable(
  "non_wikitext_page",
  {
    wikiId: ofWiki(),
    pageid: int8("pageid").notNull(),
    day: day("day"),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.pageid] })],
);

/** Pages that somebody asked for, once a day each (F5). */
export const touchQueue = pgTable(
  "touch_queue",
  {
    wikiId: ofWiki(),
    pageid: int8("pageid").notNull(),
    day: day("day"),
    taken: boolean().notNull().default(false),
    /** Of the lease on the wiki under which it is being read; 0: under none. What a feeder had that died goes to the next one. */
    leaseToken: int8("lease_token").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.wikiId, table.pageid] }),
    index("touch_queue_open").on(table.wikiId, table.pageid).where(sql`not taken or lease_token > 0`),
  ],
);

/** How many page ids that are not watched somebody asked for on the day: they may be anybody's invention (F5). */
export const touchIntake = pgTable("touch_intake", {
  wikiId: ofWiki().primaryKey(),
  day: day("day"),
  unwatched: integer().notNull(),
});

/**
 * Pages that the wiki itself reported as changed (F4), until a feeder has read them. No matter of days, unlike what strangers ask
 * for: what is reported while a page is being read counts again.
 */
export const changedPage = pgTable(
  "changed_page",
  {
    wikiId: ofWiki(),
    pageid: int8("pageid").notNull(),
    /** Order of arrival; stays while the page waits. */
    no: int8("no").generatedAlwaysAsIdentity(),
    /** How often it was reported; a feeder takes out the row only as it found it. */
    times: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.wikiId, table.pageid] }),
    index("changed_page_order").on(table.wikiId, table.no),
  ],
);
