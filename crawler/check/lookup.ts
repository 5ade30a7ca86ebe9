import type { Family, Reply } from "./dns-message.ts";
import type { Gate } from "./gate.ts";
import type { ResolverLimits } from "./limits.ts";
import { loopClock } from "./loop-clock.ts";

/** One question to one server, without any repeat. */
export type Ask = (host: string, family: Family) => Promise<Reply>;

/** What all lookups of a resolver share. */
export interface Lookups {
  /** One per server, at least one. */
  readonly asks: readonly Ask[];
  readonly gate: Pick<Gate, "enter" | "leave">;
  readonly limits: ResolverLimits;
}

/** Of IPv4 and of IPv6; null: not waited for. */
export type Replies = readonly [Reply | null, Reply | null];

const REPEATS_MAX = 3;

/**
 * The questions about one host, both families at once. With IPv4 addresses at hand IPv6 is waited for a moment only. Not the
 * other way round: whoever has no IPv6, or a site whose IPv6 is broken, would miss addresses of which one packet was lost.
 * By callbacks, as most hosts are asked about once, by code that no compiler has seen: each promise is felt there.
 */
export class Lookup {
  readonly host: string;
  /** The server that is asked first. */
  readonly first: number;
  readonly #done: (replies: Replies) => void;
  readonly #failed: (bug: unknown) => void;
  readonly #began = performance.now();
  #over = false;
  #four: Reply | null = null;
  #six: Reply | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param done called once, or `failed` with a bug */
  constructor(host: string, first: number, done: (replies: Replies) => void, failed: (bug: unknown) => void) {
    this.host = host;
    this.first = first;
    this.#done = done;
    this.#failed = failed;
  }

  begin(shared: Lookups): void {
    new Question(this, 4, shared).ask();
    new Question(this, 6, shared).ask();
  }

  get isOver(): boolean {
    return this.#over;
  }

  isTooOld({ lookupMs }: ResolverLimits): boolean {
    return performance.now() - this.#began > lookupMs;
  }

  /** Addresses of the other family are enough, whatever is the matter with this one. */
  isNeedless(family: Family): boolean {
    return family === 6 && this.#four?.kind === "records";
  }

  answered(family: Family, reply: Reply, { otherFamilyMs }: ResolverLimits): void {
    if (this.#over) return;
    if (family === 4) this.#four = reply;
    else this.#six = reply;
    if (this.#four !== null && this.#six !== null) this.#end();
    else if (family === 4 && reply.kind === "records") this.#timer = setTimeout(this.#end, otherFamilyMs);
  }

  failed(bug: unknown): void {
    if (!this.#over) this.#failed(bug);
    this.#over = true;
  }

  readonly #end = (): void => {
    clearTimeout(this.#timer);
    try {
      this.#done([this.#four, this.#six]);
      this.#over = true;
    } catch (bug) {
      this.failed(bug);
    }
  };
}

/** One family; a failure is asked about once more, at the next server where there is one, unless that does not matter. */
class Question {
  readonly #lookup: Lookup;
  readonly #family: Family;
  readonly #shared: Lookups;
  #attempt = 0;
  /** Of one attempt. */
  #repeats = 0;
  #lateMs = 0;
  #hasRoom = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(lookup: Lookup, family: Family, shared: Lookups) {
    this.#lookup = lookup;
    this.#family = family;
    this.#shared = shared;
  }

  /** As soon as there is room. */
  ask(): void {
    const room = this.#shared.gate.enter();
    if (room === null) this.#send();
    else void room.then(this.#afterWait);
  }

  /** What nobody waits for any more is not asked. */
  readonly #afterWait = (): void => {
    const isLate = this.#lookup.isTooOld(this.#shared.limits);
    if (!isLate && !this.#lookup.isOver) {
      this.#send();
      return;
    }
    this.#shared.gate.leave();
    this.#answered({ kind: "timeout" });
  };

  readonly #send = (): void => {
    const { asks, limits } = this.#shared;
    const { host, first } = this.#lookup;
    this.#hasRoom = true;
    this.#lateMs = loopClock.lateMs();
    this.#timer = setTimeout(this.#leave, limits.roomMs);
    const ask = asks[(first + this.#attempt) % asks.length];
    if (ask === undefined) this.#took({ kind: "failed" });
    else ask(host, this.#family).then(this.#took, this.#broke);
  };

  readonly #leave = (): void => {
    if (this.#hasRoom) this.#shared.gate.leave();
    this.#hasRoom = false;
  };

  readonly #broke = (bug: unknown): void => {
    clearTimeout(this.#timer);
    this.#leave();
    this.#lookup.failed(bug);
  };

  readonly #took = (reply: Reply): void => {
    clearTimeout(this.#timer);
    this.#leave();
    if (reply.kind === "records" || reply.kind === "none") this.#answered(reply);
    else this.#tookFailure(reply);
  };

  #answered(reply: Reply): void {
    this.#lookup.answered(this.#family, reply, this.#shared.limits);
  }

  #tookFailure(reply: Reply): void {
    // An answer that a late event loop kept from us is no silence.
    const wasLate = loopClock.lateMs() - this.#lateMs > this.#shared.limits.queryMs / 4;
    if (reply.kind === "timeout" && wasLate && this.#repeats < REPEATS_MAX) {
      this.#repeats++;
      this.ask();
    } else if (this.#attempt > 0 || this.#lookup.isNeedless(this.#family)) this.#answered(reply);
    else {
      this.#attempt++;
      this.#repeats = 0;
      this.ask();
    }
  }
}
