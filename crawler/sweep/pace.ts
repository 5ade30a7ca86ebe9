import { type GapPolicy, HOST_GAP } from "../politeness/pacing.ts";
import { LULL_SHARE, LullWatch } from "./lull.ts";
import type { Place } from "./overlap.ts";
import { Slots } from "./slots.ts";
import { UnderWay } from "./under-way.ts";

/** How hosts may be asked by this worker; what the whole fleet may is said by those who give the turns (C4). */
export interface PacePolicy extends GapPolicy {
  /** Checks under way at once over all hosts, without those that last long (UnderWay). */
  readonly concurrency: number;
}

export const DEFAULT_PACE: PacePolicy = { concurrency: 300, ...HOST_GAP };

/**
 * A process that is told to end has 10 s (contract.md), a slow server a minute (C3): what is under way this long after
 * the signal is handed back unchecked, which leaves time to write what was found.
 */
const GRACE_MS = 5_000;
/** A host that asks for so much rest at most is waited for; for more its items are handed back. */
const WAIT_MS_MAX = 30_000;
/** With turns that others want too the rest begins with the next exchange: to ask before would only be refused. */
const EXCHANGE_MS = 150;

/** Nothing is lost: the caller still has all that was not done. */
export interface PacedRun<T> {
  readonly done: number;
  /** Not begun, or not ended soon after the signal. */
  readonly left: readonly T[];
  /** Not begun, as their hosts want to be left alone for longer than a run waits. */
  readonly refused: readonly T[];
  /** All that is left waited only for the pace of a few hosts; the run ended for the sake of others. */
  readonly lull: boolean;
}

/** What `work` answers where it did without its host. */
export const UNTOUCHED = Symbol("untouched");

/**
 * Whether a host may be visited now: `turn` goes on to the work, which gives it back; "later": it is asked again in `ms`;
 * "done": the item needs its host no more.
 */
export type Admission<Turn> =
  | { readonly kind: "granted"; readonly turn: Turn }
  | { readonly kind: "later"; readonly ms: number }
  | { readonly kind: "done" };

interface Options<T, Turn> {
  readonly policy: PacePolicy;
  readonly hostOf: (item: T) => string;
  /**
   * Must not reject: an expected failure is a value. A rejection ends the run, after what is under way. UNTOUCHED: its host was
   * not contacted, and needs no rest; everything else is ignored.
   */
  readonly work: (item: T, turn: Turn | null) => Promise<unknown>;
  /**
   * Asked before each item, for turns that others want too; it counts as under way meanwhile. null: it can never be had,
   * as all is ending. `release` of a turn that came too late. Absent: nobody else wants one.
   */
  readonly admit?: (item: T) => Promise<Admission<Turn> | null>;
  readonly release?: (turn: Turn) => void;
  /** Milliseconds from now for which a host wants to be left alone; asked again before each of its items. */
  readonly waitMs?: (host: string) => number;
  /** Nothing is begun after it is aborted; what is under way is awaited, for GRACE_MS. */
  readonly signal: AbortSignal;
  /** Shared with other runs of this worker; absent: `policy.concurrency` of its own. */
  readonly slots?: Slots;
  /** Among the turns of this worker. */
  readonly place?: Place;
  /** In place of GRACE_MS and LULL_MS, for tests. */
  readonly graceMs?: number;
  readonly lullMs?: number;
  /** Nothing is begun later than this many milliseconds after the start. */
  readonly beginMsMax: number;
}

/**
 * Works through the items in their order, with one check of a host at a time and a rest between two of them.
 * The order of different hosts is the order of the items; a host that must rest lets all others pass.
 */
export function runPaced<T, Turn = never>(
  items: Iterable<T>,
  options: Options<T, Turn>,
): Promise<PacedRun<T>> {
  return new Promise((resolve, reject) => new Pacer(items, options, resolve, reject).start());
}

/** Items by host, each host's from its end, so that taking one does not move the others. */
function queuesOf<T>(items: Iterable<T>, hostOf: (item: T) => string): Map<string, T[]> {
  const queues = Map.groupBy(items, hostOf);
  for (const queue of queues.values()) queue.reverse();
  return queues;
}

class Pacer<T, Turn> {
  readonly #options: Options<T, Turn>;
  readonly #resolve: (run: PacedRun<T>) => void;
  readonly #reject: (error: unknown) => void;
  readonly #waiting: Map<string, T[]>;
  readonly #ready: string[];
  readonly #underWay: UnderWay<T>;
  readonly #refused: T[] = [];
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #began = performance.now();
  /** Place in `#ready` of the next host. */
  #next = 0;
  #done = 0;
  readonly #slots: Slots;
  readonly #lull: LullWatch;
  #failure: { readonly error: unknown } | null = null;
  #ended = false;

