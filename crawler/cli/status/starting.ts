import { isoOfDay } from "../../../shared/calendar/day.ts";
import type { Starting } from "../../up/simulation.ts";
import { type Alarm, alarm } from "./alarm.ts";

const throughWords = ({ simulated }: Starting): string =>
  simulated === null ? "" : `, ${isoOfDay(simulated)} is through`;

/** `weboid up` is still starting: what is missing then is no alarm. */
export function startingWords(starting: Starting): string {
  const { until } = starting;
  if (until === null) return "weboid up is starting; its roles come next";
  return `weboid up simulates days up to ${isoOfDay(until)}${throughWords(starting)}; its roles come next`;
}

/** It was stopped amid simulated days: all that looks late has the age of these. */
export function stoppedAlarm(starting: Starting): Alarm {
  const until = starting.until === null ? "" : ` up to ${isoOfDay(starting.until)}`;
  const text = `weboid up was stopped while it simulated days${until}${throughWords(starting)}: start weboid up, it goes on from there`;
  return alarm("simulation-stopped", "alarm", text);
}
