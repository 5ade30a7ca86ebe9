import type { TLSOptions } from "bun";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { AnswerReader } from "./answer-reader.ts";
import { Connection, type ConnectionEvent, type OpenConnections } from "./connection.ts";
import { descriptorsLeft } from "./descriptors.ts";
import type { Came, ExchangeSession } from "./exchange-session.ts";
import { loopClock } from "./loop-clock.ts";
import type { Permit, Semaphore } from "./semaphore.ts";
import {
  ALL_GROUPS,
  codeOf,
  GROUPS,
  lacksGroup,
  refusesUsUnknown,
  type TlsSessions,
  tlsTrouble,
  wantsOurCertificate,
} from "./tls.ts";
import {
  authorityOf,
  bareHost,
  type ExchangeRequest,
  type ExchangeResult,
  portOf,
  requestText,
  type TransportOptions,
} from "./transport.ts";

/** At least so long is one address waited for while others are left: a SYN is sent again after a second. */
const ADDRESS_MS_MIN = 1_500;
/** A SYN without an answer costs nothing: silent hosts must not hold permits that others could use. */
const CONNECT_PERMIT_MS = 250;
/** The same of hosts that accept a connection and never finish the handshake. */
const HANDSHAKE_PERMIT_MS = 3_000;
/** Wait before a connection is reused, to notice a close that was not announced or a body sent to HEAD. */
const LATE_CLOSE_WAIT_MS = 1;
/** Time for a body whose announced length is no number. */
const BAD_LENGTH_MS = 1_000;
/**
 * Share of HEAD's time after which a reused connection or a resumed TLS session is given up, and the request is sent again on a new
 * one. Some middleboxes drop handshakes that resume a session; some servers hang with one, or answer once on each connection.
 */
const REUSED_TIMEOUT_SHARE = 0.25;
/** If more than this share of a server's time is left when the check's minute is over, the delay was ours and not the server's. */
const OWN_DELAY_SHARE = 0.25;

const NO_ROOM: ExchangeResult = { kind: "not-tried", reason: "no-resources", tls: null };

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
type Retry = "retry";

/** One request, from its connection to its result. Times are on `loopClock`. */
export class HttpExchange {
  readonly #request: ExchangeRequest;
  readonly #shared: Shared;
  readonly #session: ExchangeSession | null;
  readonly #isSecure: boolean;
  readonly #origin: string;
  /** ASCII. */
  #text = "";
  /** Start of this attempt; waiting for our own limits and failed attempts before it do not count. */
  #began = loopClock.now();
  #deadline: number;
  #groups = GROUPS;

  constructor(request: ExchangeRequest, shared: Shared) {
    this.#request = request;
    this.#shared = shared;
    this.#session = request.session ?? null;
    this.#isSecure = request.parts.scheme === "https";
    this.#origin = `${request.parts.scheme}://${authorityOf(request.parts)}`;
    this.#deadline = request.deadline;
  }

  async run(): Promise<ExchangeResult> {
    // What must not be sent fails before anything is dialled.
    this.#text = requestText(this.#request);
    this.#session?.journal?.begin(this.#request);
    let result: ExchangeResult | Retry = "retry";
    const kept = this.#session?.take(this.#origin) ?? null;
    if (kept !== null) {
      await new Promise((resolve) => setTimeout(resolve, LATE_CLOSE_WAIT_MS));
      if (kept.isAlive) result = await this.#askOn(kept);
    }
    while (result === "retry") {
      const dialled = await this.#setUp();
      result = dialled instanceof Connection ? await this.#askOn(dialled) : dialled;
    }
    this.#session?.journal?.end(cameOf(result));
    return result;
  }

