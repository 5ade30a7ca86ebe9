import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { EVENT_PAGES_MAX, type EventDetail, type EventKind } from "../../shared/protocol/feed.ts";
import type { ChangePayloads } from "../changes/types.ts";
import type { ChangeKind } from "../types.ts";
import { day, instant, int8, json, jsonb, NOW, urlId, wikiId, xid8 } from "./columns.ts";
import { ofWiki } from "./wiki.ts";

/** What changes for readers (D1), in the order of the transactions that wrote it (designs 5 and 6). */
export const change = pgTable(
  "change",
  {
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    id: int8("id").generatedAlwaysAsIdentity(),
    at: instant("at").notNull().default(NOW),
    day: day("day"),
    kind: text().$type<ChangeKind>().notNull(),
    /** Concerns every page that has the URL; null: concerns one page. */
    urlId: urlId(),
    wikiId: wikiId(),
    pageid: int8("pageid"),
    /** All that a client needs to report it. */
    payload: jsonb("payload").$type<ChangePayloads[ChangeKind]>().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.xid, table.id] }),
    index("change_at").using("brin", table.at).with({ pages_per_range: 16 }),
  ],
);

/**
 * What those who follow a wiki get (D3, D5), apart from the changes, so that each is kept for as long as it has to be. A wiki's rows
 * are written by the one dispatcher that holds it, in the transaction that stores its position: so ids become visible in their
 * order, and a reader who goes on after an id misses none.
 */
export const event = pgTable(
  "event",
  {
    wikiId: ofWiki(),
    id: int8("id").generatedAlwaysAsIdentity(),
    at: instant("at").notNull(),
    /** Null: it is about no URL, or about one that is not watched. */
    urlId: urlId(),
    day: day("day"),
    pageCount: integer("page_count").notNull(),
    kind: text().$type<EventKind>().notNull(),
    url: text(),
    /** The first of them. */
    pages: json("pages")
      .$type<readonly (readonly [pageid: number, namespace: number, title: string])[]>()
      .notNull(),
    /** Of these pages; null: all in the main namespace, as nearly always. */
    namespaces: integer().array(),
    detail: json("detail").$type<EventDetail>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wikiId, table.id] }),
    // They are written in the order of time and go in that order.
    index("event_at").using("brin", table.at).with({ pages_per_range: 16 }),
    // Rare kinds of a wiki's events are found by themselves, however many others lie between.
    index("event_kind").on(table.wikiId, table.kind, table.id),
    // Watchlists find those of their pages in `event_page`, and what has more pages than it names here.
    index("event_wide")
      .on(table.wikiId, table.id)
      .where(sql`page_count > ${sql.raw(String(EVENT_PAGES_MAX))}`),
  ],
);

/** By which watchlists find the events that name one of their pages. A row goes with its event. */
export const eventPage = pgTable(
  "event_page",
  {
    wikiId: ofWiki(),
    pageid: int8("pageid").notNull(),
    eventId: int8("event_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.pageid, table.eventId] })],
);
