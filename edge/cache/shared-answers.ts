import type { EdgeDeps } from "../env.ts";
import type { Fill } from "./fill.ts";
import { digest, shortCache } from "./short-cache.ts";

/** Somebody asks already: polled so often, which is for as long as an answer may take. */
const POLL_MS = 50;
const POLLS_MAX = 100;
const ANSWER_MS_MAX = POLL_MS * POLLS_MAX;
/** Longer names stand for themselves by their hash, as the cache's names are addresses. */
const NAME_UNITS_MAX = 500;

interface Kept {
  readonly answer: unknown;
  /** As `EdgeDeps.elapsed`. */
  readonly until: number;
}

/** Answers of others that an isolate and its location keep for a while, so that many who ask the same cost one question. */
export class SharedAnswers<Answer> {
  readonly #kept = new Map<string, Kept>();
  /** Since when a request asks, the earliest first. Its promise cannot be awaited: it belongs to another request. */
  readonly #asking = new Map<string, number>();
  readonly #deps: EdgeDeps;
  readonly #keptMax: number;

  constructor(deps: EdgeDeps, keptMax: number) {
    this.#deps = deps;
    this.#keptMax = keptMax;
  }

  fill(): Fill {
    return { used: this.#kept.size, max: this.#keptMax };
  }

  /** What is known under this name, else what `ask` brings; `secondsOf`: for how long that is kept, 0: not at all. */
  async get(
    fullName: string,
    ask: () => Promise<Answer>,
    secondsOf: (answer: Answer) => number,
  ): Promise<Answer> {
    const deps = this.#deps;
    const name = fullName.length > NAME_UNITS_MAX ? await digest(fullName) : fullName;
    for (let polls = 0; polls < POLLS_MAX; polls++) {
      const known = this.#kept.get(name);
      if (known !== undefined && known.until > deps.elapsed()) return known.answer as Answer;
      this.#forgetGone();
      if (!this.#asking.has(name)) break;
      await deps.sleep(POLL_MS);
    }
    const since = deps.elapsed();
    this.#asking.delete(name);
    this.#asking.set(name, since);
    try {
      return await this.#look(name, ask, secondsOf);
    } finally {
      if (this.#asking.get(name) === since) this.#asking.delete(name);
    }
  }

  /** A request that asks may be gone, and its question with it, without a word. */
  #forgetGone(): void {
    for (const [name, since] of this.#asking) {
      if (this.#deps.elapsed() - since <= ANSWER_MS_MAX) return;
      this.#asking.delete(name);
    }
  }

  async #look(
    name: string,
    ask: () => Promise<Answer>,
    secondsOf: (answer: Answer) => number,
  ): Promise<Answer> {
    const cache = shortCache(this.#deps);
    const text = await cache.get(name);
    const shared = text === null ? null : (JSON.parse(text) as Kept);
    if (shared !== null && shared.until > this.#deps.elapsed()) {
      this.#keep(name, shared);
      return shared.answer as Answer;
    }
    const answer = await ask();
    const seconds = secondsOf(answer);
    if (seconds === 0) return answer;
    const fresh = { answer, until: this.#deps.elapsed() + seconds * 1_000 };
    this.#keep(name, fresh);
    await cache.put(name, JSON.stringify(fresh), seconds);
    return answer;
  }

  #keep(name: string, answer: Kept): void {
    this.#kept.delete(name);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < this.#keptMax) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(name, answer);
  }
}