  /** A connection on which the request can be sent; or why there is none. */
  async #setUp(): Promise<Connection | ExchangeResult | Retry> {
    const { socketLimit, setUpLimit } = this.#shared;
    const waitedSince = [loopClock.now(), performance.now()] as const;
    const socket = socketLimit.tryAcquire() ?? (await socketLimit.acquire(this.#session?.dialled));
    const permit = setUpLimit.tryAcquire() ?? (await setUpLimit.acquire());
    this.#waited(...waitedSince);
    try {
      const dialled = await this.#dial(socket, permit);
      if (!(dialled instanceof Connection) || !this.#isSecure) return dialled;
      return await this.#shakeHands(dialled, permit);
    } finally {
      permit.release();
    }
  }

  /** Time spent waiting for our own limits is not charged to the server. */
  #waited(since: number, wallSince: number): void {
    const ms = loopClock.now() - since;
    this.#began += ms;
    this.#deadline += ms;
    this.#session?.waited(ms, performance.now() - wallSince);
    this.#session?.dials();
  }

  /** Dials one address after the other until one takes the connection. */
  async #dial(firstSocket: Permit, permit: Permit): Promise<Connection | ExchangeResult> {
    const { addresses, limits, parts } = this.#request;
    const { options, connections, socketLimit, tlsSessions } = this.#shared;
    const all = this.#session?.ordered(addresses) ?? addresses;
    const port = portOf(parts, options.ownPorts);
    const resumed = this.#isSecure ? tlsSessions.of(this.#origin) : null;
    let failure: NetworkFailure = "connect-refused";
    let socket: Permit | null = firstSocket;
    for (const [index, address] of all.entries()) {
      if (this.#shared.isClosed || socket === null) {
        socket?.release();
        return NO_ROOM;
      }
      const { release } = socket;
      const now = loopClock.now();
      const share = (Math.min(this.#deadline, this.#began + limits.connectMs) - now) / (all.length - index);
      const until = now + Math.max(share, Math.min(ADDRESS_MS_MIN, limits.connectMs));
      this.#session?.journal?.enter("connect", address);
      const tls = this.#isSecure ? this.#tlsOptions() : null;
      const destination = { address, port, tls, resumed, origin: this.#origin };
      const connection = new Connection(destination, connections, release);
      connection.lend(permit, now + CONNECT_PERMIT_MS);
      const event = await this.#next(connection, until);
      if (event.kind === "open") return connection;
      connection.close(true);
      if (event.kind === "bug") throw event.bug;
      const isLate = event.kind === "late";
      if (isLate && this.#wasOurDelay(now)) return NO_ROOM;
      failure = isLate ? "connect-timeout" : "connect-refused";
      if (this.#isOver) break;
      socket = index + 1 < all.length ? socketLimit.tryAcquire() : null;
    }
    // Bun calls every failed connect ECONNREFUSED, also for want of a descriptor.
    if (failure === "connect-refused" && !descriptorsLeft()) return NO_ROOM;
    return { kind: "failure", failure, tls: null };
  }

  async #shakeHands(connection: Connection, permit: Permit): Promise<Connection | ExchangeResult | Retry> {
    const { address } = connection.destination;
    const began = loopClock.now();
    this.#session?.journal?.enter("tls", address);
    const patienceMs = Math.min(this.#patienceMs(connection), this.#request.limits.headSilenceMs);
    connection.lend(permit, began + HANDSHAKE_PERMIT_MS);
    const event = await this.#next(connection, began + patienceMs);
    const { error, showedCertificate } =
      event.kind === "handshake" ? event : { error: null, showedCertificate: false };
    if (error !== null) connection.tls = tlsTrouble(codeOf(error));
    if (event.kind === "handshake" && connection.tls !== "handshake") return connection;
    const isUnknown = error !== null && refusesUsUnknown(error) && showedCertificate;
    connection.close(true);
    // A handshake that comes to no end is one that broke: there may be a way by http (table S).
    connection.tls = "handshake";
    const isLate = event.kind === "late";
    if (isLate && this.#wasOurDelay(began)) return NO_ROOM;
    const failure = isLate ? "timeout" : isUnknown ? "client-certificate" : "tls";
    if (connection.isUsed) return this.#sendAgain(connection, null);
    // The server may have none of the usual groups of keys: asked once more with all.
    if (error !== null && lacksGroup(error) && !isUnknown && this.#groups === GROUPS) {
      this.#groups = ALL_GROUPS;
      return "retry";
    }
    return { kind: "failure", failure, tls: "handshake" };
  }

  #next(connection: Connection, until: number): Promise<ConnectionEvent> {
    return connection.next(
      Math.min(until, this.#deadline),
      this.#session?.endsAt ?? Number.POSITIVE_INFINITY,
    );
  }

  get #isOver(): boolean {
    const { isClosed } = this.#shared;
    const wallOver = performance.now() >= (this.#session?.endsAt ?? Number.POSITIVE_INFINITY);
    return isClosed || wallOver || loopClock.now() >= this.#deadline;
  }

  /** The minute of the check is over by the clock on the wall (C3), but the host was given much less of it: it is not silent. */
  #wasOurDelay(phaseBegan: number): boolean {
    const { headSilenceMs } = this.#request.limits;
    const now = loopClock.now();
    const isOver = performance.now() >= (this.#session?.endsAt ?? Number.POSITIVE_INFINITY);
    return (
      isOver && this.#deadline - now > headSilenceMs * OWN_DELAY_SHARE && now - phaseBegan < headSilenceMs
    );
  }

  async #askOn(connection: Connection): Promise<ExchangeResult | Retry> {
    const reader = new AnswerReader(this.#request);
    const began = loopClock.now();
    const wasKept = connection.lastMs !== null;
    try {
      const failure = await this.#readHead(connection, reader);
      if (failure === "timeout" && this.#wasOurDelay(began)) {
        connection.close(true);
        return NO_ROOM;
      }
      // What goes wrong ahead of any answer on a used connection says nothing of this request.
      if (connection.isUsed && reader.isNone)
        return this.#sendAgain(connection, { failure: failure ?? "malformed-head" });
      if (wasKept && reader.speaksOfConnection) return this.#sendAgain(connection, { http: reader.http });
      if (failure !== null) {
        connection.close(true);
        return { kind: "failure", failure, tls: connection.tls };
      }
      if (!reader.isRead) await this.#readBody(connection, reader);
      return this.#succeeded(connection, reader);
    } catch (bug) {
      connection.close(true);
      throw bug;
    }
  }

  /** null: it is there. */
  async #readHead(connection: Connection, reader: AnswerReader): Promise<NetworkFailure | null> {
    const { method, limits, parts } = this.#request;
    const { journal, heard } = this.#session ?? {};
    journal?.enter("answer", connection.destination.address);
    // Of one that is gone the events say why.
    if (!connection.send(this.#text) && connection.isAlive) return "closed";
    let until = loopClock.now() + this.#patienceMs(connection);
    for (let isFirst = true; ; isFirst = false) {
      const event = await this.#next(connection, until);
      if (event.kind !== "data") return this.#endOfHead(connection, reader, event);
      if (isFirst) {
        heard?.answered(parts.host);
        journal?.enter("read");
      }
      const step = reader.push(event.chunk);
      if (step !== "more") return step === "body" || step === "end" ? null : step;
      until = method === "HEAD" ? loopClock.now() + limits.headSilenceMs : this.#deadline;
    }
  }

  /** Time for the first byte of an answer. Limited for HEAD, which GET follows, and on a reused connection, after which a new one does. */
  #patienceMs({ lastMs, isUsed }: Connection): number {
    const { headSilenceMs } = this.#request.limits;
    if (isUsed)
      return Math.min(headSilenceMs, Math.max(headSilenceMs * REUSED_TIMEOUT_SHARE, 3 * (lastMs ?? 0)));
    return this.#request.method === "HEAD" ? headSilenceMs : Number.POSITIVE_INFINITY;
  }

  #endOfHead(connection: Connection, reader: AnswerReader, event: ConnectionEvent): NetworkFailure | null {
    if (event.kind === "late") return "timeout";
    if (event.kind === "closed") {
      if (event.error !== null) return "reset";
      const step = reader.finish();
      return step === "more" ? "closed" : step === "body" || step === "end" ? null : step;
    }
    // A session that broke after its handshake: a client certificate demanded, a record damaged.
    if (event.kind !== "error" || !this.#isSecure) return "reset";
    connection.tls = "handshake";
    return wantsOurCertificate(event.error) ? "client-certificate" : "tls";
  }

  /** Whatever ends it: what came is what counts. */
  async #readBody(connection: Connection, reader: AnswerReader): Promise<void> {
    const { bodyMs } = this.#request.limits;
    // A server that does not know how much it sends need not be heard to the end.
    const until = loopClock.now() + (reader.lengthIsBad ? Math.min(BAD_LENGTH_MS, bodyMs) : bodyMs);
    for (;;) {
      const event = await this.#next(connection, until);
      if (event.kind === "closed" && event.error === null) reader.finish();
      if (event.kind !== "data" || reader.push(event.chunk) === "end") return;
    }
  }

  #succeeded(connection: Connection, reader: AnswerReader): ExchangeResult {
    const { tls, session, destination } = connection;
    const ms = loopClock.now() - this.#began;
    const exchange = reader.exchange(destination.address, ms);
    // A session that needs a group which is not offered at first could not be resumed.
    if (session !== null && tls === null && this.#groups === GROUPS)
      this.#shared.tlsSessions.keep(this.#origin, session, destination.resumed);
    this.#session?.answered(destination.address);
    if (reader.isLasting && this.#session !== null) this.#session.keep(connection, ms);
    // A body that was not read to its end is cut off.
    else connection.close(reader.isCutOff);
    return { kind: "exchange", exchange, tls };
  }

  /**
   * Gives up a reused connection or resumed session, as the failure may come of the reuse, and has the request sent again.
   *
   * @param came what the attempt came to, which is recorded as a request by itself; null: nothing was sent
   */
  #sendAgain(connection: Connection, came: Came | null): Retry {
    connection.close(true);
    if (connection.lastMs === null) this.#shared.tlsSessions.refuse(this.#origin);
    else this.#session?.giveUp();
    if (came !== null) this.#session?.journal?.again(came);
    this.#began = loopClock.now();
    return "retry";
  }

  #tlsOptions(): TLSOptions {
    const { ca } = this.#shared.options;
    const serverName = bareHost(this.#request.parts);
    const tls = { serverName, rejectUnauthorized: false, ecdhCurve: this.#groups };
    return ca === undefined ? tls : { ...tls, ca };
  }
}

function cameOf(result: ExchangeResult): Came {
  if (result.kind === "failure") return { failure: result.failure };
  if (result.kind === "not-tried") return { failure: result.reason };
  const { exchange } = result;
  return { http: exchange.http, ms: exchange.ms, answer: exchange };
}
