import { integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { dayOrNever, instant, int8 } from "./columns.ts";
import { ofWiki } from "./wiki.ts";

const count = (name: string) => int8(name).notNull().default(0);

/** How the feeder's passes over each wiki go, for operators (F7). Times are the database's own. */
export const feedPass = pgTable("feed_pass", {
  wikiId: ofWiki().primaryKey(),
  /** When the pass under way began; null: the last one is over. */
  beganAt: instant("began_at"),
  /** Of the pass under way, or of the last one: pages that lists named, and pages read. */
  listed: count("listed"),
  read: count("read"),
  /** How long the last pass took that came to its end, and when it did; null: none did. */
  seconds: int8("seconds"),
  endedAt: instant("ended_at"),
  /** What a feeder counted in `page` lately, when, and how long the counting took; null: not yet. */
  pages: count("pages"),
  needUpdate: count("need_update"),
  oldestTouch: dayOrNever("oldest_touch"),
  countedAt: instant("counted_at"),
  countMs: count("count_ms"),
  /** Pages that were not read as the wiki said nothing about them, or failed over them each time (F3). */
  passedOver: count("passed_over"),
  /** Between two counts feeders add what they did: when they last did so. */
  talliedAt: instant("tallied_at"),
});

/** Pages that lists named and pages read in an hour (since 1970), kept for two days. */
export const feedHour = pgTable(
  "feed_hour",
  {
    wikiId: ofWiki(),
    hour: integer().notNull(),
    listed: count("listed"),
    read: count("read"),
  },
  (table) => [primaryKey({ columns: [table.wikiId, table.hour] })],
);
