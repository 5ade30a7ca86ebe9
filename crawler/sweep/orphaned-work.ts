import { type HeldWork, heldWork } from "../../db/work/dead-workers.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { isDead } from "../runtime/heartbeat.ts";
import type { Sharing } from "./sharing.ts";

const POLL_MS = 1_000;
/** Longer than a lease lasts: a holder that still has it then renews it, so it lives. */
const WAIT_MS_MAX = 150_000;
/** So long a run that ends waits for a part of what workers that live have in hand. */
const GIVING_MS = 1_000;

/**
 * For a run that shall end when nothing is due: waits a moment, and says true, while work is due that only a lease keeps, of a worker
 * without a session, or kept until now. What workers that live have in hand is theirs, unless they give some away. Says on the log whom it waits for, and what is left to others.
 */
export function waitForOrphanedWork(
  ctx: RoleContext,
  worker: string,
  sharing: Pick<Sharing, "waitIdle">,
): (signal: AbortSignal) => Promise<boolean> {
  const since = new Map<string, number>();
  const isAwaited = ({ holder, lives, seconds }: HeldWork) =>
    (seconds <= 0 || !lives || isDead(holder)) &&
    performance.now() - (since.get(holder) ?? performance.now()) < WAIT_MS_MAX;
  return async (signal) => {
    const held = await retryWhileDatabaseDown({ ...ctx, signal }, () =>
      heldWork(ctx.db, worker, ctx.clock.today()),
    );
    const first = held.find(isAwaited);
    if (first === undefined) {
      if (held.length > 0 && (await sharing.waitIdle(GIVING_MS, signal))) return true;
      if (held.length > 0)
        ctx.log.info(
          `nothing is left but what other workers have in hand: ${held.map(({ holder }) => holder).join(", ")}`,
        );
      return false;
    }
    const { holder, seconds } = first;
    if (seconds > 0 && !since.has(holder)) {
      since.set(holder, performance.now());
      ctx.log.warn(
        `what is left was in hand of ${holder}, of which nothing is seen; going on with it in ${Math.ceil(seconds)} s at most`,
        "work-orphaned",
      );
    }
    await pause(Math.min(POLL_MS, Math.max(50, seconds * 1_000)), signal);
    return true;
  };
}
