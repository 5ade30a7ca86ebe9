import type { Database } from "../connect.ts";
import { FEED_TARGET, type Position, type WikiId } from "../types.ts";
import type { ClientLease } from "./clients.ts";

/**
 * `weboid export`: the next dispatcher that claims the wiki writes all its pages anew. One that is in the midst of an
 * export begins again. `edge`: only there; null: at all edges.
 */
export async function requestExport(db: Database, wiki: WikiId, edge: string | null = null): Promise<void> {
  await db.sql`
    update dispatch_client set needs_export = true, export_wanted = export_wanted + 1, export_after = null,
      profile_due = true, dispatched_at = null
    where wiki_id = ${wiki} and target <> ${FEED_TARGET} and target = coalesce(${edge}::text, target)`;
}

/** Where an export begins: with the position from which changes are told meanwhile, and so many pages to write. */
export interface ExportStart {
  readonly position: Position;
  readonly pages: number;
}

/** False: the lease is another's by now, or the export was asked for once more and begins anew; so for all of these. */
export async function beginExport(
  { sql }: Database,
  lease: ClientLease,
  { position, pages }: ExportStart,
): Promise<boolean> {
  const { count } = await sql`
    update dispatch_client set position_xid = ${position.xid}::xid8, position_id = ${position.id},
      export_after = 0, export_began_at = clock_timestamp(), export_done = 0, export_total = ${pages}
    where ${held({ sql }, lease)}`;
  return count > 0;
}

export interface ExportProgress {
  /** Pages written, and to be written as they were counted when it began. */
  readonly done: number;
  readonly total: number;
}

/**
 * All pages up to `after` are written, `pages` more than at the last time. Whoever has the client next goes on from there.
 * null: as `beginExport` is false.
 */
export async function storeExport(
  { sql }: Database,
  lease: ClientLease,
  { after, pages }: { readonly after: number; readonly pages: number },
): Promise<ExportProgress | null> {
  const [row] = await sql<ExportProgress[]>`
    update dispatch_client set export_after = ${after}, export_done = export_done + ${pages}
    where ${held({ sql }, lease)}
    returning export_done as done, export_total as total`;
  return row ?? null;
}

/** All pages are written, and what no page stands for any more is removed. */
export async function endExport({ sql }: Database, lease: ClientLease): Promise<boolean> {
  const { count } = await sql`
    update dispatch_client set needs_export = false, export_after = null, dispatched_at = clock_timestamp()
    where ${held({ sql }, lease)}`;
  return count > 0;
}

const held = ({ sql }: Pick<Database, "sql">, { wiki, target, token, exportWanted }: ClientLease) => sql`
  wiki_id = ${wiki} and target = ${target} and token = ${token} and holder is not null
    and export_wanted = ${exportWanted}`;

/** How far an export got that is under way or was stopped; null: none was begun. */
export async function unfinishedExport(
  { sql }: Database,
  wiki: WikiId,
  edge: string,
): Promise<ExportProgress | null> {
  const [row] = await sql<ExportProgress[]>`
    select export_done as done, export_total as total from dispatch_client
    where wiki_id = ${wiki} and target = ${edge} and needs_export and export_after > 0`;
  return row ?? null;
}
