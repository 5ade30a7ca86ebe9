import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import type { StoredNamespace } from "../../shared/interwiki/stored-titles.ts";
import { CRITERION_KINDS, type Json, type WikiId } from "../types.ts";
import {
  day,
  EPOCH,
  fencedLeaseColumns,
  instant,
  int8,
  isOneOf,
  jsonb,
  leaseColumns,
  wikiId,
} from "./columns.ts";

/** Farms of wikis (M1). */
export const farm = pgTable("farm", {
  code: smallint().primaryKey(),
  name: text().notNull().unique(),
  /** Where its wikis are reached: a site matrix or a front page, for people and for the import of wikis. */
  sites: text().notNull().default(""),
  /** Regular expression over host names: the farm's own domains (U5). "": only the host of each wiki. */
  internalHosts: text("internal_hosts").notNull().default(""),
  /** Address of the global spam list as plain text (action=raw), as in $wgBlacklistSettings; "": the farm has none. */
  spamList: text("spam_list").notNull().default(""),
  /** When that is read again, by the feeders' clock. */
  spamDueAt: instant("spam_due_at").notNull().default(EPOCH),
});

/** Wikis (M2), with the positions of the feeder and which one has the wiki. */
export const wiki = pgTable(
  "wiki",
  {
    id: integer().$type<WikiId>().generatedAlwaysAsIdentity().primaryKey(),
    farm: smallint()
      .notNull()
      .references(() => farm.code),
    dbname: text().notNull(),
    api: text().notNull(),
    /**
     * Host and port of `api` (shared/url/endpoint.ts) where the operator gave them himself: they may be private. "": a page of the wiki
     * or a site matrix named them.
     */
    configuredEndpoint: text("configured_endpoint").notNull().default(""),
    server: text().notNull(),
    articleUrl: text("article_url").notNull(),
    lang: text().notNull().default("en"),
    siteName: text("site_name").notNull().default(""),
    paused: boolean().notNull().default(false),
    /** Last trouble with this wiki, for operators; null when the last contact was good. */
    error: text(),
    errorAt: instant("error_at"),
    /** Positions of the feeder's runs (F2 to F4), and as which wiki it knows this one, in its own terms. */
    feed: jsonb("feed").$type<{ readonly [name: string]: Json | undefined }>().notNull().default({}),
    fullDueAt: instant("full_due_at").notNull().default(EPOCH),
    incrementalDueAt: instant("incremental_due_at").notNull().default(EPOCH),
    /** The feeder that has it. */
    ...fencedLeaseColumns("feed_"),
    spamDueAt: instant("spam_due_at").notNull().default(EPOCH),
    /** How far the wiki's own changes are known, by the wiki's clock (F4); null: not at all. */
    changesAt: instant("changes_at"),
    /** What has to be recognised when the feeder goes on there, in its own terms. */
    changesCursor: jsonb("changes_cursor").$type<Json & object>().notNull().default({}),
    changesDueAt: instant("changes_due_at").notNull().default(EPOCH),
    changesEveryS: integer("changes_every_s").notNull().default(300),
    /** When a feeder last had it: the wiki that waits for longest is next (F7). */
    feedServedAt: instant("feed_served_at").notNull().default(EPOCH),
    /** The error budget, by the feeders' clock: requests that failed, and since when they are counted. */
    failures: integer().notNull().default(0),
    failingAt: instant("failing_at").notNull().default(EPOCH),
    /** How often in a row the wiki had to be left alone, and until when it is. */
    setbacks: smallint().notNull().default(0),
    retryAt: instant("retry_at").notNull().default(EPOCH),
    /** Where its events are streamed (server-sent events, F4); "": nowhere. */
    stream: text().notNull().default(""),
    /** Number of the latest first run (F2, F3). */
    pass: integer().notNull().default(0),
    /** A first run came to its end: pages that it did not list are asked about, beyond this page id. Null: they were. */
    leftoverAfter: int8("leftover_after"),
    /** It refuses its changes, or has trouble with them, and is not asked for them until then, whatever a stream says (F4). */
    changesNotBefore: instant("changes_not_before").notNull().default(EPOCH),
    /**
     * Until then its first pass is quiet: its pages are exported only when the slices from `firstPassFrom` to `firstPassSlice` were swept
     * once. Null: it has none, or an export began since.
     */
    firstPassUntil: instant("first_pass_until"),
    /** The first slice in which URLs are that came with it. */
    firstPassFrom: integer("first_pass_from").notNull().default(0),
    /** The last one; null: they are being entered. */
    firstPassSlice: integer("first_pass_slice"),
  },
  (table) => [
    unique().on(table.farm, table.dbname),
    check("wiki_changes_every_s_check", sql`${table.changesEveryS} between 5 and 86400`),
  ],
);

