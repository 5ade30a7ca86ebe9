/** D1: for how many days changes are kept in any case, how long a client may hold those it was not told, and how many are kept at most. */
export interface KeepChanges {
  readonly days: number;
  readonly daysMax: number;
  readonly rowsMax: number;
}

export const KEEP_CHANGES: KeepChanges = { days: 14, daysMax: 28, rowsMax: 50_000_000 };
