import type { NetworkFailure } from "../../shared/status/outcome.ts";
import type { ResolverLimits } from "../check/limits.ts";
import { createGate } from "./gate.ts";
import { type Ask, Lookup, type Lookups, type Replies } from "./lookup.ts";
import { NameLull } from "./name-lull.ts";

export type DnsFailure = Extract<NetworkFailure, `dns-${string}`>;

export type Resolution =
  /** At least one address, both families by turns, IPv4 first: the addresses as they came, nothing judged. */
  | { readonly kind: "found"; readonly addresses: readonly string[] }
  | { readonly kind: "failed"; readonly failure: DnsFailure };

export interface Waiter {
  late(): void;
}

/** One that is asked about. */
class NameUnderWay {
  readonly host: string;
  readonly beganAt = performance.now();
  readonly resolution = Promise.withResolvers<Resolution>();
  /** Who wants to know when it is late; null: it is. */
  #untold: Waiter[] | null = [];

  constructor(host: string) {
    this.host = host;
  }

  waitedFor(waiter: Waiter | undefined): Promise<Resolution> {
    if (this.#untold === null) waiter?.late();
    else if (waiter !== undefined) this.#untold.push(waiter);
    return this.resolution.promise;
  }

  tellLate(): void {
    const untold = this.#untold ?? [];
    this.#untold = null;
    for (const waiter of untold) waiter.late();
  }
}

/** Asks about each name once, however many wait for it, anew where all was silent for a while, and tells who waits when it is late. */
export class NamesUnderWay {
  readonly #limits: ResolverLimits;
  readonly #judge: (host: string, replies: Replies) => Resolution;
  readonly #shared: Lookups;
  readonly #lull: NameLull;
  readonly #names = new Map<string, NameUnderWay>();
  readonly #late = new Set<NameUnderWay>();
  #turn = 0;

  /** @param judge what is said of the host, whose questions are over */
  constructor(
    asks: readonly Ask[],
    limits: ResolverLimits,
    judge: (host: string, replies: Replies) => Resolution,
  ) {
    this.#limits = limits;
    this.#judge = judge;
    // Thousands of questions at once are lost over UDP.
    const gate = createGate(limits.queriesInFlightMax);
    this.#shared = { asks, gate, limits, heard: () => this.#lull.heard() };
    this.#lull = new NameLull(
      limits,
      // What cannot be asked will not be known any better later.
      () => void this.#askWhetherThere().catch(() => this.#lull.heard()),
      () => this.#late.size > 0,
    );
  }

  resolve(host: string, waiter: Waiter | undefined): Promise<Resolution> {
    return (this.#names.get(host) ?? this.#look(host)).waitedFor(waiter);
  }

  close(): void {
    this.#lull.close();
  }

  #look(host: string): NameUnderWay {
    const name = new NameUnderWay(host);
    this.#names.set(host, name);
    this.#ask(name, (replies) => this.#took(name, replies));
    return name;
  }

  #ask(name: NameUnderWay, took: (replies: Replies) => void): void {
    const failed = (bug: unknown) => this.#failed(name, bug);
    new Lookup(name.host, this.#turn++, took, failed, () => this.#isLate(name)).begin(this.#shared);
  }

  #took(name: NameUnderWay, replies: Replies): void {
    const isLull = isSilence(replies) && this.#names.size >= this.#limits.lullNamesMin;
    const over = isLull ? this.#lull.endOf(name.beganAt + this.#limits.queryMs) : null;
    if (over === null) this.#tookLast(name, replies);
    else
      over
        .then(() => this.#ask(name, (last) => this.#tookLast(name, last)))
        .catch((bug) => this.#failed(name, bug));
  }

  #tookLast(name: NameUnderWay, replies: Replies): void {
    if (!isSilence(replies)) this.#lull.heard();
    const resolution = this.#judge(name.host, replies);
    this.#end(name);
    name.resolution.resolve(resolution);
  }

  #failed(name: NameUnderWay, bug: unknown): void {
    this.#end(name);
    name.resolution.reject(bug);
  }

  #end(name: NameUnderWay): void {
    this.#names.delete(name.host);
    this.#late.delete(name);
  }

  /** Where nobody is answered, it may be the name service that is away, and is not to be asked for more. */
  #isLate(name: NameUnderWay): void {
    this.#late.add(name);
    // In the order of their beginnings.
    const [first = name] = this.#names.values();
    this.#lull.watch(first.beganAt);
    if (this.#lull.hasHeardSince(name.beganAt)) name.tellLate();
  }

  /** Not behind names that wait for room. */
  async #askWhetherThere(): Promise<void> {
    const { asks } = this.#shared;
    const reply = await asks[this.#turn++ % asks.length]?.(newName("invalid"), 4);
    if (reply?.kind === "timeout") return;
    this.#lull.heard();
    for (const name of this.#late) name.tellLate();
  }
}

/** A name that no cache knows. */
export const newName = (below: string) => `weboid-${crypto.randomUUID().slice(0, 8)}.${below}`;

/** One family's "none" may have come before it. */
const isSilence = (replies: Replies): boolean =>
  replies.some((reply) => reply?.kind === "timeout") &&
  replies.every((reply) => reply?.kind === "timeout" || reply?.kind === "none");
