import type { NetworkFailure } from "../../shared/status/outcome.ts";
import type { HostName, UrlParts } from "../../shared/url/types.ts";
import { descriptorsLeft } from "../net/descriptors.ts";
import { loopClock } from "../net/loop-clock.ts";
import type { Route, Router } from "../net/policy.ts";
import type { ExchangeResult } from "../net/transport.ts";
import { within } from "../net/within.ts";
import type { Visit } from "../politeness/etiquette.ts";
import type { Line } from "./line.ts";

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
  return routing instanceof Promise ? inSlot(parts.host, within(routing, msLeft(), LATE), line) : routing;
}

/** Whether a host may be asked (`Visit.enter`). A check that merely waits for turns lends its slot meanwhile. */
export function enterInTurn(
  visit: Visit,
  parts: UrlParts,
  addresses: readonly string[],
  msLeft: () => number,
  line: Line,
): boolean | Promise<boolean> {
  const entered = visit.enter(parts, addresses, msLeft);
  return entered instanceof Promise ? withoutSlot(entered, line) : entered;
}

/** What is waited for while others have the check's slot. */
export async function withoutSlot<T>(coming: Promise<T>, line: Line): Promise<T> {
  line.slot?.lend();
  const came = await coming;
  await slotAgain(line);
  return came;
}

async function inSlot(host: HostName, routing: Promise<Route>, line: Line | undefined): Promise<Route> {
  const route = await routing;
  if (route !== LATE) line?.heard?.named(host, route.kind === "failure" ? route.failure : null);
  // Where nobody is asked none is needed.
  if (route.kind === "addresses" && line !== undefined) await slotAgain(line);
  return route;
}

async function slotAgain(line: Line): Promise<void> {
  const slot = line.slot?.enter() ?? null;
  if (slot === null) return;
  const [began, wallBegan] = [loopClock.now(), performance.now()];
  await slot;
  line.waited(loopClock.now() - began, performance.now() - wallBegan);
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
