import type { Day } from "../calendar/day.ts";
import type { Status } from "../status/table.ts";

/**
 * One run of equal observations (M6): between `first` and `last` every query gave `status`.
 * Packed in 8 bytes: status u8, checks u8 (saturating), first u16, last u16, http u16, big-endian.
 * The top bit of the status byte (never a stored status: 128 URLs have no history) carries `deadEnd`.
 */
export interface HistoryEntry {
  readonly status: Status;
  /** The HTTP number last seen in this run; null when the status has none (network, ours). */
  readonly http: number | null;
  readonly first: Day;
  readonly last: Day;
  /**
   * With a status 8–13: the redirect did not end at content (loop, no Location, forbidden target, an error at its end).
   * It keeps the status of its first hop (C6) but starts a run of its own, so that the day it broke is remembered.
   */
  readonly deadEnd: boolean;
  /** How many checks saw it, 1…255; 255 means "255 or more". */
  readonly checks: number;
}

/** Youngest first, at most HISTORY_ENTRIES_MAX entries, never two neighbours of the same status and deadEnd. */
export type History = readonly HistoryEntry[];

export const HISTORY_ENTRIES_MAX = 5;
