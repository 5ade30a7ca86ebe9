import { and, eq, sql } from "drizzle-orm";
import { batch } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { FREED, Leases } from "../lease/lease.ts";
import { dispatchClient, worker } from "../schema/index.ts";
import { fromNow, isAnyOf } from "../statement.ts";
import { FEED_TARGET, type Position, type WikiId } from "../types.ts";
import { isLifeless } from "../work/workers.ts";

export const clientLeases = new Leases(dispatchClient, {
  wiki: dispatchClient.wikiId,
  target: dispatchClient.target,
});

/** A dispatcher's lease on a client (D2): a wiki at one target. */
export interface ClientLease {
  readonly wiki: WikiId;
  /** An edge by its name, or FEED_TARGET. */
  readonly target: string;
  /** `dewiki@WMF` */
  readonly name: string;
  readonly token: number;
  readonly position: Position;
  /** Changes before the position were never published, or are pruned: all pages are to be written again first. */
  readonly needsExport: boolean;
  /** Which request for an export this lease serves. */
  readonly exportWanted: number;
  /** An export is under way, and wrote all pages up to this one; null: none is. */
  readonly exportAfter: number | null;
  /** The wiki's profile at the edge is not the one it should be (markProfiles). */
  readonly profileDue: boolean;
  /** To be sent with whatever is written for the client: the edge refuses what comes under a smaller number. */
  readonly fence: number;
}

/**
 * How a dispatcher leaves a client: everything published there was; after a failure, so that something may still be on its way to
 * the edge and the next one needs a greater fence; or interrupted, so that the client is due at once.
 */
export type ClientEnd = "published" | "failed" | "interrupted";

/** Gives clients back; another dispatcher may take one once its delay is over. Answers how many were still held. */
export function releaseClients(
  db: Database,
  clients: readonly { readonly lease: ClientLease; readonly end: ClientEnd }[],
): Promise<number> {
  return db.transaction(async ({ orm }) => {
    let held = 0;
    for (const [end, ended] of Map.groupBy(clients, (client) => client.end)) {
      const dispatchedAt = end === "interrupted" ? sql`null` : sql`clock_timestamp()`;
      const released = await clientLeases.release(
        orm,
        ended.map(({ lease }) => lease),
        { named: end === "failed", also: { dispatchedAt } },
      );
      held += released.length;
    }
    return held;
  });
}

/** Frees, at the end of the time in which something of theirs may still come into force, what these have at a target. */
async function endClients(
  orm: Orm,
  holders: readonly string[],
  target: string,
  lateSeconds: number,
): Promise<string[]> {
  const client = dispatchClient;
  const until = fromNow(lateSeconds);
  const held = orm.$with("held").as(
    orm
      .select({ wikiId: client.wikiId })
      .from(client)
      .where(
        and(eq(client.target, target), isAnyOf(client.holder, holders), sql`${client.leaseUntil} > ${until}`),
      )
      .orderBy(client.wikiId)
      .for("update", { skipLocked: true }),
  );
  const freed = await orm
    .with(held)
    .update(client)
    .set({ leaseUntil: until })
    .from(held)
    .where(and(eq(client.target, target), eq(client.wikiId, held.wikiId)))
    .returning({ holder: client.holder });
  return freed.flatMap(({ holder }) => holder ?? []);
}

/**
 * Ends the leases of dispatchers that died (isLifeless; `gone`: names of those that surely are no more) on clients at these targets, in place of waiting until they run out; at targets
 * where something of theirs may still come into force, when that time is over. Answers their names. Where such a one lives all
 * the same, as it only lost a connection, what it writes is refused, as its holder stays named and the next fence so is
 * greater; or, where nobody refuses it, it asks so often whether its lease stands that nothing of it comes after that time.
 */
export async function releaseDeadClients(
  { orm }: Database,
  targets: readonly { readonly name: string; readonly lateSeconds: number }[],
  gone: readonly string[] = [],
): Promise<string[]> {
  const rows = await orm
    .select({ name: worker.name })
    .from(worker)
    .where(and(eq(worker.role, "dispatch"), isLifeless(gone)));
  const dead = rows.map(({ name }) => name);
  const freed = new Set<string>();
  if (dead.length > 0)
    for (const { name, lateSeconds } of targets)
      for (const holder of await endClients(orm, dead, name, lateSeconds)) freed.add(holder);
  return [...freed].sort();
}

/** Prolongs the lease on a client from now; false: another dispatcher has it by now. */
export async function renewClient(
  { orm }: Database,
  lease: ClientLease,
  leaseSeconds: number,
): Promise<boolean> {
  const held = await clientLeases.renew(orm, [lease], leaseSeconds);
  return held.length > 0;
}

/**
 * Notes that these clients have everything up to a position (D2). `release`: they are given back with it. Answers
 * the leases that were still held; of the others nothing was stored, as each is another dispatcher's by now, who publishes
 * everything after the old position again under a greater fence; nor for followers of whom changes were pruned since, as those may have been
 * missing in what was read: they get a gap first (leaveBehind). `from`: stored only where they stand there still, for
 * what must not be published twice although the answer to an earlier try was lost.
 */
export async function storePositions<Lease extends ClientLease>(
  { orm }: Database,
  leases: readonly Lease[],
  position: Position,
  { release = false, from = null }: { readonly release?: boolean; readonly from?: Position | null } = {},
): Promise<Lease[]> {
  if (leases.length === 0) return [];
  const client = dispatchClient;
  const { rows, isGiven } = clientLeases.given(leases);
  const { token, exportWanted } = client;
  const { rows: asked, ...as } = batch("asked", { token, exportWanted }, leases);
  const isWhole = sql`(${client.target} <> ${FEED_TARGET}
    or (${token}, ${exportWanted}) in (select ${as.token}, ${as.exportWanted} from ${asked}))`;
  const stored = await orm
    .update(client)
    .set({
      positionXid: position.xid,
      positionId: position.id,
      dispatchedAt: sql`clock_timestamp()`,
      // Changes that are pruned cannot be published as events; there is no state that could be in their place.
      needsExport: sql`${client.needsExport} and ${client.target} <> ${FEED_TARGET}`,
      ...(release && FREED),
    })
    .from(rows)
    .where(
      and(
        isGiven,
        isWhole,
        from === null ? undefined : and(eq(client.positionXid, from.xid), eq(client.positionId, from.id)),
      ),
    )
    .returning({ token: client.token });
  const tokens = new Set(stored.map(({ token }) => token));
  return leases.filter(({ token }) => tokens.has(token));
}

/**
 * A fence above one that the edge has from elsewhere: of a database that was restored from a dump since. Only for the
 * one who holds the client; null: another dispatcher has it by now.
 */
export async function raiseFence(
  { orm }: Database,
  lease: ClientLease,
  above: number,
): Promise<number | null> {
  const [row] = await orm
    .update(dispatchClient)
    .set({ fence: sql`greatest(${dispatchClient.fence}, ${above}::bigint) + 1` })
    .where(clientLeases.isHeldBy(lease))
    .returning({ fence: dispatchClient.fence });
  return row?.fence ?? null;
}
