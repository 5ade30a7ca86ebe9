import { bigint, integer, pgTable, primaryKey, timestamp } from "drizzle-orm/pg-core";
import { wiki } from "./wiki.ts";

const count = (name: string) => bigint(name, { mode: "number" }).notNull().default(0);

export const feedPass = pgTable("feed_pass", {
  wikiId: integer("wiki_id")
    .primaryKey()
    .references(() => wiki.id, { onDelete: "cascade" }),
  beganAt: timestamp("began_at", { withTimezone: true }),
  listed: count("listed"),
  read: count("read"),
  seconds: bigint({ mode: "number" }),
  pages: count("pages"),
  needUpdate: count("need_update"),
  oldestTouch: integer("oldest_touch").notNull().default(-1),
  countedAt: timestamp("counted_at", { withTimezone: true }),
  countMs: count("count_ms"),
  passedOver: count("passed_over"),
  toldAt: timestamp("told_at", { withTimezone: true }),
});

export const feedHour = pgTable(
  "feed_hour",
  {
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    hour: integer().notNull(),
    listed: count("listed"),
    read: count("read"),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.hour] })],
);

export const sweepHour = pgTable("sweep_hour", {
  hour: integer().primaryKey(),
  since: timestamp({ withTimezone: true }).notNull(),
  checked: count("checked"),
  booked: count("booked"),
  lastUrl: count("last_url"),
});
