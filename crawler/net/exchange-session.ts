import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { HostName, UrlParts } from "../../shared/url/types.ts";
import type { Exchange, FileReply, NotTried, SpentOn } from "../classify/outcome.ts";
import type { Connection, ConnectionEvent } from "./connection.ts";
import { loopClock } from "./loop-clock.ts";

/** If more than this share of a server's time is left when the check's minute is over, the delay was ours and not the server's. */
const OWN_DELAY_SHARE = 0.25;

/** Listener that learns at once that a host answered, as the check may go on for long after that (check/outage.ts). */
export interface Heard {
  /** The name service was asked about a host, and this came of it; null: found. What was known from before is not reported. */
  named(host: HostName, failure: NetworkFailure | null): void;
  /** The host sent something, be it that it hung up. */
  answered(host: HostName): void;
}

/** What came of a request; `ms` where it was answered. */
export interface Came {
  readonly http?: number | null;
  readonly failure?: NetworkFailure | NotTried;
  readonly answer?: Exchange | FileReply | null;
  readonly ms?: number;
}

/** A request as its record begins. */
export interface BegunRequest {
  readonly method: "HEAD" | "GET" | "FTP" | "SSH";
  readonly url: string;
  readonly parts: UrlParts;
}

/** A record of the requests of one check, and of where their time went (check/journal.ts). */
export interface RequestRecord {
  begin(request: BegunRequest): void;
  /** What was begun before counts for the first part. */
  enter(part: SpentOn, address?: string | null): void;
  end(came: Came): void;
  /** What is under way came to this, and is sent once more. */
  again(came: Came): void;
  /** Time stood still for so long. */
  skip(ms: number): void;
}

export interface SessionOptions<Recorded extends RequestRecord = RequestRecord> {
  /** For all requests together; absent: no end. */
  readonly totalMs?: number;
  readonly journal?: Recorded | null;
  readonly heard?: Heard | null;
}

/**
 * What the requests of one check share: their time, and the connection of the last one where the server left it open
 * (RFC 9112, 9.3). So GET after HEAD and a redirect to the same server need no new handshakes, while a host never sees
 * two connections.
 */
export class ExchangeSession<Recorded extends RequestRecord = RequestRecord> {
  /** null: nobody wants to know where the time goes. */
  readonly journal: Recorded | null;
  /** null: nobody does. */
  readonly heard: Heard | null;
  #began = loopClock.now();
  #deadline: number;
  #endsAt: number;
  #dialled = false;
  #ownDelayMs = 0;
  #kept: Connection | null = null;
  #keepsNone = false;
  /** Address of the last answer. */
  #answeredAt: string | null = null;

  constructor({
    totalMs = Number.POSITIVE_INFINITY,
    journal = null,
    heard = null,
  }: SessionOptions<Recorded> = {}) {
    this.journal = journal;
    this.heard = heard;
    this.#deadline = this.#began + totalMs;
    this.#endsAt = performance.now() + totalMs;
  }

  /** On `loopClock`: when others have had their time. It moves on by what is waited for our own want of room. */
  get deadline(): number {
    return this.#deadline;
  }

  /** By the clock on the wall (`performance.now()`): the end, on whichever side the delay is (C3). Our own want of room moves it only before the first connection. */
  get endsAt(): number {
    return this.#endsAt;
  }

  msLeft(): number {
    return Math.min(this.#deadline - loopClock.now(), this.#endsAt - performance.now());
  }

  /** Since it began, without what was waited for our own want of room. */
  elapsedMs(): number {
    return loopClock.now() - this.#began - this.#ownDelayMs;
  }

  /** Until the returned function is called no more than `ms` are left. */
  narrow(ms: number): () => void {
    const cutMs = Math.max(0, this.#deadline - loopClock.now() - ms);
    this.#deadline -= cutMs;
    return () => {
      this.#deadline += cutMs;
    };
  }

  /** How long requests have waited for our own want of room: it is not taken from the time that servers have. */
  get ownDelayMs(): number {
    return this.#ownDelayMs;
  }

  /**
   * Waits for `coming`. What of that was our own want of room, nobody else is charged with.
   * @param roomMs how long room was waited for in all, until now; absent: nothing else is waited for
   */
  async waitForRoom<T>(coming: Promise<T>, roomMs = () => performance.now()): Promise<T> {
    const [began, roomBegan] = [loopClock.now(), roomMs()];
    try {
      return await coming;
    } finally {
      const wallMs = roomMs() - roomBegan;
      this.addOwnDelay(Math.min(wallMs, loopClock.now() - began), wallMs);
    }
  }

  /** @param wallMs the same by the clock on the wall */
  addOwnDelay(ms: number, wallMs: number): void {
    this.#ownDelayMs += ms;
    this.#deadline += ms;
    this.journal?.skip(ms);
    if (!this.#dialled) this.#endsAt += wallMs;
  }

  /** What happens next on a connection. @param until on `loopClock`; no longer than there is time */
  next(connection: Connection, until: number): Promise<ConnectionEvent> {
    return connection.next(Math.min(until, this.#deadline), this.#endsAt);
  }

  get isOver(): boolean {
    return this.msLeft() <= 0;
  }

  /**
   * The minute of the check is over by the clock on the wall (C3), but a host was given much less of it: it is not silent.
   * @param since when it was asked, on `loopClock` @param patienceMs for how long one is waited for
   */
  wasOurDelay(since: number, patienceMs: number): boolean {
    const now = loopClock.now();
    return (
      performance.now() >= this.#endsAt &&
      this.#deadline - now > patienceMs * OWN_DELAY_SHARE &&
      now - since < patienceMs
    );
  }

  /** A connection was asked for before: a check goes on. */
  get dialled(): boolean {
    return this.#dialled;
  }

  dials(): void {
    this.#dialled = true;
  }

  answered(address: string): void {
    this.#answeredAt = address;
  }

  /** Where an answer came from is dialled first: who has addresses that are silent would keep us waiting at each request. */
  ordered(addresses: readonly string[]): readonly string[] {
    const best = this.#answeredAt;
    if (best === null || addresses.indexOf(best) < 1) return addresses;
    return [best, ...addresses.filter((address) => address !== best)];
  }

  /** Its last answer took `ms`. */
  keep(connection: Connection, ms: number): void {
    if (this.#keepsNone) {
      connection.close(false);
      return;
    }
    connection.keep(ms);
    this.#kept = connection;
  }

  /** A kept connection was of no use: once is enough, as the time of a check is short. */
  giveUp(): void {
    this.#keepsNone = true;
  }

  /** The connection that leads there, if it is still open. Any other is closed. */
  take(origin: string): Connection | null {
    const kept = this.#kept;
    this.#kept = null;
    if (kept === null || !kept.isAlive) return null;
    if (kept.destination.origin === origin) return kept;
    kept.close(false);
    return null;
  }

  hangUp(): void {
    this.#kept?.close(false);
    this.#kept = null;
  }
}
