import type { Asker, AskerKind } from "../../../shared/protocol/search.ts";

/**
 * How many questions people have at once, and how soon one more (Q4). Nobody who reads the answers needs more; a script that
 * plays the browser gets a sixtieth of what it may ask otherwise. A form has ten, tabs and the way back included: then the page
 * brings a new one. Wider ranges as in edge/throttle.ts.
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

/** How answers tell of the allowance that is used up, beside those that edges count (draft-ietf-httpapi-ratelimit-headers-11). */
export function limitHeaders({ by, seconds }: Refused): Readonly<Record<string, string>> {
  const { burst, everyMs } = ALLOWANCES[by];
  return {
    ratelimit: `"people-${by}";r=0;t=${seconds}`,
    "ratelimit-policy": `"people-${by}";q=${burst};w=${(burst * everyMs) / 1_000}`,
  };
}

/**
 * Counts in memory, here as all edges and their isolates ask here; a restart forgets. Of each asker is kept when its allowance is
 * whole again (GCRA). What is refused counts for nobody, so that who floods takes nothing from the neighbours.
 */
export function createAllowances(now: () => number): (askers: readonly Asker[]) => Refused | null {
  const wholeAt = new Map<string, number>();
  const nameOf = ({ policy, key }: Asker) => `${policy} ${key}`;

  let sweptAt = Number.NEGATIVE_INFINITY;
  function sweep(at: number): void {
    if (at - sweptAt < SWEEP_MS) return;
    sweptAt = at;
    for (const [name, whole] of wholeAt) if (whole <= at) wholeAt.delete(name);
  }

  function wholeOf(asker: Asker, at: number): number {
    const { burst, everyMs } = ALLOWANCES[asker.policy];
    const name = nameOf(asker);
    const whole = wholeAt.get(name) ?? 0;
    const latest = at + burst * everyMs;
    if (whole <= latest) return whole;
    // The clock was set back. Kept, as if all had been used up just now: else it would be so with each question until the clock has caught up.
    wholeAt.set(name, latest);
    return latest;
  }

  return (askers) => {
    const at = now();
    const next = askers.map((asker) => {
      const { everyMs } = ALLOWANCES[asker.policy];
      return Math.max(at, wholeOf(asker, at)) + everyMs;
    });
    let refused: Refused | null = null;
    for (const [index, { policy }] of askers.entries()) {
      const { burst, everyMs } = ALLOWANCES[policy];
      const seconds = Math.ceil(((next[index] ?? at) - at - burst * everyMs) / 1_000);
      if (seconds > (refused?.seconds ?? 0)) refused = { by: policy, seconds };
    }
    if (refused !== null) return refused;
    if (wholeAt.size + askers.length > ASKERS_MAX) sweep(at);
    for (const [index, asker] of askers.entries()) {
      const name = nameOf(asker);
      if (wholeAt.has(name) || wholeAt.size < ASKERS_MAX) wholeAt.set(name, next[index] ?? at);
    }
    return null;
  };
}
