import { dueWikis } from "../../db/wikis/feeding.ts";
import { listWikis, type Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import { watchCache } from "../runtime/caches.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import type { WikiClient } from "./api/wiki.ts";
import { feedWiki, type WikiFeed } from "./feed-wiki.ts";
import { freeDead } from "./lease.ts";
import { scanForever } from "./spam/scan.ts";
import { followStreams } from "./stream/run.ts";
import { COUNTS } from "./wiki-run.ts";

/** Wikis on different servers are fed side by side; those of one server one after the other. */
export const SERVERS_AT_ONCE = 8;
/** Time slices at once, with those that only wait for their server. */
const SLICES_AT_ONCE = 64;
/** How often at most it looks while slices end. */
const POLL_MS = 500;

interface ScheduleOptions {
  readonly http: WikiClient;
  readonly worker: string;
  /** Empty: all that are not paused. */
  readonly names: readonly string[];
  readonly sliceMs: number;
  readonly idleMs: number;
  /** As FeedOptions has it. */
  readonly wait?: typeof pause | undefined;
}

export const serverOf = ({ api }: Pick<WikiRow, "api">): string => new URL(api).host;

/**
 * Feeds what is due until stopped, in slices of `sliceMs`, so that the largest wiki delays no other: the wiki that waited
 * longest is next, a new wiki before all others, whichever feeder looks (dueWikis). `onFed` gets the sums after every
 * slice.
 */
export async function feedForever(
  outer: RoleContext,
  options: ScheduleOptions,
  onFed: (sums: readonly WikiFeed[]) => void,
): Promise<void> {
  const stop = new AbortController();
  const ctx = { ...outer, signal: AbortSignal.any([outer.signal, stop.signal]) };
  const { names, worker, idleMs } = options;
  const pollMs = Math.min(POLL_MS, idleMs);
  const failures: unknown[] = [];
  let woken = new AbortController();
  const wake = () => woken.abort();
  // The database: nothing that another slice could fix. What one wiki or scan meets alone does not come here.
  const fail = (error: unknown) => {
    failures.push(error);
    stop.abort();
  };
  const slots = new Slots(ctx, options, { onFed, onFailure: fail, onChange: wake });
  const scanning = scanForever(ctx).catch(fail);
  const streaming = followStreams(ctx, worker, wake).catch(fail);
  try {
    await retryWhileDatabaseDown(ctx, () => logIfNone(ctx, names));
    while (!ctx.signal.aborted) {
      woken = new AbortController();
      const due = await retryWhileDatabaseDown(ctx, async () => {
        await freeDead(ctx);
        return dueWikis(ctx.db, ctx.clock.now());
      });
      slots.fill(due.filter(({ name, paused }) => (names.length === 0 ? !paused : names.includes(name))));
      await pause(pollMs, ctx.signal);
      await pause(idleMs - pollMs, AbortSignal.any([ctx.signal, woken.signal]));
    }
  } finally {
    stop.abort();
    await Promise.all([scanning, streaming, slots.ended()]);
  }
  if (failures.length > 0) throw failures[0];
}

interface SlotEvents {
  readonly onFed: (sums: readonly WikiFeed[]) => void;
  readonly onFailure: (error: unknown) => void;
  /** A slice ended, or began to wait for its server. */
  readonly onChange: () => void;
}

/** Time slices side by side, one at a time for each server. */
class Slots {
  readonly #ctx: RoleContext;
  readonly #options: ScheduleOptions;
  readonly #events: SlotEvents;
  /** By server. */
  readonly #open = watchCache("feed-slices", new Map<string, Promise<void>>(), SLICES_AT_ONCE);
  /** Slices that wait for their server, which asked to. */
  #waiting = 0;
  readonly #sums = new Map<string, WikiFeed>();

  constructor(ctx: RoleContext, options: ScheduleOptions, events: SlotEvents) {
    this.#ctx = ctx;
    this.#options = options;
    this.#events = events;
  }

  /** Begins slices of these wikis, in their order, as many as there are slots. */
  fill(due: readonly WikiRow[]): void {
    for (const row of due) {
      const isFull = this.#open.size === SLICES_AT_ONCE || this.#open.size - this.#waiting >= SERVERS_AT_ONCE;
      const server = serverOf(row);
      if (isFull || this.#open.has(server)) continue;
      const slot = this.#feed(row)
        .catch(this.#events.onFailure)
        .finally(() => {
          this.#open.delete(server);
          this.#events.onChange();
        });
      this.#open.set(server, slot);
    }
  }

  async ended(): Promise<void> {
    await Promise.all(this.#open.values());
  }

  async #feed(row: WikiRow): Promise<void> {
    const { http, worker, sliceMs } = this.#options;
    const start = performance.now();
    const after = (ms: number) => () => performance.now() - start >= ms;
    const fed = await feedWiki(this.#ctx, row, {
      http,
      worker,
      now: false,
      slice: { listsOver: after(sliceMs / 2), over: after(sliceMs) },
      wait: (ms, signal) => this.#wait(ms, signal),
    });
    // Another feeder was first.
    if (fed.error?.kind === "held") return;
    this.#sums.set(row.name, added(this.#sums.get(row.name), fed));
    this.#events.onFed([...this.#sums.values()]);
  }

  async #wait(ms: number, signal: AbortSignal): Promise<boolean> {
    const { wait = pause } = this.#options;
    this.#waiting += 1;
    this.#events.onChange();
    const full = await wait(ms, signal);
    this.#waiting -= 1;
    return full;
  }
}

async function logIfNone(ctx: RoleContext, names: readonly string[]): Promise<void> {
  if (names.length === 0 && (await listWikis(ctx.db)).length === 0)
    ctx.log.info("no wiki is configured yet; waiting (weboid wiki add NAME@FARM --api URL)");
}

function added(before: WikiFeed | undefined, fed: WikiFeed): WikiFeed {
  if (before === undefined) return fed;
  const sum = { ...fed };
  for (const count of COUNTS) sum[count] += before[count];
  return sum;
}
