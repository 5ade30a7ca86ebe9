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
/** A SYN without an answer costs nothing: hosts that are silent must not take the places of others. */
const CONNECT_PERMIT_MS = 250;
/** Nor must those that take a connection and no handshake. */
const HANDSHAKE_PERMIT_MS = 3_000;
/** A server that closes without having said so, or sends a body to HEAD, mostly does it with its answer. */
const LAST_WORD_MS = 1;
/** For a body whose announced length is no number: its start, if it comes at all. */
const BAD_LENGTH_MS = 1_000;
/**
 * Of HEAD's time, where only a new connection or handshake shows whether the server or what was kept of it is to blame:
 * some boxes drop a handshake in which a session is offered, some servers hang with a session that they say they know, or
 * answer once on each connection.
 */
const USED_SHARE = 0.25;
/** Beyond this part of the time that a silent server has, a check that ended too early was kept from it by us. */
const OWN_DELAY_SHARE = 0.25;

const NO_ROOM: ExchangeResult = { kind: "not-tried", reason: "no-resources", tls: null };

/** What all requests of a transport share. */
export interface Shared {
  readonly options: TransportOptions;
  readonly connections: OpenConnections;
  /** Sockets of this process. */
  readonly sockets: Semaphore;
  /** Connections being set up. */
  readonly settingUp: Semaphore;
  readonly tlsSessions: TlsSessions;
  isClosed: boolean;
}

/** Nothing can be said of the request yet: it is sent once more, on a new connection. */
type Again = null;

/** One request, from its connection to its result. Times are on `loopClock`. */
export class HttpExchange {
  readonly #request: ExchangeRequest;
  readonly #shared: Shared;
  readonly #session: ExchangeSession | null;
  readonly #isSecure: boolean;
  readonly #origin: string;
  /** ASCII. */
  #text = "";
  /** Without what was waited for our own want of room, and what was of no use before it was sent again. */
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
    let result: ExchangeResult | Again = null;
    const kept = this.#session?.take(this.#origin) ?? null;
    if (kept !== null) {
      await new Promise((resolve) => setTimeout(resolve, LAST_WORD_MS));
      if (kept.isAlive) result = await this.#askOn(kept);
    }
    while (result === null) {
      const dialled = await this.#setUp();
      result = dialled instanceof Connection ? await this.#askOn(dialled) : dialled;
    }
    this.#session?.journal?.end(cameOf(result));
    return result;
  }

  /** A connection on which the request can be sent; or why there is none. */
  async #setUp(): Promise<Connection | ExchangeResult | Again> {
    const { sockets, settingUp } = this.#shared;
    const waitedSince = [loopClock.now(), performance.now()] as const;
    const socket = sockets.tryAcquire() ?? (await sockets.acquire(this.#session?.dialled));
    const permit = settingUp.tryAcquire() ?? (await settingUp.acquire());
    this.#waited(...waitedSince);
    try {
      const dialled = await this.#dial(socket, permit);
      if (!(dialled instanceof Connection) || !this.#isSecure) return dialled;
      return await this.#shakeHands(dialled, permit);
    } finally {
      permit.release();
    }
  }

  /** By our own want of room: nobody else is to blame. */
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
    const { options, connections, sockets, tlsSessions } = this.#shared;
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
      const isLate = event.kind === "late";
      if (isLate && this.#wasOurDelay(now)) return NO_ROOM;
      failure = isLate ? "connect-timeout" : "connect-refused";
      if (this.#isOver) break;
      socket = index + 1 < all.length ? sockets.tryAcquire() : null;
    }
    // Bun calls every failed connect ECONNREFUSED, also for want of a descriptor.
    if (failure === "connect-refused" && !descriptorsLeft()) return NO_ROOM;
    return { kind: "failure", failure, tls: null };
  }

  async #shakeHands(connection: Connection, permit: Permit): Promise<Connection | ExchangeResult | Again> {
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
      return null;
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

  async #askOn(connection: Connection): Promise<ExchangeResult | Again> {
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

  /** Of a head that begins: HEAD has a second chance, GET, to leave time for; a used connection a new one. */
  #patienceMs({ lastMs, isUsed }: Connection): number {
    const { headSilenceMs } = this.#request.limits;
    if (isUsed) return Math.min(headSilenceMs, Math.max(headSilenceMs * USED_SHARE, 3 * (lastMs ?? 0)));
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
   * The server may have closed a kept connection meanwhile, or sent a body where HEAD has none; it, or a box before it, may be
   * no good at resuming sessions. @param came of the request, if it was sent: that was a request by itself
   */
  #sendAgain(connection: Connection, came: Came | null): Again {
    connection.close(true);
    if (connection.lastMs === null) this.#shared.tlsSessions.refuse(this.#origin);
    else this.#session?.giveUp();
    if (came !== null) this.#session?.journal?.again(came);
    this.#began = loopClock.now();
    return null;
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
