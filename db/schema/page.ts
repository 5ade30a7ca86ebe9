import { sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { wiki } from "./wiki.ts";

export const page = pgTable(
  "page",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id),
    pageid: bigint({ mode: "number" }).notNull(),
    namespace: integer().notNull(),
    touched: integer().notNull(),
    asked: integer().notNull().default(-1),
    linksRead: integer("links_read").notNull().default(-1),
    needsUpdate: boolean("needs_update").notNull().default(true),
    title: text().notNull(),
    pass: integer().notNull().default(0),
    redirect: boolean(),
    markedRead: integer("marked_read")
      .notNull()
      .generatedAlwaysAs(sql`case when needs_update then links_read else -1 end`),
    unwatched: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.pageid] })],
);

export const pageBatch = pgTable(
  "page_batch",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    no: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    pass: integer().notNull(),
    pageids: bigint({ mode: "number" }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.no] })],
);

export const otherModel = pgTable(
  "other_model",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    pageid: bigint({ mode: "number" }).notNull(),
    day: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.pageid] })],
);

export const pageLink = pgTable(
  "page_link",
  {
    wikiId: integer("wiki_id").notNull(),
    pageid: bigint({ mode: "number" }).notNull(),
    urls: bigint({ mode: "number" }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.pageid] })],
);

export const touchQueue = pgTable(
  "touch_queue",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    pageid: bigint({ mode: "number" }).notNull(),
    day: integer().notNull(),
    taken: boolean().notNull().default(false),
    held: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.pageid] })],
);

export const pageNews = pgTable(
  "page_news",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    pageid: bigint({ mode: "number" }).notNull(),
    no: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    times: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.pageid] })],
);

export const touchIntake = pgTable("touch_intake", {
  wikiId: integer("wiki_id")
    .primaryKey()
    .references(() => wiki.id, { onDelete: "cascade" }),
  day: integer().notNull(),
  strange: integer().notNull(),
});

export const spamUse = pgTable(
  "spam_use",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id),
    pageid: bigint({ mode: "number" }).notNull(),
    key: uuid().notNull(),
    url: text().notNull(),
    list: text({ enum: ["global", "local"] }).notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
    line: text().notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.key, table.pageid] })],
);
