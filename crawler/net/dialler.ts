import { turnEnd } from "../check/turn-end.ts";
import { Conversation, type Exchanges } from "./conversation.ts";
import { descriptorsLeft } from "./descriptors.ts";
import type { Came, RequestRecord } from "./exchange-session.ts";
import { createGate } from "./gate.ts";
import { loopClock } from "./loop-clock.ts";
import { Tickets } from "./tickets.ts";
import type { Begin, ExchangeResult, Transport, TransportOptions } from "./transport.ts";

/** Pause before another try when this process has no descriptor left. */
const DESCRIPTOR_WAIT_MS = 250;

const REFUSED: ExchangeResult = { kind: "failure", failure: "connect-refused", tls: null };

/**
 * Connections being set up at once, TLS included. A rush of thousands of handshakes takes both sides longer than anybody
 * waits; so many keep a processor busy. Who waits for a place does not use up time.
 */
const SET_UP_MAX = 256;

/**
 * HTTP/1.1 on `Bun.connect` (design 12). The address dialled is the literal given; a certificate in trouble is noted
 * from the handshake while the same connection goes on to the answer. "not-tried" when this process is out of file
 * descriptors and stays so until the deadline.
 */
export function createDialler(options: TransportOptions = {}): Transport {
  const open = new Rounds();
  let closed = false;
  const places = createGate(options.setUpMax ?? SET_UP_MAX);
  const refused: Begin = (request, resolve, reject) => {
    // Bun calls every failed connect ECONNREFUSED, also for want of a descriptor.
    if (descriptorsLeft()) resolve(REFUSED);
    // Our trouble is not theirs (design 11): wait for other checks to end, and book nothing if that does not help.
    else if (loopClock.now() + DESCRIPTOR_WAIT_MS >= request.deadline)
      resolve({ kind: "not-tried", reason: "no-resources", tls: null });
    else setTimeout(() => begin(request, resolve, reject), DESCRIPTOR_WAIT_MS);
  };
  const shared: Exchanges = { options, open, places, tickets: new Tickets(), refused };
  const begin: Begin = (request, resolve, reject) => {
    if (closed) resolve({ kind: "not-tried", reason: "no-resources", tls: null });
    else new Conversation(request, shared, resolve, reject).begin();
  };
  const beginTimed: Begin = (request, resolve, reject) => {
    const journal = request.session?.journal ?? null;
    if (journal === null) {
      begin(request, resolve, reject);
      return;
    }
    journal.begin(request);
    begin(request, telling(journal, resolve), reject);
  };
  return {
    exchange: (request) => new Promise((resolve, reject) => beginTimed(request, resolve, reject)),
    begin: beginTimed,
    async close() {
      closed = true;
      open.endAll();
    },
  };
}

const telling =
  (journal: RequestRecord, resolve: (result: ExchangeResult) => void) =>
  (result: ExchangeResult): void => {
    journal.end(cameOf(result));
    resolve(result);
  };

function cameOf(result: ExchangeResult): Came {
  if (result.kind === "failure") return { failure: result.failure };
  if (result.kind === "not-tried") return { failure: result.reason };
  const { exchange } = result;
  return { http: exchange.http, ms: exchange.ms, answer: exchange };
}

/**
 * One timer for all: a few for each check, set and cleared again, cost more than a look at thousands now and then. Each knows
 * its place in the list, as a set costs ten times as much for so short a stay.
 */
class Rounds {
  readonly #open: Conversation[] = [];
  #looking = false;

  add(conversation: Conversation): void {
    conversation.place = this.#open.length;
    this.#open.push(conversation);
    if (!this.#looking) loopClock.start(this.#look);
    this.#looking = true;
  }

  /** The last one takes its place. */
  delete({ place }: Conversation): void {
    const last = this.#open.pop();
    if (last === undefined || last.place === place) return;
    last.place = place;
    this.#open[place] = last;
  }

  readonly #look = (since: number): void => {
    // What has arrived is no silence.
    turnEnd.run();
    // From the last to the first: who takes the place of one that ends meanwhile was looked at before.
    for (let at = this.#open.length - 1; at >= 0; at--) this.#open[at]?.look(since);
    if (this.#open.length > 0) return;
    loopClock.stop(this.#look);
    this.#looking = false;
  };

  endAll(): void {
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) last.abandon();
  }
}
