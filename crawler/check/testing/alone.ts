import type { HostName, NormalisedUrl } from "../../../shared/url/types.ts";
import type { Outcome } from "../../classify/outcome.ts";
import { createFileServers } from "../../net/file-servers.ts";
import { Semaphore } from "../../net/semaphore.ts";
import { HostState } from "../../politeness/host-state.ts";
import { LIST_PACE } from "../../politeness/rate-limiter.ts";
import { type Clock, systemClock } from "../../runtime/clock.ts";
import { type CheckHints, type CheckMeans, check } from "../check.ts";
import { checkLimits } from "../limits.ts";
import { targetOf } from "../target.ts";
import { unpacedGrant } from "../unpaced.ts";

/** Means of checks that ask for nothing but the URL, with room for any number of sockets. */
export const meansOf = (
  given: Pick<CheckMeans, "transport" | "router"> & Partial<CheckMeans>,
): CheckMeans => ({
  files: createFileServers(null),
  sockets: new Semaphore(Number.POSITIVE_INFINITY),
  limits: checkLimits(),
  fields: [],
  allowPrivate: false,
  readRobots: false,
  ...given,
});

/** What is remembered of hosts from check to check. */
export function hostMemory(clock: Clock = systemClock): (host: HostName) => HostState {
  const states = new Map<HostName, HostState>();
  return (host) => {
    const known = states.get(host);
    const state = known ?? new HostState(host, { pace: LIST_PACE, signs: "all", clock });
    states.set(host, state);
    return state;
  };
}

/** A check that waits for nobody. */
export function checkAlone(
  url: string,
  means: CheckMeans,
  { hints, stateOf }: { readonly hints?: CheckHints; readonly stateOf?: (host: HostName) => HostState } = {},
): Promise<Outcome> {
  const target = targetOf(url as NormalisedUrl);
  return check(target, means, unpacedGrant(target.parts.host, stateOf), hints);
}
