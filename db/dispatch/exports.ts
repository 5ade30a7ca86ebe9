import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { dispatchClient, wiki } from "../schema/index.ts";
import { FEED_TARGET, type Position, type WikiId } from "../types.ts";
import { type ClientLease, clientLeases } from "./leases.ts";

/**
 * `weboid export`: the next dispatcher that claims the wiki writes all its pages again. One that is in the midst of an
 * export begins again. `edge`: only there; null: at all edges.
 */
export async function requestExport(
  { orm }: Database,
  wiki: WikiId,
  edge: string | null = null,
): Promise<void> {
  const { wikiId, target, exportWanted } = dispatchClient;
  await orm
    .update(dispatchClient)
    .set({
      needsExport: true,
      exportWanted: sql`${exportWanted} + 1`,
      exportAfter: null,
      profileDue: true,
      dispatchedAt: null,
    })
    .where(and(eq(wikiId, wiki), ne(target, FEED_TARGET), edge === null ? undefined : eq(target, edge)));
}

/** Ends a wiki's first pass (decision 115), for good: from now on it is published as any other. */
export async function endFirstPass({ orm }: Database, id: WikiId): Promise<void> {
  await orm.update(wiki).set({ firstPassUntil: null }).where(eq(wiki.id, id));
}

/** The lease still stands, and no other export was requested since it was granted. */
const isServing = (lease: ClientLease) =>
  and(clientLeases.isHeldBy(lease), eq(dispatchClient.exportWanted, lease.exportWanted));

/** Where an export begins: with the position from which changes are published meanwhile, and so many pages to write. */
export interface ExportStart {
  readonly position: Position;
  readonly pages: number;
}

/** Also ends the first pass. False: the lease is another's by now, or the export was asked for once more and begins again; so for all of these. */
export function beginExport(
  db: Database,
  lease: ClientLease,
  { position, pages }: ExportStart,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Before its client, as bulk starts have them.
    await tx.orm.select({ id: wiki.id }).from(wiki).where(eq(wiki.id, lease.wiki)).for("no key update");
    const { count } = await tx.orm
      .update(dispatchClient)
      .set({
        positionXid: position.xid,
        positionId: position.id,
        exportAfter: 0,
        exportDone: 0,
        exportTotal: pages,
      })
      .where(isServing(lease));
    if (count > 0) await endFirstPass(tx, lease.wiki);
    return count > 0;
  });
}

export interface ExportProgress {
  /** Pages written, and to be written as they were counted when it began. */
  readonly done: number;
  readonly total: number;
}

const progress = { done: dispatchClient.exportDone, total: dispatchClient.exportTotal };

/**
 * All pages up to `after` are written, `pages` more than at the last time. The next holder of the client goes on from there.
 * null: as `beginExport` is false.
 */
export async function storeExport(
  { orm }: Database,
  lease: ClientLease,
  { after, pages }: { readonly after: number; readonly pages: number },
): Promise<ExportProgress | null> {
  const [row] = await orm
    .update(dispatchClient)
    .set({ exportAfter: after, exportDone: sql`${dispatchClient.exportDone} + ${pages}` })
    .where(isServing(lease))
    .returning(progress);
  return row ?? null;
}

/** All pages are written, and what no page stands for any more is removed. */
export async function endExport({ orm }: Database, lease: ClientLease): Promise<boolean> {
  const { count } = await orm
    .update(dispatchClient)
    .set({ needsExport: false, exportAfter: null, dispatchedAt: sql`clock_timestamp()` })
    .where(isServing(lease));
  return count > 0;
}

/** A client's last export. */
export interface ExportState extends ExportProgress {
  /** It is to be made, or to be continued; false: it came to its end. */
  readonly due: boolean;
  /** It is due, and some pages are written. */
  readonly begun: boolean;
}

/** null: there is no such client. */
export async function exportState(
  { orm }: Database,
  wiki: WikiId,
  edge: string,
): Promise<ExportState | null> {
  const { wikiId, target, needsExport, exportAfter } = dispatchClient;
  const begun = sql<boolean>`${needsExport} and coalesce(${exportAfter}, 0) > 0`;
  const [row] = await orm
    .select({ ...progress, due: needsExport, begun })
    .from(dispatchClient)
    .where(and(eq(wikiId, wiki), eq(target, edge)));
  return row ?? null;
}
