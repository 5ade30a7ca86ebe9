import { hastenDate, hastenTimers } from "./fast-clock.ts";

/** Loaded before a role (BUN_OPTIONS): the program itself knows no fast time. */
const [since = 0, rate = 1] = (process.env.WEBOID_SOAK_PACE ?? "").split(" ").map(Number);
if (rate > 1) {
  hastenDate({ since, rate });
  hastenTimers({ since, rate });
}
