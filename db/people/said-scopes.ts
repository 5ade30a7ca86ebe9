import { and, desc, eq, max, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { hostsCovering, type ReportScope, scopeOf } from "../../shared/url/report-scope.ts";
import type { Database } from "../connect.ts";
import { REPORTED } from "../hosts/softened.ts";
import { domainNote, scopeReport } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";

/** What people said of hosts, domains and parts of them as a whole (H1, H3). */
export interface SaidScope {
  /** As people write it: `example.org/path/`. */
  readonly scope: string;
  readonly reports: number;
  readonly withdrawals: number;
  /** When something was said last; null: all of it has expired. */
  readonly last: Day | null;
  /** Presumably reachable, and on which day enough said so last. */
  readonly softened: Day | null;
}

/** Of one host, or of all; those that were spoken of last come first. */
export async function listScopes(
  { orm }: Database,
  { host: only, limit }: { readonly host: string | null; readonly limit: number },
): Promise<SaidScope[]> {
  const hosts = only === null ? null : hostsCovering(only);
  const { host: name, path, day, against } = scopeReport;
  const said = await orm
    .select({
      host: name,
      path,
      reports: sql<number>`(count(*) filter (where not ${against}))::int`,
      withdrawals: sql<number>`(count(*) filter (where ${against}))::int`,
      last: sql<Day>`${max(day)}`,
    })
    .from(scopeReport)
    .where(hosts === null ? undefined : isAnyOf(name, hosts))
    .groupBy(name, path)
    .orderBy(desc(max(day)), name, path)
    .limit(limit);
  const notes = await orm
    .select({ host: domainNote.host, path: domainNote.path, last: domainNote.last })
    .from(domainNote)
    .where(and(eq(domainNote.kind, REPORTED), hosts === null ? undefined : isAnyOf(domainNote.host, hosts)))
    .orderBy(desc(domainNote.last), domainNote.host, domainNote.path)
    .limit(limit);
  const softened = new Map(notes.map((note) => [note.host + note.path, note.last]));
  const found = said.map(({ host, path: start, ...row }): SaidScope => {
    return { scope: host + start, ...row, softened: softened.get(host + start) ?? null };
  });
  const others = [...softened]
    .filter(([scope]) => !found.some((one) => one.scope === scope))
    .map(([scope, day]): SaidScope => ({ scope, reports: 0, withdrawals: 0, last: null, softened: day }));
  return [...others, ...found];
}

/** H3: all that is presumably reachable by what people report. */
export const softenedScopes = async ({ orm }: Database): Promise<ReportScope[]> => {
  const { host: name, path, kind } = domainNote;
  const rows = await orm.select({ host: name, path }).from(domainNote).where(eq(kind, REPORTED));
  return rows.map((row) => scopeOf(row.host, row.path));
};

/** All scopes of one host by its own name of which something is said, or that are softened. */
export async function scopesOfHost({ orm }: Database, name: string): Promise<ReportScope[]> {
  const said = await orm
    .selectDistinct({ path: scopeReport.path })
    .from(scopeReport)
    .where(eq(scopeReport.host, name));
  const softened = await orm
    .select({ path: domainNote.path })
    .from(domainNote)
    .where(and(eq(domainNote.host, name), eq(domainNote.kind, REPORTED)));
  return [...new Set([...said, ...softened].map(({ path }) => path))].map((path) => scopeOf(name, path));
}
