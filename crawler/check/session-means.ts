import type { UrlParts } from "../../shared/url/types.ts";
import type { Heard } from "../net/exchange-session.ts";
import type { Router } from "../net/routes.ts";
import type { RequestFields, Transport } from "../net/transport.ts";
import type { HostLease, Politeness } from "../politeness/host-lease.ts";
import type { CheckLimits } from "./limits.ts";

/** What a session makes requests with. */
export interface SessionMeans {
  readonly transport: Transport;
  readonly router: Router;
  readonly limits: CheckLimits;
  /** Of C2, with the User-Agent. */
  readonly fields: RequestFields;
  /** Redirects may lead to private addresses and local names too. */
  readonly allowPrivate: boolean;
  /** robots.txt is asked for (C4). */
  readonly readRobots: boolean;
  /** True for URLs whose owners opted out (C4). */
  readonly optedOut?: ((parts: UrlParts) => boolean) | undefined;
  /** Listener that learns at once who answered; absent: nobody wants to know. */
  readonly heard?: Heard | undefined;
  /** Where the time goes is recorded (`Journal`). */
  readonly timed?: boolean;
}

/** Given to a check by the scheduler that begins it. */
export interface CheckGrant {
  /**
   * Of the check's first host. The check releases it early if it goes on to another host; else the scheduler does, after the check.
   */
  readonly lease: HostLease;
  readonly politeness: Politeness;
}
