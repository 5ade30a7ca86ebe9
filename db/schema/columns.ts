import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { bigint, customType, integer, text } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import { storableJson } from "../text.ts";
import type { HostId, UrlId, WikiId } from "../types.ts";

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** The number of a transaction, which grows for as long as the server lives. */
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });

/** A moment in milliseconds since 1970. */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => "timestamp with time zone",
  toDriver: (ms) => new Date(ms).toISOString(),
  fromDriver: (text) => Date.parse(text),
});

/** Default of an instant that is long past: of leases that nobody holds, and of what is due at once. */
export const EPOCH = sql`'epoch'`;
export const NOW = sql`now()`;

/** JSON, whose strings are made such as PostgreSQL takes; the driver has parsed what it reads. */
export const jsonb = customType<{ data: object; driverData: string }>({
  dataType: () => "jsonb",
  toDriver: storableJson,
});
/** The same, stored as it was written: smaller, and never searched. */
export const json = customType<{ data: object; driverData: string }>({
  dataType: () => "json",
  toDriver: storableJson,
});

/** -1 in the database: on no day so far. */
export type DayOrNever = Day | -1;
/** A type of its own, by which `weboid doctor` knows all days. */
const dayColumn = customType<{ data: Day; driverData: number }>({ dataType: () => "integer" });
export const day = (name: string) => dayColumn(name).notNull();
export const dayOrNull = (name: string) => dayColumn(name);
export const dayOrNever = (name: string) => dayColumn(name).$type<DayOrNever>().notNull().default(-1);

/** 128 bits of SHA-256 over a URL (design 1); `UrlKey` has their digits without hyphens. */
export const urlKey = customType<{ data: UrlKey; driverData: string }>({
  dataType: () => "uuid",
  fromDriver: (text) => text.replaceAll("-", "") as UrlKey,
});

export const urlId = (name = "url_id") => bigint(name, { mode: "number" }).$type<UrlId>();
export const wikiId = () => integer("wiki_id").$type<WikiId>();
export const hostId = () => integer("host_id").$type<HostId>();
/** Counts, page ids, and other numbers of 64 bits, which stay far below 2^53. */
export const int8 = (name: string) => bigint(name, { mode: "number" });

/** Who holds the row, and until when unless the lease is renewed (db/lease). */
export const leaseColumns = (prefix = "") => ({
  holder: text(`${prefix}holder`),
  leaseUntil: instant(`${prefix}lease_until`).notNull().default(EPOCH),
});
/** The same with a fencing token: it grows with every lease, and a write under an older one is refused. */
export const fencedLeaseColumns = (prefix = "") => ({
  ...leaseColumns(prefix),
  token: int8(`${prefix}token`).notNull().default(0),
});

/** For a check: the column holds one of these words. */
export const isOneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`;