  constructor(
    items: Iterable<T>,
    options: Options<T, Turn>,
    resolve: (run: PacedRun<T>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#waiting = queuesOf(items, options.hostOf);
    this.#ready = [...this.#waiting.keys()];
    this.#slots = options.slots ?? new Slots(options.policy.concurrency);
    this.#underWay = new UnderWay(this.#slots, this.#begin);
    this.#lull = new LullWatch({
      ...options,
      isOver: () => this.#stopped() || this.#waiting.size === 0,
      onEnd: () => this.#settle(),
    });
  }

  start(): void {
    const { signal, beginMsMax } = this.#options;
    this.#after(Math.min(beginMsMax + 1, 2 ** 31 - 1), () => this.#settle());
    signal.addEventListener("abort", this.#stop);
    if (signal.aborted) this.#stop();
    this.#begin();
  }

  #after(ms: number, act: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }

  readonly #stop = (): void => {
    this.#after(this.#options.graceMs ?? GRACE_MS, () => this.#end());
    this.#settle();
  };

  /** Nothing more is begun. */
  #stopped(): boolean {
    const { signal, beginMsMax } = this.#options;
    return (
      this.#failure !== null ||
      this.#lull.ended ||
      signal.aborted ||
      performance.now() - this.#began > beginMsMax
    );
  }

  readonly #begin = (): void => {
    while (this.#slots.free && this.#next < this.#ready.length && !this.#stopped())
      this.#beginAt(this.#ready[this.#next++] as string);
    // The consumed front of the line is dropped now and then, not at every step.
    if (this.#next > 4_096) {
      this.#ready.splice(0, this.#next);
      this.#next = 0;
    }
    this.#watchForLull();
    this.#settle();
  };

  #beginAt(host: string): void {
    const queue = this.#waiting.get(host);
    if (queue === undefined) return;
    const waitMs = this.#options.waitMs?.(host) ?? 0;
    if (waitMs > 0) {
      this.#wait(host, waitMs);
      return;
    }
    const item = queue.pop() as T;
    if (queue.length === 0) this.#waiting.delete(host);
    this.#underWay.add(item);
    const { admit } = this.#options;
    void (admit === undefined ? this.#check(host, item, null) : this.#admit(host, item, admit));
  }

  #wait(host: string, ms: number): void {
    if (ms <= WAIT_MS_MAX) {
      this.#rest(host, ms);
      return;
    }
    this.#refused.push(...(this.#waiting.get(host) ?? []).reverse());
    this.#waiting.delete(host);
  }

  async #admit(host: string, item: T, admit: NonNullable<Options<T, Turn>["admit"]>): Promise<void> {
    let admission: Admission<Turn> | null = null;
    try {
      admission = await admit(item);
    } catch (error) {
      this.#failure ??= { error };
    }
    if (admission?.kind === "done") return this.#finish(host, item, 0);
    const stopped = this.#ended || this.#stopped();
    if (admission?.kind === "granted") {
      if (!stopped) return this.#check(host, item, admission.turn);
      this.#options.release?.(admission.turn);
    }
    if (this.#ended) return;
    this.#underWay.delete(item);
    const queue = this.#waiting.get(host) ?? [];
    queue.push(item);
    this.#waiting.set(host, queue);
    if (admission?.kind === "later" && !stopped) this.#wait(host, admission.ms);
    this.#begin();
  }

  async #check(host: string, item: T, turn: Turn | null): Promise<void> {
    const { policy, work } = this.#options;
    const began = performance.now();
    let untouched = false;
    try {
      untouched = (await work(item, turn)) === UNTOUCHED;
    } catch (error) {
      // A bug, not a failed check: the whole run ends with it, after what is under way.
      this.#failure ??= { error };
    }
    const slowMs = (performance.now() - began) * policy.gapPerLatency;
    const restMs = Math.min(policy.gapMsMax, Math.max(policy.gapMsMin, slowMs));
    const waitMs = turn === null ? restMs : restMs + EXCHANGE_MS;
    this.#finish(host, item, untouched ? 0 : waitMs);
  }

  #finish(host: string, item: T, restMs: number): void {
    if (this.#ended) return;
    this.#underWay.delete(item);
    this.#done += 1;
    if (this.#waiting.has(host)) this.#rest(host, restMs);
    this.#begin();
  }

  #rest(host: string, ms: number): void {
    if (ms === 0) this.#ready.push(host);
    else
      this.#after(ms, () => {
        this.#ready.push(host);
        this.#begin();
      });
  }

  #watchForLull(): void {
    this.#lull.look(this.#underWay.isFew(LULL_SHARE) && this.#next >= this.#ready.length);
  }

  #settle(): void {
    if (this.#underWay.size === 0 && (this.#waiting.size === 0 || this.#stopped())) this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#underWay.close();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#lull.look(false);
    this.#options.signal.removeEventListener("abort", this.#stop);
    if (this.#failure !== null) {
      this.#reject(this.#failure.error);
      return;
    }
    const waiting = [...this.#waiting.values()].flatMap((queue) => queue.reverse());
    this.#resolve({
      done: this.#done,
      left: [...this.#underWay.all(), ...waiting],
      refused: this.#refused,
      lull: this.#lull.ended,
    });
  }
}
