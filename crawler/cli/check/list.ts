import { classify } from "../../../shared/url/classify.ts";
import type { Classified, HostName } from "../../../shared/url/types.ts";
import type { CheckGrant } from "../../check/session-means.ts";
import type { Target } from "../../check/target.ts";
import { interpret } from "../../classify/interpret.ts";
import type { Interpretation } from "../../classify/interpretation.ts";
import type { Outcome } from "../../classify/outcome.ts";
import { isLiteral } from "../../net/routes.ts";
import type { HostLease, Politeness } from "../../politeness/host-lease.ts";
import type { HandedBack, Job } from "../../politeness/host-queue.ts";
import { HostScheduler } from "../../politeness/host-scheduler.ts";
import { type HostState, HostStates } from "../../politeness/host-state.ts";
import { LIST_PACE, type PacePolicy } from "../../politeness/rate-limiter.ts";
import type { ServerLimit } from "../../politeness/server-limit.ts";
import { type Clock, systemClock } from "../../runtime/clock.ts";
import { type CheckLine, lineOf, lineOfOther } from "./line.ts";

/** What a list needs of the checker (crawler/check). */
export interface ListChecker {
  check(target: Target, grant: CheckGrant): Promise<Outcome>;
  /** Of an outcome that was inferred from others of the host: what may be said while we seem to be cut off. */
  believed(outcome: Outcome, host: HostName): Promise<Outcome>;
}

/** URLs of an interrupted list that have no answer; those that were not read yet nobody has counted. */
interface GivenUp {
  readonly underWay: number;
  /** Read, and waiting for their hosts or a permit. */
  readonly notBegun: number;
}

export interface ListOptions {
  readonly checker: ListChecker;
  /** Checks under way at once, without those that merely wait; 1…. */
  readonly concurrency: number;
  /** Connections that one host sees at once; 1…. */
  readonly perHost?: number;
  /** Addresses of this machine and network may be contacted. */
  readonly allowPrivate?: boolean;
  /** Aborted: nothing new is begun, what is under way is answered if it ends within `graceMs`. */
  readonly signal?: AbortSignal;
  /** Absent: GRACE_MS. */
  readonly graceMs?: number;
  /** Called where URLs have no answer then. */
  readonly onGivenUp?: (urls: GivenUp) => void;
  /** Called once, with a count of the checks at work at that moment. */
  readonly onBegun?: (underWay: () => number) => void;
  /** For Retry-After that names a date. */
  readonly clock?: Clock;
  /** In place of LIST_PACE and SERVER_LIMIT, for tests. */
  readonly pace?: PacePolicy;
  readonly server?: ServerLimit;
}

/** Less than a process that is stopped has left (crawler/runtime/shutdown.ts): what was answered is still to be printed. */
const GRACE_MS = 5_000;
/** Rest that a host may ask for and have, without its URLs being given up: a check lasts as long. */
const WAIT_MS_MAX = 58_000;
/** URLs read and not yet answered: so many of one slow host may stand before the next host. */
const AHEAD_MAX = 20_000;

type Resource = Extract<Classified, { kind: "resource" }>;

/** Checks as many URLs at once as their hosts allow, and yields the answers as soon as they are there, one for each URL. */
export async function* checkList(
  batches: AsyncIterable<readonly string[]>,
  options: ListOptions,
): AsyncGenerator<readonly CheckLine[], void, void> {
  const { signal, graceMs = GRACE_MS, onGivenUp, onBegun } = options;
  const list = new List(options);
  onBegun?.(() => list.underWay);
  const source = batches[Symbol.asyncIterator]();
  const stop = () => list.stop(graceMs);
  if (signal?.aborted === true) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  void list.read(source);
  try {
    for (;;) {
      const lines = await list.next();
      if (lines === null) break;
      yield lines;
    }
    if (list.givenUp.underWay + list.givenUp.notBegun > 0) onGivenUp?.(list.givenUp);
  } finally {
    signal?.removeEventListener("abort", stop);
    list.stop(0);
    // A source that waits for input must not keep the process: it is let go, not waited for.
    void Promise.resolve(source.return?.()).catch(() => {});
  }
}

class List {
  readonly checker: ListChecker;
  readonly clock: Clock;
  readonly #options: ListOptions;
  readonly #scheduler: HostScheduler;
  readonly #progress = createBell();
  readonly #room = createBell();
  #lines: CheckLine[] = [];
  #failure: { readonly error: unknown } | null = null;
  /** Read, and its answer not yet taken. */
  #open = 0;
  #isRead = false;
  #isStopped = false;
  readonly givenUp = { underWay: 0, notBegun: 0 };

