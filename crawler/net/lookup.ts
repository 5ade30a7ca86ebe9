import type { ResolverLimits } from "../check/limits.ts";
import type { Family, Reply } from "./dns-message.ts";
import type { Gate } from "./gate.ts";
import { loopClock } from "./loop-clock.ts";

/**
 * One question to one server, without any repeat. `onSilence` is called once where no answer came in time; it is then
 * listened for as long once more, while another server may be asked.
 */
export type Ask = (host: string, family: Family, onSilence?: () => void) => Promise<Reply>;

/** What all lookups of a resolver share. */
export interface Lookups {
  /** One per server, at least one. */
  readonly asks: readonly Ask[];
  readonly gate: Pick<Gate, "enter" | "leave">;
  readonly limits: ResolverLimits;
  /** Told of each answer. */
  readonly heard: () => void;
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
  readonly #late: (() => void) | undefined;
  readonly #began = performance.now();
  #over = false;
  #four: Reply | null = null;
  #six: Reply | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param done called once, or `failed` with a bug
   * @param late called where it takes longer than a question has room; perhaps more than once
   */
  constructor(
    host: string,
    first: number,
    done: (replies: Replies) => void,
    failed: (bug: unknown) => void,
    late?: () => void,
  ) {
    this.host = host;
    this.first = first;
    this.#done = done;
    this.#failed = failed;
    this.#late = late;
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

  late(): void {
    if (!this.#over) this.#late?.();
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

/** A name is not worth more time. */
const SERVERS_ASKED_MAX = 4;

/**
 * One family. What is not answered in time, or badly, is asked again unless that does not matter: each server once, the only
 * one twice. A good answer counts also where the next was asked meanwhile: some need their time.
 */
class Question {
  readonly #lookup: Lookup;
  readonly #family: Family;
  readonly #shared: Lookups;
  readonly #attemptsMax: number;
  /** The latest one. */
  #attempt = 0;
  #failure: Reply | null = null;
  /** Attempts without a reply yet. */
  #pending = 0;
  /** Of the latest attempt, like the next two. */
  #repeats = 0;
  #lateMs = 0;
  #hasRoom = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(lookup: Lookup, family: Family, shared: Lookups) {
    this.#lookup = lookup;
    this.#family = family;
    this.#shared = shared;
    this.#attemptsMax = Math.max(2, Math.min(shared.asks.length, SERVERS_ASKED_MAX));
  }

  /** As soon as there is room. */
  ask(): void {
    this.#pending++;
    const room = this.#shared.gate.enter();
    if (room === null) this.#send();
    else void room.then(this.#afterWait);
  }

  /** What nobody waits for any more is not asked. */
  readonly #afterWait = (): void => {
    const isLate = this.#lookup.isTooOld(this.#shared.limits);
    if (!isLate && !this.#lookup.isOver && !this.#over) {
      this.#send();
      return;
    }
    this.#shared.gate.leave();
    this.#end({ kind: "timeout" });
  };

  readonly #send = (): void => {
    const { asks, limits } = this.#shared;
    const { host, first } = this.#lookup;
    const attempt = this.#attempt;
    this.#hasRoom = true;
    this.#lateMs = loopClock.lateMs();
    this.#timer = setTimeout(this.#overdue, attempt === 0 ? limits.roomMs : limits.repeatRoomMs);
    const ask = asks[(first + attempt) % asks.length];
    const took = (reply: Reply): void => this.#took(reply, attempt);
    if (ask === undefined) took({ kind: "failed" });
    else ask(host, this.#family, this.#mayAskNext ? this.#askNext : undefined).then(took, this.#broke);
  };

  readonly #overdue = (): void => {
    this.#leave();
    this.#lookup.late();
  };

  readonly #leave = (): void => {
    clearTimeout(this.#timer);
    if (this.#hasRoom) this.#shared.gate.leave();
    this.#hasRoom = false;
  };

  readonly #broke = (bug: unknown): void => {
    this.#leave();
    this.#over = true;
    this.#lookup.failed(bug);
  };

  get #mayAskNext(): boolean {
    return this.#attempt + 1 < this.#attemptsMax && !this.#lookup.isNeedless(this.#family);
  }

  readonly #askNext = (): void => {
    if (this.#over || !this.#mayAskNext) return;
    this.#leave();
    this.#attempt++;
    this.#repeats = 0;
    this.ask();
  };

  #took(reply: Reply, attempt: number): void {
    this.#pending--;
    const isLatest = attempt === this.#attempt;
    const isAnswer = reply.kind === "records" || reply.kind === "none";
    if (isAnswer) this.#shared.heard();
    if (isLatest) this.#leave();
    if (this.#over) return;
    if (isAnswer) this.#end(reply);
    else if (!isLatest) this.#endIfAllFailed(reply);
    else this.#latestFailed(reply);
  }

  #latestFailed(reply: Reply): void {
    this.#failure = reply;
    // An answer that a late event loop kept from us is no silence.
    const wasLate = loopClock.lateMs() - this.#lateMs > this.#shared.limits.queryMs / 4;
    if (reply.kind === "timeout" && wasLate && this.#repeats < REPEATS_MAX) {
      this.#repeats++;
      this.ask();
    } else if (this.#mayAskNext) this.#askNext();
    else this.#endIfAllFailed(reply);
  }

  #endIfAllFailed(reply: Reply): void {
    if (this.#pending === 0) this.#end(this.#failure ?? reply);
  }

  #end(reply: Reply): void {
    if (this.#over) return;
    this.#over = true;
    this.#leave();
    this.#lookup.answered(this.#family, reply, this.#shared.limits);
  }
}
