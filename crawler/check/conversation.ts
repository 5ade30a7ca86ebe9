import type { Socket, TLSOptions } from "bun";
import type { NetworkFailure, NotTried, TlsTrouble } from "../../shared/status/outcome.ts";
import { exchangeOf, sizeMatters } from "./answer.ts";
import { BodyReader } from "./body.ts";
import { framingOf, type Head, HeadReader, type HeadResult } from "./head.ts";
import {
  bareHost,
  type ExchangeRequest,
  type ExchangeResult,
  portOf,
  requestBytes,
  type TransportOptions,
  tlsTrouble,
} from "./transport.ts";

/** At least so long is one address waited for while others are left: a SYN is sent again after a second. */
const ATTEMPT_MS_MIN = 1_500;

type Phase = "connect" | "head" | "body" | "over";

/** What a socket carries, so that all sockets share their handlers. */
interface Attempt {
  readonly conversation: Conversation;
  /** Index into the addresses; a connection of an earlier attempt that comes late is dropped. */
  readonly number: number;
  /** Where a connect is counted that is under way and no longer waited for. */
  leave: (() => void) | null;
}

export interface Settle {
  /** Where it stands as long as it is under way. */
  readonly open: Set<Conversation>;
  resolve(result: ExchangeResult): void;
  reject(bug: Error): void;
}

/** One request on `Bun.connect`, from dialling to its result. */
export class Conversation {
  readonly #request: ExchangeRequest;
  readonly #options: TransportOptions;
  readonly #settle: Settle;
  /** Made at once, so that a request which must not be sent fails before anything is dialled. */
  readonly #toSend: Uint8Array;
  readonly #tlsOptions: TLSOptions | null;
  readonly #reader: HeadReader;
  readonly #began = performance.now();
  #phase: Phase = "connect";
  #attempt = -1;
  /** The connect that is waited for. */
  #connecting: Attempt | null = null;
  #socket: Socket<Attempt> | null = null;
  #unsent: Uint8Array | null = null;
  /** The handshake is over, with a certificate in trouble or not. */
  #secured = false;
  #tls: TlsTrouble | null = null;
  #head: Head | null = null;
  #headless = false;
  #body: BodyReader | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #timerAt = Number.POSITIVE_INFINITY;
  /** End of the phase, on the clock of `performance.now()`. */
  #phaseEnd = 0;

  constructor(request: ExchangeRequest, options: TransportOptions, settle: Settle) {
    const { parts, limits } = request;
    const { ca } = options;
    this.#request = request;
    this.#options = options;
    this.#settle = settle;
    this.#toSend = requestBytes(request);
    const tls = { serverName: bareHost(parts), rejectUnauthorized: false };
    this.#tlsOptions = parts.scheme !== "https" ? null : ca === undefined ? tls : { ...tls, ca };
    this.#reader = new HeadReader(limits, parts.port === 0);
  }

  begin(): void {
    this.#settle.open.add(this);
    this.#dialNext();
  }

  /** Ends it as if its time were up. */
  abandon(): void {
    this.#fail("timeout");
  }

