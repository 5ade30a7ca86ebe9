import { shownUrl } from "../../db/changes/published.ts";
import type { OutageSign } from "../../db/hosts/outage.ts";
import type { HostUpdate } from "../../db/hosts/record.ts";
import type { AskedPlan } from "../../db/people/asked-checks.ts";
import type { DueUrl, HostRecord } from "../../db/types.ts";
import type { CheckResult } from "../../db/urls/results.ts";
import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import { evidenceOf } from "../../shared/history/evidence.ts";
import { fold } from "../../shared/history/fold.ts";
import type { HistoryEntry } from "../../shared/history/types.ts";
import type { Interpretation } from "../classify/interpretation.ts";
import { WATCHED_DAYS_MIN } from "../classify/outage.ts";
import type { Outcome } from "../classify/outcome.ts";
import { digest, type Observed, type ReaderChange } from "./digest.ts";
import { hostNews } from "./host-news.ts";
import { moveNews } from "./moved.ts";

/** What a host's URLs get that were not asked. */
interface AwayHost extends OutageSign {
  /** It was observed for every URL of the host alike. */
  readonly counts: boolean;
  /** On how many days from then on others were asked in its place. */
  readonly watchedSince: (first: Day) => number;
}

interface Lesson {
  readonly badMoment?: boolean;
  readonly watch?: boolean;
  readonly watchedSince?: AwayHost["watchedSince"];
  readonly asked?: AskedPlan;
}

export interface CheckFindings {
  /** null: the check observed nothing, and nothing is stored. */
  readonly result: CheckResult | null;
  readonly host: HostUpdate | null;
}

/**
 * From what a check observed (`interpret`) to what is stored. `nowMs`: when it ended, milliseconds since 1970. `badMoment`: the
 * host answers today, so that a failure before the path was sent dates the URL and is no check; `watch`: it is asked again tomorrow;
 * `asked`: somebody asked for it, and is shown it.
 */
export function resultOfCheck(
  due: DueUrl,
  host: HostRecord,
  outcome: Outcome,
  seen: Interpretation,
  nowMs: number,
  { badMoment = false, watch = false, watchedSince, asked }: Lesson = {},
): CheckFindings {
  const today = dayOfInstant(nowMs);
  const known = watchedSince === undefined ? {} : checkedDaysOf(due, seen, watchedSince);
  const isExtra = asked !== undefined && !asked.isDue && findsSame(due, seen, today);
  const inferred = badMoment || isExtra;
  const found = resultOf(due, { ...seen, ...(inferred && { inferred }), watch, ...known }, today);
  const result = asked === undefined || found === null ? found : shownToAsker(due, found, asked, isExtra);
  return { result, host: result === null ? null : hostNews(host, due.url, outcome, seen, nowMs) };
}

/**
 * What is stored of a URL that was not asked, as its host is away (C5): the same status and today's day. It counts as a
 * check where that is a fact about the name, and by the days on which others of the host were asked in its place, when those are many.
 */
export function resultOfOutage(
  due: DueUrl,
  { status, http, counts, watchedSince }: AwayHost,
  nowMs: number,
): CheckResult | null {
  const seen: Observed = {
    status,
    http,
    deadEnd: false,
    // What was noted of it was seen of itself, and stays until it is asked again; but there is no wall before nobody.
    notes: due.notes.filter(({ key }) => key !== "robot-wall"),
    mime: null,
    kib: null,
    error: "the host did not answer for its other URLs",
    inferred: !counts,
    ...checkedDaysOf(due, { status, deadEnd: false }, watchedSince),
  };
  return resultOf(due, seen, dayOfInstant(nowMs));
}

function resultOf(due: DueUrl, seen: Observed, today: Day): CheckResult | null {
  const made = digest(due, seen, today);
  if (made === null) return null;
  const { history, notes, mime, kib, change, verdictChanged, nextVerdictChange, recheck } = made;
  const moved = moveNews(due, history[0], notes);
  const ofUrl = (some: ReaderChange | null) => (some === null ? null : { ...some, url: due.url });
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
    change: ofUrl(change),
    ...(moved !== null && { moved }),
    verdictChanged: verdictChanged === null ? null : { change: ofUrl(verdictChanged.change) },
    nextVerdictChange,
  };
}

/** Working or not, as at the check before. */
function findsSame({ history: [newest] }: DueUrl, seen: Observed, today: Day): boolean {
  const [found] = fold([], seen, today);
  return newest !== undefined && found !== undefined && isGood(newest) === isGood(found);
}

const isGood = (entry: HistoryEntry): boolean => evidenceOf(entry) === "good";

/**
 * The result of a check that somebody asked for. One that was not due, and finds the link as it was, dates its run but is no check, nor
 * does it move the next one: so nobody makes a link dead sooner, or later, by asking. It is published even where nothing is new.
 */
function shownToAsker(
  due: DueUrl,
  found: CheckResult,
  { recheck }: AskedPlan,
  isExtra: boolean,
): CheckResult {
  const shown = shownUrl(found.history, found.notes, found.day);
  return {
    ...found,
    ...(isExtra && { recheck }),
    change: found.change ?? { url: due.url, news: ["asked"], before: shown, after: shown },
  };
}

/** The days on which the host was watched while this URL's run lasted, where they are enough to count. */
function checkedDaysOf(
  { history: [newest] }: DueUrl,
  seen: Pick<Observed, "status" | "deadEnd">,
  watchedSince: AwayHost["watchedSince"],
): Pick<Observed, "checkedDays"> {
  if (newest === undefined || newest.status !== seen.status || newest.deadEnd) return {};
  const checkedDays = watchedSince(newest.first);
  return checkedDays >= WATCHED_DAYS_MIN ? { checkedDays } : {};
}
