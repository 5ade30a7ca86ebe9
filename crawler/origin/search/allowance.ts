import { limitItem, policyItem } from "../../../shared/protocol/rate-limit.ts";
import type { Asker, AskerKind } from "../../../shared/protocol/search.ts";

/**
 * How many questions people have at once, and how soon one more (Q4). Nobody who reads the answers needs more; a script that
 * plays the browser gets a sixtieth of what it may ask otherwise. A form has ten, tabs and the way back included: then the page
 * brings a new one. Wider ranges as in edge/cache/throttle.ts.
 */
export const ALLOWANCES: Readonly<Record<AskerKind, { readonly burst: number; readonly everyMs: number }>> = {
  form: { burst: 10, everyMs: 360_000 },
  address: { burst: 20, everyMs: 10_000 },
  subscriber: { burst: 40, everyMs: 5_000 },
  site: { burst: 200, everyMs: 1_000 },
  provider: { burst: 2_000, everyMs: 100 },
};

/** Some 10 MB. Askers beyond are not counted by themselves; the ranges around them are. */
const ASKERS_MAX = 50_000;
/** When there is no more room, those whose allowance is whole are looked for this often. */
const SWEEP_MS = 10_000;

export interface Refused {
  readonly by: AskerKind;
  /** Until it would be answered. */
  readonly seconds: number;
}

/** How answers tell of the allowance that is used up, beside those that edges count. */
export function limitHeaders({ by, seconds }: Refused): Readonly<Record<string, string>> {
  const { burst, everyMs } = ALLOWANCES[by];
  return {
    ratelimit: limitItem(`people-${by}`, 0, seconds),
    "ratelimit-policy": policyItem(`people-${by}`, burst, (burst * everyMs) / 1_000),
  };
}

/**
 * Counts in memory, here as all edges and their isolates ask here; a restart forgets. Of each asker is kept when its allowance is
 * whole again (GCRA). What is refused counts for nobody, so that who floods takes nothing from the neighbours.
 */
export function createAllowances(now: () => number): (askers: readonly Asker[]) => Refused | null {
  const wholeAt = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  function sweep(at: number): void {
    if (at - sweptAt < SWEEP_MS) return;
    sweptAt = at;
    for (const [name, whole] of wholeAt) if (whole <= at) wholeAt.delete(name);
  }

  /** When the asker's allowance is whole again after one question more, and in how many seconds that is answered; 0 or less: now. */
  function oneMore({ policy, key }: Asker, at: number) {
    const { burst, everyMs } = ALLOWANCES[policy];
    const name = `${policy} ${key}`;
    const latest = at + burst * everyMs;
    const known = wholeAt.get(name) ?? 0;
    // The clock was set back. Kept, as if all had been used up just now: else it would be so with each question until the clock has caught up.
    if (known > latest) wholeAt.set(name, latest);
    const whole = Math.max(at, Math.min(known, latest)) + everyMs;
    return { name, by: policy, whole, seconds: Math.ceil((whole - latest) / 1_000) };
  }

  return (askers) => {
    const at = now();
    const asked = askers.map((asker) => oneMore(asker, at));
    let refused: Refused | null = null;
    for (const { by, seconds } of asked) if (seconds > (refused?.seconds ?? 0)) refused = { by, seconds };
    if (refused !== null) return refused;
    if (wholeAt.size + asked.length > ASKERS_MAX) sweep(at);
    for (const { name, whole } of asked)
      if (wholeAt.has(name) || wholeAt.size < ASKERS_MAX) wholeAt.set(name, whole);
    return null;
  };
}
