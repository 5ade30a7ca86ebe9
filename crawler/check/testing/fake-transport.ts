import type { NetworkFailure } from "../../../shared/status/network-failure.ts";
import type { Exchange, Outcome, TlsTrouble } from "../../classify/outcome.ts";
import type { ExchangeRequest, ExchangeResult, Transport } from "../../net/transport.ts";

/** What the false web says to a request; fields that are left out are those of a good page. */
export type Says =
  | (Partial<Omit<Exchange, "url" | "method" | "address">> & { readonly tls?: TlsTrouble })
  | { readonly failure: NetworkFailure; readonly tls?: TlsTrouble };

export interface FakeTransport extends Transport {
  /** `METHOD url` of every request, in their order. */
  readonly asked: readonly string[];
  /** Every address that a request was allowed to dial. */
  readonly dialled: ReadonlySet<string>;
}

/** What an ordinary page's answer has beside its URL, method and address. */
export const PAGE = {
  http: 200,
  mime: "text/html",
  contentLength: 10,
  bodyBytes: 0,
  bodyComplete: true,
  firstBytes: new Uint8Array(0),
  location: null,
  server: null,
  retryAfter: null,
  wall: null,
  ms: 5,
};

/** A transport without a network. */
export function fakeTransport(say: (request: ExchangeRequest, count: number) => Says): FakeTransport {
  const asked: string[] = [];
  const dialled = new Set<string>();
  return {
    asked,
    dialled,
    async exchange(request): Promise<ExchangeResult> {
      for (const address of request.addresses) dialled.add(address);
      const says = say(request, asked.length);
      asked.push(`${request.method} ${request.url}`);
      const { tls = null, ...rest } = says;
      if ("failure" in rest) return { kind: "failure", failure: rest.failure, tls };
      const { url, method, addresses, session, parts } = request;
      session?.heard?.answered(parts.host);
      return {
        kind: "exchange",
        exchange: { ...PAGE, ...rest, url, method, address: addresses[0] ?? "" },
        tls,
      };
    },
    async close() {},
  };
}

/** A URL of which nothing was heard. */
export const failureOf = (failure: NetworkFailure, ms: number): Outcome => ({
  kind: "failure",
  failure,
  chain: [],
  literal: false,
  tls: null,
  ms,
});
