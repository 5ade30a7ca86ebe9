import type { NetworkFailure } from "../../shared/status/outcome.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { descriptorsLeft } from "./descriptors.ts";
import type { Route, Router } from "./policy.ts";
import type { ExchangeResult } from "./transport.ts";
import { within } from "./within.ts";

const LATE: Route = { kind: "failure", failure: "dns-timeout" };

/** What may be dialled, told within `msLeft()`: the name service has limits of its own, this one holds when thousands wait for it. */
export function routeWithin(router: Router, parts: UrlParts, msLeft: () => number): Route | Promise<Route> {
  const routing = router.route(parts);
  return routing instanceof Promise ? within(routing, msLeft(), LATE) : routing;
}

/** Without a descriptor no question is asked, and that is told as a server that failed. */
export const unresolved = (failure: NetworkFailure): Exclude<ExchangeResult, { kind: "exchange" }> =>
  failure !== "dns-unknown" && failure.startsWith("dns-") && !descriptorsLeft()
    ? { kind: "not-tried", reason: "no-resources", tls: null }
    : { kind: "failure", failure, tls: null };