/** `dewiki@WMF`, of wikis joined with their farms. */
export const nameOfWiki = sql<string>`${wiki.dbname} || '@' || ${farm.name}`;

/** The column of a table whose rows go with their wiki. */
export const ofWiki = () =>
  wikiId()
    .notNull()
    .references(() => wiki.id, { onDelete: "cascade" });

const EFFECTS = ["include", "exclude"] as const;

/** Which pages of a wiki are watched (M2). */
export const wikiCriterion = pgTable(
  "wiki_criterion",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    wikiId: ofWiki(),
    effect: text({ enum: EFFECTS }).notNull(),
    kind: text({ enum: CRITERION_KINDS }).notNull(),
    value: text().notNull(),
    /** How many levels of subcategories belong to a category; 0: the category alone. */
    depth: smallint().notNull().default(0),
  },
  (table) => [
    unique().on(table.wikiId, table.kind, table.value),
    check("wiki_criterion_effect_check", isOneOf(table.effect, EFFECTS)),
    check("wiki_criterion_kind_check", isOneOf(table.kind, CRITERION_KINDS)),
    check("wiki_criterion_depth_check", sql`${table.depth} between 0 and 20`),
  ],
);

/** before: of the walk before, not met again yet; open: to be entered; done: entered. */
const TREE_STATES = ["before", "open", "done"] as const;

/** The categories of the criteria's trees, as the feeder walks them (F2), and for the test whether a page stands in a tree. */
export const treeCategory = pgTable(
  "tree_category",
  {
    wikiId: ofWiki(),
    /** The criterion's category, as configured. */
    root: text().notNull(),
    /** Without its namespace, as the wiki spells it. */
    name: text().notNull(),
    /** Subcategories between it and the root; the shortest way counts. */
    level: smallint().notNull(),
    state: text({ enum: TREE_STATES }).notNull(),
    /** It belongs to a walk that came to its end. */
    known: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.wikiId, table.root, table.name] }),
    check("tree_category_state_check", isOneOf(table.state, TREE_STATES)),
  ],
);

/** What a wiki says of its interwiki links (U7) and namespaces, kept beside its row because it is large and seldom needed. */
export const wikiSite = pgTable("wiki_site", {
  wikiId: ofWiki().primaryKey(),
  /** Prefixes and where they lead (shared/interwiki/map.ts). */
  interwikis: text().notNull(),
  /** Grows with every other content: the edge gets a new profile when it did. */
  edition: integer().notNull().default(1),
  /** The day on which the wiki last said so. */
  readDay: day("read_day"),
  /** What it calls its namespaces, as titles are spelt with (shared/interwiki/stored-titles.ts). */
  namespaces: jsonb("namespaces").$type<readonly StoredNamespace[]>().notNull().default([]),
  /** How many pages it says it has, of any kind; null: it does not. */
  pages: int8("pages"),
});

/** One request at a time to a wiki's server from all processes together, and none while it throttles. Unlogged. */
export const wikiServer = pgTable("wiki_server", {
  /** With its port, as in the address. */
  host: text().primaryKey(),
  ...leaseColumns(),
  /** Who is next. */
  waiter: text(),
  waiterUntil: instant("waiter_until").notNull().default(EPOCH),
  /** It answered 429 with Retry-After. */
  throttledUntil: instant("throttled_until").notNull().default(EPOCH),
});

/** Addresses of event streams (F4): one feeder reads each, for all wikis that name it, and goes on behind the last event that was queued. */
export const stream = pgTable("stream", {
  url: text().primaryKey(),
  lastEventId: text("last_event_id").notNull().default(""),
  ...fencedLeaseColumns(),
  /** When it was last known to be open; what is wrong with it since. */
  seenAt: instant("seen_at"),
  error: text(),
  /** Since when wikis name it, since when it is open, and when its last event came. */
  namedAt: instant("named_at").notNull().default(sql`clock_timestamp()`),
  openedAt: instant("opened_at"),
  eventAt: instant("event_at"),
});
