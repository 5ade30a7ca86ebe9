import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { LOG_ACTORS, LOG_SCOPES, LOGGED_ACTS, type PeopleLock } from "../../shared/protocol/people-log.ts";
import { day, int8, isOneOf } from "./columns.ts";

/**
 * What people did that changed something for readers (H5), for anybody to read: each entry has the hash of the one before
 * (shared/protocol/people-log.ts). Nothing in it says who. Rows are only added; of a hidden one the operator removes the text.
 */
export const peopleLog = pgTable(
  "people_log",
  {
    /** By hand, under a lock: without gaps. */
    no: int8("no").primaryKey(),
    /** Seconds since 1970. */
    at: int8("at").notNull(),
    act: text({ enum: LOGGED_ACTS }).notNull(),
    /** Null: of no wiki. A name: wikis can be deleted. */
    wiki: text(),
    scope: text({ enum: LOG_SCOPES }).notNull(),
    /** Null, all three: hidden. */
    salt: text(),
    target: text(),
    detail: text(),
    textHash: text("text_hash").notNull(),
    urls: integer(),
    actor: text({ enum: LOG_ACTORS }).notNull(),
    undoes: int8("undoes"),
    until: integer(),
    previous: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [
    uniqueIndex("people_log_undoes").on(table.undoes).where(sql`undoes is not null`),
    index("people_log_wiki").on(table.wiki, table.no),
    // Which entry locked something, found while all acts wait. By a hash: a target may be longer than an index takes.
    index("people_log_lock").on(table.scope, sql`md5(${table.target})`, table.no).where(sql`act = 'lock'`),
    check("people_log_act", isOneOf(table.act, LOGGED_ACTS)),
    check("people_log_scope", isOneOf(table.scope, LOG_SCOPES)),
    check("people_log_actor", isOneOf(table.actor, LOG_ACTORS)),
  ],
);

/** URLs of which nobody but administrators may say anything for some time (H5). */
export const peopleLock = pgTable(
  "people_lock",
  {
    scope: text().$type<PeopleLock["scope"]>().notNull(),
    /** As the log has it; "": everything. */
    target: text().notNull(),
    /** To which it belongs; "": everything. */
    host: text().notNull(),
    reason: text().notNull(),
    /** The last day. */
    until: day("until"),
  },
  (table) => [primaryKey({ columns: [table.scope, table.target] })],
);
