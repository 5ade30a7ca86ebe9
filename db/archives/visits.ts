import { and, asc, between, desc, eq, gt, gte, not, or, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { isPlainlyWorking, lacksContent } from "../../shared/history/evidence.ts";
import type { History } from "../../shared/history/types.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { batch, insertFrom, insertRows } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { archive, archiveLink, archiveService, archiveVisit, host, url } from "../schema/index.ts";
import { excluded, isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { decodeExtras, decodeHistory, decodeUrl, urlColumns } from "../urls/row.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { noteAnswer, type ServiceLease, serviceLeases } from "./services.ts";

/**
 * The days from this one on (in 2106) are those of visits that wait until an archive has nothing else to do: as many days after this
 * one as others are due after day 0. Such are revisits of URLs that plainly work, of which readers are shown no archives.
 */
const IDLE_DAY = 32_768;

/** Days after which archives are asked about a URL that began to fail: most failures are over by then. */
const FAILING_DAYS = 3;
/** A3: each quarter. */
export const QUARTER_DAYS = 91;
/** How long a visit waits at first that came to no answer. */
const DEFERRED_DAYS = 7;

/**
 * Puts URLs that began to fail on the lists of the archives that are asked, or has them visited sooner, also where pages name a version
 * of them. Links into archives are put there, too: versions of other URLs may be gone. In the order of ids.
 */
export async function visitFailing(
  orm: Orm,
  urls: readonly { readonly id: UrlId; readonly day: Day }[],
): Promise<void> {
  if (urls.length === 0) return;
  const rows = urls.map(({ id, day }) => ({ urlId: id, due: addDays(day, FAILING_DAYS) }));
  const given = batch("given", { urlId: archiveVisit.urlId, due: archiveVisit.due }, rows);
  const fields = { urlId: given.urlId, type: sql`${archiveService.type}`.as("type"), due: given.due };
  const namedIn = (table: typeof archiveVisit | typeof archiveLink) =>
    sql`exists (select from ${table} where ${table.urlId} = ${given.urlId} and ${table.type} = ${archiveService.type})`;
  await insertFrom(orm, archiveVisit, fields, (found) =>
    found
      .from(given.rows)
      .crossJoin(archiveService)
      .where(or(archiveService.asked, namedIn(archiveVisit), namedIn(archiveLink)))
      .orderBy(given.urlId, archiveService.type),
  ).onConflictDoUpdate({
    target: [archiveVisit.urlId, archiveVisit.type],
    set: { due: excluded(archiveVisit.due) },
    setWhere: sql`${archiveVisit.due} > ${excluded(archiveVisit.due)}`,
  });
}

/**
 * Ends the waiting of visits until an archive has nothing else to do: readers are shown archives of these URLs from now on. Those
 * whose quarter is over (A3) are due that day. In the order of ids.
 */
export async function endIdleVisits(
  orm: Orm,
  urls: readonly { readonly id: UrlId; readonly day: Day }[],
): Promise<void> {
  if (urls.length === 0) return;
  const { urlId, type, due } = archiveVisit;
  const ids = urls.map(({ id }) => id);
  const day = Math.max(...urls.map((each) => each.day));
  const idle = orm.$with("idle").as(
    orm
      .select({ urlId, type })
      .from(archiveVisit)
      .where(and(isAnyOf(urlId, ids), gte(due, IDLE_DAY as Day)))
      .orderBy(urlId, type)
      .for("no key update"),
  );
  await orm
    .with(idle)
    .update(archiveVisit)
    .set({ due: sql`greatest(${due} - ${IDLE_DAY}::int, ${day}::int)` })
    .from(idle)
    .where(and(eq(urlId, idle.urlId), eq(type, idle.type)));
}

/** A URL about which an archive is to be asked. */
export interface Visit {
  readonly id: UrlId;
  readonly url: NormalisedUrl;
  readonly history: History;
  /** The type of the document that checks saw there; null: a web page, or nothing yet. */
  readonly mime: string | null;
}

export interface DueOptions {
  readonly count: number;
  /** Those that wait until an archive has nothing else to do, in place of the others. */
  readonly isIdle?: boolean;
  /** In place of the oldest. */
  readonly youngestFirst?: boolean;
}

/** Those that are due, the oldest first. */
export async function dueVisits(
  { orm }: Database,
  type: string,
  today: Day,
  { count, isIdle = false, youngestFirst = false }: DueOptions,
): Promise<Visit[]> {
  const first = isIdle ? IDLE_DAY : 0;
  const order = youngestFirst ? desc : asc;
  const rows = await orm
    .select({ id: url.id, ...urlColumns, history: url.history, extras: url.extras })
    .from(archiveVisit)
    .innerJoin(url, eq(url.id, archiveVisit.urlId))
    .innerJoin(host, eq(host.id, url.hostId))
    .where(and(eq(archiveVisit.type, type), between(archiveVisit.due, first as Day, (first + today) as Day)))
    .orderBy(order(archiveVisit.due), order(archiveVisit.urlId))
    .limit(count);
  return rows.map((row) => ({
    id: row.id,
    url: decodeUrl(row),
    history: decodeHistory(row.history),
    mime: decodeExtras(row.extras).mime,
  }));
}

/**
 * Puts the next URLs in the order of their arrival on the list of an archive: those about which it was never asked. Those that
 * fail are due a day earlier, and so visited before the others. Answers how many URLs were looked at; 0: all are on it, or the archive is not asked.
 */
export function enlistVisits(db: Database, lease: ServiceLease, today: Day, count: number): Promise<number> {
  return db.transaction(async ({ orm }) => {
    const [service] = await orm
      .select({ enlisted: archiveService.enlisted })
      .from(archiveService)
      .where(and(serviceLeases.isHeldBy(lease), archiveService.asked))
      .for("update");
    if (service === undefined) return 0;
    const rows = await orm
      .select({ id: url.id, history: url.history })
      .from(url)
      .where(gt(url.id, service.enlisted))
      .orderBy(asc(url.id))
      .limit(count);
    const last = rows.at(-1)?.id;
    if (last === undefined) return 0;
    const visits = rows.map(({ id, history }) => ({
      urlId: id,
      type: lease.type,
      due: isLacking(decodeHistory(history)) ? addDays(today, -1) : today,
    }));
    await insertRows(orm, archiveVisit, ["urlId", "type", "due"], visits).onConflictDoNothing();
    await orm.update(archiveService).set({ enlisted: last }).where(serviceLeases.isHeldBy(lease));
    return rows.length;
  });
}

/** What an archive has of a URL: the address of one version, "" where none was chosen; null: it is not archived (A1). */
export interface VisitResult {
  readonly address: string | null;
  /** Each of its versions differs from the others (A2). */
  readonly changing: boolean;
  /** Whether the archive still has a version that somebody named: such a one stays (H4). */
  readonly isThere: (address: string) => boolean;
  /** By which the version was chosen. */
  readonly history: History;
}

/**
 * Stores what a visit found, with the change that readers see (D1), and when the next one is due (A3). A blocked URL keeps no
 * version (A2). False: the lease is another's by now, and nothing was stored.
 */
export function recordVisit(
  db: Database,
  lease: ServiceLease,
  id: UrlId,
  { address, changing, isThere, history }: VisitResult,
  today: Day,
): Promise<boolean> {
  const { type } = lease;
  return db.transaction(async ({ orm }) => {
    if ((await serviceLeases.lock(orm, [lease])).length === 0) return false;
    const isVisit = isVisitOf(type, id);
    // Where it was deleted meanwhile (M4), nothing is left to say.
    const [watched] = await orm
      .select({ history: url.history, extras: url.extras })
      .from(url)
      .where(eq(url.id, id))
      .for("key share");
    if (watched === undefined) await orm.delete(archiveVisit).where(isVisit);
    else {
      const isThis = and(eq(archive.urlId, id), eq(archive.type, type));
      const [before] = await orm.select().from(archive).where(isThis).for("update");
      const named = before !== undefined && before.proposed !== null && isThere(before.address);
      const chosen = address === null ? null : before?.blocked ? "" : named ? before.address : address;
      const shown = before === undefined || (before.blocked && before.visited < 0) ? null : before.address;
      const current = decodeHistory(watched.history);
      const isShown = !isPlainlyWorking(current, decodeExtras(watched.extras).notes);
      // It began to fail while the archive was asked: the version was chosen without that.
      const isOld = isLacking(current) && !isLacking(history);
      const due = addDays(today, isOld ? FAILING_DAYS : QUARTER_DAYS + (isShown ? 0 : IDLE_DAY));
      await orm.update(archiveVisit).set({ due, waited: null }).where(isVisit);
      await store(orm, { id, type, chosen, changing, isShown }, shown, today);
    }
    await noteAnswer(orm, lease);
    return true;
  });
}

const isLacking = ([newest]: History): boolean => newest !== undefined && lacksContent(newest);

interface Stored extends Pick<VisitResult, "changing"> {
  readonly id: UrlId;
  readonly type: string;
  readonly chosen: string | null;
  /** Readers are shown archives of the URL: they learn of a change. */
  readonly isShown: boolean;
}

/** `before`: the address that readers were shown; null: none, and it was not archived. */
async function store(
  orm: Orm,
  { id, type, chosen, changing, isShown }: Stored,
  before: string | null,
  today: Day,
): Promise<void> {
  const visited = { visited: today, changing };
  const isThis = and(eq(archive.urlId, id), eq(archive.type, type));
  if (chosen === null) {
    await orm.delete(archive).where(and(isThis, not(archive.blocked)));
    await orm.update(archive).set({ visited: -1 }).where(isThis);
  } else {
    const fresh = { address: chosen, found: today, proposer: null, proposed: null };
    await orm
      .insert(archive)
      .values({ urlId: id, type, ...fresh, ...visited })
      .onConflictDoUpdate({
        target: [archive.urlId, archive.type],
        set: { ...visited, ...(chosen !== before && fresh) },
      });
  }
  if (chosen === before || !isShown) return;
  const shown = chosen === null ? null : { type, url: chosen };
  await publishUrlChanges(orm, [id], today, { news: ["archive"], archive: shown });
}

/** The archive is away: the visit may wait for another day. */
export async function postponeVisit({ orm }: Database, type: string, id: UrlId, due: Day): Promise<void> {
  await orm.update(archiveVisit).set({ due }).where(isVisitOf(type, id));
}

/** The archive gave no answer about the URL that could be used: the visit waits twice as long each time. Answers for how many days. */
export async function deferVisit({ orm }: Database, type: string, id: UrlId, today: Day): Promise<number> {
  const days = sql`least(coalesce(${archiveVisit.waited} * 2, ${DEFERRED_DAYS}), ${QUARTER_DAYS})`;
  const [row] = await orm
    .update(archiveVisit)
    .set({ due: sql`${today}::int + ${days}`, waited: days })
    .where(isVisitOf(type, id))
    .returning({ waited: archiveVisit.waited });
  return row?.waited ?? DEFERRED_DAYS;
}

/** There is nothing to ask. */
export async function dropVisit({ orm }: Database, type: string, id: UrlId): Promise<void> {
  await orm.delete(archiveVisit).where(isVisitOf(type, id));
}

const isVisitOf = (type: string, id: UrlId) => and(eq(archiveVisit.urlId, id), eq(archiveVisit.type, type));
