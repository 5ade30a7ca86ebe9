import type { HostName } from "../../shared/url/types.ts";
import { keepNewest } from "../net/oldest.ts";
import type { ExchangeResult } from "../net/transport.ts";
import { asksForTime } from "../runtime/retry-after.ts";
import { type Asked, VainHosts } from "./vain-hosts.ts";

const KNOWN_MS = 600_000;
const HOSTS_MAX = 10_000;

/** As turned away, and not by name: 503 without a term, or hung up on (nginx's 444). */
const isTurnedAway = (result: ExchangeResult): boolean => {
  if (result.kind === "failure") return result.failure === "closed";
  if (result.kind !== "exchange") return false;
  const { exchange } = result;
  return exchange.http === 503 && exchange.wall === null && !asksForTime(exchange);
};

/** A server that turned this away may have let it in. */
export const isAnswer = (head: ExchangeResult | null): boolean =>
  head?.kind === "exchange" && head.exchange.http !== 503;

type Done = (result: ExchangeResult) => void;

/** How a URL is asked for. */
export interface Getting {
  readonly get: (done: Done) => void;
  /** The host answered something else: HEAD in this check, or robots.txt today. */
  readonly answered: () => boolean;
  /** false: no time is left for it, and `then` is not called. */
  readonly rest: (then: () => void) => boolean;
}

/**
 * Servers that let in one request at a time of a second or two and turn away those beyond it: nginx's `limit_req` says 503
 * for that where nothing else is set, without `burst` to whatever comes right after another. A reader's click is one
 * request; a check asks for robots.txt, HEAD and GET, and would find such a site down each time. So after an answer to HEAD, or
 * to robots.txt on the same day, who turns GET away is asked once more when he has had his rest. Not who names a term, or says 429 (C4). Where that
 * helped, each GET comes after a rest and nothing before it, for ten minutes: administrators ban who is turned away too often.
 */
export class HurriedHosts {
  readonly #vain = new VainHosts();
  /** Until when. */
  readonly #known = new Map<HostName, number>();

  wantsRest(host: HostName): boolean {
    return (this.#known.get(host) ?? 0) > performance.now();
  }

  get(asked: Asked, { get, answered, rest }: Getting, done: Done): void {
    const again = (otherwise: (rested: ExchangeResult) => void) => () =>
      get((rested) => {
        // Our own trouble says nothing of the server.
        if (rested.kind !== "not-tried")
          this.#learn(asked, rested.kind === "exchange" && !isTurnedAway(rested));
        otherwise(rested);
      });
    const first = (result: ExchangeResult) => {
      const isHurried =
        isTurnedAway(result) && answered() && !this.#vain.has(asked.parts.host, performance.now());
      const said = again((rested) => done(rested.kind === "failure" ? result : rested));
      if (!isHurried || !rest(said)) done(result);
    };
    if (!this.wantsRest(asked.parts.host) || !rest(again(done))) get(first);
  }

  #learn(asked: Asked, helped: boolean): void {
    const { host } = asked.parts;
    const now = performance.now();
    this.#vain.learn(asked, helped, now);
    if (helped) keepNewest(this.#known, host, now + KNOWN_MS, HOSTS_MAX);
    else this.#known.delete(host);
  }
}
