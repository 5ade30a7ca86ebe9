import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { AnswerReader } from "./answer-reader.ts";
import { Connection, type ConnectionEvent } from "./connection.ts";
import { Connector, type Retry, type Shared } from "./connector.ts";
import type { Came } from "./exchange-session.ts";
import { loopClock } from "./loop-clock.ts";
import { patienceMs } from "./patience.ts";
import { wantsOurCertificate } from "./tls.ts";
import { type ExchangeRequest, type ExchangeResult, NO_ROOM, originOf, requestText } from "./transport.ts";

/** Wait before a connection is reused, to notice a close that was not announced or a body sent to HEAD. */
const LATE_CLOSE_WAIT_MS = 1;
/** Time for a body whose announced length is no number. */
const BAD_LENGTH_MS = 1_000;

/** One request, from its connection to its result. Times are on `loopClock`. */
export class HttpExchange {
  readonly #request: ExchangeRequest;
  readonly #shared: Shared;
  readonly #connector: Connector;
  /** Start of this attempt, in the session's time: waiting for our own limits and failed attempts before it do not count. */
  #beganMs: number;

  constructor(request: ExchangeRequest, shared: Shared) {
    this.#request = request;
    this.#shared = shared;
    this.#connector = new Connector(request, shared);
    this.#beganMs = request.session.elapsedMs();
  }

  async run(): Promise<ExchangeResult> {
    const { parts, session } = this.#request;
    session.journal?.begin(this.#request);
    let result: ExchangeResult | Retry = "retry";
    const kept = session.take(originOf(parts));
    if (kept !== null) {
      await new Promise((resolve) => setTimeout(resolve, LATE_CLOSE_WAIT_MS));
      if (kept.isAlive) result = await this.#askOn(kept);
    }
    while (result === "retry") {
      this.#beganMs = session.elapsedMs();
      const connected = await this.#connector.connect();
      result = connected instanceof Connection ? await this.#askOn(connected) : connected;
    }
    session.journal?.end(cameOf(result));
    return result;
  }

  async #askOn(connection: Connection): Promise<ExchangeResult | Retry> {
    const { limits, method, session } = this.#request;
    const reader = new AnswerReader(this.#request);
    const began = loopClock.now();
    try {
      let failure = this.#send(connection);
      let until = began + patienceMs(this.#request, connection);
      while (failure === null && !reader.hasHead) {
        const event = await session.next(connection, until);
        failure = this.#readHead(connection, reader, event);
        until = method === "HEAD" ? loopClock.now() + limits.headSilenceMs : Number.POSITIVE_INFINITY;
      }
      if (failure === "timeout" && session.wasOurDelay(began, limits.headSilenceMs)) {
        connection.close(true);
        return NO_ROOM;
      }
      // What goes wrong ahead of any answer on a used connection says nothing of this request.
      if (connection.isUsed && reader.isNone)
        return this.#sendAgain(connection, { failure: failure ?? "malformed-head" });
      if (connection.lastMs !== null && reader.speaksOfConnection)
        return this.#sendAgain(connection, { http: reader.http });
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

  /** null: it is sent. */
  #send(connection: Connection): NetworkFailure | null {
    this.#request.session.journal?.enter("answer", connection.destination.address);
    // Of one that is gone the events say why.
    return connection.send(requestText(this.#request)) || !connection.isAlive ? null : "closed";
  }

  /** null: it goes on, or the head is there. */
  #readHead(connection: Connection, reader: AnswerReader, event: ConnectionEvent): NetworkFailure | null {
    if (event.kind !== "data") return this.#endOfHead(connection, reader, event);
    const { parts, session } = this.#request;
    session.heard?.answered(parts.host);
    session.journal?.enter("read");
    return reader.push(event.chunk);
  }

  #endOfHead(connection: Connection, reader: AnswerReader, event: ConnectionEvent): NetworkFailure | null {
    if (event.kind === "late") return "timeout";
    if (event.kind === "closed") {
      if (event.error !== null) return "reset";
      const failure = reader.finish();
      return failure ?? (reader.hasHead ? null : "closed");
    }
    // A session that broke after its handshake: a client certificate demanded, a record damaged.
    if (event.kind !== "error" || this.#request.parts.scheme !== "https") return "reset";
    connection.tls = "handshake";
    return wantsOurCertificate(event.error) ? "client-certificate" : "tls";
  }

  /** Whatever ends it: what came is what counts. */
  async #readBody(connection: Connection, reader: AnswerReader): Promise<void> {
    const { limits, session } = this.#request;
    // A server that does not know how much it sends need not be heard to the end.
    const waitMs = reader.lengthIsBad ? Math.min(BAD_LENGTH_MS, limits.bodyMs) : limits.bodyMs;
    const until = loopClock.now() + waitMs;
    while (!reader.isRead) {
      const event = await session.next(connection, until);
      if (event.kind === "closed" && event.error === null) reader.finish();
      if (event.kind !== "data") return;
      reader.push(event.chunk);
    }
  }

  #succeeded(connection: Connection, reader: AnswerReader): ExchangeResult {
    const { session } = this.#request;
    const { address } = connection.destination;
    const ms = session.elapsedMs() - this.#beganMs;
    const exchange = reader.exchange(address, ms);
    this.#connector.keepSession(connection);
    session.answered(address);
    if (reader.isLasting) session.keep(connection, ms);
    // A body that was not read to its end is cut off.
    else connection.close(reader.isCutOff);
    return { kind: "exchange", exchange, tls: connection.tls };
  }

  /**
   * Gives up a reused connection or resumed session, as the failure may come of the reuse, and has the request sent again.
   *
   * @param came what the attempt came to, which is recorded as a request by itself
   */
  #sendAgain(connection: Connection, came: Came): Retry {
    const { session } = this.#request;
    connection.close(true);
    if (connection.lastMs === null) this.#shared.tlsSessions.refuse(connection.destination.origin);
    else session.giveUp();
    session.journal?.again(came);
    return "retry";
  }
}

function cameOf(result: ExchangeResult): Came {
  if (result.kind === "failure") return { failure: result.failure };
  if (result.kind === "not-tried") return { failure: result.reason };
  const { exchange } = result;
  return { http: exchange.http, ms: exchange.ms, answer: exchange };
}
