import { dropOldest } from "./oldest.ts";

/** Servers of which a ticket is remembered; and as many to which none is offered. */
const SERVERS_MAX = 1_000;
/** Of one ticket, with the certificates it stands for: some are larger, and not worth the memory. */
const BYTES_MAX = 4_096;
/** For so long a certificate counts as seen: then the server has to show it again. */
const AGE_MS_MAX = 3_600_000;

export interface Ticket {
  readonly session: Buffer;
  /** When its certificate was seen. */
  readonly since: number;
}

/**
 * Sessions of TLS that can be resumed (RFC 8446, 2.2), by server: checks of many URLs of one host show and judge its
 * certificate once an hour and not with each, which is half of the work of a handshake for both sides. Only of connections
 * whose certificate was in no trouble and which led to an answer.
 */
export class Tickets {
  /** Oldest first. */
  readonly #tickets = new Map<string, Ticket>();
  readonly #refused = new Set<string>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  of(origin: string): Ticket | null {
    const ticket = this.#tickets.get(origin);
    if (ticket === undefined) return null;
    if (this.#now() - ticket.since <= AGE_MS_MAX) return ticket;
    this.#tickets.delete(origin);
    return null;
  }

  /** @param since when its certificate was seen, which resuming does not make any newer */
  keep(origin: string, session: Buffer, since = this.#now()): void {
    this.#tickets.delete(origin);
    if (session.length > BYTES_MAX || this.#refused.has(origin)) return;
    this.#tickets.set(origin, { session, since });
    dropOldest(this.#tickets, SERVERS_MAX);
  }

  forget(origin: string): void {
    this.#tickets.delete(origin);
  }

  /** Silence was the answer: none is offered to that server again. */
  refuse(origin: string): void {
    this.#tickets.delete(origin);
    this.#refused.add(origin);
    dropOldest(this.#refused, SERVERS_MAX);
  }
}
