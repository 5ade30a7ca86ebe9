import type { NetworkFailure } from "../../shared/status/outcome.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { descriptorsLeft } from "./descriptors.ts";
import type { Line } from "./line.ts";
import { loopClock } from "./loop-clock.ts";
import type { Route, Router } from "./policy.ts";
import type { ExchangeResult } from "./transport.ts";
import { within } from "./within.ts";

const LATE: Route = { kind: "failure", failure: "dns-timeout" };

/**
 * What may be dialled, told within `msLeft()`: the name service has limits of its own, this one holds when thousands wait for
 * it. While that is late, the check whose line is given has no slot, and then waits for one in time of its own.
 */
export function routeWithin(
  router: Router,
  parts: UrlParts,
  msLeft: () => number,
  line?: Line,
): Route | Promise<Route> {
  const routing = router.route(parts, line);
  return routing instanceof Promise ? inSlot(within(routing, msLeft(), LATE), line) : routing;
}

async function inSlot(routing: Promise<Route>, line: Line | undefined): Promise<Route> {
  const route = await routing;
  // Where nobody is asked none is needed.
  const slot = route.kind === "addresses" ? (line?.slot?.enter() ?? null) : null;
  if (slot === null) return route;
  const [began, wallBegan] = [loopClock.now(), performance.now()];
  await slot;
  line?.waited(loopClock.now() - began, performance.now() - wallBegan);
  return route;
}

/** Without a descriptor no question is asked, and that is told as a server that failed. */
export const unresolved = (failure: NetworkFailure): Exclude<ExchangeResult, { kind: "exchange" }> =>
  failure !== "dns-unknown" && failure.startsWith("dns-") && !descriptorsLeft()
    ? { kind: "not-tried", reason: "no-resources", tls: null }
    : { kind: "failure", failure, tls: null };

/** Where a host may be asked; or why not. */
export type Way = readonly string[] | Exclude<ExchangeResult, { kind: "exchange" }>;
export const isOpen = (way: Way): way is readonly string[] => Array.isArray(way);

export const notTried = (reason: "opted-out" | "host-busy" | "asked-for-time" | "robots"): Way => ({
  kind: "not-tried",
  reason,
  tls: null,
});

export const wayIf = async (permitted: Promise<boolean>, addresses: readonly string[]): Promise<Way> =>
  (await permitted) ? addresses : notTried("robots");
