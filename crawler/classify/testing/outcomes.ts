import type { NetworkFailure } from "../../../shared/status/network-failure.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Exchange, Outcome } from "../outcome.ts";

type Answer = Extract<Outcome, { kind: "answer" }>;
type Failure = Extract<Outcome, { kind: "failure" }>;

export const asUrl = (text: string): NormalisedUrl => text as NormalisedUrl;

export const START = asUrl("http://host.example/page");

/** One small HTML answer to a HEAD request, with what the test is about. */
export function exchange(
  http: number,
  more: Partial<Omit<Exchange, "url">> & { url?: string } = {},
): Exchange {
  const { url = START, ...rest } = more;
  return {
    url: asUrl(url),
    method: "HEAD",
    http,
    mime: "text/html",
    contentLength: 5_000,
    bodyBytes: 0,
    bodyComplete: false,
    firstBytes: new Uint8Array(),
    location: null,
    server: "nginx",
    retryAfter: null,
    wall: null,
    address: "192.0.2.1",
    ms: 20,
    ...rest,
  };
}

export function answered(chain: readonly [Exchange, ...Exchange[]], more: Partial<Answer> = {}): Answer {
  return {
    kind: "answer",
    chain,
    end: "final",
    neededGet: false,
    tls: null,
    tlsFallback: null,
    ms: 50,
    ...more,
  };
}

export function failed(failure: NetworkFailure, more: Partial<Failure> = {}): Failure {
  return { kind: "failure", failure, chain: [], literal: false, tls: null, ms: 50, ...more };
}
