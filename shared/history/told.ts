import type { Day } from "../calendar/day.ts";
import type { History } from "./types.ts";

/** A run as it is told outside (contract.md): marks that do not apply are left out. */
export interface ToldEntry {
  /** Byte of table S. */
  readonly status: number;
  readonly http: number | null;
  readonly first: Day;
  readonly last: Day;
  readonly checks: number;
  readonly deadEnd?: true;
  readonly refused?: true;
}

/** A history as answers and `weboid verdict` tell it, youngest first. */
export const tellHistory = (history: History): ToldEntry[] =>
  history.map(({ status, http, first, last, checks, deadEnd, refused }) => ({
    status,
    http,
    first,
    last,
    checks,
    ...(deadEnd && { deadEnd }),
    ...(refused && { refused }),
  }));
