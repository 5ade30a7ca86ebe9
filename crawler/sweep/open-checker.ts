import { type Checker, createChecker, OUTAGE_HOLD_MS } from "../check/checker.ts";
import type { Config } from "../runtime/config.ts";
import type { Log } from "../runtime/log.ts";
import type { Fleet } from "./fleet.ts";

/** With whom a crawler's checker shares hosts, and to whom it says that failures are our own; absent: while weeks are simulated. */
export interface CheckerParts {
  readonly fleet: Fleet;
  readonly log: Pick<Log, "warn">;
}

/** Checks as they are configured, until `opened` is disposed of. */
export function openChecker(
  config: Pick<Config, "contact" | "dns" | "allowPrivate" | "deny" | "controls">,
  opened: AsyncDisposableStack,
  parts?: CheckerParts,
): Checker {
  const checker = createChecker({
    ...(parts !== undefined && {
      optedOut: parts.fleet.optedOut,
      readRobots: true,
      onOutage: (text) => parts.log.warn(text, "own-outage"),
    }),
    contact: config.contact,
    dns: config.dns,
    allowPrivate: config.allowPrivate,
    deny: config.deny,
    controls: config.controls,
    outageHoldMs: OUTAGE_HOLD_MS,
    probe: true,
  });
  opened.defer(() => checker.close());
  return checker;
}
