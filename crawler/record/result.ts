import type { HostNews } from "../../db/queries/record/record-hosts.ts";
import type { CheckResult } from "../../db/queries/record/record-results.ts";
import type { DueUrl, HostState } from "../../db/types.ts";
import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import type { Interpretation } from "../../shared/status/interpretation.ts";
import { type OutageSign, outageRule } from "../../shared/status/outage.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import { digest, type Observed } from "./digest.ts";
import { hostNews } from "./host-news.ts";

export interface Booking {
  /** null: the check observed nothing, and nothing is booked. */
  readonly result: CheckResult | null;
  readonly host: HostNews | null;
}

/** From what a check observed (`interpret`) to what is stored. `nowMs`: when it ended, milliseconds since 1970. */
export function book(
  due: DueUrl,
  host: HostState,
  outcome: Outcome,
  seen: Interpretation,
  nowMs: number,
): Booking {
  const today = dayOfInstant(nowMs);
  const result = resultOf(due, seen, today);
  return { result, host: result === null ? null : hostNews(host, due.url, outcome, seen, nowMs) };
}

/**
 * What is stored of a URL that was not asked, as its host is away (C5): the same status and today's day. It counts as a
 * check only where what failed was observed for every URL of the host alike.
 */
export function bookOutage(
  due: DueUrl,
  { rule, status, http }: OutageSign,
  nowMs: number,
): CheckResult | null {
  const seen: Observed = {
    status,
    http,
    deadEnd: false,
    // What was noted of it was seen of itself, and stays until it is asked again.
    notes: due.notes,
    mime: null,
    kib: null,
    error: "the host did not answer for its other URLs",
    secondHand: outageRule(rule)?.counts !== true,
  };
  return resultOf(due, seen, dayOfInstant(nowMs));
}

function resultOf(due: DueUrl, seen: Observed, today: Day): CheckResult | null {
  const made = digest(due, seen, today);
  if (made === null) return null;
  const { history, notes, mime, kib, news, recheck } = made;
  return {
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
  };
}
