import { createApp } from "./app.ts";
import { createMemoryCache } from "./cache/memory-cache.ts";
import { surroundings } from "./surroundings.ts";

const deps = surroundings();
const cache = createMemoryCache(deps.elapsed);

/** The Worker as it runs in plain workerd on a machine of one's own (crawler/edge-host), which has no Cache API: the memory of its one isolate. */
export default createApp({ ...deps, cache: () => cache });
