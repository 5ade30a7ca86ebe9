import { createApp } from "./app.ts";
import { createChangedPages } from "./cache/changed.ts";
import { createThrottle } from "./cache/throttle.ts";

/** The Worker as it is deployed: the surroundings are the runtime's own. */
export default createApp({
  fetch: (request) => fetch(request),
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  cache: () => (typeof caches === "undefined" ? null : caches.default),
  changed: createChangedPages(),
  throttle: createThrottle(() => Date.now()),
});
