import type { ClientLease } from "../../db/queries/dispatch/claim-client.ts";
import { concernedPages } from "../../db/queries/dispatch/concerned-pages.ts";
import { readChanges } from "../../db/queries/dispatch/read-changes.ts";
import type { ClientEnd } from "../../db/queries/dispatch/release-client.ts";
import { storePosition } from "../../db/queries/dispatch/store-position.ts";
import type { Position } from "../../db/types.ts";
import { snapshotKey } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { Hold, Written } from "./hold.ts";
import { writeSnapshots } from "./snapshots.ts";

/** One client's pass: what was told, where it stands, and what kept the rest from being told. */
export interface Pass {
  readonly lease: ClientLease;
  readonly hold: Hold;
  /** Advanced with what is stored: work that is done anew after an outage goes on from there. */
  position: Position;
  needsExport: boolean;
  exportAfter: number | null;
  changes: number;
  written: number;
  removed: number;
  trouble: string | null;
  /** The client is another's by now, or was asked to be told everything anew: this pass ends, and another comes. */
  interrupted: boolean;
}

export function beginPass(lease: ClientLease, hold: Hold): Pass {
  const { position, needsExport, exportAfter } = lease;
  const nothing = { changes: 0, written: 0, removed: 0, trouble: null, interrupted: false };
  return { lease, hold, position, needsExport, exportAfter, ...nothing };
}

export function endOf({ trouble, interrupted }: Pass): ClientEnd {
  if (trouble !== null) return "failed";
  return interrupted ? "interrupted" : "told";
}

/** True: go on. */
export function noted(pass: Pass, result: Written): boolean {
  if (result.kind === "failed") pass.trouble = result.message;
  if (result.kind === "lost") pass.interrupted = true;
  return result.kind === "stored";
}

/** True: go on; false: what was to be noted in the database was refused. */
export function stillOurs(pass: Pass, stored: boolean): boolean {
  if (!stored) pass.interrupted = true;
  return stored;
}

/** Removes the snapshots of these pages. True: go on. */
export async function removeSnapshots(pass: Pass, pageids: readonly number[]): Promise<boolean> {
  const { lease, hold } = pass;
  if (!noted(pass, await hold.remove(pageids.map((pageid) => snapshotKey(lease.name, pageid))))) return false;
  pass.removed += pageids.length;
  return true;
}

/** Writes the snapshots of these pages; `anew`: though the edge may have them. True: go on. */
export async function putSnapshots(
  { db }: RoleContext,
  pass: Pass,
  pageids: readonly number[],
  anew = false,
): Promise<boolean> {
  const { wiki } = pass.lease;
  const result = await writeSnapshots(db, pass.hold, { wiki, pageids, anew });
  if (result.kind === "stored") pass.written += pageids.length - (result.same ?? 0);
  return noted(pass, result);
}

/** What changed since the position, `batch` changes at a time, until there are no more. */
export async function tellChanges(ctx: RoleContext, pass: Pass, batch: number): Promise<void> {
  while (!ctx.signal.aborted) {
    const { changes, next } = await readChanges(ctx.db, pass.position, batch);
    if (changes.length === 0) return;
    const pages = await concernedPages(ctx.db, changes, pass.lease.wiki);
    if (!(await putSnapshots(ctx, pass, pages.written))) return;
    if (!(await removeSnapshots(pass, pages.removed))) return;
    if (!stillOurs(pass, await storePosition(ctx.db, pass.lease, next))) return;
    pass.changes += changes.length;
    pass.position = next;
  }
}
