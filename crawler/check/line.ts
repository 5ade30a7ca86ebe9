import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Connection } from "../net/connection.ts";
import type { Slot } from "../politeness/list-slots.ts";
import type { Journal } from "./journal.ts";
import type { Heard } from "./outage.ts";

/**
 * Between two requests of one check: the connection of the last one, where the server left it open (RFC 9112, 9.3). So
 * GET after HEAD and a redirect to the same server need no new handshakes, while a host never sees two connections.
 */
export class Line {
  #kept: Connection | null = null;
  #inVain = false;
  #dialled = false;
  #waitedMs = 0;
  #endsAt: number;
  /** Of the last answer. */
  #answeredAt: string | null = null;
  /** null: nobody wants to know where the time goes. */
  readonly journal: Journal | null;
  /** null: it is kept all the time. */
  readonly slot: Slot | null;
  /** null: nobody doubts failures. */
  readonly heard: Heard | null;

  /** @param endsAt end of the check by the clock on the wall (`performance.now()`), whoever is to blame (C3) */
  constructor(
    endsAt = Number.POSITIVE_INFINITY,
    journal: Journal | null = null,
    slot: Slot | null = null,
    heard: Heard | null = null,
  ) {
    this.#endsAt = endsAt;
    this.journal = journal;
    this.slot = slot;
    this.heard = heard;
  }

  /** How long requests have waited for our own want of room: it is not taken from the time that servers have. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** By the clock on the wall. A check begins when it has its first place. */
  get endsAt(): number {
    return this.#endsAt;
  }

  /** Something was sent before: a check goes on. */
  get dialled(): boolean {
    return this.#dialled;
  }

  /** @param wallMs the same by the clock on the wall */
  waited(ms: number, wallMs: number): void {
    this.#waitedMs += ms;
    this.journal?.skip(ms);
    if (!this.#dialled) this.#endsAt += wallMs;
  }

  /**
   * The name service is. Whoever has sent something goes on in its slot, as it may have a connection. Not so who has a host's
   * turn: others that wait for it have lent theirs (BoundedCheck).
   */
  late(): void {
    if (!this.#dialled) this.slot?.leave();
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

  /** After `ms` of waiting for its answer about `url`. */
  keep(connection: Connection, url: NormalisedUrl, ms: number): void {
    if (this.#inVain) {
      connection.close(false);
      return;
    }
    connection.user = null;
    connection.lastMs = ms;
    connection.lastUrl = url;
    this.#kept = connection;
  }

  /** A kept connection was of no use: once is enough, as the time of a check is short. */
  giveUp(): void {
    this.#inVain = true;
  }

  /** The connection that leads there, if it is still open. Any other is closed. */
  take(origin: string): Connection | null {
    const kept = this.#kept;
    this.#kept = null;
    if (kept === null || kept.socket === null) return null;
    if (kept.origin === origin) return kept;
    kept.close(false);
    return null;
  }

  hangUp(): void {
    this.#kept?.close(false);
    this.#kept = null;
  }
}
