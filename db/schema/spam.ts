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
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Scope } from "../../shared/spam/types.ts";
import { day, instant, int8, isOneOf, jsonb, urlKey, wikiId } from "./columns.ts";
import { farm, wiki } from "./wiki.ts";

const farmCode = () =>
  smallint("farm")
    .notNull()
    .references(() => farm.code);
/** null: of the whole farm. */
const wikiOrFarm = () => wikiId().references(() => wiki.id, { onDelete: "cascade" });

const LIST_KINDS = ["blacklist", "whitelist", "domains"] as const;
const SCOPES = ["global", "local"] as const satisfies readonly Scope[];

/** The lists that hold for a farm and its wikis (P1), as last read. */
export const spamList = pgTable(
  "spam_list",
  {
    id: integer().generatedAlwaysAsIdentity().primaryKey(),
    farm: farmCode(),
    wikiId: wikiOrFarm(),
    kind: text({ enum: LIST_KINDS }).notNull(),
    /** Stays in force while the list cannot be read. */
    content: text().notNull().default(""),
    /** Revision, or validator of the HTTP answer; "": never read, or there is no such page. */
    version: text().notNull().default(""),
    /** Grows with every other content: what was made of it may be kept as long. */
    edition: integer().notNull().default(0),
    /** When it was last read, or found as it was; null: never. */
    readAt: instant("read_at"),
    /** Why it could not be read lately; null when the last trial was good. */
    error: text(),
  },
  (table) => [
    check("spam_list_kind_check", isOneOf(table.kind, LIST_KINDS)),
    uniqueIndex("spam_list_global").on(table.farm, table.kind).where(sql`wiki_id is null`),
    uniqueIndex("spam_list_local").on(table.wikiId, table.kind).where(sql`wiki_id is not null`),
  ],
);

/** Entries that now block what they did not before: known URLs are tried on them, and their pages marked. */
export const spamScan = pgTable("spam_scan", {
  id: integer().generatedAlwaysAsIdentity().primaryKey(),
  farm: farmCode(),
  wikiId: wikiOrFarm(),
  entries: jsonb("entries")
    .$type<readonly { readonly kind: "line" | "domain"; readonly text: string }[]>()
    .notNull(),
  /** How far it came: of entries without a text to search for (`wide`) a URL's id, of a wiki's scan a page's; else a place in `entries`. */
  position: int8("position").notNull().default(0),
  wide: boolean().notNull().default(false),
  /** A scan of all URLs is divided into ranges, so that several feeders share it; null: to the end. */
  until: int8("until"),
});

/** URLs of pages that a list blocks (P1): not watched, never contacted. */
export const spamUse = pgTable(
  "spam_use",
  {
    wikiId: wikiId()
      .notNull()
      .references(() => wiki.id),
    pageid: int8("pageid").notNull(),
    key: urlKey("key").notNull(),
    url: text().notNull(),
    list: text({ enum: SCOPES }).notNull(),
    first: day("first"),
    last: day("last"),
    /** The line that matched, so that its removal finds what it blocked. */
    line: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.wikiId, table.key, table.pageid] }),
    check("spam_use_list_check", isOneOf(table.list, SCOPES)),
    index("spam_use_page").on(table.wikiId, table.pageid),
    index("spam_use_key").on(table.key),
  ],
);
