import { watchedOf } from "../../db/pages/snapshot-inputs.ts";
import { snapshotPrefix } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import { noted, type Pass } from "./pass.ts";
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
