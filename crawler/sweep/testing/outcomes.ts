import type { Exchange, NetworkFailure, Outcome } from "../../../shared/status/outcome.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";

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

export function failed(failure: NetworkFailure): Outcome {
  return { kind: "failure", failure, chain: [], literal: false, tls: null, ms: 1 };
}
