import type { TLSOptions } from "bun";
import { Connection, type User } from "./connection.ts";
import type { Gate } from "./gate.ts";
import { loopClock } from "./loop-clock.ts";
import type { AnswerReader } from "./reading.ts";
import type { Tickets } from "./tickets.ts";
import type { Timing } from "./timing.ts";
import { authorityOf, bareHost, type ExchangeRequest, portOf, type TransportOptions } from "./transport.ts";

/** At least so long is one address waited for while others are left: a SYN is sent again after a second. */
const ATTEMPT_MS_MIN = 1_500;

/** A SYN without an answer costs nothing: hosts that are silent must not take the places of others. */
const CONNECT_PLACE_MS = 250;
/** Nor must those that take a connection and no handshake. */
const HANDSHAKE_PLACE_MS = 3_000;

/**
 * In place of the usual list, which begins with a group against computers to come: that takes a fifth of a handshake, and a
 * first message that does not fit a packet. Nothing that a check learns has to stay a secret so long.
 */
const GROUPS = "X25519:P-256:P-384";
/** Where a server has none of these: what browsers offer, and one that some servers had for safety. */
const ALL_GROUPS = `X25519MLKEM768:${GROUPS}:P-521`;

/** Where connections are counted while they are set up. */
export type Places = Pick<Gate, "enter" | "oblige" | "leave">;

/** What all ways of a dialler have in common. */
export interface Shared {
  readonly options: TransportOptions;
  readonly places: Places;
  readonly tickets: Tickets;
}

/** The way to a connection for one request: a place among those that are set up, then one address after the other. */
export class SettingUp {
  readonly #request: ExchangeRequest;
  readonly #options: TransportOptions;
  readonly #places: Places;
  readonly #tickets: Tickets;
  readonly #user: User;
  readonly #addresses: readonly string[];
  readonly origin: string;
  /** The one that is waited for or spoken on. */
  connection: Connection | null = null;
  #attempt = -1;
  #placed = false;
  #groups = GROUPS;

  constructor(request: ExchangeRequest, shared: Shared, user: User) {
    this.#request = request;
    this.#options = shared.options;
    this.#places = shared.places;
    this.#tickets = shared.tickets;
    this.#user = user;
    this.#addresses = request.session?.ordered(request.addresses) ?? request.addresses;
    this.origin = `${request.parts.scheme}://${authorityOf(request.parts)}`;
  }

  /** A place; null: at once, else what is to be waited for. It is given back by `leave`. */
  enter(timing: Timing): Promise<void> | null {
    const queued = this.#places.enter(this.#request.session?.dialled);
    if (queued !== null) return this.#waitFor(queued, timing);
    this.#placed = true;
    return null;
  }

  async #waitFor(queued: Promise<void>, timing: Timing): Promise<void> {
    const [since, wall] = [loopClock.now(), performance.now()];
    await queued;
    this.#placed = true;
    const waited = loopClock.now() - since;
    this.#request.session?.waited(waited, performance.now() - wall);
    timing.waited(waited);
  }

  /** The connection is set up, or nobody waits for that any more. */
  leave(): void {
    if (this.#placed) this.#places.leave();
    this.#placed = false;
  }

  /** One that goes on being set up without a place, as others were let in meanwhile, is counted. */
  oblige(): void {
    if (this.#placed) return;
    this.#places.oblige();
    this.#placed = true;
  }

  /** Who does not answer keeps nobody else waiting. `since`: sockets were read after this; `began`: the connect or handshake. */
  look(since: number, began: number, connected: boolean): void {
    if (this.#placed && since >= began + (connected ? HANDSHAKE_PLACE_MS : CONNECT_PLACE_MS)) this.leave();
  }

  get addressesLeft(): number {
    return this.#addresses.length - this.#attempt - 1;
  }

  /** Dials the next address; false: none is left. */
  dialNext(timing: Timing): boolean {
    const { limits, parts } = this.#request;
    this.#attempt++;
    this.connection = null;
    const left = this.#addresses.length - this.#attempt;
    const address = this.#addresses[this.#attempt];
    if (address === undefined) return false;
    const now = loopClock.now();
    const share = (Math.min(timing.deadline, timing.began + limits.connectMs) - now) / left;
    timing.dials(address, now, Math.max(share, Math.min(ATTEMPT_MS_MIN, limits.connectMs)));
    const secure = parts.scheme === "https";
    const ticket = secure ? this.#tickets.of(this.origin) : null;
    this.connection = new Connection(this.#user, address, this.origin, ticket);
    this.connection.dial(portOf(parts, this.#options.ownPorts), secure ? this.#tlsOptions() : null);
    return true;
  }

  /** The same address is to be dialled anew. */
  startOver(): void {
    this.leave();
    if (this.#attempt >= 0) this.#attempt--;
  }

  /** From now on all groups of keys are offered; false: they were already. */
  widen(): boolean {
    const widens = this.#groups !== ALL_GROUPS;
    this.#groups = ALL_GROUPS;
    return widens;
  }

  /** No answer came: a session that was to be resumed may be why. */
  failed(): void {
    if (this.connection !== null && this.connection.offered !== null) this.#tickets.forget(this.origin);
  }

  /** Nothing came at all, not even an error: where a session was offered, none is again. */
  silent(): void {
    if (this.connection?.isResuming === true) this.#tickets.refuse(this.origin);
  }

  /**
   * An answer came: the next connection may resume this one's session, unless its certificate has to be looked at, or the
   * session needs a group that is not offered at first.
   */
  succeeded(): void {
    const { connection } = this;
    if (connection === null || connection.session === null || connection.tls !== null) return;
    if (this.#groups === GROUPS)
      this.#tickets.keep(this.origin, connection.session, connection.offered?.since);
  }

  /** After this answer (null: none came) in `ms`: the connection is kept for the check's next request, or closed. */
  part(answer: AnswerReader | null, ms: number): void {
    const { connection } = this;
    const { session, url } = this.#request;
    if (connection === null) return;
    if (answer !== null) session?.answered(connection.address);
    if (answer?.lasting === true && session !== undefined && connection.socket !== null)
      session.keep(connection, url, ms);
    // A body that was not read to its end is cut off; anything else is closed in peace.
    else connection.close(answer?.cutOff ?? true);
  }

  #tlsOptions(): TLSOptions {
    const { ca } = this.#options;
    const tls = {
      serverName: bareHost(this.#request.parts),
      rejectUnauthorized: false,
      ecdhCurve: this.#groups,
    };
    return ca === undefined ? tls : { ...tls, ca };
  }

  /**
   * A connect that is not waited for any more, and goes on as nothing can cancel it; counted among the sockets of the
   * process. false: there is no room for another beside it. `inAnyCase`: no other is dialled.
   */
  giveUp(inAnyCase: boolean): boolean {
    const { sockets } = this.#options;
    if (this.connection === null) return true;
    const leave = (inAnyCase ? sockets?.oblige() : sockets?.claim()) ?? null;
    if (leave === null && sockets !== undefined) return false;
    this.connection.user = null;
    this.connection.leave = leave;
    return true;
  }
}
