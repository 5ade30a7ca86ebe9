import { randomBytes } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Day } from "../../shared/calendar/day.ts";
import {
  entryHashOf,
  flawOf,
  LOG_BEGIN,
  type LogActor,
  type LogEntry,
  type LoggedActName,
  type LoggedEntry,
  type LogScope,
  type PeopleLock,
  textHashOf,
  UNSAID,
} from "../../shared/protocol/people-log.ts";
import { type ReportScope, scopeText } from "../../shared/url/report-scope.ts";
import type { Database } from "../connect.ts";
import { peopleLock, peopleLog } from "../schema/index.ts";
import { advisoryLock, evaluate } from "../statement.ts";
import { storable } from "../text.ts";

/** An act as it is to stand in the log. */
export interface Act {
  readonly act: LoggedActName;
  /** `dewiki@WMF`; null: of no wiki. */
  readonly wiki: string | null;
  readonly scope: LogScope;
  readonly target: string;
  readonly detail?: string | null;
  readonly urls?: number | null;
  readonly by: LogActor;
  readonly undoes?: number | null;
  readonly until?: Day | null;
}

/** A scope as the log names it. */
export const scopeInLog = (scope: ReportScope): Pick<Act, "scope" | "target"> => ({
  scope: scope.host.kind === "host" && scope.path === "" ? "host" : "path",
  target: scopeText(scope),
});

/** Two-part advisory lock; "webl". */
const LOG_LOCK = 0x7765626c;

/**
 * Writes entries in the transaction of the acts themselves. All others that write wait for its end, so that the chain has one order:
 * called last, behind all other locks.
 */
export async function logActs(tx: Database, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return;
  const { orm } = tx;
  await evaluate(orm, { locked: advisoryLock(LOG_LOCK, 0) });
  const { seconds } = await evaluate(orm, {
    seconds: sql<number>`floor(extract(epoch from clock_timestamp()))::float8`,
  });
  let last = await lastOf(orm);
  for (const act of acts) {
    const { by, wiki, scope, urls = null, undoes = null, until = null } = act;
    const text = {
      salt: randomBytes(16).toString("hex"),
      target: storable(act.target),
      detail: act.detail == null ? null : storable(act.detail),
    };
    const unsigned = {
      no: last.no + 1,
      // Clocks are set back now and then.
      at: Math.max(seconds, last.at),
      act: act.act,
      wiki,
      scope,
      textHash: textHashOf(text),
      urls,
      by,
      undoes,
      until,
      previous: last.hash,
    };
    const hash = entryHashOf(unsigned);
    const { by: actor, ...columns } = unsigned;
    await orm.insert(peopleLog).values({ ...columns, ...text, actor, hash });
    last = { ...unsigned, hash };
  }
}

async function lastOf(orm: Database["orm"]): Promise<Pick<LogEntry, "no" | "at" | "hash">> {
  const { no, at, hash } = peopleLog;
  const [row] = await orm.select({ no, at, hash }).from(peopleLog).orderBy(desc(no)).limit(1);
  return row ?? { no: 0, at: 0, hash: LOG_BEGIN };
}

const { salt, target, detail, actor, ...plain } = {
  no: peopleLog.no,
  at: peopleLog.at,
  act: peopleLog.act,
  wiki: peopleLog.wiki,
  scope: peopleLog.scope,
  textHash: peopleLog.textHash,
  urls: peopleLog.urls,
  undoes: peopleLog.undoes,
  until: peopleLog.until,
  previous: peopleLog.previous,
  hash: peopleLog.hash,
  salt: peopleLog.salt,
  target: peopleLog.target,
  detail: peopleLog.detail,
  actor: peopleLog.actor,
};
const columns = { ...plain, salt, target, detail, actor };

function entryOf({ salt, target, detail, actor, ...row }: SelectResultFields<typeof columns>): LogEntry {
  const text = salt === null || target === null ? null : { salt, target, detail };
  return { ...row, text, by: actor };
}

/** Entries below a number (null: from the newest on), newest first, and by which they were undone. */
export async function readLog(
  { orm }: Database,
  {
    wiki,
    before,
    limit,
  }: { readonly wiki: string | null; readonly before: number | null; readonly limit: number },
): Promise<LoggedEntry[]> {
  const rows = await orm
    .select(columns)
    .from(peopleLog)
    .where(
      and(
        wiki === null ? undefined : eq(peopleLog.wiki, wiki),
        before === null ? undefined : lt(peopleLog.no, before),
      ),
    )
    .orderBy(desc(peopleLog.no))
    .limit(limit);
  const { no, undoes } = peopleLog;
  const undoing = await orm
    .select({ no, undoes })
    .from(peopleLog)
    .where(
      inArray(
        undoes,
        rows.map((row) => row.no),
      ),
    );
  const undone = new Map(undoing.map((row) => [row.undoes, row.no]));
  return rows.map((row) => ({ ...entryOf(row), undone: undone.get(row.no) ?? null }));
}

