import { type ClaimRequest, claimClients, type HeldClient, heldClients } from "../../db/dispatch/clients.ts";
import { type ClientLease, releaseClients } from "../../db/dispatch/leases.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { type Moment, moment } from "../runtime/lease-keeper.ts";
import type { Log } from "../runtime/log.ts";
import type { WakeUp } from "../runtime/wake-up.ts";
import { beginDelivery, type Delivery, endOf, LEASE_SECONDS, openWriter } from "./delivery.ts";
import type { SnapshotStore } from "./store.ts";
import type { Troubles } from "./troubles.ts";

const IDLE_MS = 1_000;
/** The wait after the edge failed for all clients of a claim. */
const FAILED_MS = 5_000;

/** What the lanes of a run with `once` could not publish. */
export type Unpublished = Delivery[];

/** One kind of work at one target, beside the others: neither an export of an hour nor an edge that hangs delays others' news. */
export interface Lane {
  readonly claim: Omit<ClaimRequest, "leaseSeconds" | "except">;
  /** Ends when nothing is left to publish for any client. */
  readonly once: boolean;
  readonly unpublished: Unpublished;
  readonly troubles: Troubles;
  readonly notices: HeldNotices;
  readonly store: SnapshotStore;
  /** Rings when there may be something. */
  readonly wakeUp: WakeUp;
  /** May be repeated with the same deliveries after an outage of the database. */
  work(deliveries: readonly Delivery[]): Promise<void>;
  /** Before each search for due clients. */
  before(): Promise<void>;
  /** After the clients are given back. */
  onReleased(deliveries: readonly Delivery[]): void;
}

/**
 * Claims clients, publishes and gives them back, until the signal. With `once` it ends when there is nothing more to do,
 * here and at other dispatchers, or when all of a claim failed, as the target is away then; each client is tried once.
 */
export async function runLane(ctx: RoleContext, lane: Lane): Promise<void> {
  const { claim, once, unpublished, wakeUp, notices } = lane;
  while (!ctx.signal.aborted) {
    await lane.before();
    const claimed = moment();
    const request = { ...claim, except: unpublished.map(({ lease }) => lease) };
    const leases = await retryWhileDatabaseDown(ctx, () =>
      claimClients(ctx.db, { ...request, leaseSeconds: LEASE_SECONDS }),
    );
    if (leases.length === 0) {
      // Clients of this process belong to another lane.
      const held = once
        ? await retryWhileDatabaseDown(ctx, () => heldClients(ctx.db, request, claim.worker))
        : [];
      const [other] = held;
      if (once && other === undefined) return;
      if (other !== undefined) notices.note(other, held.length);
      await wakeUp.wait(IDLE_MS, ctx.signal);
      continue;
    }
    const deliveries = await deliverTo(ctx, leases, lane, claimed);
    lane.onReleased(deliveries);
    const failed = deliveries.filter(({ trouble }) => trouble !== null);
    const [first] = failed;
    if (!once) lane.troubles.note(deliveries, failed);
    if (first === undefined) continue;
    if (once) {
      unpublished.push(...failed);
      if (failed.length === deliveries.length) return;
      continue;
    }
    if (failed.length === deliveries.length) await pause(FAILED_MS, ctx.signal);
  }
}

/** Says which dispatcher a run waits for: once for all of its lanes. */
export class HeldNotices {
  readonly #log: Pick<Log, "info">;
  #holder: string | null = null;

  constructor(log: Pick<Log, "info">) {
    this.#log = log;
  }

  note(held: HeldClient, count: number): void {
    if (held.holder === null || held.holder === this.#holder) return;
    this.#holder = held.holder;
    this.#log.info(waitingFor(held, count));
  }
}

const waitingFor = ({ name, holder, seconds }: HeldClient, count: number): string =>
  `${name}${count > 1 ? ` and ${count - 1} more` : ""}: held by the dispatcher ${holder}; waiting until it has published them, or, if it died, ${Math.ceil(seconds)} s at most`;

async function deliverTo(
  ctx: RoleContext,
  leases: readonly ClientLease[],
  { store, work }: Lane,
  claimed: Moment,
): Promise<Delivery[]> {
  const deliveries = leases.map((lease) => beginDelivery(lease, openWriter(ctx, lease, store, claimed)));
  try {
    // Repeated after an outage of the database: what was already written changes nothing.
    await retryWhileDatabaseDown(ctx, () => work(deliveries));
  } finally {
    for (const { writer } of deliveries) await writer.end();
  }
  const kept = deliveries.filter(({ released }) => !released);
  const ends = kept.map((delivery) => ({ lease: delivery.lease, end: endOf(delivery) }));
  await retryWhileDatabaseDown(ctx, () => releaseClients(ctx.db, ends));
  return deliveries;
}
