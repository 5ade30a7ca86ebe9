import type { Socket, TLSOptions } from "bun";
import type { TlsTrouble } from "../classify/outcome.ts";
import { loopClock } from "./loop-clock.ts";
import type { Permit } from "./semaphore.ts";
import { tickEnd } from "./tick-end.ts";
import type { TlsSession } from "./tls.ts";

/** What happens on a connection, in this order; "late": nothing did until the time that was given. */
export type ConnectionEvent =
  | { readonly kind: "unreachable" }
  /** It could not be dialled at all: a bug. */
  | { readonly kind: "bug"; readonly bug: unknown }
  | { readonly kind: "open" }
  /** The handshake is over; `error`: of the certificate, or it failed, be it after the server had shown its certificate. */
  | { readonly kind: "handshake"; readonly error: Error | null; readonly showedCertificate: boolean }
  | { readonly kind: "data"; readonly chunk: Uint8Array }
  | { readonly kind: "error"; readonly error: Error }
  | { readonly kind: "closed"; readonly error: Error | null }
  | { readonly kind: "late" };

const LATE: ConnectionEvent = { kind: "late" };
const OPEN: ConnectionEvent = { kind: "open" };
const UNREACHABLE: ConnectionEvent = { kind: "unreachable" };

export interface Destination {
  /** A literal, IPv6 without brackets. */
  readonly address: string;
  readonly port: number;
  /** null: no TLS. */
  readonly tls: TLSOptions | null;
  /** Offered, so that the server need not show its certificate again. */
  readonly resumed: TlsSession | null;
  /** What it is dialled for: `scheme://host:port`. */
  readonly origin: string;
}

/** One socket of `Bun.connect`, whose events are awaited one after the other. It is used by one request at a time. */
export class Connection {
  readonly destination: Destination;
  /** Of its certificate. */
  tls: TlsTrouble | null = null;
  /** How long its last answer took; null before the first. */
  lastMs: number | null = null;
  /** By which the server lets this session be resumed, as it said last. */
  session: Buffer | null = null;
  /** Index among the open connections. */
  place = 0;
  readonly #open: OpenConnections;
  readonly #permit: Permit;
  #socket: Socket<Connection> | null = null;
  /** Closed by us: nobody waits for anything any more. */
  #isClosed = false;
  #isIdle = false;
  #isAbandoned = false;
  /** On its way to who waits for it. */
  #coming: ConnectionEvent | null = null;
  #queue: ConnectionEvent[] = [];
  #proceed: ((event: ConnectionEvent) => void) | null = null;
  /** For being set up, until then on `loopClock`. */
  #setUpPermit: Permit | null = null;
  #setUpUntil = 0;
  #until = Number.POSITIVE_INFINITY;
  #endsAt = Number.POSITIVE_INFINITY;

  /**
   * Dials at the end of this tick, after the sockets that were closed in it: a host sees one connection after the other.
   * @param permit for a socket, released once that is gone. Bun cannot cancel a connect: the system gives it up in minutes
   */
  constructor(destination: Destination, open: OpenConnections, permit: Permit) {
    this.destination = destination;
    this.#open = open;
    this.#permit = permit;
    open.add(this);
    tickEnd.dial(this);
  }

  dial(): void {
    if (this.#isClosed) {
      this.#permit.release();
      return;
    }
    const { address: hostname, port, tls } = this.destination;
    const target = { hostname, port, socket: HANDLERS, data: this as Connection };
    try {
      // The promise is not needed: `open` and `connectError` say the same, and with the latter it is no unhandled rejection.
      void Bun.connect(tls === null ? target : { ...target, tls });
    } catch (bug) {
      // Of options that it does not take. It concerns this request, and no other of the tick.
      this.#permit.release();
      this.#emit({ kind: "bug", bug });
    }
  }

  get isAlive(): boolean {
    return this.#socket !== null;
  }

  /** It, or its TLS session, was used before: what goes wrong on it ahead of any answer may come of that. */
  get isUsed(): boolean {
    return this.lastMs !== null || this.destination.resumed !== null;
  }

