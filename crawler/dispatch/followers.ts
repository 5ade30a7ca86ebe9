import { type ChangeBatch, changesOfWikis } from "../../db/changes/read.ts";
import { type ClientLease, storePositions } from "../../db/dispatch/clients.ts";
import { writeGap } from "../../db/events/write.ts";
import type { Database } from "../runtime/context.ts";
import type { WriteEvents } from "./events.ts";
import type { Pass } from "./pass.ts";

interface Terms {
  readonly release: boolean;
  readonly write: WriteEvents;
}

/**
 * One batch into the table of events, in one transaction with the position. Changes that are pruned cannot be told, and no
 * state in their place: followers hear that some are missing. Answers the leases that were still held.
 */
export async function tellFollowers(
  db: Database,
  passes: readonly Pass[],
  { changes, next }: ChangeBatch,
  { release, write }: Terms,
): Promise<ClientLease[]> {
  const leases = passes.map(({ lease }) => lease);
  const wikis = leases.map(({ wiki }) => wiki);
  const gaps = new Set(passes.filter(({ needsExport }) => needsExport).map(({ lease }) => lease));
  const concerned = changes.length === 0 ? new Map() : await changesOfWikis(db, changes, wikis);
  // They share it (tellRound).
  const from = passes[0]?.position ?? null;
  const stored = await db.transaction(async (tx) => {
    // First, as it locks the clients: a dispatcher that was overtaken writes no event, nor does one whose last COMMIT was
    // carried out though it never heard so.
    const ours = await storePositions(tx, leases, next, { release, from });
    for (const lease of ours) if (gaps.has(lease)) await writeGap(tx, lease.wiki);
    const told = new Map([...concerned].filter(([wiki]) => ours.some((lease) => lease.wiki === wiki)));
    if (told.size > 0) await write(tx, told);
    return ours;
  });
  for (const pass of passes) if (stored.includes(pass.lease)) pass.needsExport = false;
  return stored;
}
