import { DatabaseError } from "../../db/errors.ts";
import type { HostNews } from "../../db/queries/record/record-hosts.ts";
import { type CheckResult, recordResults } from "../../db/queries/record/record-results.ts";
import type { HostId, SliceLease } from "../../db/types.ts";
import type { RoleContext } from "../runtime/context.ts";

export interface WriterOptions {
  /** Under which the URLs were read; null: rechecks, which are guarded by the row's own day alone. */
  readonly leases: readonly SliceLease[] | null;
  /** Results of these slices are another worker's from now on. */
  readonly onStale: (slices: readonly number[]) => void;
}

/** Collects results and writes them in batches (design 4). */
export interface Writer {
  add(result: CheckResult, host: HostNews | null): void;
  /** Writes what is collected, and waits for what is being written; throws when the database stays away. */
  flush(): Promise<void>;
  readonly stored: () => number;
}

/** One statement's worth; small enough that a reader of the change rows never waits long for its commit. */
const RESULTS_PER_BATCH = 1_000;
/** A result waits no longer than this for others to be written with. */
const WAIT_MS_MAX = 1_000;
/** A database that restarts is back within this; what is not written is checked again, nothing is lost. */
const RETRY_SECONDS = [1, 2, 4, 8, 16] as const;

export function createWriter(ctx: RoleContext, { leases, onStale }: WriterOptions): Writer {
  let results: CheckResult[] = [];
  let hosts = new Map<HostId, HostNews>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  // Batches are written one after the other: two at once would only wait for each other's host rows.
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown = null;
  let stored = 0;

  const write = async (batch: CheckResult[], news: HostNews[]) => {
    for (let attempt = 0; ; attempt++) {
      try {
        const recorded = await recordResults(ctx.db, leases, batch, news);
        stored += recorded.stored;
        if (recorded.stale.length > 0) onStale(recorded.stale);
        return;
      } catch (error) {
        const seconds = RETRY_SECONDS[attempt];
        if (!(error instanceof DatabaseError) || seconds === undefined) throw error;
        ctx.log.warn(`${error.message}; ${batch.length} results wait, next try in ${seconds} s`);
        await Bun.sleep(seconds * 1_000);
      }
    }
  };

  const start = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (results.length === 0) return;
    const batch = results;
    const news = [...hosts.values()];
    results = [];
    hosts = new Map();
    writing = writing
      .then(() => (failure === null ? write(batch, news) : undefined))
      .catch((error) => {
        failure ??= error;
      });
  };

  return {
    add(result, host) {
      results.push(result);
      if (host !== null) hosts.set(host.id, mergeNews(hosts.get(host.id), host));
      if (results.length >= RESULTS_PER_BATCH) start();
      else timer ??= setTimeout(start, WAIT_MS_MAX);
    },
    async flush() {
      start();
      await writing;
      if (failure !== null) throw failure;
    },
    stored: () => stored,
  };
}

/** What two checks of one host told: the later one counts, and a trait that both saw or missed is told once. */
export function mergeNews(earlier: HostNews | undefined, later: HostNews): HostNews {
  if (earlier === undefined) return later;
  const seen = new Set([...(earlier.seen ?? []), ...(later.seen ?? [])]);
  for (const trait of later.gone ?? []) seen.delete(trait);
  for (const trait of later.seen ?? []) seen.add(trait);
  const gone = new Set([...(earlier.gone ?? []), ...(later.gone ?? [])]);
  return { ...earlier, ...later, seen: [...seen], gone: [...gone] };
}
