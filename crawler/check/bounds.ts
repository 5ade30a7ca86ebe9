import type { Outcome } from "../../shared/status/outcome.ts";
import type { Gate } from "../net/gate.ts";
import type { NameResolver, Resolution } from "../net/names.ts";
import { isLiteral } from "../net/policy.ts";
import type { Etiquette } from "../politeness/etiquette.ts";
import type { ListSlots, Slot } from "../politeness/list-slots.ts";
import type { SilentHosts } from "../politeness/silent-hosts.ts";
import type { Release } from "../politeness/turns.ts";
import { beginCheck } from "./check.ts";
import type { CheckDeps, CheckHints, Target } from "./deps.ts";
import type { OutageWatch } from "./outage.ts";

/** What all checks of a process share, and each has to pass. */
export interface Bounds {
  readonly deps: CheckDeps;
  /** null: failures are always believed. */
  readonly watch: OutageWatch | null;
  readonly etiquette: Pick<Etiquette, "first">;
  readonly resolver: Pick<NameResolver, "cached">;
  /** null: each URL is asked, however long its host is silent. */
  readonly silent: SilentHosts | null;
  /** Room for one socket each. */
  readonly gate: Pick<Gate, "enter" | "leave">;
  readonly isClosed: () => boolean;
  readonly onBug: (bug: unknown, target: Target) => void;
}

/** What a check's caller has for it. */
interface Given {
  readonly hints?: CheckHints | undefined;
  /** Of its host. */
  readonly turn?: Release | undefined;
  /** In which it has one. */
  readonly slots?: ListSlots | undefined;
}

/**
 * One check within these bounds: after an outage of ours, with its host's turn, in a socket's room; and whether its
 * failure is to be believed. Whatever is free is had at once, without a promise.
 *
 * In a list no two checks wait for each other, as all that checks keep from each other is waited for in one order, holding nothing
 * that comes later in it: turns (a domain's for guests, a host's, an address's, `CheckVisit`), a slot, a socket's room, a place to
 * set up a connection. Who waits for a turn, whether its first or one on its way, or for another's look at the site, has lent its
 * slot and left its room. A place, and the room of a question to the name service (`Lookup`), are held by whoever waits for an
 * answer alone. Names are waited for with a turn in hand, but within the check's time, and nobody who is asked about one
 * waits for checks. A robots.txt that leads to another host is the exception: both hosts' turns, for 2 s at most.
 */
export class BoundedCheck implements Slot {
  readonly #bounds: Bounds;
  readonly #target: Target;
  readonly #done: (outcome: Outcome) => void;
  readonly #hints: CheckHints;
  readonly #turn: Release | undefined;
  readonly #slots: ListSlots | undefined;
  /** What the name service had said before. */
  #known: Resolution | null = null;
  #hasRoom = false;
  #slot: "kept" | "aside" | "lent" = "kept";
  #isOver = false;

  /** @param done never throws; called once, perhaps at once */
  constructor(
    bounds: Bounds,
    target: Target,
    done: (outcome: Outcome) => void,
    { hints = {}, turn, slots }: Given = {},
  ) {
    this.#bounds = bounds;
    this.#target = target;
    this.#done = done;
    this.#hints = hints;
    this.#turn = turn;
    this.#slots = slots;
  }

  begin(): void {
    try {
      const outage = this.#bounds.watch?.wait() ?? null;
      if (outage === null) this.#takeTurn();
      else this.#after(outage);
    } catch (bug) {
      this.#fail(bug);
    }
  }

  #after(outage: Promise<void>): void {
    outage.then(() => this.#takeTurn()).catch(this.#fail);
  }

