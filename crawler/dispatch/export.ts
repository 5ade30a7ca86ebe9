import { allPages } from "../../db/queries/dispatch/all-pages.ts";
import { headPosition } from "../../db/queries/dispatch/head-position.ts";
import { storeExport } from "../../db/queries/dispatch/store-export.ts";
import { storePosition } from "../../db/queries/dispatch/store-position.ts";
import { unwatchedPages } from "../../db/queries/dispatch/unwatched-pages.ts";
import type { RoleContext } from "../runtime/context.ts";
import { type Pass, putSnapshots, removeSnapshots, stillOurs } from "./pass.ts";

/** Pages after which the place is noted: what is written again when an export is stopped. */
const BATCH = 500;

/**
 * All pages of a client anew, ascending. It begins with the position from which changes are told afterwards, and with
 * the removals that stand before it, as they are passed over; then its place is kept, so that it may be stopped at
 * any point. True: it is finished.
 */
export async function exportPages(ctx: RoleContext, pass: Pass): Promise<boolean> {
  const { db, signal } = ctx;
  const { lease } = pass;
  if (pass.exportAfter === null && !(await beginExport(ctx, pass))) return false;
  for await (const pageids of allPages(db, lease.wiki, BATCH, pass.exportAfter ?? 0)) {
    if (signal.aborted) return false;
    if (!(await putSnapshots(ctx, pass, pageids, true))) return false;
    const after = pageids.at(-1) ?? 0;
    if (!stillOurs(pass, await storeExport(db, lease, pass.position, after))) return false;
    pass.exportAfter = after;
  }
  if (!stillOurs(pass, await storePosition(db, lease, pass.position, true))) return false;
  pass.needsExport = false;
  pass.exportAfter = null;
  return true;
}

async function beginExport({ db, signal }: RoleContext, pass: Pass): Promise<boolean> {
  const head = await headPosition(db);
  for await (const pageids of unwatchedPages(db, pass.lease.wiki, pass.position, head)) {
    if (signal.aborted || !(await removeSnapshots(pass, pageids))) return false;
  }
  if (!stillOurs(pass, await storeExport(db, pass.lease, head, 0))) return false;
  pass.position = head;
  pass.exportAfter = 0;
  return true;
}
