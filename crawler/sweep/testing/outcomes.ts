import type { NetworkFailure } from "../../../shared/status/network-failure.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Exchange, Outcome } from "../../classify/outcome.ts";

/** What a check that was answered with this number observed. */
export function answered(url: NormalisedUrl, http: number): Outcome {
  const exchange: Exchange = {
    url,
    method: "HEAD",
    http,
    mime: "text/html",
    contentLength: 1_000,
    bodyBytes: 0,
    bodyComplete: true,
    firstBytes: new Uint8Array(),
    location: null,
    server: "test",
    retryAfter: null,
    wall: null,
    address: "192.0.2.1",
    ms: 1,
  };
  return {
    kind: "answer",
    chain: [exchange],
    end: "final",
    neededGet: false,
    tls: null,
    tlsFallback: null,
    ms: 1,
  };
}

/** As `answered`, with a Retry-After in seconds. */
export function busy(url: NormalisedUrl, http: number, seconds: number): Outcome {
  const outcome = answered(url, http);
  if (outcome.kind !== "answer") return outcome;
  return { ...outcome, chain: [{ ...outcome.chain[0], retryAfter: String(seconds) }] };
}

export function failed(failure: NetworkFailure): Outcome {
  return { kind: "failure", failure, chain: [], literal: false, tls: null, ms: 1 };
}
