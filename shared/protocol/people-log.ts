import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import * as z from "zod/mini";
import { described, type Shape, text, whole } from "../json/shape.ts";
import { PEOPLE_ACTOR } from "./people.ts";
import { WikiName } from "./types.ts";

/**
 * What people do that changes something for readers (H5), and what administrators do about it. `oppose`: a word to the contrary, by which
 * no report goes yet. `soften`, `unsoften`: as time passed, a scope counts as presumably reachable, or no
 * longer (also as an operator or administrator took back what it hung on).
 */
export const LOGGED_ACTS = [
  "report",
  "withdraw",
  "oppose",
  "soften",
  "unsoften",
  "propose",
  "remove",
  "block",
  "unblock",
  "lock",
  "unlock",
  "hide",
] as const;
export type LoggedActName = (typeof LOGGED_ACTS)[number];

export const LOG_SCOPES = ["url", "host", "path", "everything", "reporter", "entry"] as const;
export type LogScope = (typeof LOG_SCOPES)[number];

/**
 * By whom: somebody known by a network alone, or logged in; an administrator in a page, the operator on the command line;
 * maintenance, as networks weigh more with time, and what was said expires.
 */
export const LOG_ACTORS = ["reader", "account", "administrator", "operator", "maintenance"] as const;
export type LogActor = (typeof LOG_ACTORS)[number];

const HexHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What an entry says in words of people. A hidden entry has lost it, and keeps its hash. */
const LogText = z.object({
  /** 32 random hex digits, so that nobody finds a hidden text by trying likely ones. */
  salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  target: text(
    "A URL, a host, a host with the start of a path, or the number of an entry; empty: everything.",
  ),
  detail: described("The suggested address, or the reason of a lock.", z.nullable(z.string())),
});
type LogText = Shape<typeof LogText>;

export const LogEntry = z.object({
  no: described("From 1 on, without gaps.", z.int().check(z.gte(1))),
  at: described("Seconds since 1970; never less than that of the entry before.", whole()),
  act: z.enum(LOGGED_ACTS),
  wiki: described("From whose pages somebody acted; null: the operator.", z.nullable(WikiName)),
  scope: described("What target is.", z.enum(LOG_SCOPES)),
  text: described("null: hidden by the operator.", z.nullable(LogText)),
  textHash: HexHash,
  urls: described("How many URLs it changed, where that is known.", z.nullable(whole())),
  by: z.enum(LOG_ACTORS),
  undoes: described("The number of the entry that it undoes.", z.nullable(z.int().check(z.gte(1)))),
  until: described("Of a lock: the last day (days since 2017-01-01).", z.nullable(z.int())),
  previous: described("hash of the entry before; of the first: 64 zeros.", HexHash),
  hash: HexHash,
});
export type LogEntry = Shape<typeof LogEntry>;

/** `previous` of the first entry. */
export const LOG_BEGIN = "0".repeat(64);

const hashOf = (values: readonly (string | number | null)[]): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(values))));

/** SHA-256 over the UTF-8 of `[salt,target,detail]` as JSON without blanks (RFC 8785). */
export const textHashOf = ({ salt, target, detail }: LogText): string => hashOf([salt, target, detail]);

/** SHA-256 over the same form of these values, in this order; the first is the version of the form. */
export const entryHashOf = (entry: Omit<LogEntry, "text" | "hash">): string =>
  hashOf([
    "weboid-log-1",
    entry.no,
    entry.at,
    entry.act,
    entry.wiki,
    entry.scope,
    entry.textHash,
    entry.urls,
    entry.by,
    entry.undoes,
    entry.until,
    entry.previous,
  ]);

/** What is wrong with an entry that should follow another (null: the first); null: nothing. */
export function flawOf(entry: LogEntry, before: LogEntry | null): string | null {
  if (entry.no !== (before?.no ?? 0) + 1) return `number ${(before?.no ?? 0) + 1} is missing`;
  if (entry.previous !== (before?.hash ?? LOG_BEGIN)) return "it does not follow the entry before";
  if (entry.at < (before?.at ?? 0)) return "it is older than the entry before";
  if (entry.text !== null && textHashOf(entry.text) !== entry.textHash) return "its text was changed";
  if (entryHashOf(entry) !== entry.hash) return "it was changed";
  return null;
}

/** What is wrong with an entry without a text, where no later entry says that the operator hid it. */
export const UNSAID = "its text was taken out, and no entry says so";

/** Entries of one answer at most. */
export const LOG_ENTRIES_MAX = 100;
export const LOCK_REASON_UNITS_MAX = 300;
export const LOCK_DAYS_MAX = 3_650;

export const LogRequest = z.object({
  /** Only entries of this wiki; null: all. */
  wiki: z.nullable(WikiName),
  /** Only entries below this number; null: from the newest on. */
  before: z.nullable(z.int().check(z.gte(1))),
});
export type LogRequest = Shape<typeof LogRequest>;

/** Of which URLs nobody but administrators may say anything, until the end of a day. */
export const PeopleLock = z.object({
  scope: z.enum(["url", "host", "path", "everything"]),
  target: z.string(),
  reason: z.string(),
  until: described("The last day (days since 2017-01-01).", z.int()),
});
export type PeopleLock = Shape<typeof PeopleLock>;

export const LogResponse = z.object({
  entries: described(
    "Newest first.",
    z
      .array(
        z.extend(LogEntry, {
          undone: described("The number of the entry that undid it.", z.nullable(z.int())),
        }),
      )
      .check(z.maxLength(LOG_ENTRIES_MAX)),
  ),
  next: described("before of what follows; null: that was the first entry.", z.nullable(z.int())),
  locks: described("In force today.", z.array(PeopleLock)),
});
export type LogResponse = Shape<typeof LogResponse>;
export type LoggedEntry = LogResponse["entries"][number];

export const UndoRequest = z.object({ ...PEOPLE_ACTOR, entry: z.int().check(z.gte(1)) });
export type UndoRequest = Shape<typeof UndoRequest>;

/** Of administrators alone, which the edge knows. */
export const LockRequest = z.object({
  act: z.enum(["lock", "unlock"]),
  /** As somebody wrote it (`parseLockTarget`). */
  target: z.string().check(z.minLength(1), z.maxLength(2_000)),
  reason: z.string().check(z.maxLength(LOCK_REASON_UNITS_MAX)),
  days: z.int().check(z.gte(1), z.lte(LOCK_DAYS_MAX)),
});
export type LockRequest = Shape<typeof LockRequest>;
