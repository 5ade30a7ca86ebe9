import type { Exchange, Outcome } from "../../shared/status/outcome.ts";
import type { HostName } from "../../shared/url/types.ts";
import { authorityOf } from "../net/transport.ts";
import type { Etiquette, Visit } from "../politeness/etiquette.ts";
import type { HostLease, Permit, Politeness } from "../politeness/host-lease.ts";
import { HostState } from "../politeness/host-state.ts";
import type { ListSlots, Slot } from "../politeness/list-slots.ts";
import { LIST_PACE, type Observation } from "../politeness/rate-limiter.ts";
import type { RestingHosts } from "../politeness/resting-hosts.ts";
import { robotsAllow } from "../politeness/robots.ts";
import type { RobotsBook } from "../politeness/robots-book.ts";
import type { SilentHosts } from "../politeness/silent-hosts.ts";
import type { Release } from "../politeness/turns.ts";
import { systemClock } from "../runtime/clock.ts";
import type { CheckHints } from "./check.ts";
import type { CheckGrant } from "./session.ts";
import type { Target } from "./target.ts";

/** Checks that have turns by the Etiquette in place of the HostScheduler's leases, until all callers have those. */
export interface TurnOptions {
  readonly etiquette: Etiquette;
  readonly resting: RestingHosts | null;
  readonly silent: SilentHosts | null;
  readonly robots: RobotsBook | null;
  readonly totalMs: number;
  readonly checks: {
    check(target: Target, grant: CheckGrant, hints: CheckHints): Promise<Outcome>;
    believed(outcome: Outcome, host: HostName): Promise<Outcome>;
  };
}

interface Given {
  readonly hints?: CheckHints | undefined;
  readonly turn?: Release | undefined;
  readonly slots?: ListSlots | undefined;
}

const ASKED_FOR_TIME: Outcome = { kind: "not-tried", reason: "asked-for-time" };

/** robots.txt as the fleet's book has it. */
class BookedState extends HostState {
  readonly #book: RobotsBook | null;

  constructor(host: HostName, book: RobotsBook | null) {
    super(host, { pace: LIST_PACE, signs: "all", clock: systemClock });
    this.#book = book;
  }

  override permits(parts: Parameters<HostState["permits"]>[0]): boolean | null {
    const known = this.#book?.known(authorityOf(parts)) ?? null;
    return known === null ? null : robotsAllow(known, parts.path);
  }

  override storeRobots(parts: Parameters<HostState["permits"]>[0], text: string | null): void {
    this.#book?.read(authorityOf(parts), text);
  }

  override get crawlDelayMs(): number {
    return this.#book?.delayMs(this.host) ?? 0;
  }
}

