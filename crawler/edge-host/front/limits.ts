import { KV_REQUEST_BYTES_MAX } from "../../../shared/protocol/types.ts";
import type { CallerLimits } from "./callers.ts";

/** What the front of a self-hosted edge allows. Those of callers do not hold where CLIENT_IP_HEADER says that all come from a proxy. */
export interface FrontLimits extends CallerLimits {
  /** For the whole head of a request, from its first byte or the connection's. */
  readonly headMs: number;
  /** For the whole request, body included; a dispatcher's call has as long. */
  readonly requestMs: number;
  /** How often the two are looked at. */
  readonly checkMs: number;
  /**
   * For which a caller may leave what was sent to it unread, as far as that shows: Linux takes more only when a third of the up
   * to 4 MiB that it holds for a connection was read, which one who reads 50 kB/s does in 30 s.
   */
  readonly unreadMs: number;
  /** For which the Worker may be silent; streams have a heartbeat every 15 s. */
  readonly silentMs: number;
  /** Between two requests of a connection. */
  readonly idleMs: number;
  /** Of a request's line and fields: the longest address (edge/app.ts) and as much again. */
  readonly headBytes: number;
  readonly fields: number;
  /** Of a form; the Worker takes less (FORM_BYTES_MAX). */
  readonly bodyBytes: number;
  /** Of a write to the store. */
  readonly storeBodyBytes: number;
  readonly connections: number;
  /** Requests without their whole answer, of one connection: browsers send the next one after it, HTTP/1.1 allows more. */
  readonly requestsPerConnection: number;
  /** Of all connections: each is one to the Worker. 500 streams (edge/feed/stream.ts), and more than the connections of one /24 or /48 can have. */
  readonly requests: number;
}

export const FRONT_LIMITS: FrontLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  checkMs: 1_000,
  unreadMs: 45_000,
  silentMs: 60_000,
  idleMs: 20_000,
  headBytes: 32 * 1024,
  fields: 100,
  bodyBytes: 64 * 1024,
  storeBodyBytes: KV_REQUEST_BYTES_MAX,
  connections: 4_000,
  connectionsPerCaller: 200,
  connectionsPerSubscriber: 400,
  connectionsPerSite: 1_000,
  requestsPerConnection: 2,
  requests: 2_500,
};
