import type { TLSOptions } from "bun";
import type { NetworkFailure, NotTried } from "../../shared/status/outcome.ts";
import { exchangeOf, sizeMatters } from "./answer.ts";
import { BodyReader } from "./body.ts";
import { Connection, type User } from "./connection.ts";
import { framingOf, type Head, hasBadLength } from "./fields.ts";
import type { Gate } from "./gate.ts";
import { HeadReader, type HeadResult } from "./head.ts";
import { loopClock } from "./loop-clock.ts";
import {
  authorityOf,
  bareHost,
  type ExchangeRequest,
  type ExchangeResult,
  portOf,
  requestText,
  type TransportOptions,
  tlsTrouble,
} from "./transport.ts";

/** At least so long is one address waited for while others are left: a SYN is sent again after a second. */
const ATTEMPT_MS_MIN = 1_500;

/** A server that closes without having said so, or sends a body to HEAD, mostly does it with its answer. */
const LAST_WORD_MS = 1;

/** For a body whose announced length is no number: its start, if it comes at all. */
const BAD_LENGTH_MS = 1_000;

/** A SYN without an answer costs nothing: hosts that are silent must not take the places of others. */
const CONNECT_PLACE_MS = 250;
/** Nor must those that take a connection and no handshake. */
const HANDSHAKE_PLACE_MS = 3_000;

/** Of the time of a check. */
const OWN_SHARE_MAX = 0.1;

type Phase = "queue" | "connect" | "head" | "body" | "over";

export interface Settle {
  /** Where it stands as long as it is under way. */
  readonly open: { add(conversation: Conversation): void; delete(conversation: Conversation): void };
  /** Where connections are counted while they are set up. */
  readonly setUps: Pick<Gate, "enter" | "oblige" | "leave">;
  resolve(result: ExchangeResult): void;
  reject(bug: Error): void;
}

/** One request on `Bun.connect`, from dialling to its result. */
export class Conversation implements User {
  readonly #request: ExchangeRequest;
  readonly #options: TransportOptions;
  readonly #settle: Settle;
  /** Made at once, so that a request which must not be sent fails before anything is dialled. ASCII. */
  readonly #toSend: string;
  readonly #origin: string;
  /** On `loopClock`, as all times here. */
  #began = loopClock.now();
  #deadline: number;
  #reader: HeadReader;
  #phase: Phase = "connect";
  #attempt = -1;
  /** The one that is waited for or spoken on. */
  #connection: Connection | null = null;
  #unsent = "";
  /** The handshake is over, with a certificate in trouble or not. */
  #secured: boolean;
  #head: Head | null = null;
  #headless = false;
  #body: BodyReader | null = null;
  /** The answer ends with its head, and the server keeps the connection open. */
  #lasting = false;
  #phaseBegan = 0;
  #phaseEnd = 0;
  /** Gives back the place of a connection that is being set up. */
  #leavePlace: (() => void) | null = null;

  constructor(request: ExchangeRequest, options: TransportOptions, settle: Settle) {
    const { parts } = request;
    this.#request = request;
    this.#options = options;
    this.#settle = settle;
    this.#deadline = request.deadline + (request.line?.waitedMs ?? 0);
    this.#toSend = requestText(request);
    this.#origin = `${parts.scheme}://${authorityOf(parts)}`;
    this.#secured = parts.scheme !== "https";
    this.#reader = this.#newReader();
  }

  begin(): void {
    this.#settle.open.add(this);
    const kept = this.#request.line?.take(this.#origin) ?? null;
    if (kept === null) {
      this.#setUp();
      return;
    }
    this.#phaseEnd = this.#deadline;
    setTimeout(() => {
      if (this.#phase === "over") kept.close(false);
      else if (kept.socket === null) this.#setUp();
      else this.#goOn(kept);
    }, LAST_WORD_MS);
  }

  /** Ends it as if its time were up. */
  abandon(): void {
    this.#fail("timeout");
  }

  #newReader(): HeadReader {
    return new HeadReader(this.#request.limits, this.#request.parts.port === 0);
  }

  /** Speaks on the connection of the check's last request. */
  #goOn(kept: Connection): void {
    kept.user = this;
    this.#connection = kept;
    this.#secured = true;
    this.#awaitHead();
    this.#send(this.#toSend);
  }

  /**
   * What goes wrong on a connection used before, ahead of any answer, says nothing of this request: the server may have
   * closed it meanwhile, or sent a body where HEAD has none. True: asked once more, on a connection of its own.
   */
  #askAnew(): boolean {
    const old = this.#connection;
    if (old === null || old.lastMs === null || this.#phase !== "head") return false;
    old.close(true);
    this.#request.line?.giveUp();
    this.#reader = this.#newReader();
    this.#secured = this.#request.parts.scheme !== "https";
    this.#setUp();
    return true;
  }

