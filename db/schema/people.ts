import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { day, dayOrNever, dayOrNull, instant, int8, NOW, urlId } from "./columns.ts";

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
    /** Who proposed it, as a keyed hash, for 30 days: operators can take back all that somebody said (H5). */
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

/** Suggestions that somebody removed, for 30 days: suggested once more they are what they were, and need not be proved again (H4, H5). */
export const removedReplacement = pgTable(
  "removed_replacement",
  {
    urlId: urlId().notNull(),
    url: text().$type<NormalisedUrl>().notNull(),
    removed: day("removed"),
    /** As of the suggestion; of a version in an archive: when it was found, and -1. */
    seen: dayOrNever("seen"),
    checked: dayOrNever("checked"),
    target: text().$type<NormalisedUrl | "">().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.urlId, table.url] }),
    index("removed_replacement_day").on(table.removed),
  ],
);

/**
 * Who said something, as keyed hashes whose key changes every month (shared/protocol/keys.ts). After 30 days they are null, and what is left
 * says nothing of anybody (db/people/kept.ts).
 */
const whoColumns = {
  /** The network that sent it. */
  reporter: uuid(),
  /** The widest range around it, which is one voice (H3, H5). */
  network: uuid(),
  /** 4 or 6: the two of one line are never added up. */
  family: smallint().notNull().default(4),
  /** First day on which the network was seen, as far as it counts (db/people/weights.ts). */
  since: dayOrNull("since"),
  /** It withdraws what others said. */
  against: boolean().notNull().default(false),
};

/** Reports that a URL works although it seems broken (H1 to H3). */
export const report = pgTable(
  "report",
  {
    urlId: urlId().notNull(),
    reporter: whoColumns.reporter,
    day: day("day"),
    /** Made with others, for a wider scope at once. */
    whole: boolean().notNull().default(false),
    network: whoColumns.network,
    family: whoColumns.family,
    since: whoColumns.since,
    against: whoColumns.against,
    id: int8("id").generatedAlwaysAsIdentity().primaryKey(),
  },
  (table) => [
    unique().on(table.urlId, table.reporter),
    index("report_day").on(table.day),
    // What somebody said, and what is weighed again as time passes (H5).
    index("report_reporter").on(table.reporter),
    index("report_against").on(table.urlId).where(sql`against`),
  ],
);

/** The same of all URLs of a host or a domain whose path begins so (H1). */
export const scopeReport = pgTable(
  "scope_report",
  {
    /** `example.org`, or `*.example.org` for that and all below. */
    host: text().notNull(),
    /** Start of the path, in which `*` stands for any characters; "": any. */
    path: text().notNull().default(""),
    day: day("day"),
    ...whoColumns,
    id: int8("id").generatedAlwaysAsIdentity().primaryKey(),
  },
  (table) => [
    unique().on(table.host, table.path, table.reporter),
    index("scope_report_day").on(table.day),
    index("scope_report_reporter").on(table.reporter),
  ],
);

/** Networks that said something within the last 30 days, so that new ones weigh less (H5). */
export const knownNetwork = pgTable(
  "known_network",
  {
    /** Keyed hash of an IPv4 /24 or an IPv6 /48; its key changes every month. */
    name: uuid().primaryKey(),
    since: day("since"),
    day: day("day"),
  },
  (table) => [index("known_network_day").on(table.day)],
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
