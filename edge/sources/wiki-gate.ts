import type { AnswerError } from "../../shared/answer/types.ts";
import { type Refusal, refusal } from "../refusal.ts";

/** What may be asked of a wiki. A wiki is the host of its API: several on one host share its budget. */
export const WIKI_BUDGET = {
  /** Requests in a window, of this isolate; used up at once they come back one by one. */
  requests: 100,
  windowSeconds: 10,
  inFlight: 20,
  /** No request takes longer: one that did not end by then was ended by the runtime with its caller's, which says nothing of it. */
  inFlightSeconds: 15,
  /** Of both, what one provider's network (/16, /32) or tool has, what lists of pages have, and what is looked up beside an answer. */
  share: 1 / 2,
  /** What one caller's network (/24, /48) has: two of them leave half to the others. */
  callerShare: 1 / 4,
  /** So many different questions that failed by the network or 5xx within a time, and none that was answered: the wiki is down. */
  failures: 3,
  failureSeconds: 30,
  /** Then one question in this time finds out whether it is back. */
  downSeconds: 10,
  /** Of a wiki that asks for time without saying how much; and the most. */
  pauseSeconds: 5,
  pauseSecondsMax: 300,
} as const;

const WINDOW_MS = WIKI_BUDGET.windowSeconds * 1_000;

/**
 * `answer`: what an answer is made of; `list`: pages of a namespace or category; `beside`: what it can do without. As pages choose
 * what is looked up beside, and little time is given to it, its failures say nothing about a wiki.
 */
export type WikiPurpose = "answer" | "list" | "beside";

interface WikiRequest {
  /** Of the API, or of a file: with its port. */
  readonly host: string;
  readonly purpose: WikiPurpose;
  /** The caller's ranges, as of Asker; absent: the edge asks of its own accord. */
  readonly callers?: readonly string[] | undefined;
  /** What is asked for, such as page ids: two failures that have one of them in common say nothing about the wiki. */
  readonly subjects: readonly string[];
}

/** How a request ended. `failed`: by the network, or 5xx. `unreadable`: an answer that says nothing about other questions, or none in too little time. */
export type Ending = "answered" | "unreadable" | "failed";

/** Why a request was not sent: the wiki has been asked as much as it may be, or asked for time; it answers nobody. */
export const UNSENT = {
  busy: "not sent: its budget is used up",
  down: "not sent: it answered no other question",
} as const;
export type Unsent = keyof typeof UNSENT;

export const isUnsent = (reason: string): boolean => reason === UNSENT.busy || reason === UNSENT.down;

/** Leave to send one request; it is ended once. */
interface Leave {
  end(ending: Ending): void;
}

/** A part of a wiki's budget. The time at which it is whole again says how much of it is used (GCRA). */
class Budget {
  readonly #everyMs: number;
  readonly #inFlightMax: number;
  #wholeAt = 0;
  #inFlight = 0;

  constructor(share: number) {
    this.#everyMs = WINDOW_MS / (WIKI_BUDGET.requests * share);
    this.#inFlightMax = WIKI_BUDGET.inFlight * share;
  }

  hasRoom(now: number): boolean {
    return this.#inFlight < this.#inFlightMax && this.#wholeAt + this.#everyMs <= now + WINDOW_MS;
  }

  isWhole(now: number): boolean {
    return this.#inFlight === 0 && this.#wholeAt <= now;
  }

  take(now: number): void {
    this.#wholeAt = Math.max(this.#wholeAt, now) + this.#everyMs;
    this.#inFlight++;
  }

  giveBack(): void {
    this.#inFlight--;
  }
}

/** A request under way. */
interface Slot {
  readonly until: number;
  readonly budgets: readonly Budget[];
}

