import type { NetworkFailure } from "../../shared/status/outcome.ts";
import type { Connection, User } from "./connection.ts";
import type { Came } from "./exchange-session.ts";
import { AnswerReader, type Step } from "./reading.ts";
import { SettingUp, type Shared } from "./setting-up.ts";
import { Timing } from "./timing.ts";
import {
  type Begin,
  codeOf,
  type ExchangeRequest,
  type ExchangeResult,
  lacksGroup,
  refusesUsUnknown,
  requestText,
  tlsTrouble,
  wantsOurCertificate,
} from "./transport.ts";

/** A server that closes without having said so, or sends a body to HEAD, mostly does it with its answer. */
const LAST_WORD_MS = 1;
const NO_ROOM: ExchangeResult = { kind: "not-tried", reason: "no-resources", tls: null };

type Phase = "queue" | "connect" | "head" | "body" | "over";

/** What all conversations of a dialler share. */
export interface Exchanges extends Shared {
  /** Where a conversation stands as long as it is under way. */
  readonly open: { add(conversation: Conversation): void; delete(conversation: Conversation): void };
  /** No address took the connection. */
  readonly refused: Begin;
}

/** One request on `Bun.connect`, from dialling to its result. */
export class Conversation implements User {
  /** In the dialler's list of those under way. */
  place = 0;
  readonly #request: ExchangeRequest;
  readonly #shared: Exchanges;
  readonly #done: (result: ExchangeResult) => void;
  readonly #failed: (bug: unknown) => void;
  /** Made at once, so that a request which must not be sent fails before anything is dialled. ASCII. */
  readonly #toSend: string;
  readonly #way: SettingUp;
  readonly #timing: Timing;
  /** null: nothing has come yet. */
  #answer: AnswerReader | null = null;
  #phase: Phase = "connect";
  /** The handshake is over, with a certificate in trouble or not. */
  #secured: boolean;

  constructor(
    request: ExchangeRequest,
    shared: Exchanges,
    done: (result: ExchangeResult) => void,
    failed: (bug: unknown) => void,
  ) {
    this.#request = request;
    this.#shared = shared;
    this.#done = done;
    this.#failed = failed;
    this.#timing = new Timing(request);
    this.#toSend = requestText(request);
    this.#way = new SettingUp(request, shared, this);
    this.#secured = request.parts.scheme !== "https";
  }

