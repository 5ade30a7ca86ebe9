import type { TLSOptions } from "bun";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { Connection, type OpenConnections } from "./connection.ts";
import { descriptorsLeft } from "./descriptors.ts";
import { loopClock } from "./loop-clock.ts";
import { patienceMs } from "./patience.ts";
import type { Permit, Semaphore } from "./semaphore.ts";
import {
  ALL_GROUPS,
  codeOf,
  GROUPS,
  lacksGroup,
  refusesUsUnknown,
  type TlsSessions,
  tlsTrouble,
} from "./tls.ts";
import {
  bareHost,
  type ExchangeRequest,
  type ExchangeResult,
  NO_ROOM,
  originOf,
  portOf,
  type TransportOptions,
} from "./transport.ts";

/** At least so long is one address waited for while others are left: a SYN is sent again after a second. */
const ADDRESS_MS_MIN = 1_500;
/** A SYN without an answer costs nothing: silent hosts must not hold permits that others could use. */
const CONNECT_PERMIT_MS = 250;
/** The same of hosts that accept a connection and never finish the handshake. */
const HANDSHAKE_PERMIT_MS = 3_000;

/** What all requests of a transport share. */
export interface Shared {
  readonly options: TransportOptions;
  readonly connections: OpenConnections;
  /** Bounds the sockets of this process. */
  readonly socketLimit: Semaphore;
  /** Bounds the connections that are being set up, handshakes included. */
  readonly setUpLimit: Semaphore;
  readonly tlsSessions: TlsSessions;
  isClosed: boolean;
}

/** No result yet: the request is to be sent again, on a new connection. */
export type Retry = "retry";

/** Sets up connections for one request. */
export class Connector {
  readonly #request: ExchangeRequest;
  readonly #shared: Shared;
  #groups = GROUPS;

  constructor(request: ExchangeRequest, shared: Shared) {
    this.#request = request;
    this.#shared = shared;
  }

  /** A connection on which the request can be sent; or why there is none. */
  async connect(): Promise<Connection | ExchangeResult | Retry> {
    const { socketLimit, setUpLimit } = this.#shared;
    const { parts, session } = this.#request;
    const socket =
      socketLimit.tryAcquire() ?? (await session.waitForRoom(socketLimit.acquire(session.dialled)));
    const permit = setUpLimit.tryAcquire() ?? (await session.waitForRoom(setUpLimit.acquire()));
    session.dials();
    try {
      const dialled = await this.#dial(socket, permit);
      if (!(dialled instanceof Connection) || parts.scheme !== "https") return dialled;
      return await this.#shakeHands(dialled, permit);
    } finally {
      permit.release();
    }
  }

  /** Keeps the TLS session of a connection that led to an answer. */
  keepSession({ session, tls, destination }: Connection): void {
    // One that needs a group which is not offered at first could not be resumed.
    if (session !== null && tls === null && this.#groups === GROUPS)
      this.#shared.tlsSessions.keep(destination.origin, session, destination.resumed);
  }

  /** Dials one address after the other until one takes the connection. */
  async #dial(firstSocket: Permit, permit: Permit): Promise<Connection | ExchangeResult> {
    const { addresses, limits, parts, session } = this.#request;
    const { options, connections, socketLimit, tlsSessions } = this.#shared;
    const all = session.ordered(addresses);
    const origin = originOf(parts);
    const port = portOf(parts, options.ownPorts);
    const resumed = parts.scheme === "https" ? tlsSessions.of(origin) : null;
    const dialledBy = loopClock.now() + limits.connectMs;
    let failure: NetworkFailure = "connect-refused";
    let socket: Permit | null = firstSocket;
    for (const [index, address] of all.entries()) {
      if (this.#shared.isClosed || socket === null) {
        socket?.release();
        return NO_ROOM;
      }
      const now = loopClock.now();
      const share = (Math.min(session.deadline, dialledBy) - now) / (all.length - index);
      session.journal?.enter("connect", address);
      const destination = { address, port, tls: this.#tlsOptions(), resumed, origin };
      const connection = new Connection(destination, connections, socket);
      connection.lend(permit, now + CONNECT_PERMIT_MS);
      const event = await session.next(
        connection,
        now + Math.max(share, Math.min(ADDRESS_MS_MIN, limits.connectMs)),
      );
      if (event.kind === "open") return connection;
      connection.close(true);
      if (event.kind === "bug") throw event.bug;
      const isLate = event.kind === "late";
      if (isLate && session.wasOurDelay(now, limits.headSilenceMs)) return NO_ROOM;
      failure = isLate ? "connect-timeout" : "connect-refused";
      if (this.#shared.isClosed || session.isOver) break;
      socket = index + 1 < all.length ? socketLimit.tryAcquire() : null;
    }
    // Bun calls every failed connect ECONNREFUSED, also for want of a descriptor.
    if (failure === "connect-refused" && !descriptorsLeft()) return NO_ROOM;
    return { kind: "failure", failure, tls: null };
  }

  async #shakeHands(connection: Connection, permit: Permit): Promise<Connection | ExchangeResult | Retry> {
    const { limits, session } = this.#request;
    const { address, origin } = connection.destination;
    const began = loopClock.now();
    session.journal?.enter("tls", address);
    connection.lend(permit, began + HANDSHAKE_PERMIT_MS);
    const waitMs = Math.min(patienceMs(this.#request, connection), limits.headSilenceMs);
    const event = await session.next(connection, began + waitMs);
    const { error, showedCertificate } =
      event.kind === "handshake" ? event : { error: null, showedCertificate: false };
    if (error !== null) connection.tls = tlsTrouble(codeOf(error));
    if (event.kind === "handshake" && connection.tls !== "handshake") return connection;
    const isUnknown = error !== null && refusesUsUnknown(error) && showedCertificate;
    connection.close(true);
    const isLate = event.kind === "late";
    if (isLate && session.wasOurDelay(began, limits.headSilenceMs)) return NO_ROOM;
    if (connection.isUsed) {
      this.#shared.tlsSessions.refuse(origin);
      return "retry";
    }
    // The server may have none of the usual groups of keys: asked once more with all.
    if (error !== null && lacksGroup(error) && !isUnknown && this.#groups === GROUPS) {
      this.#groups = ALL_GROUPS;
      return "retry";
    }
    const failure = isLate ? "timeout" : isUnknown ? "client-certificate" : "tls";
    // A handshake that comes to no end is one that broke: there may be a way by http (table S).
    return { kind: "failure", failure, tls: "handshake" };
  }

  /** null: plain. */
  #tlsOptions(): TLSOptions | null {
    const { parts } = this.#request;
    if (parts.scheme !== "https") return null;
    const { ca } = this.#shared.options;
    const tls = { serverName: bareHost(parts), rejectUnauthorized: false, ecdhCurve: this.#groups };
    return ca === undefined ? tls : { ...tls, ca };
  }
}
