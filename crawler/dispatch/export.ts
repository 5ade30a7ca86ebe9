import { headPosition } from "../../db/changes/read.ts";
import { beginExport, type ExportProgress, endExport, storeExport } from "../../db/dispatch/exports.ts";
import { isProfileDue } from "../../db/dispatch/published.ts";
import { allPages, countPages, pagesWithSnapshot } from "../../db/pages/read.ts";
import { readsOf } from "../../db/replica/replica.ts";
import { snapshotPrefix } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import { createProgress, type Progress } from "../runtime/log.ts";
import { span } from "../runtime/words.ts";
import { publishChanges, type RoundOptions } from "./changes.ts";
import { type Delivery, isOpen, noted, stillOurs } from "./delivery.ts";
import { type FarmLists, publishProfile } from "./profiles.ts";
import { publishPages } from "./snapshots.ts";
import type { SnapshotStore } from "./store.ts";
import type { Tallies } from "./tallies.ts";

/**
 * Removes what the edge has of pages that are not watched (any more), written by any process and however long ago: changes are
 * kept for a limited time, and only those of this database. A page that comes back meanwhile is published after it, as
 * its change is. True: continue.
 */
async function removeStrays(
  { db, signal }: RoleContext,
  delivery: Delivery,
  store: SnapshotStore,
  publishNews: News,
): Promise<boolean> {
  const { wiki, name } = delivery.lease;
  const prefix = snapshotPrefix(name);
  for (let cursor: string | null = null; ; ) {
    const found = await store.list(prefix, cursor);
    if (found.kind === "failed") {
      delivery.trouble = found.message;
      return false;
    }
    const pageids = found.keys.map((key) => Number(key.slice(prefix.length)));
    const watched = await pagesWithSnapshot(db, wiki, pageids.filter(Number.isSafeInteger));
    const strays = found.keys.filter((_, index) => !watched.has(pageids[index] ?? -1));
    if (signal.aborted || !noted(delivery, await delivery.writer.remove(strays))) return false;
    delivery.removed += strays.length;
    ({ cursor } = found);
    if (cursor === null) return true;
    if (!(await publishNews())) return false;
  }
}

/** Pages after which the position is stored: at most so many are written again when an export is interrupted. */
const BATCH = 1_000;
/** How long changes, and a profile that changes, wait during an export. */
const NEWS_MS = 5_000;

export interface ExportOptions extends RoundOptions {
  readonly store: SnapshotStore;
  readonly farms: FarmLists;
}

/**
 * Writes all pages of a client again, ascending; then removes what the edge has of pages that are no more, and publishes
 * the rest of the changes. It stores first the position from which changes are published, also while it lasts, and then
 * how far it is, so it can be stopped at any point. Each snapshot is made of what the database has when it is written,
 * so no reader gets an older one after a newer one.
 */
export async function exportPages(
  ctx: RoleContext,
  delivery: Delivery,
  options: ExportOptions,
): Promise<void> {
  const progress = createProgress(ctx.log);
  const whole = { ...options, release: false };
  if (!(await publishProfile(ctx.db, delivery, options.farms)) || !(await begin(ctx, delivery))) return;
  const publishNews = newsOf(ctx, delivery, whole);
  await writePages(ctx, delivery, { tallies: options.tallies, publishNews }, progress);
  if (!isOpen(delivery) || ctx.signal.aborted) return progress.done();
  if (!(await removeStrays(ctx, delivery, options.store, publishNews))) return progress.done();
  if (!stillOurs(delivery, await endExport(ctx.db, delivery.lease))) return progress.done();
  delivery.needsExport = false;
  progress.done(`${delivery.lease.name}: all pages are written`);
  await publishChanges(ctx, [delivery], options);
}

/** Publishes what is new if that was not done lately; true: continue. */
type News = () => Promise<boolean>;

function newsOf(ctx: RoleContext, delivery: Delivery, options: ExportOptions): News {
  let publishedAt = performance.now();
  return async () => {
    if (performance.now() - publishedAt < NEWS_MS) return true;
    delivery.profileDue = await isProfileDue(ctx.db, delivery.lease);
    if (!(await publishProfile(ctx.db, delivery, options.farms))) return false;
    await publishChanges(ctx, [delivery], options);
    publishedAt = performance.now();
    return isOpen(delivery);
  };
}

async function begin({ db }: RoleContext, delivery: Delivery): Promise<boolean> {
  if (delivery.exportAfter !== null) return true;
  const position = await headPosition(db);
  const pages = await countPages(db, delivery.lease.wiki);
  if (!stillOurs(delivery, await beginExport(db, delivery.lease, { position, pages }))) return false;
  delivery.position = position;
  delivery.exportAfter = 0;
  return true;
}

async function writePages(
  ctx: RoleContext,
  delivery: Delivery,
  { tallies, publishNews }: { readonly tallies: Tallies; readonly publishNews: News },
  progress: Progress,
): Promise<void> {
  const { db, signal, replica } = ctx;
  const reads = replica?.reads(db) ?? readsOf(db);
  const { wiki, name } = delivery.lease;
  const began = performance.now();
  /** Where this process began: time in which nobody wrote says nothing about the time that is left. */
  let first: { readonly done: number; readonly at: number } | null = null;
  for await (const pageids of allPages(db, wiki, BATCH, delivery.exportAfter ?? 0)) {
    if (signal.aborted) return;
    const before = delivery.written;
    const pages = pageids.map((pageid) => ({ wiki, pageid, watched: true }));
    // They have all that was published before: a replica that lags behind is passed over.
    await publishPages(reads, [delivery], [pages], { rewrite: true });
    if (!isOpen(delivery)) return;
    const after = pageids.at(-1) ?? 0;
    const stored = await storeExport(db, delivery.lease, { after, pages: pageids.length });
    if (stored === null) {
      delivery.interrupted = true;
      return;
    }
    delivery.exportAfter = after;
    tallies.add({ exported: delivery.written - before });
    first ??= { done: stored.done - pageids.length, at: began };
    progress.update(`${name}: ${stored.done} of ${stored.total} pages written${left(stored, first)}`);
    if (!(await publishNews())) return;
  }
}

function left(
  { done, total }: ExportProgress,
  first: { readonly done: number; readonly at: number },
): string {
  const seconds = (performance.now() - first.at) / 1_000;
  const rest = ((total - done) * seconds) / Math.max(1, done - first.done);
  if (rest < 1) return "";
  return `, ${span(rest * 1_000)} left`;
}