  /** A new connection, as soon as there is a place for it. Time stands still until then, as nobody keeps us waiting. */
  #setUp(): void {
    const { line } = this.#request;
    this.#phase = "queue";
    const queued = this.#settle.setUps.enter(line?.dialled);
    if (queued === null) this.#begin();
    else {
      const [since, wall] = [loopClock.now(), performance.now()];
      void queued.then(() => {
        const waited = loopClock.now() - since;
        line?.waited(waited, performance.now() - wall);
        this.#deadline += waited;
        this.#began += waited;
        this.#begin();
      });
    }
  }

  #begin(): void {
    const { line } = this.#request;
    if (this.#phase === "over") {
      this.#settle.setUps.leave();
      return;
    }
    this.#leavePlace = this.#settle.setUps.leave;
    line?.dials();
    this.#dialNext();
  }

  #isSetUp(): void {
    this.#leavePlace?.();
    this.#leavePlace = null;
  }

  #dialNext(): void {
    const { addresses, limits, parts } = this.#request;
    this.#phase = "connect";
    this.#attempt++;
    this.#connection = null;
    const left = addresses.length - this.#attempt;
    const address = addresses[this.#attempt];
    if (address === undefined) {
      this.#fail("connect-refused");
      return;
    }
    const now = loopClock.now();
    const share = (Math.min(this.#deadline, this.#began + limits.connectMs) - now) / left;
    this.#phaseBegan = now;
    this.#phaseEnd = Math.min(
      this.#deadline,
      now + Math.max(share, Math.min(ATTEMPT_MS_MIN, limits.connectMs)),
    );
    const connection = new Connection(this, address, this.#origin);
    this.#connection = connection;
    connection.dial(portOf(parts, this.#options.ownPorts), this.#secured ? null : this.#tlsOptions());
  }

  #tlsOptions(): TLSOptions {
    const { ca } = this.#options;
    const tls = { serverName: bareHost(this.#request.parts), rejectUnauthorized: false };
    return ca === undefined ? tls : { ...tls, ca };
  }

  /**
   * Looked at now and then by the dialler, in place of a timer for each.
   * @param since sockets were read after this.
   */
  look(since: number): void {
    if (this.#phase === "over" || this.#phase === "queue") return;
    if (performance.now() >= (this.#request.line?.endsAt ?? Number.POSITIVE_INFINITY)) {
      this.#endForAll(since);
      return;
    }
    if (this.#leavePlace !== null && since >= this.#phaseBegan + this.#placeMs()) this.#isSetUp();
    if (since < this.#phaseEnd) return;
    if (this.#phase === "body") this.#finish();
    else if (this.#phase === "head") {
      if (since >= this.#deadline || !this.#askAnew()) this.#fail("timeout");
    } else if (this.#attempt + 1 < this.#request.addresses.length && this.#phaseEnd < this.#deadline)
      this.#dialBeside();
    else this.#fail("connect-timeout");
  }

  #placeMs(): number {
    return this.#phase === "connect" ? CONNECT_PLACE_MS : HANDSHAKE_PLACE_MS;
  }

  /** The minute is over (C3). Whoever was given much less of it, as we were late ourselves, is not told of as silent. */
  #endForAll(now: number): void {
    const { totalMs, headSilenceMs } = this.#request.limits;
    if (this.#phase === "body") this.#finish();
    else if (this.#deadline - now > totalMs * OWN_SHARE_MAX && now - this.#phaseBegan < headSilenceMs)
      this.#notTried("no-resources");
    else this.#fail(this.#phase === "connect" ? "connect-timeout" : "timeout");
  }

  /** The next address, while the last connect goes on; hosts that are silent must not use up this process's sockets. */
  #dialBeside(): void {
    const leave = this.#options.sockets?.claim() ?? null;
    if (leave === null && this.#options.sockets !== undefined) {
      this.#notTried("no-resources");
      return;
    }
    this.#giveUpConnect(leave);
    this.#dialNext();
  }

  #giveUpConnect(leave: (() => void) | null): void {
    if (this.#connection === null) return;
    this.#connection.user = null;
    this.#connection.leave = leave;
  }

  connectFailed(): void {
    this.#dialNext();
  }

  opened(): void {
    this.#awaitHead();
    if (this.#secured) {
      this.#isSetUp();
      this.#send(this.#toSend);
    } else this.#leavePlace ??= this.#settle.setUps.oblige();
  }

  #awaitHead(): void {
    this.#phase = "head";
    this.#phaseBegan = loopClock.now();
    const { method, limits } = this.#request;
    const lastMs = this.#connection?.lastMs ?? null;
    if (lastMs !== null)
      this.#patience(Math.min(limits.headSilenceMs, Math.max(limits.keptSilenceMs, 3 * lastMs)));
    // Only HEAD has a second chance, GET, to leave time for.
    else if (method === "HEAD") this.#patience(limits.headSilenceMs);
    else this.#phaseEnd = this.#deadline;
  }

  #patience(ms: number): void {
    this.#phaseEnd = Math.min(this.#deadline, loopClock.now() + ms);
  }

  shookHands(error: Error | null): void {
    if (this.#phase !== "head" || this.#connection === null) return;
    this.#isSetUp();
    if (error !== null) this.#connection.tls = tlsTrouble(errorCode(error));
    if (this.#connection.tls === "handshake") {
      this.#fail("tls");
      return;
    }
    this.#secured = true;
    this.#send(this.#toSend);
  }

  #send(text: string): void {
    const sent = Math.max(0, this.#connection?.socket?.write(text) ?? 0);
    this.#unsent = sent < text.length ? text.slice(sent) : "";
  }

  drained(): void {
    if (this.#unsent !== "") this.#send(this.#unsent);
  }

  received(chunk: Uint8Array): void {
    if (this.#phase === "body") {
      if (this.#body?.push(chunk) === true) this.#finish();
    } else if (this.#phase === "head") {
      if (this.#reader.bytesRead === 0) this.#phaseEnd = this.#deadline;
      this.#takeHead(this.#reader.push(chunk));
    }
  }

  #takeHead(result: HeadResult): void {
    if (result.kind === "more") return;
    if (result.kind === "head") this.#startBody(result.head, result.rest);
    else if (this.#askAnew()) return;
    else if (result.kind === "malformed") this.#fail("malformed-head");
    // In clear text browsers do not speak it either.
    else if (result.kind === "http2")
      this.#fail(this.#request.parts.scheme === "http" ? "malformed-head" : "http2-only");
    else if (result.kind === "too-large") this.#fail("head-too-large");
    else {
      this.#headless = true;
      this.#startBody({ http: 200, fields: [] }, result.rest);
    }
  }

  #startBody(head: Head, rest: Uint8Array): void {
    const { method, limits } = this.#request;
    this.#head = head;
    this.#phase = "body";
    const framing = framingOf(head, method);
    const bodiless =
      framing.kind === "none" ? head.http !== 101 : framing.kind === "length" && framing.bytes === 0;
    this.#lasting = bodiless && rest.length === 0 && this.#reader.lasting;
    this.#body =
      framing.kind === "none"
        ? null
        : new BodyReader(framing, limits, sizeMatters(head), this.#request.wantsPage);
    if (this.#body === null || this.#body.push(rest)) this.#finish();
    // A server that does not know how much it sends need not be heard to the end either.
    else this.#patience(hasBadLength(head) ? Math.min(BAD_LENGTH_MS, limits.bodyMs) : limits.bodyMs);
  }

  closed(_: Connection, error: Error | null): void {
    if (this.#askAnew()) return;
    if (this.#phase === "head" && !this.#secured) this.broken();
    // A few bytes of markup without a status line show only at the end what they are.
    if (this.#phase === "head" && error === null) this.#takeHead(this.#reader.finish());
    if (this.#phase === "head") this.#fail(error === null ? "closed" : "reset");
    if (this.#phase === "body") {
      if (error === null) this.#body?.finish();
      this.#finish();
    }
  }

  /** Bun hands two kinds of errors to one handler: the system's, with a code, and exceptions of the other handlers. */
  erred(error: Error): void {
    if (errorCode(error) !== "") {
      this.broken();
      return;
    }
    this.#settle.reject(error);
    this.#fail("closed");
  }

  /** A TLS session that broke in or after the handshake: a client certificate demanded, a record damaged. */
  broken(): void {
    if (this.#phase === "body") this.#finish();
    if (this.#phase !== "head" || this.#askAnew()) return;
    const secure = this.#request.parts.scheme === "https";
    if (secure && this.#connection !== null) this.#connection.tls = "handshake";
    this.#fail(secure ? "tls" : "reset");
  }

  #finish(): void {
    if (this.#head === null) return;
    const address = this.#connection?.address ?? "";
    const ms = loopClock.now() - this.#began;
    const exchange = exchangeOf(this.#request, this.#head, this.#body, address, ms);
    this.#over({
      kind: "exchange",
      exchange: this.#headless ? { ...exchange, headless: true } : exchange,
      tls: this.#connection?.tls ?? null,
    });
  }

  #fail(failure: NetworkFailure): void {
    this.#over({ kind: "failure", failure, tls: this.#connection?.tls ?? null });
  }

  #notTried(reason: NotTried): void {
    this.#over({ kind: "not-tried", reason, tls: null });
  }

  #over(result: ExchangeResult): void {
    if (this.#phase === "over") return;
    this.#isSetUp();
    if (this.#phase !== "connect") this.#part();
    else if (this.#connection !== null) this.#giveUpConnect(this.#options.sockets?.oblige() ?? null);
    this.#phase = "over";
    this.#settle.open.delete(this);
    this.#settle.resolve(result);
  }

  #part(): void {
    const connection = this.#connection;
    if (connection === null) return;
    const { line } = this.#request;
    if (this.#lasting && line !== undefined && connection.socket !== null)
      line.keep(connection, loopClock.now() - this.#began);
    // A body that was not read to its end is cut off; anything else is closed in peace.
    else connection.close(this.#head === null || this.#body?.complete === false);
  }
}

function errorCode(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? "";
}
