import { boolean, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { wiki } from "./wiki.ts";

export const treeCategory = pgTable(
  "tree_category",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    root: text().notNull(),
    name: text().notNull(),
    level: smallint().notNull(),
    state: text({ enum: ["before", "open", "done"] }).notNull(),
    known: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.root, table.name] })],
);
