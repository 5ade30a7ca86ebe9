/** What may be asked of a wiki. A wiki is the host of its API: several on one host share its budget. */
export const WIKI_BUDGET = {
  /** Requests in a window, of this isolate; used up at once they come back one by one. */
  requests: 100,
  windowSeconds: 10,
  inFlight: 20,
  /** Of both, what one caller has, what lists of pages have, and what is looked up beside an answer. */
  share: 1 / 2,
  /** So many different questions that fail by the network or 5xx within a time, and none that succeeds: the wiki is down. */
  failures: 3,
  failureSeconds: 30,
  /** Then one question in this time finds out whether it is back. */
  downSeconds: 10,
  /** Of a wiki that asks for time without saying how much; and the most. */
  pauseSeconds: 5,
  pauseSecondsMax: 300,
} as const;

/** Callers of a wiki that are counted by themselves; of more, only the wiki's budget counts. */
const CALLERS_MAX = 1_000;
const WIKIS_MAX = 5_000;

/** `answer`: what an answer is made of; `list`: pages of a namespace or category; `beside`: what it can do without. */
export type Purpose = "answer" | "list" | "beside";

export interface WikiRequest {
  /** Of the API, or of a file: with its port. */
  readonly host: string;
  readonly purpose: Purpose;
  /** The caller's range; absent: the edge asks of its own accord. */
  readonly caller?: string | undefined;
  /** What is asked for, such as page ids: two failures that have one of them in common say nothing about the wiki. */
  readonly subjects: readonly string[];
}

/** How a request ended. `failed`: by the network, or 5xx. `unreadable`: there was an answer, which says nothing about other questions. */
export type Ending = "answered" | "unreadable" | "failed";

/** Leave to send one request; it is ended once. */
interface Leave {
  end(ending: Ending): void;
}

/** A part of a wiki's budget. The time at which it is whole again says how much of it is used (GCRA). */
class Budget {
  readonly #requests: number;
  readonly #everyMs: number;
  readonly #inFlightMax: number;
  #wholeAt = 0;
  #inFlight = 0;

  constructor(share: number) {
    this.#requests = WIKI_BUDGET.requests * share;
    this.#everyMs = (WIKI_BUDGET.windowSeconds * 1_000) / this.#requests;
    this.#inFlightMax = WIKI_BUDGET.inFlight * share;
  }

  hasRoom(now: number): boolean {
    return this.#inFlight < this.#inFlightMax && this.#wholeAt + this.#everyMs <= now + this.#windowMs;
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

  get #windowMs(): number {
    return this.#requests * this.#everyMs;
  }
}

/** What is known of a wiki: its budget, and whether it answers. */
class WikiState {
  readonly #all = new Budget(1);
  readonly #purposes: Readonly<Record<Exclude<Purpose, "answer">, Budget>> = {
    list: new Budget(WIKI_BUDGET.share),
    beside: new Budget(WIKI_BUDGET.share),
  };
  readonly #callers = new Map<string, Budget>();
  #failures: { readonly at: number; readonly subjects: readonly string[] }[] = [];
  #downUntil = 0;
  #pausedUntil = 0;

  isIdle(now: number): boolean {
    return this.#all.isWhole(now) && this.#pausedUntil <= now && this.#downUntil <= now;
  }

  enter(request: WikiRequest, now: number): Leave | "down" | "busy" {
    if (now < this.#pausedUntil) return "busy";
    if (now < this.#downUntil) return "down";
    const budgets = this.#budgetsOf(request, now);
    if (!budgets.every((budget) => budget.hasRoom(now))) return "busy";
    // The one that finds out whether it is back; the others wait for what it finds.
    if (this.#downUntil > 0) this.#downUntil = now + WIKI_BUDGET.downSeconds * 1_000;
    for (const budget of budgets) budget.take(now);
    return {
      end: (ending) => {
        for (const budget of budgets) budget.giveBack();
        if (ending === "answered") this.#isBack();
        if (ending === "failed") this.#fail(request.subjects, now);
      },
    };
  }

  pause(untilMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, untilMs);
  }

  #isBack(): void {
    this.#failures = [];
    this.#downUntil = 0;
  }

  #fail(subjects: readonly string[], now: number): void {
    const since = now - WIKI_BUDGET.failureSeconds * 1_000;
    const recent = this.#failures.filter(({ at }) => at >= since);
    const isKnown = recent.some((known) => known.subjects.some((subject) => subjects.includes(subject)));
    this.#failures = isKnown ? recent : [...recent, { at: now, subjects }];
    if (this.#failures.length >= WIKI_BUDGET.failures)
      this.#downUntil = Math.max(this.#downUntil, now + WIKI_BUDGET.downSeconds * 1_000);
  }

  #budgetsOf({ purpose, caller }: WikiRequest, now: number): Budget[] {
    const own = caller === undefined ? undefined : this.#budgetOf(caller, now);
    return [
      this.#all,
      ...(purpose === "answer" ? [] : [this.#purposes[purpose]]),
      ...(own === undefined ? [] : [own]),
    ];
  }

  #budgetOf(caller: string, now: number): Budget | undefined {
    const known = this.#callers.get(caller);
    if (known !== undefined) return known;
    if (this.#callers.size >= CALLERS_MAX)
      for (const [name, budget] of this.#callers) if (budget.isWhole(now)) this.#callers.delete(name);
    if (this.#callers.size >= CALLERS_MAX) return undefined;
    const budget = new Budget(WIKI_BUDGET.share);
    this.#callers.set(caller, budget);
    return budget;
  }
}

/** What this isolate may ask of wikis at the moment. */
export interface WikiGates {
  /** "down": the wiki does not answer; "busy": it has been asked as much as it may be, or asked for time. */
  enter(request: WikiRequest): Leave | "down" | "busy";
  /** The wiki asked for time; `retryAfter`: as its header has it (RFC 9110 10.2.3). */
  pause(host: string, retryAfter: string | null): void;
  /** Requests that were not sent since the start. */
  counts(): { readonly busy: number; readonly down: number };
}

export function createWikiGates(now: () => number): WikiGates {
  const states = new Map<string, WikiState>();
  const refused = { busy: 0, down: 0 };
  function stateOf(host: string): WikiState {
    const known = states.get(host);
    if (known !== undefined) return known;
    if (states.size >= WIKIS_MAX)
      for (const [name, state] of states) if (state.isIdle(now())) states.delete(name);
    const state = new WikiState();
    states.set(host, state);
    return state;
  }
  return {
    enter(request) {
      const entered = stateOf(request.host).enter(request, now());
      if (typeof entered === "string") refused[entered] += 1;
      return entered;
    },
    pause: (host, retryAfter) => stateOf(host).pause(now() + 1_000 * secondsOf(retryAfter, now())),
    counts: () => ({ ...refused }),
  };
}

function secondsOf(retryAfter: string | null, nowMs: number): number {
  const text = retryAfter?.trim() ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000;
  return seconds > 0 ? Math.min(WIKI_BUDGET.pauseSecondsMax, seconds) : WIKI_BUDGET.pauseSeconds;
}

/** What a caller is answered, with 503, where the wiki is not asked and nothing is stored. */
export const wikiBusy = (wiki: string) => ({
  status: 503 as const,
  error: {
    code: "wiki-busy",
    message: `${wiki} has been asked as much as it may be for the moment; ask the same again in ${WIKI_BUDGET.windowSeconds} seconds`,
  },
  retrySeconds: WIKI_BUDGET.windowSeconds,
});
