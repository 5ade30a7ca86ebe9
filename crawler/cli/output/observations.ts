import { type Day, isDay } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import { httpOfStatus, isStatus, type Status } from "../../../shared/status/table.ts";

/** Limit on the observations of one line: a year of hourly checks. Lines are read into memory. */
const OBSERVATIONS_MAX = 10_000;

/**
 * One observation, `[day, status]`. Two optional members more than in the contract: the HTTP number (999 means refused, status 26
 * alone does not), and whether a redirect did not end at content.
 */
type Given = readonly [day: Day, status: Status, http?: number | null, deadEnd?: boolean];

/** Observations as input lines have them, and the day on which they are asked about. */
export interface Observed {
  readonly today: Day;
  /** Oldest first. */
  readonly observations: readonly Given[];
}

/** A line that is not as it should be; the message names the member that is wrong. */
export class InvalidLine extends Error {}

const isHttp = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 9999);

/** Why a value is no observation; continues the name `observations[n]`. null: it is one. */
function whyNotGiven(value: unknown): string | null {
  if (!Array.isArray(value) || value.length < 2 || value.length > 4)
    return " is no [day, status], with an HTTP number and the mark of a dead end at most";
  // By index: destructuring runs an iterator, sixty times a line.
  const list: readonly unknown[] = value;
  if (!isDay(list[0])) return "[0] is no day number (0…65535)";
  if (!isStatus(list[1])) return "[1] is no status byte of table S";
  if (!isHttp(list[2])) return "[2] is no HTTP number (0…9999, or null for none)";
  if (list[3] === undefined || typeof list[3] === "boolean") return null;
  return "[3] is neither true nor false (a redirect that ended nowhere)";
}

/** The members `today` and `observations` of a line. Throws an InvalidLine. */
export function parseObservations(today: unknown, observations: unknown): Observed {
  if (!isDay(today)) throw new InvalidLine("today is no day number (0…65535)");
  if (!Array.isArray(observations)) throw new InvalidLine("observations is no list of [day, status]");
  if (observations.length > OBSERVATIONS_MAX)
    throw new InvalidLine(`observations has more than ${OBSERVATIONS_MAX} members`);
  let before = 0;
  for (let at = 0; at < observations.length; at++) {
    const one = observations[at];
    const why = whyNotGiven(one);
    if (why !== null) throw new InvalidLine(`observations[${at}]${why}`);
    // `fold` would correct a day that runs backwards as a wrong clock of a worker.
    if (one[0] < before)
      throw new InvalidLine(
        `observations[${at}] is of an earlier day than the one before: give them oldest first`,
      );
    before = one[0];
  }
  return { today, observations };
}

/** The history that the crawler would store after these observations. */
export function foldObservations(observations: Observed["observations"]): History {
  let history: History = [];
  for (const given of observations) {
    const status = given[1];
    const http = given[2] === undefined ? httpOfStatus(status) : given[2];
    history = fold(history, { status, http, deadEnd: given[3] === true }, given[0]);
  }
  return history;
}