export class TurnChecks {
  readonly #options: TurnOptions;
  readonly #states = new Map<HostName, HostState>();

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  async check(target: Target, { hints = {}, turn, slots }: Given): Promise<Outcome> {
    const { etiquette, silent, resting, totalMs, checks } = this.#options;
    const slot = slots === undefined ? null : new ListSlot(slots);
    let held: Release | null = null;
    let visit: Visit | null = null;
    try {
      const coming = turn ?? etiquette.first(target.parts);
      if (coming instanceof Promise) slot?.lend();
      held = coming instanceof Promise ? await coming : coming;
      const told = coming instanceof Promise ? (silent?.told(target) ?? null) : null;
      if (told !== null) {
        return await checks.believed(told, target.parts.host);
      }
      await slot?.enter();
      for (let restMs = 1; restMs > 0; ) {
        restMs = resting?.restMs(target.parts.host, totalMs) ?? 0;
        if (restMs > 0 && (restMs > totalMs || !(await etiquette.rest(restMs)))) {
          return ASKED_FOR_TIME;
        }
      }
      visit = etiquette.visit(target.parts, held);
      const politeness = new TurnPoliteness(this.#options, visit, slot, (host) => this.#stateOf(host));
      const outcome = await checks.check(
        target,
        { lease: politeness.leaseAt(target.parts.host), politeness },
        hints,
      );
      silent?.learn(target, outcome);
      return outcome;
    } finally {
      if (visit === null) held?.();
      else visit.leave();
      slot?.comeToEnd();
    }
  }

  #stateOf(host: HostName): HostState {
    const known = this.#states.get(host);
    if (known !== undefined) return known;
    const state = new BookedState(host, this.#options.robots);
    if (this.#states.size > 50_000) this.#states.clear();
    this.#states.set(host, state);
    return state;
  }
}

class TurnPoliteness implements Politeness {
  waitedMs = 0;
  #host: HostName | null = null;
  readonly #options: TurnOptions;
  readonly #visit: Visit;
  readonly #slot: Slot | null;
  readonly #stateOf: (host: HostName) => HostState;

  constructor(options: TurnOptions, visit: Visit, slot: Slot | null, stateOf: (host: HostName) => HostState) {
    this.#options = options;
    this.#visit = visit;
    this.#slot = slot;
    this.#stateOf = stateOf;
  }

  leaseAt(host: HostName): HostLease {
    const visit = this.#visit;
    const { resting, totalMs } = this.#options;
    this.#host = host;
    return {
      host,
      state: this.#stateOf(host),
      observe({ http, tookMs, retryAfterMs, beside = false }: Observation) {
        visit.saw({ http, tookMs, retryAfterMs });
        const retryAfter = retryAfterMs === null ? null : String(retryAfterMs / 1_000);
        if (http !== null) resting?.learn({ url: `http://${host}/`, http, retryAfter } as Exchange, beside);
      },
      restMs: () => visit.restMs(),
      askedForMs: () => Math.max(visit.askedForMs(), resting?.restMs(host, totalMs / 2) ?? 0),
      release: () => visit.leave(),
    };
  }

  async acquire(host: HostName): Promise<HostLease> {
    return this.leaseAt(host);
  }

  async acquireAddress(address: string, withinMs: number): Promise<Permit | null> {
    const host = this.#host;
    if (host === null) return null;
    const until = performance.now() + withinMs;
    const entered = this.#visit.enter({ host }, [address], () => until - performance.now());
    if (entered instanceof Promise) this.#slot?.lend();
    return (await this.#thenInSlot(entered)) ? { release() {} } : null;
  }

  yieldPermit<T>(waitedFor: Promise<T>): Promise<T> {
    this.#slot?.leave();
    return this.#thenInSlot(waitedFor);
  }

  rest(ms: number): Promise<boolean> {
    return this.#options.etiquette.rest(ms);
  }

  async #thenInSlot<T>(waitedFor: T | Promise<T>): Promise<T> {
    const came = await waitedFor;
    const began = performance.now();
    const slot = this.#slot?.enter() ?? null;
    if (slot !== null) {
      await slot;
      this.waitedMs += performance.now() - began;
    }
    return came;
  }
}

class ListSlot implements Slot {
  readonly #slots: ListSlots;
  #place: "kept" | "aside" | "lent" = "kept";

  constructor(slots: ListSlots) {
    this.#slots = slots;
  }

  leave(): void {
    if (this.#place === "kept" && this.#slots.stepAside()) this.#place = "aside";
  }

  lend(): void {
    if (this.#place !== "kept") return;
    this.#place = "lent";
    this.#slots.lend();
  }

  enter(): Promise<void> | null {
    const again =
      this.#place === "aside"
        ? this.#slots.comeBack()
        : this.#place === "lent"
          ? this.#slots.takeBack()
          : null;
    if (again !== null) return again.then(() => this.#keep());
    this.#keep();
    return null;
  }

  comeToEnd(): void {
    if (this.#place === "aside") this.#slots.comeToEnd();
    else if (this.#place === "lent") this.#slots.endLent();
    this.#keep();
  }

  #keep(): void {
    this.#place = "kept";
  }
}