  #dialNext(): void {
    const { addresses, limits, deadline, parts } = this.#request;
    this.#attempt++;
    const left = addresses.length - this.#attempt;
    const hostname = addresses[this.#attempt];
    if (hostname === undefined) {
      this.#fail("connect-refused");
      return;
    }
    const now = performance.now();
    const share = (Math.min(deadline, this.#began + limits.connectMs) - now) / left;
    this.#expect(Math.min(deadline, now + Math.max(share, Math.min(ATTEMPT_MS_MIN, limits.connectMs))));
    const data: Attempt = { conversation: this, number: this.#attempt, leave: null };
    this.#connecting = data;
    const target = { hostname, port: portOf(parts, this.#options.ownPorts), socket: HANDLERS, data };
    // Its promise is not looked at: `open` and `connectError` tell all, and with the latter it is no unhandled rejection.
    void Bun.connect(this.#tlsOptions === null ? target : { ...target, tls: this.#tlsOptions });
  }

  /** Moves the end of the phase; the timer is only touched when it would ring too late. */
  #expect(at: number): void {
    this.#phaseEnd = at;
    if (this.#timer !== null && this.#timerAt <= at) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => this.#ring(), Math.max(0, at - performance.now()));
  }

  #ring(): void {
    this.#timer = null;
    if (this.#phase === "over") return;
    if (performance.now() < this.#phaseEnd - 1) this.#expect(this.#phaseEnd);
    else if (this.#phase === "body") this.#finish();
    else if (this.#phase === "head") this.#fail("timeout");
    else if (this.#attempt + 1 < this.#request.addresses.length && this.#phaseEnd < this.#request.deadline)
      this.#dialBeside();
    else this.#fail("connect-timeout");
  }

  /** The next address, while the last connect goes on; hosts that are silent must not use up this process's sockets. */
  #dialBeside(): void {
    const leave = this.#options.sockets?.claim() ?? null;
    if (leave === null && this.#options.sockets !== undefined) {
      this.#notTried("no-resources");
      return;
    }
    if (this.#connecting !== null) this.#connecting.leave = leave;
    this.#dialNext();
  }

  connectFailed(attempt: number): void {
    if (this.#phase !== "connect" || attempt !== this.#attempt) return;
    this.#connecting = null;
    this.#dialNext();
  }

  opened(socket: Socket<Attempt>): void {
    if (this.#phase !== "connect" || socket.data.number !== this.#attempt) {
      socket.terminate();
      socket.data.leave?.();
      return;
    }
    this.#connecting = null;
    this.#socket = socket;
    this.#phase = "head";
    const { method, deadline, limits } = this.#request;
    // Only HEAD has a second chance, GET, to leave time for.
    const patience = method === "HEAD" ? performance.now() + limits.headSilenceMs : deadline;
    this.#expect(Math.min(deadline, patience));
    if (this.#tlsOptions === null) this.#send(this.#toSend);
  }

  shookHands(error: Error | null): void {
    if (this.#phase !== "head") return;
    if (error !== null) this.#tls = tlsTrouble(errorCode(error));
    if (this.#tls === "handshake") {
      this.#fail("tls");
      return;
    }
    this.#secured = true;
    this.#send(this.#toSend);
  }

  #send(bytes: Uint8Array): void {
    const sent = Math.max(0, this.#socket?.write(bytes) ?? 0);
    this.#unsent = sent < bytes.length ? bytes.subarray(sent) : null;
  }

  drained(): void {
    if (this.#unsent !== null) this.#send(this.#unsent);
  }

  received(chunk: Uint8Array): void {
    if (this.#phase === "body") {
      if (this.#body?.push(chunk) === true) this.#finish();
    } else if (this.#phase === "head") {
      if (this.#reader.bytesRead === 0) this.#expect(this.#request.deadline);
      this.#takeHead(this.#reader.push(chunk));
    }
  }

  #takeHead(result: HeadResult): void {
    if (result.kind === "malformed") this.#fail("malformed-head");
    else if (result.kind === "too-large") this.#fail("head-too-large");
    else if (result.kind === "head") this.#startBody(result.head, result.rest);
    else if (result.kind === "no-status-line") {
      this.#headless = true;
      this.#startBody({ http: 200, fields: [] }, result.rest);
    }
  }

  #startBody(head: Head, rest: Uint8Array): void {
    const { method, limits, deadline } = this.#request;
    this.#head = head;
    this.#phase = "body";
    const framing = framingOf(head, method);
    this.#body = framing.kind === "none" ? null : new BodyReader(framing, limits, sizeMatters(head));
    if (this.#body === null || this.#body.push(rest)) this.#finish();
    else this.#expect(Math.min(deadline, performance.now() + limits.bodyMs));
  }

  closed(attempt: number, error: Error | null): void {
    if (attempt !== this.#attempt) return;
    if (this.#phase === "head" && this.#tlsOptions !== null && !this.#secured) this.broken();
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
    if (this.#phase !== "head") return;
    if (this.#tlsOptions !== null) this.#tls = "handshake";
    this.#fail(this.#tlsOptions === null ? "reset" : "tls");
  }

  #finish(): void {
    if (this.#head === null) return;
    const address = this.#request.addresses[this.#attempt] ?? "";
    const ms = performance.now() - this.#began;
    const exchange = exchangeOf(this.#request, this.#head, this.#body, address, ms);
    this.#over({
      kind: "exchange",
      exchange: this.#headless ? { ...exchange, headless: true } : exchange,
      tls: this.#tls,
    });
  }

  #fail(failure: NetworkFailure): void {
    this.#over({ kind: "failure", failure, tls: this.#tls });
  }

  #notTried(reason: NotTried): void {
    this.#over({ kind: "not-tried", reason, tls: null });
  }

  #over(result: ExchangeResult): void {
    if (this.#phase === "over") return;
    if (this.#connecting !== null) this.#connecting.leave = this.#options.sockets?.oblige() ?? null;
    this.#phase = "over";
    if (this.#timer !== null) clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    // A body that was not read to its end is cut off; anything else is closed in peace.
    if (this.#head !== null && this.#body?.complete !== false) socket?.end();
    else socket?.terminate();
    this.#settle.open.delete(this);
    this.#settle.resolve(result);
  }
}

const HANDLERS = {
  open: (socket: Socket<Attempt>) => socket.data.conversation.opened(socket),
  handshake: (socket: Socket<Attempt>, _success: boolean, error: Error | null) =>
    socket.data.conversation.shookHands(error ?? null),
  data: (socket: Socket<Attempt>, chunk: Uint8Array) => socket.data.conversation.received(chunk),
  drain: (socket: Socket<Attempt>) => socket.data.conversation.drained(),
  close: (socket: Socket<Attempt>, error?: Error) =>
    socket.data.conversation.closed(socket.data.number, error ?? null),
  error: (socket: Socket<Attempt>, error: Error) => socket.data.conversation.erred(error),
  connectError: ({ data }: Socket<Attempt>) => {
    data.leave?.();
    data.conversation.connectFailed(data.number);
  },
};

function errorCode(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code ?? "";
}
