import type { Snapshot } from "../../../shared/snapshot/types.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { snapshotInputs } from "../dispatch/snapshot-inputs.ts";

/** All that is stored of a watched page; null: not watched, or its links were never read. */
export async function pageFacts(db: Database, wiki: WikiId, pageid: number): Promise<Snapshot | null> {
  const [snapshot] = await snapshotInputs(db, [{ wiki, pageid }]);
  return snapshot ?? null;
}