  /** Before there is a socket for it: who waits for a host must not keep others from theirs. */
  #takeTurn(): void {
    const turn = this.#turn ?? this.#bounds.etiquette.first(this.#target.parts);
    if (turn instanceof Promise) this.#waitForTurn(turn);
    else this.#takeRoom(turn);
  }

  #waitForTurn(turn: Promise<Release | null>): void {
    this.lend();
    turn
      .then((held) => {
        const told = this.#bounds.silent?.told(this.#target) ?? null;
        if (told === null) {
          this.#goOnWith(held);
          return;
        }
        held?.();
        this.#comeToEnd();
        this.#believe(told);
      })
      .catch(this.#fail);
  }

  #goOnWith(held: Release | null): void {
    const slot = this.#slotAgain();
    if (slot === null) this.#takeRoom(held);
    else slot.then(() => this.#takeRoom(held)).catch(this.#fail);
  }

  #takeRoom(held: Release | null): void {
    const { parts } = this.#target;
    const { resting, limits, etiquette } = this.#bounds.deps;
    const restMs = resting?.restMs(parts.host, limits.totalMs) ?? 0;
    if (restMs === Number.POSITIVE_INFINITY) {
      this.#leaveInPeace(held);
      return;
    }
    if (restMs > 0) {
      this.#takeRoomAfter(etiquette.rest(restMs), held);
      return;
    }
    this.#known = isLiteral(parts) ? null : this.#bounds.resolver.cached(parts.host);
    const room = this.#bounds.gate.enter();
    if (room === null) this.#check(held);
    else this.#waitForRoom(room, held);
  }

  #takeRoomAfter(rest: Promise<boolean>, held: Release | null): void {
    rest.then((rested) => (rested ? this.#takeRoom(held) : this.#leaveInPeace(held))).catch(this.#fail);
  }

  #leaveInPeace(held: Release | null): void {
    held?.();
    this.#done({ kind: "not-tried", reason: "asked-for-time" });
  }

  #waitForRoom(room: Promise<void>, held: Release | null): void {
    room.then(() => this.#check(held)).catch(this.#fail);
  }

  #check(held: Release | null): void {
    const { deps, gate, isClosed } = this.#bounds;
    if (isClosed()) {
      gate.leave();
      held?.();
      this.#done({ kind: "not-tried", reason: "no-resources" });
      return;
    }
    this.#hasRoom = true;
    beginCheck(this.#target, deps, this.#hints, held, this.#judge, this.#fail, this);
  }

  /** Others may be checked meanwhile, and have its room. */
  leave(): void {
    if (this.#isOver || this.#slot !== "kept" || this.#slots?.stepAside() !== true) return;
    this.#slot = "aside";
    this.#leaveRoom();
  }

  lend(): void {
    if (this.#isOver || this.#slot !== "kept" || this.#slots === undefined) return;
    this.#slot = "lent";
    this.#leaveRoom();
    this.#slots.lend();
  }

  enter(): Promise<void> | null {
    const slot = this.#slotAgain();
    return slot === null ? this.#enterRoom() : this.#enterAfter(slot);
  }

  #slotAgain(): Promise<void> | null {
    const slots = this.#slots;
    const again =
      this.#slot === "aside" ? slots?.comeBack() : this.#slot === "lent" ? slots?.takeBack() : null;
    if (again instanceof Promise) return this.#keepAfter(again);
    this.#slot = "kept";
    return null;
  }

  async #keepAfter(slot: Promise<void>): Promise<void> {
    await slot;
    this.#slot = "kept";
  }

  async #enterAfter(slot: Promise<void>): Promise<void> {
    await slot;
    await this.#enterRoom();
  }

  #enterRoom(): Promise<void> | null {
    if (this.#hasRoom) return null;
    // It is not over before it is let in.
    this.#hasRoom = true;
    return this.#bounds.gate.enter();
  }

  readonly #judge = (outcome: Outcome): void => {
    this.#comeToEnd();
    const told: Outcome =
      outcome.kind === "failure" && this.#known?.kind === "failed" ? { ...outcome, repeated: true } : outcome;
    this.#believe(told);
  };

  #believe(outcome: Outcome): void {
    try {
      const judged = this.#bounds.watch?.judge(outcome, this.#target.parts.host) ?? outcome;
      if (judged instanceof Promise) judged.then(this.#tell, this.#fail);
      else this.#tell(judged);
    } catch (bug) {
      this.#fail(bug);
    }
  }

  /** What is ours, other URLs must not be told. */
  readonly #tell = (outcome: Outcome): void => {
    this.#bounds.silent?.learn(this.#target, outcome);
    this.#done(outcome);
  };

  #comeToEnd(): void {
    this.#isOver = true;
    if (this.#slot === "aside") this.#slots?.comeToEnd();
    else if (this.#slot === "lent") this.#slots?.endLent();
    this.#slot = "kept";
    this.#leaveRoom();
  }

  #leaveRoom(): void {
    if (this.#hasRoom) this.#bounds.gate.leave();
    this.#hasRoom = false;
  }

  readonly #fail = (bug: unknown): void => {
    this.#comeToEnd();
    this.#bounds.onBug(bug, this.#target);
    this.#done({ kind: "not-tried", reason: "internal-error" });
  };
}
