import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { TraitName } from "../../shared/status/trait-rules.ts";
import type { HostPattern } from "../../shared/url/pattern.ts";
import type { HostId } from "../types.ts";
import {
  day,
  dayOrNever,
  EPOCH,
  hostId,
  instant,
  int8,
  isOneOf,
  leaseColumns,
  NOW,
  urlId,
} from "./columns.ts";

/** What is known of a host (M9). */
export const host = pgTable(
  "host",
  {
    id: integer().$type<HostId>().generatedAlwaysAsIdentity().primaryKey(),
    name: text().notNull().unique(),
    /** The pass's outage (C5): status given to the host's other URLs, on that day only. */
    outageDay: dayOrNever("outage_day"),
    outageStatus: smallint("outage_status").notNull().default(0),
    /** How many of its URLs failed one after the other. */
    outageCount: smallint("outage_count").notNull().default(0),
    /** Interval between requests of the whole fleet, as learnt; 0: the standard one. */
    paceMs: integer("pace_ms").notNull().default(0),
    /** Retry-After: not before. */
    retryAt: instant("retry_at"),
    robots: text(),
    robotsDay: dayOrNever("robots_day"),
    /** Which rule found the outage, which of the host's URLs it concerns ("" all, else scheme:port), and the HTTP number. */
    outageRule: text("outage_rule").notNull().default(""),
    outageScope: text("outage_scope").notNull().default(""),
    outageHttp: smallint("outage_http"),
    /** What its sites do with addresses that cannot exist (C7), and the day on which that was last learnt. */
    site: text().notNull().default(""),
    siteDay: dayOrNever("site_day"),
    /** On which days several of its URLs were asked and none was answered (db/hosts/outage.ts). */
    watched: text().notNull().default(""),
    /** Where it answered last, as far as that says that a failure was none of the host. */
    upDay: dayOrNever("up_day"),
    upOrigin: text("up_origin").notNull().default(""),
  },
  (table) => [
    // The hosts of a domain: their names read from behind begin alike (Q4, Q5).
    index("host_reversed").on(sql`reverse(${table.name}) collate "C"`),
    // A change of a spam list finds the hosts that it may concern by what its lines need (P1).
    index("host_trigrams").using("gin", sql`weboid_trigrams(${table.name})`),
  ],
);

const TRAITS = [
  "https-needed",
  "http-needed",
  "get-needed",
  "dns-error",
  "server-error",
] as const satisfies readonly TraitName[];

/** Traits of hosts, with the first and the last day on which they were seen (M9). */
export const hostTrait = pgTable(
  "host_trait",
  {
    hostId: hostId()
      .notNull()
      .references(() => host.id, { onDelete: "cascade" }),
    trait: text({ enum: TRAITS }).notNull(),
    first: day("first"),
    last: day("last"),
  },
  (table) => [
    primaryKey({ columns: [table.hostId, table.trait] }),
    check("host_trait_trait_check", isOneOf(table.trait, TRAITS)),
  ],
);

/** Notes on domains and starts of paths (M10). */
export const domainNote = pgTable(
  "domain_note",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    /** The domain and everything below it. */
    host: text().notNull(),
    /** Start of the path; "": all of it. */
    path: text().notNull().default(""),
    kind: text().notNull(),
    value: text().notNull().default(""),
    first: day("first"),
    last: day("last"),
  },
  (table) => [unique().on(table.host, table.path, table.kind)],
);

const PATTERN_KINDS = ["host", "within", "like"] as const satisfies readonly HostPattern["kind"][];

/** What operators noted of hosts and of parts of their sites (M10). */
export const urlNote = pgTable(
  "url_note",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    /** Whether `host` is one name, a domain with all below it, or a name in which `*` stands for any characters. */
    hostKind: text("host_kind", { enum: PATTERN_KINDS }).notNull(),
    host: text().notNull(),
    /** Start of the path, in which `*` stands for any characters; "": any. */
    path: text().notNull().default(""),
    kind: text().notNull(),
    value: text().notNull().default(""),
    first: day("first"),
    /** When it was last added; half a year after that it is gone, unless a day is named. */
    last: day("last"),
    /** The last day on which it holds; -1: none is named. */
    until: dayOrNever("until"),
  },
  (table) => [
    unique().on(table.host, table.hostKind, table.path, table.kind),
    check("url_note_host_kind_check", isOneOf(table.hostKind, PATTERN_KINDS)),
  ],
);

/**
 * What came to hold for a host, or no longer does (M9, M10), and is still to be published of some of its URLs: of so many in the
 * transaction that learnt it, as all readers of changes wait for that; of the rest by `weboid maintain` (D1).
 */
export const hostChange = pgTable(
  "host_change",
  {
    id: int8("id").generatedAlwaysAsIdentity().primaryKey(),
    hostId: hostId().notNull(),
    /** A trait of the host, else a note of it for paths that begin like this. */
    trait: boolean().notNull(),
    kind: text().notNull(),
    path: text().notNull(),
    value: text().notNull(),
    gone: boolean().notNull(),
    /** By people or an operator, of all URLs whose path begins like the pattern `path`. */
    noted: boolean().notNull().default(false),
    /** The last URL that was published, in the order of the index `url_host_path`. */
    afterPath: text("after_path").notNull(),
    afterUrl: urlId("after_url").notNull(),
  },
  (table) => [index("host_change_host").on(table.hostId)],
);

/**
 * Who may ask a host or an address at this moment, over the whole fleet, and from when the next one may (C4). Unlogged: after a crash
 * of the server nobody holds a lease, and what is to be remembered for longer stands in `host`.
 */
export const hostLease = pgTable("host_lease", {
  /** `h:` and the name of a host; `a:`, an address (IPv6: its /64) and the number of a permit at it. */
  key: text().primaryKey(),
  ...leaseColumns(),
  /** The next lease begins not before. */
  readyAt: instant("ready_at").notNull().default(EPOCH),
  /** What the last holder learnt, as others may have read the host's row before that. */
  paceMs: integer("pace_ms"),
});

/** Sites whose owners asked to be left alone (C4). */
export const optout = pgTable(
  "optout",
  {
    /** The domain and everything below it. */
    host: text().notNull(),
    /** Start of the path; "": all of it. */
    path: text().notNull().default(""),
    addedAt: instant("added_at").notNull().default(NOW),
  },
  (table) => [primaryKey({ columns: [table.host, table.path] })],
);
