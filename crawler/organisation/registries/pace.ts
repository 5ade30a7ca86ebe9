import pLimit, { type LimitFunction } from "p-limit";
import QuickLRU from "quick-lru";
import { watchCache } from "../../runtime/caches.ts";
import { type Clock, pause } from "../../runtime/clock.ts";
import { LIMITED_SECONDS, type Reply } from "./reply.ts";

/** From the end of one question to a registry to the next one. */
const SPACING_MS = 250;
/** Registries that are remembered: there are some 1,500 domains of the first level, and fewer operators. */
const REGISTRIES_MAX = 2_000;
/** A registry that failed so often is left alone like one that asks for it: a list of its domains must not wait for each. */
const FAILURES_MAX = 3;

/** What processes share that ask the same registries: one connection to each, and how long it wants to be left alone. */
export interface RegistryLeases {
  /** Null: it may be asked now, and `end` follows; else why not. */
  begin(name: string): Promise<Exclude<Reply<never>, { readonly kind: "answer" }> | null>;
  /** @param restSeconds nobody asks it for so long */
  end(name: string, restSeconds: number): Promise<void>;
}

interface PaceOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Absent: this process is alone. */
  readonly leases?: RegistryLeases | undefined;
}

interface Registry {
  readonly oneAtATime: LimitFunction;
  /** Milliseconds since 1970. */
  freeAtMs: number;
  restUntilMs: number;
  /** In a row. */
  failures: number;
}

/** One connection to each registry at a time, a pause after each, and none while it asks to be left alone. */
export class RegistryPace {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  readonly #leases: RegistryLeases | undefined;
  readonly #registries = watchCache(
    "registries",
    new QuickLRU<string, Registry>({ maxSize: REGISTRIES_MAX }),
  );

  constructor({ clock, signal, leases }: PaceOptions) {
    this.#clock = clock;
    this.#signal = signal;
    this.#leases = leases;
  }

  /** @param name of the registry: host and port, without the usual port for RDAP, so that RDAP and whois at one host are two. A registry that rests is not asked, and the answer says for how long it rests. */
  ask<T>(name: string, question: () => Promise<Reply<T>>): Promise<Reply<T>> {
    const registry = this.#registryOf(name);
    return registry.oneAtATime(async () => {
      const restsMs = registry.restUntilMs - this.#clock.now();
      if (restsMs > 0) return { kind: "limited", seconds: Math.ceil(restsMs / 1_000) };
      await pause(Math.max(0, registry.freeAtMs - this.#clock.now()), this.#signal);
      if (this.#signal.aborted) return { kind: "failed", why: "stopped" };
      const refused = await this.#leases?.begin(name);
      if (refused) return refused;
      let restMs = SPACING_MS;
      try {
        const answer = await question();
        this.#note(registry, answer);
        restMs = Math.max(restMs, registry.restUntilMs - this.#clock.now());
        return answer;
      } finally {
        // With the database away the lease ends by itself, and the answer is worth more than that it is given back.
        await this.#leases?.end(name, restMs / 1_000).catch(() => {});
      }
    });
  }

  #note(registry: Registry, answer: Reply<unknown>): void {
    const now = this.#clock.now();
    registry.freeAtMs = now + SPACING_MS;
    registry.failures = answer.kind === "failed" ? registry.failures + 1 : 0;
    if (answer.kind === "limited") registry.restUntilMs = now + answer.seconds * 1_000;
    if (registry.failures >= FAILURES_MAX) registry.restUntilMs = now + LIMITED_SECONDS * 1_000;
  }

  #registryOf(name: string): Registry {
    const known = this.#registries.get(name);
    if (known !== undefined) return known;
    const fresh = { oneAtATime: pLimit(1), freeAtMs: 0, restUntilMs: 0, failures: 0 };
    this.#registries.set(name, fresh);
    return fresh;
  }
}
