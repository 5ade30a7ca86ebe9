import type { HostUpdate } from "../../db/hosts/record.ts";
import type { HostId, SliceLease } from "../../db/types.ts";
import { type CheckResult, recordResults } from "../../db/urls/results.ts";
import { watchCache } from "../runtime/caches.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { mergeNews } from "./host-news.ts";

export interface WriterOptions {
  /** Under which the URLs were read; null: rechecks, which are guarded by the row's own day alone. */
  readonly leases: readonly SliceLease[] | null;
  /** Results of these slices are another worker's from now on. */
  readonly onStale: (slices: readonly number[]) => void;
  /** A write failed for good, and so will all later ones: what is checked from now on is lost. */
  readonly onFailed: () => void;
}

/** One statement's worth; small enough that a reader of the change rows never waits long for its commit. */
const RESULTS_PER_BATCH = 1_000;
/** A result waits no longer than this for others to be written with. */
const WAIT_MS_MAX = 1_000;
/** Results that wait to be written; more than a slow moment of the database leaves behind. */
const WAITING_MAX = 5_000;

/** Collects results and writes them in batches (design 4). */
export class Writer {
  readonly #ctx: RoleContext;
  readonly #options: WriterOptions;
  #results: CheckResult[] = [];
  #hosts = new Map<HostId, HostUpdate>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Batches are written one after the other: two at once would only wait for each other's host rows. */
  #writing: Promise<void> = Promise.resolve();
  #waiting = 0;
  #stored = 0;
  #failure: { readonly error: unknown } | null = null;

  constructor(ctx: RoleContext, options: WriterOptions) {
    this.#ctx = ctx;
    this.#options = options;
    watchCache("results-waiting", this, WAITING_MAX);
  }

  /** Of the results that wait to be written. */
  get size(): number {
    return this.#waiting;
  }

  get stored(): number {
    return this.#stored;
  }

  /** null: nothing of that kind was learnt. */
  add(result: CheckResult | null, host: HostUpdate | null): void {
    if (result !== null) {
      this.#results.push(result);
      this.#waiting += 1;
    }
    if (host !== null) this.#hosts.set(host.id, mergeNews(this.#hosts.get(host.id), host));
    if (this.#results.length >= RESULTS_PER_BATCH) this.#start();
    else if (result !== null || host !== null) this.#timer ??= setTimeout(() => this.#start(), WAIT_MS_MAX);
  }

  /** Resolves when results would not wait long to be written, so that nothing is checked while the database is away. */
  async room(): Promise<void> {
    if (this.#waiting >= WAITING_MAX) await this.#writing;
  }

  /** Writes what is collected, and waits for what is being written; throws when the database stays away. */
  async flush(): Promise<void> {
    this.#start();
    await this.#writing;
    if (this.#failure !== null) throw this.#failure.error;
  }

  #start(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const [results, hosts] = [this.#results, [...this.#hosts.values()]];
    if (results.length + hosts.length === 0) return;
    this.#results = [];
    this.#hosts = new Map();
    this.#writing = this.#writing.then(() => this.#write(results, hosts));
  }

  /** Never rejects. Twice the same batch stores it once, so that a commit whose answer was lost does no harm. */
  async #write(results: CheckResult[], hosts: HostUpdate[]): Promise<void> {
    const { db, log } = this.#ctx;
    const { leases, onStale, onFailed } = this.#options;
    try {
      if (this.#failure !== null) return;
      const record = () => recordResults(db, leases, results, hosts);
      const { stored, stale, unread } = await retryWhileDatabaseDown(this.#ctx, record);
      this.#stored += stored;
      if (stale.length > 0) onStale(stale);
      if (unread.length > 0)
        log.warn(
          `${unread.length} results were left out, as a newer Weboid wrote the histories of their URLs (id ${unread[0]} …): install it here, too`,
          "results-left-out",
        );
    } catch (error) {
      this.#failure = { error };
      onFailed();
    } finally {
      this.#waiting -= results.length;
    }
  }
}
