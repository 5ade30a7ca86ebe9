import { hastenTimers } from "./fast-clock.ts";
import { hastenDate, paceOf } from "./fast-date.mjs";

/** Loaded before a role (BUN_OPTIONS): the program itself knows no fast time. */
const pace = paceOf(process.env);
if (pace.rate > 1) {
  hastenDate(pace);
  hastenTimers(pace);
}
