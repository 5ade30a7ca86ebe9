import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";

export const host = pgTable("host", {
  id: integer().generatedAlwaysAsIdentity().primaryKey(),
  name: text().notNull().unique(),
  outageDay: integer("outage_day").notNull().default(-1),
  outageStatus: smallint("outage_status").notNull().default(0),
  outageCount: smallint("outage_count").notNull().default(0),
  outageRule: text("outage_rule").notNull().default(""),
  outageScope: text("outage_scope").notNull().default(""),
  outageHttp: smallint("outage_http"),
  paceMs: integer("pace_ms").notNull().default(0),
  retryAt: timestamp("retry_at", { withTimezone: true }),
  robots: text(),
  robotsDay: integer("robots_day").notNull().default(-1),
  site: text().notNull().default(""),
  siteDay: integer("site_day").notNull().default(-1),
  outageDays: integer("outage_days").notNull().default(0),
  upDay: integer("up_day").notNull().default(-1),
  upOrigin: text("up_origin").notNull().default(""),
});

export const hostTrait = pgTable(
  "host_trait",
  {
    hostId: integer("host_id")
      .notNull()
      .references(() => host.id, { onDelete: "cascade" }),
    trait: text({
      enum: ["https-needed", "http-needed", "get-needed", "dns-error", "server-error"],
    }).notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hostId, table.trait] })],
);

export const domainNote = pgTable(
  "domain_note",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    host: text().notNull(),
    path: text().notNull().default(""),
    kind: text().notNull(),
    value: text().notNull().default(""),
    first: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [unique().on(table.host, table.path, table.kind)],
);

export const hostNews = pgTable(
  "host_news",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    hostId: integer("host_id").notNull(),
    trait: boolean().notNull(),
    kind: text().notNull(),
    path: text().notNull(),
    value: text().notNull(),
    gone: boolean().notNull(),
    start: text().notNull(),
    after: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("host_news_host").on(table.hostId)],
);