  begin(): void {
    this.#shared.open.add(this);
    const kept = this.#request.session?.take(this.#way.origin) ?? null;
    if (kept === null) this.#setUp();
    else setTimeout(() => this.#goOn(kept), LAST_WORD_MS);
  }

  /** Ends it as if its time were up. */
  abandon(): void {
    this.#fail("timeout");
  }

  /** Speaks on the connection of the check's last request, if it is still open. */
  #goOn(kept: Connection): void {
    if (this.#phase === "over") {
      kept.close(false);
      return;
    }
    if (kept.socket === null) {
      this.#setUp();
      return;
    }
    kept.user = this;
    this.#way.connection = kept;
    this.#secured = true;
    this.#phase = "head";
    this.#timing.awaitHead(kept, true);
    kept.send(this.#toSend);
  }

  /**
   * What goes wrong ahead of any answer on a connection used before, or where a session was offered, says nothing of
   * this request: the server may have closed the connection meanwhile, or sent a body where HEAD has none; or it, or a
   * box before it, is no good at resuming sessions. True: asked once more, on a connection and by a handshake of its own;
   * if it was sent, that was a request by itself, which came to this.
   */
  #askAnew(came: Came): boolean {
    const old = this.#way.connection;
    if (old?.isUsed !== true || this.#phase !== "head") return false;
    if (old.lastMs === null) this.#way.failed();
    else this.#request.session?.giveUp();
    if (this.#secured) this.#request.session?.journal?.again(came);
    this.#timing.startOver();
    this.#redial(old);
    return true;
  }

  #redial(old: Connection): void {
    old.close(true);
    this.#way.startOver();
    this.#answer = null;
    this.#secured = this.#request.parts.scheme !== "https";
    this.#setUp();
  }

  /** A new connection, as soon as there is a place for it. Time stands still until then, as nobody keeps us waiting. */
  #setUp(): void {
    this.#phase = "queue";
    const queued = this.#way.enter(this.#timing);
    if (queued === null) this.#begin();
    else void queued.then(() => this.#begin());
  }

  #begin(): void {
    if (this.#phase === "over") this.#way.leave();
    else {
      this.#request.session?.dials();
      this.#dialNext();
    }
  }

  #dialNext(): void {
    this.#phase = "connect";
    if (this.#way.dialNext(this.#timing)) return;
    if (this.#end()) this.#shared.refused(this.#request, this.#done, this.#failed);
  }

  /**
   * Looked at now and then by the dialler, in place of a timer for each.
   * @param since sockets were read after this.
   */
  look(since: number): void {
    if (this.#phase === "over" || this.#phase === "queue") return;
    const timing = this.#timing;
    if (timing.isOver) {
      this.#endForAll(since);
      return;
    }
    this.#way.look(since, timing.phaseBegan, this.#phase !== "connect");
    if (since < timing.phaseEnd) return;
    if (this.#phase === "body") this.#finish();
    else if (this.#phase === "head") {
      if (this.#answer === null) this.#way.silent();
      if (since >= timing.deadline || !this.#askAnew({ failure: "timeout" })) this.#endOfPatience();
    } else if (this.#way.addressesLeft > 0 && timing.phaseEnd < timing.deadline) {
      // While the last connect goes on; hosts that are silent must not use up this process's sockets.
      if (this.#way.giveUp(false)) this.#dialNext();
      else this.#over(NO_ROOM);
    } else this.#fail("connect-timeout");
  }

  /** A handshake that comes to no end is one that broke: there may be a way by http (table S). */
  #endOfPatience(): void {
    const { connection } = this.#way;
    if (!this.#secured && connection !== null) connection.tls = "handshake";
    this.#fail("timeout");
  }

  #endForAll(now: number): void {
    if (this.#phase === "body") this.#finish();
    else if (this.#timing.wasOurs(now)) this.#over(NO_ROOM);
    else this.#fail(this.#phase === "connect" ? "connect-timeout" : "timeout");
  }

  connectFailed(): void {
    this.#dialNext();
  }

  opened(connection: Connection): void {
    this.#phase = "head";
    this.#timing.awaitHead(connection, this.#secured);
    if (this.#secured) {
      this.#way.leave();
      connection.send(this.#toSend);
    } else this.#way.oblige();
  }

  shookHands(error: Error | null): void {
    const { connection } = this.#way;
    if (this.#phase !== "head" || connection === null) return;
    this.#way.leave();
    if (error !== null) {
      connection.tls = tlsTrouble(codeOf(error));
      if (connection.tls === "handshake") {
        this.#refusedHands(connection, error);
        return;
      }
    }
    this.#secured = true;
    this.#timing.secured(connection);
    connection.send(this.#toSend);
  }

  #refusedHands(connection: Connection, error: Error): void {
    if (this.#askAnew({ failure: "tls" })) return;
    if (refusesUsUnknown(error) && connection.showedCertificate) this.#fail("client-certificate");
    // The server may have none of the usual groups of keys: asked once more with all.
    else if (lacksGroup(error) && this.#way.widen()) this.#redial(connection);
    else this.#fail("tls");
  }

  received(chunk: Uint8Array): void {
    if (this.#phase !== "head" && this.#phase !== "body") return;
    this.#answer ??= new AnswerReader(this.#request);
    if (this.#phase === "head") this.#timing.heard();
    this.#go(this.#answer, this.#answer.push(chunk));
  }

  #go(answer: AnswerReader, step: Step): void {
    if (step === "more") return;
    if (answer.isNone && this.#askAnew({ failure: "malformed-head" })) return;
    const wasUsed = (this.#way.connection?.lastMs ?? null) !== null;
    if (wasUsed && answer.speaksOfConnection && this.#askAnew({ http: answer.head?.http ?? null })) return;
    if (step === "end") this.#finish();
    else if (step === "body") {
      this.#phase = "body";
      this.#timing.awaitBody(answer.lengthIsBad);
    } else this.#fail(step);
  }

  closed(_: Connection, error: Error | null): void {
    const why = error === null ? "closed" : "reset";
    if (this.#askAnew({ failure: why })) return;
    if (this.#phase === "head" && !this.#secured) this.broken();
    const answer = this.#answer;
    if (this.#phase === "head" && error === null && answer !== null) this.#go(answer, answer.finish());
    if (this.#phase === "head") this.#fail(why);
    if (this.#phase === "body") {
      if (error === null) answer?.finish();
      this.#finish();
    }
  }

  /** Bun hands two kinds of errors to one handler: the system's, with a code, and exceptions of the other handlers. */
  erred(error: Error): void {
    if (codeOf(error) !== "") {
      this.broken(wantsOurCertificate(error) ? "client-certificate" : "tls");
      return;
    }
    if (this.#end()) this.#failed(error);
  }

  /** A TLS session that broke in or after the handshake: a client certificate demanded, a record damaged. */
  broken(trouble: "tls" | "client-certificate" = "tls"): void {
    if (this.#phase === "body") this.#finish();
    if (this.#phase !== "head" || this.#askAnew({ failure: trouble })) return;
    const secure = this.#request.parts.scheme === "https";
    const { connection } = this.#way;
    if (secure && connection !== null) connection.tls = "handshake";
    this.#fail(secure ? trouble : "reset");
  }

  #finish(): void {
    const { connection } = this.#way;
    const exchange = this.#answer?.exchange(connection?.address ?? "", this.#timing.ms) ?? null;
    if (exchange === null) return;
    this.#way.succeeded();
    this.#over({ kind: "exchange", exchange, tls: connection?.tls ?? null });
  }

  #fail(failure: NetworkFailure): void {
    this.#way.failed();
    this.#over({ kind: "failure", failure, tls: this.#way.connection?.tls ?? null });
  }

  #over(result: ExchangeResult): void {
    if (this.#end()) this.#done(result);
  }

  /** false: it was over before. */
  #end(): boolean {
    if (this.#phase === "over") return false;
    this.#way.leave();
    if (this.#phase !== "connect") this.#way.part(this.#answer, this.#timing.ms);
    else this.#way.giveUp(true);
    this.#phase = "over";
    this.#shared.open.delete(this);
    return true;
  }
}
