import { and, asc, count, desc, eq, ne, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { isPlainlyWorking } from "../../shared/history/evidence.ts";
import type { Database } from "../connect.ts";
import { archiveSave, archiveVisit, host, pageLink, url } from "../schema/index.ts";
import type { UrlId } from "../types.ts";
import { decodeExtras, decodeHistory, decodeUrl, urlColumns } from "../urls/row.ts";

/** How often a URL is tried before its last error counts. */
const TRIES_MAX = 3;
/** Until the archive lists what it saved, and until it is asked again. */
const LISTED_DAYS = 3;
const RETRY_DAYS = 7;

interface SaveLimits {
  /** URLs on one day, tried again or not. */
  readonly perDay: number;
  /** Under way at once. */
  readonly open: number;
}

/** "busy": once something that is under way has ended; "no": not today. */
type Begun = "begun" | "busy" | "no";

/**
 * Whether the archive is to be asked to save a URL now, and if so notes it, before it is asked: a URL that plainly works, stands in a page,
 * was not saved before, within the limits. The archivist that asks holds the archive's lease.
 */
export function beginSave(db: Database, id: UrlId, today: Day, { perDay, open }: SaveLimits): Promise<Begun> {
  return db.transaction(async ({ orm }): Promise<Begun> => {
    const [watched] = await orm
      .select({ history: url.history, extras: url.extras })
      .from(url)
      .where(
        and(
          eq(url.id, id),
          sql`exists (select from ${pageLink} where ${pageLink.urls} @> array[${id}]::bigint[])`,
        ),
      )
      .for("key share");
    if (watched === undefined) return "no";
    if (!isPlainlyWorking(decodeHistory(watched.history), decodeExtras(watched.extras).notes)) return "no";
    const [asked] = await orm
      .select({ today: count() })
      .from(archiveSave)
      .where(eq(archiveSave.asked, today));
    if ((asked?.today ?? 0) >= perDay) return "no";
    const [under] = await orm.select({ way: count() }).from(archiveSave).where(ne(archiveSave.job, ""));
    if ((under?.way ?? 0) >= open) return "busy";
    const { tries, job, result } = archiveSave;
    const begun = await orm
      .insert(archiveSave)
      .values({ urlId: id, asked: today })
      .onConflictDoUpdate({
        target: archiveSave.urlId,
        set: { asked: today, tries: sql`${tries} + 1` },
        setWhere: sql`${job} = '' and ${result} = '' and ${tries} < ${TRIES_MAX}`,
      })
      .returning({ id: archiveSave.urlId });
    return begun.length > 0 ? "begun" : "no";
  });
}

/** The archive works on it, under this name. */
export async function noteJob({ orm }: Database, id: UrlId, job: string): Promise<void> {
  await orm.update(archiveSave).set({ job }).where(eq(archiveSave.urlId, id));
}

/** What an archive works on. */
export interface OpenSave {
  readonly id: UrlId;
  readonly job: string;
  readonly asked: Day;
}

export function openSaves({ orm }: Database, limit: number): Promise<OpenSave[]> {
  const { urlId: id, job, asked } = archiveSave;
  return orm.select({ id, job, asked }).from(archiveSave).where(ne(job, "")).orderBy(asc(id)).limit(limit);
}

/** How an attempt ended. */
export type SaveEnd =
  | { readonly kind: "saved" }
  /** Its error; `isFinal`: another attempt would fail as well. */
  | { readonly kind: "refused"; readonly code: string; readonly isFinal: boolean }
  /** Nothing was tried, as the archive could not be asked. */
  | { readonly kind: "failed" };

/** Stores how an attempt ended, and has the archive visited: for what it saved, or before the next attempt. */
export function endSave(db: Database, id: UrlId, type: string, end: SaveEnd, today: Day): Promise<void> {
  const { tries } = archiveSave;
  const stored = {
    saved: { result: "saved" },
    refused: {
      result:
        end.kind !== "refused"
          ? ""
          : end.isFinal
            ? end.code
            : sql<string>`case when ${tries} >= ${TRIES_MAX} then ${end.code}::text else '' end`,
    },
    failed: { tries: sql<number>`${tries} - 1` },
  }[end.kind];
  const days = end.kind === "saved" ? LISTED_DAYS : end.kind === "failed" ? 1 : RETRY_DAYS;
  const due = addDays(today, days);
  return db.transaction(async ({ orm }) => {
    await orm
      .update(archiveSave)
      .set({ job: "", ...stored })
      .where(eq(archiveSave.urlId, id));
    if (end.kind === "refused" && end.isFinal) return;
    await orm
      .update(archiveVisit)
      .set({ due })
      .where(and(eq(archiveVisit.urlId, id), eq(archiveVisit.type, type), sql`${archiveVisit.due} > ${due}`));
  });
}

/** A URL that an archive was asked to save. */
export interface Saved {
  readonly url: string;
  readonly asked: Day;
  readonly tries: number;
  readonly state: "saved" | "under way" | "to be tried again" | "failed";
  /** The archive's code. */
  readonly error: string | null;
}

/** The youngest first. */
export async function listSaves({ orm }: Database, limit: number): Promise<Saved[]> {
  const { asked, tries, job, result } = archiveSave;
  const rows = await orm
    .select({ ...urlColumns, asked, tries, job, result })
    .from(archiveSave)
    .innerJoin(url, eq(url.id, archiveSave.urlId))
    .innerJoin(host, eq(host.id, url.hostId))
    .orderBy(desc(asked), desc(archiveSave.urlId))
    .limit(limit);
  return rows.map((row) => ({
    url: decodeUrl(row),
    asked: row.asked,
    tries: row.tries,
    state:
      row.result === "saved"
        ? "saved"
        : row.result !== ""
          ? "failed"
          : row.job !== ""
            ? "under way"
            : "to be tried again",
    error: row.result === "" || row.result === "saved" ? null : row.result,
  }));
}
