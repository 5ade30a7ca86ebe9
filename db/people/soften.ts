import { and, eq } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { LogActor } from "../../shared/protocol/people-log.ts";
import { patternCovers } from "../../shared/url/pattern.ts";
import {
  domainScope,
  hostScope,
  hostText,
  type ReportScope,
  scopeText,
} from "../../shared/url/report-scope.ts";
import type { Database, Orm } from "../connect.ts";
import { publishHostNotes } from "../hosts/changes.ts";
import { recordDomainNotes } from "../hosts/record.ts";
import { REPORTED } from "../hosts/softened.ts";
import { domainNote } from "../schema/index.ts";
import { type Act, logActs, scopeInLog } from "./log.ts";
import { saidOf } from "./voices.ts";
import { balanceOf, isWithdrawn } from "./weights.ts";

/** The note that all of a scope is presumably reachable (H3). */
const noteOf = (scope: ReportScope) => ({ host: hostText(scope), path: scope.path, kind: REPORTED }) as const;
const isNoteOf = (scope: ReportScope) =>
  and(eq(domainNote.host, hostText(scope)), eq(domainNote.path, scope.path), eq(domainNote.kind, REPORTED));

export const isSoftened = async (orm: Orm, scope: ReportScope): Promise<boolean> =>
  (await orm.$count(domainNote, isNoteOf(scope))) > 0;

/** Takes back that a scope is presumably reachable, and publishes it. */
export async function withdrawScope(
  { orm }: Pick<Database, "orm">,
  scope: ReportScope,
  day: Day,
): Promise<boolean> {
  const { host, path, kind, value } = domainNote;
  const gone = await orm.delete(domainNote).where(isNoteOf(scope)).returning({ host, path, kind, value });
  await publishHostNotes(orm, gone, "gone", day);
  return gone.length > 0;
}

/**
 * H3, H5: softens a scope for six months where enough networks say that it works, and no longer where as many withdraw it. Another
 * report that says so (`renews`) begins these months again; time that passes and words to the contrary do not. Answers whether it is softened now.
 */
export async function weigh(db: Database, scope: ReportScope, day: Day, renews: boolean): Promise<boolean> {
  const balance = balanceOf(await saidOf(db, scope, day), day);
  if (balance.softens && !renews && (await isSoftened(db.orm, scope))) return true;
  if (balance.softens) {
    await recordDomainNotes(db, [{ ...noteOf(scope), value: "" }], day);
    return true;
  }
  if (!(await isSoftened(db.orm, scope))) return false;
  if (isWithdrawn(balance)) await withdrawScope(db, scope, day);
  return !isWithdrawn(balance);
}

/** What is weighed when somebody says something of a URL: the scope that was named, the URL's host, its domain. */
export function scopesOf(host: string, named: ReportScope | null): ReportScope[] {
  const all = [...(named === null ? [] : [named]), hostScope(host), domainScope(host)];
  return [...new Map(all.map((scope) => [scopeText(scope), scope])).values()];
}

/** Weighs one after the other, until one is softened that covers the host as a whole: wider ones say nothing more of it then. */
export async function weighAll(
  db: Database,
  scopes: readonly ReportScope[],
  host: string,
  day: Day,
  renews: boolean,
): Promise<void> {
  for (const scope of scopes)
    if (
      (await weigh(db, scope, day, renews)) &&
      scope.path === "" &&
      patternCovers(scope, { host, path: "/" })
    )
      return;
}

/** Those of the scopes that are softened. */
export async function softenedOf(orm: Orm, scopes: readonly ReportScope[]): Promise<ReportScope[]> {
  const found: ReportScope[] = [];
  for (const scope of scopes) if (await isSoftened(orm, scope)) found.push(scope);
  return found;
}

/** Of scopes that are softened: those that would be again by what is said now. */
export async function softenedNow(
  db: Database,
  scopes: readonly ReportScope[],
  day: Day,
): Promise<ReportScope[]> {
  const found: ReportScope[] = [];
  for (const scope of scopes) if (balanceOf(await saidOf(db, scope, day), day).softens) found.push(scope);
  return found;
}

/** Reports were taken back by those who made them, or by operators: what was softened by them is so no longer. Which scopes that were. */
export async function withdrawUnsupported(
  db: Database,
  scopes: readonly ReportScope[],
  day: Day,
): Promise<ReportScope[]> {
  const gone: ReportScope[] = [];
  for (const scope of await softenedOf(db.orm, scopes))
    if (!balanceOf(await saidOf(db, scope, day), day).softens && (await withdrawScope(db, scope, day)))
      gone.push(scope);
  return gone;
}

/**
 * Carries out `work`, which takes reports back, and then what hung on them: scopes that were softened by what is known, and would not be
 * by what is left. What is softened by what is forgotten stays. Logs it (H5), so `work` is all that the transaction does.
 */
export async function takingBack<T>(
  db: Database,
  scopes: readonly ReportScope[],
  { day, by }: { readonly day: Day; readonly by: LogActor },
  work: () => Promise<T>,
): Promise<T> {
  const hanging = await softenedNow(db, await softenedOf(db.orm, scopes), day);
  const done = await work();
  const gone = await withdrawUnsupported(db, hanging, day);
  await logActs(
    db,
    gone.map((scope): Act => ({ act: "unsoften", wiki: null, by, ...scopeInLog(scope) })),
  );
  return done;
}
