import type { HostName, UrlParts } from "../../shared/url/types.ts";
import type { ExchangeResult } from "../net/transport.ts";
import type { HostHints } from "../politeness/host-hints.ts";
import type { Target } from "./target.ts";

export type NotAsked = Exclude<ExchangeResult, { kind: "exchange" }>;
export interface Entered {
  readonly kind: "entered";
  readonly hints: HostHints;
}

export interface SendOptions {
  /** With a browser's fields in place of those of C2. */
  readonly asBrowser?: boolean;
  /** With the site's front page as the referrer. */
  readonly asReferred?: boolean;
  /** Rest of the host before the request. */
  readonly restMs?: number;
}

/** What a walk needs of the check that it is a part of (session.ts). */
export interface CheckRequests {
  /** May this host be asked, and where? Else why not. */
  enter(parts: UrlParts): Promise<Entered | NotAsked>;
  /** One request to the host that was entered last. */
  send(target: Target, method: "HEAD" | "GET", options?: SendOptions): Promise<ExchangeResult>;
  msLeft(): number;
  elapsedMs(): number;
  /** Until the returned function is called no more than so many milliseconds are left. */
  narrow(ms: number): () => void;
  /** The host answered something else than 503 in this check. */
  hasAnswered(host: HostName): boolean;
  /** Of a host that was entered in this check. */
  hintsOf(host: HostName): HostHints | undefined;
}
