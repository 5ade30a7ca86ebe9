import type { Note, NoteKey } from "../answer/types.ts";
import type { Status } from "./table.ts";

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
