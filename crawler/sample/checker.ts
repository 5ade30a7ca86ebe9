import type { Checker } from "../check/checker.ts";
import type { Sample } from "./sample.ts";

/** What the sweep does tomorrow again: what is none of the sample's must not be judged by simulated time. */
const LATER = { kind: "not-tried", reason: "internal-error" } as const;

/**
 * The sample's links by `inSample`, which knows its names and may enter loopback; everything else by `elsewhere`, which
 * knows the operator's settings only. Without it, nothing else is asked. Closes neither.
 */
export function checkingSample(
  isOurs: Sample["isOurs"],
  inSample: Pick<Checker, "check">,
  elsewhere: Pick<Checker, "check"> | null,
): Pick<Checker, "check"> {
  return {
    async check(url, hints, turn) {
      const checker = isOurs(url) ? inSample : elsewhere;
      if (checker !== null) return checker.check(url, hints, turn);
      turn?.();
      return LATER;
    },
  };
}
