import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Outcome } from "../../classify/outcome.ts";
import { HostScheduler, type HostSchedulerOptions } from "../../politeness/host-scheduler.ts";
import { HostStates } from "../../politeness/host-state.ts";
import { NO_PACE } from "../../politeness/rate-limiter.ts";
import { systemClock } from "../../runtime/clock.ts";
import type { CheckHints } from "../check.ts";
import { type CheckerOptions, createChecker } from "../checker.ts";
import { targetOf } from "../target.ts";

export interface ScheduledChecker {
  check(url: NormalisedUrl, hints?: CheckHints): Promise<Outcome>;
  readonly scheduler: HostScheduler;
  close(): Promise<void>;
}

/** A checker with a scheduler of its own, which spares nobody unless said otherwise. */
export function scheduledChecker(
  options: CheckerOptions,
  scheduling: Partial<HostSchedulerOptions> = {},
): ScheduledChecker {
  const checker = createChecker(options);
  const states = new HostStates({ pace: NO_PACE, signs: "silence", clock: systemClock });
  const scheduler = new HostScheduler({ states, concurrency: 15_000, waitMsMax: 58_000, ...scheduling });
  return {
    scheduler,
    async check(url, hints) {
      const target = targetOf(url);
      const outcome = await scheduler.run(target.parts.host, (lease, politeness) =>
        checker.check(target, { lease, politeness }, hints),
      );
      return outcome ?? { kind: "not-tried", reason: "asked-for-time" };
    },
    close: () => checker.close(),
  };
}
