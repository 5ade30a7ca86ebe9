import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { ChainEnd, Exchange } from "../classify/outcome.ts";
import { isMereChange } from "../classify/redirect.ts";
import { endsAtErrorPage, endsAtRoot, redirectOf } from "../classify/redirects.ts";
import { resolveReference } from "../classify/reference.ts";
import { isThrottled } from "../runtime/retry-after.ts";
import type { CheckLimits } from "./limits.ts";

/** Where an answer leads, and whether a chain of them is to be believed (C6). Pure. */

/** Followed as browsers do; 300, 304, 305 and 306 are answers (WHATWG Fetch, "redirect status"). */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (http: number): boolean => REDIRECTS.has(http);

export type NextHop =
  | { readonly kind: "end"; readonly end: ChainEnd }
  | { readonly kind: "go"; readonly url: NormalisedUrl };

export type HopLimits = Pick<CheckLimits, "hopsMax" | "locationCharsMax">;

const end = (how: ChainEnd): NextHop => ({ kind: "end", end: how });
const FINAL = end("final");

/**
 * @param hops answered so far, this one included
 * @param seen every URL that was asked for on the way
 */
export function nextHop(
  { http, url, location, wall }: Exchange,
  hops: number,
  seen: readonly string[],
  { limits, allowPrivate }: { readonly limits: HopLimits; readonly allowPrivate: boolean },
): NextHop {
  // To be sent to a captcha is the answer.
  if (!isRedirect(http) || wall !== null) return FINAL;
  if (location === null) return end("no-location");
  if (location === "" || location.length > limits.locationCharsMax) return end("bad-location");
  const target = resolveReference(url, location, { allowPrivate });
  if (target.kind === "ignored") return end("forbidden-target");
  if (target.kind === "invalid")
    return end(
      target.reason === "private-address" || target.reason === "local-name"
        ? "forbidden-target"
        : "bad-location",
    );
  // Browsers follow no redirect to another scheme than http either.
  if (target.parts.scheme !== "http" && target.parts.scheme !== "https") return end("forbidden-target");
  if (seen.includes(target.url)) return end("loop");
  if (hops > limits.hopsMax) return end("too-many");
  return { kind: "go", url: target.url };
}

/** The last hop that was a redirect answered to HEAD; -1 without one. */
const lastHeadRedirect = (chain: readonly Exchange[]): number =>
  chain.findLastIndex(({ method, http }) => method === "HEAD" && isRedirect(http));

/** A redirect that ends well is doubted all the same, by its address alone. */
function losesPage(first: Exchange, last: Exchange, chain: readonly Exchange[]): boolean {
  const redirect = isMereChange(first.url, last.url) ? null : redirectOf(first.url, chain);
  return redirect !== null && (redirect.gate !== null || endsAtRoot(redirect) || endsAtErrorPage(redirect));
}

/** Whether a redirect was answered to HEAD. */
export const redirectedByHead = (chain: readonly Exchange[]): boolean => lastHeadRedirect(chain) >= 0;

/**
 * Redirects answered to HEAD led to nothing that a reader can use. Some servers send HEAD elsewhere than GET, to a login,
 * an error page or the first page, and readers only ever send GET. Not worth it: an endless chain, who asks for fewer requests, and who
 * would send us to where nobody may be sent.
 */
export function misledByHead({
  chain,
  end,
}: {
  readonly chain: readonly Exchange[];
  readonly end?: ChainEnd;
}): boolean {
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined || !redirectedByHead(chain)) return false;
  if (end === "too-many" || end === "forbidden-target") return false;
  if (end !== "final") return true;
  if (last.wall !== null || isThrottled(last)) return false;
  return last.http >= 400 || losesPage(first, last, chain);
}

/** GET was led the same way as HEAD before, as far as HEAD was asked. */
export const confirms = (chain: readonly Exchange[], doubted: readonly Exchange[]): boolean =>
  chain.length === lastHeadRedirect(doubted) + 1 &&
  chain.every(({ http, location }, at) => http === doubted[at]?.http && location === doubted[at]?.location);

/** Both ways ended alike but for a query, which is often made for each request. */
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
