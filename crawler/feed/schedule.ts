import { dueWikis } from "../../db/wikis/feeding.ts";
import { listWikis, type Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import type { WikiClient } from "./api/wiki.ts";
import { feedWiki, type WikiFeed } from "./feed-wiki.ts";
import { freeDead } from "./lease.ts";
import { scanForever } from "./spam/scan.ts";
import { followStreams } from "./stream/run.ts";
import { type FeedCounts, noCounts } from "./wiki-run.ts";

/** Wikis on different servers are fed side by side; those of one server one after the other. */
export const SERVERS_AT_ONCE = 8;
/** With those that only wait for their server, which asked for patience. */
const TURNS_AT_ONCE = 64;
/** How often a waiting feeder looks for due wikis and for pages that were asked for (F5). */
const IDLE_MS = 5_000;
/** How often at most it looks while turns end. */
const LOOK_MS = 500;

interface ScheduleOptions {
  readonly http: WikiClient;
  readonly worker: string;
  /** Empty: all that are not paused. */
  readonly names: readonly string[];
  readonly turnMs: number;
  /** As FeedOptions has it. */
  readonly wait?: typeof pause | undefined;
}

export const serverOf = ({ api }: Pick<WikiRow, "api">): string => new URL(api).host;

/**
 * Feeds what is due until stopped, in turns of `turnMs`, so that the largest wiki holds nobody up: whoever waited
 * longest is next, a new wiki before all others, whichever feeder looks (dueWikis). `told` hears the sums after every turn.
 */
export async function feedForever(
  outer: RoleContext,
  { http, worker, names, turnMs, wait: waitFor = pause }: ScheduleOptions,
  told: (sums: readonly WikiFeed[]) => void,
): Promise<void> {
  const stop = new AbortController();
  const ctx = { ...outer, signal: AbortSignal.any([outer.signal, stop.signal]) };
  const sums = new Map<string, WikiFeed>();
  const farmsRead = new Set<number>();
  const failures: unknown[] = [];
  const bell = createBell();
  let patient = 0;

  const wait: typeof pause = async (ms, signal) => {
    patient += 1;
    bell.ring();
    const full = await waitFor(ms, signal);
    patient -= 1;
    return full;
  };
  // The database, or a bug: nothing that another turn could mend.
  const fail = (error: unknown) => {
    failures.push(error);
    stop.abort();
  };

  /** False: another feeder was first. */
  async function takeTurn(row: WikiRow): Promise<boolean> {
    const start = performance.now();
    const after = (ms: number) => () => performance.now() - start >= ms;
    const turn = { listOver: after(turnMs / 2), over: after(turnMs) };
    const fed = await feedWiki(ctx, row, { http, worker, now: false, turn, farmsRead, wait });
    if (fed.error?.kind === "held") return false;
    sums.set(row.name, added(sums.get(row.name), fed));
    told([...sums.values()]);
    return true;
  }

  const slots = createSlots(ctx.signal, takeTurn, { failed: fail, ended: () => bell.ring() });
  const scanning = scanForever(ctx).catch(fail);
  const streaming = followStreams(ctx, worker, () => bell.ring()).catch(fail);
  try {
    await retryWhileDatabaseDown(ctx, () => sayIfNone(ctx, names));
    while (!ctx.signal.aborted) {
      const found = await retryWhileDatabaseDown(ctx, async () => {
        await freeDead(ctx);
        return dueWikis(ctx.db, ctx.clock.now());
      });
      const queue = found.filter(
        (row) =>
          (names.length === 0 ? !row.paused : names.includes(row.name)) && !slots.isBusy(serverOf(row)),
      );
      while (queue.length > 0 && slots.size < TURNS_AT_ONCE && slots.size - patient < SERVERS_AT_ONCE)
        slots.open(queue);
      await pause(LOOK_MS, ctx.signal);
      await bell.heard(IDLE_MS - LOOK_MS, ctx.signal);
    }
  } finally {
    stop.abort();
    await Promise.all([scanning, streaming, slots.ended()]);
  }
  if (failures.length > 0) throw failures[0];
}

/** Turns side by side, one at a time for each server. `takeTurn`: false: another feeder was first. */
function createSlots(
  signal: AbortSignal,
  takeTurn: (row: WikiRow) => Promise<boolean>,
  { failed, ended }: { readonly failed: (error: unknown) => void; readonly ended: () => void },
) {
  const servers = new Set<string>();
  const slots = new Set<Promise<void>>();

  /** One turn, of the first wiki in the queue that no other feeder took meanwhile. */
  async function fill(queue: WikiRow[]): Promise<void> {
    for (let row = queue.shift(); row !== undefined && !signal.aborted; row = queue.shift()) {
      const server = serverOf(row);
      if (servers.has(server)) continue;
      servers.add(server);
      try {
        if (await takeTurn(row)) return;
      } finally {
        servers.delete(server);
      }
    }
  }

  return {
    get size() {
      return slots.size;
    },
    isBusy: (server: string) => servers.has(server),
    open(queue: WikiRow[]): void {
      const slot = fill(queue)
        .catch(failed)
        .finally(() => {
          slots.delete(slot);
          ended();
        });
      slots.add(slot);
    },
    ended: () => Promise.all(slots),
  };
}

async function sayIfNone(ctx: RoleContext, names: readonly string[]): Promise<void> {
  if (names.length === 0 && (await listWikis(ctx.db)).length === 0)
    ctx.log.info("no wiki is configured yet; waiting (weboid wiki add NAME@FARM --api URL)");
}

const COUNTS = Object.keys(noCounts()) as (keyof FeedCounts)[];

function added(before: WikiFeed | undefined, fed: WikiFeed): WikiFeed {
  if (before === undefined) return fed;
  const sum = { ...fed };
  for (const count of COUNTS) sum[count] += before[count];
  return sum;
}

/** Wakes a sleeper; what rang while nobody slept wakes the next at once. */
function createBell() {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    async heard(ms: number, signal: AbortSignal): Promise<void> {
      if (!rung) {
        const woken = new AbortController();
        wake = () => woken.abort();
        signal.addEventListener("abort", wake);
        if (!signal.aborted) await pause(ms, woken.signal);
        signal.removeEventListener("abort", wake);
      }
      rung = false;
      wake = () => {};
    },
  };
}
