import { headPosition } from "../../db/changes/read.ts";
import { beginExport, type ExportProgress, endExport, storeExport } from "../../db/dispatch/exports.ts";
import { allPages, countPages, watchedOf } from "../../db/pages/snapshot-inputs.ts";
import { snapshotPrefix } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import { createProgress, type Progress } from "../runtime/log.ts";
import { isOpen, noted, type Pass, stillOurs } from "./hold.ts";
import { type FarmLists, tellProfile } from "./profiles.ts";
import { type RoundOptions, tellRound } from "./round.ts";
import { tellPages } from "./snapshots.ts";
import type { SnapshotStore } from "./store.ts";

/**
 * Removes what the edge has of pages that are not watched (any more), whoever wrote it and however long ago: changes tell of
 * pages that went for as long as they are kept, and only those of this database. A page that comes back meanwhile is told
 * after it, as its change is. True: go on.
 */
export async function removeStrays(
  { db, signal }: RoleContext,
  pass: Pass,
  store: SnapshotStore,
): Promise<boolean> {
  const { wiki, name } = pass.lease;
  const prefix = snapshotPrefix(name);
  for (let cursor: string | null = null; ; ) {
    const found = await store.list(prefix, cursor);
    if (found.kind === "failed") {
      pass.trouble = found.message;
      return false;
    }
    const pageids = found.keys.map((key) => Number(key.slice(prefix.length)));
    const watched = await watchedOf(db, wiki, pageids.filter(Number.isSafeInteger));
    const strays = found.keys.filter((_, index) => !watched.has(pageids[index] ?? -1));
    if (signal.aborted || !noted(pass, await pass.hold.remove(strays))) return false;
    pass.removed += strays.length;
    ({ cursor } = found);
    if (cursor === null) return true;
  }
}

/** Pages after which the place is noted: what is written again when an export is stopped. */
const BATCH = 1_000;
/** How long what changes meanwhile waits. */
const CHANGES_MS = 5_000;

export interface ExportOptions extends RoundOptions {
  readonly store: SnapshotStore;
  readonly farms: FarmLists;
}

/**
 * All pages of a client anew, ascending; then what the edge has of pages that are no more is removed, and the rest of the
 * changes told. It begins with the position from which changes are told, also while it lasts; its place is kept, so
 * that it may be stopped at any point. Each snapshot is made of what the database has when it is written, so no reader meets an older one after a
 * newer one.
 */
export async function tellExport(ctx: RoleContext, pass: Pass, options: ExportOptions): Promise<void> {
  const progress = createProgress(ctx.log);
  const whole = { ...options, release: false };
  if (!(await tellProfile(ctx.db, pass, options.farms)) || !(await begin(ctx, pass))) return;
  await writePages(ctx, pass, whole, progress);
  if (!isOpen(pass) || ctx.signal.aborted) return progress.done();
  if (!(await removeStrays(ctx, pass, options.store))) return progress.done();
  if (!stillOurs(pass, await endExport(ctx.db, pass.lease))) return progress.done();
  pass.needsExport = false;
  progress.done(`${pass.lease.name}: all pages are written`);
  await tellRound(ctx, [pass], options);
}

async function begin({ db }: RoleContext, pass: Pass): Promise<boolean> {
  if (pass.exportAfter !== null) return true;
  const position = await headPosition(db);
  const pages = await countPages(db, pass.lease.wiki);
  if (!stillOurs(pass, await beginExport(db, pass.lease, { position, pages }))) return false;
  pass.position = position;
  pass.exportAfter = 0;
  return true;
}

async function writePages(
  ctx: RoleContext,
  pass: Pass,
  options: ExportOptions,
  progress: Progress,
): Promise<void> {
  const { db, signal } = ctx;
  const { wiki, name } = pass.lease;
  const began = performance.now();
  let told = began;
  /** Where this process began, as the time in which nobody wrote says nothing of the time that is left. */
  let first: { readonly done: number; readonly at: number } | null = null;
  for await (const pageids of allPages(db, wiki, BATCH, pass.exportAfter ?? 0)) {
    if (signal.aborted) return;
    const before = pass.written;
    const pages = pageids.map((pageid) => ({ wiki, pageid, watched: true }));
    await tellPages(db, [pass], [pages], { anew: true });
    if (!isOpen(pass)) return;
    const after = pageids.at(-1) ?? 0;
    const stored = await storeExport(db, pass.lease, { after, pages: pageids.length });
    if (stored === null) {
      pass.interrupted = true;
      return;
    }
    pass.exportAfter = after;
    options.tallies.add({ exported: pass.written - before });
    first ??= { done: stored.done - pageids.length, at: began };
    progress.update(`${name}: ${stored.done} of ${stored.total} pages written${left(stored, first)}`);
    if (performance.now() - told < CHANGES_MS) continue;
    await tellRound(ctx, [pass], options);
    if (!isOpen(pass)) return;
    told = performance.now();
  }
}

function left(
  { done, total }: ExportProgress,
  first: { readonly done: number; readonly at: number },
): string {
  const seconds = (performance.now() - first.at) / 1_000;
  const rest = ((total - done) * seconds) / Math.max(1, done - first.done);
  if (rest < 1) return "";
  return rest < 90 ? `, ${Math.round(rest)} s left` : `, ${Math.round(rest / 60)} min left`;
}
