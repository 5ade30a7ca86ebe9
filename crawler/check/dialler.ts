import { Conversation } from "./conversation.ts";
import { descriptorsLeft } from "./descriptors.ts";
import type { ExchangeRequest, ExchangeResult, Transport, TransportOptions } from "./transport.ts";

/** Pause before another try when this process has no descriptor left. */
const DESCRIPTOR_WAIT_MS = 250;

/** How often all that is under way is looked at for its time being up. */
const ROUND_MS = 50;

/**
 * HTTP/1.1 on `Bun.connect` (design 12). The address dialled is the literal given; a certificate in trouble is noted
 * from the handshake while the same connection goes on to the answer. "not-tried" when this process is out of file
 * descriptors and stays so until the deadline.
 */
export function createDialler(options: TransportOptions = {}): Transport {
  const open = new Rounds();
  const begin = (
    request: ExchangeRequest,
    resolve: (result: ExchangeResult) => void,
    reject: (bug: unknown) => void,
  ) => {
    const settle = (result: ExchangeResult) => {
      // Bun calls every failed connect ECONNREFUSED, also for want of a descriptor.
      if (result.kind !== "failure" || result.failure !== "connect-refused" || descriptorsLeft())
        resolve(result);
      // Our trouble is not theirs (design 11): wait for other checks to end, and book nothing if that does not help.
      else if (performance.now() + DESCRIPTOR_WAIT_MS >= request.deadline)
        resolve({ kind: "not-tried", reason: "no-resources", tls: null });
      else setTimeout(() => begin(request, resolve, reject), DESCRIPTOR_WAIT_MS);
    };
    new Conversation(request, options, { open, resolve: settle, reject }).begin();
  };
  return {
    exchange: (request) => new Promise((resolve, reject) => begin(request, resolve, reject)),
    async close() {
      open.endAll();
    },
  };
}

/** One timer for all: a few for each check, set and cleared again, cost more than a look at thousands now and then. */
class Rounds {
  readonly #open = new Set<Conversation>();
  #timer: ReturnType<typeof setInterval> | null = null;

  add(conversation: Conversation): void {
    this.#open.add(conversation);
    this.#timer ??= setInterval(() => this.#go(), ROUND_MS);
  }

  delete(conversation: Conversation): void {
    this.#open.delete(conversation);
  }

  #go(): void {
    const now = performance.now();
    for (const conversation of this.#open) conversation.look(now);
    if (this.#open.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  endAll(): void {
    for (const conversation of this.#open) conversation.abandon();
  }
}