/** What is known of a wiki: its budget, and whether it answers. */
class WikiState {
  readonly #now: () => number;
  readonly #all = new Budget(1);
  /** By purpose, and by caller. */
  readonly #shares = new Map<string, Budget>();
  /** The oldest first. */
  readonly #slots = new Set<Slot>();
  #failures: { readonly at: number; readonly subjects: readonly string[] }[] = [];
  #downUntil = 0;
  #pausedUntil = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get inFlight(): number {
    this.#endLost(this.#now());
    return this.#slots.size;
  }

  /** Forgets what is whole again. True: there is nothing else to remember. */
  forget(): boolean {
    const now = this.#now();
    this.#endLost(now);
    for (const [name, share] of this.#shares) if (share.isWhole(now)) this.#shares.delete(name);
    const isQuiet = this.#pausedUntil <= now && this.#downUntil <= now && this.#recentFailures().length === 0;
    return isQuiet && this.#shares.size === 0 && this.#all.isWhole(now);
  }

  enter(request: WikiRequest): Leave | Unsent {
    const now = this.#now();
    this.#endLost(now);
    const isBeside = request.purpose === "beside";
    if (now < this.#pausedUntil) return "busy";
    if (now < this.#downUntil || (this.#downUntil > 0 && isBeside)) return "down";
    const budgets = this.#budgetsOf(request);
    if (!budgets.every((budget) => budget.hasRoom(now))) return "busy";
    // This one finds out whether the wiki is back; the others wait for what it finds.
    if (this.#downUntil > 0) this.#downUntil = now + WIKI_BUDGET.downSeconds * 1_000;
    for (const budget of budgets) budget.take(now);
    const slot: Slot = { until: now + WIKI_BUDGET.inFlightSeconds * 1_000, budgets };
    this.#slots.add(slot);
    return {
      end: (ending) => {
        this.#end(slot);
        if (isBeside) return;
        if (ending === "answered") this.#isBack();
        if (ending === "failed") this.#fail(request.subjects);
      },
    };
  }

  #end(slot: Slot): void {
    if (this.#slots.delete(slot)) for (const budget of slot.budgets) budget.giveBack();
  }

  #endLost(now: number): void {
    for (const slot of this.#slots) {
      if (slot.until > now) break;
      this.#end(slot);
    }
  }

  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + ms);
  }

  #isBack(): void {
    this.#failures = [];
    this.#downUntil = 0;
  }

  #recentFailures() {
    const since = this.#now() - WIKI_BUDGET.failureSeconds * 1_000;
    return this.#failures.filter(({ at }) => at >= since);
  }

  #fail(subjects: readonly string[]): void {
    const now = this.#now();
    const recent = this.#recentFailures();
    const isKnown = recent.some((known) => known.subjects.some((subject) => subjects.includes(subject)));
    this.#failures = isKnown ? recent : [...recent, { at: now, subjects }];
    if (this.#failures.length >= WIKI_BUDGET.failures)
      this.#downUntil = now + WIKI_BUDGET.downSeconds * 1_000;
  }

  #budgetsOf({ purpose, callers = [] }: WikiRequest): Budget[] {
    const { share, callerShare } = WIKI_BUDGET;
    return [
      this.#all,
      ...(purpose === "answer" ? [] : [this.#shareOf(`purpose ${purpose}`, share)]),
      ...callers.map((caller, at) =>
        this.#shareOf(`caller ${caller}`, at === callers.length - 1 ? share : callerShare),
      ),
    ];
  }

  #shareOf(name: string, part: number): Budget {
    const share = this.#shares.get(name) ?? new Budget(part);
    this.#shares.set(name, share);
    return share;
  }
}

/** What this isolate may ask of wikis at the moment. */
export interface WikiGates {
  /** Leave, or why the request is not to be sent (UNSENT). */
  enter(request: WikiRequest): Leave | Unsent;
  /** The wiki asked for time; `retryAfter`: as its header has it (RFC 9110 10.2.3). */
  pause(host: string, retryAfter: string | null): void;
  /** Requests under way, and those that were not sent since the start. */
  counts(): { readonly running: number; readonly busy: number; readonly down: number };
}

export function createWikiGates(now: () => number): WikiGates {
  const states = new Map<string, WikiState>();
  const unsent = { busy: 0, down: 0 };
  let forgotAt = now();
  function stateOf(host: string): WikiState {
    if (now() - forgotAt >= WINDOW_MS) {
      forgotAt = now();
      for (const [name, state] of states) if (state.forget()) states.delete(name);
    }
    const state = states.get(host) ?? new WikiState(now);
    states.set(host, state);
    return state;
  }
  return {
    enter(request) {
      const entered = stateOf(request.host).enter(request);
      if (typeof entered === "string") unsent[entered] += 1;
      return entered;
    },
    pause: (host, retryAfter) => stateOf(host).pause(1_000 * secondsOf(retryAfter, now())),
    counts: () => ({
      running: [...states.values()].reduce((sum, { inFlight }) => sum + inFlight, 0),
      ...unsent,
    }),
  };
}

function secondsOf(retryAfter: string | null, nowMs: number): number {
  const text = retryAfter?.trim() ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000;
  return seconds > 0 ? Math.min(WIKI_BUDGET.pauseSecondsMax, seconds) : WIKI_BUDGET.pauseSeconds;
}

/** What a caller is answered, with 503, where nothing is stored and a wiki gave no answer for a reason; `error`: unless it was not asked. */
export function unanswered(wiki: string, reason: string | undefined, error: AnswerError): Refusal {
  if (reason !== UNSENT.busy) return { status: 503, error };
  const { windowSeconds } = WIKI_BUDGET;
  return refusal(
    503,
    "wiki-busy",
    `${wiki} has been asked as much as it may be for the moment; ask the same again in ${windowSeconds} seconds`,
    windowSeconds,
  );
}
