import type { HostName } from "../../shared/url/types.ts";
import type { Permit } from "../net/semaphore.ts";
import type { HostLease } from "../politeness/host-lease.ts";
import { HostState } from "../politeness/host-state.ts";
import { LIST_PACE } from "../politeness/rate-limiter.ts";
import { systemClock } from "../runtime/clock.ts";
import type { CheckGrant } from "./session-means.ts";

const NOTHING_HELD: Permit = { release() {} };

const newState = (host: HostName) =>
  new HostState(host, { pace: LIST_PACE, signs: "all", clock: systemClock });

const leaseAt = (state: HostState): HostLease => ({
  ...NOTHING_HELD,
  host: state.host,
  state,
  observe() {},
  restMs: () => 0,
  askedForMs: () => 0,
});

/** For a check that waits for nobody and spares nobody: of addresses that are asked seldom, one at a time. */
export function unpacedGrant(host: HostName, stateOf = newState): CheckGrant {
  return {
    lease: leaseAt(stateOf(host)),
    politeness: {
      ownDelayMs: 0,
      acquire: async (other) => leaseAt(stateOf(other)),
      acquireServer: async () => NOTHING_HELD,
      yieldPermit: (waitedFor) => waitedFor,
      rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms, true)),
    },
  };
}
