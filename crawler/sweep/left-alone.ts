import { shownUrl } from "../../db/changes/published.ts";
import type { UrlChange } from "../../db/changes/types.ts";
import type { DueUrl } from "../../db/types.ts";
import type { CheckResult } from "../../db/urls/results.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { Outcome } from "../classify/outcome.ts";

/**
 * What is stored of a URL whose site asks not to be checked (C4): its history stays as it was, readers see why nothing
 * newer is known, and it counts as done in this pass. null: nothing of that kind came out.
 */
export function leftAlone(due: DueUrl, outcome: Outcome, today: Day): CheckResult | null {
  if (outcome.kind !== "not-tried" || (outcome.reason !== "robots" && outcome.reason !== "opted-out"))
    return null;
  const { id, url, queried: seen, history, mime, kib } = due;
  const notes = [{ key: "left-alone" }] as const;
  const known = due.notes.some(({ key }) => key === "left-alone");
  const before = shownUrl(history, due.notes, today);
  const after = shownUrl(history, notes, today);
  const change: UrlChange = {
    url,
    news: before.verdict === after.verdict ? ["notes"] : ["verdict", "notes"],
    before,
    after,
    notes: { came: notes, gone: due.notes },
  };
  return {
    id,
    seen,
    day: today,
    history,
    notes,
    mime,
    kib,
    recheck: null,
    clearsReports: false,
    change: known ? null : change,
    verdictChanged: null,
    nextVerdictChange: null,
  };
}
