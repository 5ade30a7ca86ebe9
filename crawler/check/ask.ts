import { notableMime } from "../../shared/status/mime.ts";
import type { ChainEnd, Exchange, NetworkFailure } from "../../shared/status/outcome.ts";
import { isMereChange } from "../../shared/status/redirect.ts";
import { gateAt } from "../classify/gates.ts";
import { endsAtErrorPage, endsAtRoot } from "../classify/redirects.ts";
import type { ExchangeResult } from "../net/transport.ts";
import { asksForTime } from "../runtime/retry-after.ts";

/** Followed as browsers do; 300, 304, 305 and 306 are answers (WHATWG Fetch, "redirect status"). */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (http: number): boolean => REDIRECTS.has(http);

/** Who asks for fewer requests, or for time with a term that can be read, gets no second one at once (C4). */
export const asksForPeace = (exchange: Exchange): boolean => exchange.http === 429 || asksForTime(exchange);

/** Guards that lock robots out say so with 503 and a term, and in the page only: the next check begins with GET. */
export const nextByGet = (head: ExchangeResult): boolean =>
  head.kind === "exchange" && asksForTime(head.exchange) && head.exchange.wall === null;

/**
 * C1: whether the answer to HEAD says what is to be known. Errors are never believed from HEAD alone: servers that do
 * not implement it answer 403, 404, 405, 500 … (peers.md: complaint 3). Exceptions: `asksForPeace`, and a wall against robots
 * stands before GET as well. 202 is no page to come back for, but what guards answer to robots that are to prove themselves.
 */
export function headSuffices(head: Exchange): boolean {
  const { http, location, wall } = head;
  if (asksForPeace(head) || wall !== null) return true;
  if (isRedirect(http)) return location !== null;
  return isUseful(head) && !isOfUnknownType(head);
}

const isFine = (http: number): boolean => http >= 200 && http < 300;

function isUseful({ http, mime, contentLength, headless, guarded }: Exchange): boolean {
  if (headless === true || guarded === true || http === 202) return false;
  // Nothing long is what servers say of a page that they did not make for HEAD.
  return isFine(http) && mime !== null && contentLength !== null && contentLength > 0;
}

const NO_BYTES = new Uint8Array(0);

/** C8: what it is, its first bytes may tell, which only GET brings. */
const isOfUnknownType = ({ mime }: Exchange): boolean => notableMime(mime, NO_BYTES) === "binary";

/** HEAD had told all but the first bytes: a GET without an answer, or one that asks for fewer requests, takes nothing from it. */
export const headStands = (head: ExchangeResult, get: ExchangeResult): boolean =>
  head.kind === "exchange" &&
  isUseful(head.exchange) &&
  (get.kind !== "exchange" || asksForPeace(get.exchange));

/** After these GET would find the same: nobody was reached, or nobody to be trusted. */
const FINAL_FAILURES: ReadonlySet<NetworkFailure> = new Set([
  "connect-refused",
  "connect-timeout",
  "unreachable",
  "tls",
  "client-certificate",
  "http2-only",
]);

export const getIsWorthwhile = (head: ExchangeResult): boolean =>
  head.kind === "exchange"
    ? !headSuffices(head.exchange)
    : head.kind === "failure" && !FINAL_FAILURES.has(head.failure) && head.tls !== "handshake";

/** C1, M9: GET told something that HEAD had not, so that the next checks of this host begin with GET. */
export function getGained(head: ExchangeResult, get: ExchangeResult): boolean {
  if (get.kind !== "exchange") return false;
  if (head.kind !== "exchange") return true;
  return (isFine(get.exchange.http) && !isUseful(head.exchange)) || head.exchange.http !== get.exchange.http;
}

/** The last hop that was a redirect told to HEAD; -1 without one. */
const lastHeadRedirect = (chain: readonly Exchange[]): number =>
  chain.findLastIndex(({ method, http }) => method === "HEAD" && isRedirect(http));

/** C6: a redirect that ends well is doubted all the same, by its address alone. */
const losesPage = (first: Exchange, last: Exchange, chain: readonly Exchange[]): boolean =>
  !isMereChange(first.url, last.url) &&
  (gateAt(first.url, last.url) !== null || endsAtRoot(first.url, chain) || endsAtErrorPage(first.url, chain));

/** Whether a redirect was told to HEAD. */
export const redirectedByHead = (chain: readonly Exchange[]): boolean => lastHeadRedirect(chain) >= 0;

/**
 * Redirects told to HEAD led to nothing that a reader can use. Some servers send HEAD elsewhere than GET, to a login,
 * an error page or the first page, and readers only ever send GET. Not worth it: an endless chain, who asks for fewer requests, and who
 * would send us to where nobody may be sent.
 */
export function misledByHead({ chain, end }: { chain: readonly Exchange[]; end?: ChainEnd }): boolean {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined || !redirectedByHead(chain)) return false;
  if (end === "too-many" || end === "forbidden-target") return false;
  if (end !== "final") return true;
  if (last.wall !== null || asksForPeace(last)) return false;
  return last.http >= 400 || losesPage(first, last, chain);
}

/** GET was led the same way as HEAD before, as far as HEAD was asked. */
export const confirms = (chain: readonly Exchange[], doubted: readonly Exchange[]): boolean =>
  chain.length === lastHeadRedirect(doubted) + 1 &&
  chain.every(({ http, location }, at) => http === doubted[at]?.http && location === doubted[at]?.location);

/** Both ways ended alike but for a query, which is often made anew for each request. */
export function endedAlike(chain: readonly Exchange[], doubted: readonly Exchange[]): boolean {
  const [one, other] = [chain.at(-1), doubted.at(-1)];
  return (
    one !== undefined &&
    other !== undefined &&
    chain.length > 1 &&
    chain.length === doubted.length &&
    one.http === other.http &&
    one.url.split("?", 1)[0] === other.url.split("?", 1)[0]
  );
}
