import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { joinUrl } from "../../shared/url/parts.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { type Asked, type NotTried, SPENT_ON, type Spent, type SpentOn } from "../classify/outcome.ts";
import type { BegunRequest, Came, RequestRecord } from "../net/exchange-session.ts";
import { loopClock } from "../net/loop-clock.ts";

/** Less before a request is none of its parts. */
const WORTH_MS = 0.5;

type Account = Map<SpentOn, number>;

/**
 * Where the time of one check goes, request by request; kept only where somebody wants to know. A check does one thing
 * at a time, so whatever begins ends what went before. On `loopClock`, without what was waited for our own want of room.
 */
export class Journal implements RequestRecord {
  readonly #now: () => number;
  readonly #began: number;
  readonly #asked: Asked[] = [];
  /** What requests are for. */
  why: Asked["why"] = "link";
  /** Under way. */
  #request: BegunRequest | null = null;
  #address: string | null = null;
  #on: SpentOn | null = null;
  #since = 0;
  /** Of the request, or of what comes before the next one. */
  #account: Account = new Map();
  /** Whom that was for. */
  #towards: UrlParts | null = null;
  #beforeMs = 0;
  #requestsMs = 0;
  #skippedMs = 0;

  constructor(now: () => number = loopClock.now) {
    this.#now = now;
    this.#began = now();
  }

  /** Of the clock, without the time that stood still. */
  get #time(): number {
    return this.#now() - this.#skippedMs;
  }

  begin(request: BegunRequest): void {
    if (this.#towards !== null && this.#towards.host !== request.parts.host) this.#neverSent(null);
    this.#towards = null;
    this.#request = request;
    this.#address = null;
    this.#on = null;
    this.#since = this.#time;
    this.#beforeMs = sum(this.#account);
  }

  /** What was begun before counts for the first part. */
  enter(part: SpentOn, address = this.#address): void {
    if (this.#on !== null) {
      const now = this.#time;
      this.#spend(this.#on, now - this.#since);
      this.#since = now;
    }
    this.#on = part;
    this.#address = address;
  }

  /** Time stood still for so long. */
  skip(ms: number): void {
    this.#skippedMs += ms;
  }

  end({ http = null, failure, answer, ms }: Came): void {
    const request = this.#request;
    if (request === null) return;
    this.#spend(this.#on ?? "answer", this.#time - this.#since);
    const spentMs = sum(this.#account) - this.#beforeMs;
    this.#requestsMs += spentMs;
    const roundMs = ms ?? Math.round(spentMs);
    const { method, url } = request;
    const came = { http, failure: failure ?? null, address: this.#address, answer: answer ?? null };
    this.#push({ method, url, ...came, ms: roundMs }, spentMs, roundMs + Math.round(this.#beforeMs));
    this.#request = null;
  }

  /** What is under way came to this, and is sent once more. */
  again(came: Came): void {
    const request = this.#request;
    this.end(came);
    if (request !== null) this.begin(request);
  }

  /** @param until what is waited for before a host is asked; of that time what no request took is `part` */
  async waiting<T>(part: SpentOn, towards: UrlParts, until: Promise<T>): Promise<T> {
    const began = this.#time - this.#requestsMs;
    try {
      return await until;
    } finally {
      this.#towards = towards;
      const ms = this.#time - this.#requestsMs - began;
      if (ms >= WORTH_MS) this.#spend(part, ms);
    }
  }

  /** Of our own will, for so long. */
  rests(towards: UrlParts, ms: number): void {
    this.#towards = towards;
    this.#spend("wait", ms);
  }

  /** @param failure why the last way led nowhere, if it did */
  close(failure: NetworkFailure | NotTried | null): readonly Asked[] {
    if (this.#towards !== null) this.#neverSent(failure);
    return this.#asked;
  }

  #spend(part: SpentOn, ms: number): void {
    this.#account.set(part, (this.#account.get(part) ?? 0) + ms);
  }

  /** The name was not found, or no lease was to be had. */
  #neverSent(failure: Asked["failure"]): void {
    const ms = Math.round(sum(this.#account));
    const url = this.#towards === null ? "" : joinUrl(this.#towards);
    this.#push({ method: null, url, http: null, failure, address: null, answer: null, ms: 0 }, ms, ms);
    this.#towards = null;
  }

  /** @param spentMs since the request was begun; of `totalMs` in the account */
  #push(asked: Omit<Asked, "at" | "why" | "timing">, spentMs: number, totalMs: number): void {
    const at = Math.max(0, Math.round(this.#time - this.#began - spentMs));
    this.#asked.push({ at, why: this.why, ...asked, timing: rounded(this.#account, totalMs) });
    this.#account = new Map();
  }
}

const sum = (account: Account): number => [...account.values()].reduce((all, ms) => all + ms, 0);

/** In whole milliseconds that add up to `total`. */
function rounded(account: Account, total: number): Spent {
  const parts = SPENT_ON.filter((part) => account.has(part));
  let exact = 0;
  let given = 0;
  return Object.fromEntries(
    parts.map((part, index) => {
      exact += account.get(part) ?? 0;
      const until = index === parts.length - 1 ? total : Math.min(total, Math.round(exact));
      const ms = until - given;
      given = until;
      return [part, ms];
    }),
  );
}
