import type { Connection } from "./connection.ts";
import { loopClock } from "./loop-clock.ts";
import type { ExchangeRequest } from "./transport.ts";

/** For a body whose announced length is no number: its start, if it comes at all. */
const BAD_LENGTH_MS = 1_000;

/**
 * Of HEAD's time, where only a new connection or handshake tells whether the server or what was kept of it is to blame:
 * some boxes drop a handshake in which a session is offered, some servers hang with a session that they say they know, or
 * answer once on each connection. Time is left to ask anew. How long a page takes is not known from `robots.txt`, a file.
 */
const KEPT_SHARE = 0.25;

/** Of the time of a check. */
const OWN_SHARE_MAX = 0.1;

/** How long one request may take, in all and in each of its phases; on `loopClock`. */
export class Timing {
  readonly #request: ExchangeRequest;
  /** Without what was waited for our own want of room, and what was of no use before it was asked anew. */
  began = loopClock.now();
  deadline: number;
  phaseBegan = 0;
  phaseEnd = 0;

  constructor(request: ExchangeRequest) {
    this.#request = request;
    this.deadline = request.deadline;
    this.phaseEnd = this.deadline;
  }

  /** Has so long for an address. */
  dials(address: string, now: number, ms: number): void {
    this.phaseBegan = now;
    this.phaseEnd = Math.min(this.deadline, now + ms);
    this.#request.session?.journal?.enter("connect", address);
  }

  /** Asked anew: what was waited for in vain is no part of how long the answer took. */
  startOver(): void {
    this.began = loopClock.now();
  }

  /** By ourselves: nobody else is to blame. */
  waited(ms: number): void {
    this.began += ms;
    this.deadline += ms;
  }

  /** @param secured false: the handshake comes before it */
  awaitHead({ address, isUsed, lastMs, lastUrl }: Connection, secured: boolean): void {
    this.phaseBegan = loopClock.now();
    const { url, method, limits, session } = this.#request;
    session?.journal?.enter(secured ? "answer" : "tls", address);
    const { headSilenceMs, keptSilenceMs } = limits;
    if (isUsed) {
      const unknown = lastUrl === url ? 0 : headSilenceMs * KEPT_SHARE;
      const usual = Math.max(keptSilenceMs, unknown, 3 * (lastMs ?? 0));
      this.#patience(Math.min(headSilenceMs, usual));
    }
    // HEAD has a second chance, GET, to leave time for, and so has a handshake, http.
    else if (method === "HEAD" || !secured) this.#patience(headSilenceMs);
    else this.phaseEnd = this.deadline;
  }

  /** The handshake is over: HEAD has the rest of the time of both for its answer. */
  secured(connection: Connection): void {
    if (connection.isResuming || this.#request.method === "GET") this.awaitHead(connection, true);
    else this.#request.session?.journal?.enter("answer");
  }

  /** Who has begun to answer has all the time of the check for the head; to HEAD as long as it goes on, as GET has to have some. */
  heard(): void {
    const { method, limits, session, parts } = this.#request;
    session?.heard?.answered(parts.host);
    const patienceMs = method === "HEAD" ? limits.headSilenceMs : Number.POSITIVE_INFINITY;
    this.phaseEnd = Math.min(this.deadline, loopClock.now() + patienceMs);
    session?.journal?.enter("read");
  }

  /** A server that does not know how much it sends need not be heard to the end. */
  awaitBody(lengthIsBad: boolean): void {
    this.phaseBegan = loopClock.now();
    const { bodyMs } = this.#request.limits;
    this.#patience(lengthIsBad ? Math.min(BAD_LENGTH_MS, bodyMs) : bodyMs);
  }

  #patience(ms: number): void {
    this.phaseEnd = Math.min(this.deadline, this.phaseBegan + ms);
  }

  get ms(): number {
    return loopClock.now() - this.began;
  }

  /** The minute of the check is over by the clock on the wall (C3), whoever is to blame. */
  get isOver(): boolean {
    const { session } = this.#request;
    return session !== undefined && performance.now() >= session.endsAt;
  }

  /** Then: the host was given much less of it, as we were late ourselves, and is not to be told of as silent. */
  wasOurs(now: number): boolean {
    const { totalMs, headSilenceMs } = this.#request.limits;
    return this.deadline - now > totalMs * OWN_SHARE_MAX && now - this.phaseBegan < headSilenceMs;
  }
}
