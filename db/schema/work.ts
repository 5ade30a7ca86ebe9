import { sql } from "drizzle-orm";
import { boolean, integer, pgSequence, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Json, QueueName } from "../types.ts";
import { dayOrNever, fencedLeaseColumns, instant, int8, jsonb, NOW, urlId } from "./columns.ts";

/** Fencing tokens of all leases: each grant draws a greater one, and a write under an older one is refused. */
export const leaseTokenSequence = pgSequence("lease_token_seq");

/** The sweep (design 2): one row for every 10,000 ids of URLs. */
export const slice = pgTable("slice", {
  no: integer().primaryKey(),
  /** On which the last full pass over it began. */
  swept: dayOrNever("swept"),
  /** Some of its URLs were never contacted. */
  fresh: boolean().notNull().default(true),
  ...fencedLeaseColumns(),
  /** How many URLs had which status byte at the last sweep. */
  counts: jsonb("counts").$type<Readonly<Record<string, number>>>().notNull().default({}),
  /** A pass has a beginning: interrupted, it is gone on with and not begun again at midnight. Never: none is open. */
  passBegan: dayOrNever("pass_began"),
  /** From when on maintenance looks through its URLs for those that no page was seen with for long (M4); never: it did not so far. */
  expiryDue: dayOrNever("expiry_due"),
});

/** What all crawlers together did in an hour (since 1970). Kept for five weeks. */
export const sweepHour = pgTable("sweep_hour", {
  hour: integer().primaryKey(),
  /** When counting began in that hour. */
  since: instant("since").notNull().default(sql`clock_timestamp()`),
  checked: int8("checked").notNull().default(0),
  /** Stored without traffic, as their hosts were away (C5). */
  inferred: int8("inferred").notNull().default(0),
  /** How far the ids of URLs had come: says when a URL was entered. */
  lastUrl: urlId("last_url").notNull().default(sql`0`),
});

/** How long queues were at the first look of the maintainer in an hour (since 1970). Kept as the hours of crawlers. */
export const queueHour = pgTable(
  "queue_hour",
  {
    queue: text().$type<QueueName>().notNull(),
    hour: integer().notNull(),
    waiting: int8("waiting").notNull(),
  },
  (table) => [primaryKey({ columns: [table.queue, table.hour] })],
);

/** Processes that are alive. */
export const worker = pgTable("worker", {
  name: text().primaryKey(),
  role: text().notNull(),
  startedAt: instant("started_at").notNull().default(NOW),
  seenAt: instant("seen_at").notNull().default(NOW),
  /** Rates and what else the role reports. */
  info: jsonb("info").$type<{ readonly [name: string]: Json | undefined }>().notNull().default({}),
});
