import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { joinUrl } from "../../shared/url/parts.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { notableMime } from "../classify/mime.ts";
import type { Exchange } from "../classify/outcome.ts";
import { isPage } from "../classify/walls.ts";
import type { ExchangeResult, RequestFields } from "../net/transport.ts";
import { asksForTime, isThrottled } from "../runtime/retry-after.ts";
import { isRedirect } from "./hops.ts";

/** What HEAD said, whether GET is asked beside it, and which of the two counts (C1, C2). Pure. */

/** Guards that lock robots out say so with 503 and a term, and in the page only: the host's next check begins with GET. */
export const nextByGet = (head: ExchangeResult): boolean =>
  head.kind === "exchange" && asksForTime(head.exchange) && head.exchange.wall === null;

/**
 * Whether the answer to HEAD says what is to be known. Errors are never believed from HEAD alone: servers that do
 * not implement it answer 403, 404, 405, 500 and more. Exceptions: `isThrottled`, and a wall against robots
 * stands before GET as well. 202 is no page to come back for, but what guards answer to robots that are to prove themselves.
 */
function headSuffices(head: Exchange): boolean {
  const { http, location, wall } = head;
  if (isThrottled(head) || wall !== null) return true;
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

/** C8: its first bytes may show what it is, which only GET brings. */
const isOfUnknownType = ({ mime }: Exchange): boolean => notableMime(mime, NO_BYTES) === "binary";

/** HEAD had given all but the first bytes: a GET without an answer, or one that asks for fewer requests, takes nothing from it. */
export const headStands = (head: ExchangeResult, get: ExchangeResult): boolean =>
  head.kind === "exchange" &&
  isUseful(head.exchange) &&
  (get.kind !== "exchange" || isThrottled(get.exchange));

/** After these GET would find the same: nobody was reached, or nobody to be trusted. */
const FINAL_FAILURES: ReadonlySet<NetworkFailure> = new Set([
  "connect-refused",
  "connect-timeout",
  "unreachable",
  "tls",
  "client-certificate",
  "http2-only",
]);

/** @param msLeft for GET: a server so slow is not asked twice, what HEAD said has to do */
export function getIsWorthwhile(head: ExchangeResult, msLeft: number): boolean {
  if (head.kind === "not-tried") return false;
  if (head.kind === "failure") return !FINAL_FAILURES.has(head.failure) && head.tls !== "handshake";
  const { exchange } = head;
  return !headSuffices(exchange) && (exchange.http >= 400 || exchange.ms <= msLeft);
}

/** M9: GET showed something that HEAD had not, so that the next checks of this host begin with GET. */
export function getGained(head: ExchangeResult, get: ExchangeResult): boolean {
  if (get.kind !== "exchange") return false;
  if (head.kind !== "exchange") return true;
  return (isFine(get.exchange.http) && !isUseful(head.exchange)) || head.exchange.http !== get.exchange.http;
}

/** As turned away, and not by name: 503 without a term, or hung up on (nginx's 444). */
export function isTurnedAway(result: ExchangeResult): boolean {
  if (result.kind === "failure") return result.failure === "closed";
  if (result.kind !== "exchange") return false;
  const { exchange } = result;
  return exchange.http === 503 && exchange.wall === null && !asksForTime(exchange);
}

/** A browser's, in place of those of C2. */
const BROWSER_FIELDS: ReadonlyMap<string, string> = new Map([
  ["Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
  ["Accept-Language", "en-US,en;q=0.5"],
]);

export const asBrowser = (fields: RequestFields): RequestFields =>
  fields.map(([name, value]) => [name, BROWSER_FIELDS.get(name) ?? value]);

/**
 * What servers say that cannot meet the wishes of C2, so that GET is worth sending with a browser's. "refusal": not acceptable;
 * "error": nothing but an error, as programs take the first language for the name of one and `*` is none. Those make pages, and no
 * other documents. null: neither.
 */
export function wantsBrowserFields(get: ExchangeResult): "refusal" | "error" | null {
  if (get.kind !== "exchange" || get.exchange.wall !== null) return null;
  const { http, mime, contentLength } = get.exchange;
  if (http === 406) return "refusal";
  return http === 500 && (isPage(mime) || contentLength === 0) ? "error" : null;
}

/** As browsers say it of a link on the site's front page (RFC 9110, 10.1.3). */
export const asReferred = (fields: RequestFields, { scheme, host, port }: UrlParts): RequestFields => [
  ...fields,
  ["Referer", joinUrl({ scheme, host, port, path: "/" })],
];

/** What sites say whose files and pages are not to be linked from outside; and that there is nothing (M10). */
export const wantsReferrer = (get: ExchangeResult): boolean =>
  get.kind === "exchange" && get.exchange.wall === null && [403, 404, 410].includes(get.exchange.http);

export const isContent = (get: ExchangeResult): boolean =>
  get.kind === "exchange" && isFine(get.exchange.http) && get.exchange.wall === null;

/** What came with a browser's fields is to be believed: content, or a wall, which stands whatever was said before it (design 10). */
export const browserFieldsHelped = (get: ExchangeResult): boolean =>
  get.kind === "exchange" && (get.exchange.http < 400 || get.exchange.wall !== null);
