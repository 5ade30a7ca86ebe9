import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { HostName } from "../../shared/url/types.ts";
import type { HostTrait, TraitObservation } from "./interpretation.ts";
import type { Exchange, Outcome } from "./outcome.ts";
import { isMereChange, targetOf } from "./redirect.ts";

/** Failures that mean "server down, no answer" (M9); a broken head or handshake is an answer of a kind. */
const DOWN: ReadonlySet<NetworkFailure> = new Set([
  "connect-refused",
  "connect-timeout",
  "unreachable",
  "reset",
  "closed",
  "timeout",
]);
/** A time-out may be our resolver's; the others are the name servers' own words. */
const DNS_ERROR: ReadonlySet<NetworkFailure> = new Set(["dns-unknown", "dns-refused", "dns-failed"]);
/** C5's "502-like": a front end says that the server behind it is down (521–523 and 530 are Cloudflare's). */
const DOWN_BEHIND_FRONT_END: ReadonlySet<number> = new Set([502, 504, 521, 522, 523, 530]);

/** null: no URL (a hop of hostile text). */
export const hostOf = (url: string): HostName | null =>
  URL.canParse(url) ? (new URL(url).hostname as HostName) : null;

const schemeOf = (url: string): string => url.slice(0, url.indexOf(":"));

function failureTraits(outcome: Extract<Outcome, { kind: "failure" }>, url: string): TraitObservation[] {
  if (outcome.asOthers !== undefined) return [];
  const last = outcome.chain.at(-1);
  const asked = last === undefined ? url : targetOf(last);
  const host = asked === null ? null : hostOf(asked);
  if (host === null) return [];
  if (DNS_ERROR.has(outcome.failure)) return [{ host, trait: "dns-error" }];
  // That no server of files is there says nothing of the web pages of the same host.
  if (!schemeOf(asked ?? "").startsWith("http")) return [];
  return DOWN.has(outcome.failure) ? [{ host, trait: "server-down" }] : [];
}

/** `fine`: a reader gets the content at the end of the chain. */
function answerTraits(
  outcome: Extract<Outcome, { kind: "answer" }>,
  url: string,
  fine: boolean,
): TraitObservation[] {
  const { chain, neededGet, tlsFallback } = outcome;
  const final: Exchange = chain.at(-1) ?? chain[0];
  // Most checks: this runs thousands of times a second.
  if (fine && chain.length === 1 && !neededGet && tlsFallback === null) return [];
  const seen: [HostTrait, string | null][] = [];
  if (fine && tlsFallback === "http") seen.push(["http-needed", url]);
  const toHttps = schemeOf(url) === "http" && schemeOf(final.url) === "https";
  if (fine && tlsFallback === null && toHttps && isMereChange(url, final.url))
    seen.push(["https-needed", url]);
  // 503 to HEAD with a wish for time: no GET was sent, as the host asked for a pause; what it means is seen by GET, next time.
  if (neededGet)
    for (const { method, url: hop, http } of chain)
      if (method === "GET" || http === 503) seen.push(["get-needed", hop]);
  if (DOWN_BEHIND_FRONT_END.has(final.http) && !fine) seen.push(["server-down", final.url]);
  return seen.flatMap(([trait, at]) => {
    const host = at === null ? null : hostOf(at);
    return host === null ? [] : [{ host, trait }];
  });
}

/** Domain traits that this check saw (M9), each once per host. */
export function traitsOf(outcome: Outcome, url: string, fine: boolean): TraitObservation[] {
  if (outcome.kind === "not-tried" || outcome.kind === "reply") return [];
  const all = outcome.kind === "failure" ? failureTraits(outcome, url) : answerTraits(outcome, url, fine);
  if (all.length < 2) return all;
  const unique = new Map(all.map((seen) => [`${seen.trait} ${seen.host}`, seen]));
  return [...unique.values()];
}