  /** @param until on `loopClock` @param endsAt by the clock on the wall (`performance.now()`) */
  next(until: number, endsAt: number): Promise<ConnectionEvent> {
    const first = this.#queue.shift();
    if (first !== undefined) return Promise.resolve(first);
    if (this.#isClosed) return Promise.resolve(LATE);
    this.#until = until;
    this.#endsAt = endsAt;
    return new Promise((proceed) => {
      this.#proceed = proceed;
    });
  }

  /** The permit under which it is set up goes back then, on `loopClock`: who does not answer keeps nobody else waiting. */
  lend(permit: Permit, until: number): void {
    this.#setUpPermit = permit;
    this.#setUpUntil = until;
  }

  /** In ASCII. False: the system did not take all of it. */
  send(text: string): boolean {
    this.#isIdle = false;
    return (this.#socket?.write(text) ?? 0) >= text.length;
  }

  /** Is kept for another request, `ms` after the last one was sent. Whatever comes before that ends it. */
  keep(ms: number): void {
    this.lastMs = ms;
    this.#isIdle = true;
    if (this.#queue.length > 0) this.close(true);
  }

  /** @param cutOff without a word to the server, as there is more to come that nobody wants */
  close(cutOff: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#open.delete(this);
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    if (cutOff) socket.terminate();
    else tickEnd.end(socket);
  }

  /** Looked at now and then, in place of a timer for each. @param since sockets were read after this, on `loopClock` */
  look(since: number, now: number): void {
    if (since >= this.#setUpUntil) {
      this.#setUpPermit?.release();
      this.#setUpPermit = null;
    }
    if (since >= this.#until || now >= this.#endsAt) this.#emit(LATE);
  }

  /** Ends it as if its time were up. */
  abandon(): void {
    this.#isAbandoned = true;
    if (this.#proceed === null) this.close(true);
    else if (this.#coming === null) this.#emit(LATE);
  }

  opened(socket: Socket<Connection>): void {
    if (this.#isClosed) {
      socket.terminate();
      return;
    }
    this.#socket = socket;
    // Before the first bytes are sent.
    const { resumed } = this.destination;
    if (resumed !== null) socket.setSession(resumed.session);
    this.#emit(OPEN);
  }

  came(event: ConnectionEvent): void {
    // Nothing was asked: a body to a HEAD, or worse. It would be taken for the next answer.
    if (this.#isIdle) this.close(true);
    else this.#emit(event);
  }

  gone(error: Error | null): void {
    this.#socket = null;
    this.#permit.release();
    this.came({ kind: "closed", error });
  }

  refused(): void {
    this.#permit.release();
    this.#emit(UNREACHABLE);
  }

  #emit(event: ConnectionEvent): void {
    if (this.#isClosed) return;
    if (this.#proceed === null || this.#coming !== null) {
      this.#queue.push(event);
      tickEnd.hold(bytesOf(event));
      return;
    }
    this.#until = Number.POSITIVE_INFINITY;
    this.#endsAt = Number.POSITIVE_INFINITY;
    this.#coming = event;
    tickEnd.deliver(this, bytesOf(event));
  }

  /** Hands the event that came to who waits for it. */
  deliver(): void {
    const [proceed, event] = [this.#proceed, this.#coming];
    if (proceed === null || event === null) return;
    this.#proceed = null;
    this.#coming = null;
    proceed(this.#isAbandoned ? LATE : event);
  }
}

const bytesOf = (event: ConnectionEvent): number => (event.kind === "data" ? event.chunk.byteLength : 0);

/** All sockets share them: a connection is what a socket carries. */
const HANDLERS = {
  open: (socket: Socket<Connection>) => socket.data.opened(socket),
  handshake(socket: Socket<Connection>, _success: boolean, error: Error | null) {
    // A socket that failed is gone soon, with its certificate.
    const showedCertificate = error !== null && socket.getPeerCertificate()?.subject !== undefined;
    socket.data.came({ kind: "handshake", error: error ?? null, showedCertificate });
  },
  /** Not among Bun's types; its own node:tls gets sessions by this. Without it none is resumed. */
  session({ data }: Socket<Connection>, session: Buffer) {
    data.session = session;
  },
  data: ({ data }: Socket<Connection>, chunk: Uint8Array) => data.came({ kind: "data", chunk }),
  close: ({ data }: Socket<Connection>, error?: Error) => data.gone(error ?? null),
  error: ({ data }: Socket<Connection>, error: Error) => data.came({ kind: "error", error }),
  connectError: ({ data }: Socket<Connection>) => data.refused(),
};

/**
 * One timer for all: a few for each check, set and cleared again, cost more than a look at thousands now and then. Each knows
 * its place in the list, as a set costs ten times as much for so short a stay.
 */
export class OpenConnections {
  readonly #open: Connection[] = [];
  #isLooking = false;

  add(connection: Connection): void {
    connection.place = this.#open.length;
    this.#open.push(connection);
    if (!this.#isLooking) loopClock.start(this.#look);
    this.#isLooking = true;
  }

  /** The last one takes its place. */
  delete({ place }: Connection): void {
    const last = this.#open.pop();
    if (last === undefined || last.place === place) return;
    last.place = place;
    this.#open[place] = last;
  }

  abandonAll(): void {
    for (const connection of [...this.#open]) connection.abandon();
  }

  readonly #look = (since: number): void => {
    const now = performance.now();
    // From the last to the first: who takes the place of one that ends meanwhile was looked at before.
    for (let at = this.#open.length - 1; at >= 0; at--) this.#open[at]?.look(since, now);
    if (this.#open.length > 0) return;
    loopClock.stop(this.#look);
    this.#isLooking = false;
  };
}
