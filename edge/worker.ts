import { createApp } from "./app.ts";
import { surroundings } from "./surroundings.ts";

/** The Worker as it is deployed: the surroundings are the runtime's own. */
export default createApp({
  ...surroundings(),
  cache: () => (typeof caches === "undefined" ? null : caches.default),
});
