import type { Note, NoteKey } from "../../shared/status/note.ts";
import { FOUND_ELSEWHERE, type Status, statusOfHttp, statusRow } from "../../shared/status/table.ts";

/** What a rule decides; the rest of an Interpretation is the same whichever rule decided. */
export interface Finding {
  readonly status: Status;
  readonly http: number | null;
  readonly deadEnd?: true;
  readonly refused?: true;
  readonly notes?: readonly Note[];
  /** Reason for people; absent when a reader gets the content. */
  readonly error?: string;
}

export const note = (key: NoteKey, value?: string): Note => (value === undefined ? { key } : { key, value });

/** The status of a hop that led on: 8–13; a number that is no redirect (300 with a Location) counts as 302. */
export function statusOfHop(http: number): Status {
  const status = statusOfHttp(http);
  return statusRow(status).class === "moved" ? status : FOUND_ELSEWHERE;
}
