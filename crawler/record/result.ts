import type { HostNews } from "../../db/queries/record/record-hosts.ts";
import type { CheckResult } from "../../db/queries/record/record-results.ts";
import type { DueUrl, HostState } from "../../db/types.ts";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import { interpret } from "../../shared/status/interpret.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import { digest } from "./digest.ts";
import { hostNews } from "./host-news.ts";

export interface Booking {
  /** null: the check observed nothing, and nothing is booked. */
  readonly result: CheckResult | null;
  readonly host: HostNews | null;
}

/** From what a check observed to what is stored. `nowMs`: when it ended, milliseconds since 1970. */
export function book(due: DueUrl, host: HostState, outcome: Outcome, nowMs: number): Booking {
  const today = dayOfInstant(nowMs);
  const seen = interpret(outcome, due.url, nowMs);
  const made = digest(due, seen, today);
  if (made === null) return { result: null, host: null };
  const { history, notes, mime, kib, news, recheck } = made;
  return {
    result: {
      id: due.id,
      seen: due.queried,
      day: today,
      history,
      notes,
      mime,
      kib,
      recheck,
      clearsReports: seen.error === null,
      news: news === null ? null : { ...news, url: due.url },
    },
    host: hostNews(host, outcome, seen, today, nowMs),
  };
}
