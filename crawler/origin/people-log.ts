import { unblockVersions } from "../../db/archives/blocks.ts";
import { takeAllowance } from "../../db/people/allowance.ts";
import { holdEntry, logActs, readEntry, readLog } from "../../db/people/log.ts";
import { liftLock, listLocks, setLock } from "../../db/people/url-locks.ts";
import { findWiki } from "../../db/wikis/wikis.ts";
import { addDays, asDay, type Day } from "../../shared/calendar/day.ts";
import { parseLockTarget } from "../../shared/protocol/lock-target.ts";
import type { PeopleRequest, PeopleResponse } from "../../shared/protocol/people.ts";
import {
  LOG_ENTRIES_MAX,
  type LockRequest,
  type LogEntry,
  type LogRequest,
  type LogResponse,
  type UndoRequest,
} from "../../shared/protocol/people-log.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { answerPeople } from "./people.ts";
import { scopesOf } from "./profile.ts";

/** A page of the public log, with the locks of today (H5). */
export async function answerLog(
  { db, clock }: Pick<RoleContext, "db" | "clock">,
  { wiki, before }: LogRequest,
): Promise<LogResponse> {
  const entries = await readLog(db, { wiki, before, limit: LOG_ENTRIES_MAX });
  const last = entries.at(-1)?.no ?? 1;
  return {
    entries,
    next: entries.length === LOG_ENTRIES_MAX && last > 1 ? last : null,
    locks: await listLocks(db, clock.today()),
  };
}

const NOT_UNDOABLE: PeopleResponse = { outcome: "not-undoable" };

/**
 * Undoes an entry of the log by the act that is its contrary, of the person who asks for it: with the bounds of that person, and logged
 * like any other (H5).
 */
export async function answerUndo(
  ctx: RoleContext,
  secret: string,
  { entry: no, ...who }: UndoRequest,
): Promise<PeopleResponse> {
  const entry = await readEntry(ctx.db, no);
  if (entry === null || entry.text === null) return NOT_UNDOABLE;
  const act = contraryOf(entry);
  if (act === null)
    return who.administrator ? undoAsAdministrator(ctx, secret, entry, entry.text.target) : NOT_UNDOABLE;
  const wiki = entry.wiki === null ? null : await findWiki(ctx.db, entry.wiki);
  return wiki === null
    ? NOT_UNDOABLE
    : answerPeople(ctx, secret, wiki, { ...act, ...who, wiki: wiki.name }, entry);
}

type Contrary = Pick<PeopleRequest, "act" | "url" | "domain" | "scope" | "replacement">;

const CONTRARY = {
  report: "withdraw",
  withdraw: "report",
  oppose: "report",
  propose: "remove",
  remove: "propose",
  unblock: "block",
} as const satisfies Partial<Record<LogEntry["act"], PeopleRequest["act"]>>;

/** The act of anybody that undoes an entry; null: there is none. */
function contraryOf({ act, scope, text }: LogEntry): Contrary | null {
  if (!(act in CONTRARY) || text === null) return null;
  const contrary = CONTRARY[act as keyof typeof CONTRARY];
  const { target, detail } = text;
  const isOfAddress = contrary === "propose" || contrary === "remove";
  if (scope === "url" && (!isOfAddress || detail !== null))
    return { act: contrary, url: target, domain: false, replacement: isOfAddress ? detail : null };
  if (isOfAddress || detail === null) return null;
  const common = { act: contrary, url: detail, replacement: null };
  if (scope === "host") return { ...common, domain: true };
  return scope === "path" ? { ...common, domain: false, scope: target } : null;
}

/** Blocks and locks (A2, H5). */
async function undoAsAdministrator(
  ctx: Pick<RoleContext, "db" | "clock">,
  secret: string,
  { no, act, wiki, scope, text, until }: LogEntry,
  target: string,
): Promise<PeopleResponse> {
  const by = "administrator";
  return asAdministrator(ctx, secret, async (tx, today): Promise<PeopleResponse> => {
    if (!(await holdEntry(tx, no))) return { outcome: "already-undone" };
    const isLock = scope !== "reporter" && scope !== "entry";
    if (act === "lock" && isLock)
      return (await liftLock(tx, { scope, target }, { by, today, undoes: no }))
        ? { outcome: "lock-lifted" }
        : { outcome: "nothing" };
    if (act === "unlock" && isLock && until !== null && until >= today) {
      const lock = parseLockTarget(scope === "everything" ? "*" : target);
      if (lock === null) return NOT_UNDOABLE;
      const reason = text?.detail ?? "";
      await setLock(tx, { ...lock, reason, until: asDay(until) }, { by, today, undoes: no });
      return { outcome: "lock-set" };
    }
    if (act !== "block") return NOT_UNDOABLE;
    if (!(await unblockVersions(tx, target as NormalisedUrl, null, today))) return { outcome: "nothing" };
    await logActs(tx, [{ act: "unblock", wiki, scope, target, urls: 1, by, undoes: no }]);
    return { outcome: "unblocked" };
  });
}

/** Counts an act of an administrator, and carries it out in the same transaction. */
function asAdministrator(
  { db, clock }: Pick<RoleContext, "db" | "clock">,
  secret: string,
  act: (tx: Database, today: Day) => Promise<PeopleResponse>,
): Promise<PeopleResponse> {
  const today = clock.today();
  const scopes = scopesOf(secret, "lock", { ranges: [], administrator: true }, { today });
  return db.transaction(async (tx) => {
    const { kind } = await takeAllowance(tx, scopes, { day: today, weight: 1 });
    return kind === "taken" ? act(tx, today) : { outcome: "too-many" };
  });
}

/** An administrator's lock in a page of the edge (H5). */
export async function answerLock(
  ctx: Pick<RoleContext, "db" | "clock">,
  secret: string,
  { act, target, reason, days }: LockRequest,
): Promise<PeopleResponse> {
  const lock = parseLockTarget(target);
  if (lock === null) return { outcome: "bad-target" };
  const by = "administrator";
  return asAdministrator(ctx, secret, async (tx, today): Promise<PeopleResponse> => {
    if (act === "unlock")
      return { outcome: (await liftLock(tx, lock, { by, today })) ? "lock-lifted" : "nothing" };
    await setLock(tx, { ...lock, reason, until: addDays(today, days - 1) }, { by, today });
    return { outcome: "lock-set" };
  });
}
