import { createChangedPages } from "./cache/changed.ts";
import type { EdgeDeps } from "./env.ts";
import { createThrottle } from "./limits/throttle.ts";
import { createWikiGates } from "./sources/wiki-gate.ts";
import { createSteadyClock } from "./steady-clock.ts";

const elapsed = createSteadyClock(() => Date.now());

/** What a Worker has of its runtime, wherever it runs; but for the cache. */
export const surroundings = (): Omit<EdgeDeps, "cache"> => ({
  fetch: (request) => fetch(request),
  now: () => Date.now(),
  elapsed,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  changed: createChangedPages(),
  throttle: createThrottle(() => Date.now()),
  wikis: createWikiGates(elapsed),
});
