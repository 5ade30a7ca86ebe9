import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { day, dayOrNever, instant, NOW, urlId } from "./columns.ts";

/** Other addresses that people proposed for a URL (H4). */
export const replacement = pgTable(
  "replacement",
  {
    urlId: urlId().primaryKey(),
    url: text().$type<NormalisedUrl>().notNull(),
    proposed: day("proposed"),
    /** When it was last seen working: since then it is shown. -1: not often enough so far. */
    checked: dayOrNever("checked"),
    /** When the crawler checks it next, and how often it failed since it worked. */
    due: instant("due").notNull().default(NOW),
    tries: smallint().notNull().default(0),
    /** Who proposed it, as a keyed hash, so that operators can take back all that somebody said (H5). */
    proposer: uuid(),
    /** Where it led when it was last checked. */
    target: text().$type<NormalisedUrl | "">().notNull().default(""),
    /** Spam lists are still to be asked of it, as they block more than before. */
    judge: boolean().notNull().default(true),
    /** Of one that is not shown yet: when it was first seen working, with no failure since (H4, H5). */
    seen: dayOrNever("seen"),
  },
  (table) => [
    index("replacement_due").on(table.due),
    index("replacement_judge").on(table.urlId).where(sql`judge`),
  ],
);

/** Reports that a URL works although it seems broken (H1 to H3). */
export const report = pgTable(
  "report",
  {
    urlId: urlId().notNull(),
    /** Keyed hash of who reported. */
    reporter: uuid().notNull(),
    day: day("day"),
    /** Made for all of a domain at once: it says nothing of how many of the domain's URLs were tried (H3). */
    whole: boolean().notNull().default(false),
    /** The widest range around who reported, as a keyed hash: many addresses of one network are one voice for a domain. */
    network: uuid(),
  },
  (table) => [primaryKey({ columns: [table.urlId, table.reporter] }), index("report_day").on(table.day)],
);

/** Checks that people asked for ("Check again now"), kept for a day: a link is asked for once an hour. */
export const askedCheck = pgTable(
  "asked_check",
  {
    urlId: urlId().primaryKey(),
    asked: instant("asked").notNull(),
    /** When a worker takes it, or another one if the first died. Null: it is done. */
    due: instant("due"),
    /** Of one that is done: its site was asked, and the result is stored. */
    isChecked: boolean("is_checked").notNull().default(false),
  },
  (table) => [
    index("asked_check_due").on(table.due).where(sql`due is not null`),
    index("asked_check_asked").on(table.asked),
  ],
);

/** How much people reported and proposed, by keyed hashes of networks, for a day or two; nothing else of them is kept. */
export const peopleTally = pgTable(
  "people_tally",
  {
    /** Of a kind of act and a network, a wider range around it, or everybody. */
    scope: uuid().primaryKey(),
    day: day("day"),
    acts: integer().notNull(),
    last: instant("last").notNull(),
  },
  (table) => [index("people_tally_day").on(table.day)],
);

/** Trusted tools, which may ask for whole namespaces and category trees, unthrottled (F8). */
export const friend = pgTable("friend", {
  name: text().primaryKey(),
  /** SHA-256; nothing else of a token is kept. */
  tokenHash: text("token_hash").notNull().unique(),
  addedAt: instant("added_at").notNull().default(NOW),
});
