import type { ChainEnd, Exchange, NetworkFailure } from "../../shared/status/outcome.ts";
import type { ExchangeResult } from "./transport.ts";

/** Followed as browsers do; 300, 304, 305 and 306 are answers (WHATWG Fetch, "redirect status"). */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (http: number): boolean => REDIRECTS.has(http);

/**
 * C1: whether the answer to HEAD says what is to be known. Errors are never believed from HEAD alone: servers that do
 * not implement it answer 403, 404, 405, 500 … (peers.md: complaint 3). Exceptions: who asks for fewer requests
 * gets no second one, and a wall against robots stands before GET as well.
 */
export function headSuffices(head: Exchange): boolean {
  const { http, mime, contentLength, location, wall } = head;
  if (http === 429 || wall !== null) return true;
  if (isRedirect(http)) return location !== null;
  if (head.headless === true || head.guarded === true) return false;
  return http >= 200 && http < 300 && mime !== null && contentLength !== null;
}

/** After these GET would find the same: nobody was reached, or nobody to be trusted. */
const FINAL_FAILURES: ReadonlySet<NetworkFailure> = new Set([
  "connect-refused",
  "connect-timeout",
  "unreachable",
  "tls",
  "http2-only",
]);

export const getIsWorthwhile = (head: ExchangeResult): boolean =>
  head.kind === "exchange"
    ? !headSuffices(head.exchange)
    : head.kind === "failure" && !FINAL_FAILURES.has(head.failure);

/** C1, M9: GET told something that HEAD had not, so that the next checks of this host begin with GET. */
export function getGained(head: ExchangeResult, get: ExchangeResult): boolean {
  if (get.kind !== "exchange") return false;
  if (head.kind !== "exchange" || (get.exchange.http >= 200 && get.exchange.http < 300)) return true;
  return head.exchange.http !== get.exchange.http;
}

/** The last hop that was a redirect told to HEAD; -1 without one. */
const lastHeadRedirect = (chain: readonly Exchange[]): number =>
  chain.findLastIndex(({ method, http }) => method === "HEAD" && isRedirect(http));

/**
 * Redirects told to HEAD led to nothing that a reader can use. Some servers send HEAD elsewhere than GET, to a login
 * or an error page, and readers only ever send GET. Not worth it: an endless chain, who asks for fewer requests, and who
 * would send us to where nobody may be sent.
 */
export function misledByHead({ chain, end }: { chain: readonly Exchange[]; end?: ChainEnd }): boolean {
  const last = chain.at(-1);
  if (last === undefined || lastHeadRedirect(chain) < 0) return false;
  if (end === "too-many" || end === "forbidden-target") return false;
  return end !== "final" || (last.http >= 400 && last.http !== 429 && last.wall === null);
}

/** GET was led the same way as HEAD before, as far as HEAD was asked. */
export const confirms = (chain: readonly Exchange[], doubted: readonly Exchange[]): boolean =>
  chain.length === lastHeadRedirect(doubted) + 1 &&
  chain.every(({ http, location }, at) => http === doubted[at]?.http && location === doubted[at]?.location);
