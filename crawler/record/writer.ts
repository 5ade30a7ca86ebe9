import type { HostUpdate, OutageUpdate } from "../../db/hosts/record.ts";
import type { HostId, SliceLease } from "../../db/types.ts";
import { type CheckResult, recordResults } from "../../db/urls/results.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";

export interface WriterOptions {
  /** Under which the URLs were read; null: rechecks, which are guarded by the row's own day alone. */
  readonly leases: readonly SliceLease[] | null;
  /** Results of these slices are another worker's from now on. */
  readonly onStale: (slices: readonly number[]) => void;
  /** A write failed for good, and so will all later ones: what is checked from now on is lost. */
  readonly onFailed: () => void;
}

/** Collects results and writes them in batches (design 4). */
export interface Writer {
  /** null: nothing of that kind was learnt. */
  add(result: CheckResult | null, host: HostUpdate | null): void;
  /** Resolves when results would not wait long to be written, so that nothing is checked while the database is away. */
  room(): Promise<void>;
  /** Writes what is collected, and waits for what is being written; throws when the database stays away. */
  flush(): Promise<void>;
  readonly stored: () => number;
}

/** One statement's worth; small enough that a reader of the change rows never waits long for its commit. */
const RESULTS_PER_BATCH = 1_000;
/** A result waits no longer than this for others to be written with. */
const WAIT_MS_MAX = 1_000;
/** Results that wait to be written; more than a slow moment of the database leaves behind. */
const WAITING_MAX = 5_000;

export function createWriter(ctx: RoleContext, { leases, onStale, onFailed }: WriterOptions): Writer {
  let results: CheckResult[] = [];
  let hosts = new Map<HostId, HostUpdate>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  // Batches are written one after the other: two at once would only wait for each other's host rows.
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown = null;
  let stored = 0;

  let waiting = 0;

  // Twice the same batch stores it once, so that a commit whose answer was lost does no harm.
  const write = async (batch: CheckResult[], news: HostUpdate[]) => {
    const recorded = await retryWhileDatabaseDown(ctx, () => recordResults(ctx.db, leases, batch, news));
    stored += recorded.stored;
    if (recorded.stale.length > 0) onStale(recorded.stale);
    const [unread] = recorded.unread;
    if (unread !== undefined)
      ctx.log.warn(
        `${recorded.unread.length} results were left out, as a newer Weboid wrote the histories of their URLs (id ${unread} …): install it here, too`,
      );
  };

  const start = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (results.length === 0 && hosts.size === 0) return;
    const batch = results;
    const news = [...hosts.values()];
    results = [];
    hosts = new Map();
    writing = writing
      .then(() => (failure === null ? write(batch, news) : undefined))
      .catch((error) => {
        failure ??= error;
        onFailed();
      })
      .finally(() => {
        waiting -= batch.length;
      });
  };

  return {
    add(result, host) {
      if (result !== null) {
        results.push(result);
        waiting += 1;
      }
      if (host !== null) hosts.set(host.id, mergeNews(hosts.get(host.id), host));
      if (results.length >= RESULTS_PER_BATCH) start();
      else if (result !== null || host !== null) timer ??= setTimeout(start, WAIT_MS_MAX);
    },
    async room() {
      if (waiting >= WAITING_MAX) await writing;
    },
    async flush() {
      start();
      await writing;
      if (failure !== null) throw failure;
    },
    stored: () => stored,
  };
}

/** One after the other: what the later one says of the same outage adds to it. */
function mergeOutage(earlier: HostUpdate["outage"], later: OutageUpdate | null): OutageUpdate | null {
  if (later === null || earlier === undefined) return later;
  const same = earlier?.rule === later.rule && earlier.scope === later.scope;
  return earlier !== null && same
    ? {
        ...later,
        count: earlier.count + later.count,
        ...(earlier.anew && { anew: true }),
      }
    : { ...later, anew: true };
}

/**
 * What two checks of one host told: the later one counts. A trait that one saw is not gone because another URL did without;
 * one that is both in one news begins a new time (C1).
 */
export function mergeNews(earlier: HostUpdate | undefined, later: HostUpdate): HostUpdate {
  if (earlier === undefined) return later;
  const seen = new Set([...(earlier.seen ?? []), ...(later.seen ?? [])]);
  const anew = new Set(
    [earlier, later].flatMap((news) =>
      (news.gone ?? []).filter(({ trait }) => news.seen?.includes(trait)).map(({ trait }) => trait),
    ),
  );
  const gone = new Map(
    [...(earlier.gone ?? []), ...(later.gone ?? [])]
      .filter(({ trait }) => !seen.has(trait) || anew.has(trait))
      .map((known) => [known.trait, known]),
  );
  return {
    ...earlier,
    ...later,
    ...(later.outage !== undefined && { outage: mergeOutage(earlier.outage, later.outage) }),
    ...(later.watched !== undefined && { watched: { ...earlier.watched, ...later.watched } }),
    seen: [...seen],
    gone: [...gone.values()],
  };
}
