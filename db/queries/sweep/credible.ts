import { addDays, type Day } from "../../../shared/calendar/day.ts";

/**
 * A later day in a row was written by a clock that was ahead, and counts as none: else the row would be left alone until
 * that day comes. Tomorrow is credible, as clocks of workers differ around midnight.
 */
export const latestCredible = (today: Day): Day => addDays(today, 1);
