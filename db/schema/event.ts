import { bigint, integer, json, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { wiki } from "./wiki.ts";

export const event = pgTable(
  "event",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    urlId: bigint("url_id", { mode: "number" }),
    day: integer().notNull(),
    pageCount: integer("page_count").notNull(),
    kind: text().notNull(),
    url: text(),
    pages: json().notNull(),
    namespaces: integer().array(),
    detail: json().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.id] })],
);