  constructor(options: ListOptions) {
    const { concurrency, perHost = 1, pace = LIST_PACE, server, clock = systemClock } = options;
    this.#options = options;
    this.checker = options.checker;
    this.clock = clock;
    this.#scheduler = new HostScheduler({
      states: new HostStates({ pace, signs: "silence", clock }),
      concurrency,
      perHost,
      waitMsMax: WAIT_MS_MAX,
      ...(server !== undefined && { server }),
    });
  }

  /** Without those that wait: for their host, an address, or a turn. */
  get underWay(): number {
    return this.#scheduler.permits.working;
  }

  async read(source: AsyncIterator<readonly string[]>): Promise<void> {
    const aheadMax = Math.max(AHEAD_MAX, 2 * this.#options.concurrency);
    try {
      while (!this.#isStopped) {
        while (this.#open >= aheadMax && !this.#isStopped) await this.#room.rung();
        const { done, value } = await source.next();
        if (done === true) break;
        for (const url of value)
          if (this.#isStopped) this.givenUp.notBegun += 1;
          else this.#begin(url);
      }
    } catch (error) {
      this.fail(error);
    }
    this.#isRead = true;
    this.#progress.ring();
  }

  stop(graceMs: number): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#room.ring();
    void this.#scheduler.stop(graceMs).then(() => {
      this.#isRead = true;
      this.#progress.ring();
    });
  }

  /** Those that came in one turn of the event loop; null: no more will come. */
  async next(): Promise<readonly CheckLine[] | null> {
    while (this.#lines.length === 0 && this.#failure === null) {
      if (this.#isRead && this.#open === 0) return null;
      await this.#progress.rung();
      await new Promise(setImmediate);
    }
    if (this.#failure !== null) throw this.#failure.error;
    const lines = this.#lines;
    this.#lines = [];
    this.#open -= lines.length;
    this.#room.ring();
    return lines;
  }

  #begin(url: string): void {
    const { allowPrivate = false } = this.#options;
    this.#open += 1;
    const found = classify(url, { allowPrivate });
    if (found.kind === "resource") this.#scheduler.add(new UrlJob(this, url, found));
    else this.keep(lineOfOther(url, found, allowPrivate));
  }

  keep(line: CheckLine): void {
    this.#lines.push(line);
    this.#progress.ring();
  }

  /** One URL has no answer, and will have none. @param hadBegun its check was under way */
  giveUp(hadBegun: boolean): void {
    this.#open -= 1;
    this.givenUp[hadBegun ? "underWay" : "notBegun"] += 1;
    this.#progress.ring();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#progress.ring();
  }
}

/** One URL of a list. */
class UrlJob implements Job {
  readonly group: List;
  readonly #url: string;
  readonly #found: Resource;
  #hasBegun = false;
  #isOver = false;

  constructor(list: List, url: string, found: Resource) {
    this.group = list;
    this.#url = url;
    this.#found = found;
  }

  get host(): HostName {
    return this.#found.parts.host;
  }

  tryInfer(state: HostState): boolean | Promise<boolean> {
    const { url, parts } = this.#found;
    const inferred = state.inferredOutcome(url, isLiteral(parts));
    return inferred === null ? false : this.#infer(inferred);
  }

  async #infer(inferred: Outcome): Promise<true> {
    const outcome = await this.group.checker.believed(inferred, this.host);
    if (!this.#isOver) this.#answer(outcome);
    return true;
  }

  async run(lease: HostLease, politeness: Politeness): Promise<void> {
    this.#hasBegun = true;
    const outcome = await this.group.checker.check(this.#found, { lease, politeness });
    if (this.#isOver) return;
    const seen = this.#interpret(outcome);
    lease.state.outage.learn(this.#found.url, outcome, seen, this.group.clock.today(), false);
    this.#answer(outcome, seen);
  }

  handBack(reason: HandedBack): void {
    if (reason === "deferred") {
      this.#answer({ kind: "not-tried", reason: "asked-for-time" });
      return;
    }
    this.#isOver = true;
    this.group.giveUp(this.#hasBegun);
  }

  fail(error: unknown): void {
    this.group.fail(error);
  }

  #interpret(outcome: Outcome): Interpretation {
    return interpret(outcome, this.#found.url, this.group.clock.now());
  }

  #answer(outcome: Outcome, seen: Interpretation = this.#interpret(outcome)): void {
    this.#isOver = true;
    this.group.keep(lineOf(this.#url, this.#found.url, outcome, seen));
  }
}

/** Wakes the one who waits; who does not wait hears nothing. */
function createBell() {
  let wake: (() => void) | null = null;
  return {
    rung: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    ring() {
      const waiting = wake;
      wake = null;
      waiting?.();
    },
  };
}