/** One entry; null: there is none of that number. */
export async function readEntry(db: Database, no: number): Promise<LoggedEntry | null> {
  const [entry] = await readLog(db, { wiki: null, before: no + 1, limit: 1 });
  return entry?.no === no ? entry : null;
}

/** The newest entry that locked this; null: it is hidden, or was undone, so that another act lifts the lock. */
export async function entryOfLock(
  { orm }: Database,
  lock: { readonly scope: LogScope; readonly target: string },
): Promise<number | null> {
  const { no, act, scope, target, undoes } = peopleLog;
  const [newest] = await orm
    .select({ no })
    .from(peopleLog)
    .where(
      and(
        sql`${act} = 'lock'`,
        eq(scope, lock.scope),
        sql`md5(${target}) = md5(${lock.target})`,
        eq(target, lock.target),
      ),
    )
    .orderBy(desc(no))
    .limit(1);
  if (newest === undefined) return null;
  return (await orm.$count(peopleLog, eq(undoes, newest.no))) === 0 ? newest.no : null;
}

/** Two-part advisory lock; the second part is of the number of an entry. */
const UNDO_LOCK = 0x7765626e;

/** Keeps others from undoing the entry until the transaction ends; false: it was undone already. Before all other locks. */
export async function holdEntry(tx: Database, no: number): Promise<boolean> {
  await evaluate(tx.orm, { locked: advisoryLock(UNDO_LOCK, no % 2 ** 31) });
  return (await tx.orm.$count(peopleLog, eq(peopleLog.undoes, no))) === 0;
}

/** What the log is as a whole. */
export type LogCheck =
  | { readonly kind: "valid"; readonly entries: number; readonly head: string }
  | { readonly kind: "broken"; readonly no: number; readonly flaw: string };

const CHECKED_AT_ONCE = 1_000;

/** Follows the chain from its first entry on. That newest entries were cut off shows only to who knows their hashes. */
export async function checkLog({ orm }: Database): Promise<LogCheck> {
  let last = null as LogEntry | null;
  const hidden = new Set<number>();
  for (;;) {
    const rows = await orm
      .select(columns)
      .from(peopleLog)
      .where(gt(peopleLog.no, last?.no ?? Number.MIN_SAFE_INTEGER))
      .orderBy(asc(peopleLog.no))
      .limit(CHECKED_AT_ONCE);
    for (const row of rows) {
      const entry = entryOf(row);
      const flaw: string | null = flawOf(entry, last);
      if (flaw !== null) return { kind: "broken", no: entry.no, flaw };
      if (entry.text === null) hidden.add(entry.no);
      else if (entry.act === "hide") hidden.delete(Number(entry.text.target));
      last = entry;
    }
    if (rows.length < CHECKED_AT_ONCE) {
      const [no] = hidden;
      if (no !== undefined) return { kind: "broken", no, flaw: UNSAID };
      return { kind: "valid", entries: last?.no ?? 0, head: last?.hash ?? LOG_BEGIN };
    }
  }
}

/**
 * Takes the text out of an entry, whose hash stays, and logs that; the reason out of the lock that it is of, too, which is as public and
 * would be logged again with its end. The locks that have none now; null: there is no such text, or it is that of such an entry.
 */
export function hideEntry(
  db: Database,
  no: number,
): Promise<readonly Pick<PeopleLock, "scope" | "target" | "until">[] | null> {
  return db.transaction(async (tx) => {
    const { scope, target, detail } = peopleLog;
    const [text] = await tx.orm
      .select({ scope, target, detail })
      .from(peopleLog)
      .where(and(eq(peopleLog.no, no), isNotNull(target), ne(peopleLog.act, "hide")))
      .for("update");
    if (text === undefined) return null;
    await tx.orm
      .update(peopleLog)
      .set({ salt: null, target: null, detail: null })
      .where(eq(peopleLog.no, no));
    const isOfLock = and(
      sql`${peopleLock.scope} = ${text.scope}`,
      eq(peopleLock.target, text.target ?? ""),
      eq(peopleLock.reason, sql`${text.detail}`),
    );
    const locks = await tx.orm
      .update(peopleLock)
      .set({ reason: "" })
      .where(isOfLock)
      .returning({ scope: peopleLock.scope, target: peopleLock.target, until: peopleLock.until });
    await logActs(tx, [{ act: "hide", wiki: null, scope: "entry", target: String(no), by: "operator" }]);
    return locks;
  });
}
