import type { CallerRange } from "../../../shared/protocol/people.ts";
import { limitItem, policyItem } from "../../../shared/protocol/rate-limit.ts";
import { watchCache } from "../../runtime/caches.ts";

/**
 * Searches that people may make at once, and how soon one more (Q4). That is enough for reading the answers; a script that
 * imitates a browser gets a sixtieth of what it may ask otherwise. Wider ranges as in edge/limits/throttle.ts.
 */
export const ALLOWANCES: Readonly<
  Record<CallerRange["policy"], { readonly burst: number; readonly everyMs: number }>
> = {
  address: { burst: 20, everyMs: 10_000 },
  subscriber: { burst: 40, everyMs: 5_000 },
  site: { burst: 200, everyMs: 1_000 },
  provider: { burst: 2_000, everyMs: 100 },
};

/** Askers that are counted, some 10 MB. Of more, only the ranges around them are counted. */
const ASKERS_MAX = 50_000;
/** How often askers with a full allowance are removed when there is no more room. */
const SWEEP_MS = 10_000;

export interface Refused {
  readonly by: CallerRange["policy"];
  /** Seconds until it would be answered. */
  readonly seconds: number;
}

/** The headers of an answer about the allowance that is used up, beside those that edges count. */
export function limitHeaders({ by, seconds }: Refused): Readonly<Record<string, string>> {
  const { burst, everyMs } = ALLOWANCES[by];
  return {
    ratelimit: limitItem(`people-${by}`, 0, seconds),
    "ratelimit-policy": policyItem(`people-${by}`, burst, (burst * everyMs) / 1_000),
  };
}

/**
 * A rate limiter (GCRA) in memory: all edges and their isolates ask here; a restart resets it. For each asker it keeps when
 * its allowance is full again. A refused search counts for nobody, so that a flood takes nothing from the neighbours.
 */
export function createAllowances(now: () => number): (askers: readonly CallerRange[]) => Refused | null {
  const fullAt = watchCache("search-allowances", new Map<string, number>(), ASKERS_MAX);
  let sweptAt = Number.NEGATIVE_INFINITY;
  function sweep(at: number): void {
    if (at - sweptAt < SWEEP_MS) return;
    sweptAt = at;
    for (const [name, full] of fullAt) if (full <= at) fullAt.delete(name);
  }

  /** When the asker's allowance is full again after one more question, and in how many seconds that is answered; 0 or less: now. */
  function oneMore({ policy, key }: CallerRange, at: number) {
    const { burst, everyMs } = ALLOWANCES[policy];
    const name = `${policy} ${key}`;
    const latest = at + burst * everyMs;
    const known = fullAt.get(name) ?? 0;
    // The clock was set back: as if all had been used up just now, until the clock has caught up.
    if (known > latest) fullAt.set(name, latest);
    const full = Math.max(at, Math.min(known, latest)) + everyMs;
    return { name, by: policy, full, seconds: Math.ceil((full - latest) / 1_000) };
  }

  return (askers) => {
    const at = now();
    const asked = askers.map((asker) => oneMore(asker, at));
    let refused: Refused | null = null;
    for (const { by, seconds } of asked) if (seconds > (refused?.seconds ?? 0)) refused = { by, seconds };
    if (refused !== null) return refused;
    if (fullAt.size + asked.length > ASKERS_MAX) sweep(at);
    for (const { name, full } of asked)
      if (fullAt.has(name) || fullAt.size < ASKERS_MAX) fullAt.set(name, full);
    return null;
  };
}
