import type { Status } from "../../shared/status/table.ts";

/** What a check saw of its host being away: what its other URLs would get (C5). */
export interface OutageSign {
  /** Name of an outage rule (crawler/classify/outage.ts). */
  readonly rule: string;
  /** `""`: the whole host; else scheme and port, as in `http:8080` (0: the default port). */
  readonly scope: string;
  readonly status: Status;
  readonly http: number | null;
}

/** Days that are remembered, one bit each, the youngest the lowest. */
export const WATCHED_BITS = 30;
