import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";

export const farm = pgTable("farm", {
  code: smallint().primaryKey(),
  name: text().notNull().unique(),
  sites: text().notNull().default(""),
  internalHosts: text("internal_hosts").notNull().default(""),
  spamList: text("spam_list").notNull().default(""),
  spamDueAt: timestamp("spam_due_at", { withTimezone: true }).notNull().default(sql`'epoch'`),
});

export const wiki = pgTable(
  "wiki",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    farm: smallint()
      .notNull()
      .references(() => farm.code),
    dbname: text().notNull(),
    api: text().notNull(),
    server: text().notNull(),
    articleUrl: text("article_url").notNull(),
    lang: text().notNull().default("en"),
    siteName: text("site_name").notNull().default(""),
    paused: boolean().notNull().default(false),
    stream: text().notNull().default(""),
    error: text(),
    errorAt: timestamp("error_at", { withTimezone: true }),
    feed: jsonb().notNull().default({}),
    feedHolder: text("feed_holder"),
    feedToken: bigint("feed_token", { mode: "number" }).notNull().default(0),
    feedLeaseUntil: timestamp("feed_lease_until", { withTimezone: true }).notNull(),
    fullDueAt: timestamp("full_due_at", { withTimezone: true }).notNull(),
    incrementalDueAt: timestamp("incremental_due_at", { withTimezone: true }).notNull(),
    spamDueAt: timestamp("spam_due_at", { withTimezone: true }).notNull(),
    changesAt: timestamp("changes_at", { withTimezone: true }),
    changesPlace: jsonb("changes_place").notNull().default({}),
    changesDueAt: timestamp("changes_due_at", { withTimezone: true }).notNull(),
    changesNotBefore: timestamp("changes_not_before", { withTimezone: true }).notNull().default(sql`'epoch'`),
    changesEveryS: integer("changes_every_s").notNull().default(300),
    feedTurnAt: timestamp("feed_turn_at", { withTimezone: true }).notNull(),
    failures: integer().notNull().default(0),
    failingAt: timestamp("failing_at", { withTimezone: true }).notNull().default(sql`'epoch'`),
    setbacks: smallint().notNull().default(0),
    retryAt: timestamp("retry_at", { withTimezone: true }).notNull().default(sql`'epoch'`),
    pass: integer().notNull().default(0),
    leftoverAfter: bigint("leftover_after", { mode: "number" }),
  },
  (table) => [unique().on(table.farm, table.dbname)],
);

export const wikiServer = pgTable("wiki_server", {
  host: text().primaryKey(),
  holder: text(),
  leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull().default(sql`'epoch'`),
  waiter: text(),
  waiterUntil: timestamp("waiter_until", { withTimezone: true }).notNull().default(sql`'epoch'`),
  quietUntil: timestamp("quiet_until", { withTimezone: true }).notNull().default(sql`'epoch'`),
});

export const wikiCriterion = pgTable(
  "wiki_criterion",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    wikiId: integer("wiki_id")
      .notNull()
      .references(() => wiki.id, { onDelete: "cascade" }),
    effect: text({ enum: ["include", "exclude"] }).notNull(),
    kind: text({ enum: ["namespace", "category", "template", "wikidata-property", "page"] }).notNull(),
    value: text().notNull(),
    depth: smallint().notNull().default(0),
  },
  (table) => [unique().on(table.wikiId, table.kind, table.value)],
);

export const wikiSite = pgTable("wiki_site", {
  wikiId: integer("wiki_id")
    .primaryKey()
    .references(() => wiki.id, { onDelete: "cascade" }),
  interwikis: text().notNull(),
  namespaces: jsonb().notNull().default([]),
  edition: integer().notNull().default(1),
  readDay: integer("read_day").notNull(),
});

export const stream = pgTable("stream", {
  url: text().primaryKey(),
  lastEventId: text("last_event_id").notNull().default(""),
  holder: text(),
  token: bigint({ mode: "number" }).notNull().default(0),
  leaseUntil: timestamp("lease_until", { withTimezone: true }).notNull().default(sql`'epoch'`),
  seenAt: timestamp("seen_at", { withTimezone: true }),
  error: text(),
  namedAt: timestamp("named_at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  openedAt: timestamp("opened_at", { withTimezone: true }),
  eventAt: timestamp("event_at", { withTimezone: true }),
});
