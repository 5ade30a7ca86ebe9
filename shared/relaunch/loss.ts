import { type Day, daysBetween } from "../calendar/day.ts";
import { evidenceOf } from "../history/evidence.ts";
import type { History, HistoryEntry } from "../history/types.ts";
import type { Note, NoteKey } from "../status/note.ts";
import { statusRow } from "../status/table.ts";
import { judge } from "../verdict/judge.ts";

/** A URL of a site, as far as a relaunch can be seen in it. */
export interface SiteLink {
  /** Normalised. */
  readonly url: string;
  readonly history: History;
  /** Of the newest check, and of people. */
  readonly notes: readonly Note[];
  /** Its new address, seen working; null: none is known. */
  readonly movedTo: string | null;
}

/** What became of a link: the days between which it went, or that it is there. */
export type Fate =
  /** `lastGood`: last day on which it was seen working; `firstLost`: first day on which it was not, and by now it is gone. */
  | { readonly kind: "lost"; readonly lastGood: Day; readonly firstLost: Day; readonly isDnsLost: boolean }
  /** It was seen working from `firstGood` to `lastGood`, and is not lost. */
  | { readonly kind: "there"; readonly firstGood: Day; readonly lastGood: Day }
  /** Never seen working, lately failing, refused to robots: it says nothing. */
  | { readonly kind: "unclear" };

/** Between two checks of a sweep that came late; further apart the day is not known well enough. */
const WINDOW_DAYS_MAX = 62;
/** A redirect to nowhere or a soft 404, of which the verdict stays doubtful: for so long, and on so many days. */
const DEAD_END = { daysMin: 28, checksMin: 3 } as const;
/** What a note says of a dead end that is no failure: other ones wait for a cookie, as loops do. */
const LOSING: ReadonlySet<NoteKey> = new Set(["soft-404", "redirect-to-root", "redirect-shared"]);

/** Whether a run says that there is no such page (any more). Failures of servers and networks do not. */
const isMissing = (entry: HistoryEntry): boolean => {
  const evidence = evidenceOf(entry);
  return evidence === "gone" || (evidence === "odd" && entry.deadEnd);
};

interface Absence {
  readonly first: Day;
  readonly last: Day;
  readonly checks: number;
  readonly isDnsLost: boolean;
}

interface Past {
  readonly firstGood: Day | null;
  readonly lastGood: Day | null;
  /** Since when something is wrong with it. */
  readonly failingSince: Day | null;
  readonly absence: Absence | null;
}

/** Goes through the runs, the oldest first; what servers and robots' walls say in between does not end an absence. */
function pastOf(history: History): Past {
  const known = history.at(-1)?.earlier?.lastGood ?? null;
  let past: Past = { firstGood: known, lastGood: known, failingSince: null, absence: null };
  for (const entry of history.toReversed()) {
    const evidence = evidenceOf(entry);
    if (evidence === "good") {
      const firstGood = past.firstGood ?? entry.first;
      past = { firstGood, lastGood: entry.last, failingSince: null, absence: null };
    } else if (isMissing(entry)) {
      const { checks = 0, first = entry.first } = past.absence ?? {};
      const isDnsLost = statusRow(entry.status).key === "dns-unknown";
      const absence = { first, last: entry.last, checks: checks + entry.checks, isDnsLost };
      past = { ...past, failingSince: past.failingSince ?? entry.first, absence };
    } else if (evidence === "broken") past = { ...past, failingSince: past.failingSince ?? entry.first };
  }
  return past;
}

/** Whether readers are to be shown, by the rules of verdicts (Q9), that the page is gone. */
function isSettled({ history, notes }: SiteLink, absence: Absence, today: Day): boolean {
  const [newest] = history;
  if (newest === undefined) return false;
  if (judge({ history, notes }, today).verdict === "unreachable") return true;
  return (
    evidenceOf(newest) === "odd" &&
    newest.deadEnd &&
    notes.some(({ key }) => LOSING.has(key)) &&
    daysBetween(absence.first, absence.last) >= DEAD_END.daysMin &&
    absence.checks >= DEAD_END.checksMin
  );
}

/** What became of a link, judged on a day. */
export function fateOf(link: SiteLink, today: Day): Fate {
  const { firstGood, lastGood, failingSince: firstLost, absence } = pastOf(link.history);
  if (firstGood === null || lastGood === null) return { kind: "unclear" };
  if (absence === null || firstLost === null) return { kind: "there", firstGood, lastGood };
  const { isDnsLost } = absence;
  const isDated = daysBetween(lastGood, firstLost) <= WINDOW_DAYS_MAX;
  return isDated && isSettled(link, absence, today)
    ? { kind: "lost", lastGood, firstLost, isDnsLost }
    : { kind: "unclear" };
}
