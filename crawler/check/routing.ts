import type { NetworkFailure } from "../../shared/status/outcome.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { descriptorsLeft } from "./descriptors.ts";
import type { Route, Router } from "./policy.ts";
import type { ExchangeResult } from "./transport.ts";

/** What may be dialled, told within `msLeft()`: the name service has limits of its own, this one holds when thousands wait for it. */
export function routeWithin(router: Router, parts: UrlParts, msLeft: () => number): Route | Promise<Route> {
  const routing = router.route(parts);
  return routing instanceof Promise ? withinMs(routing, msLeft()) : routing;
}

/** Without a descriptor no question is asked, and c-ares tells that as a server that failed. */
export const unresolved = (failure: NetworkFailure): Exclude<ExchangeResult, { kind: "exchange" }> =>
  failure !== "dns-unknown" && failure.startsWith("dns-") && !descriptorsLeft()
    ? { kind: "not-tried", reason: "no-resources", tls: null }
    : { kind: "failure", failure, tls: null };

async function withinMs(looking: Promise<Route>, ms: number): Promise<Route> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Route>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "failure", failure: "dns-timeout" }), Math.max(0, ms));
  });
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}
