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
    async check(target, grant, hints) {
      const checker = isOurs(target.url) ? inSample : elsewhere;
      return checker === null ? LATER : checker.check(target, grant, hints);
    },
  };
}
